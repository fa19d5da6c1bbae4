"""The referee of Inferno on the Volga: logs replayed in slow plain Python, written from the book beside the engine.

It plays along: what the rules and the dice force must be the next event of the log, and what a player chooses is read
from it and held against the rules. A chapter a file: events and breach (what is read, what is said), dice, ground,
blocks, cards, state; setup, play (draws, control, losses), german, calls, attacks, combat, fire, procedure,
two_players, victory; verdict (the replay). Nothing here imports the engine; the plan of the board is handed in.
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee.ground import Plan
from sim.games.inferno_on_the_volga.referee.verdict import judge
from sim.referee.judged import Judged

__all__ = ["Judged", "Plan", "judge"]
