"""Leningrad: who storms its hexes, and who holds them."""
