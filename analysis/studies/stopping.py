"""When a study has played enough: confidence sequences, intervals that hold at every look at once.

An interval for a fixed number of games, looked at until it pleases, holds less often than it says. These are made of
betting martingales: the wealth of somebody who bets against a mean m grows past 1 / alpha with a chance of at most
alpha, whenever he stops (Ville 1939), if m is true; the means he has not yet refuted are the interval.

- Shares: the mixture of all constant bets on a coin, by Jeffreys' prior, which has a closed form (Robbins 1970; the
  universal portfolio of Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting",
  Journal of the Royal Statistical Society B 86, section 5 and appendix).
- Means of bounded values: the hedged capital process with predictable plug-in bets, the same, theorem 3.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaln, xlog1py, xlogy

from analysis.errors import KesselError
from analysis.matches.inquiry import MATCH
from analysis.studies.intervals import Floats
from sim.border import shown
from sim.game import load_game

CONFIDENCE = 0.99

_HALVINGS = 60
_GRID = 2_000
"""Candidate means of a bounded value; the interval is widened by one of their steps to either side."""
_MOST_BET = 0.5
_UNTIL = re.compile(r"\s*half-width of\s+(?P<what>.+?)\s*<\s*(?P<width>\d{1,6}(\.\d{1,6})?)\s*")
_SHARE = re.compile(r"P\(\s*(?:(?P<side>\w+) wins|(?P<column>\w+)\s*(?P<sign>>=|<=|=)\s*(?P<value>-?\d{1,6}))\s*\)")
_MEAN = re.compile(r"mean (?P<column>\w+) in \[\s*(?P<low>-?\d{1,6})\s*,\s*(?P<high>-?\d{1,6})\s*\]")
_SIGNS: dict[str, Callable[[NDArray[np.int64], int], NDArray[np.bool_]]] = {
    ">=": np.greater_equal, "<=": np.less_equal, "=": np.equal,
}  # fmt: skip
EXPECTED = "half-width of P(SIDE wins) < 0.01, of P(COLUMN >= N) < 0.01, or of mean COLUMN in [LOW, HIGH] < 1"


def share_sequence(k: ArrayLike, n: ArrayLike, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Return the interval of a share after k of n games, shape (...), one of a sequence that holds at every n at once.

    >>> low, high = share_sequence(50, 100)
    >>> round(float(low), 3), round(float(high), 3)  # a fixed interval would be 0.368 to 0.632
    (0.318, 0.682)
    """
    hit, total = np.broadcast_arrays(np.asarray(k, float), np.asarray(n, float))
    top = betaln(hit + 0.5, total - hit + 0.5) - betaln(0.5, 0.5) + math.log(1 - confidence)

    def is_refuted(mean: Floats) -> NDArray[np.bool_]:
        with np.errstate(divide="ignore"):
            return np.asarray(top > xlogy(hit, mean) + xlog1py(total - hit, -mean))

    middle = np.divide(hit, total, out=np.full(hit.shape, 0.5), where=total > 0)
    return _edge(is_refuted, np.zeros_like(middle), middle), _edge(is_refuted, np.ones_like(middle), middle)


def _edge(is_refuted: Callable[[Floats], NDArray[np.bool_]], outer: Floats, inner: Floats) -> Floats:
    """Return where refuted means begin between one that stands, `inner`, and the end, by halving, on the safe side."""
    is_open = ~is_refuted(outer)  # the end itself stands
    for _ in range(_HALVINGS):
        middle = (outer + inner) / 2
        is_gone = is_refuted(middle)
        outer, inner = np.where(is_gone & ~is_open, middle, outer), np.where(is_gone, inner, middle)
    return outer


class MeanSequence:
    """The interval of the mean of values between two bounds, brought up to date with each further run of values."""

    def __init__(self, low: float, high: float, confidence: float = CONFIDENCE) -> None:
        self._low, self._span = low, high - low
        self._means = np.linspace(0, 1, _GRID + 1)[1:-1]
        self._up, self._down = np.zeros(_GRID - 1), np.zeros(_GRID - 1)
        self._best = np.full(_GRID - 1, -np.inf)
        self._n, self._sum, self._squares = 0, 0.5, 0.25
        self._alpha = 1 - confidence

    def add(self, values: ArrayLike) -> None:
        """Take further values, shape (n,), in the order of the games; `KesselError` if one is out of bounds."""
        x = (np.asarray(values, float) - self._low) / self._span
        if x.size and (x.min() < 0 or x.max() > 1):
            raise KesselError(f"a value is beyond [{self._low:g}, {self._low + self._span:g}]; expected wider bounds")
        for start in range(0, len(x), 256):
            self._bet(x[start : start + 256])

    def _bet(self, x: Floats) -> None:
        """Bet on each value what the values before it advise, against every candidate mean, upward and downward."""
        count = self._n + np.arange(1, len(x) + 1)
        sums = self._sum + np.cumsum(x)
        squares = self._squares + np.cumsum((x - sums / (count + 1)) ** 2)
        variance = np.r_[self._squares, squares[:-1]] / count
        stake = np.sqrt(2 * math.log(2 / self._alpha) / (variance * count * np.log1p(count)))[:, None]
        step = x[:, None] - self._means
        up = self._up + np.cumsum(np.log1p(np.minimum(stake, _MOST_BET / self._means) * step), axis=0)
        down = self._down + np.cumsum(np.log1p(-np.minimum(stake, _MOST_BET / (1 - self._means)) * step), axis=0)
        self._best = np.maximum(self._best, np.maximum(up, down).max(axis=0) + math.log(0.5))
        self._up, self._down = up[-1], down[-1]
        self._n, self._sum, self._squares = int(count[-1]), float(sums[-1]), float(squares[-1])

    @property
    def interval(self) -> tuple[float, float]:
        """The means that no bet so far has refuted, a step of the grid wider to either side."""
        stand = np.flatnonzero(self._best < -math.log(self._alpha))
        if not len(stand):  # an event of at most alpha: no mean explains all that was seen
            stand = np.array([int(np.argmin(self._best))])
        low, high = stand[0] / _GRID, (stand[-1] + 2) / _GRID
        return self._low + low * self._span, self._low + high * self._span


