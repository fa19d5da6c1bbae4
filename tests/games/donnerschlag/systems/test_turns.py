"""Donnerschlag's systems of when: the call, two formations on one turn, the combat cards of turn 8."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import pytest

from sim.dice import all_rolls
from sim.errors import GameError
from sim.factors import factors_of
from sim.game import load_game
from sim.games.donnerschlag.systems import _calls as call
from sim.games.donnerschlag.systems import _decks as decks
from sim.games.donnerschlag.systems import _march as march_rules
from sim.games.donnerschlag.systems import clock, last_effort, pair, together
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.system import Policy, Setting

SYSTEMS = load_game("donnerschlag").systems
COURSES = {name: one.course for name, one in SYSTEMS.items() if one.course}
MARCHES: list[dict[str, int]] = [{}, {"slower_halves": 0}, {"slower_halves": 2, "zone_hexes": 24}, {"gain_hexes": 7}]

# the call --------------------------------------------------------------------------------------------------------


def played(setting: Setting, policy: Policy) -> Any:
    *_, last = play_exactly(COURSES["clock"], Setting(setting.factors, {"axis": policy}))
    return last


@pytest.mark.parametrize("march", MARCHES)
def test_the_law_of_the_best_call_is_that_of_its_rule_played(march: dict[str, int]) -> None:
    setting = COURSES["clock"].setting(march)
    _, most = call.best_calls(setting)
    rule = Policy("x", "axis", "x", lambda state, turn: {"call": state.hexes_left <= most.get(turn, -1)})
    assert dict(call.call_law(setting)) == dict(played(setting, rule).law("call_turn"))


@pytest.mark.parametrize("march", MARCHES)
def test_a_call_settled_beforehand_has_the_chance_of_its_play(march: dict[str, int]) -> None:
    setting = COURSES["clock"].setting(march)
    for turn, chance in call.fixed_calls(setting).items():
        rule = Policy("x", "axis", "x", lambda state, now, turn=turn: {"call": now >= turn})  # type: ignore[misc]
        last = played(setting, rule)
        assert chance == last.law("winner").probability(lambda winner: winner == clock.AXIS)
    assert call.best_calls(setting)[0] >= max(call.fixed_calls(setting).values())


def test_a_call_from_the_zone_counts_every_roll_of_four_marches() -> None:
    """Four hexes gained a turn on average: a 1 and a 6 push back by one."""
    setting = COURSES["clock"].setting({"zone_hexes": 10, "slower_halves": 0, "luftflotte_of_36": 0})
    value = call.chances_by_call(setting)[4]
    left = Counter({0: 1})
    for _ in range(4):
        after: Counter[int] = Counter()
        for hexes, n in left.items():
            for first, second in all_rolls(2).tolist():
                after[max(hexes - (4 + first - second), 0)] += n
        left = after
    assert value[0] == Fraction(left[0], 36**4)


def test_best_turns_are_those_of_each_march_asked_alone() -> None:
    setting, factors = COURSES["clock"].setting(), COURSES["clock"].factors
    found = list(call.best_turns(setting, [factors[name] for name in call.MARCH]))
    assert len(found) == 17 * 6 * 4
    for march, best in found[::23]:
        chances = call.fixed_calls(COURSES["clock"].setting(march))
        alike = [turn for turn, chance in chances.items() if chance == max(chances.values())]
        assert best == (call.NO_MATTER if len(alike) == len(chances) else max(alike))


def test_the_calibration_is_as_its_sidecar_says() -> None:
    """The hint speaks for a spearhead that loses none to half a hex a turn, and the central one is among them."""
    setting = COURSES["clock"].setting()
    clock_rows = load_list("donnerschlag", "donnerschlag_clock")
    usual = [clock_rows.integer(f"usual_call_turn_{end}") for end in ("low", "high")]
    assert list(call.USUAL) == list(range(usual[0], usual[1] + 1)) == [3, 4]
    laws = {one.id: one.law for one in SYSTEMS["call"].find(setting) if one.law is not None}
    share = [laws[f"slower_by_{halves}_halves"].probability(lambda turn: turn in call.USUAL) for halves in range(4)]
    assert share[0] > Fraction(9, 10)
    assert Fraction(98, 100) < share[1] < 1
    assert max(share[2:]) < Fraction(1, 4)
    middle = {name: COURSES["clock"].factors[name].value for name in call.MARCH}
    gains = [int(march_rules.hexes_gained(middle, turn, all_rolls(2)[0])) for turn in range(1, 7)]
    assert (sum(gains[:4]), sum(gains)) == (14, 18)


def test_the_extra_turn_is_played_when_it_is_wanted_and_bought() -> None:
    setting = COURSES["clock"].setting(None, {"axis": "fourth"})
    found = {one.id: one.number for one in SYSTEMS["clock"].find(setting) if one.number is not None}
    *_, last = play_exactly(COURSES["clock"], setting)
    assert found["is_bought"] == last.law("end_turn").probability(lambda turn: turn == 8)
    assert found["is_bought"] == found["is_wanted"] * Fraction(23, 36)


def test_an_earlier_call_leaves_luftflotte_4_the_smaller_chance_of_its_own_system() -> None:
    """The clock's three chances are those of the system luftflotte in whole 36ths, call by call."""
    setting, boxed = COURSES["clock"].setting(), COURSES["luftflotte"]
    for turn in march_rules.CALLS:
        *_, last = play_exactly(boxed, boxed.setting({"call_turn": turn}))
        comes = last.law("flip_turn").probability(lambda flip: flip > 0)
        assert march_rules.survival_of_36(setting.factors, turn) == round(36 * comes)
    never = COURSES["clock"].setting({"luftflotte_of_36": 0})
    assert not march_rules.survival_of_36(never.factors, list(march_rules.CALLS)).any()


