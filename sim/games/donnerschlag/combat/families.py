"""The cells of the CRT that are not printed: families of tables, and the members that an answer needs (ruling R49).

An answer without a choice is a sum over cells, so each chance is lowest and highest at tables that can be named; an
answer with the marker is not, and needs every filling of the cells it reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.errors import GameError
from sim.games.donnerschlag.combat.column import CRT
from sim.games.donnerschlag.combat.facts import FAMILIES, GAME
from sim.games.donnerschlag.combat.results import NO_ATTACK, demand_of
from sim.numbers.basis import BASES, weakest
from sim.numbers.family import CrtFamily, crt_family
from sim.numbers.tables import load_list

CENTRAL = "central"
_MOST = 10_000_000  # tables to try times falls of the cards: as many take some ten seconds, the diagonal has fewer
LADDER = tuple(row["code"] for row in load_list(GAME, "crt_ladder").rows)
"""The results from the attacker's worst to his best."""

Cell = tuple[int, int]
"""Row and column."""
Tables = NDArray[np.int16]
"""Whole tables, shape (members, rows, columns), as positions in `RESULTS`."""


@cache
def family(structure: str) -> CrtFamily:
    """Return the family of a structure; `RuleDataError` names a typed cell that contradicts it."""
    return crt_family(CRT, LADDER, structure)


DEFAULT = family(FAMILIES[0])
BELOW_RESULT = CRT.column_edges[0].removeprefix("=")
"""The result of every ratio below the first column [13.2]."""
RESULTS = (*DEFAULT.codes, *(code for code in (BELOW_RESULT,) if code not in DEFAULT.codes), NO_ATTACK)
"""Every result, the ladder first from the attacker's worst to his best, in the end that of no attack."""
DEMANDS = [demand_of(result) for result in RESULTS]


def is_exact(rows: NDArray[np.intp], column: int) -> bool:
    """Return whether some cells of a column are all printed."""
    return bool(DEFAULT.is_known[rows, column].all())


def basis(rows: NDArray[np.intp], column: int) -> str:
    """Return the weakest basis of some cells of a column."""
    found = [CRT.basis[row][column] for row in rows]
    return weakest(one if one in BASES else "assumed" for one in found)


def central(structure: str) -> Tables:
    """Return the central member alone."""
    return family(structure).central[np.newaxis]


def extremes(structure: str, worths: ArrayLike) -> Tables:
    """Return the central member, and for each worth two over whose cells it sums up to the most and to the least.

    A worth is a whole number a result, `worths` of shape (worths, results); that of a set is 1 for each result in it.
    Each cell takes the worst result of those worth most that it can be: since the bounds of the cells rise, so does
    this, so that it is a member, and no other has more, whatever the weights of the cells.

    >>> is_dr = [[int(code == "DR") for code in RESULTS]]
    >>> int((extremes("monotone", is_dr) == RESULTS.index("DR")).sum(axis=(1, 2)).max())  # of 48
    42
    """
    member, asked = family(structure), np.asarray(worths, np.int64)
    either = np.unique(np.concatenate([asked, -asked]), axis=0)
    best = np.repeat(member.low[np.newaxis], len(either), axis=0)
    which = np.arange(len(either))[:, np.newaxis, np.newaxis]
    for steps in range(1, int((member.high - member.low).max()) + 1):
        other = np.minimum(member.low + steps, member.high)
        best = np.where(either[:, other] > either[which, best], other, best)
    return np.concatenate([central(structure), best.astype(np.int16)])


def every(structure: str, cells: Iterable[Cell], falls: int = 1) -> Tables:
    """Return a table for each filling of some cells, the central one first; in the other cells it is the central one.

    Each filling extends to a whole table of the family, as no cell's bounds contradict another's. `GameError` if they
    are too many to try, each as often as cards can fall. A further cell never leaves fewer, so none is built in vain.
    """
    member = family(structure)
    places = _places(member, cells)
    found = np.zeros((1, 0), np.int16)
    for number, (place, same) in enumerate(places):
        low, high = member.low[same[0]], member.high[same[0]]
        before = [i for i, (other, _) in enumerate(places[:number]) if _is_before(other, place)]
        floor = found[:, before].max(axis=1, initial=low)
        floor = np.where(floor > high, low, floor)  # a print that is not monotone leaves what lies between
        ways = (high - floor + 1).astype(np.intp)
        if ways.sum() * falls > _MOST:
            raise GameError(
                f"schlachtenglueck is given with cards that lead to {len(places)} cells not printed: over "
                f"{_MOST // falls:,} ways to fill them; expected none, family diagonal, or cards whose dice have been "
                "rolled, as rolled-3"
            )
        nth = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways)
        found = np.column_stack([np.repeat(found, ways, axis=0), np.repeat(floor, ways) + nth]).astype(np.int16)
    middle = np.array([[member.central[same[0]] for _, same in places]], np.int16)
    found = np.concatenate([middle, found[(found != middle).any(axis=1)]])
    tables = np.repeat(central(structure), len(found), axis=0)
    for number, (_, same) in enumerate(places):
        for row, column in same:
            tables[:, row, column] = found[:, number]
    return tables


def _places(member: CrtFamily, cells: Iterable[Cell]) -> list[tuple[tuple[int, ...], list[Cell]]]:
    """Return where the cells that are not printed stand, worse ones first, each with those that are always alike."""
    places: dict[tuple[int, ...], list[Cell]] = {}
    for row, column in sorted({cell for cell in cells if not member.is_known[cell]}):
        places.setdefault((row + column,) if member.structure == "diagonal" else (row, column), []).append(
            (row, column)
        )
    return sorted(places.items())


def _is_before(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether what stands at one place can be no better than what stands at the other."""
    return all(a <= b for a, b in zip(one, other, strict=True))
