"""Fit by how much each plan of the strong players is ahead of their habit before it is tried, turn by turn.

    python -m benchmarks.fit_leads [GAMES] [SEED]

Strong players play each other. Wherever one of them decides, every plan is tried on `TRIED` samples as players try it,
and on `PLAYED` others to the end of the game, by habits. The first says what a position after the plan and the reply
seems to be worth, the second what it comes to. A plan that seems better than it is, time and again, gets a lead below
nothing, and one that is better than its few samples can tell a lead above it. The leads are written into `leads.toml`,
in thousandths of a victory point; see `fitted`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.season import OPENING, live_phase, think_aloud
from sim.games.leningrad.played.sequence import restore, set_up
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.trial import chairs
from sim.games.leningrad.played.tries import lists_aside, set_aside, try_on, try_rest, try_turn
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players import roster
from sim.games.leningrad.players.roster import SIDES, plans_of
from sim.map.forces import world as g
from sim.map.forces.world import World
from sim.match.whole import Seats

TRIED, PLAYED = 3, 4
"""Samples of each plan: as players try it, and to the end of the game."""
SLOPE = 0.5
"""What a point that a plan seems to win is worth in the end. Measured with three samples: 0.58 for Germans, 0.57 for
Soviets over turns 2 to 10 (600 games of seed 6160001), 0.3 to 0.7 turn by turn."""
LAST = 10
"""The last turn of whose samples nobody sees the end."""
FEWEST = 20
"""Positions at least in which a plan must part from the habit."""
LEADS = Path(roster.__file__).with_name("leads.toml")
JOBS, STEP = 2, 25
SEATS = Seats("strong", "strong")

Tried = tuple[int, int, NDArray[np.int64], NDArray[np.bool_]]
"""Turn, side, what each sample of each plan came to, shape (samples, plans), and whether it parted from the habit."""


def try_plans(world: World, side: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Try every plan at a position, and leave it as it was."""
    n = len(plans_of(SIDES[side]))
    values, prints = np.zeros((TRIED + PLAYED, n), np.int64), np.zeros((TRIED + PLAYED, n), np.int64)
    world.ahead[f.A_HELD : f.A_HELD + 2] = 0
    set_aside(world, 0, False)
    lists_aside(world, False)
    for sample in range(TRIED + PLAYED):
        for plan in range(n):
            prints[sample, plan] = try_turn(world, side, plan, sample)
            like = int(np.argmax(prints[sample] == prints[sample, plan]))
            if like < plan:
                values[sample, plan] = values[sample, like]
            elif sample < TRIED:
                values[sample, plan] = try_rest(world, side)
            else:
                values[sample, plan] = try_on(world, side, side, 2 * f.N_TURNS)
            set_aside(world, 0, True)
    lists_aside(world, True)
    return values, prints != prints[:, :1]


def play(seed: int, games: range) -> list[Tried]:
    """Play games between strong players, and try every plan wherever one of them decides."""
    found: list[Tried] = []
    world, template = worlds(SEATS)
    for game in games:
        restore(world, template)
        world.s[g.SEED], world.s[g.GAME], world.s[g.LOGGING] = seed, game, False
        sit_down(world, *chairs(SEATS))
        with quiet():
            set_up(world)
            for turn in range(1, f.N_TURNS + 1):
                world.s[g.TURN] = turn
                for phase in range(1, 9):
                    side = (phase - 1) // 4
                    if phase in OPENING:
                        if world.ahead[f.A_HALVES + 2 * turn + side] > 0:
                            found.append((turn, side, *try_plans(world, side)))
                        think_aloud(world, side)
                    live_phase(world, phase)
    return found


def fitted(tried: list[Tried], side: int) -> NDArray[np.float64]:
    """Return the lead of each plan of a side in points a sample, shape (plans, turns): 0 where nothing is to be mended.

    What a plan comes to beside the habit is told by what it seems to come to with the slope `SLOPE` and an intercept,
    which is what a lead stands for. It is the mean over the games where the two part, taken together with the turns
    before and after, and drawn towards nothing by as much as it may be chance. In the last turns samples are played to
    the end of the game anyhow; on turn 1 every game stands at the same position, so that turn is taken alone.
    """
    n = len(plans_of(SIDES[side]))
    mean, weight, spread = (np.zeros((n, f.N_TURNS + 2)) for _ in range(3))
    for turn in range(1, LAST + 1):
        here = [(values, parted) for t, s, values, parted in tried if (t, s) == (turn, side)]
        if not here:  # a turn on which the side keeps its habit
            continue
        values, parted = np.stack([row[0] for row in here]) / 1000, np.stack([row[1] for row in here])
        beside = values - values[:, :, :1]
        off = beside[:, TRIED:].mean(axis=1) - SLOPE * beside[:, :TRIED].mean(axis=1)
        for plan in range(1, n):
            those = off[parted[:, :, plan].any(axis=1), plan]
            if len(those) >= FEWEST:
                mean[plan, turn], weight[plan, turn], spread[plan, turn] = those.mean(), len(those), those.var()
    leads, error = np.zeros((n, f.N_TURNS)), np.zeros((n, f.N_TURNS))
    for turn in range(1, LAST + 1):
        near = np.zeros(f.N_TURNS + 2)
        near[turn] = 2
        if turn > 1:
            near[[t for t in (turn - 1, turn + 1) if 2 <= t <= LAST]] = 1
        part = near * weight
        total = part.sum(axis=1)
        known = total > 0
        part[known] /= total[known, None]
        leads[:, turn - 1] = (part * mean).sum(axis=1)
        error[:, turn - 1] = (part**2 * spread / np.maximum(weight, 1)).sum(axis=1)
    true = max(0.05, float((leads[error > 0] ** 2).mean() - error[error > 0].mean()))
    return leads * true / (true + error) / SLOPE


def main(games: int = 600, seed: int = 1942) -> None:
    """Play, fit and write."""
    blocks = [range(at, min(at + STEP, games)) for at in range(0, games, STEP)]
    parts = Parallel(n_jobs=JOBS)(delayed(play)(seed, block) for block in blocks)
    tried = [row for part in parts for row in part]
    lines = [
        "# By how much each plan is ahead of the habit before it is tried: thousandths of a point a sample, by turn.",
        "# Written by benchmarks/fit_leads.py: what plans come to at the end of the game, beside what they seem to",
        f"# come to after the reply, at each decision of {games} games of seed {seed} between strong players.",
    ]
    for side, name in enumerate(SIDES):
        leads = fitted(tried, side)
        lines += ["", f"[{name}]"]
        for plan, row in list(zip(plans_of(name), leads, strict=True))[1:]:
            lines.append(f"{plan:<6} = [{', '.join(str(round(1000 * lead)) for lead in row)}]")
    LEADS.write_text("\n".join(lines) + "\n", encoding="utf8")


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
