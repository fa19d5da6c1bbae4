"""Where luck comes from: how much of the variance of results each phase and each draw settles, with the players held.

Results are conditioned step by step on what has been thrown: the variance of their expectation grows from 0 to all of
it, and its growth at a step is that step's share of luck (the increments of a martingale are uncorrelated). It is
measured, not fitted: two games that share their dice up to a step and no other ones differ by what is still open, so
that half the mean square of their difference is the variance left (pick-freeze; Sobol', Mathematics and Computers in
Simulation 55, 2001). A roll thrown anew alone would say nothing: whatever follows it goes another way.
"""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.matches.inquiry import LUCK
from analysis.warehouse.played import Matches, runs_of
from analysis.warehouse.sql import quoted
from sim.game import load_game

TOGETHER = 0.95
"""The chance with which the intervals of all sources, or of all turns, hold together (Bonferroni)."""


def shares(results: NDArray[np.float64], kept: NDArray[np.float64], names: Sequence[str]) -> pl.DataFrame:
    """Return what each source settles of the variance of results: source, share, low, high, n_games, the most first.

    `results` has shape (games,); `kept`, shape (steps, games), are the same games with their dice kept up to each step
    and others after it; `names` the source of each step. Shares add up to 1 if nothing is thrown after the last step.
    """
    apart = results - results.mean()
    n = len(results)
    left = np.vstack([apart**2 * n / (n - 1), (results - kept) ** 2 / 2])  # before the first step all is open
    settled = left[:-1] - left[1:]
    variance = float(apart @ apart) / (n - 1)
    sources = list(dict.fromkeys(names))
    t = float(stdtrit(n - 1, 1 - (1 - TOGETHER) / 2 / len(sources)))
    rows = []
    for source in sources:
        each = settled[[name == source for name in names]].sum(axis=0)
        share = float(each.mean()) / variance if variance else 0.0
        error = float(np.std(each - share * apart**2, ddof=1)) / n**0.5 / variance if variance else 0.0
        rows.append((source, share, share - t * error, share + t * error, n))
    frame = pl.DataFrame(rows, schema=["source", "share", "low", "high", "n_games"], orient="row")
    return frame.sort("share", descending=True, maintain_order=True)


def luck_frames(db: duckdb.DuckDBPyConnection, game: str) -> tuple[Matches, pl.DataFrame, pl.DataFrame] | None:
    """Return the largest run that tells luck apart, and what each source and each turn settles, as `shares` has it.

    Of the margin, or of who wins where a game has no points. None where no such run was played by the rules of now.
    """
    for found in runs_of(db, game, LUCK):
        if (split := split_of(found)) is not None:
            return found, *split
    return None


def split_of(found: Matches) -> tuple[pl.DataFrame, pl.DataFrame] | None:
    """Return what each source and each turn settles in one run; None if it lacks a step."""
    steps, by = load_game(found.game).whole.luck, _by_step(found)
    if len(by) != len(steps) + 1:
        return None
    kept = np.array(by[1:])
    by_turn = shares(by[0], kept, [f"turn {one.turn}" if one.turn else "before the game" for one in steps])
    return shares(by[0], kept, [one.source for one in steps]), by_turn


def in_words(sources: pl.DataFrame) -> str:
    """Return which source settles most, in a sentence."""
    first, *rest = sources.iter_rows(named=True)
    said = f"{first['source'][0].upper()}{first['source'][1:]} settles {_percent(first['share'])} of a game's luck"
    if first["low"] <= 0:
        return f"No source of luck stands out over {first['n_games']:,} games; {first['source']} comes to the most."
    return f"{said}, the most of {len(rest) + 1} sources; {rest[0]['source']} {_percent(rest[0]['share'])}."


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _by_step(found: Matches) -> list[NDArray[np.float64]]:
    """Return results as thrown, then with the dice kept up to each step, all in the order of games."""
    value = "vp_margin" if load_game(found.game).whole.is_scored else f"({found.is_won})::INTEGER"
    rows = found.frame(
        f"SELECT r.*, f.low AS luck, ({value})::DOUBLE AS value FROM {{result}} r JOIN core.cell_factor f"
        f" ON f.run_id = r.run_id AND f.cell = r.cell AND f.factor = {quoted(LUCK)}"
    ).sort("luck", *found.sides, "board", "game")
    return [part["value"].to_numpy() for part in rows.partition_by("luck", maintain_order=True)]
