"""The value of a match-up where both sides choose their player best: a zero-sum matrix game of sampled payoffs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linprog
from scipy.special import ndtri

from analysis.warehouse.played import CONFIDENCE

Mix = NDArray[np.float64]
DRAWS, SEED = 120, 19410622
"""Payoff matrices that the interval is taken from, and the seed of their errors."""


@dataclass(frozen=True)
class Equilibrium:
    """The value for the rows' side with its interval, the best mix of each side, and what a pure answer to it gains.

    The interval is normal, its width a parametric bootstrap's: each payoff is drawn around its mean by its standard
    error and the game is solved again, so that mixes move as the dice would have moved them. The gains, `left`, are
    zero at a true equilibrium; they are those of each side's best answer to the other's mix, on the sampled payoffs.
    """

    value: float
    low: float
    high: float
    rows: Mix
    columns: Mix
    left: tuple[float, float]


def solved(payoff: ArrayLike) -> tuple[float, Mix, Mix]:
    """Return the value of a zero-sum game and a best mix of the rows, who want much, and of the columns.

    The linear programs of von Neumann, dual to each other (Dantzig 1951), by SciPy's HiGHS.

    >>> value, rows, _ = solved([[3, -1], [-2, 1]])
    >>> round(value, 6), rows.round(6).tolist()  # by hand: (3 * 1 - 2) / 7
    (0.142857, [0.428571, 0.571429])
    """
    table = np.asarray(payoff, float)
    value, rows = _side(table)
    _, columns = _side(-table.T)
    return value, rows, columns


def _side(table: NDArray[np.float64]) -> tuple[float, Mix]:
    """Return what the rows can be sure of, and the mix that makes them sure."""
    n, m = table.shape
    found = linprog(
        np.r_[np.zeros(n), -1.0], A_ub=np.c_[-table.T, np.ones(m)], b_ub=np.zeros(m),
        A_eq=np.r_[np.ones(n), 0.0][None], b_eq=[1.0], bounds=[(0, None)] * n + [(None, None)], method="highs",
    )  # fmt: skip
    return float(found.x[-1]), np.clip(found.x[:-1], 0, None)


def equilibrium(payoff: ArrayLike, error: ArrayLike, confidence: float = CONFIDENCE, draws: int = DRAWS) -> Equilibrium:
    """Return the equilibrium of sampled payoffs, shape (rows, columns), with their standard errors."""
    table, wide = np.asarray(payoff, float), np.asarray(error, float)
    value, rows, columns = solved(table)
    rng = np.random.default_rng(SEED)
    values = [_side(table + wide * rng.standard_normal(table.shape))[0] for _ in range(draws if wide.any() else 0)]
    half = float(ndtri((1 + confidence) / 2) * np.std(values, ddof=1)) if values else 0.0
    left = float((table @ columns).max()) - value, value - float((rows @ table).min())
    return Equilibrium(value, value - half, value + half, rows, columns, left)
