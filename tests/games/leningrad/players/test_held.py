"""Who looks ahead holds units back that suffer or stand alone where his plan sends them: only where that is better.

They stay, or they march and take no hex that a battle empties.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from sim.game import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.played.look_ahead.holding import EDGE
from sim.games.leningrad.played.look_ahead.regret import N_ROWS, loners, note, sufferers
from sim.games.leningrad.played.look_ahead.tries import try_rest, try_turn
from sim.games.leningrad.played.positions import POSITIONS
from sim.games.leningrad.played.saved import put, take
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players.held import MAY_MARCH
from sim.map.forces import world as g
from sim.map.forces.world import World, copy_of
from sim.map.forces.zones import hexes_between
from sim.match.saved import Saved
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn

SEATS = Seats("strong", "strong")
TURNS, SOVIET_TURNS, SEEDS = (5, 6, 7, 8), (8, 9), range(1, 81)
NAMES = ("u", "x", "s", "lists", "turns", "weights", "ahead", "q")


@cache
def holding(side: int = f.GERMAN, turns: tuple[int, ...] = TURNS) -> list[tuple[World, int, int]]:
    """Return worlds at the start of a side's turn in which units are held back: before thinking, the plan, who."""
    found = []
    with quiet():
        for turn in turns:
            for seed in SEEDS:
                world = at_turn(turn, side, SEATS, seed)
                before = copy_of(world)
                plan = int(think_aloud(world, side))
                if world.ahead[f.A_HELD + side]:
                    found.append((before, plan, int(world.ahead[f.A_HELD + side])))
    return found


def those_held(way: int) -> list[tuple[World, int, int]]:
    """Return those worlds in which units are held back in one way: they stay, or they only take no hex."""
    return [one for one in holding() if one[2] & MAY_MARCH == way]


def at(before: World) -> World:
    """Return the world that plays, as it was."""
    world, template = worlds(SEATS)
    put(world, template, take(before))
    for name in NAMES:
        getattr(world, name)[:] = getattr(before, name)
    return world


def test_some_are_held_back_but_seldom() -> None:
    """It is no habit: some of these three hundred and twenty turns, by far not all."""
    assert 1 <= len(holding()) <= len(TURNS) * len(SEEDS) // 10


def test_holding_back_is_better_on_the_samples_that_decide() -> None:
    """The plan and the plan with those units held back, each played out by itself again on all samples."""
    for before, plan, held in holding():
        gains = gains_of(before, f.GERMAN, plan, held)
        assert np.mean(gains[: n_choice(before, f.GERMAN)]) > EDGE
        assert np.mean(gains[n_choice(before, f.GERMAN) :]) > EDGE


def test_soviets_hold_back_those_who_left_leningrad_or_their_stacks() -> None:
    """Whoever left a hex of Leningrad with Germans within three hexes, said over again; it is better on both parts."""
    found, stacks = holding(f.SOVIET, SOVIET_TURNS), 0
    for before, plan, held in found:
        left = 0
        for sample in range(n_choice(before, f.SOVIET)):
            world = at(before)
            with quiet():
                try_turn(world, f.SOVIET, plan, sample)
            left |= who_left(before, world)
        assert held in ways_to_hold(before, f.SOVIET, left)
        stacks += held not in (left, 0)
        gains = gains_of(before, f.SOVIET, plan, held)
        assert np.mean(gains[: n_choice(before, f.SOVIET)]) > EDGE
        assert np.mean(gains[n_choice(before, f.SOVIET) :]) > EDGE
    assert 0 < stacks < len(found)


def n_choice(before: World, side: int) -> int:
    """Return how many samples a plan that is chosen had at most."""
    return sum(int(before.ahead[at + 2 * before.s[g.TURN] + side]) for at in (f.A_FIRST, f.A_SECOND))


def gains_of(before: World, side: int, plan: int, held: int) -> list[int]:
    """Return what holding units back gains in each sample, first those of the choice of a plan."""
    gains = []
    for sample in range(n_choice(before, side) + int(before.ahead[f.A_AGAIN + 2 * before.s[g.TURN] + side])):
        values = []
        for bits in (0, held):
            world = at(before)
            world.ahead[f.A_HELD + side] = bits
            with quiet():
                try_turn(world, side, plan, sample)
                values.append(int(try_rest(world, side)))
        gains.append(values[1] - values[0])
    return gains


