"""Hidden blocks in a fight: every pair, every composition, newcomers."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from analysis.fights.odds import outcomes
from sim.games.inferno_on_the_volga.combat import unknown
from sim.games.inferno_on_the_volga.combat.unknown import FAMILY, composition
from tests.games.conftest import Chosen
from tests.games.inferno_on_the_volga.combat.fights import as_chances, ask

HARD = {"german_card": ["pioneer"], "khrushchev": True, "chuikov": True, "terrain": "urban"}


@pytest.mark.parametrize("facts", [{}, HARD], ids=["plain", "hard"])
@pytest.mark.parametrize("member", FAMILY.members)
def test_an_unknown_pair_is_every_ordered_pair_of_blocks_on_every_side(member: str, facts: dict[str, Any]) -> None:
    """Three-line loop: two different tanks, each on one of four sides, blank ones at one point."""
    # [p. 3 fog of war, p. 6 random deployment]
    tanks = [b for b, n in composition(member, special_blocks=False).items() if b.kind == "tank" for _ in range(n)]
    pairs: Counter[tuple[tuple[int, int], ...]] = Counter()
    for drawn in permutations(tanks, 2):
        for sides in product(range(4), repeat=2):
            shown = [(max(1, len(tank.lowest) - side), tank.lowest[0]) for tank, side in zip(drawn, sides, strict=True)]
            pairs[tuple(sorted(shown))] += 1
    found: dict[tuple[int, ...], Fraction] = {}
    colors = {6: "SF", 5: "DF", 4: "TF"}
    for pair, n in pairs.items():
        told = [f"tank {strength} {colors[lowest]}" for strength, lowest in pair]
        for outcome, p in as_chances(ask(facts, defender=told).law).items():
            key = (*outcome[:2], *sorted(outcome[2:], reverse=True))
            found[key] = found.get(key, Fraction(0)) + n * p / pairs.total()
    answer = ask(facts, defender=["2x unknown tank"])
    at = [FAMILY.central, *(m for m in FAMILY.members if m != FAMILY.central)].index(member)
    assert as_chances(answer.laws[at]) == found


FIRST: list[tuple[dict[str, Any], list[str]]] = list(product(
    ({"ties": "order"}, {"hoth": True, "german_card": ["howitzer"]}, {"hoth": True, "ties": "order"}),
    ([], ["infantry 2 DF"]),
))  # fmt: skip


@pytest.mark.in_turn
def test_either_of_two_unknown_blocks_is_the_first_told(chosen: Chosen) -> None:
    """Alone, or around a seen one."""
    for facts, seen in chosen(FIRST, 2):
        assert_either_is_first(facts, seen)


def assert_either_is_first(facts: dict[str, Any], seen: list[str]) -> None:
    """Three-line loop: two different blocks in either order, each on one of four sides, around a seen one."""
    stock = [
        b for b, n in composition(FAMILY.central, special_blocks=False).items() if b.kind != "marine" for _ in range(n)
    ]
    told: Counter[tuple[str, ...]] = Counter()
    for drawn in permutations(stock, 2):
        for sides in product(range(4), repeat=2):
            shown = [(b.kind, max(1, b.strength - side), b.lowest[0]) for b, side in zip(drawn, sides, strict=True)]
            told[tuple(f"{kind} {strength} {({6: 'SF', 5: 'DF', 4: 'TF'})[low]}" for kind, strength, low in shown)] += 1
    fight = facts | {"attacker": ["panzer_grenadier 1 DF"]}
    found: dict[tuple[int, ...], Fraction] = {}
    for (first, second), n in told.items():
        for (german, one, *between, other), p in as_chances(ask(fight, defender=[first, *seen, second]).law).items():
            key = (german, max(one, other), *between, min(one, other))
            found[key] = found.get(key, Fraction(0)) + n * p / told.total()
    assert as_chances(ask(fight, defender=["unknown", *seen, "unknown"]).law) == found


ORDERS: list[dict[str, Any]] = [
    {"ties": "order"}, {"hoth": True, "german_card": ["howitzer"]}, {"german_card": ["pak"]},
    {"ties": "order", "german_card": ["sniper"]},
    {"german_card": ["howitzer"], "terrain": "urban"},
]  # fmt: skip


@pytest.mark.in_turn
def test_orders_counted_as_one_are_one(chosen: Chosen, monkeypatch: pytest.MonkeyPatch) -> None:
    for facts in chosen(ORDERS, 1):
        told = facts | {"attacker": ["panzer_grenadier 2 DF"], "defender": ["infantry 1 DF", "3x unknown"]}
        few = ask(told)
        with monkeypatch.context() as patched:
            patched.setattr(unknown, "orders", lambda blocks, ties, **_: Counter(permutations(blocks)))
            every = ask(told)
        assert [dict(law) for law in few.laws] == [dict(law) for law in every.laws]
        assert [dict(law) for law in few.afters] == [dict(law) for law in every.afters]


def test_a_guard_that_joins_is_turned_at_random_whatever_the_advantage() -> None:
    # [p. 18 Immortal Guard]
    stock = [
        b
        for b in Counter(composition(FAMILY.central, special_blocks=False)).elements()
        if b.is_infantry and b.kind != "marine"
    ]
    found: dict[tuple[int, ...], Fraction] = {}
    for block, side in product(stock, range(4)):
        joined = f"infantry {max(1, block.strength - side)} {({6: 'SF', 5: 'DF', 4: 'TF'})[block.lowest[0]]}"
        for outcome, p in as_chances(ask(defender=["infantry 2 SF", joined]).law).items():
            found[outcome] = found.get(outcome, Fraction(0)) + p / len(stock) / 4
    told: dict[str, Any] = {"defender": ["infantry 2 SF"], "soviet_card": "infiltration"}
    assert as_chances(ask(told, immortal_guard=True).law) == as_chances(ask(told).law) == found
    beside = told | {"defender": ["unknown tank"]}
    assert as_chances(ask(beside, immortal_guard=True).law) == as_chances(ask(beside).law)


def test_an_answer_over_the_compositions_has_bounds_around_the_shown_one() -> None:
    answer = ask(defender=["infantry 1 SF", "unknown"], soviet_card="infiltration")
    assert (answer.basis, answer.family, answer.member) == ("assumed", "soviet_blocks", "central")
    assert answer.law is not None
    assert answer.law.fields[-1] == "newcomer"
    rows = outcomes(answer)
    assert all(row["p_low"] <= row["p"] <= row["p_high"] for row in rows)
    assert any(row["p_low"] < row["p_high"] for row in rows)


def test_a_full_hex_takes_no_newcomer() -> None:
    # [p. 16 Infiltration and T-34]
    full = {"defender": ["4x infantry 1 SF"]}
    assert as_chances(ask(full, soviet_card="infiltration").law) == as_chances(ask(full).law)
    assert ask(full, soviet_card="infiltration").basis == "rulebook"


@pytest.mark.parametrize("member", FAMILY.members)
def test_every_composition_has_the_printed_numbers_of_blocks(member: str) -> None:
    # [p. 4 units]
    kinds: Counter[str] = Counter()
    for block, n in composition(member, special_blocks=True).items():
        kinds[block.kind] += n
    assert kinds == {"guard": 4, "infantry": 32, "aa_regiment": 1, "destroyer_brigade": 1, "tank": 13, "marine": 2}
    four = {b: n for b, n in composition(member, special_blocks=True).items() if b.kind == "infantry"}
    assert sum(n for block, n in four.items() if block.strength == 4) >= 18
