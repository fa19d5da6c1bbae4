"""The systems beside the map of Donnerschlag: the rulebook's examples, brute force, and laws worked out by hand."""

import tomllib
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls
from sim.errors import GameError
from sim.exact import Law
from sim.game import load_game
from sim.games.donnerschlag.systems import _calls as calling
from sim.games.donnerschlag.systems import _combat_cards as combat_cards
from sim.games.donnerschlag.systems import _cups as draws
from sim.games.donnerschlag.systems import _decks as decks
from sim.games.donnerschlag.systems import clock, events, luftflotte, rally
from sim.numbers.rawfiles import RAW
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.system import Course, Policy, Setting

SYSTEMS = load_game("donnerschlag").systems
COURSES = {name: one.course for name, one in SYSTEMS.items() if one.course}
EXAMPLES = tomllib.loads((RAW / "donnerschlag" / "examples.toml").read_text(encoding="utf8"))["example"]


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(e["given"], e["expect"], id=e["id"]) for e in EXAMPLES if e["kind"] == kind]


def last_law(course: Course, setting: Setting, *fields: str) -> Law:
    *_, last = play_exactly(course, setting)
    return last.law(*fields)


# the clock ------------------------------------------------------------------------------------------------------


def game_end(call_turn: int, is_survival: bool, met: set[int]) -> tuple[int, int, int]:
    """Walk the marker: the last turn, the winner and the box."""
    box = 0
    for turn in range(1, 9):
        box += turn >= call_turn
        winner = int(clock.verdict(turn, call_turn if turn >= call_turn else 0, box, is_survival, turn in met))
        if winner:
            return turn, winner, box
    raise AssertionError("the game must end")


@pytest.mark.parametrize(("given", "expect"), of_kind("clock"))
def test_clock_examples(given: dict[str, Any], expect: dict[str, Any]) -> None:
    # [6.3, 14, 15]
    calls = [given["call_turn"]] if "call_turn" in given else [2, given["call_turn_at_most"]]
    cards = [True] if "luftflotte_4_turn" in given or "is_luftflotte_4_played" in given else [False, True]
    met = {7} if given.get("is_victory_met_at_turn_7") else set()
    for call, card in product(calls, cards):
        turn, winner, box = game_end(call, card, met)
        assert (turn == 8) == expect["has_turn_8"]
        assert turn == expect.get("end_turn", turn)
        assert box == expect.get("end_box", box)
        assert clock.WINNERS[winner].lower() == expect.get("winner", clock.WINNERS[winner].lower())


def test_verdicts_over_every_situation() -> None:
    for turn, call, box, is_survival, is_met in product(range(1, 9), range(8), range(6), (False, True), (False, True)):
        is_checked = call > 0 and box >= 4
        is_last_box = is_checked and (box == 5 or not is_survival)
        is_last_turn = turn == 8 or (turn == 7 and not (is_checked and call == 4))
        winner = clock.SOVIET if is_last_box or is_last_turn else clock.NOBODY
        if is_checked and is_met:
            winner = clock.AXIS
        assert clock.verdict(turn, call, box, is_survival, is_met) == winner, (turn, call, box, is_survival, is_met)


def test_every_call_ends_where_the_table_says() -> None:
    # [6.1.e]
    for row in load_list("donnerschlag", "donnerschlag_calls").rows:
        if row["is_call_possible"] == "no":
            continue
        call = int(row["call_turn"])
        plain, prolonged = (game_end(call, card, set())[0] for card in (False, True))
        assert prolonged == 8 if row["has_turn_8"] == "yes" else prolonged <= 7
        if row["is_axis_win_possible"] == "yes":
            assert (plain, prolonged) == (int(row["box_4_turn"]), int(row["box_5_turn"]))
            assert game_end(call, False, {plain})[1] == clock.AXIS
            assert game_end(call, True, {prolonged})[1] == clock.AXIS
            assert game_end(call, False, {plain - 1})[1] == clock.SOVIET
        else:
            assert {game_end(call, card, set(range(1, 9)))[:2] for card in (False, True)} == {(7, clock.SOVIET)}


