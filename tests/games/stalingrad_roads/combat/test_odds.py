"""Combat of Stalingrad Roads beyond the print: worked results, brute force over short loops, refusals, and teeth."""

from itertools import product
from math import ceil
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import as_json, odds
from sim.combat import CombatOdds
from sim.errors import GameError
from sim.game import load_game
from sim.games.stalingrad_roads.combat.elite import FAMILY, block_choice
from sim.games.stalingrad_roads.combat.facts import OPTIONS, Facts
from sim.games.stalingrad_roads.combat.results import (
    ALLIES,
    LEVELS,
    attacker_result,
    attacker_values,
    defender_result,
)
from sim.games.stalingrad_roads.combat.strengths import attack_strength, defense_strength
from sim.games.stalingrad_roads.combat.table import COLUMNS, TACTICAL, Codes, tactical
from tests.games.stalingrad_roads.systems.asked import examples

GAME = "stalingrad_roads"


def asked(**facts: Any) -> CombatOdds:
    return odds(GAME, **{"attack": 12, "defense": 4, **facts})


def code(name: str) -> Codes:
    return np.array(TACTICAL.index(name), np.int8)


def attackers(name: str, **facts: Any) -> str:
    """Return an attacker's printed result as applied, in words."""
    found = attacker_result(Facts(1, 1, **facts), code(name))
    base = "toll" if found.is_toll else TACTICAL[int(found.code)]
    level = LEVELS[int(found.level)]
    return base if level == "-" else level if base == "-" else f"{base} + {level}"


def defenders(name: str, **facts: Any) -> str:
    return TACTICAL[int(defender_result(Facts(1, 1, **facts), code(name)))]


PLAIN = [
    example
    for example in examples("tactical")
    if set(example["given"]) >= {"side", "result"} and "result" in example["expect"]
]


@pytest.mark.parametrize("example", PLAIN, ids=[example["id"] for example in PLAIN])
def test_the_books_tactical_results(example: dict[str, Any]) -> None:
    given = example["given"]
    facts: dict[str, Any] = {name: True for name in given.get("superiority", [])}
    if "terrain" in given:
        facts["terrain"] = given["terrain"]
    if given.get("is_weak_ally") or given.get("ally_steps", 9) < 4:
        facts["weak_allies"] = True
    if given.get("is_oos_fs"):
        facts["fortress_level"] = 8
    facts["attacker"] = "axis" if "superiority" in given else "soviet"
    read = attackers if given["side"] == "attacker" else defenders
    assert read(given["result"], **facts) == example["expect"]["result"]


def test_the_examples_on_tactical_results_are_all_read() -> None:
    assert {"ex05-weak-ally", "ex07-superiority", "8.10.2-forest-s", "8.10.2-forest-dr", "ex10-fortress"} <= {
        example["id"] for example in PLAIN
    }
    assert {"8.11.1-d1", "8.11.1-marsh", "8.11.1-clear"} <= {example["id"] for example in PLAIN}


ELITE = [example for example in examples("tactical") if "is_elite" in example["given"]]


@pytest.mark.parametrize("example", ELITE, ids=[example["id"] for example in ELITE])
def test_the_books_elite_choices(example: dict[str, Any]) -> None:
    """The choices of the printed row lie in its block, for every member where the block is forced [8.6.1]."""
    given, expect = example["given"], example["expect"]
    column = COLUMNS.index(given["column"])
    printed = np.array([tactical(column, np.array([1, roll - 1]))[0] for roll in range(2, 13)], np.int8)
    at = given["roll"] - 2
    assert TACTICAL[int(printed[at])] == expect["printed"]
    for member, blocks in FAMILY.members.items():
        mates = [printed[row] for row in range(11) if blocks[row] == blocks[at]]
        choices = {TACTICAL[int(c)] for c in mates}
        assert set(expect.get("choices", [])) <= choices, member
        if "chosen" in expect or "chosen" in given:
            chosen = block_choice(printed, blocks, attacker_values(Facts(1, 1)))
            assert TACTICAL[int(chosen[at])] == given.get("chosen")
        if "block_cells" in expect:
            assert len(mates) == expect["block_cells"]