def test_the_first_policy_of_the_clock_is_the_best_rule_of_calling() -> None:
    setting = COURSES["clock"].setting()
    *_, last = play_exactly(COURSES["clock"], setting)
    won = last.law("winner").probability(lambda winner: winner == clock.AXIS)
    assert won == call.best_calls(setting)[0]


def test_the_pick_of_luftflotte_4_adds_what_another_card_gives_up() -> None:
    """On turns 5 to 7 three hands of four are dealt from a pile of 19, so 12 of 19 are seen; the pick makes it sure."""
    found = {one.id: one.number for one in SYSTEMS["luftflotte"].find(COURSES["luftflotte"].setting())}
    assert found["pick_adds"] == 1 - Fraction(12, 19)


# two formations ----------------------------------------------------------------------------------------------------


def central(name: str, **changed: int) -> dict[str, int]:
    return {key: factor.value for key, factor in factors_of("donnerschlag", name).items()} | changed


def test_the_first_hand_counts_every_deal() -> None:
    """A small deck, five cards of nine: two of the first, one of the second, one of free choice."""
    factors = central("together_mix", early_cards=9, early_first=2, early_second=1, early_any=1)
    deck = ["first"] * 2 + ["second"] + ["any"] + ["other"] * 5
    seen = Counter(tuple(hand.count(kind) for kind in together.KINDS) for hand in combinations(deck, 5))
    assert {hand: p for hand, p in together.hand_law(factors, 1)} == {
        k: Fraction(n, comb(9, 5)) for k, n in seen.items()
    }


@pytest.mark.parametrize("changed", [{}, {"early_cards": 15, "late_cards": 15, "six_from": 4}, {"six_from": 2}])
def test_hands_are_those_that_the_play_deals(changed: dict[str, int]) -> None:
    """The play follows one formation: cards of the first, of the second, and of either, for each number of others."""
    factors = central("together_mix", late_second=1, early_second=4, **changed)
    for chosen in (("first",), ("second",), ("first", "second")):
        named = {
            f"{period}_own": sum(factors[f"{period}_{kind}"] for kind in chosen) for period in ("early", "late")
        }  # fmt: skip
        shared = {key: n for key, n in factors.items() if key in COURSES["activations"].factors}
        setting = COURSES["activations"].setting(shared | named)
        for turn, worlds in zip(range(1, 8), play_exactly(COURSES["activations"], setting), strict=False):
            dealt = worlds.law("hand_own", "hand_any", "hand_special")
            at = [together.KINDS.index(kind) for kind in chosen]
            found: Counter[tuple[int, ...]] = Counter()
            for hand, p in together.hand_law(factors, turn):
                found[(sum(hand[i] for i in at), *hand[2:])] += p  # type: ignore[assignment]
            assert dict(found) == dict(dealt), (chosen, turn)