def test_the_best_call_is_the_best_of_all_thresholds_and_is_had_by_its_own() -> None:
    course = COURSES["clock"]

    def won(setting: Setting, second: int, third: int) -> Fraction:
        def decide(state: Any, turn: int) -> dict[str, Any]:
            return {"call": (state.hexes_left <= second) if turn == 2 else (state.hexes_left <= third)}

        at = Setting(setting.factors, {"axis": Policy("x", "axis", "x", decide)})
        return last_law(course, at, "winner").probability(lambda winner: winner == clock.AXIS)

    for factors in (
        {},
        {"slower_halves": 0},
        {"slower_halves": 3},
        {"gain_hexes": 4, "zone_hexes": 12, "luftflotte_of_36": 36},
    ):
        setting = course.setting(factors)
        best, most = calling.best_calls(setting)
        assert won(setting, most[2], most[3]) == best
        assert all(won(setting, a, b) <= best for a, b in product((-1, 8, 14, 20, 60), repeat=2))


def test_a_called_march_has_the_chances_of_the_play() -> None:
    course = COURSES["clock"]
    setting = course.setting({"zone_hexes": 18}, {"axis": "fourth"})
    fourth = calling.chances_by_call(setting)[4]
    left = list(play_exactly(course, setting))[2].law("hexes_left")
    won = last_law(course, setting, "winner").probability(lambda winner: winner == clock.AXIS)
    assert left.mean(lambda hexes: fourth[hexes]) == won


# cards -----------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize(("given", "expect"), of_kind("event_roll"))
def test_event_examples(given: dict[str, Any], expect: dict[str, Any]) -> None:
    printed = load_list("donnerschlag", "events")[f"{given['card']}_general"]
    assert printed["success_low"] == "1"
    faces = int(printed["success_high"])
    is_success = bool(combat_cards.succeeds(faces, 0, np.array([given["die"], 1], np.int8)))
    assert is_success == expect.get("is_success", is_success)
    assert is_success != expect.get("is_card_discarded", not is_success)
    assert is_success == expect.get("is_card_removed", is_success)
    assert not combat_cards.succeeds(faces, 0, np.array([faces + 1, 1], np.int8))


def test_success_ways_count_every_roll() -> None:
    rolls = all_rolls(4).reshape(-1, 2, 2)
    for faces, stopped in product(range(7), range(4)):
        seen = Counter(combat_cards.succeeds(faces, stopped, rolls).sum(axis=1).tolist())
        assert events.success_ways(2, faces, stopped).tolist() == [seen[k] for k in range(7)]


def test_events_by_hand() -> None:
    """Turn 1: five cards, one kept, one without its moment. Then one more goes by the box."""
    setting = COURSES["events"].setting()
    assert SYSTEMS["events"].measure(setting) == 3 * Fraction(4, 6) + 6 * (1 + 2 * Fraction(4, 6))
    unboxed = COURSES["events"].setting(None, {"axis": "unboxed"})
    assert SYSTEMS["events"].measure(unboxed) == 7 * 3 * Fraction(4, 6)


def test_an_empty_pile_deals_nothing_unless_its_discards_are_shuffled() -> None:
    """15 early and 8 late cards, all removed as they come off: 15 cards for turns 1 to 3, 8 for the rest."""
    told = {"early_cards": 15, "late_cards": 8, "kept": 0, "without_moment": 0, "general_faces": 6}
    course = COURSES["events"]
    assert last_law(course, course.setting(told), "total").probability(lambda total: total == 23) == 1
    again = told | {"without_moment": 2, "six_from": 4}
    short, shuffled = (
        last_law(course, course.setting(again | {"reshuffle_when_empty": rule}), "total").mean(int) for rule in (0, 1)
    )
    assert short < shuffled


def test_luftflotte_by_hand() -> None:
    """A late card: 2 left over, 6 discards, 11 late cards make 19; hands of turns 5 to 7 take four each [5]."""
    course = COURSES["luftflotte"]
    chance = {policy: Fraction(0) for policy in course.policies["axis"]}
    for policy in chance:
        law = last_law(course, course.setting(None, {"axis": policy}), "flip_turn")
        chance[policy] = law.probability(lambda turn: turn > 0)
    assert chance == {
        "box": Fraction(12, 19), "roll": Fraction(12, 19) * Fraction(4, 6), "pick": 1, "pick_and_roll": Fraction(4, 6)
    }  # fmt: skip
    stopped = course.setting({"stopped_faces": 3}, {"axis": "pick_and_roll"})
    assert SYSTEMS["luftflotte"].measure(stopped) == Fraction(4, 6) * Fraction(1, 2)


