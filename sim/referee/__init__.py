"""What every game's referee stands on: the log as it reads it, the dice recomputed, the breach that stops it.

Nothing here knows the engine (`sim.map`, `sim.match`): a referee is a second opinion.
"""