def test_who_moves_over_every_hand() -> None:
    for turn, near, hand in product((3, 5), (0, 1), product(range(3), repeat=4)):
        first, second, free, special = hand
        is_both = special > 0 and near == 1 and turn >= 4
        can = {
            (bool(first) or one, bool(second) or two)
            for one, two in ((0, 0), (0, 1), (1, 0), (1, 1))
            if one + two <= free
        }
        most = 2 if is_both else max(bool(a) + bool(b) for a, b in can)
        assert together.moved({"special_reach": near, "special_from": 4}, turn, hand) == most


def test_turns_add_up_to_seven_and_a_kind_too_many_is_refused() -> None:
    factors = central("together_mix")
    assert sum(together.turns_with(factors, how) for how in range(3)) == 7
    with pytest.raises(GameError, match="factor late_cards is 6; expected at least the 7 cards of the kinds named"):
        together.hand_law(central("together_mix", late_cards=6), 5)
    assert decks.TURNS[:-1] == tuple(str(turn) for turn in range(1, 8))


# two combat cards ----------------------------------------------------------------------------------------------------


def test_a_deal_counts_every_hand() -> None:
    for size, first, second in product(range(2, 7), (0, 1), (0, 1)):
        cards = ["first"] * first + ["second"] * second
        cards += ["other"] * (size - len(cards))
        for dealt in range(size + 1):
            seen = Counter(("first" in hand) + 2 * ("second" in hand) for hand in combinations(cards, dealt))
            ways = pair.deal_ways(size, dealt, bool(first), bool(second))
            assert [Fraction(int(n), int(ways.sum())) for n in ways] == [
                Fraction(seen[kind], comb(size, dealt)) for kind in range(4)
            ]


def come_off(policy: str, told: dict[str, int]) -> Fraction:
    """The chance in plain recursion over the turns: where the two cards are, and how many lie in the pile."""

    def deal(pile: int, number: int, inside: frozenset[str]) -> list[tuple[frozenset[str], Fraction]]:
        found = []
        for n in range(len(inside) + 1):
            for held in combinations(sorted(inside), n):
                ways = comb(pile - len(inside), number - n) if number >= n else 0
                found.append((frozenset(held), Fraction(ways, comb(pile, number))))
        return [(held, p) for held, p in found if p]

    def turn_of(turn: int, pile: int, inside: frozenset[str], waits: frozenset[str]) -> Fraction:
        if turn > 7:
            return Fraction(0)
        boxed = policy == "gather" and turn > 2 and len(waits) == 1
        kept = 1 if waits and not boxed else told["kept"] * (turn > 1)
        room = 5 - kept - (turn in (1, 4))
        first = min(room, pile)
        total = Fraction(0)
        for held, p in deal(pile, first, inside):
            if turn != 4:
                total += p * after(turn, pile - first, inside - held, waits | held)
                continue
            back = max(told["early_cards"] - (pile - first) - boxed - kept - first - told["removed"], 0)
            new = pile - first + back + told["late_cards"] - 1
            rest = frozenset({"a", "b"}) - waits - held
            for more, q in deal(new, room - first, rest):
                total += p * q * after(turn, new - (room - first), rest - more, waits | held | more)
        return total

    def after(turn: int, pile: int, inside: frozenset[str], held: frozenset[str]) -> Fraction:
        if len(held) == 2:
            fails = 1 - Fraction(told["faces"] * (6 - told["stopped_faces"]), 36)
            fails = Fraction(0) if policy == "gather" and turn > 1 else fails
            return 1 - fails + (fails * turn_of(turn + 1, pile, inside, frozenset()) if fails else 0)
        return turn_of(turn + 1, pile, inside, frozenset() if policy == "chance" else held)

    early = frozenset(card for card, late in (("a", "first_late"), ("b", "second_late")) if not told[late])
    return turn_of(1, told["early_cards"] - 1, early, frozenset())


@pytest.mark.parametrize("policy", ["gather", "keep", "chance"])
def test_a_pair_comes_off_as_plain_recursion_has_it(policy: str) -> None:
    changes: list[dict[str, int]] = [{}, {"kept": 0, "faces": 2}, {"second_late": 1, "stopped_faces": 2}]
    changes += [{"first_late": 1, "second_late": 1}, {"early_cards": 15, "kept": 0, "removed": 9}]
    for changed in changes:
        setting = COURSES["pair"].setting(changed, {"soviet": policy})
        assert SYSTEMS["pair"].measure(setting) == come_off(policy, central("pair_mix", **changed)), changed


