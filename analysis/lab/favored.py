"""Who is favored in a whole game: the strongest pair of players, the fair bid, all players and their equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import stdtrit

from analysis.errors import KesselError
from analysis.lab.changes.bids import fair_bid
from analysis.lab.changes.variants import variant_frame
from analysis.lab.measures.pacing import is_decided, win_chances
from analysis.lab.measures.rates import Ends, ends, share_frame
from analysis.lab.measures.skill import Split, split
from analysis.lab.tuning.equilibrium import Equilibrium, equilibrium
from analysis.matches.inquiry import READING, VARIATION
from analysis.warehouse.played import MAPS, Matches, matches, runs_of
from analysis.warehouse.sql import named, quoted
from sim.game import load_game
from sim.verdict import percent

CLOSE = 5
"""Points: a game is close if so many fewer would have lost it, or so many more won it."""
ENOUGH = 150
"""Games from which players may answer who is favored, or else the next best: shares are then known to a tenth."""


@dataclass(frozen=True)
class Favored:
    """How the first side fares between two players of one strength, `player`, empty for all pairs of a study.

    `ends` has share of games won and mean margin with their 99 % intervals; `bid` is what the first side can give away
    in points and still win half of the games, negative for what it must be given, with the 99 % interval of a median.
    """

    found: Matches
    player: str
    ends: Ends
    bid: int
    bid_low: int
    bid_high: int

    @property
    def n(self) -> int:
        """How many games there are."""
        return self.ends.first.n

    @property
    def p(self) -> float:
        """The share of games that the first side wins."""
        return self.ends.first.p

    @property
    def where(self) -> str:
        """The games of it, as a condition on rows of the run."""
        return self.found.pair(self.player, self.player) if self.player else "true"


def favored(db: duckdb.DuckDBPyConnection, game: str) -> Favored:
    """Return what the strongest players in the warehouse come to against each other; else all pairs together.

    Players with fewer than `ENOUGH` games answer only if none of the others has as many.
    """
    best = []
    for player in load_game(game).whole.strongest:
        played = [_favored(found, player) for found in runs_of(db, game)]
        best += sorted((one for one in played if one is not None), key=lambda one: -one.n)[:1]
    if best:
        return next((one for one in best if one.n >= ENOUGH), best[0])
    everyone = _favored(matches(db, game), "")
    assert everyone is not None
    return everyone


def favored_in(found: Matches) -> Favored:
    """Return what the strongest players of one run come to against each other; else all its pairs together."""
    for player in load_game(found.game).whole.strongest:
        if (one := _favored(found, player)) is not None:
            return one
    everyone = _favored(found, "")
    if everyone is None:
        raise KesselError(f"{found.study} has a single game; expected two or more")
    return everyone


def headline(one: Favored) -> str:
    """Return who is favored, by how many wins and points, in a sentence."""
    first, second = one.found.sides
    won = one.ends.first
    who = f"{one.player} players" if one.player else "all pairs of players"
    ahead, share = (first, one.p) if one.p >= 0.5 else (second, 1 - one.p)
    is_clear = won.low > 0.5 or won.high < 0.5
    spread = one.ends.mean
    if not is_clear and spread.low * spread.high > 0:  # points say what wins do not
        leads, by = (first, spread.value) if spread.value > 0 else (second, -spread.value)
        wins = percent(Fraction(one.p if leads == first else 1 - one.p))
        said = f"The {leads.capitalize()} side ends {by:.0f} VP ahead on average between {who}"
        return f"{said}; whether it also wins more than half of games ({wins} here) stays open."
    said = f"The {ahead.capitalize()} side is favored: it" if is_clear else (
        f"Neither side is clearly favored: the {ahead.capitalize()} side"
    )  # fmt: skip
    wins = f"{said} wins {percent(Fraction(share))} of games between {who}"
    mean = one.ends.mean.value
    margin = mean if ahead == first else -mean
    joined = "but" if round(margin) < 0 else "and"
    return f"{wins}, {joined} {ends_in_words(margin)} on average."


def ends_in_words(margin: float) -> str:
    """Return in words how a side ends with a mean margin of its own.

    >>> ends_in_words(6.4), ends_in_words(-6.4), ends_in_words(-0.3)
    ('ends 6 VP ahead', 'ends 6 VP behind', 'ends level in VP')
    """
    return f"ends {abs(margin):.0f} VP {'ahead' if margin > 0 else 'behind'}" if round(margin) else "ends level in VP"


def _favored(found: Matches, player: str) -> Favored | None:
    where = f"WHERE {found.pair(player, player)}" if player else ""
    rows = found.frame(f"SELECT vp_margin, bid_vp FROM {{result}} {where}")
    if rows.height < 2:
        return None
    margins, bids = (rows[name].to_numpy().astype(np.int64) for name in ("vp_margin", "bid_vp"))
    line = int(margins[0] - bids[0]) - 0.5  # between the margins that lose and those that win
    return Favored(found, player, ends(margins, CLOSE, line), *fair_bid(bids))


@dataclass(frozen=True)
class BestReply:
    """What a side wins by another player: points, with a 95 % interval that holds for all choices, and share of games.

    The interval takes the games of both players as independent, which is wide where they have the same dice.
    """

    player: str
    vp: float
    low: float
    high: float
    wins: float


@dataclass(frozen=True)
class Matrix:
    """Players against each other on the central map: shares that the first side wins and mean margins, (first, second).

    `error` is the standard error of the margins. `value` is the equilibrium of the shares, where both mix their players
    best, `value_vp` that of the mean margins; `mixes` are the shares' best mixes.
    """

    first: tuple[str, ...]
    second: tuple[str, ...]
    n: NDArray[np.int64]
    share: NDArray[np.float64]
    margin: NDArray[np.float64]
    error: NDArray[np.float64]
    value: Equilibrium
    value_vp: Equilibrium
    mixes: tuple[dict[str, float], dict[str, float]]

    def gains(self, one: str, other: str) -> tuple[BestReply, BestReply]:
        """Return each side's best answer in points to the other's player, and what it wins over `one` or `other`."""
        row, column = self.first.index(one), self.second.index(other)
        sure = float(stdtrit(self.n.min() - 1, 1 - 0.025 / max(len(self.first) + len(self.second) - 2, 1)))

        def best(names: tuple[str, ...], cells: tuple[Any, Any], usual: int, sign: int) -> BestReply:
            shares, points, errors = (grid[cells] for grid in (self.share, self.margin, self.error))
            vp, wins = sign * (points - points[usual]), sign * (shares - shares[usual])
            half, at = sure * np.hypot(errors, errors[usual]), int(vp.argmax())
            return BestReply(names[at], *(float(by[at]) for by in (vp, vp - half, vp + half, wins)))

        every = slice(None)
        return best(self.first, (every, column), row, 1), best(self.second, (row, every), column, -1)


def matrix(db: duckdb.DuckDBPyConnection, game: str) -> Matrix | None:
    """Return the full matrix with the strongest players in the warehouse; None if no two have all pairs played.

    A pair is taken from the run that played it most. Players join by strength, as long as all their pairs were played.
    """
    cells: dict[tuple[str, str], tuple[int, float, float, float]] = {}
    for found in runs_of(db, game):
        first, second = map(named, found.sides)
        rows = found.frame(
            f"SELECT {first}, {second}, count(*) AS n, avg(({found.is_won})::INTEGER) AS p, avg(vp_margin) AS m,"
            f" var_samp(vp_margin) AS v FROM {{result}} WHERE maps = {quoted(MAPS[0])} GROUP BY ALL"
        )
        for one, other, n, p, m, v in rows.iter_rows():
            if n > max(1, cells.get((one, other), (0,))[0]):
                cells[one, other] = (n, p, m, v)
    whole = load_game(game).whole
    others = [name for name in reversed(whole.players) if name not in whole.strongest]
    ladder = [name for name in (*whole.strongest, *others) if (name, name) in cells]
    for at in range(len(ladder)):
        names: list[str] = []
        for name in ladder[at:]:
            if all({(name, one), (one, name)} <= cells.keys() for one in names):
                names.append(name)
        if len(names) > 1:
            return _matrix(sorted(names, key=whole.players.index), cells)
    return None


def _matrix(names: list[str], cells: dict[tuple[str, str], tuple[int, float, float, float]]) -> Matrix:
    n, share, margin, variance = (
        np.array([[cells[a, b][k] for b in names] for a in names], float) for k in range(4)
    )  # fmt: skip
    value, error = equilibrium(share, np.sqrt((share * (1 - share) + 1 / n) / n)), np.sqrt(variance / n)
    mixes = (value.rows.tolist(), value.columns.tolist())
    return Matrix(
        tuple(names), tuple(names), n.astype(np.int64), share, margin, error, value,
        equilibrium(margin, error),
        (dict(zip(names, mixes[0], strict=True)), dict(zip(names, mixes[1], strict=True))),
    )  # fmt: skip


@dataclass(frozen=True)
class TurnByTurn:
    """The games of a pair turn by turn: points if they ended now, first side less second, and who won.

    `stands` has shape (games, turns), `line` is the margin from which the first side wins.
    """

    stands: NDArray[np.int64]
    won: NDArray[np.bool_]
    line: int

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """The first side's chance to win at the end of each turn, shape (games, turns)."""
        return win_chances(self.stands, self.won)


