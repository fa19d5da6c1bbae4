"""Untried units in a fight: draws against every draw written out."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from sim.games.leningrad.combat import untried
from sim.games.leningrad.combat.facts import Fight
from sim.games.leningrad.combat.results import RESULTS
from sim.numbers.tables import load_list
from tests.games.leningrad.combat.fights import ask

UNITS = load_list("leningrad", "soviet_units")


def drawn_by_hand(field: str, n_inf: int, n_armor: int, gone: tuple[str, ...] = ()) -> Counter[tuple[int, bool]]:
    """Every draw of counters one by one."""
    rows = [row for row in UNITS.rows if row["id"] not in gone]
    pools = [[r for r in rows if r["movement_allowance"] == mp] for mp in ("5", "7")]
    found: Counter[tuple[int, bool]] = Counter()
    for infantry, mobile in product(combinations(pools[0], n_inf), combinations(pools[1], n_armor)):
        drawn = (*infantry, *mobile)
        found[sum(int(r[field]) for r in drawn), any(r["type"] == "armor" for r in drawn)] += 1
    return found


def drawn(**facts: Any) -> dict[tuple[int, bool], Fraction]:
    strength, armor, ways = untried.draws(Fight(**facts))
    total = int(ways.sum())
    cases = zip(strength.tolist(), armor.tolist(), ways.tolist(), strict=True)
    return {(s, a): Fraction(n, total) for s, a, n in cases}


def shares(found: Counter[tuple[int, bool]]) -> dict[tuple[int, bool], Fraction]:
    return {case: Fraction(n, found.total()) for case, n in found.items()}


@pytest.mark.parametrize(("inf", "armor"), [(0, 0), (1, 0), (0, 1), (3, 0), (2, 1), (1, 2), (0, 4)])
@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_draws_agree_with_every_draw_written_out(attacker: str, inf: int, armor: int) -> None:
    field = "attack" if attacker == "soviet" else "defense"
    found = drawn(attack=5, defense=5, attacker=attacker, untried_inf=inf, untried_armor=armor)
    assert found == shares(drawn_by_hand(field, inf, armor))


def test_what_was_seen_is_not_drawn_again() -> None:
    found = drawn(attack=5, defense=5, untried_inf=1, untried_armor=2, seen=("3-7-5", "10-4-7", "5-5-5"))
    assert found == shares(drawn_by_hand("defense", 1, 2, ("70", "42", "23b")))


def test_a_seen_5_5_7_is_the_tank_division_or_the_mechanized_one() -> None:
    """Ruling R29: half of the law without the one, half of that without the other."""
    halves = [shares(drawn_by_hand("defense", 0, 3, gone)) for gone in (("21b",), ("185",))]
    assert drawn(attack=5, defense=5, untried_armor=3, seen=("5-5-7",)) == {
        case: sum((half.get(case, Fraction(0)) for half in halves), Fraction(0)) / 2
        for case in {**halves[0], **halves[1]}
    }
    assert drawn(attack=5, defense=5, untried_armor=3, seen=("5-5-7",) * 2) == shares(
        drawn_by_hand("defense", 0, 3, ("21b", "185"))
    )


@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_a_fight_with_untried_units_is_the_mixture_of_its_draws(attacker: str) -> None:
    facts: dict[str, Any] = {"attack": 9, "defense": 4, "attacker": attacker, "terrain": ("forest",), "river": True}
    soviet = attacker == "soviet"
    law: dict[str, Fraction] = dict.fromkeys(RESULTS, Fraction(0))
    for (strength, armor), p in shares(drawn_by_hand("attack" if soviet else "defense", 1, 2)).items():
        known = {"attack": 9 + strength * soviet, "defense": 4 + strength * (not soviet)}
        side = "attacker_armor" if soviet else "defender_armor"
        one = ask(**{**facts, **known, side: armor})
        for (result,), q in one.law:
            law[RESULTS[result]] += p * q
    found = ask(**facts, untried_inf=1, untried_armor=2)
    assert {RESULTS[result]: q for (result,), q in found.law} == {result: q for result, q in law.items() if q}
    assert (found.initial_odds, found.final_column) == ("mixed", "mixed")
    assert not any(one.id.startswith("armor") for one in found.applied)


def test_draws_that_agree_are_not_called_mixed() -> None:
    answer_ = ask(attack=1, defense=9, untried_inf=1, shift=-9)
    assert (answer_.initial_odds, answer_.final_column) == ("mixed", "1-4")
    assert answer_.law == ask(attack=1, defense=60).law
    assert ask(attack=1, defense=100, attacker="soviet", untried_inf=1).final_column == "1-4"
    assert ask(attack=1, defense=0, untried_inf=1).final_column == "mixed"


def test_armor_that_is_certain_among_the_untried_is_named() -> None:
    """Five of the fifteen are mechanized: of six one at least is armor."""
    mechanized = [r for r in UNITS.rows if r["type"] == "mechanized"]
    assert len(mechanized) == 5
    assert "armor_defender" not in {one.id for one in ask(attack=30, defense=0, untried_armor=5).applied}
    assert "armor_defender" in {one.id for one in ask(attack=30, defense=0, untried_armor=6).applied}
