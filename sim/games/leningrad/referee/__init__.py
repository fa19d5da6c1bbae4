"""The referee of Leningrad: logs replayed in slow plain Python, from the rulebook, by one who has not seen the engine.

A chapter a file: events and breach (what is read, what is said), dice, counters, ground, setup; state (where everybody
stands, zones of control); costs, movement, supply, arrivals, surprise; battle, odds, aftermath, retreat, advance;
forts, regeneration, victory; verdict (the replay). Nothing here imports the engine; numbers come from data/raw alone.
"""

from __future__ import annotations

from sim.games.leningrad.referee.verdict import judge
from sim.referee.judged import Judged

__all__ = ["Judged", "judge"]