def ways_to_hold(before: World, side: int, those: int) -> set[int]:
    """Return the sets that may be held back: those, any stack with one of them in it, all these stacks."""
    first = f.N_GERMAN if side == f.SOVIET else 0
    stacks: dict[int, int] = {}
    for k in range(f.N_UNITS - first if side == f.SOVIET else f.N_GERMAN):
        if before.u[g.STATE, first + k] == g.ON_MAP:
            h = int(before.u[g.HEX, first + k])
            stacks[h] = stacks.get(h, 0) | 1 << k
    theirs = [stack for stack in stacks.values() if stack & those]
    return {those, *theirs, sum(theirs)}


def who_left(before: World, after: World) -> int:
    """Return bits for Soviets who left a hex of Leningrad, with Germans near it afterwards."""
    found = 0
    germans = [int(h) for h in after.u[g.HEX, : f.N_GERMAN][after.u[g.STATE, : f.N_GERMAN] == g.ON_MAP]]
    for k in range(f.N_SOVIET):
        u = f.N_GERMAN + k
        was, now = int(before.u[g.HEX, u]), int(after.u[g.HEX, u])
        if before.u[g.STATE, u] != g.ON_MAP or after.u[g.STATE, u] != g.ON_MAP or was == now:
            continue
        if before.x[f.CITY_VP, was] > 0 and any(hexes_between(after, was, h) <= 3 for h in germans):
            found |= 1 << k
    return found


def who_shared(went: np.ndarray[Any, Any], after: World) -> int:
    """Return bits for Germans who went to, or left, a hex in which somebody then lost a step, said over again."""
    hexes = {
        int(went[g.HEX, u])
        for u in range(f.N_GERMAN)
        if went[g.STATE, u] == g.ON_MAP and (after.u[g.STATE, u] != g.ON_MAP or after.u[g.STEPS, u] < went[g.STEPS, u])
    }
    found = 0
    for u in range(f.N_GERMAN):
        begun, ended = int(went[g.START, u]), int(went[g.HEX, u])
        if went[g.STATE, u] == g.ON_MAP and begun not in (-1, ended) and hexes & {begun, ended}:
            found |= 1 << u
    return found


def lonely(world: World, started: list[int]) -> int:
    """Return bits for German mobile units that went to hexes next to which nobody else is, said over again."""
    found = 0
    for u in range(f.N_GERMAN):
        if world.u[g.STATE, u] == g.ON_MAP and world.u[f.TYPE, u] != f.INF_TYPE and started[u] >= 0:
            h = int(world.u[g.HEX, u])
            beside = sum(int(world.x[g.COUNT, n]) for n in world.neighbors[h] if n >= 0)
            found |= (1 << u) if h != started[u] and beside == 0 else 0
    return found


def test_those_who_suffer_are_asked_first_then_those_who_went_alone() -> None:
    """Whoever is held back was noted in a sample of the choice; who went alone only where nobody suffered."""
    asked, stacks = [0, 0], 0
    for before, plan, held in holding():
        n = sum(int(before.ahead[at + 2 * before.s[g.TURN]]) for at in (f.A_FIRST, f.A_SECOND))
        suffer, alone = 0, 0
        for sample in range(n):
            world, rows = at(before), np.zeros((N_ROWS, f.N_UNITS), np.int64)
            with quiet():
                try_turn(world, f.GERMAN, plan, sample)
                suffer |= int(note(world, f.GERMAN, rows))
                went = world.u[:, : f.N_GERMAN].copy()
                alone |= lonely(world, world.u[g.START].tolist())
                assert int(loners(world, f.GERMAN, rows)) == lonely(world, world.u[g.START].tolist())
                try_rest(world, f.GERMAN)
            assert int(sufferers(world, f.GERMAN, rows)) == who_shared(went, world)
            suffer |= who_shared(went, world)
        assert held & ~MAY_MARCH in ways_to_hold(before, f.GERMAN, suffer or alone)
        assert held & MAY_MARCH == 0 or held & ~MAY_MARCH == (suffer or alone)
        stacks += held & ~MAY_MARCH != (suffer or alone)
        asked[0 if suffer else 1] += 1
    assert min(asked) > 0
    assert 0 < stacks < len(holding())  # who stays alone is no better off, so the whole stack may stay


