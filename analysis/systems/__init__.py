"""Asking a system beside the map: its answer, its assumptions, its drawn worlds."""
