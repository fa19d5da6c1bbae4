"""How sure an answer is, as one of four marks: what a reader should make of it before reading on."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from analysis.pages.sentences.answer import is_outside
from analysis.pages.sentences.system import SystemPage
from analysis.sources.audit import audit_of
from sim.game import load_game
from sim.numbers.basis import BASES, MISSING
from sim.verdict import OPEN

_STEADY_CHANCE, _STEADY_SHARE = Fraction(1, 10), Fraction(1, 5)
"""How far nine in ten combinations may spread if what is assumed hardly moves an answer: points, share of a number."""
_WHOLE_RANGE = Fraction(9, 10)
"""From which spread a chance is open over nearly its whole range."""

_TWICE = 2
"""From which ratio of its ends an unprinted number leaves an answer open."""


class Mark(Enum):
    """How sure an answer is; the value is the word for it."""

    PRINTED = "printed"
    MOSTLY = "mostly printed"
    ASSUMED = "rests on assumptions"
    OPEN = "cannot be known from the rulebook"

    @property
    def means(self) -> str:
        """What the mark tells a reader."""
        return _MEANS[self]

    @property
    def degree(self) -> int:
        """Its place, from 0, the surest."""
        return list(Mark).index(self)


_MEANS = {
    Mark.PRINTED: "counted from the book's own numbers",
    Mark.MOSTLY: "what we had to assume hardly moves it",
    Mark.ASSUMED: "other assumptions, within reason, give another number",
    Mark.OPEN: "it hangs on something that the rulebook leaves out",
}


def mark_of(shown: SystemPage, said: str) -> Mark:
    """Return the mark of a system's answer, `said` in words, by how far it spreads over what may be assumed.

    It is the spread over nine in ten combinations of the assumptions, as `how_sure` tells it; and open it is as well if
    one number that the game prints, and our source does not, makes it twice what it may be otherwise.
    """
    if said.startswith(OPEN) or is_outside(shown) or _hangs_on_print(shown):
        return Mark.OPEN
    if shown.worlds is None:
        return Mark.PRINTED if shown.answer.basis == BASES[0] else Mark.MOSTLY
    spread = shown.worlds.high - shown.worlds.low
    if shown.is_chance:
        return Mark.OPEN if spread > _WHOLE_RANGE else Mark.MOSTLY if spread <= _STEADY_CHANCE else Mark.ASSUMED
    return Mark.MOSTLY if spread <= _STEADY_SHARE * abs(shown.answer.headline) else Mark.ASSUMED


def _hangs_on_print(shown: SystemPage) -> bool:
    """Return whether the assumption that moves an answer most is a number of the game's own, and doubles it alone."""
    first = next(iter(shown.moving), None)
    return first is not None and first.factor in shown.answer.system.unprinted and first.high >= _TWICE * first.low


def mark_of_table(game: str) -> Mark:
    """Return the mark of what is read from a game's combat table; a game of dice pools prints all that it needs."""
    if not game:
        return Mark.MOSTLY
    table = load_game(game).table.name if load_game(game).has_table else ""
    cells = next((one.cells for one in audit_of(game).tables if one.name == table), None)
    if cells is None or not any(cells[basis] for basis in (*BASES[1:], MISSING)):
        return Mark.PRINTED
    if cells[MISSING] == 0:
        return Mark.MOSTLY
    return Mark.OPEN if cells[MISSING] > sum(cells[basis] for basis in BASES) else Mark.ASSUMED