@pytest.mark.parametrize("turn", [3, 10])
def test_early_and_late_nobody_is_noted_for_being_alone(turn: int) -> None:
    """The same position on another turn notes nobody."""
    rows, noted = np.zeros((N_ROWS, f.N_UNITS), np.int64), 0
    for before, plan, _ in holding():
        world = at(before)
        with quiet():
            try_turn(world, f.GERMAN, plan, 0)
            note(world, f.GERMAN, rows)
            noted |= int(loners(world, f.GERMAN, rows))
            world.s[g.TURN] = turn
            assert int(loners(world, f.GERMAN, rows)) == 0
    assert noted


@pytest.mark.parametrize("way", [0, MAY_MARCH])
def test_who_is_held_back_stays_unless_thrown_back(way: int) -> None:
    """In the turn itself nobody held back marches or takes a hex, and without that some of them would have gone.

    Those who may march take no hex, do march, and would have taken one.
    """
    went, marched, kinds = 0, 0, (f.K_ADVANCE,) if way else (f.K_MOVE, f.K_ADVANCE)
    for before, plan, held in those_held(way):
        names = {name for u, name in enumerate(tables.unit_names()[: f.N_GERMAN]) if held >> u & 1}
        for bits in (held, 0):
            world = at(before)
            world.weights[f.GERMAN], world.ahead[f.A_HELD], world.s[g.LOGGING] = world.plans[f.GERMAN, plan], bits, 1
            with quiet():
                for phase in range(1, 4):
                    play_phase(world, phase)
            rows = world.log[before.s[g.N_LOG] : world.s[g.N_LOG]]
            gone = rows[np.isin(rows[:, f.C_KIND], kinds), f.C_UNIT]
            those = {tables.unit_names()[u] for u in gone if u < f.N_GERMAN} & names
            went += len(those)
            marching = rows[rows[:, f.C_KIND] == f.K_MOVE, f.C_UNIT]
            marched += len({tables.unit_names()[u] for u in marching if u < f.N_GERMAN} & names) if bits else 0
            assert not (bits and those)
    assert went > 0
    assert (marched > 0) == (way > 0)


@pytest.mark.parametrize(("way", "key"), [(0, "held_back"), (MAY_MARCH, "not_to_advance")])
def test_a_saved_game_remembers_who_is_held_back(way: int, key: str) -> None:
    """Stopped after the decision, written and read, the game goes on as if it had not been stopped."""
    before, _, held = those_held(way)[0]
    world = at(before)
    with quiet():
        think_aloud(world, f.GERMAN)
        play_phase(world, 1)
    saved = Saved(SEATS, int(before.s[g.SEED]), 0, int(before.s[g.TURN]), 2, take(world))
    text = POSITIONS.text(saved)
    read = POSITIONS.read(text, "f")
    assert f"{key} = [" in text
    assert read.state.plans.tolist() == saved.state.plans.tolist()
    assert int(read.state.plans[2]) == held
    assert POSITIONS.resume(read, SEATS)[1].digest() == POSITIONS.resume(saved, SEATS)[1].digest()
    line = next(row for row in text.splitlines() if row.startswith(key))
    without = POSITIONS.read(text.replace(f"{line}\n", ""), "f")
    assert int(without.state.plans[2]) == 0
    both = text.replace(line, f'{line}\n{"held_back" if way else "not_to_advance"} = ["{tables.unit_names()[0]}"]')
    with pytest.raises(GameError, match="nobody of a side with units under held_back"):
        POSITIONS.read(both, "f")


@pytest.mark.parametrize(("way", "words"), [(0, "holding back"), (MAY_MARCH, "not advancing")])
def test_advice_says_who_stays(way: int, words: str) -> None:
    """Before a turn the advice is the player's own choice: the plan, and in words those whom it holds back."""
    before, _, held = those_held(way)[0]
    saved = Saved(SEATS, int(before.s[g.SEED]), 0, int(before.s[g.TURN]), 1, take(before))
    advise = POSITIONS.advise
    assert advise is not None
    asked = advise(saved, "strong", 2, 5)
    chosen = asked.plans[asked.chosen]
    assert chosen.name.endswith(words)
    assert all(name in chosen.about for u, name in enumerate(tables.unit_names()) if u < f.N_GERMAN and held >> u & 1)
    names = {name for u, name in enumerate(tables.unit_names()[: f.N_GERMAN]) if held >> u & 1}
    for log in asked.logs:
        kinds = ("advance",) if way else ("move", "advance")
        assert not {row["unit"] for row in log.to_pylist() if row["kind"] in kinds} & names
