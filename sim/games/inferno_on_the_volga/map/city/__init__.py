"""The city: its hexes, where they may lie, and its picture."""
