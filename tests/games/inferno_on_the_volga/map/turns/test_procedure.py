"""The Soviet procedure by the book's own examples, its dice found by their seeds.

[p. 6 compass, p. 11 procedure, p. 11 spawn, p. 11 order of the dice, p. 11 moves, p. 12 cards instead of moves,
p. 12 Soviet attack, p. 15 Soviet deliberate attack]
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.build import build
from sim.games.inferno_on_the_volga.map.city.board import index
from sim.games.inferno_on_the_volga.map.stacks import enter
from sim.games.inferno_on_the_volga.map.turns.procedure import soviet_turn
from sim.games.inferno_on_the_volga.played.worlds import quiet, seat, worlds
from sim.match.dice import number
from sim.match.whole import Seats

SEATS = Seats("balanced", "ai")
TANKS = tuple(u for u in range(f.N_GERMAN, f.N_UNITS) if build(-1, {}).u[f.POOL, u] == f.TANKS)
RIFLES = tuple(u for u in range(f.N_GERMAN, f.N_UNITS) if build(-1, {}).u[f.POOL, u] == f.INFANTRY)
MARINES = tuple(u for u in range(f.N_GERMAN, f.N_UNITS) if build(-1, {}).u[f.POOL, u] == f.MARINES)


def seed_of(dice: Sequence[int], purpose: int) -> int:
    """Return a seed under which the first dice of a purpose in the Soviet half of turn 1 are these."""
    return next(s for s in range(400_000) if all(
        number(6, s, 0, 1, 2, purpose, k) + 1 == die for k, die in enumerate(dice)
    ))  # fmt: skip


def table(stacks: dict[str, int], germans: dict[str, int], seed: int = 0) -> f.World:
    """Return a world in the Soviet half of turn 1 with so many blocks in hexes; the others wait in the reserves."""
    world, template = worlds(SEATS)
    seat(world, template, SEATS, seed, 0, True)
    world.s[f.TURN], world.s[f.PHASE] = 1, 2
    world.u[f.STATE, f.N_GERMAN :] = f.WAITING
    rifles, troops = iter(RIFLES), iter(range(f.N_GERMAN))
    for hexes, units in ((stacks, rifles), (germans, troops)):
        for name, n in hexes.items():
            for _ in range(n):
                unit = next(units)
                world.u[f.STRENGTH, unit] = world.u[f.FULL, unit]
                enter(world, unit, index(name))
    world.s[f.DECK_AT : f.DECK_AT + 2] = world.s[f.N_LOG] = 0
    world.hand[:] = 0
    return world


def events(world: f.World) -> list[tuple[int, int, int]]:
    """Return kind, hex from, hex to of the events that the examples tell of."""
    told = (f.K_DRAW, f.K_MOVE, f.K_ATTACK, f.K_DIE, f.K_SPAWN)
    rows = world.log[: world.s[f.N_LOG]].tolist()
    return [(row[f.C_KIND], row[f.C_FROM], row[f.C_TO]) for row in rows if row[f.C_KIND] in told]


def turn(world: f.World) -> int:
    with quiet():
        return int(soviet_turn(world))


def count(world: f.World, name: str) -> int:
    return int(world.x[f.COUNT, index(name)])


def test_a_1_a_5_and_a_6() -> None:
    # p. 12: 6 for #7, 1 for #9, 5 for #25: a card, an attack of #25 on #24, a block of #7 to #6, in this order
    world = table({"7": 3, "9": 3, "25": 3}, {"24": 4}, seed_of((6, 1, 5), f.ORDERS))
    assert turn(world) == 2
    found = events(world)
    assert [to for kind, _, to in found if kind == f.K_DIE] == [index("7"), index("9"), index("25")]  # p. 11
    acts = [e for e in found if e[0] != f.K_DIE]
    assert acts[0][0] == f.K_DRAW
    attacks = [e for e in acts if e[0] == f.K_ATTACK]
    assert attacks == [(f.K_ATTACK, index("25"), index("24"))] * 3
    assert (f.K_MOVE, index("7"), index("6")) in acts
    assert acts.index((f.K_MOVE, index("7"), index("6"))) > acts.index(attacks[-1])


def test_with_chuikov_neighbors_join() -> None:
    # p. 15: #7 and #8 touch #24 and join the attack of #25
    world = table({"7": 3, "9": 3, "25": 3, "8": 1}, {"24": 4}, seed_of((6, 1, 5), f.ORDERS))
    world.leaders[f.CHUIKOV] = 1
    turn(world)
    starts = {start for kind, start, _ in events(world) if kind == f.K_ATTACK}
    assert starts == {index("25"), index("7"), index("8")}


def test_five_cards_and_a_move() -> None:
    # p. 12: 1, 1, 6, 6, 3 and 1 are five cards and a block that moves by the 3
    names = ("21", "40", "42", "44", "64", "66")
    world = table(dict.fromkeys(names, 2), {}, seed_of((1, 1, 6, 6, 3, 1), f.ORDERS))
    assert turn(world) == 2
    kinds = [kind for kind, _, _ in events(world)]
    assert kinds.count(f.K_DRAW) == 5
    assert kinds.count(f.K_MOVE) == 1
    assert int(world.hand[f.SOVIET].sum()) == 5


@pytest.mark.parametrize(("n", "action"), [(6, 2), (7, 1)])
def test_seven_tallest_stacks_always_spawn(n: int, action: int) -> None:
    names = ("21", "40", "42", "44", "64", "66", "68")[:n]
    assert turn(table(dict.fromkeys(names, 2), {})) == action


def test_a_spawn_action_brings_six_infantry_and_three_tanks() -> None:
    world = table(dict.fromkeys(("21", "40", "42", "44", "64", "66", "68"), 1), {})
    turn(world)
    assert [count(world, name) for name in ("3", "19", "9", "15", "13", "7")] == [2, 2, 1, 1, 2, 1]
    pools = [int(world.u[f.POOL, u]) for u in range(f.N_UNITS) if world.u[f.STATE, u] == f.ON_MAP and u >= f.N_GERMAN]
    assert pools.count(f.TANKS) == 3
    order = [to for kind, _, to in events(world) if kind == f.K_SPAWN]
    assert list(dict.fromkeys(order)) == [index(name) for name in ("3", "19", "9", "15", "13", "7")]


def test_missing_tanks_cost_a_card_each() -> None:
    # p. 11: tanks are to come in #3 and #19 and the reserve is empty: two cards; here #7's as well, held by Germans
    names = ("21", "40", "42", "44", "64", "66", "68")
    world = table(dict.fromkeys(names, 1), {"7": 1})
    for unit in TANKS:
        world.u[f.STATE, unit] = f.ASIDE
    turn(world)
    assert [kind for kind, _, _ in events(world)].count(f.K_DRAW) == 2
    assert count(world, "3") == count(world, "19") == 1


def test_full_hexes_and_three_blocks() -> None:
    world = table({"3": 3, "13": 4, "9": 4, "15": 4, "19": 4, "7": 4, "44": 4, "21": 4}, {})
    assert turn(world) == 1
    assert [kind for kind, _, _ in events(world)].count(f.K_DRAW) == 5  # one a full hex, none for #3 [R9, R10]
    assert count(world, "3") == 4
    last = int(world.x[f.SLOT + 3, index("3")])
    assert world.u[f.POOL, last] == f.INFANTRY


def test_without_a_spawn_hex_a_card_is_drawn() -> None:
    world = table({"44": 2}, {})
    for name in ("3", "7", "9", "13", "15", "19"):
        world.x[f.CONTROL, index(name)] = f.GERMAN
    assert turn(world) == 0
    assert [kind for kind, _, _ in events(world)] == [f.K_DRAW]


def test_the_last_card_ends_the_game_at_once() -> None:
    world = table({"44": 2}, {})
    for name in ("3", "7", "9", "13", "15", "19"):
        world.x[f.CONTROL, index(name)] = f.GERMAN
    world.s[f.DECK_AT + f.SOVIET] = world.s[f.DECK_N + f.SOVIET] - 1
    turn(world)
    assert world.s[f.OVER] == f.SOVIET_CLOCK


def test_full_neighbor_and_map_edge_draw() -> None:
    world = table({"8": 4, "24": 4}, {}, seed_of((4, 5), f.ORDERS))  # a 4 leads from 8 to 24, which is full
    turn(world)
    kinds = [kind for kind, _, _ in events(world)]
    assert kinds.count(f.K_DRAW) == 1
    assert kinds.count(f.K_MOVE) == 1
    assert len(MARINES) == 2
