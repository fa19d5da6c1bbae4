"""The Ju 52 markers: every hand of the cup."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.stalingrad_roads.systems.ju52 import cup, turns_above_1, turns_bought
from tests.games.stalingrad_roads.systems.asked import by_turn, last, setting


def cup_state(**values: int) -> cup.Cup:
    names = cup.Cup.__dataclass_fields__
    columns: dict[str, Any] = {name: np.array([values.get(name, 0)], np.int8) for name in names}
    return cup.Cup(**columns)


@pytest.mark.parametrize("received", range(7))
@pytest.mark.parametrize("gone", [(0, 0), (1, 0), (2, 1)])
def test_what_is_drawn_by_every_hand_of_the_cup(received: int, gone: tuple[int, int]) -> None:
    chosen = setting("ju52")
    kinds = {name: int(n) for name, n in cup.mix(chosen.factors).items()}
    kinds["evacuation"] -= gone[0]
    kinds["general_hube"] -= gone[1]
    markers = [name for name, n in kinds.items() for _ in range(n)]
    hands: Counter[tuple[int, int]] = Counter()
    sorties: Counter[tuple[int, int, bool]] = Counter()
    for hand in combinations(markers, received):
        pair = (hand.count("evacuation"), hand.count("general_hube"))
        hands[pair] += 1
        sorties[(*pair, any(name.startswith("sortie") for name in hand))] += 1
    state = cup_state(ju52_received=received, evacuated=gone[0], hubes_played=gone[1])
    weights = cup.leaving_weights(state, chosen, 1)[0].tolist()
    assert {pair: n for pair, n in zip(cup._PAIRS, weights, strict=True) if n} == dict(hands)
    for (evacuations, hubes), n in hands.items():
        drawn = cup_state(ju52_received=received, drawn_evacuations=evacuations, drawn_hubes=hubes)
        without, with_one = cup.sortie_weights(drawn, setting("ju52", axis="sally"), 1)[0].tolist()
        if received > evacuations + hubes:
            share = Fraction(sorties[(evacuations, hubes, True)], n)
            assert Fraction(with_one, without + with_one) == share


def test_evacuations_over_every_level() -> None:
    for level, evacuations in product(range(1, 12), range(4)):
        after = level
        for _ in range(evacuations):
            after += 2 <= after <= 5
        assert int(cup.evacuation_level(level, evacuations)) == after


@pytest.mark.parametrize("policy", ["press", "starve"])
def test_without_events_the_pocket_is_the_pocket(policy: str) -> None:
    """A cup without evacuations, of which nobody plays the rest, is no cup at all."""
    plain = last("ju52", setting("ju52", {"evacuation": 0}, soviet=policy, axis="hold_back"))
    pocket = last("pocket", setting("pocket", soviet=policy))
    assert dict(plain.law("first_turn_at_1")) == dict(pocket.law("first_turn_at_1"))


def test_what_leaves_the_cup_stays_away() -> None:
    for worlds in by_turn("ju52", setting("ju52")):
        assert worlds.law("evacuated").probability(lambda n: n > 2) == 0
        assert worlds.law("hubes_played", "held_hubes").probability(lambda played, held: played + held > 1) == 0
        doubled = worlds.law("is_doubled", "is_attacked").probability(lambda double, attacked: double and not attacked)
        assert doubled == 0
    never = last("ju52", setting("ju52", axis="hold_back"))
    assert never.law("hubes_played").counts.keys() == {(0,)}


def test_evacuations_prolong_and_sorties_shorten() -> None:
    lives = [turns_above_1(setting("ju52", {"evacuation": n})) for n in (0, 1, 2, 3)]
    assert lives == sorted(lives)
    assert turns_bought(setting("ju52")) > 0 > turns_bought(setting("ju52", axis="sally"))


def test_a_mix_of_more_than_fifteen_is_refused_in_words() -> None:
    with pytest.raises(GameError, match=r"the Ju 52 kinds make 17 markers; expected at most 15"):
        cup.start(1, setting("ju52", {"stack_resistance": 4, "rattenkrieg": 3, "evacuation": 3, "support": 2}))


@pytest.mark.parametrize("received", range(7))
def test_attacks_from_the_pocket_by_every_hand(received: int) -> None:
    """Sorties, and for the policy that plays them the last reserves, among the markers that come back."""
    kinds = {name: int(n) for name, n in cup.mix(setting("ju52").factors).items()}
    markers = [name for name, n in kinds.items() for _ in range(n) if name not in ("evacuation", "general_hube")]
    hands = list(combinations(markers, received))
    for policy, attacks in (("sally", ("sortie",)), ("all_out", ("sortie", "last_reserves")), ("shelter", ())):
        with_one = sum(any(name.startswith(attack) for name in hand for attack in attacks) for hand in hands)
        state = cup_state(ju52_received=received)
        weights = cup.sortie_weights(state, setting("ju52", axis=policy), 1)[0].tolist()
        if policy == "shelter" or not received:
            assert weights == [0, 0]
        else:
            assert weights == [len(hands) - with_one, with_one]
