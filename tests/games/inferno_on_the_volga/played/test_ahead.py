"""The German who looks ahead: he foresees nothing, leaves the game as it was, and wins more than those who do not."""

from __future__ import annotations

import numpy as np
import pytest

from sim.game import load_game
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.played.ahead import decide_ahead, set_aside
from sim.games.inferno_on_the_volga.played.hiding import redeal
from sim.games.inferno_on_the_volga.played.season import begin, play_half
from sim.games.inferno_on_the_volga.played.worlds import ARRAYS, quiet, seat, worlds
from sim.games.inferno_on_the_volga.players.roster import CHARACTERS
from sim.match.whole import Seats

WHOLE = load_game("inferno_on_the_volga").whole
SEATS = Seats("strong", "ai")


def test_nothing_hidden_and_no_later_die_changes_a_decision_and_thinking_changes_nothing() -> None:
    world, template = worlds(SEATS)
    changed = 0
    for game in range(2):
        seat(world, template, SEATS, 8, game, False)
        with quiet():
            begin(world)
            half, turn = 1, 0
            while half and turn < 24:
                if half == 1:
                    turn += 1
                    kept = {name: getattr(world, name).copy() for name in ARRAYS}
                    decide_ahead(world)
                    plan = world.plan.copy()
                    for name in ("u", "s", "deck", "hand", "track", "leaders", "turns"):
                        assert np.array_equal(getattr(world, name), kept[name]), name
                    world.s[f.SEED] += 1_000
                    redeal(world)
                    changed += not np.array_equal(world.u, kept["u"])
                    decide_ahead(world)
                    assert np.array_equal(world.plan, plan)
                    for name, array in kept.items():
                        getattr(world, name)[:] = array
                half = play_half(world, half)
    assert changed > 30


def test_there_is_room_to_set_a_game_aside() -> None:
    world, template = worlds(SEATS)
    seat(world, template, SEATS, 8, 0, False)
    assert set_aside(world, 0) <= f.N_ASIDE


@pytest.mark.verification
@pytest.mark.parametrize("quick", CHARACTERS)
def test_he_wins_more_against_the_book_than_each_quick_german(quick: str) -> None:
    strong, other = (
        WHOLE.play_block(Seats(one, "ai"), 4_242, 0, 600, False).results[:, 0] > 0 for one in ("strong", quick)
    )
    edge = strong.astype(float) - other
    assert edge.mean() - 2.58 * edge.std(ddof=1) / len(edge) ** 0.5 > 0
