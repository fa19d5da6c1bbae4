"""A second reader's whole combat of Stalingrad Roads against the first's, by its public interface."""

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from analysis.fights.odds import consequences, odds
from tests.games.stalingrad_roads.second.book import CRT
from tests.games.stalingrad_roads.second.combat import (
    DEFAULTS,
    Facts,
    Outcome,
    attack_strength,
    defense_strength,
    fight,
)

# Odds before any change, one pair a column.
BASES = {"1/2": (12, 24), "1/1": (12, 12), "2/1": (24, 12), "3/1": (36, 12), "4/1": (48, 12)}
BASES |= {"5/1": (60, 12), "6/1": (72, 12)}

FLAGS: list[Facts] = [
    *({"terrain": terrain} for terrain in ("forest", "marsh", "village", "city", "major_city")),
    *({"weather": weather} for weather in ("mud", "frozen_rivers", "frozen_major_rivers")),
    {"across": "river"},
    {"across": "major_river"},
    {"attacker_out_of_supply": True},
    {"defender_out_of_supply": True},
    {"fortress_level": 9},
    {"fortress_level": 4},
    {"fortress_level": 1, "defender_units": 3},
    {"fortress_level": 5, "ju52_resistance": "stack"},
    {"fortress_level": 6, "ju52_resistance": "unit", "ju52_unit": 5},
    {"retreated_units": 2},
    {"attack_bonus": 5},
    {"defense_bonus": 3},
    {"attacker_elite": True},
    {"defender_elite": True},
    {"exploitation": True},
    {"panzers_to_the_rescue": True},
    {"human_waves": True},
    {"attacker": "axis", "overwhelming_attack": True},
    {"attacker": "axis", "soviet_rout": True},
    {"weak_allies": True},
    {"attacker_steps": 2},
    {"attacker_steps": 4},
    {"defender_steps": 1},
    {"defender_steps": 3},
    {"attacker_aim": "steps"},
    {"defender_aim": "steps"},
    {"losses_either_way": True},
]
SOVIET_ONLY = ("panzers_to_the_rescue", "human_waves", "weak_allies", "fortress_level")
AXIS_ONLY = ("overwhelming_attack", "soviet_rout")


def first(facts: Facts) -> tuple[str, dict[Outcome, Fraction] | None]:
    """Final column and law as the first implementation has them: those of the member it shows."""
    answer = odds("stalingrad_roads", **{"central_only": True, **facts})
    if answer.cancelled:
        return str(answer.final_column), None
    law: dict[Outcome, Fraction] = {}
    rows: list[dict[str, Any]] = list(consequences(answer) or ())
    for row in rows:
        chance = Fraction(row["probability"])
        if chance == 0:
            continue
        key = (
            int(row["attacker_step_losses"]),
            int(row["defender_step_losses"]),
            bool(row["is_attacker_retreat"]),
            int(row["defender_retreat_hexes"]),
            int(row["exploitation"]),
            bool(row["is_defender_reaction"]),
            bool(row["is_emptied"]),
        )
        law[key] = law.get(key, Fraction(0)) + chance
    return str(answer.final_column), law


def assert_same(facts: Facts) -> bool:
    """Compare one fight; whether it was fought at all."""
    label, law = fight(**{name: fact for name, fact in facts.items() if name != "central_only"})
    assert first(facts) == (label, law), facts
    return law is not None


def is_legal(f: Facts) -> bool:
    """Whether the first implementation should take the facts."""
    superior = f.get("panzers_to_the_rescue") or f.get("human_waves")
    if f.get("attacker", "soviet") == "axis" and any(f.get(name) for name in SOVIET_ONLY):
        return False
    if f.get("attacker", "soviet") == "soviet" and any(f.get(name) for name in AXIS_ONLY):
        return False
    if f.get("weak_allies") and (superior or f.get("defender_steps", 0) >= 4):
        return False
    if f.get("fortress_level") and f.get("defender_out_of_supply"):
        return False
    return not (f.get("fortress_level") == 1 and (f.get("defender_elite") or superior))


def completed(f: Facts) -> Facts:
    """The facts with the bridge that mud asks for."""
    if f.get("weather") == "mud" and f.get("across", "none") != "none":
        return f | {"bridge": True}
    return f


def flag_sets() -> list[Facts]:
    """Nothing, every flag alone and every legal pair of flags about different facts."""
    sets: list[Facts] = [{}, *FLAGS]
    sets += [one | two for one, two in combinations(FLAGS, 2) if not (one.keys() & two.keys()) - {"attacker"}]
    return [completed(flags) for flags in sets if is_legal(flags)]


@pytest.mark.in_turn
@pytest.mark.parametrize("column", CRT)
def test_flags(column: str) -> None:
    # [8.2.1, 8.9.1, 8.10.4]
    attack, defense = BASES[column]
    for flags in flag_sets():
        assert_same({"attack": attack, "defense": defense} | flags)


