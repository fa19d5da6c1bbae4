"""The games of a study that are worth looking at: the closest, the most one-sided, the greatest reversal."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analysis.warehouse.played import MAPS, Matches
from analysis.warehouse.sql import named, quoted
from sim.match.whole import Seats

LEAST = 20
"""Games that must have stood no better before a game counts as a reversal."""


@dataclass(frozen=True)
class Chosen:
    """A game of a study: what it stands for, how to play it again, and in a sentence why it was chosen."""

    name: str
    title: str
    why: str
    seed: int
    game: int
    seats: Seats


def chosen_games(found: Matches) -> list[Chosen]:
    """Return three games, each another one: the closest, the most one-sided and the greatest reversal.

    A reversal is measured by the study's own games: at the end of some turn, of all that stood no better in victory
    points than the later winner did, the smallest share was won by that side. Ties go to the first cell and game.
    """
    games = _games(found)
    closest = games.sort((pl.col("bid_vp") * 2 + 1).abs(), "cell", "game").row(0, named=True)
    rest = games.filter(pl.struct("cell", "game") != {"cell": closest["cell"], "game": closest["game"]})
    widest = rest.sort(-pl.col("vp_margin").abs(), "cell", "game").row(0, named=True)
    taken = [(one["cell"], one["game"]) for one in (closest, widest)]
    turned = next(row for row in _reversals(found).iter_rows(named=True) if (row["cell"], row["game"]) not in taken)
    back = games.filter(cell=turned["cell"], game=turned["game"]).row(0, named=True)
    of = f"of {found.n_games:,} games"
    few = f"{100 * turned['p']:.{0 if turned['p'] >= 0.01 else 1}f} %"
    turn = (
        f"The greatest reversal {of}. After turn {turned['turn']} the {back['winner'].capitalize()} side stood so "
        f"badly in points that it won only {few} of the {turned['n']:,} games in which it stood no better."
    )
    return [
        _chosen(found, "closest", "The closest game", f"The closest {of}: {_points(closest)}.", closest),
        _chosen(found, "one_sided", "The most one-sided game", f"The most one-sided {of}: {_points(widest)}.", widest),
        _chosen(found, "reversal", "The greatest reversal", turn, back),
    ]


def _points(row: dict[str, int]) -> str:
    return f"a margin of {row['vp_margin']:+d} VP".replace("-", "−").replace("+0", "0")


def _games(found: Matches) -> pl.DataFrame:
    first, second = map(named, found.sides)
    return found.frame(
        f"SELECT cell, game, board, vp_margin, bid_vp, winner, {first}, {second}, maps FROM {{result}}"
        f" ORDER BY maps = {quoted(MAPS[0])} DESC, cell, game"
    )


def _reversals(found: Matches) -> pl.DataFrame:
    """Return for every game the turn after which its winner stood worst, the worst game first."""
    rows = found.frame(
        f"SELECT t.cell, t.game, t.turn, {found.difference('vp')}::INTEGER AS stands,"
        f" max(({found.is_won})::INTEGER) AS won FROM {{turn}} t JOIN {{result}} r USING (cell, game)"
        " WHERE t.turn < (SELECT max(turn) FROM {turn}) GROUP BY ALL"
    )
    groups = []
    for turn in rows["turn"].unique().sort().to_list():
        for won, sign in ((1, 1), (0, -1)):
            same = rows.filter(turn=turn)
            counts = same.group_by("stands").agg(pl.len().alias("n"), (pl.col("won") == won).sum().alias("k"))
            counts = counts.sort(pl.col("stands") * sign).with_columns(pl.col("n").cum_sum(), pl.col("k").cum_sum())
            found_here = same.filter(won=won).join(counts, on="stands")
            groups.append(found_here.with_columns((pl.col("stands") * sign).alias("stood")))
    rows = pl.concat(groups).filter(pl.col("n") >= LEAST).with_columns((pl.col("k") / pl.col("n")).alias("p"))
    return rows.sort("p", "stood", "cell", "game", "turn").unique(["cell", "game"], keep="first", maintain_order=True)


def _chosen(found: Matches, name: str, title: str, why: str, row: dict[str, object]) -> Chosen:
    first, second = found.sides
    seed = found.db.execute("SELECT seed FROM core.run WHERE run_id = ?", [found.run_id]).fetchall()[0][0]
    seats = Seats(str(row[first]), str(row[second]), int(str(row["board"])))
    return Chosen(name, title, why, int(seed), int(str(row["game"])), seats)
