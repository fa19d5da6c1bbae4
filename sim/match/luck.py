"""Sources of luck in a whole game: the dice of a phase, or a draw, thrown anew alone or kept alone.

Two games that differ in one source only say what it does; two that share one source only say what it does alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from sim.match.dice import AGAIN, ANY, OTHERS

_IN_USE = 1 << 11
"""Set in every mark, so that no source is marked by 0, which means a game as it is."""


@dataclass(frozen=True)
class Luck:
    """One source: what it is, in words, and which rolls it is made of, by phase and purpose; `ANY` for all.

    The sources of a game share out its rolls: each belongs to one.
    """

    id: str
    says: str
    phase: int = ANY
    purpose: int = ANY

    def anew(self, game: int) -> int:
        """Return the number of a game that is this one with the source's rolls thrown anew, all others as they were."""
        return game | (_IN_USE | self.phase << 5 | self.purpose) << AGAIN

    def kept(self, game: int) -> int:
        """Return the number of a game that shares the source's rolls with this one, all others thrown anew."""
        return self.anew(game) | OTHERS << AGAIN
