"""The games of a study whose events were kept: claims counted in them, blunders, and what happens in each hex."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import sqrt

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray
from scipy.special import ndtri

from analysis.lab.favored import Favored
from analysis.studies.intervals import proportion_interval
from analysis.warehouse.played import CONFIDENCE, Matches
from analysis.warehouse.sql import quoted
from sim.map.board import Board
from sim.match.claims import Answer, Claim, Claims
from sim.match.whole import WholeGame

HOLDS, DOES_NOT, OPEN, NEVER, BY_RULE = "holds", "does not hold", "undecided", "never came up", "true by the rules"
_MOST = 0.5
_PASSES = ("setup", "arrive", "move", "retreat", "advance")


def logs(one: Favored) -> Iterator[pa.Table]:
    """Yield the event log of every game of the pair that was kept, in the columns of `sim.match.log`."""
    table = _events(one.found, one.where)
    if not len(table):
        return
    cells, games = table["cell"].to_numpy(), table["game"].to_numpy()
    starts = np.flatnonzero(np.r_[True, (np.diff(cells) != 0) | (np.diff(games) != 0)])
    for start, end in zip(starts, [*starts[1:], len(cells)], strict=True):
        yield table.slice(start, end - start).drop_columns(["cell", "game"])


def _events(found: Matches, where: str) -> pa.Table:
    kept = found.frame(
        f"SELECT e.cell, e.game, e.seq, e.turn, e.phase, e.side, e.kind, e.unit, e.from_hex, e.to_hex, e.value, e.die,"
        f" e.battle, e.note FROM {found.table('event')} e JOIN (SELECT DISTINCT cell FROM {{result}}"
        f" WHERE {where}) USING (cell) WHERE e.run_id = {quoted(found.run_id)} ORDER BY e.cell, e.game, e.seq"
    )
    return kept.to_arrow()


def claim_frame(claims: Claims, played: list[pa.Table]) -> pl.DataFrame:
    """Return how played games speak for each claim, a row a claim, in their order.

    Columns id, n (games that it is about), k (that speak for it), p with ci_low and ci_high, number (mean, null where
    nothing is averaged), n_other and p_other of the games it is not about, and the verdict: it holds where more than
    half of the games speak for it beyond the 99 % interval, does not where fewer than half do. One that compares
    must also differ from the other games: it holds where their share is lower beyond the 99 % interval, does not where
    it is higher. No game is counted for what the rules alone make true.
    """
    answers: dict[str, list[Answer]] = defaultdict(list)
    for log in played:
        for name, answer in claims.check(log).items():
            answers[name].append(answer)
    return pl.DataFrame([_row(claim, answers[claim.id]) for claim in claims.made], infer_schema_length=None)


def _row(claim: Claim, answers: list[Answer]) -> dict[str, object]:
    said = [one.holds for one in answers if one.holds is not None]
    numbers = [one.number for one in answers if one.number is not None]
    other = [one.otherwise for one in answers if one.otherwise is not None]
    k, n = sum(said), len(said)
    low, high = (
        (float(b[0]) for b in proportion_interval(np.array([k]), np.array([n]), CONFIDENCE)) if n else (0.0, 1.0)
    )
    return {
        "id": claim.id, "n": n, "k": k, "p": k / n if n else None, "ci_low": low, "ci_high": high,
        "number": float(np.mean(numbers)) if numbers else None, "n_other": len(other),
        "p_other": sum(other) / len(other) if other else None,
        "verdict": BY_RULE if claim.by_rule else _verdict(low, high, _apart(k, n, other)) if n else NEVER,
    }  # fmt: skip


def _verdict(low: float, high: float, apart: tuple[float, float] | None) -> str:
    if high < _MOST or (apart is not None and apart[1] < 0):
        return DOES_NOT
    return HOLDS if low > _MOST and (apart is None or apart[0] > 0) else OPEN


def _apart(k: int, n: int, other: list[bool]) -> tuple[float, float] | None:
    """Return the 99 % interval of the difference of two shares, none where there are no other games."""
    if not other or not n:
        return None
    m, j = len(other), sum(other)
    p, q = (k + 1) / (n + 2), (j + 1) / (m + 2)  # a game more each way, so that shares of 0 and 1 have a width
    half = float(ndtri((1 + CONFIDENCE) / 2)) * sqrt(p * (1 - p) / n + q * (1 - q) / m)
    return p - q - half, p - q + half


def hex_frame(board: Board, whole: WholeGame, played: list[pa.Table]) -> pl.DataFrame:
    """Return what happens in each hex, a row a hex of the board, per game.

    Columns hex, died (units eliminated there), fought (combats and overruns against it), reached (share of games in
    which a unit of the first side ever stood there), and turn, the mean turn on which the first one did.
    """
    died, fought = Counter[str](), Counter[str]()
    first: dict[str, list[int]] = defaultdict(list)
    for log in played:
        entered: dict[str, int] = {}
        for kind, side, turn, start, to in zip(
            *(log[name].to_pylist() for name in ("kind", "side", "turn", "from_hex", "to_hex")), strict=True
        ):
            if kind == "eliminated":
                died[start] += 1
            elif kind in ("combat", "overrun"):
                fought[to] += 1
            elif kind in ("setup", "arrive", "move", "advance") and side == whole.sides[0]:
                entered.setdefault(to, turn)
        for at, turn in entered.items():
            first[at].append(turn)
    n = max(len(played), 1)
    return pl.DataFrame({
        "hex": list(board.numbers), "died": [died[at] / n for at in board.numbers],
        "fought": [fought[at] / n for at in board.numbers], "reached": [len(first[at]) / n for at in board.numbers],
        "turn": [float(np.mean(first[at])) if first[at] else None for at in board.numbers],
    })  # fmt: skip


def held_shares(board: Board, whole: WholeGame, played: list[pa.Table]) -> NDArray[np.float64]:
    """Return in which share of games the first side passed each hex last, by the end of each turn, (turns + 1, H)."""
    at = {number: h for h, number in enumerate(board.numbers)}
    first = whole.sides[0]
    start = np.array([whole.words.held.get(number, whole.words.holder) == first for number in board.numbers], float)
    total = np.zeros((whole.turns + 1, len(board)))
    for log in played:
        held, before = start.copy(), 0
        columns = (log[name].to_pylist() for name in ("kind", "side", "turn", "to_hex"))
        for kind, side, turn, to in zip(*columns, strict=True):
            if turn != before:
                total[before:turn] += held
                before = turn
            if kind in _PASSES and to is not None:
                held[at[to]] = side == first
        total[before:] += held
    return total / max(len(played), 1)


def tint(values: pl.Series) -> NDArray[np.float64]:
    """Return values of hexes as a share of the greatest, NaN for none, as a board is tinted with them."""
    found = values.cast(pl.Float64).fill_null(0.0).to_numpy()
    top = float(found.max()) or 1.0
    return np.where(found > 0, found / top, np.nan)
