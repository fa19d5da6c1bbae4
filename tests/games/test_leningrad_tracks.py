"""The systems beside the map of Leningrad: the rulebook's examples, brute force, and laws worked out by hand."""

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
from sim.game import GameError, Policy
from sim.games.leningrad import air, bid, forts, front, regeneration
from sim.games.leningrad.outside import told
from sim.games.leningrad.results import CRT
from sim.games.leningrad.scenarios import SCENARIOS
from sim.games.leningrad.tracks import TRACKS
from sim.play import play_exactly
from sim.rawfiles import RAW
from sim.tables import load_list

EXAMPLES = tomllib.loads((RAW / "leningrad" / "examples.toml").read_text(encoding="utf8"))["example"]
NO_DICE = np.empty((1, 0), np.int8)


def of_kind(kind: str) -> list[Any]:
    return [pytest.param(e["given"], e["expect"], id=e["id"]) for e in EXAMPLES if e["kind"] == kind]


# the front line --------------------------------------------------------------------------------------------------


def test_the_law_of_a_line_counts_every_draw() -> None:
    units = load_list("leningrad", "soviet_units").rows
    infantry = [(int(u["attack"]), int(u["defense"])) for u in units if u["movement_class"] == "infantry"]
    mobile = [(int(u["attack"]), int(u["defense"])) for u in units if u["movement_class"] == "mobile"]
    for attacks in (False, True):
        seen = Counter(
            sum(unit[not attacks] for unit in (*pair, one)) for pair in combinations(infantry, 2) for one in mobile
        )
        law = front.strength_law(2, 1, attacks=attacks)
        assert {points: Fraction(n, comb(46, 2) * 15) for points, n in seen.items()} == {o[0]: p for o, p in law}
    weak = Counter(sum(defense <= 2 for _, defense in pair) for pair in combinations(infantry, 2))
    assert {o[0]: p for o, p in front.weak_law(2, 2)} == {k: Fraction(n, comb(46, 2)) for k, n in weak.items()}


def test_the_luck_of_a_single_division_by_hand() -> None:
    """46 infantry of 139 defense points in all; the mean is a little above three."""
    mean = Fraction(139, 46)
    counts = {1: 6, 2: 12, 3: 12, 4: 10, 5: 4, 6: 1, 7: 1}
    luck = sum(n * abs(points - mean) for points, n in counts.items()) / 46
    assert TRACKS["untried"].measure(TRACKS["untried"].setting({"infantry": 1, "mobile": 0})) == luck


def test_the_line_at_start_is_that_of_the_set_up() -> None:
    setup, factors = load_list("leningrad", "setup"), TRACKS["untried"].factors
    assert factors["infantry"].value == setup.integer("soviet_red_hexes_infantry", "count")
    assert factors["mobile"].value == factors["mobile"].high == setup.integer("soviet_red_hexes_mobile", "count")
    columns = setup.integer("soviet_columns", "count")
    assert factors["infantry"].high == factors["infantry"].value + columns


# air units -------------------------------------------------------------------------------------------------------


def test_one_air_unit_until_turn_6_and_two_from_turn_7() -> None:
    assert [int(air.air_units(turn)) for turn in range(1, 13)] == [1] * 6 + [2] * 6


def test_odds_show_beside_the_usual_column() -> None:
    for usual, roll in product(range(13), range(1, 7)):
        beside = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}[roll]
        assert air.seen_column(usual, np.array([roll], np.int8)) == min(max(usual + beside, 0), 12)


def test_net_steps_are_those_of_the_printed_cells() -> None:
    for german, soviet, worth in ((6, 2, 2), (2, 3, 1), (4, 1, 4)):
        setting = SCENARIOS["air"].setting({"german_steps": german, "soviet_steps": soviet, "step_worth": worth})
        for at, roll, is_german in product(range(13), range(1, 7), (True, False)):
            cell = CRT.cell(str(roll), CRT.column_labels[at]).split("/")
            soviet_asked, german_asked = cell if is_german else reversed(cell)
            lost = {
                side: steps if asked == "E" else min(int(asked.replace("-", "0")), steps)
                for side, asked, steps in (("german", german_asked, german), ("soviet", soviet_asked, soviet))
            }
            net = air.net_steps(at, np.array([roll], np.int8), is_german, setting)
            assert net == lost["soviet"] - worth * lost["german"]


