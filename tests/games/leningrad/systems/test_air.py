"""A turn of air units of Leningrad: brute force over dice and plans."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from sim.game import load_game
from sim.games.leningrad import air_verdict
from sim.games.leningrad.combat.results import CRT
from sim.games.leningrad.systems import air
from sim.play import play_exactly
from sim.system import Policy
from sim.verdict import Found, complaint


def test_one_air_unit_until_turn_6_and_two_from_turn_7() -> None:
    assert [int(air.air_units(turn)) for turn in range(1, 13)] == [1] * 6 + [2] * 6


def test_odds_show_beside_the_usual_column() -> None:
    for usual, roll in product(range(13), range(1, 7)):
        beside = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}[roll]
        assert air.seen_column(usual, np.array([roll], np.int8)) == min(max(usual + beside, 0), 12)


def test_net_steps_are_those_of_the_printed_cells() -> None:
    for german, soviet, worth in ((6, 2, 2), (2, 3, 1), (4, 1, 4)):
        setting = air.COURSE.setting({"german_steps": german, "soviet_steps": soviet, "step_worth": worth})
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
    system, course = air.SYSTEM, air.COURSE
    policies = course.policies["german"]
    for factors in ({}, {"game_turn": 3}, {"german_column": 3}, {"interdiction_sixths": 12}, {"soviet_attacks": 0}):
        setting = system.setting(factors)
        found = {finding.id: finding.number for finding in system.find(setting)}
        assert all(found[name] <= system.measure(setting) for name in policies)  # type: ignore[operator]
    rich = system.setting({"interdiction_sixths": 12, "german_attacks": 0, "soviet_attacks": 0})
    assert system.measure(rich) == 2 * Fraction(12, 6)


def test_the_best_use_of_one_unit_is_played_by_its_thresholds() -> None:
    """One German and one Soviet attack: use the unit with the first where it is worth more than it may be later."""
    course = air.COURSE
    chosen_factors = {"game_turn": 1, "german_attacks": 1, "soviet_attacks": 1, "interdiction_sixths": 0}
    for german, soviet in product((2, 4, 6, 9), (1, 3, 5)):
        setting = course.setting(chosen_factors | {"german_column": german, "soviet_column": soviet})
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
            *_, last = play_exactly(course, replace(setting, policies={"german": policy}))
            return last

        best = Policy("best", "german", "best", decide)
        none = Policy("none", "german", "none", lambda s, t: dict.fromkeys(air.USES, 0))
        at_best = played(best)
        assert at_best.law("net").mean(int) - played(none).law("net").mean(int) == air.best_use(setting)
        assert air.best_plan(setting)[1] == tuple(at_best.law(use).mean(int) for use in air.USES)


def test_the_best_plan_of_plentiful_interdiction_sends_all_units_there() -> None:
    rich = air.SYSTEM.setting({"interdiction_sixths": 12, "german_attacks": 0, "soviet_attacks": 0})
    worth, uses = air.best_plan(rich)
    assert worth == 4
    assert [int(n) for n in uses] == [0, 2, 0]
    none = air.SYSTEM.setting({"interdiction_sixths": 0, "german_attacks": 0, "soviet_attacks": 0})
    worth, uses = air.best_plan(none)
    assert worth == 0
    assert not any(uses)


def test_what_whole_games_show_to_lose_is_not_advised() -> None:
    found = Found(air.SYSTEM, air.SYSTEM.setting())
    known = {one.says for one in load_game("leningrad").whole.variations}
    assert {air_verdict.NEVER_ATTACKING, air_verdict.NEVER_DEFENDING} <= known
    costly = {air_verdict.NEVER_ATTACKING: (-31.4, -2.2)}
    ends = {
        (-5.0, 3.0): "Never defending with them makes no difference that shows.",
        (-5.0, -1.0): "Never defending with them costs points too.",
        (1.0, 3.0): "Never defending with them wins points.",
    }
    for interval, end in ends.items():
        shown = air_verdict.beside_variations(found, {**costly, air_verdict.NEVER_DEFENDING: interval})
        assert shown.startswith("Use air units to attack first: never doing so costs 2 to 31 VP a game.")
        assert shown.endswith(end)
        assert complaint(shown) == ""
    assert air_verdict.beside_variations(found, costly).endswith("costs 2 to 31 VP a game.")
    for effects in ({}, {air_verdict.NEVER_ATTACKING: (-31.4, 1.0)}):
        assert air_verdict.beside_variations(found, effects) == air_verdict.verdict(found)


def test_air_goes_with_attacks_until_a_soviet_attack_is_sure() -> None:
    """What a use is worth alone is what the best plan has where nothing else can be done."""
    found = Found(air.SYSTEM, air.SYSTEM.setting())
    assert air_verdict.verdict(found).startswith("By steps, send air units with attacks at 5-1 or worse")
    assert found.number("attack_alone") == found.again(interdiction_sixths=0).value
    one = found.again(soviet_attacks=1, german_attacks=0, interdiction_sixths=0)
    assert found.number("defend_1") == one.value
    for attacks in (1, 2):
        sure = found.again(soviet_attacks=attacks)
        assert air_verdict.verdict(sure).startswith("Counted in steps, keep air units to meet")
    assert found.number("defend_1") > found.number("attack_alone") > found.number("interdict_alone")
    others: tuple[dict[str, int], ...] = ({}, {"soviet_attacks": 1}, {"german_column": 9}, {"interdiction_sixths": 12})
    for chosen in others:
        assert complaint(air_verdict.verdict(found.again(None, **chosen))) == ""