@pytest.mark.parametrize("aim", ["ground", "steps"])
@pytest.mark.parametrize("column", CRT)
def test_weak_allies_in_mud(column: str, aim: str) -> None:
    """The toll beside every other result, with and without a choice."""
    attack, defense = BASES[column]
    base = {"attack": attack, "defense": defense, "weather": "mud", "weak_allies": True, "attacker_aim": aim}
    for steps in range(5):
        assert_same(base | {"attacker_elite": True, "attacker_steps": steps})
        assert_same(base | {"defender_elite": True, "attacker_steps": steps, "exploitation": steps == 0})


def edges(facts: Facts) -> None:
    """Compare just at 2/1 and just below: one point of defense more or less would show."""
    defense = defense_strength(DEFAULTS | facts)
    assert_same(facts | {"attack": 2 * defense})
    assert_same(facts | {"attack": 2 * defense - 1})


@pytest.mark.parametrize("resistance", ["none", "unit", "stack"])
def test_strength_in_the_pocket(resistance: str) -> None:
    for level in (1, 2, 5, 6, 7, 10, 11):
        for defense, retreated in ((7, 0), (8, 1), (9, 2)):
            facts: Facts = {"defense": defense, "retreated_units": retreated, "fortress_level": level}
            if level == 1:
                facts["defender_units"] = retreated + 1
            if resistance == "unit":
                facts["ju52_unit"] = 3 + retreated
            edges(facts | {"ju52_resistance": resistance, "terrain": ("clear", "major_city")[retreated % 2]})


@pytest.mark.parametrize("weather", ["snow", "frozen_rivers", "frozen_major_rivers"])
def test_strength_in_terrain(weather: str) -> None:
    for terrain in ("clear", "forest", "marsh", "village", "city", "major_city"):
        for across in ("none", "river", "major_river"):
            facts: Facts = {"defense": 9, "weather": weather, "terrain": terrain, "across": across}
            edges(facts)
            edges(facts | {"defender_out_of_supply": True, "retreated_units": 1, "defense_bonus": 2})


def test_strength_of_the_attack() -> None:
    for attack in range(1, 20):
        for flags in ({}, {"attacker_out_of_supply": True}):
            for across in ("none", "river", "major_river"):
                facts = completed({"attack": attack, "weather": "mud", "across": across} | flags)
                total = attack_strength(DEFAULTS | facts)
                assert_same(facts | {"defense": total, "attack_bonus": 0})
                assert_same(facts | {"defense": total + 2, "attack_bonus": 1})


def draw(random: Random) -> Facts:
    """Random facts, legal or not, each left out about half the time."""
    pick = random.choice
    defense = random.randint(1, 20)
    f: Facts = {"attack": random.randint(1, 60), "defense": defense, "attacker": pick(("soviet", "axis"))}
    if random.random() < 0.3:
        f["shift"] = random.randint(0, 3)
    if random.random() < 0.7:
        f["terrain"] = pick(("clear", "forest", "marsh", "village", "city", "major_city"))
    if random.random() < 0.6:
        f["weather"] = pick(("snow", "mud", "frozen_rivers", "frozen_major_rivers"))
    if random.random() < 0.5:
        f["across"] = pick(("none", "river", "major_river"))
    for name in ("retreated_units", "attack_bonus", "defense_bonus"):
        if random.random() < 0.2:
            f[name] = random.randint(0, 4)
    for name in ("attacker_steps", "defender_steps"):
        if random.random() < 0.6:
            f[name] = random.randint(0, 6)
    for name in ("attacker_aim", "defender_aim"):
        f[name] = pick(("ground", "steps"))
    # Weak allies and German superiority exclude each other, and each should be met often.
    special = AXIS_ONLY if f["attacker"] == "axis" else pick((SOVIET_ONLY[:2], SOVIET_ONLY[2:3]))
    chances = {"attacker_out_of_supply": 0.15, "defender_out_of_supply": 0.15, "exploitation": 0.15}
    chances |= {"attacker_elite": 0.5, "defender_elite": 0.4, "losses_either_way": 0.4}
    for name in (*chances, *special):
        if random.random() < chances.get(name, 0.6):
            f[name] = True
    if f["attacker"] == "soviet" and random.random() < 0.4:
        f["fortress_level"] = pick((1, 1, 1, *range(1, 12)))
        if f["fortress_level"] == 1:
            f["defender_units"] = random.randint(1, 3)
        f["ju52_resistance"] = pick(("none", "unit", "stack"))
        if f["ju52_resistance"] == "unit":
            f["ju52_unit"] = random.randint(1, defense)
    return completed(f)


def compare_random(seed: int, count: int) -> None:
    """Compare drawn fights, one in ten with the whole range of what is assumed behind the member that is shown."""
    random = Random(seed)
    done = fought = 0
    while done < count:
        facts = draw(random)
        if not is_legal(facts):
            continue
        fought += assert_same(facts | {"central_only": done % 10 > 0})
        done += 1
    assert count // 2 < fought < done


@pytest.mark.in_turn
def test_random_fights() -> None:
    compare_random(7, 400)


@pytest.mark.verification
def test_more_random_fights() -> None:
    compare_random(8, 5000)
