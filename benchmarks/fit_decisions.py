"""Fit how strong players of Leningrad judge their plans to what plans came to: `hindsight.toml`, `leads.toml`.

    python -m benchmarks.fit_decisions [GAMES] [SEED]

First the outlook is mended. It was fitted to games of quick players, and what they left undone tells nothing of it:
so what is seen where the samples of a decision end is compared, one with another, with what they came to in the end
[`hindsight`]. Then each plan gets a lead. A plan that seems better than it is, time and again, gets one below nothing,
and one that is better than its few samples can tell a lead above it [`leads`].
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

from benchmarks.decisions import LAST, TRIED, Decision, decisions
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.outlook import MARKS, row_of
from sim.games.leningrad.played.table import HINDSIGHT, OUTLOOK, worths_in
from sim.games.leningrad.players.roster import LEADS, SIDES, plans_of

RIDGE = 0.25
"""How strongly what is added to the outlook is drawn towards nothing, in shares of the mean square of what is seen."""
BESIDE = 0.5
"""What the half turns before and after count for beside one."""
SLOPE = 0.6
"""What a point that a plan seems to win is worth in the end. Measured with three samples and `hindsight` on games that
had no part in it: 0.69 for Germans, 0.60 for Soviets (`slopes`, 800 games of seed 1942)."""
FEWEST = 20
"""Positions at least in which a plan must part from the habit."""


def hindsight(found: list[Decision]) -> NDArray[np.float64]:
    """Return what is to be added to the outlook by row and mark, in points, shape (rows, marks).

    A ridge regression of what samples of a decision came to, beside their mean and beside what the outlook said of
    them, on what is seen, beside its mean; one for each row, with those before and after it for half.
    """
    rows = sorted({d.row for d in found})
    outlook = worths_in(OUTLOOK) / 1000
    pairs = {row: _beside([d for d in found if d.row == row], outlook[row]) for row in rows}
    added = np.zeros(outlook.shape)
    for row in rows:
        spread = np.sqrt((pairs[row][0] ** 2).mean(axis=0))
        used = spread > 0
        square, product = np.zeros((used.sum(), used.sum())), np.zeros(used.sum())
        for other, part in ((row - 2, BESIDE), (row, 1.0), (row + 2, BESIDE)):
            if other in pairs:
                x, y = pairs[other]
                z = x[:, used] / spread[used]
                square += part * z.T @ z
                product += part * z.T @ y
        square += RIDGE * np.trace(square) / len(square) * np.eye(len(square))
        added[row, used] = np.linalg.solve(square, product) / spread[used]
    return added


def _beside(those: list[Decision], outlook: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what was seen beside its mean, shape (samples, marks), and what came of it beside what was expected."""
    x = [(d.seen - d.seen.mean(axis=(0, 1))).reshape(-1, f.N_MARKS) for d in those]
    off = [d.ends[:TRIED] - d.seen @ outlook for d in those]
    return np.concatenate(x), np.concatenate([(o - o.mean()).reshape(-1) for o in off])


