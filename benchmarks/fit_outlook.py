"""Fit what a position of Leningrad is worth to who looks ahead: the final margin by what is seen after each half turn.

    python -m benchmarks.fit_outlook [GAMES] [SEED]

What is to be learnt is what a position is worth among good players, however it came about. So the first half turns of
a game, early ones most often, are played by quick characters whose weights are shaken anew each half turn, and the rest
as it should be: by `tuned`, or by another character now and then, since rivals differ. A position counts only after the
last shaken half turn; otherwise who plays badly, and will go on to, would pass for a bad position. One ridge regression
a half turn, on nine tenths of the games; the fit (R squared, error) is measured on the tenth left out and written into
`outlook.toml` beside the coefficients, in thousandths of a victory point.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.outlook import MARKS
from sim.games.leningrad.played.table import OUTLOOK
from sim.games.leningrad.played.trial import watch_game
from sim.games.leningrad.players.roster import CHARACTERS, SIDES, seat_of

RIDGE = 3.0
SHAKEN = 0.6
"""Each weight is multiplied by a number whose logarithm has this spread."""
BEST = 0.6
"""How often the best character plays a side; otherwise each of the others is as likely."""
LAST = 23
"""Half turns that may be shaken; what is seen after the 24th is no guess."""
JOBS = 2


Found = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def play(seed: int, games: range) -> Found:
    """Return what was seen, shape (games, 26, marks), the margins, and how many half turns were shaken."""
    seen, margins, halves = [], [], []
    for game in games:
        rng = np.random.default_rng([seed, game])
        n = 1 + int(LAST * rng.random() ** 2)
        characters = [seat_of(_drawn(rng), side).weights for side in range(2)]
        first = [characters[half % 2] * np.exp(rng.normal(0, SHAKEN, len(characters[0]))) for half in range(n)]
        rest = seat_of(_drawn(rng), 0), seat_of(_drawn(rng), 1)
        marks, margin = watch_game(np.rint(first).astype(np.int64), rest, seed, game)
        seen.append(marks.copy())
        margins.append(margin)
        halves.append(n)
    return np.array(seen), np.array(margins), np.array(halves)


def _drawn(rng: np.random.Generator) -> str:
    """Return the best character, or another now and then."""
    return CHARACTERS[-1] if rng.random() < BEST else CHARACTERS[rng.integers(len(CHARACTERS) - 1)]


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


def main(games: int = 40_000, seed: int = 1941) -> None:
    """Play, fit and write."""
    step = 250
    with ThreadPoolExecutor(JOBS) as pool:
        parts = list(pool.map(lambda at: play(seed, range(at, min(at + step, games))), range(0, games, step)))
    seen, margin, halves = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    OUTLOOK.write_text(fitted(seen.astype(float), margin.astype(float), halves, seed), encoding="utf8")


def fitted(seen: NDArray[np.float64], margin: NDArray[np.float64], halves: NDArray[np.int64], seed: int) -> str:
    """Return the text of `outlook.toml`: a fit for each half turn."""
    held = np.arange(len(margin)) % 10 == 0
    lines = [
        "# What a position is worth to who looks ahead: thousandths of a point of the final margin, by half turn.",
        f"# Written by benchmarks/fit_outlook.py: ridge regression over games of seed {seed} whose first half turns",
        "# were shaken; n games, r_squared and error (victory points) over the tenth of them left out.",
    ]
    for turn in range(1, f.N_TURNS + 1):
        for half, side in enumerate(SIDES):
            if (turn, half) == (f.N_TURNS, 1):
                continue
            used = halves < 2 * turn + half
            found, share, error = fit(seen[used, 2 * turn + half], margin[used], held[used])
            worth = ", ".join(f"{m} = {round(1000 * c)}" for m, c in zip(MARKS, found, strict=True) if round(1000 * c))
            lines += ["", f"[after.{side}_{turn}]", f"n = {used.sum()}", f"r_squared = {share:.3f}"]
            lines += [f"error = {error:.2f}", f"worth = {{ {worth} }}"]
            print(f"{side} {turn}: n {used.sum()}, R squared {share:.3f}, error {error:.2f}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