def course(one: Favored) -> TurnByTurn:
    """Return the games of a pair turn by turn, in the order of cells and games."""
    rows = one.found.frame(
        f"SELECT t.cell, t.game, t.turn, {one.found.difference('vp')}::INTEGER AS stands,"
        f" max(({one.found.is_won})::INTEGER) AS won, max(r.vp_margin - r.bid_vp) AS line"
        f" FROM (SELECT * FROM {{turn}} WHERE {one.where}) t JOIN (SELECT * FROM {{result}} WHERE {one.where}) r"
        " USING (cell, game) GROUP BY t.cell, t.game, t.turn ORDER BY t.cell, t.game, t.turn"
    )
    turns = max(rows["turn"].n_unique(), 1)
    stands, won = (rows[name].to_numpy().reshape(-1, turns) for name in ("stands", "won"))
    return TurnByTurn(stands, won[:, 0] == 1, int(rows["line"].max() or 0))  # type: ignore[arg-type]


def decided_frame(one: Favored) -> pl.DataFrame:
    """Return by turn how far games are decided: share that the leader in points goes on to win, share decided for good.

    Columns turn, n_games, p (of the leader, with ci_low and ci_high), decided: see `analysis.lab.measures.pacing`.
    """
    games = course(one)
    is_right = (games.stands >= games.line) == games.won[:, None]
    n, turns = is_right.shape
    turns = turns if n else 0  # no game, no row
    is_right, sure = is_right[:, :turns], is_decided(games.chances[:, :turns], games.won)
    rows = pl.DataFrame({
        "turn": np.arange(1, turns + 1), "n_games": np.full(turns, n), "n": is_right.sum(axis=0),
        "decided": sure.sum(axis=0) / max(n, 1),
    })  # fmt: skip
    return share_frame(rows, "n", "n_games")


