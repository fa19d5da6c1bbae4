"""What to know first: how far each unknown of a whole game moves the share of wins; what values of options do to it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.lab.changes.variants import variant_frame
from analysis.matches.inquiry import AS_WE_READ, READING, alternatives
from analysis.warehouse.played import Matches
from analysis.warehouse.sql import quoted
from sim.game import load_game

NINE_IN_TEN = 2 * 1.6449
"""Standard deviations between the fifth and the ninety-fifth board of a hundred, if they spread as a bell does."""
RESAMPLED, SEED = 400, 1942
BOARDS, FAMILY = "boards", "family"
"""Kinds of unknowns: drawn anew on every board, or a few stated possibilities."""
WHOLE_BOARD = "everything of the board"
"""All that is drawn with a board at once; its parts are drawn on the central board, one at a time."""


def value_frame(found: Matches, names: Collection[str]) -> pl.DataFrame:
    """Return what each other value of some options or rulings does on the same dice; `found` is a run that varies them.

    Columns name, value and those of `variant_frame`: effects of the value against what is usual.
    """
    known = alternatives(load_game(found.game).whole)
    values = pl.DataFrame(
        [(at, name, value) for at, (name, value) in enumerate(known, 1) if name in names],
        schema={"variant": pl.Int64, "name": pl.String, "value": pl.String}, orient="row",
    )  # fmt: skip
    return variant_frame(found, READING).join(values, on="variant")


def unknown_frame(found: Matches) -> pl.DataFrame:
    """Return how far each unknown moves the first side's share of wins, the widest first, with 95 % intervals.

    `found` is a run over the ensemble that varies what of a board is drawn, and families of other numbers. Columns
    name, kind, width (share of wins), ci_low, ci_high, n_games. Of what is drawn with a board: how far nine boards in
    ten reach, dice taken out, by resampling boards. Of a family: from its least to its greatest member, paired by dice;
    the choice of those two is not counted, so that a family that does nothing still has a small width.
    """
    whole = load_game(found.game).whole
    cells = (
        f"(SELECT cell, low AS reading FROM core.cell_factor WHERE run_id = {quoted(found.run_id)}"
        f" AND factor = {quoted(READING)})"
    )
    rows = found.frame(
        f"SELECT reading, board, game, ({found.is_won})::INTEGER AS won FROM {{result}} JOIN {cells} USING (cell)"
        " ORDER BY reading, board, game"
    )
    known = dict(enumerate(alternatives(whole), 1))
    games = {at[0]: part for at, part in rows.group_by("reading", maintain_order=True)}
    out = [(WHOLE_BOARD, BOARDS, *_over_boards(games[AS_WE_READ]))] if AS_WE_READ in games else []
    families: dict[str, list[NDArray[np.float64]]] = {}
    for at, part in games.items():
        name, value = known.get(int(at), ("", ""))
        if name and name == whole.drawn:
            out.append((value, BOARDS, *_over_boards(part)))
        elif name:
            families.setdefault(name, [_won(games[AS_WE_READ])]).append(_won(part))
    out += [(name, FAMILY, *_over_family(members)) for name, members in families.items()]
    columns = ["name", "kind", "width", "ci_low", "ci_high", "n_games"]
    return pl.DataFrame(out, schema=columns, orient="row").sort("width", descending=True)


def as_we_read(found: Matches) -> tuple[int, int]:
    """Return the games that the first side won, and all, over the ensemble with nothing read or drawn otherwise."""
    cells = (
        f"(SELECT cell FROM core.cell_factor WHERE run_id = {quoted(found.run_id)} AND factor = {quoted(READING)}"
        f" AND low = {AS_WE_READ})"
    )
    won = found.frame(f"SELECT ({found.is_won})::INTEGER AS won FROM {{result}} JOIN {cells} USING (cell)")["won"]
    return int(won.sum()), len(won)


@dataclass(frozen=True)
class Moved:
    """How far an unknown moves the first side's wins in a hundred, with the ends of its 95 % interval."""

    name: str
    width: float
    low: float
    high: float

    def is_above(self, other: Moved) -> bool:
        """Return whether it is shown to move more than another: its interval lies above the other's.

        >>> blocks = Moved("R60", 5, 2, 7)
        >>> blocks.is_above(Moved("dice", 1, 0, 1.5)), Moved("map", 8, 0, 24).is_above(blocks)
        (True, False)
        """
        return self.low > other.high


def by_layer(found: Matches) -> dict[str, Moved]:
    """Return how far all that is drawn with a board moves wins in a hundred, and the widest family of numbers.

    By `BOARDS` and `FAMILY`; empty where a run does not take the board apart.
    """
    known = dict(enumerate(alternatives(load_game(found.game).whole), 1))
    cells = found.db.execute(
        "SELECT DISTINCT low FROM core.cell_factor WHERE run_id = ? AND factor = ?", [found.run_id, READING]
    ).fetchall()
    drawn = load_game(found.game).whole.drawn
    if not drawn or drawn not in {known.get(int(low), ("", ""))[0] for (low,) in cells}:
        return {}
    of_both = unknown_frame(found).filter((pl.col("kind") == FAMILY) | (pl.col("name") == WHOLE_BOARD))
    widest = of_both.sort("width", descending=True).unique("kind", keep="first")
    return {row["kind"]: _moved(row) for row in widest.iter_rows(named=True)}


def first_of(frame: pl.DataFrame) -> str:
    """Return the unknown that is shown to move more than every other of a `unknown_frame`; empty where none is."""
    first, *others = map(_moved, frame.sort("ci_low", descending=True).to_dicts())
    return first.name if all(first.is_above(other) for other in others) else ""


def _moved(row: Mapping[str, Any]) -> Moved:
    return Moved(row["name"], *(100 * row[name] for name in ("width", "ci_low", "ci_high")))


def _won(part: pl.DataFrame) -> NDArray[np.float64]:
    return part["won"].to_numpy().astype(np.float64)


def _over_boards(part: pl.DataFrame) -> tuple[float, float, float, int]:
    boards = part.group_by("board", maintain_order=True).agg(pl.len().alias("n"), pl.col("won").mean().alias("p"))
    n, p = boards["n"].to_numpy().astype(float), boards["p"].to_numpy()
    rng = np.random.default_rng(SEED)
    picks = rng.integers(0, len(p), (RESAMPLED, len(p)))
    spread = NINE_IN_TEN * np.array([_between(n[pick], p[pick]) for pick in picks])
    low, high = np.quantile(spread, (0.025, 0.975))
    return NINE_IN_TEN * _between(n, p), float(low), float(high), int(n.sum())


def _between(n: NDArray[np.float64], p: NDArray[np.float64]) -> float:
    """Return the standard deviation of the share of wins between boards, without what is dice; 0 if that is more.

    >>> _between(np.array([101.0, 101.0]), np.array([0.5, 0.5]))
    0.0
    """
    dice = float(np.mean(p * (1 - p) / np.maximum(n - 1, 1)))
    return float(np.sqrt(max(0.0, float(np.var(p, ddof=1)) - dice)))


def _over_family(members: list[NDArray[np.float64]]) -> tuple[float, float, float, int]:
    order = sorted(members, key=lambda won: float(won.mean()))
    apart = order[-1] - order[0]
    mean, half = float(apart.mean()), 0.0
    if len(apart) > 1:
        half = float(stdtrit(len(apart) - 1, 0.975) * apart.std(ddof=1) / len(apart) ** 0.5)
    return mean, mean - half, mean + half, len(apart) * len(members)