def seems(decision: Decision, worths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each sample of each plan seems to come to for its side beside the habit, shape (tried, plans)."""
    value = decision.seen @ worths[decision.row]
    return (value - value[:, :1]) * (-1 if decision.side == f.SOVIET else 1)


def comes_to(decision: Decision) -> NDArray[np.float64]:
    """Return what each plan comes to for its side beside the habit, on samples played to the end, shape (plans,)."""
    ends = decision.ends[TRIED:].mean(axis=0)
    return (ends - ends[0]) * (-1 if decision.side == f.SOVIET else 1)


def slopes(found: list[Decision]) -> list[float]:
    """Return by side what a point that a plan seems to win is worth on games that had no part in the hindsight."""
    halves = [[d for d in found if d.game % 2 == k] for k in range(2)]
    product, square = np.zeros(2), np.zeros(2)
    for k in range(2):
        worths = worths_in(OUTLOOK) / 1000 + hindsight(halves[k])
        for d in halves[1 - k]:
            x = seems(d, worths).mean(axis=0)
            product[d.side] += x @ comes_to(d)
            square[d.side] += x @ x
    return [float(s) for s in product / square]


def leads(found: list[Decision], worths: NDArray[np.float64], side: int) -> NDArray[np.float64]:
    """Return the lead of each plan of a side in points a sample, shape (plans, turns): 0 where nothing is to be mended.

    What a plan comes to beside the habit is told by what it seems to come to with the slope `SLOPE` and an intercept,
    which is what a lead stands for. It is the mean over the games where the two part, taken together with the turns
    before and after, and drawn towards nothing by as much as it may be chance. In the last turns samples are played to
    the end of the game anyhow; on turn 1 every game stands at the same position, so that turn is taken alone.
    """
    n = len(plans_of(SIDES[side]))
    mean, weight, spread = (np.zeros((n, f.N_TURNS + 2)) for _ in range(3))
    for turn in range(1, LAST + 1):
        here = [d for d in found if (d.turn, d.side) == (turn, side)]
        if not here:  # a turn on which the side keeps its habit
            continue
        off = np.stack([comes_to(d) - SLOPE * seems(d, worths).mean(axis=0) for d in here])
        parted = np.stack([d.parted.any(axis=0) for d in here])
        for plan in range(1, n):
            those = off[parted[:, plan], plan]
            if len(those) >= FEWEST:
                mean[plan, turn], weight[plan, turn], spread[plan, turn] = those.mean(), len(those), those.var()
    found_, error = np.zeros((n, f.N_TURNS)), np.zeros((n, f.N_TURNS))
    for turn in range(1, LAST + 1):
        near = np.zeros(f.N_TURNS + 2)
        near[turn] = 2
        if turn > 1:
            near[[t for t in (turn - 1, turn + 1) if 2 <= t <= LAST]] = 1
        part = near * weight
        total = part.sum(axis=1)
        known = total > 0
        part[known] /= total[known, None]
        found_[:, turn - 1] = (part * mean).sum(axis=1)
        error[:, turn - 1] = (part**2 * spread / np.maximum(weight, 1)).sum(axis=1)
    true = max(0.05, float((found_[error > 0] ** 2).mean() - error[error > 0].mean()))
    return found_ * true / (true + error) / SLOPE


def hindsight_text(added: NDArray[np.float64], of: str, slope: list[float]) -> str:
    """Return the text of `hindsight.toml`."""
    lines = [
        "# What is added to the outlook: thousandths of a point of the final margin, by half turn. Written by",
        "# benchmarks/fit_decisions.py: ridge regression over what samples of the same decision came to in the end,",
        f"# {of} between strong players. On games left out, a point that a plan seems to win",
        f"# is worth {slope[0]:.2f} to Germans and {slope[1]:.2f} to Soviets.",
    ]
    for turn in range(1, f.N_TURNS + 1):
        row = np.rint(1000 * added[row_of(turn, f.SOVIET)]).astype(int)
        if row.any():
            worth = ", ".join(f"{mark} = {value}" for mark, value in zip(MARKS, row, strict=True) if value)
            lines += ["", f"[after.soviet_{turn}]", f"worth = {{ {worth} }}"]
    return "\n".join(lines) + "\n"


def leads_text(found: list[Decision], worths: NDArray[np.float64], of: str) -> str:
    """Return the text of `leads.toml`."""
    lines = [
        "# By how much each plan is ahead of the habit before it is tried: thousandths of a point a sample, by turn.",
        "# Written by benchmarks/fit_decisions.py: what plans come to at the end of the game, beside what they seem to",
        f"# come to after the reply, at each decision {of} between strong players.",
    ]
    for side, name in enumerate(SIDES):
        lines += ["", f"[{name}]"]
        for plan, row in list(zip(plans_of(name), leads(found, worths, side), strict=True))[1:]:
            lines.append(f"{plan:<6} = [{', '.join(str(round(1000 * lead)) for lead in row)}]")
    return "\n".join(lines) + "\n"


def main(games: int = 800, seed: int = 1942) -> None:
    """Play, fit and write."""
    found = decisions(games, seed)
    added, of = np.rint(1000 * hindsight(found)) / 1000, f"of {games} games of seed {seed}"
    HINDSIGHT.write_text(hindsight_text(added, of, slopes(found)), encoding="utf8")
    LEADS.write_text(leads_text(found, worths_in(OUTLOOK) / 1000 + added, of), encoding="utf8")


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
