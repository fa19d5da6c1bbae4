"""Manstein's two offensives: conditions, what they win, and the supports they replace."""

from fractions import Fraction
from itertools import product

import pytest

from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, number
from sim.games.stalingrad_roads.systems.approval import markers
from sim.games.stalingrad_roads.systems.replacements import box_gives
from tests.games.stalingrad_roads.systems.asked import GAME, SYSTEMS, by_turn, setting


def test_wintergewitter_over_every_condition() -> None:
    # [16.3, 16.3.1]
    for turn, divisions, held in product(range(1, 18), range(4), range(5)):
        expected = turn <= number("DEC IV") and divisions >= 2 and held >= 2
        assert bool(markers.can_storm(turn, divisions, held)) == expected
    for turn, launched, after in product(range(1, 18), range(7), range(4)):
        expected = launched > 0 and turn == launched + after and turn < number("JAN I")
        assert bool(markers.storm_lifts(turn, launched, after)) == expected


@pytest.mark.in_turn
@pytest.mark.parametrize("policy", ["general_retreat", "no_offensives"])
def test_wintergewitter_in_the_chain(policy: str) -> None:
    """It is launched once, as soon as the policy and the divisions allow, and only with two supports at hand."""
    for ready, held in product(range(2, 8), range(5)):
        calm = {"first_turn_losses": 0, "loss_every": 0, "hq_moves": 0}
        chosen = setting("approval", {"divisions_ready_turn": ready, "supports_held": held} | calm, axis=policy)
        launched = by_turn("approval", chosen)[-1].law("storm_turn")
        fits = policy == "general_retreat" and held >= 2 and max(ready, 4) <= number("DEC IV")
        assert launched.counts.keys() == {(max(ready, 4) if fits else 0,)}


@pytest.mark.parametrize("after", range(4))
def test_an_open_pocket_lifts_manstein_once(after: int) -> None:
    calm = {"loss_every": 0, "first_turn_losses": 0, "armored_gain": 1, "storm_opens_after": after}
    turns = by_turn("approval", setting("approval", calm, axis="no_blow"))
    for turn, worlds in enumerate(turns[:7], 1):
        rises = after < 3 and turn >= 4 + after
        assert worlds.law("manstein").counts.keys() == {(4 + rises,)}


def test_an_offensive_replaces_the_draw_of_supports() -> None:
    values = {factor.id: factor.value for factor in factors_of(GAME, "approval_values").values()}
    for policy in SYSTEMS["approval"].policies["axis"]:
        drawn = Fraction(0)
        for turn, worlds in enumerate(by_turn("approval", setting("approval", axis=policy)), 1):
            blow = {"early_blow": 7, "general_retreat": 13, "stand_fast": 13}.get(policy)
            for (box, is_offensive), p in worlds.law("support_box", "is_offensive"):
                assert not is_offensive or turn in (4, blow)
                drawn += 0 if is_offensive else p * box_gives(box, "supports", values)
        system = SYSTEMS["replacements"]
        found = {f.id: f.number for f in system.find(system.setting(None, {"axis": policy}))}
        assert found["axis_supports"] == drawn


def test_the_turns_on_which_a_leader_is_left() -> None:
    """The chance to lead a blow on a turn is that of no dismissal before it, whatever the policy does later."""
    system = SYSTEMS["offensives"]
    found = {f.id: f.number for f in system.find(system.setting(None, {"axis": "no_blow"}))}
    gone = by_turn("approval", setting("approval", axis="no_blow"))[-1].law("dismissal_turn")
    for turn in range(number("JAN I"), len(CAMPAIGN) + 1):
        p = 1 - gone.probability(lambda t, turn=turn: 0 < t < turn)
        assert found[f"leader_{CAMPAIGN[turn - 1].replace(' ', '_')}"] == p
    assert found["blow"] == 0
    early = {f.id: f.number for f in system.find(system.setting(None, {"axis": "early_blow"}))}
    assert early["blow"] == early["leader_JAN_I"] == Fraction(143, 144)
