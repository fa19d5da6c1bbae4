"""What fights of Stalingrad Roads come to, against a plain loop; laws, and their bounds over the assumed family."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from sim.dice import all_rolls, draw_rolls
from sim.exact import Law, count
from sim.games.stalingrad_roads.combat.consequences import consequences as come_to
from sim.games.stalingrad_roads.combat.elite import FAMILY, block_choice
from sim.games.stalingrad_roads.combat.facts import Facts
from sim.games.stalingrad_roads.combat.odds import after_roll
from sim.games.stalingrad_roads.combat.results import attacker_values, defender_values
from sim.games.stalingrad_roads.combat.table import COLUMNS, TACTICAL, attrition, tactical
from sim.streams import stream
from tests.games.stalingrad_roads.combat.test_odds import asked

# -- consequences: one fight by a plain loop over 1296 rolls ------------------


def by_hand(fight: Facts, column: int, roll: int, second: int, printed: tuple[str, str]) -> tuple[int, ...]:
    """Resolve one roll in plain scalar steps, without elite bonus, in clear terrain; for comparison."""
    table = {}
    for total in (roll, second):
        low = max(1, total - 6)
        table[total] = tuple(int(x) for x in attrition(column, np.array([low, total - low])))
    a, d = printed
    level = 0 if fight.exploitation or a not in ("E", "E2", "E3") else int(a[1:] or 1)
    base = "-" if fight.exploitation or level else a
    toll = False
    if fight.is_mud:
        toll, level, base = (
            level > 0 or (fight.weak_allies and not fight.exploitation),
            0,
            "-" if base == "D1" else base,
        )
    if fight.fortress_level:
        d = {"DR3": "DR", "DR2": "S", "DR": "S"}.get(d, d)
    lost, suffered = table[roll]
    broke = level >= 2
    if fight.overwhelming_attack and not fight.is_mud and base != "AR" and not fight.exploitation:
        level += 1
    if fight.soviet_rout and level >= 2 and lost:
        lost -= 1
    if fight.human_waves and lost and not broke:
        lost += 1
    if fight.weak_allies and not fight.exploitation and not fight.is_mud:
        level += 1
    cap_a, cap_d = fight.attacker_steps or 999, fight.defender_steps or 999
    goes = False
    if base == "AR" and lost < cap_a:
        if fight.attacker_aim == "ground" and cap_a - lost > 2:
            lost += 2
        else:
            goes = True
    if base == "D1":
        suffered += 1
    if "Eng" in (base, d):
        lost, suffered = lost + table[second][0], suffered + table[second][1]
    elif toll:
        lost += table[second][0]
    hexes = {"DR": 1, "DR2": 2, "DR3": 3}.get(d, 0)
    if d == "S":
        if fight.losses_either_way or (fight.defender_aim == "ground" and cap_d - suffered > 1):
            suffered += 1
        else:
            hexes = 1
    if d == "F" and fight.losses_either_way:
        suffered += 1
    lost, suffered = min(lost, cap_a), min(suffered, cap_d)
    gone = suffered == cap_d
    rescued = fight.panzers_to_the_rescue and not broke
    return (lost, suffered, int(goes), 0 if gone else hexes, 0 if lost == cap_a else level,
            int(d == "R" or rescued), int(gone or hexes > 0))  # fmt: skip


FIGHTS: list[dict[str, Any]] = [
    {},
    {"attacker_aim": "steps", "defender_aim": "steps"},
    {"losses_either_way": True, "defender_aim": "steps"},
    {"losses_either_way": True, "defender_steps": 2},
    {"attacker_steps": 3, "defender_steps": 3},
    {"attacker_steps": 1, "defender_steps": 1, "defender_aim": "steps"},
    {"weak_allies": True, "defender_steps": 3},
    {"human_waves": True, "panzers_to_the_rescue": True},
    {"human_waves": True, "panzers_to_the_rescue": True, "exploitation": True, "attacker_steps": 2},
    {"attacker": "axis", "overwhelming_attack": True, "soviet_rout": True},
    {"attacker": "axis", "overwhelming_attack": True, "soviet_rout": True, "exploitation": True},
    {"attacker": "axis", "overwhelming_attack": True, "soviet_rout": True, "weather": "mud"},
    {"human_waves": True, "weather": "mud", "attacker_steps": 4},
    {"weak_allies": True, "weather": "mud", "defender_steps": 2},
    {"weak_allies": True, "weather": "mud", "exploitation": True},
    {"fortress_level": 8, "defender_steps": 3},
    {"fortress_level": 8, "defender_aim": "steps", "panzers_to_the_rescue": True},
]


@pytest.mark.in_turn
@pytest.mark.parametrize("facts", FIGHTS, ids=str)
def test_consequences_against_a_plain_loop(facts: dict[str, Any]) -> None:
    # [8.7.7, 8.8.3, 8.9.1, 8.10.1, 8.10.5, 8.13.2, 8.14.2, 8.14.3]
    fight, rolls = Facts(1, 1, **facts), all_rolls(4)
    totals = np.stack([rolls[:, 0] + rolls[:, 1], rolls[:, 2] + rolls[:, 3]], axis=1).tolist()
    for column in range(len(COLUMNS)):
        codes = tactical(column, rolls[:, :2])
        found = come_to(fight, column, rolls, codes)
        fields = [values.tolist() for values in found.values()]
        names = [(TACTICAL[a], TACTICAL[d]) for a, d in zip(codes[0].tolist(), codes[1].tolist(), strict=True)]
        expected: dict[tuple[Any, ...], tuple[int, ...]] = {}
        for (roll, second), printed, row in zip(totals, names, zip(*fields, strict=True), strict=True):
            key = (roll, second)
            if key not in expected:
                expected[key] = by_hand(fight, column, roll, second, printed)
            assert row == expected[key], (COLUMNS[column], key)


def test_the_toll_of_mud_is_the_attackers_alone() -> None:
    """4/1, 7: D1 E DR; the E becomes a second roll, here 2 (A1), in which only the attacker bleeds."""
    dice = np.array([3, 4, 1, 1], np.int8)
    assert after_roll(dice, 4, 1, weather="mud")["attacker_step_losses"] == 1
    dice = np.array([3, 4, 6, 6], np.int8)  # 12: A1D3
    mud = after_roll(dice, 4, 1, weather="mud")
    assert (mud["attacker_step_losses"], mud["defender_step_losses"], mud["exploitation"]) == (1, 1, 0)


# -- laws ---------------------------------------------------------------------

SPREAD: list[dict[str, Any]] = [
    {}, {"attacker_elite": True}, {"defender_elite": True, "terrain": "forest"},
    {"weather": "mud", "weak_allies": True},
    {"attacker_elite": True, "defender_elite": True, "fortress_level": 6, "defender_steps": 4},
]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("facts", SPREAD, ids=str)
def test_laws_are_laws_and_their_bounds_hold_them(facts: dict[str, Any]) -> None:
    for attack in (4, 8, 12, 16, 20, 24):
        answer = asked(attack=attack, **facts)
        assert answer.law is not None
        assert answer.after is not None
        assert sum(p for _, p in answer.law) == 1
        assert sum(p for _, p in answer.after) == 1
        for law, bounds in ((answer.law, answer.bounds), (answer.after, answer.after_bounds)):
            assert all(bounds[o][0] <= p <= bounds[o][1] for o, p in law if bounds)
            assert sum(low for low, _ in bounds.values()) <= 1
            assert sum(high for _, high in bounds.values()) >= 1 or not bounds


def test_attrition_of_the_law_and_of_the_consequences_agree_where_nothing_else_costs_steps() -> None:
    """Without D1, AR, S, F the two laws count the same steps, and every loss of `law` is in `after`."""
    answer = asked()
    assert answer.law is not None
    assert answer.after is not None
    for side, place in (("attacker", 0), ("defender", 1)):
        assert answer.after.mean(lambda *o, p=place: o[p]) >= answer.law.mean(lambda *o, p=place: o[p]), side


def member_law(member: str, column: int, side: int, values: Any) -> Law:
    rolls = all_rolls(2)
    printed = np.array([tactical(column, np.array([1, roll - 1]))[side] for roll in range(2, 13)], np.int8)
    chosen = block_choice(printed, FAMILY.members[member], values)
    return count({"code": chosen[rolls.sum(axis=1) - 2]})


@pytest.mark.parametrize("side", ["attacker", "defender"])
def test_the_family_is_asked_member_by_member(side: str) -> None:
    """Bounds on the chosen code of one side, counted member by member, hold the shown law, and are met by it."""
    values = (attacker_values if side == "attacker" else defender_values)(Facts(12, 4))
    at = 0 if side == "attacker" else 1
    laws = [member_law(member, COLUMNS.index("3/1"), at, values) for member in FAMILY.members]
    eng = TACTICAL.index("Eng")
    shown = asked(**{f"{side}_elite": True})
    assert shown.law is not None
    assert (shown.family, shown.member) == ("elite_blocks", "threes")
    central = {(c if c != eng else 0): Fraction(0) for c in range(len(TACTICAL))}
    for (c,), p in member_law("threes", COLUMNS.index("3/1"), at, values):
        central[c if c != eng else 0] += p
    for (c,), p in shown.law.marginal(f"{side}_tactical"):
        assert p == central[c]
    assert len({tuple(sorted(law.counts.items())) for law in laws}) > 1


def test_an_elite_choice_is_never_worse_than_the_print() -> None:
    for aim in ("ground", "steps"):
        for column in range(len(COLUMNS)):
            for side, values in enumerate(
                (attacker_values(Facts(1, 1, attacker_aim=aim)), defender_values(Facts(1, 1, defender_aim=aim)))
            ):
                printed = np.array([tactical(column, np.array([1, r - 1]))[side] for r in range(2, 13)], np.int8)
                for blocks in FAMILY.members.values():
                    assert (values[block_choice(printed, blocks, values)] >= values[printed]).all()


def test_sampled_consequences_agree_with_exact_ones() -> None:
    """Checks dice and broadcasting, not the rule: both sides share it [8.7.3]."""
    n, facts = 60_000, Facts(12, 4, human_waves=True, defender_steps=3)
    rolls = draw_rolls(stream(1, 0, 0, "combat"), n, 4)
    seen = count(come_to(facts, 3, rolls, tactical(3, rolls[:, :2])))
    law = asked(human_waves=True, defender_steps=3).after
    assert law is not None
    assert set(seen.counts) <= set(law.counts)
    for outcome, p in law:
        assert abs(seen.counts.get(outcome, 0) / n - p) <= 5 * (float(p * (1 - p)) / n) ** 0.5
