"""Fit what a position of Leningrad is worth to who looks ahead: the final margin by what is seen after each half turn.

    python -m benchmarks.fit_outlook [GAMES] [SEED]

Both sides play quick characters with their weights shaken, so that what is seen varies for reasons of its own. A ridge
regression a half turn, on nine tenths of the games; the fit (R squared, error) is measured on the tenth left out and
written into `outlook.toml` beside the coefficients, in thousandths of a victory point.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.outlook import MARKS
from sim.games.leningrad.played.table import OUTLOOK
from sim.games.leningrad.played.trial import watch_game
from sim.games.leningrad.players.roster import CHARACTERS, SIDES, Seat, seat_of
from sim.games.leningrad.players.seat import QUICK
from sim.match.whole import Seats

RIDGE = 3.0
SHAKEN = 0.6
"""Each weight is multiplied by a number whose logarithm has this spread."""
JOBS = 2


def shaken(rng: np.random.Generator, side: int) -> Seat:
    """Return a character with its weights shaken."""
    weights = seat_of(CHARACTERS[rng.integers(len(CHARACTERS))], side).weights
    return Seat(QUICK, np.rint(weights * np.exp(rng.normal(0, SHAKEN, len(weights)))).astype(np.int64), weights[None])


def play(seed: int, games: range) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return what was seen, shape (games, 26, marks), and the margins, shape (games,)."""
    seen, margins = [], []
    for game in games:
        rng = np.random.default_rng([seed, game])
        marks, margin = watch_game(Seats(), (shaken(rng, 0), shaken(rng, 1)), seed, game)
        seen.append(marks.copy())
        margins.append(margin)
    return np.array(seen), np.array(margins)


def fit(
    x: NDArray[np.float64], y: NDArray[np.float64], held: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], float, float]:
    """Return coefficients, and R squared and error over the games held out."""
    mean, spread = x[~held].mean(axis=0), x[~held].std(axis=0)
    used = spread > 0
    z = (x[:, used] - mean[used]) / spread[used]
    middle = y[~held].mean()
    square = z[~held].T @ z[~held] + RIDGE * len(z) / 1000 * np.eye(int(used.sum()))
    beta = np.linalg.solve(square, z[~held].T @ (y[~held] - middle))
    found = np.zeros(x.shape[1])
    found[used] = beta / spread[used]
    found[0] = middle - (found[1:] * mean[1:]).sum()
    off = y[held] - x[held] @ found
    return found, 1 - float((off**2).mean() / y[held].var()), float(np.sqrt((off**2).mean()))


def main(games: int = 20_000, seed: int = 1941) -> None:
    """Play, fit and write."""
    step = 250
    with ThreadPoolExecutor(JOBS) as pool:
        parts = list(pool.map(lambda at: play(seed, range(at, min(at + step, games))), range(0, games, step)))
    seen = np.concatenate([part[0] for part in parts]).astype(float)
    margin = np.concatenate([part[1] for part in parts]).astype(float)
    held = np.arange(games) % 10 == 0
    lines = [
        "# What a position is worth to who looks ahead: thousandths of a point of the final margin, by half turn.",
        f"# Written by benchmarks/fit_outlook.py: ridge regression over n = {games} games of seed {seed}, characters",
        f"# with weights shaken; r_squared and error (victory points) over the {int(held.sum())} games left out.",
    ]
    for turn in range(1, f.N_TURNS + 1):
        for half, side in enumerate(SIDES):
            if (turn, half) == (f.N_TURNS, 1):
                continue
            found, share, error = fit(seen[:, 2 * turn + half], margin, held)
            worth = ", ".join(f"{m} = {round(1000 * c)}" for m, c in zip(MARKS, found, strict=True) if round(1000 * c))
            lines += ["", f"[after.{side}_{turn}]", f"n = {games}", f"r_squared = {share:.3f}", f"error = {error:.2f}"]
            lines.append(f"worth = {{ {worth} }}")
            print(f"{side} {turn}: R squared {share:.3f}, error {error:.2f}")
    OUTLOOK.write_text("\n".join(lines) + "\n", encoding="utf8")


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
