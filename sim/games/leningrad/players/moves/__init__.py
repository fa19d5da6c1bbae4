"""Moves: where units can get, what it may cost them to stand there, and whom they join."""
