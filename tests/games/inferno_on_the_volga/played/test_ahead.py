"""Players who look ahead: they foresee nothing, leave the game as it was, and win more than those who do not."""

from __future__ import annotations

import numpy as np
import pytest

from sim.game import load_game
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.played.ahead import decide_ahead, set_aside
from sim.games.inferno_on_the_volga.played.ahead_soviet import choose_ahead
from sim.games.inferno_on_the_volga.played.hiding import redeal, redeal_for_soviet
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


def unseen(deck: f.Ints, hand: f.Ints, scalars: f.Ints) -> list[int]:
    """Return the German cards in hand and deck, in the order of their codes."""
    left = deck[f.GERMAN, scalars[f.DECK_AT] : scalars[f.DECK_N]].tolist()
    return sorted([*left, *np.repeat(np.arange(f.N_CARDS), hand[f.GERMAN]).tolist()])


def test_no_soviet_decision_hangs_on_what_germans_hide() -> None:
    """A player of the two-player game sees his own blocks and cards alone [p. 3 fog of war, p. 17 one against one]."""
    seats = Seats("balanced", "strong")
    world, template = worlds(seats)
    changed, ways = 0, set()
    for game in range(2):
        seat(world, template, seats, 8, game, False)
        with quiet():
            begin(world)
            half, turn = 1, 0
            while half and turn < 24:
                if half == 2:
                    turn += 1
                    world.s[f.PHASE] = 2
                    kept = {name: getattr(world, name).copy() for name in ARRAYS}
                    way = choose_ahead(world)
                    ways.add(way)
                    for name, array in kept.items():
                        assert np.array_equal(getattr(world, name), array), name
                    world.s[f.SEED] += 1_000
                    redeal_for_soviet(world)
                    changed += not np.array_equal(world.u, kept["u"])
                    assert np.array_equal(world.hand[f.SOVIET], kept["hand"][f.SOVIET])
                    assert world.hand[f.GERMAN].sum() == kept["hand"][f.GERMAN].sum()
                    assert not world.hand[f.GERMAN, f.PAULUS_CARD :].any()
                    assert unseen(world.deck, world.hand, world.s) == unseen(kept["deck"], kept["hand"], kept["s"])
                    assert choose_ahead(world) == way
                    for name, array in kept.items():
                        getattr(world, name)[:] = array
                half = play_half(world, half)
    assert changed > 30
    assert len(ways) > 1


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


@pytest.mark.verification
def test_a_soviet_who_looks_ahead_wins_more_than_one_who_attacks() -> None:
    """The quick ones who draw cards win nearly all games; more than they win, few games cannot show."""
    strong, other = (
        WHOLE.play_block(Seats("balanced", one), 4_243, 0, 300, False).results[:, 0] <= 0 for one in ("strong", "bold")
    )
    edge = strong.astype(float) - other
    assert edge.mean() - 2.58 * edge.std(ddof=1) / len(edge) ** 0.5 > 0
