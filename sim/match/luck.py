"""Where luck comes from in a whole game: steps in their order, each with what is thrown or drawn in it.

A game that keeps its dice up to a step and has others after it shares with the first what is settled by then, and
nothing else: what the two have in common is what luck has decided so far.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.match.dice import AGAIN, MARKED

ALL = 31
"""The last phase, or the last purpose, of all."""


@dataclass(frozen=True)
class Luck:
    """One step: all rolls since the step before, up to a turn, a phase of it and a purpose within that phase.

    `source` names what is thrown or drawn; steps of one source are added up.
    """

    source: str
    turn: int
    phase: int = ALL
    purpose: int = ALL

    def kept(self, game: int) -> int:
        """Return the number of a game that has the dice of this one up to this step, and others after it.

        >>> Luck("the deal", 0).kept(7) % 2**40
        7
        """
        return game | (MARKED | self.turn << 10 | self.phase << 5 | self.purpose) << AGAIN
