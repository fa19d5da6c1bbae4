"""The games of a study that are worth looking at: the closest, the most one-sided, the greatest reversal."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from analysis.matches.chances import chances
from analysis.matches.replaying import walked
from analysis.warehouse.played import MAPS, Matches
from analysis.warehouse.sql import named, quoted
from sim.game import load_game
from sim.match.whole import Lead, Seats

LEAST = 20
"""Games that must have stood no better before a game may count as a reversal."""
TRIED, ROLLOUTS = 8, 32
"""Games whose winner once stood worst that are played on from there, and how often: as often as a replay does."""


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

    The closest has the margin nearest to even of the games in which a side scored, the most one-sided the widest; in a
    game without points the first side won the one as late, and somebody the other as early, as in no other game. A
    reversal is sought where, at the end of some turn, of all the study's games that stood no better than the later
    winner did, in points or by the game's `Lead`, the smallest shares were won by that side: `TRIED` such games, each
    of another turn, since points deceive more on some turns than on others, are played on from there `ROLLOUTS` times,
    and the one that its winner then wins least often is the greatest. Ties go to the first cell and game.
    """
    lead = load_game(found.game).whole.lead
    games = _games(found, lead)
    one = ["cell", "game"]
    nearest = games.sort(~pl.col("is_scored"), "far", *one).head(1)
    farthest = games.join(nearest, on=one, how="anti").sort(-pl.col("wide"), *one).head(1)
    stood = _reversals(found, lead).join(pl.concat([nearest, farthest]), on=one, how="anti", maintain_order="left")
    closest, widest = (frame.row(0, named=True) for frame in (nearest, farthest))
    tried = (
        stood.unique("turn", keep="first", maintain_order=True)
        .head(TRIED)
        .join(games, on=one, how="left", maintain_order="left")
        .iter_rows(named=True)
    )
    back, turn, won = min(((row, row["turn"], _won_again(found, row)) for row in tried), key=lambda tried: tried[2])
    of = f"of {found.n_games:,} games"
    side = f"the {str(back['winner']).capitalize()} side, which went on to win,"
    turned = (
        f"The greatest reversal found in {found.n_games:,} games: of {ROLLOUTS} games played on from the end of turn"
        f" {turn} {side} won {f'only {won}' if won else 'none'}."
    )
    scored = games["is_scored"].sum()
    most = "most one-sided" if lead is None else "soonest over"
    near = of if scored in (0, len(games)) else f"of the {scored:,} games in which a side scored"
    return [
        _chosen(found, "closest", "The closest game", f"The closest {near}: {_points(closest, found)}.", closest),
        _chosen(found, "one_sided", "The most one-sided game", f"The {most} {of}: {_points(widest, found)}.", widest),
        _chosen(found, "reversal", "The greatest reversal", turned, back),
    ]  # fmt: skip


def _points(row: dict[str, int], found: Matches) -> str:
    if (lead := load_game(found.game).whole.lead) is None:
        return f"a margin of {row['vp_margin']:+d} VP".replace("-", "−").replace("+0", "0")
    side, left = str(row["winner"]).capitalize(), row[lead.clock]
    won = f"the {side} side won on turn {row['turns']}"
    if not left and str(row["winner"]) == found.sides[0]:
        return f"{won}, in extra turns after the last {lead.clock_words[0].removesuffix(' left')}"
    return f"{won}, with {left or 'no'} {lead.clock_words[left != 1]}"


def _won_again(found: Matches, row: dict[str, object]) -> int:
    """Return how many of the games played on from the end of a turn its later winner wins."""
    whole, one = load_game(found.game).whole, _chosen(found, "", "", "", row)
    walk = walked(whole, one.seats, one.seed, one.game)
    first = chances(whole, [walk.at(str(int(str(row["turn"])) + 1))], walk.seats, ROLLOUTS)[0]
    return round(first.n * (first.p if row["winner"] == whole.sides[0] else 1 - first.p))


def _games(found: Matches, lead: Lead | None) -> pl.DataFrame:
    """Return every game with how far from even it was, and how wide of it; a game without points by its clock."""
    first, second = map(named, found.sides)
    far, wide = "abs(bid_vp * 2 + 1)", "abs(vp_margin)"
    more = ", (" + " OR ".join(f"{named(f'{side}_vp')} <> 0" for side in found.sides) + ") AS is_scored"
    if lead is not None:
        far, wide = f"CASE WHEN {found.is_won} THEN {named(lead.clock)} ELSE 1000 END", "-turns"
        more = f", turns, {named(lead.clock)}, true AS is_scored"
    return found.frame(
        f"SELECT cell, game, board, vp_margin, bid_vp, winner, {first}, {second}, maps, {far} AS far, {wide} AS wide"
        f"{more}"
        f" FROM {{result}} ORDER BY maps = {quoted(MAPS[0])} DESC, cell, game"
    )


def _reversals(found: Matches, lead: Lead | None) -> pl.DataFrame:
    """Return for every game the turn after which its winner stood worst, the worst game first."""
    stands, goes_on = found.difference("vp"), "t.turn < (SELECT max(turn) FROM {turn})"
    if lead is not None:
        stands, goes_on = f"max(t.{named(lead.measure)}) FILTER (t.side = {quoted(found.sides[0])})", "t.turn < r.turns"
    rows = found.frame(
        f"SELECT t.cell, t.game, t.turn, {stands}::INTEGER AS stands,"
        f" max(({found.is_won})::INTEGER) AS won FROM {{turn}} t JOIN {{result}} r USING (cell, game)"
        f" WHERE {goes_on} GROUP BY ALL"
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
