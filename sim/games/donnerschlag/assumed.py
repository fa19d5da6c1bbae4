"""The cells of the CRT that are not printed: families of tables, and the members that an answer needs (ruling R49).

An answer without a choice is a sum over cells, so each chance is lowest and highest at tables that can be named; an
answer with the marker is not, and needs every filling of its columns.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sim.family import CrtFamily, Positions, crt_family
from sim.game import GameError
from sim.games.donnerschlag.facts import FAMILIES, GAME
from sim.games.donnerschlag.odds_column import CRT
from sim.games.donnerschlag.results import NO_ATTACK, demand_of
from sim.rawfiles import BASES
from sim.tables import load_list

CENTRAL = "central"
_MOST = 200_000  # members of a joint family: as many take seconds
_LADDER = tuple(row["code"] for row in load_list(GAME, "crt_ladder").rows)

Tables = NDArray[np.int16]
"""Whole tables, shape (members, rows, columns), as positions in `RESULTS`."""


@cache
def family(structure: str) -> CrtFamily:
    """Return the family of a structure; `RuleDataError` names a typed cell that contradicts it."""
    return crt_family(CRT, _LADDER, structure)


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
    return max((b if b in BASES else "assumed" for b in found), key=BASES.index)


def central(structure: str) -> Tables:
    """Return the central member alone."""
    return family(structure).central[np.newaxis]


def extremes(structure: str, events: NDArray[np.bool_]) -> Tables:
    """Return the central member, and for each event two at which its chance is highest and lowest.

    An event is a set of results, `events` of shape (events, results). Each cell that can be in the set takes the worst
    result of it that it can be, and every other its worst of all: since the bounds of the cells rise, so does this, and
    no member has a cell more in the set. What avoids a set has all it can of the others.

    >>> is_dr = np.array([[code == "DR" for code in RESULTS]])
    >>> int((extremes("monotone", is_dr) == RESULTS.index("DR")).sum(axis=(1, 2)).max())  # of 48
    42
    """
    member = family(structure)
    either = np.unique(np.concatenate([events, ~events]), axis=0)
    n = len(RESULTS)
    position = np.where(either, np.arange(n), n)
    following = np.minimum.accumulate(position[:, ::-1], axis=1)[:, ::-1]  # the next result of the set from each on
    wished = following[:, member.low]
    tables = np.where(wished <= member.high, wished, member.low).astype(np.int16)
    return np.concatenate([central(structure), tables])


def every(structure: str, columns: Iterable[int]) -> Tables:
    """Return all fillings of some columns, the central one first; the other columns are the central ones.

    Neighbors in `columns` that fit together extend to a whole table of the family. `GameError` if there are too many.
    """
    member, used = family(structure), sorted(set(columns))
    found = member.members(used[0])[:, :, np.newaxis]
    for left, right in pairwise(used):
        more = member.members(right)
        before, after = np.nonzero(_fits(member, left, right, found[:, :, -1], more))
        if len(before) > _MOST:
            raise GameError(
                f"schlachtenglueck is told with cards that lead to {len(used)} columns not printed: over {_MOST:,} "
                "tables to try; expected none, family diagonal, or cards whose dice have been rolled, as rolled-3"
            )
        found = np.concatenate([found[before], more[after][:, :, np.newaxis]], axis=2)
    tables = np.repeat(central(structure), len(found), axis=0)
    tables[:, :, used] = found
    is_central = (tables == central(structure)).all(axis=(1, 2))
    return np.concatenate([tables[is_central], tables[~is_central]])


def _fits(member: CrtFamily, left: int, right: int, mine: Positions, theirs: Positions) -> NDArray[np.bool_]:
    """Return which fillings of two columns, shape (members, rows) each, stand together in a table: (mine, theirs)."""
    n_rows, apart = mine.shape[1], right - left
    pairs = [(row, row) for row in range(n_rows)]
    if member.structure == "diagonal":  # cells of one diagonal agree; where none is shared, the next is no worse
        pairs = [(row, row - apart) for row in range(apart, n_rows)] or [(n_rows - 1, 0)]
    fits = np.ones((len(mine), len(theirs)), bool)
    for row, other in pairs:
        a, b = mine[:, row, np.newaxis], theirs[:, other]
        is_free = (a >= member.ladder_steps) | (b >= member.ladder_steps)  # off the ladder a cell bounds no other
        is_free = is_free | (member.is_known[row, left] & member.is_known[other, right])
        is_same = member.structure == "diagonal" and apart < n_rows
        fits &= is_free | (a == b if is_same else a <= b)
    return fits