def test_a_pair_in_the_first_hands_by_hand() -> None:
    """17 cards once one is picked: four on turn 1, four more on turn 2, beside a kept card."""
    setting = COURSES["pair"].setting(None, {"soviet": "keep"})
    law = next(iter(play_exactly(COURSES["pair"], setting))).law("came_off")
    assert law.probability(lambda turn: turn == 1) == Fraction(comb(4, 2), comb(17, 2)) * Fraction(4, 6)


# turn 8 ------------------------------------------------------------------------------------------------------------


def test_the_last_hand_counts_every_deal() -> None:
    """Ten cards are left, four of them wanted: one kept, one in the box, one picked; three of seven are dealt."""
    for kept, boxed, wanted in product((0, 1), (0, 1), range(1, 6)):
        factors = central(
            "last_effort", early_cards=15, late_cards=8, removed=13, kept=kept, boxed=boxed, wanted=wanted
        )
        sure = min(wanted, kept + boxed + 1)
        pile = [1] * (wanted - sure) + [0] * (10 - kept - boxed - 1 - (wanted - sure))
        seen = Counter(sure + sum(hand) for hand in combinations(pile, 4 - kept))
        assert {o[0]: p for o, p in last_effort.held_law(factors)} == {
            k: Fraction(n, seen.total()) for k, n in seen.items()
        }


def test_the_events_of_turn_8_by_hand() -> None:
    factors = central("last_effort", wanted=1)
    assert last_effort.come_off(factors) == last_effort.held(factors) == 1
    assert last_effort.come_off(central("last_effort", wanted=3, faces=3)) == 1 + 2 * Fraction(3, 6)
    with pytest.raises(GameError, match="factor wanted is 21; expected at most the 20 cards still in the game"):
        last_effort.held_law(central("last_effort", wanted=21))


def test_the_secret_adds_what_the_game_is_worth_beyond_the_known_zone() -> None:
    track = SYSTEMS["rally"]
    numbers = {one.id: one.number for one in track.find(track.setting()) if one.number is not None}
    assert track.measure(track.setting()) == numbers["if_secret"] - numbers["if_known"] > 0


# other readings ----------------------------------------------------------------------------------------------------


def test_the_best_rule_of_calling_is_that_of_the_play_under_other_readings() -> None:
    """Rulings R25 and R29: a fixed call played turn by turn wins as often as the backward law says."""
    course = COURSES["clock"]
    for factors, policy, turn in (
        ({"checked_later": 1}, "third", 3), ({"checked_later": 1}, "second", 2), ({"call_on_turn_1": 1}, "second", 2),
    ):  # fmt: skip
        setting = course.setting(factors, {"axis": policy})
        *_, last = play_exactly(course, setting)
        won = last.law("winner").probability(lambda winner: winner == clock.AXIS)
        assert won == call.fixed_calls(setting)[turn], (factors, policy)
    assert min(call.fixed_calls(course.setting({"call_on_turn_1": 1}))) == 1
    assert 1 not in call.best_calls(course.setting())[1]


def test_luftflotte_4_counts_when_its_window_is_open() -> None:
    """Ruling R31: rolled for on turn 1 already, an early card held then comes off with its four faces."""
    course = COURSES["luftflotte"]
    told = {"is_late": 0, "window": 2}
    first = next(iter(play_exactly(course, course.setting(told, {"axis": "pick_and_roll"}))))
    assert first.law("flip_turn").probability(lambda turn: turn == 1) == Fraction(4, 6)
    only = course.setting({"is_late": 0, "window": 1, "call_turn": 3}, {"axis": "pick_and_roll"})
    *_, last = play_exactly(course, only)
    assert {turn for (turn,), _ in last.law("flip_turn")} == {0, 6}


def test_cards_of_the_box_are_gone_by_the_other_reading() -> None:
    """Ruling R35: a tactical event a turn from turn 2 on leaves the game; general ones do by either reading."""
    course = COURSES["events"]
    for policy, fewer in (("tactical", 6), ("general", 0)):
        left = []
        for removes in (0, 1):
            setting = course.setting({"box_removes": removes, "without_moment": 0}, {"axis": policy})
            *_, last = play_exactly(course, setting)
            left.append(last.law("pile", "discards", "kept").mean(lambda *cards: sum(cards)))
        assert left[0] - left[1] == fewer