@dataclass
class StopRule:
    """A rule to stop by: a measure of results, and how narrow its interval must be.

    `values` makes of a column of results what is measured: 0 and 1 for a share, without `bounds`.
    """

    column: str
    values: Callable[[NDArray[np.object_]], NDArray[np.float64]]
    half_width: float
    bounds: tuple[int, int] | None = None
    seen: dict[str, tuple[int, tuple[float, float], MeanSequence | None]] = field(default_factory=dict)

    def is_met(self, files: Sequence[Path]) -> bool:
        """Return whether the interval of a cell is narrow enough, from its results in the order of its games."""
        low, high = self.interval(files)
        return (high - low) / 2 < self.half_width

    def interval(self, files: Sequence[Path]) -> tuple[float, float]:
        """Return the interval of a cell, the part that all looks so far have in common."""
        key = str(files[0])
        taken, before, sequence = self.seen.get(key, (0, (-math.inf, math.inf), None))
        values = np.concatenate([self.values(_column(file, self.column)) for file in files])
        if self.bounds is None:
            now = tuple(float(one) for one in share_sequence(values.sum(), len(values)))
        else:
            sequence = sequence or MeanSequence(*self.bounds)
            sequence.add(values[taken:])
            now = sequence.interval
        found = max(before[0], now[0]), min(before[1], now[1])
        self.seen[key] = (len(values), found, sequence)
        return found


def _column(file: Path, name: str) -> NDArray[np.object_]:
    import pyarrow.parquet as pq

    return pq.read_table(file, columns=[name])[name].to_numpy(zero_copy_only=False)


def check_until(given: object, game: str, system: str, label: str) -> str:
    """Return a rule to stop by as written in a study file, empty for none; `KesselError` says what was expected."""
    if given == "":
        return ""
    if not isinstance(given, str):
        raise KesselError(f"{label}: key 'until' is {shown(given)}; expected text such as {EXPECTED}")
    try:
        rule_of(given, game, system)
    except KesselError as error:
        raise KesselError(f"{label}: key 'until': {error}") from None
    return given


def rule_of(text: str, game: str, system: str) -> StopRule:
    """Return the rule that a text states about a game's matches or a system's results."""
    match = _UNTIL.fullmatch(text)
    share, mean = (kind.fullmatch(match["what"]) for kind in (_SHARE, _MEAN)) if match else (None, None)
    if match is None or not (share or mean) or not float(match["width"]):
        raise KesselError(f"{shown(text)}; expected {EXPECTED}")
    width = float(match["width"])
    if share and share["side"]:
        return StopRule("winner", _is(_side(share["side"], game, system)), width)
    found = share or mean
    assert found is not None
    column = _known(found["column"], game, system)
    if share:
        compare, value = _SIGNS[share["sign"]], int(share["value"])
        return StopRule(column, lambda given: compare(given.astype(np.int64), value).astype(float), width)
    assert mean is not None
    low, high = int(mean["low"]), int(mean["high"])
    if low >= high:
        raise KesselError(f"{shown(text)}: bounds [{low}, {high}]; expected the lower one first")
    return StopRule(column, lambda given: given.astype(float), width, (low, high))


def _is(side: str) -> Callable[[NDArray[np.object_]], NDArray[np.float64]]:
    return lambda winners: (winners == side).astype(float)


def _side(name: str, game: str, system: str) -> str:
    if system != MATCH:
        raise KesselError(f"P({name} wins): {system} has results, no winner; expected P(COLUMN >= N)")
    if name not in load_game(game).whole.sides:
        raise KesselError(f"P({name} wins): no such side; expected one of {', '.join(load_game(game).whole.sides)}")
    return name


def _known(column: str, game: str, system: str) -> str:
    found = load_game(game)
    course = None if system == MATCH else found.systems[system].course
    known = tuple(found.whole.result_columns) if course is None else tuple(course.results)
    if column not in known:
        raise KesselError(f"no result {shown(column)}; expected one of {', '.join(known)}")
    return column