def test_luftflotte_counts_only_between_the_call_and_box_4() -> None:
    course = COURSES["luftflotte"]
    for call, is_late in product((2, 3, 4), (0, 1)):
        setting = course.setting({"call_turn": call, "is_late": is_late})
        law = last_law(course, setting, "flip_turn", "held_turn")
        assert all(call <= flip < call + 4 and held <= flip for flip, held in law.counts if flip)
        assert all(held == 0 or held >= call + 4 for flip, held in law.counts if not flip)


def test_the_clock_takes_the_chance_of_luftflotte_from_its_system() -> None:
    boxed = SYSTEMS["luftflotte"].measure(COURSES["luftflotte"].setting())
    assert COURSES["clock"].factors["luftflotte_of_36"].value == round(36 * boxed)
    assert decks.TURNS[:7] == luftflotte.COURSE.turns


# cups ------------------------------------------------------------------------------------------------------------


def test_draws_are_set_off_by_the_modified_roll() -> None:
    for drm, roll in product(range(-3, 3), range(1, 7)):
        rolls = np.array([roll], np.int8)
        assert draws.sets_off("ad_hoc_infantry", drm, rolls) == (roll + drm <= 1)
        assert draws.sets_off("alarmgruppe", drm, rolls) == (roll + drm >= 6)


def test_draw_ways_count_dice_and_markers() -> None:
    for faces, units, snafus in product(range(7), range(4), range(3)):
        seen: Counter[str] = Counter()
        for die, marker in product(range(6), ["unit"] * units + ["snafu"] * snafus):
            seen[marker if die < faces and units else "nothing"] += 1
        ways = draws.draw_ways(faces, units, snafus)
        total = sum(seen.values()) or 1
        shares = [Fraction(seen[kind], total) for kind in ("nothing", "snafu", "unit")] if seen else [1, 0, 0]
        assert [Fraction(int(n), int(ways.sum())) for n in ways] == shares


def test_tanks_by_hand() -> None:
    """One card a turn, and the unit it brings is lost again: five chances in six on each of seven turns."""
    course = COURSES["soviet_tanks"]
    assert SYSTEMS["soviet_tanks"].measure(course.setting()) == 7 * Fraction(5, 6)
    half = SYSTEMS["soviet_tanks"].measure(course.setting(None, {"soviet": "other"}))
    assert half == 7 * Fraction(1, 2) * Fraction(5, 6)  # half of one card is that card every other time


def test_shares_of_attacks_are_whole_ones_and_a_last_one_by_chance() -> None:
    """On the average so many sixths of the attacks are made, whatever their number."""
    for attacks, of_6 in product(range(11), (0, 1, 3, 6)):
        told = {"attacks": attacks, "drm": 0}
        ways = [int(draws.set_off_of_36("ad_hoc_infantry", told, of_6, n)) for n in range(10)]
        assert sum(ways) == attacks * of_6  # one face of six sets a draw off
        assert sorted(ways, reverse=True) == ways
        assert sum(0 < n < 6 for n in ways) <= 1


def test_two_tank_cards_a_turn_against_plain_recursion() -> None:
    def placed(card: int, cards: int, on_map: int, units: int, losses: int) -> Fraction:
        if card == 7 * cards:
            return Fraction(0)
        if card and card % cards == 0:
            on_map = max(0, on_map - losses)
        left = units - on_map
        if not left:
            return placed(card + 1, cards, on_map, units, losses)
        unit = 1 + placed(card + 1, cards, on_map + 1, units, losses)
        return (left * unit + placed(card + 1, cards, on_map, units, losses)) / (left + 1)

    for cards, losses, units in ((2, 1, 5), (2, 0, 3), (1, 2, 4)):
        setting = COURSES["soviet_tanks"].setting({"cards": cards, "losses": losses, "units": units})
        assert SYSTEMS["soviet_tanks"].measure(setting) == placed(0, cards, 0, units, losses)


