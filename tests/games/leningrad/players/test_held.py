"""Who looks ahead holds units back that suffer where his plan sends them: only where that is better, and they stay."""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.played.ahead import EDGE
from sim.games.leningrad.played.positions import POSITIONS
from sim.games.leningrad.played.saved import put, take
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.played.tries import try_rest, try_turn
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.map.forces import world as g
from sim.map.forces.world import World, copy_of
from sim.match.saved import Saved
from sim.match.whole import Seats
from tests.games.leningrad.players.test_ahead import at_turn

SEATS = Seats("strong", "strong")
TURNS, SEEDS = (5, 6, 7, 8), range(1, 81)
NAMES = ("u", "x", "s", "lists", "turns", "weights", "ahead", "q")


@cache
def holding() -> list[tuple[World, int, int]]:
    """Return worlds at the start of a German turn in which units are held back: before thinking, the plan, who."""
    found = []
    with quiet():
        for turn in TURNS:
            for seed in SEEDS:
                world = at_turn(turn, f.GERMAN, SEATS, seed)
                before = copy_of(world)
                plan = int(think_aloud(world, f.GERMAN))
                if world.ahead[f.A_HELD]:
                    found.append((before, plan, int(world.ahead[f.A_HELD])))
    return found


def at(before: World) -> World:
    """Return the world that plays, as it was."""
    world, template = worlds(SEATS)
    put(world, template, take(before))
    for name in NAMES:
        getattr(world, name)[:] = getattr(before, name)
    return world


def test_some_are_held_back_but_seldom() -> None:
    """It is no habit: some of these three hundred and twenty turns, by far not all."""
    assert 1 <= len(holding()) <= len(TURNS) * len(SEEDS) // 20


def test_holding_back_is_better_on_the_samples_that_decide() -> None:
    """The plan and the plan with those units held back, each played out by itself again on all samples."""
    for before, plan, held in holding():
        n = sum(int(before.ahead[at + 2 * before.s[g.TURN]]) for at in (f.A_FIRST, f.A_SECOND, f.A_AGAIN))
        gains = []
        for sample in range(n):
            values = []
            for bits in (0, held):
                world = at(before)
                world.ahead[f.A_HELD] = bits
                with quiet():
                    try_turn(world, f.GERMAN, plan, sample)
                    values.append(int(try_rest(world, f.GERMAN)))
            gains.append(values[1] - values[0])
        assert np.mean(gains) > EDGE


def test_who_is_held_back_stays_unless_thrown_back() -> None:
    """In the turn itself nobody held back marches or takes a hex, and without that some of them would have gone."""
    went = 0
    for before, plan, held in holding():
        names = {name for u, name in enumerate(tables.unit_names()[: f.N_GERMAN]) if held >> u & 1}
        for bits in (held, 0):
            world = at(before)
            world.weights[f.GERMAN], world.ahead[f.A_HELD], world.s[g.LOGGING] = world.plans[f.GERMAN, plan], bits, 1
            with quiet():
                for phase in range(1, 4):
                    play_phase(world, phase)
            rows = world.log[before.s[g.N_LOG] : world.s[g.N_LOG]]
            gone = rows[np.isin(rows[:, f.C_KIND], (f.K_MOVE, f.K_ADVANCE)), f.C_UNIT]
            those = {tables.unit_names()[u] for u in gone if u < f.N_GERMAN} & names
            went += len(those)
            assert not (bits and those)
    assert went > 0


def test_a_saved_game_remembers_who_is_held_back() -> None:
    """Stopped after the decision, written and read, the game goes on as if it had not been stopped."""
    before, _, held = holding()[0]
    world = at(before)
    with quiet():
        think_aloud(world, f.GERMAN)
        play_phase(world, 1)
    saved = Saved(SEATS, int(before.s[g.SEED]), 0, int(before.s[g.TURN]), 2, take(world))
    text = POSITIONS.text(saved)
    read = POSITIONS.read(text, "f")
    assert "held_back = [" in text
    assert read.state.plans.tolist() == saved.state.plans.tolist()
    assert int(read.state.plans[2]) == held
    assert POSITIONS.resume(read, SEATS)[1].digest() == POSITIONS.resume(saved, SEATS)[1].digest()
    line = next(row for row in text.splitlines() if row.startswith("held_back"))
    without = POSITIONS.read(text.replace(f"{line}\n", ""), "f")
    assert int(without.state.plans[2]) == 0


def test_advice_says_who_stays() -> None:
    """Before a turn the advice is the player's own choice: the plan, and in words those whom it holds back."""
    before, _, held = holding()[0]
    saved = Saved(SEATS, int(before.s[g.SEED]), 0, int(before.s[g.TURN]), 1, take(before))
    advise = POSITIONS.advise
    assert advise is not None
    asked = advise(saved, "strong", 2, 5)
    chosen = asked.plans[asked.chosen]
    assert chosen.name.endswith("holding back")
    assert all(name in chosen.about for u, name in enumerate(tables.unit_names()) if u < f.N_GERMAN and held >> u & 1)
    names = {name for u, name in enumerate(tables.unit_names()[: f.N_GERMAN]) if held >> u & 1}
    for log in asked.logs:
        assert not {row["unit"] for row in log.to_pylist() if row["kind"] in ("move", "advance")} & names
