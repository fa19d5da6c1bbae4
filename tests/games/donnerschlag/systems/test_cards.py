"""Cards of the decks: every hand counted, free use, policies."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.donnerschlag.systems import _decks as decks
from sim.play import play_exactly
from tests.games.donnerschlag.systems.asking import COURSES, SYSTEMS, last_law


def test_card_ways_count_every_hand() -> None:
    for wanted, others in product(range(4), range(5)):
        pile = [1] * wanted + [0] * others
        for dealt in range(min(len(pile), 6) + 1):
            hands = Counter(sum(hand) for hand in combinations(pile, dealt))
            assert decks.card_ways(wanted, others, dealt).tolist() == [hands[k] for k in range(7)]


@pytest.mark.parametrize("name", ["activations", "colors"])
def test_free_use_of_cards_has_the_mean_of_the_shares_dealt(name: str) -> None:
    """Every card of a pile is as likely dealt as any other: 15 early cards, the rest, then 20 of the new pile."""
    course = COURSES[name]
    setting = course.setting({"turn_8_share": 3}, {next(iter(course.policies)): "focus"})
    f = {key: Fraction(int(np.asarray(value))) for key, value in setting.factors.items()}
    counted = ("own", "any", "special")
    early = sum(f.get(f"early_{kind}", Fraction(0)) for kind in counted)
    late = sum(f[f"late_{kind}"] for kind in counted)
    rest = f["early_cards"] - 15
    share = (20 - rest) / (f["late_cards"] + 15)
    assert SYSTEMS[name].measure(setting) == early + share * (late + early * 15 / f["early_cards"]) + 3
    assert last_law(course, setting, "total").mean(int) == SYSTEMS[name].measure(setting)


def test_the_mean_forgets_nothing_that_matters() -> None:
    for name in ("activations", "colors", "events", "ad_hoc", "alarmgruppe", "soviet_tanks"):
        course = COURSES[name]
        side = next(iter(course.policies))
        for policy in course.policies[side]:
            setting = course.setting(None, {side: policy})
            assert SYSTEMS[name].measure(setting) == last_law(course, setting, "total").mean(int), (name, policy)


def test_a_formation_is_idle_on_turn_1_as_often_as_no_card_is_dealt() -> None:
    course = COURSES["activations"]
    chances = {"focus": Fraction(comb(12, 5), comb(18, 5)), "named": Fraction(comb(15, 5), comb(18, 5))}
    for policy, chance in {**chances, "once": chances["focus"]}.items():
        first = next(iter(play_exactly(course, course.setting(None, {"axis": policy}))))
        assert first.law("activations").probability(lambda n: n == 0) == chance


def test_an_activation_is_never_lost_and_all_cards_come_back_on_turn_4() -> None:
    # [4.4, 6.1.c, 6.1.d, 6.2]
    course = COURSES["activations"]
    for turn, worlds in enumerate(play_exactly(course, course.setting()), 1):
        state = worlds.state
        assert isinstance(state, decks.Deck)
        pile = sum(getattr(state, f"pile_{kind}").astype(int) for kind in decks.KINDS)
        dealt = 5 * turn if turn < 4 else 5 * min(turn, 7)
        assert set(np.ravel(pile).tolist()) == {(18 if turn < 4 else 18 + 12 + 15) - dealt}
        assert (state.activations <= state.hand_own + state.hand_any + state.hand_special).all()


def test_the_policies_spend_the_cards_of_free_choice_that_they_say() -> None:
    course = COURSES["activations"]
    for policy, reach, since in product(("focus", "once", "named"), (0, 1), (4, 6)):
        setting = course.setting({"special_reach": reach, "special_from": since}, {"axis": policy})
        for turn, worlds in enumerate(play_exactly(course, setting), 1):
            state = worlds.state
            assert isinstance(state, decks.Deck)
            for own, any_, special, activations in zip(
                state.hand_own, state.hand_any, state.hand_special, state.activations, strict=True
            ):
                wild = any_ + special * (reach and turn >= since)
                spent = {"focus": wild, "once": min(1, wild) if own == 0 else 0, "named": 0}[policy]
                assert activations == own + spent


def test_more_kinds_than_cards_are_refused() -> None:
    setting = COURSES["activations"].setting({"late_cards": 5, "late_own": 4})
    with pytest.raises(GameError, match="factor late_cards is 5; expected at least the 7 cards of the kinds named"):
        decks.start(1, setting)
