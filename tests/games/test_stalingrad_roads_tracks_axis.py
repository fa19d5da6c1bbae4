"""Approval, replacements, Kampfgruppen and victory: printed examples, brute force, laws by pencil."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from sim.game import GameError, Setting
from sim.games.stalingrad_roads import approval, markers, stavka, supports
from sim.games.stalingrad_roads.chains import worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, factors_of, number
from sim.games.stalingrad_roads.policies import POLICIES
from sim.games.stalingrad_roads.replacements import (
    COSTS,
    allied_points,
    box_gives,
    free_divisions,
    group_steps_law,
    points_of,
    rebuilt_steps,
)
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.rawfiles import RAW
from sim.tables import load_list

GAME = "stalingrad_roads"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def examples(kind: str) -> list[dict[str, Any]]:
    text = (RAW / GAME / "examples.toml").read_text(encoding="utf8")
    return [example for example in tomllib.loads(text)["example"] if example["kind"] == kind]


def setting(name: str, factors: Mapping[str, int] | None = None, **policies: str) -> Setting:
    return SCENARIOS[name].setting(factors, policies)


# The printed examples ------------------------------------------------------------------------------------------------


def played_approval(given: Mapping[str, Any]) -> dict[str, Any]:
    """Move both markers as an example tells, and read what the higher one gives."""
    if "roll" in given:
        change, box, owed, gain = (int(x) for x in markers.crisis_result(given["roll"]))
        crisis = load_list(GAME, "okh_crisis")[str(given["roll"])]
        return {
            "approval": box, "manstein": int(markers.moved(given["manstein"], change)),
            "armored_attacks_min": owed, "armored_attacks_manstein_change": gain,
            "is_city_movement_barred": crisis["is_city_movement_barred"] == "yes",
        }  # fmt: skip
    events, lost = Counter(given.get("events", [])), Counter(given.get("strategic_hexes_lost", []))
    change = int(markers.event_change("approval", events)) + int(markers.hex_change(lost))
    found: dict[str, Any] = {"approval_change": change}
    if "approval" in given:
        after = int(markers.moved(given["approval"], change))
        manstein = int(markers.moved(given["manstein"], markers.event_change("manstein", events)))
        box = max(after, manstein)
        found |= {"approval": after, "manstein": manstein, "is_crisis": after == markers.BOX_MIN, "box": box}
        if box == 4:
            found |= {what: box_gives(box, what, {}) for what in ("supports", "replacement_points")}
    return found


def played_stavka(given: Mapping[str, Any]) -> dict[str, Any]:
    """Answer an example of offensives and the reserve."""
    limit = supports.OFFENSIVE.integer
    if "shortages" in given:
        counted = given["supports"] - given["shortages"]
        launches = bool(supports.can_launch(given["supports"], given["shortages"]))
        return {"counted_supports": counted, "can_launch": launches}
    if "supports_given" in given:
        a_unit = limit("armored_unit_supports" if given.get("armored") else "unit_supports")
        chosen, units = given["supports_given"] // limit("exchange_supports"), given["supports_given"] // a_unit
        return {"supports_chosen": chosen, "units": units}
    if "armored_corps" in given:
        return {"units": stavka.units_counted(given["armored_corps"], given["other_units"])}
    drm = int(stavka.release_drm(stavka.POSITIONS.index(given["position"]), given["supports"]))
    units = stavka.release_units(drm, np.array([given["roll"]], np.int8), given["is_priority_front"])
    return {"drm": drm, "modified_roll": given["roll"] + drm, "units": int(units)}


@pytest.mark.parametrize("example", examples("approval"), ids=lambda example: str(example["id"]))
def test_the_examples_of_approval(example: dict[str, Any]) -> None:
    found = played_approval(example["given"])
    assert {key: found[key] for key in example["expect"]} == example["expect"]


@pytest.mark.parametrize("example", examples("stavka"), ids=lambda example: str(example["id"]))
def test_the_examples_of_the_reserve(example: dict[str, Any]) -> None:
    found = played_stavka(example["given"])
    assert {key: found[key] for key in example["expect"]} == example["expect"]


@pytest.mark.parametrize("example", examples("support_acquisition"), ids=lambda example: str(example["id"]))
def test_the_examples_of_support_acquisition(example: dict[str, Any]) -> None:
    given = example["given"]
    low = max(1, given["natural_roll"] - 6)
    rolls = np.array([low, given["natural_roll"] - low], np.int8)
    assert int(supports.acquired(rolls, given["drm"], box=given["box"])) == example["expect"]["supports"]
    assert int(supports.acquired(rolls, given["drm"], 1, box=given["box"])) == example["expect"]["supports"]


def test_example_13_from_the_factors_of_the_chain() -> None:
    """Kalach and a headquarters, then the Fortress: approval 3 and Manstein 4 before headquarters move (R20)."""
    first, second, *_ = worlds_by_turn("approval", setting("approval", axis="stand_fast"))
    assert first.law("approval", "manstein", "crisis_rolls").counts == {(3, 4, 0): 1}
    # NOV IV: a city (-1) and the ring (-1) leave box 1; with two headquarters more lost on NOV III it is a crisis.
    assert second.law("approval", "manstein").counts == {(1, 4): 1}
    harder = worlds_by_turn("approval", setting("approval", {"first_turn_losses": 4}, axis="stand_fast"))
    assert harder[0].law("approval").counts == {(1,): 1}
    assert harder[1].law("crisis_rolls").counts == {(1,): 36}


# Approval ------------------------------------------------------------------------------------------------------------


def test_the_largest_stalingrad_loss_counts_alone() -> None:
    for turn, lost, closed in product(range(1, 18), (0, 1, 2), (False, True)):
        early, late = turn <= number("DEC IV"), number("JAN I") <= turn <= number("FEB I")
        expected = {0: -1 if closed and early else 0, 1: -2 if early else 0, 2: -3 if early else -1 if late else 0}[
            lost
        ]
        assert int(markers.event_change("approval", markers.supply_events(lost, closed), turn)) == expected


def test_every_box_and_change() -> None:
    for box, change in product(range(8), range(-9, 10)):
        assert int(markers.moved(box, change)) == min(max(box + change, 0), 7)
    for roll, shift, boxes in product(range(2, 13), (-1, 0, 1), (-2, 0, 1)):
        row = load_list(GAME, "okh_crisis")[str(roll)]
        told = int(row["manstein_change"]), int(row["approval_box"])
        expected = told if roll == 7 else (min(told[0] + shift, 0), min(told[1] + boxes, 7))
        assert tuple(int(x) for x in markers.crisis_result(roll, shift, boxes))[:2] == expected


def favor(**values: int) -> approval.Favor:
    kinds = {f.name: bool if "bool" in str(f.type) or f.type == "Flags" else np.int8
             for f in approval.Favor.__dataclass_fields__.values()}  # fmt: skip
    return approval.Favor(**{name: np.array([values.get(name, 0)], kind) for name, kind in kinds.items()})


def test_a_second_crisis_costs_manstein_a_box_and_no_roll() -> None:
    quiet = {"loss_every": 1, "first_city_turn": 18, "second_city_turn": 18, "both_hexes_turn": 18}
    chosen = setting("approval", quiet)
    rolls = np.zeros((1, 0), np.int8)
    first = approval.soviet_turn(favor(approval=1, manstein=4), chosen, 3, rolls)
    assert (first.approval[0], first.manstein[0], first.is_crisis_due[0]) == (0, 4, True)
    second = approval.soviet_turn(favor(approval=1, manstein=4, has_crisis=1), chosen, 3, rolls)
    assert (second.approval[0], second.manstein[0], second.is_crisis_due[0]) == (0, 3, False)
    fresh = approval.axis_supply(favor(approval=0, manstein=4, has_crisis=1), chosen, 3, rolls)
    assert (fresh.approval[0], fresh.is_crisis_due[0]) == (0, True)


def test_box_0_without_a_loss_is_no_crisis() -> None:
    chosen = setting("approval", {"loss_every": 0, "one_hex_turn": 18, "both_hexes_turn": 18})
    for step, turn in ((approval.soviet_turn, 3), (approval.axis_supply, number("JAN II"))):
        after = step(favor(approval=0, manstein=4, has_crisis=1), chosen, turn, np.zeros((1, 0), np.int8))
        assert (after.manstein[0], after.is_crisis_due[0]) == (4, False)


def test_a_major_city_costs_approval_two_boxes_and_manstein_one() -> None:
    chosen = setting("approval", {"loss_every": 0, "first_city_turn": 12, "second_city_turn": 12})
    after = approval.soviet_turn(favor(approval=7, manstein=5), chosen, 12, np.zeros((1, 0), np.int8))
    assert (after.approval[0], after.manstein[0]) == (3, 3)
    fall = approval.soviet_turn(favor(approval=7, manstein=5), chosen, 11, np.zeros((1, 0), np.int8))
    assert (fall.approval[0], fall.manstein[0]) == (7, 4), "Stalingrad costs approval in the supply phase, not here"


@pytest.mark.parametrize("attacks", range(4))
def test_manstein_wins_a_box_by_the_attacks_that_a_crisis_asks_for(attacks: int) -> None:
    chosen = setting("approval", {"armored_attacks": attacks, "hq_moves": 0})
    owing = favor(approval=6, manstein=3, attacks_owed=2, attacks_gain=1)
    after = approval.axis_turn(owing, chosen, 3, np.zeros((1, 0), np.int8))
    assert after.manstein[0] == 3 + (attacks >= 2)
    assert approval.axis_turn(favor(approval=6, manstein=3), chosen, 3, np.zeros((1, 0), np.int8)).manstein[0] == 3


def test_headquarters_never_move_approval_to_box_0() -> None:
    chosen, rolls = setting("approval", {"hq_moves": 2}), np.zeros((1, 0), np.int8)
    for box in range(8):
        for turn in range(1, 18):
            after = approval.axis_turn(favor(approval=box, manstein=3), chosen, turn, rolls)
            in_window = number("NOV IV") <= turn <= number("DEC IV")
            assert after.approval[0] == (max(box - 2, min(box, 1)) if in_window else box)


def test_manstein_is_dismissed_in_box_0_only_and_for_good() -> None:
    for policy in POLICIES["approval"]["axis"]:
        gone = Fraction(0)
        for turn, worlds in enumerate(worlds_by_turn("approval", setting("approval", axis=policy)), 1):
            law = worlds.law("status", "manstein", "approval", "dismissal_turn")
            dismissed = law.probability(lambda s, m, a, t: s == markers.DISMISSED)
            assert dismissed >= gone
            gone = dismissed
            for status, manstein, box, dismissal in law.counts:
                assert (status == markers.DISMISSED) == (dismissal > 0) == (0 < dismissal <= turn)
                if status == markers.DISMISSED:
                    assert (manstein, box) == (0, 3)
                if status == markers.IN_COMMAND:
                    assert manstein > 0
                if status == markers.AWAY:
                    assert manstein == 0


@pytest.mark.parametrize(("difference", "expected"), [(2, (7, 7)), (1, (5, 5)), (0, (0, 2))])
def test_the_backhand_blow_ends_after_two_turns(difference: int, expected: tuple[int, int]) -> None:
    calm = {"loss_every": 0, "first_turn_losses": 0, "hq_moves": 0, "one_hex_turn": 18, "both_hexes_turn": 18}
    calm |= {"first_city_turn": 18, "second_city_turn": 18, "backhand_difference": difference}
    turns = worlds_by_turn("approval", setting("approval", calm | {"armored_gain": 1}, axis="early_blow"))
    assert turns[6].law("status", "approval").counts.keys() == {(markers.AWAY, 7)}
    status = markers.IN_COMMAND if expected[0] else markers.REMOVED
    assert turns[8].law("status", "manstein", "approval").counts.keys() == {(status, *expected)}


def test_the_crisis_dice_are_two_dice() -> None:
    weights = approval.crisis_weights(favor(is_crisis_due=1), setting("approval"), 1)[0].tolist()
    assert weights == [sum(a + b == total for a, b in ROLLS) for total in range(2, 13)]
    assert not approval.crisis_weights(favor(), setting("approval"), 1).any()


# Replacements and Kampfgruppen ---------------------------------------------------------------------------------------


def test_points_of_every_box_and_turn() -> None:
    values = {factor.id: factor.value for factor in factors_of("approval_values").values()}
    for what in ("supports", "replacement_points"):
        given = [box_gives(box, what, values) for box in range(8)]
        assert given == sorted(given)
    assert [allied_points(points) for points in range(6)] == [points // 2 for points in range(6)]
    assert sum(points_of("soviet", "III", turn) for turn in CAMPAIGN) == 2 * 16
    with pytest.raises(GameError, match="box 8 is not on the approval track; expected 0 to 7"):
        box_gives(8, "supports", values)


def test_what_points_bring_back() -> None:
    """One point a step, two steps for an eliminated Soviet division; a support besides for armor [17.3.6-17.3.12]."""
    for points, held in product(range(6), range(6)):
        for kind in (row["id"] for row in COSTS.rows):
            times = min(points, held) if "armored" in kind else points
            assert rebuilt_steps(kind, points, held) == times * (2 if kind.startswith("soviet") else 1)
    assert [free_divisions(fall) for fall in range(15, 19)] == [3, 2, 1, 0]


def test_kampfgruppen_by_every_hand() -> None:
    for groups in range(1, 7):
        for strong, drawn in product(range(groups + 1), range(8)):
            cup = [2] * strong + [1] * (groups - strong)
            hands = [sum(hand) for hand in combinations(cup, min(drawn, groups))]
            expected = {(steps,): n for steps, n in Counter(hands).items()}
            law = group_steps_law(groups, strong, drawn)
            assert (law.counts, law.denominator) == (expected, len(hands))
    with pytest.raises(GameError, match="5 Kampfgruppen of two steps among 4; expected 0 to 4"):
        group_steps_law(4, 5, 1)
