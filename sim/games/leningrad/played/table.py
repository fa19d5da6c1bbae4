"""Players sit down at a world: their kinds, weights and plans, and what looking ahead needs."""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np

from sim.game import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.look_ahead.outlook import MARKS
from sim.games.leningrad.played.saved import SENT_FROM
from sim.games.leningrad.players import roster
from sim.games.leningrad.players.moves.sent import unit_sent
from sim.games.leningrad.players.roster import Seat, seat_of
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World

OUTLOOK = Path(roster.__file__).with_name("outlook.toml")
HINDSIGHT = OUTLOOK.with_name("hindsight.toml")
"""What things seen are worth, and what decisions that were played to the end add to it."""
_PLACES = {
    "first": f.A_FIRST, "second": f.A_SECOND, "third": f.A_THIRD, "keep": f.A_KEEP, "halves": f.A_HALVES,
    "again": f.A_AGAIN, "everybody": f.A_EVERYBODY, "stay": f.A_STAY, "games": f.A_GAMES,
}  # fmt: skip
PLAYS_ON, CHECKS = REST = "brisk", "strong"
"""Who plays on in the thoughts of a player that takes his time, and who checks what they find."""
THOUGHTS = 0x5EED
"""Sets the seed of thoughts apart from the seed of the dice."""


def sit_down(world: World, first: Seat, second: Seat) -> None:
    """Seat two players; who looks ahead expects a rival that plays as he himself would play that side by habit."""
    ahead, scalars, weights, plans = world.ahead, world.s, world.weights, world.plans
    ahead[:] = 0
    ahead[f.A_SEED] = int(scalars[g.SEED]) ^ THOUGHTS
    for side, seat in enumerate((first, second)):
        scalars[f.POLICY + side] = seat.kind
        weights[side] = seat.weights
        plans[side, 0] = habit(side)
        if seat.settings:
            plans[side, : len(seat.plans)] = seat.plans
            ahead[f.A_PLANS + side] = len(seat.plans)
            for name, at in _PLACES.items():
                ahead[at + 2 + side : at + 2 * (f.N_TURNS + 1) : 2] = seat.settings[name]
            _write_leads(ahead, side, seat)
    if first.settings or second.settings:
        world.leaf[:] = outlook()
    if ahead[f.A_GAMES : f.A_LEAD].any():
        _seat_the_rest(world)


def _write_leads(ahead: Ints, side: int, seat: Seat) -> None:
    for plan, row in enumerate(seat.leads):
        at = f.A_LEAD + 2 * (f.N_TURNS + 1) * plan
        ahead[at + 2 + side : at + 2 * (f.N_TURNS + 1) : 2] = row


def _seat_the_rest(world: World) -> None:
    """Note how those look ahead who play on in somebody's thoughts; their plans come first in his."""
    ahead, plans = world.ahead, world.plans
    for side, (who, player) in product(range(2), enumerate(REST)):
        seat, first = seat_of(player, side), f.A_REST + who * f.N_REST
        ahead[first + side] = len(seat.plans)
        for name, place in _PLACES.items():
            at = first + 2 + place - f.A_FIRST
            ahead[at + 2 + side : at + 2 * (f.N_TURNS + 1) : 2] = seat.settings[name]
        if ahead[f.A_PLANS + side] == 0:
            plans[side, : len(seat.plans)] = seat.plans
            _write_leads(ahead, side, seat)


def keep_plan(world: World, side: int, plans: Ints) -> None:
    """Let a player who looks ahead go on with the plan of his turn, and whom he holds back or sends, of a `State`."""
    chosen = int(plans[side])
    world.ahead[f.A_CHOSEN + side], world.ahead[f.A_HELD + side] = chosen, plans[2 + side]
    for k, told in enumerate(plans[SENT_FROM:]):
        if told and world.u[g.SIDE, unit_sent(told)] == side:
            world.ahead[f.A_SENT + k] = told
    world.weights[side] = world.plans[side, chosen]


def habit(side: int) -> Ints:
    """Return the weights by which who looks ahead foresees a side's replies, shape (64,)."""
    return seat_of(roster.AHEAD[0], side).weights


@cache
def outlook() -> Ints:
    """Return what each thing seen is worth after each half turn, shape (26, marks), in thousandths of a point."""
    return worths_in(OUTLOOK) + worths_in(HINDSIGHT)


def worths_in(path: Path) -> Ints:
    """Return what a file says of it, in the same shape; `GameError` names a table that is not in order."""
    found = np.zeros((2 * (f.N_TURNS + 1), f.N_MARKS), np.int64)
    for name, row in tomllib.loads(path.read_text(encoding="utf8"))["after"].items():
        side, _, turn = name.partition("_")
        if side not in roster.SIDES or set(row["worth"]) - set(MARKS):
            raise GameError(f"{path.name}, after.{name}: expected a side, a turn and the worth of what is seen")
        for mark, value in row["worth"].items():
            found[2 * int(turn) + roster.SIDES.index(side), MARKS.index(mark)] = value
    return found