# -- strengths: brute force ---------------------------------------------------


def test_strengths_against_plain_arithmetic() -> None:
    # [1.9.2, 3.2.2, 4.4.2, 8.5.2, 8.5.3]
    for n, oos, mud, bonus in product(range(1, 41), (False, True), (False, True), (0, 3)):
        found = attack_strength(
            Facts(n, 1, attacker_out_of_supply=oos, weather="mud" if mud else "snow",
                  across="river", bridge=True, attack_bonus=bonus)
        )  # fmt: skip
        assert found.factors == -(-n // ((2 if oos else 1) * (3 if mud else 1))) + bonus
        assert n + sum(one.value for one in found.applied) == found.factors


def test_defense_in_the_pocket_against_plain_arithmetic() -> None:
    for n, level, event in product(range(1, 31), range(1, 12), ("none", "stack", "unit")):
        unit = min(n, 4)
        facts = Facts(1, n, fortress_level=level, ju52_resistance=event, ju52_unit=unit, defender_units=3)
        if level == 1:
            expected = {"none": 3, "stack": 6, "unit": 4}[event]
        elif level <= 6:
            expected = {"none": ceil(n / 2), "stack": n, "unit": ceil((n - unit) / 2) + unit}[event]
        else:
            expected = {"none": n, "stack": 2 * n, "unit": n + unit}[event]
        found = defense_strength(facts)
        assert found.factors == expected, (n, level, event)
        assert n + sum(one.value for one in found.applied) == found.factors


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({}, 9),
        ({"terrain": "village"}, 10),  # [example 7]
        ({"defender_out_of_supply": True}, 5),
        ({"defender_out_of_supply": True, "terrain": "village"}, 6),
        ({"across": "river", "weather": "frozen_rivers"}, 10),
        ({"across": "river", "weather": "frozen_major_rivers"}, 10),
        ({"across": "major_river", "weather": "frozen_rivers"}, 12),
        ({"across": "major_river", "weather": "frozen_major_rivers"}, 11),
        ({"across": "river", "weather": "mud", "bridge": True}, 9),
        ({"across": "river"}, 11),
        ({"terrain": "marsh", "weather": "frozen_major_rivers", "defense_bonus": 4}, 14),
        ({"retreated_units": 2}, 11),
        ({"retreated_units": 2, "defender_out_of_supply": True}, 7),
        ({"retreated_units": 1, "fortress_level": 8, "ju52_resistance": "stack"}, 20),
    ],
)
def test_defense(facts: dict[str, Any], expected: int) -> None:
    # [1.8.2, 8.12.9, 10.3.2]
    assert defense_strength(Facts(1, 9, **facts)).factors == expected


# -- results ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "facts", "applied"),
    [
        ("E2", {"weather": "mud"}, "toll"),
        ("D1", {"weather": "mud"}, "-"),
        ("Eng", {"weather": "mud"}, "Eng"),
        ("AR", {"weather": "mud", "terrain": "marsh"}, "AR"),
        ("-", {"weather": "mud", "weak_allies": True}, "toll"),
        ("AR", {"weak_allies": True}, "AR + E"),
        ("Eng", {"weak_allies": True}, "Eng + E"),
        ("AR", {"attacker": "axis", "overwhelming_attack": True}, "AR"),
        ("D1", {"attacker": "axis", "overwhelming_attack": True}, "D1 + E"),
        ("E3", {"attacker": "axis", "overwhelming_attack": True}, "E4"),
        ("E3", {"exploitation": True, "weak_allies": True}, "-"),
        ("Eng", {"exploitation": True}, "-"),
        ("E3", {"across": "major_river"}, "E"),
        ("E3", {"across": "major_river", "terrain": "marsh"}, "-"),
        ("E3", {"across": "major_river", "weather": "frozen_major_rivers"}, "E3"),
        ("E3", {"across": "river"}, "E3"),
        ("E3", {"terrain": "marsh", "weather": "frozen_major_rivers"}, "E2"),
    ],
)
def test_attackers_results(printed: str, facts: dict[str, Any], applied: str) -> None:
    # [3.2.2, 8.7.5, 8.10.4, 9.3.2]
    assert attackers(printed, **facts) == applied


