"""Whole games played by compiled kernels: dice, event log, seats, blocks of games. Imported only by whole games."""
