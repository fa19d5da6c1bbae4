"""Manstein's two offensives: conditions, what they win, and the supports they replace."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from sim.game import Setting
from sim.games.stalingrad_roads import approval, markers
from sim.games.stalingrad_roads.chains import worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, factors_of, number
from sim.games.stalingrad_roads.policies import POLICIES
from sim.games.stalingrad_roads.replacements import (
    box_gives,
)
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.tracks import TRACKS

GAME = "stalingrad_roads"
ROLLS = [(a, b) for a in range(1, 7) for b in range(1, 7)]


def setting(name: str, factors: Mapping[str, int] | None = None, **policies: str) -> Setting:
    return SCENARIOS[name].setting(factors, policies)


def favor(**values: int) -> approval.Favor:
    kinds = {f.name: bool if "bool" in str(f.type) or f.type == "Flags" else np.int8
             for f in approval.Favor.__dataclass_fields__.values()}  # fmt: skip
    return approval.Favor(**{name: np.array([values.get(name, 0)], kind) for name, kind in kinds.items()})


# Manstein's offensives ------------------------------------------------------------------------------------------------


def test_wintergewitter_over_every_condition() -> None:
    for turn, divisions, held in product(range(1, 18), range(4), range(5)):
        expected = turn <= number("DEC IV") and divisions >= 2 and held >= 2
        assert bool(markers.can_storm(turn, divisions, held)) == expected
    for turn, launched, after in product(range(1, 18), range(7), range(4)):
        expected = launched > 0 and turn == launched + after and turn < number("JAN I")
        assert bool(markers.storm_lifts(turn, launched, after)) == expected


@pytest.mark.parametrize("policy", ["general_retreat", "no_offensives"])
def test_wintergewitter_in_the_chain(policy: str) -> None:
    """It is launched once, as soon as the policy and the divisions allow, and only with two supports at hand."""
    for ready, held in product(range(2, 8), range(5)):
        calm = {"first_turn_losses": 0, "loss_every": 0, "hq_moves": 0}
        chosen = setting("approval", {"divisions_ready_turn": ready, "supports_held": held} | calm, axis=policy)
        launched = worlds_by_turn("approval", chosen)[-1].law("storm_turn")
        fits = policy == "general_retreat" and held >= 2 and max(ready, 4) <= number("DEC IV")
        assert launched.counts.keys() == {(max(ready, 4) if fits else 0,)}


@pytest.mark.parametrize("after", range(4))
def test_an_open_pocket_lifts_manstein_once(after: int) -> None:
    calm = {"loss_every": 0, "first_turn_losses": 0, "armored_gain": 1, "storm_opens_after": after}
    turns = worlds_by_turn("approval", setting("approval", calm, axis="no_blow"))
    for turn, worlds in enumerate(turns[:7], 1):
        rises = after < 3 and turn >= 4 + after
        assert worlds.law("manstein").counts.keys() == {(4 + rises,)}


def test_an_offensive_replaces_the_draw_of_supports() -> None:
    values = {factor.id: factor.value for factor in factors_of("approval_values").values()}
    for policy in POLICIES["approval"]["axis"]:
        drawn = Fraction(0)
        for turn, worlds in enumerate(worlds_by_turn("approval", setting("approval", axis=policy)), 1):
            blow = {"early_blow": 7, "general_retreat": 13, "stand_fast": 13}.get(policy)
            for (box, is_offensive), p in worlds.law("support_box", "is_offensive"):
                assert not is_offensive or turn in (4, blow)
                drawn += 0 if is_offensive else p * box_gives(box, "supports", values)
        track = TRACKS["replacements"]
        found = {f.id: f.number for f in track.find(track.setting(None, {"axis": policy}))}
        assert found["axis_supports"] == drawn


def test_example_13_gives_two_supports_and_one_point() -> None:
    """Box 4 is Manstein's: 2 supports; the point of the first turn is the example's alone (ruling R21)."""
    first = worlds_by_turn("approval", setting("approval", axis="stand_fast"))[0]
    assert first.law("support_box", "points_box").counts == {(4, 4): 1}


def test_the_turns_on_which_a_leader_is_left() -> None:
    """The chance to lead a blow on a turn is that of no dismissal before it, whatever the policy does later."""
    track = TRACKS["offensives"]
    found = {f.id: f.number for f in track.find(track.setting(None, {"axis": "no_blow"}))}
    gone = worlds_by_turn("approval", setting("approval", axis="no_blow"))[-1].law("dismissal_turn")
    for turn in range(number("JAN I"), len(CAMPAIGN) + 1):
        p = 1 - gone.probability(lambda t, turn=turn: 0 < t < turn)
        assert found[f"leader_{CAMPAIGN[turn - 1].replace(' ', '_')}"] == p
    assert found["blow"] == 0
    early = {f.id: f.number for f in track.find(track.setting(None, {"axis": "early_blow"}))}
    assert early["blow"] == early["leader_JAN_I"] == Fraction(143, 144)


def test_stalingrad_in_supply_again_and_a_city_retaken() -> None:
    rolls = np.zeros((1, 0), np.int8)
    chosen = setting("approval", {"resupplied_turn": 5, "loss_every": 0})
    again = approval.axis_supply(favor(approval=6, manstein=3), chosen, 5, rolls)
    assert (again.approval[0], again.manstein[0]) == (6, 4), "in supply: no loss for the pocket, and a box more"
    cut_off = approval.axis_supply(favor(approval=6, manstein=3), chosen, 4, rolls)
    assert (cut_off.approval[0], cut_off.manstein[0]) == (5, 3)
    chosen = setting("approval", {"city_retaken_turn": 14, "hq_moves": 0})
    for box in range(8):
        after = approval.axis_turn(favor(approval=box, manstein=3), chosen, 14, rolls)
        assert (after.approval[0], after.manstein[0]) == (min(box + 2, 7), 4)
