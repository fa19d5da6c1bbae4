"""Which hexes are fought for, and when: games of a match played again move by move, their attacks counted by hex."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from analysis.studies.intervals import proportion_interval
from sim.match.play import play_game
from sim.match.whole import Seats, WholeGame

_KINDS = ("combat", "overrun")


def attacks(whole: WholeGame, seats: Seats, seed: int, games: Iterable[int]) -> pl.DataFrame:
    """Return a row an attack of either side: game, turn, hex."""
    rows: list[tuple[int, int, str]] = []
    for game in games:
        events = play_game(whole, seed, game, seats).events
        assert events is not None, "a game that is played with its log has events"
        found = events.table.select(["kind", "turn", "to_hex"]).to_pydict()
        rows += [
            (game, turn, hex_) for kind, turn, hex_ in zip(*found.values(), strict=True) if kind in _KINDS
        ]  # fmt: skip
    return pl.DataFrame(rows, schema={"game": pl.Int64, "turn": pl.Int64, "hex": pl.String}, orient="row")


def fought_for(found: pl.DataFrame, n_games: int) -> pl.DataFrame:
    """Return a row a hex, the most contested first: the share p of games in which it is attacked, when, how often.

    `ci_low` and `ci_high` are the exact 95 % interval of the share; `first` and `last` the quartiles of the turns of
    its attacks, `turn` their median.
    """
    rows = found.group_by("hex").agg(
        pl.col("game").n_unique().alias("games"), pl.len().alias("attacks"),
        pl.col("turn").quantile(0.25, "nearest").cast(pl.Int64).alias("first"),
        pl.col("turn").median().round(0).cast(pl.Int64).alias("turn"),
        pl.col("turn").quantile(0.75, "nearest").cast(pl.Int64).alias("last"),
    )  # fmt: skip
    low, high = proportion_interval(rows["games"], n_games, 0.95)
    rows = rows.with_columns(p=pl.col("games") / n_games, ci_low=pl.Series(low), ci_high=pl.Series(high))
    return rows.sort("p", "attacks", "hex", descending=[True, True, False])


def by_period(found: pl.DataFrame, n_games: int, period: int) -> pl.DataFrame:
    """Return the share p of games in which a hex is attacked in a period of so many turns: hex, begin, turns, p."""
    begin = (pl.col("turn") - 1) // period * period + 1
    rows = found.with_columns(begin.alias("begin")).group_by("hex", "begin").agg(pl.col("game").n_unique().alias("n"))
    last = (pl.col("begin") + period - 1).cast(pl.String)
    return rows.select(
        "hex", "begin", pl.format("{}–{}", pl.col("begin"), last).alias("turns"), (pl.col("n") / n_games).alias("p")
    ).sort("begin", "hex")
