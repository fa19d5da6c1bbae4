"""What to know first: how far each unknown of a whole game moves the share of wins; what values of options do to it."""

from __future__ import annotations

from collections.abc import Collection

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
    out = [("everything of the board", BOARDS, *_over_boards(games[AS_WE_READ]))] if AS_WE_READ in games else []
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


def by_layer(found: Matches) -> dict[str, float]:
    """Return the widest range of wins in a hundred over what is drawn with a board, and over a family of numbers.

    By `BOARDS` and `FAMILY`; empty where a run does not take the board apart.
    """
    known = dict(enumerate(alternatives(load_game(found.game).whole), 1))
    cells = found.db.execute(
        "SELECT DISTINCT low FROM core.cell_factor WHERE run_id = ? AND factor = ?", [found.run_id, READING]
    ).fetchall()
    drawn = load_game(found.game).whole.drawn
    if not drawn or drawn not in {known.get(int(low), ("", ""))[0] for (low,) in cells}:
        return {}
    widest = unknown_frame(found).group_by("kind").agg(pl.col("width").max())
    return {kind: 100 * width for kind, width in widest.iter_rows()}


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