def test_weak_allies_raise_as_their_table_says() -> None:
    for row in ALLIES.rows:
        assert attackers(row["result"], weak_allies=True) == row["becomes"]


@pytest.mark.parametrize(
    ("printed", "facts", "applied"),
    [
        ("DR3", {"fortress_level": 8}, "DR"),
        ("DR2", {"fortress_level": 8}, "S"),
        ("S", {"fortress_level": 8}, "S"),
        ("DR2", {"fortress_level": 8, "terrain": "forest"}, "S"),
        ("DR", {"terrain": "marsh", "weather": "frozen_major_rivers"}, "S"),
        ("DR2", {"across": "major_river"}, "DR2"),
        ("R", {"terrain": "city"}, "R"),
    ],
)
def test_defenders_results(printed: str, facts: dict[str, Any], applied: str) -> None:
    # [8.7.6]
    assert defenders(printed, **facts) == applied


def test_the_basis_says_what_the_answer_rests_on() -> None:
    assert asked().basis == "rulebook"
    assert asked(human_waves=True).basis == "rulebook"
    assert asked(weak_allies=True).basis == "inferred"
    assert asked(terrain="village").basis == "assumed"
    assert asked(attacker_elite=True).basis == "assumed"
    assert asked(across="river", weather="frozen_rivers").basis == "rulebook"
    assert asked(across="river").basis == "assumed"


def test_modifiers_are_named_with_their_worth() -> None:
    found = as_json(load_game(GAME), asked(attacker_out_of_supply=True, terrain="village", shift=2))["modifiers"]
    assert [(one["id"], one["value"]) for one in found] == [("oos_attack", -6), ("village", 1), ("shift", 2)]


# -- refusals and teeth -------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"attacker": "finn"}, "attacker is 'finn'; expected one of soviet, axis"),
        ({"fortress_level": 12}, "fortress_level is 12; expected a whole number from 0 to 11"),
        ({"fortress_level": 8, "attacker": "axis"}, "fortress_level is 8; expected 0 when the axis side attacks"),
        ({"fortress_level": 8, "defender_out_of_supply": True}, "defender_out_of_supply is yes; expected no at"),
        ({"fortress_level": 1, "defender_units": 2, "defender_elite": True}, "defender_elite is yes; expected no at"),
        ({"fortress_level": 1, "defender_units": 2, "human_waves": True}, "human_waves is yes; expected no at"),
        ({"fortress_level": 1}, "defender_units is 0; expected 1 to 12 at fortress_level 1"),
        ({"ju52_resistance": "stack"}, "ju52_resistance is stack; expected none at fortress_level 0"),
        ({"ju52_resistance": "unit", "fortress_level": 8}, "ju52_unit is 0; expected 1 to 4 with ju52_resistance unit"),
        ({"ju52_unit": 3}, "ju52_unit is 3; expected 0 without it"),
        ({"soviet_rout": True}, "soviet_rout is yes; expected no when the soviet side attacks"),
        ({"human_waves": True, "attacker": "axis"}, "human_waves is yes; expected no when the axis side attacks"),
        ({"weak_allies": True, "human_waves": True}, "weak_allies is yes; expected no with human_waves"),
        ({"weak_allies": True, "attacker": "axis"}, "weak_allies is yes; expected no when the axis side attacks"),
        ({"weak_allies": True, "defender_steps": 4}, "weak_allies is yes; expected no with 4 defender_steps"),
        ({"bridge": True}, "bridge is yes; expected no where across is none"),
        ({"across": "river", "weather": "mud"}, "bridge is no; expected yes to attack across a river in mud"),
        ({"rattenkrieg": True}, "rattenkrieg is yes; expected no at fortress_level 0"),
        ({"terrain_bonus": -2}, "terrain_bonus is -2; expected a whole number from -1 to 1,000"),
        ({"defender_steps": -1}, "defender_steps is -1; expected a whole number from 0 to 100"),
    ],
)
def test_contradictions_are_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    # [7.4, 8.1.2, 10.3.4]
    with pytest.raises(GameError) as refused:
        asked(**facts)
    assert str(refused.value).startswith(message)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("level", "bonus", "warns"), [(8, 2, True), (8, 0, False), (0, 2, False)])
