"""A second reader's whole fight of Leningrad against the first's, through its public interface."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from analysis.fights.odds import consequences, odds, outcomes
from tests.games.conftest import Chosen
from tests.games.leningrad.second.book import CRT
from tests.games.leningrad.second.combat import Outcome, counters, fight

COLUMNS = list(CRT)
STRENGTHS = {**{f"1-{n}": (1, n) for n in (4, 3, 2)}, **{f"{n}-1": (n, 1) for n in range(1, 11)}}
TAKES = ("best", "steps", "retreat", "split")
TERRAIN = ("clear", "forest", "marsh", "town", "hills", "soviet-city")


def first(facts: dict[str, Any]) -> tuple[str, dict[str, Fraction], dict[Outcome, Fraction] | None]:
    """Final column, results and what is left, as the first implementation has them."""
    answer = odds("leningrad", **facts)
    results = {str(o["result"]): Fraction(o["probability"]) for o in outcomes(answer)}
    rows = consequences(answer)
    after: dict[Outcome, Fraction] = {}
    for row in rows or ():
        key = (
            int(row["attacker_step_losses"]),
            int(row["defender_step_losses"]),
            int(row["attacker_retreat_hexes"]),
            int(row["defender_retreat_hexes"]),
            bool(row["is_attacker_eliminated"]),
            bool(row["is_defender_eliminated"]),
            bool(row["is_cleared"]),
            bool(row["is_taken"]),
        )
        assert key not in after
        after[key] = Fraction(row["probability"])
    return str(answer.final_column), results, after if rows else None


def assert_same(facts: dict[str, Any]) -> None:
    column, results, after = first(facts)
    second = fight(**facts)
    assert sum(second["columns"].values()) == 1, facts
    assert column == (next(iter(second["columns"])) if len(second["columns"]) == 1 else "mixed"), facts
    assert results == second["results"], facts
    assert after == second["after"], facts


def choices(random: Random) -> dict[str, Any]:
    """Steps, room and wishes of both sides."""
    return {
        "attacker_retreat": random.randint(0, 2),
        "defender_retreat": random.randint(0, 2),
        "attacker_takes": random.choice(TAKES),
        "defender_takes": random.choice(TAKES),
        "attacker_aim": random.choice(("take", "spare")),
        "defender_aim": random.choice(("hold", "spare")),
    }


@pytest.mark.in_turn
def test_every_column_shift_and_choice_agrees(chosen: Chosen) -> None:
    random = Random(5)
    for number in chosen(range(3000), 600):
        attack, defense = STRENGTHS[COLUMNS[number % len(COLUMNS)]]
        facts = choices(random) | {"attack": attack, "defense": defense}
        facts |= {"shift": random.randint(-3, 3), "attacker": random.choice(("german", "soviet"))}
        facts |= {"attacker_steps": random.randint(1, 4), "defender_steps": random.randint(1, 4)}
        facts["overrun"] = random.random() < 0.25
        assert_same(facts)


def seen_counters(random: Random) -> tuple[str, ...]:
    """A few real counters, the two 5-5-7 of R29 often among them."""
    mobile = random.sample([c.text() for c in counters() if c.movement == 7], random.choice((0, 1, 2)))
    foot = random.sample([c.text() for c in counters() if c.movement == 5], random.choice((0, 1, 3)))
    twins = random.choice((0, 0, 1, 2))
    return tuple(["5-5-7"] * twins + [text for text in mobile if text != "5-5-7"] + foot)


def legal_fight(random: Random) -> dict[str, Any]:
    """One fight that the rules allow, over everything that matters to it."""
    german_attacks = random.random() < 0.5
    ours, theirs = ("attacker", "defender") if german_attacks else ("defender", "attacker")
    turn = random.randint(0, 12)
    overrun = random.random() < 0.3 and not (turn == 1 and not german_attacks)  # 15.1
    terrain = tuple(random.choice(TERRAIN) for _ in range(1 if overrun else random.choice((1, 1, 2, 3, 6))))
    stack = 3 if overrun else 5
    armor = random.choice((0, 0, 1, 2))
    inf = random.randint(0, min(3, stack - armor))
    if theirs == "defender":
        inf = min(inf, max(0, 3 * len(terrain) - armor))
    known = random.randint(0, max(0, min(3, stack - inf - armor)))
    if known + inf + armor == 0:
        known = 1
    corps = random.randint(0, 3 if turn == 0 or turn >= 10 else 2)
    corps = min(corps, (1 if overrun else 3) if german_attacks else len(terrain))
    air = random.randint(0, 1 if 1 <= turn <= 6 else 2)
    facts = choices(random) | {
        "attacker": "german" if german_attacks else "soviet",
        "turn": turn,
        "overrun": overrun,
        "terrain": terrain,
        f"{ours}_air": air,
        f"{ours}_corps": corps,
        "attack" if german_attacks else "defense": random.randint(3, 30) + 15 * corps,
        "defense" if german_attacks else "attack": sum(random.randint(1, 7) for _ in range(known)),
        "untried_inf": inf,
        "untried_armor": armor,
        "seen": seen_counters(random),
        f"{ours}_armor": random.random() < 0.5,
        f"{theirs}_armor": known > 0 and random.random() < 0.5,
        "fort": german_attacks and random.random() < 0.3,
        "surprise": not german_attacks and turn in (0, 8) and random.random() < 0.5,
        "unfortified": random.choice(("no-fort", "clear", "any")),
        "shift": random.randint(-2, 2),
    }
    for name in ("attacker_out_of_supply", "defender_out_of_supply", "river", "clamp_first", "city_is_town"):
        facts[name] = random.random() < 0.3
    if random.random() < 0.8:
        facts[f"{ours}_steps"] = random.randint(max(1, 2 * corps), 6 if overrun else 9)
    if random.random() < 0.8:
        facts[f"{theirs}_steps"] = known
    return facts


@pytest.mark.in_turn
def test_random_legal_fights_agree(chosen: Chosen) -> None:
    random = Random(5)
    for _ in chosen(range(1500), 300):
        assert_same(legal_fight(random))