def test_no_policy_beats_the_best_use() -> None:
    track, scenario = TRACKS["air"], SCENARIOS["air"]
    policies = scenario.policies["german"]
    for factors in ({}, {"game_turn": 3}, {"german_column": 3}, {"interdiction_sixths": 12}, {"soviet_attacks": 0}):
        setting = track.setting(factors)
        found = {finding.id: finding.number for finding in track.find(setting)}
        assert all(found[name] <= track.measure(setting) for name in policies)  # type: ignore[operator]
    rich = track.setting({"interdiction_sixths": 12, "german_attacks": 0, "soviet_attacks": 0})
    assert track.measure(rich) == 2 * Fraction(12, 6)


def test_the_best_use_of_one_unit_is_played_by_its_thresholds() -> None:
    """One German and one Soviet attack: use the unit with the first where it is worth more than it may be later."""
    scenario = SCENARIOS["air"]
    told_factors = {"game_turn": 1, "german_attacks": 1, "soviet_attacks": 1, "interdiction_sixths": 0}
    for german, soviet in product((2, 4, 6, 9), (1, 3, 5)):
        setting = scenario.setting(told_factors | {"german_column": german, "soviet_column": soviet})
        now, later = (air.worth(setting, is_german) for is_german in (True, False))
        shown = [max(soviet - 1, 0)] * 2 + [soviet] * 2 + [soviet + 1] * 2
        waits = Fraction(sum(max(later[at][1], Fraction(0)) for at in shown), 6)

        def decide(state: Any, turn: int, now: Any = now, later: Any = later, waits: Any = waits) -> dict[str, Any]:
            attacks = [now[at][1] > waits for at in state.odds.tolist()]
            return {
                "with_attacks": np.array(attacks, np.int8),
                "with_defense": np.array([later[at][1] > 0 for at in state.odds.tolist()], np.int8),
                "interdicting": 0,
            }

        def played(policy: Policy, setting: Any = setting) -> Any:
            *_, last = play_exactly(scenario, replace(setting, policies={"german": policy}))
            return last

        best = Policy("best", "german", "best", decide)
        none = Policy("none", "german", "none", lambda s, t: dict.fromkeys(air.USES, 0))
        at_best = played(best)
        assert at_best.law("net").mean(int) - played(none).law("net").mean(int) == air.best_use(setting)
        assert air.best_plan(setting)[1] == tuple(at_best.law(use).mean(int) for use in air.USES)


def test_the_best_plan_of_plentiful_interdiction_sends_all_units_there() -> None:
    rich = TRACKS["air"].setting({"interdiction_sixths": 12, "german_attacks": 0, "soviet_attacks": 0})
    worth, uses = air.best_plan(rich)
    assert worth == 4
    assert [int(n) for n in uses] == [0, 2, 0]
    none = TRACKS["air"].setting({"interdiction_sixths": 0, "german_attacks": 0, "soviet_attacks": 0})
    worth, uses = air.best_plan(none)
    assert worth == 0
    assert not any(uses)


# regeneration ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "expect"), of_kind("regeneration"))
def test_regeneration_example(given: dict[str, Any], expect: dict[str, Any]) -> None:
    """A mobile unit is reduced the turn before it enters; draw 3 is one mobile unit and no infantry."""
    scenario = SCENARIOS["regeneration"]
    setting = scenario.setting(None, {"german": "all"})
    state = regeneration.start(1, setting)
    seen: dict[str, int] = {}
    for turn in range(1, 13):
        state = regeneration.regenerate(state, setting, turn, NO_DICE)
        seen |= {"full_again_turn": turn, "acts_turn": turn} if state.flipped_mobile[0] else {}
        seen |= {"rest_turn": turn} if state.rest_mobile[0] else {}
        state = regeneration.move(state, setting, turn, NO_DICE)
        assert (state.new_mobile[0] == 1) == (turn == given["entered_turn"])
        state = regeneration.lose(state, setting, turn, np.array([3 * (turn == given["entered_turn"] - 1)]))
    assert seen == expect


def test_a_bid_counts_the_regenerations_that_are_worth_their_point() -> None:
    """A mobile unit wins 4 points, infantry none: so only mobile ones are sent, three over the game."""
    setting = SCENARIOS["regeneration"].setting()
    worth = regeneration.saved_vp(setting.factors)
    assert (worth["mobile"], worth["infantry"]) == (4, 0)
    *_, last = play_exactly(SCENARIOS["regeneration"], setting)
    assert last.law("total").mean(int) == TRACKS["bid"].factors["regenerations"].value