def test_supports_in_the_pocket_are_warned_of(level: int, bonus: int, *, warns: bool) -> None:
    """A unit under an OOS-FS marker has no use of supports but those whose own text allows it [10.2.3, 10.4.3]."""
    notes = asked(fortress_level=level, defense_bonus=bonus).notes
    assert [note.split(";")[0] for note in notes] == [f"{bonus} factors of supports defend in the pocket"] * warns


FLIPS: dict[str, tuple[dict[str, Any], Any]] = {
    "attack": ({}, 4), "defense": ({}, 3), "shift": ({}, 1), "attacker": ({"overwhelming_attack": True}, "axis"),
    "weather": ({}, "mud"), "terrain": ({}, "forest"), "across": ({}, "major_river"),
    "bridge": ({"across": "river", "weather": "mud"}, True), "attacker_out_of_supply": ({}, True),
    "defender_out_of_supply": ({}, True), "fortress_level": ({}, 8),
    "ju52_resistance": ({"fortress_level": 8}, "stack"),
    "ju52_unit": ({"fortress_level": 8, "ju52_resistance": "unit"}, 3),
    "defender_units": ({"fortress_level": 1}, 2), "retreated_units": ({}, 1), "attack_bonus": ({}, 4),
    "defense_bonus": ({}, 1), "attacker_elite": ({}, True), "defender_elite": ({}, True), "armored_attack": ({}, True),
    "exploitation": ({}, True), "panzers_to_the_rescue": ({}, True), "human_waves": ({}, True),
    "overwhelming_attack": ({"attacker": "axis"}, True),
    "soviet_rout": ({"attacker": "axis", "overwhelming_attack": True}, True),
    "weak_allies": ({}, True), "attacker_steps": ({}, 1), "defender_steps": ({}, 1),
    "attacker_aim": ({"attack": 4}, "steps"), "defender_aim": ({"attack": 8}, "steps"), "losses_either_way": ({}, True),
    "rattenkrieg": ({"fortress_level": 8}, True), "terrain_bonus": ({"terrain": "forest"}, 5),
    "central_only": ({"terrain": "city"}, True),
    "third_roll": ({}, True), "ar_stays": ({"attack": 4, "weak_allies": True}, True),
    "eng_before_superiority": ({"attack": 4, "human_waves": True}, True),
    "ar_last": ({"attack": 4, "defense": 8, "attacker_steps": 4}, True),
    "elite_by_print": ({"attacker_elite": True, "weather": "mud"}, True),
}  # fmt: skip


def answered(**facts: Any) -> str:
    try:
        shown = as_json(load_game(GAME), asked(**facts))
    except GameError as refused:
        return str(refused)
    return str({name: value for name, value in shown.items() if name not in ("rules", "basis")})


def test_every_fact_is_flipped_below() -> None:
    assert set(FLIPS) == {option.name for option in OPTIONS}


@pytest.mark.parametrize("name", FLIPS)
def test_flipping_any_single_fact_changes_an_answer(name: str) -> None:
    # [5.5.5, 7.4, 8.1.2, 8.2.1]
    base, value = FLIPS[name]
    assert answered(**base) != answered(**{**base, name: value})
    if name not in ("attacker", "bridge", "ju52_unit", "defender_units"):  # there a wrong fact is refused instead
        assert answered(**{**base, name: value}).startswith("{")
