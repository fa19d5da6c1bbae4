"""The workloads with Kessel."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from benchmarks.workloads import COLUMNS, DRMS, P_ATTACKER, P_DEFENDER, RESULTS, ROWS, TABLE, Laws
from sim.dice import all_rolls
from sim.exact import Law, count_each
from sim.numbers.tables import Grid
from sim.pool import hits
from sim.pool import one_round as round_of
from sim.pool import to_the_end as fought

VERSION = "ours"


@cache
def table() -> tuple[Grid, NDArray[np.int8]]:
    """Return the table as a game would hold it once loaded, and its results as positions in `RESULTS`."""
    cells = tuple(tuple(TABLE[label][row] for label in COLUMNS) for row in ROWS)
    grid = Grid(
        game="none", name="crt", title="a table made up", row_labels=tuple(map(str, ROWS)), column_labels=COLUMNS,
        cells=cells, basis=(("assumed",) * len(COLUMNS),) * len(ROWS), row_edges=("clamp", "clamp"),
        column_edges=("error", "error"), codes={}, rules=(),
    )  # fmt: skip
    return grid, np.array([[RESULTS.index(cell) for cell in row] for row in cells], np.int8)


def _named(laws: list[Law]) -> Laws:
    return [{RESULTS[at]: p for (at,), p in law} for law in laws]


def columns() -> Laws:
    grid, results = table()
    at = np.arange(len(COLUMNS))[:, np.newaxis]
    return _named(count_each({"result": results[grid.row_index(all_rolls(2).sum(axis=1)), at]}))


def drms() -> Laws:
    grid, results = table()
    at, drm = np.repeat(np.arange(len(COLUMNS)), len(DRMS)), np.tile(DRMS, len(COLUMNS))
    rows = grid.row_index(all_rolls(2).sum(axis=1) + drm[:, np.newaxis])
    return _named(count_each({"result": results[rows, at[:, np.newaxis]]}))


def one_round(attackers: int, defenders: int) -> Laws:
    return [dict(round_of(hits(attackers, P_ATTACKER), hits(defenders, P_DEFENDER)))]


def to_the_end(attackers: int, defenders: int) -> Laws:
    return [dict(fought(attackers, defenders, P_ATTACKER, P_DEFENDER))]