def test_the_state_keeps_the_books_of_a_queue_of_units() -> None:
    """Against units followed one by one, in plain lists, over drawn losses."""
    scenario, generator = SCENARIOS["regeneration"], np.random.default_rng(1941)
    for beds, road in product((1, 2, 5), (1, 2)):
        setting = scenario.setting({"beds": beds, "road_turns": road}, {"german": "all"})
        drawn = generator.integers(0, 6, size=12)
        state = regeneration.start(1, setting)
        front_, waiting, inside, flips = [], [], [], []  # type: ignore[var-annotated]
        for turn, losses in enumerate(drawn.tolist(), 1):
            state = regeneration.regenerate(state, setting, turn, NO_DICE)
            ready = sorted((unit for unit in inside if unit[1] <= turn - 2), key=lambda u: u[0] != "mobile")[:3]
            inside = [unit for unit in inside if unit not in ready]
            flips.append(Counter(kind for kind, *_ in ready))
            assert flips[-1]["mobile"] == state.flipped_mobile[0]
            assert flips[-1]["infantry"] == state.flipped_infantry[0]
            if road == 1:
                waiting, front_ = waiting + (front_ if turn <= 10 else []), ([] if turn <= 10 else front_)
            for kind in ("mobile", "infantry"):
                for unit in [u for u in waiting if u[0] == kind]:
                    if len(inside) < beds:
                        waiting.remove(unit)
                        inside.append((kind, turn, unit[2]))
            if road == 2 and turn <= 10:
                waiting, front_ = waiting + front_, []
            state = regeneration.move(state, setting, turn, NO_DICE)
            assert sum(getattr(state, f"{p}_{k}")[0] for p in ("new", "rest") for k in regeneration.KINDS) == len(
                inside
            )
            mobile, infantry = divmod(losses, 3)
            front_ += [("mobile", 0, (turn, 0))] * mobile + [("infantry", 0, (turn, n)) for n in range(infantry)]
            state = regeneration.lose(state, setting, turn, np.array([losses]))
        assert state.total[0] == sum(sum(each.values()) for each in flips)
        assert state.front_mobile[0] + state.front_infantry[0] == len(front_)


def test_with_room_enough_every_mobile_unit_lost_by_turn_9_is_had_again() -> None:
    """It leaves a turn later, on turn 10 at the latest, and is turned over two turns after: four points each."""
    track = TRACKS["regeneration"]
    setting = track.setting({"beds": 9}, {"german": "mobile"})
    assert track.measure(setting) == 9 * Fraction(4, 12) * 4
    mechanized = track.setting({"beds": 9, "is_armor": 0}, {"german": "mobile"})
    assert track.measure(mechanized) == 9 * Fraction(4, 12) * 3


def test_the_track_counts_what_the_play_counts() -> None:
    scenario, track = SCENARIOS["regeneration"], TRACKS["regeneration"]
    for policy, factors in product(scenario.policies["german"], ({}, {"beds": 1, "infantry_twelfths": 9})):
        setting = scenario.setting(factors, {"german": policy})
        *_, last = play_exactly(scenario, setting)
        found = {finding.id: finding.number for finding in track.find(setting)}
        assert found["mobile"] + found["infantry"] == last.law("total").mean(int)  # type: ignore[operator]
        assert track.measure(setting) == 4 * found["mobile"]  # type: ignore[operator]