def test_a_snafu_beside_the_cup_goes_back_when_the_last_unit_is_drawn() -> None:
    for stays, on_map, kind in product((0, 1), range(4), (draws.NOTHING, draws.SNAFU, draws.UNIT)):
        setting = COURSES["ad_hoc"].setting({"units": 4, "snafu_stays_out": stays})
        cup = draws.start(1, setting)
        cup = replace(cup, on_map=cup.on_map + np.int8(on_map), snafu_out=cup.snafu_out + np.int8(stays))
        after = draws.drawn(cup, setting, 1, np.array([kind]))
        is_empty = on_map + (kind == draws.UNIT) == 4
        assert after.snafu_out[0] == (0 if not stays or is_empty else stays + (kind == draws.SNAFU))


def ad_hoc_by_recursion(tries: int, faces: int, units: int, on_map: int, out: int, stays: bool) -> Fraction:
    """Units placed by some attacks, in plain recursion."""
    if not tries:
        return Fraction(0)
    left, snafus = units - on_map, 2 - out
    later = ad_hoc_by_recursion
    quiet = later(tries - 1, faces, units, on_map, out, stays)
    if not left:
        return quiet
    unit = 1 + later(tries - 1, faces, units, on_map + 1, out if stays and left > 1 else 0, stays)
    snafu = later(tries - 1, faces, units, on_map, out + stays, stays) if snafus else Fraction(0)
    drawn = (left * unit + snafus * snafu) / (left + snafus)
    return Fraction(faces, 6) * drawn + Fraction(6 - faces, 6) * quiet


@pytest.mark.parametrize("stays", [0, 1])
def test_a_turn_of_ad_hoc_draws_against_plain_recursion(stays: int) -> None:
    course = COURSES["ad_hoc"]
    for units, drm in product((4, 8), (0, -3)):
        setting = course.setting({"units": units, "drm": drm, "attacks": 8, "snafu_stays_out": stays})
        placed = next(iter(play_exactly(course, setting))).law("placed").mean(int)
        assert placed == ad_hoc_by_recursion(8, 1 - drm, units, 0, 0, bool(stays))


def test_as_many_draws_are_played_as_the_factors_know() -> None:
    for name, cup, factor in (
        ("ad_hoc", "ad_hoc_infantry", "attacks"), ("alarmgruppe", "alarmgruppe", "attacks"),
        ("soviet_tanks", "soviet_tank", "cards"),
    ):  # fmt: skip
        assert COURSES[name].factors[factor].high == draws.MOST[cup]


# the rally zone --------------------------------------------------------------------------------------------------


def test_the_rally_game_is_what_its_plans_pay() -> None:
    inquiry = SYSTEMS["rally"]
    for factors in (
        {},
        {"seen": 0},
        {"feint": 0, "call_turn": 2},
        {"groups_first": 1, "groups_later": 2, "blocked": 9},
    ):
        setting = inquiry.setting(factors)
        axis, soviet = rally.plans(setting)
        told = {name: int(np.asarray(value)) for name, value in setting.factors.items()}
        payoffs = rally.payoffs(setting)
        assert payoffs.shape == (len(axis), len(soviet))
        for (a, (zone, side)), (s, (first, later)) in product(enumerate(axis), enumerate(soviet)):
            chance = told[f"reach_{'abc'[zone]}"] - told["earlier"] * (4 - told["call_turn"])
            chance -= told["feint"] * (side != (zone + 1 == told["seen"]))
            chance -= told["blocked"] * (first[zone] + later[side][zone])
            assert payoffs[a, s] == min(max(chance, 0), 36)


def test_the_secret_by_hand() -> None:
    """Three like zones, one group, nothing to see: the group guesses right once in three [7]."""
    inquiry = SYSTEMS["rally"]
    like = {"reach_a": 18, "reach_b": 18, "reach_c": 18, "seen": 0, "blocked": 12}
    guess = inquiry.setting(like | {"groups_first": 1, "groups_later": 0})
    assert rally.value(guess) == Fraction(18 - 4, 36)
    assert rally.value_if_known(guess) == Fraction(6, 36)
    chosen, sent = rally.mixes(guess)
    assert list(chosen.values()) == sent == [Fraction(1, 3)] * 3
    seen = inquiry.setting(like | {"seen": 1, "feint": 18, "groups_first": 0, "groups_later": 1})
    assert rally.value(seen) == Fraction(12, 36)  # go to B or C; the group, which sees that much, guesses