def luck_and_skill(found: Matches) -> Split | None:
    """Return what of the margin's variance on the central map is dice and what is players; None for one player a side.

    As many games of each pair count as the pair with fewest has.
    """
    first, second = map(named, found.sides)
    where = f"WHERE maps = {quoted(MAPS[0])} ORDER BY game"
    rows = found.frame(f"SELECT {first}, {second}, game, vp_margin FROM {{result}} {where}")
    pairs = {key: part["vp_margin"].to_numpy() for key, part in rows.group_by(*found.sides, maintain_order=True)}
    ones, others = (sorted({str(key[at]) for key in pairs}) for at in (0, 1))
    least = min((len(margins) for margins in pairs.values()), default=0)
    if len(ones) < 2 or len(others) < 2 or least < 2 or len(pairs) < len(ones) * len(others):
        return None
    return split(np.array([[pairs[one, other][:least] for other in others] for one in ones], float))


def reading_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return what each alternative reading does, paired by dice with our own: a row a reading, the widest effect first.

    Columns reading and those of `variant_frame`; no rows where no study of readings was played by the rules of now.
    """
    return _paired_frame(db, game, READING)


def variation_frame(db: duckdb.DuckDBPyConnection, game: str) -> pl.DataFrame:
    """Return what each variation of a player does, paired by dice with the player as he is; columns as `reading_frame`.

    `variation` counts from 1 in the order of `WholeGame.variations`.
    """
    return _paired_frame(db, game, VARIATION)


def _paired_frame(db: duckdb.DuckDBPyConnection, game: str, factor: str) -> pl.DataFrame:
    """Return what each value of a factor but 0 does beside 0, from the largest run that varies it."""
    for found in runs_of(db, game, factor):
        return variant_frame(found, factor).rename({"variant": factor})
    return pl.DataFrame(schema={factor: pl.Int64})