def test_never_more_than_three_are_turned_over_in_a_phase() -> None:
    setting = SCENARIOS["regeneration"].setting(None, {"german": "all"})
    for mobile, infantry in product(range(5), range(5)):
        full = replace(
            regeneration.start(1, setting),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        after = regeneration.regenerate(full, setting, 5, NO_DICE)
        assert after.flipped_mobile[0] == min(mobile, 3)
        assert after.flipped_mobile[0] + after.flipped_infantry[0] == after.total[0] == min(mobile + infantry, 3)
        assert after.rest_mobile[0] + after.rest_infantry[0] == mobile + infantry - after.total[0]


def test_an_attack_makes_the_stack_of_a_town_begin_again() -> None:
    setting = SCENARIOS["regeneration"].setting(None, {"german": "all"})
    for mobile, infantry, new, drawn in product(range(5), range(5), (0, 2), (0, 1)):
        begun = replace(
            regeneration.start(1, setting), new_mobile=np.array([new], np.int8),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        after = regeneration.interrupt(begun, setting, 5, np.array([drawn]))
        hit = (["mobile"] * mobile + ["infantry"] * infantry)[: 3 * drawn]
        assert after.new_mobile[0] == new + hit.count("mobile")
        assert after.new_infantry[0] == hit.count("infantry")
        assert after.rest_mobile[0] == mobile - hit.count("mobile")
        assert after.rest_infantry[0] == infantry - hit.count("infantry")
        assert after.interrupted[0] == len(hit)


def test_a_town_is_attacked_only_where_units_spend_their_full_turn() -> None:
    for sixths, mobile, infantry, new in product(range(3), (0, 1), (0, 2), (0, 1)):
        setting = SCENARIOS["regeneration"].setting({"attacked_of_6": sixths}, {"german": "all"})
        state = replace(
            regeneration.start(1, setting), new_mobile=np.array([new], np.int8),
            rest_mobile=np.array([mobile], np.int8), rest_infantry=np.array([infantry], np.int8),
        )  # fmt: skip
        hits = sixths if mobile or infantry else 0
        assert regeneration.attack_ways(state, setting, 5).tolist() == [[6 - hits, hits]]


@pytest.mark.parametrize("attacked_turn", [2, 3, 4, 5])
def test_a_unit_attacked_in_its_full_turn_has_its_next_one_as_such(attacked_turn: int) -> None:
    """The unit of the example enters on turn 2, rests on turn 3 is full on turn 4, or a turn later [14.9]."""
    setting = SCENARIOS["regeneration"].setting(None, {"german": "all"})
    state, flipped = regeneration.start(1, setting), 0
    for turn in range(1, 13):
        state = regeneration.regenerate(state, setting, turn, NO_DICE)
        flipped = turn if state.flipped_mobile[0] else flipped
        state = regeneration.move(state, setting, turn, NO_DICE)
        state = regeneration.lose(state, setting, turn, np.array([3 * (turn == 1)]))
        state = regeneration.interrupt(state, setting, turn, np.array([int(turn == attacked_turn)]))
    assert flipped == (5 if attacked_turn == 3 else 4)


def test_losses_are_those_that_the_designer_supposes() -> None:
    factors = {name: factor.value for name, factor in SCENARIOS["regeneration"].factors.items()}
    ways = regeneration.loss_ways(factors["mobile_twelfths"], factors["infantry_twelfths"])
    a_turn = Fraction(int(sum(n * sum(divmod(k, 3)) for k, n in enumerate(ways))), int(ways.sum()))
    assert 12 * a_turn == load_list("leningrad", "designer_claims").integer("german_losses_if_winning")
    for mobile, infantry in product(range(0, 13, 4), range(0, 13, 4)):
        seen = Counter(3 * (m < mobile) + (i < infantry) + (j < infantry) for m, i, j in product(range(12), repeat=3))
        assert regeneration.loss_ways(mobile, infantry).tolist() == [seen[k] for k in range(6)]


# forts -----------------------------------------------------------------------------------------------------------


def test_twelve_forts_come_and_all_stand_where_no_german_is_near() -> None:
    assert sum(forts.arriving(turn) for turn in range(1, 13)) == load_list("leningrad", "forts").integer("counters")
    scenario = SCENARIOS["forts"]
    quiet = scenario.setting({"near_from": 12, "taken_of_6": 0, "legal_of_6": 6})
    standing = [worlds.law("standing").counts for worlds in play_exactly(scenario, quiet)]
    assert [list(law) for law in standing] == [[(min(max(turn - 2, 0), 6) * 2,)] for turn in range(1, 13)]
    kept = replace(quiet, policies={"soviet": scenario.policies["soviet"]["kept"]})
    *_, last = play_exactly(scenario, kept)
    assert list(last.law("standing", "in_hand").counts) == [(10, 2)]  # two a turn: two of twelve come too late


def test_forts_are_placed_as_the_rule_says() -> None:
    scenario = SCENARIOS["forts"]
    for in_hand, turn, legal in product(range(5), (3, 7, 12), (0, 2, 6)):
        setting = scenario.setting({"near_from": 7, "legal_of_6": legal})
        rolls = all_rolls(2)
        begun = forts.start(len(rolls), setting)
        after = forts.fortify(replace(begun, in_hand=begun.in_hand + np.int8(in_hand)), setting, turn, rolls)
        for k, (first, second) in enumerate(rolls.tolist()):
            there = in_hand + forts.arriving(turn)
            fits = [turn < 7 or roll <= legal for roll in (first, second)]
            placed = sum(fits[: min(there, 2)])
            assert (after.placed[k], after.standing[k], after.in_hand[k]) == (placed, placed, there - placed)


def test_germans_who_are_near_enter_a_fort_by_the_die() -> None:
    scenario, rolls = SCENARIOS["forts"], all_rolls(1)
    for standing, turn, faces in product(range(3), (6, 7, 12), range(7)):
        setting = scenario.setting({"near_from": 7, "taken_of_6": faces})
        begun = forts.start(len(rolls), setting)
        after = forts.enter(replace(begun, standing=begun.standing + np.int8(standing)), setting, turn, rolls)
        for k, roll in enumerate(rolls[:, 0].tolist()):
            is_lost = turn >= 7 and standing > 0 and roll <= faces
            assert (after.is_lost[k], after.standing[k]) == (is_lost, standing - is_lost)


# bids ------------------------------------------------------------------------------------------------------------


def test_loss_ways_count_every_choice_of_steps() -> None:
    prices = {"armor": (5, 15), "mechanized": (4, 12), "infantry": (1, 3)}
    for kind in ("armor", "mechanized"):
        slots = [unit for unit in range(4) for _ in range(2)]
        for steps in range(9):
            seen: Counter[int] = Counter()
            for chosen in combinations(range(8), steps):
                hit = Counter(slots[slot] for slot in chosen)
                seen[sum(prices[kind][n - 1] for n in hit.values())] += 1
            assert bid.loss_ways(kind, steps) == dict(seen)
    for steps in (0, 3, 24, 48):
        assert sum(bid.loss_ways("infantry", steps).values()) == comb(48, steps)


def test_a_loss_law_weighs_armor_and_mechanized_steps_alike() -> None:
    law = bid.loss_law(2, 2)
    slots = [(kind, unit) for kind in ("armor", "mechanized") for unit in range(4) for _ in range(2)]
    seen: Counter[int] = Counter()
    for pair in combinations(slots, 2):
        hit = Counter(pair)
        seen[sum({"armor": (5, 15), "mechanized": (4, 12)}[kind][n - 1] for (kind, _), n in hit.items())] += 1
    assert {o[0]: n for o, n in law.counts.items()} == dict(seen)
    with pytest.raises(GameError, match="17 mobile steps lost; expected 0 to 16"):
        bid.loss_law(20, 17)


@pytest.mark.parametrize(("given", "expect"), of_kind("victory_level"))
def test_victory_levels(given: dict[str, Any], expect: dict[str, Any]) -> None:
    assert bid.level(given["vp_margin"]) == expect["level"]


def test_every_margin_has_one_level() -> None:
    levels = [bid.level(margin) for margin in range(-100, 101)]
    edges = {name: (levels.index(name) - 100, 100 - levels[::-1].index(name)) for name in dict.fromkeys(levels)}
    assert edges == {
        "soviet_strategic": (-100, -21), "soviet_tactical": (-20, 0), "german_tactical": (1, 30),
        "german_strategic": (31, 100),
    }  # fmt: skip


def test_fair_bids_and_allowances_are_where_the_chances_cross_one_half() -> None:
    track = TRACKS["bid"]

    def wins(factors: dict[str, int], steps: int, paid: int) -> Fraction:
        return bid.margin_law(factors, steps).probability(lambda margin: margin - paid >= 1)

    for told_factors in ({}, {"big_hexes": 2, "small_hexes": 2}, {"mobile_tenths": 0}, {"steps_lost": 3}):
        factors = told(track.setting(told_factors).factors)
        fair = bid.fair_bid(factors)
        assert (
            wins(factors, factors["steps_lost"], fair)
            >= Fraction(1, 2)
            > wins(factors, factors["steps_lost"], fair + 1)
        )
        for paid in (0, 10):
            most = bid.allowance(factors, paid)
            if 0 <= most < 31:
                assert wins(factors, most, paid) >= Fraction(1, 2) > wins(factors, most + 1, paid)


def test_a_margin_is_hexes_less_regenerations_less_losses() -> None:
    track = TRACKS["bid"]
    for steps, tenths, used, big, small in product((0, 3, 10), (0, 3, 5), (0, 4), (0, 2), (0, 1)):
        chosen = {"mobile_tenths": tenths, "regenerations": used, "big_hexes": big, "small_hexes": small}
        law = bid.margin_law(told(track.setting(chosen).factors), steps)
        lost = bid.loss_law(steps, steps * tenths // 10)
        assert {o[0]: p for o, p in law} == {30 * big + 5 * small - used - o[0]: p for o, p in lost}


def test_a_bid_against_infantry_alone_by_hand() -> None:
    """One big hex, infantry losses only: without eliminations each step costs one point of 30."""
    factors = told(TRACKS["bid"].setting({"small_hexes": 0, "mobile_tenths": 0, "regenerations": 0}).factors)
    assert bid.margin_law(factors, 1).counts == {(29,): 48}
    assert bid.margin_law(factors, 2).probability(lambda margin: margin == 27) == Fraction(24, comb(48, 2))
