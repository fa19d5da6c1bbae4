"""The turn track [4.2]: the activations in the cup of each turn, and how they fall, by formula.

Its chits are not printed in our source: the cells are a guess, and the book gives the range of each.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sim.errors import GameError
from sim.games.traces_of_hubris.systems._turns import GAME
from sim.games.traces_of_hubris.systems.chits.cup import ACTIVATION, activation_chits
from sim.numbers.tables import load_list

TRACK = load_list(GAME, "turn_track")

Ends = tuple[str, str]
"""Which end of the range the chits of the Axis and of the Soviets are at: ``low``, ``high``, or ``""``, our guess."""
MIDDLE: Ends = ("", "")

_CELLS = {
    "soviet_hq": "soviet_hq_chits",
    "german_hq": "german_hq_chits",
    "minor_hq": "axis_minor_hq_chits",
    "axis_specials": "axis_reinforcement_and_okh_chits",
}
"""The factor of the cup that each cell of the track tells."""


def activations(turn: int, ends: Ends = MIDDLE, *, axis: bool = False, soviet: bool = False) -> tuple[int, int]:
    """Return how many chits of a turn's cup activate the Axis and the Soviets, Blücher's apart [4.2].

    `axis`, `soviet`: whether a side takes its wild chit where it has the choice. `GameError` for a turn that is none.

    >>> activations(4, ("low", "high"))  # the fewest German chits, the most Soviet ones
    (3, 4)
    """
    if str(turn) not in {row["turn"] for row in TRACK.rows}:
        raise GameError(f"turn is {turn}; expected a whole number from 1 to {len(TRACK.rows)}")
    given = {name: _chits(turn, cell, ends[name == "soviet_hq"]) for name, cell in _CELLS.items()}
    if TRACK[str(turn)]["has_okh"] == "no":  # turns 8 and 9: no wild chit [4.2.2; R30]
        given["axis_specials"] = 0
    found = activation_chits(given, axis, soviet)
    return int(found[1]), int(found[0])


def _chits(turn: int, cell: str, end: str) -> int:
    """Return a cell of the track; where it is our guess, the end of its range that is wanted."""
    if end and TRACK.basis_of(str(turn), cell) == "assumed":
        return ACTIVATION.integer(cell, {"low": "count_min", "high": "count_max"}[end])
    return TRACK.integer(str(turn), cell)


def mean_longest_run(axis: int, soviet: int, before: int = 0) -> Fraction:
    """Return the mean of the longest run of Axis activations without a Soviet one between, by formula [4.3].

    Every order of the chits is as likely; `before` is the activations that come before the first draw [12.1].

    >>> str(mean_longest_run(2, 1))  # AAS and SAA: 2, ASA: 1
    '5/3'
    """
    orders = comb(axis + soviet, soviet)
    return sum(
        (1 - Fraction(_orders(axis, soviet, most, before), orders) for most in range(axis + before)), Fraction(0)
    )


def _orders(axis: int, soviet: int, most: int, before: int) -> int:
    """Return in how many orders no run is longer: Axis chits between Soviet ones, by inclusion and exclusion."""
    room = most - before  # in the first gap, which goes on from what came before
    total = 0
    for over in range(soviet + 1):  # so many of the other gaps hold too many
        for first, sign in ((0, 1), (room + 1, -1)):  # and so may the first
            left = axis - over * (most + 1) - first
            total += sign * (-1) ** over * comb(soviet, over) * comb(left + soviet, soviet) if left >= 0 else 0
    return total if room >= 0 else 0


def acts_last_and_first(mine: int, chits: int, mine_next: int, chits_next: int) -> Fraction:
    """Return the chance that a side has the last activation of a turn and the first of the next [4.3].

    >>> str(acts_last_and_first(6, 10, 5, 10))
    '3/10'
    """
    return Fraction(mine, chits) * Fraction(mine_next, chits_next)
