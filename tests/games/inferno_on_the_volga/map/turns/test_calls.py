"""Reinforcements by the book's examples: blocks from the left, empty rows, no room [p. 7 reinforcements]."""

from __future__ import annotations

import pytest

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.turns.calls import call
from sim.games.inferno_on_the_volga.played.season import begin
from sim.games.inferno_on_the_volga.played.worlds import quiet, seat, worlds
from sim.match.dice import number
from sim.match.whole import Seats

SEATS = Seats("balanced", "ai")


def table(dice: tuple[int, ...]) -> f.World:
    """Return a game before its first turn, with a seed under which a call rolls these dice."""
    seed = next(s for s in range(2_000_000) if all(
        number(6, s, 0, 1, 1, f.TRACK, k) + 1 == die for k, die in enumerate(dice)
    ))  # fmt: skip
    world, template = worlds(SEATS)
    seat(world, template, SEATS, seed, 0, True)
    with quiet():
        begin(world)
    world.s[f.PHASE] = 1
    return world


def test_2_3_4_5_5_5_take_the_leftmost_blocks() -> None:
    world = table((2, 3, 4, 5, 5, 5))
    wanted = [int(world.track[row, k]) for row, k in ((1, 0), (2, 0), (3, 0), (4, 0), (4, 1), (4, 2))]
    with quiet():
        call(world)
    rows = world.log[: world.s[f.N_LOG]].tolist()
    taken = [row[f.C_UNIT] for row in rows if row[f.C_KIND] == f.K_TAKE and row[f.C_DIE] != f.VOID]
    assert taken == wanted
    back = sum(row[f.C_KIND] == f.K_RETURN for row in rows)
    assert world.n_track.sum() == 30 - 6 + back
    for unit in wanted:
        h, color = int(world.u[f.HEX, unit]), int(world.u[f.COLOR, unit])
        if h >= 0:
            assert world.u[f.STRENGTH, unit] == world.u[f.FULL, unit]
            assert h in {f.BLUE: (f.Z,), f.YELLOW: (f.X, f.Y), f.WHITE: (f.X, f.Y, f.Z)}[color]


@pytest.mark.parametrize("on_map", [True, False])
def test_an_empty_row_sends_its_block_away_once(on_map: bool) -> None:
    world = table((1, 1))
    world.n_track[0] = 0
    at = next(u for u in range(f.N_GERMAN) if world.u[f.END_ROW, u] == 0)  # the 64th, which starts in W
    if not on_map:
        world.s[f.TURN] = 1
        with quiet():
            from sim.games.inferno_on_the_volga.map.stacks import eliminate

            eliminate(world, at)
    with quiet():
        call(world)
    assert world.closed[0] == 1
    assert world.s[f.TAKEN] == int(on_map)
    assert world.u[f.STATE, at] == (f.REMOVED if on_map else f.DEAD)


def test_no_stack_grows_beyond_four() -> None:
    world = table((2, 3))
    for _ in range(5):
        with quiet():
            call(world)
        assert world.x[f.COUNT].max() <= f.STACK
    waiting = (world.u[f.STATE, : f.N_GERMAN] == f.WAITING).sum()
    assert waiting == world.n_track.sum()
