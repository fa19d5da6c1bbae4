"""A second reader's whole fight of Traces of Hubris against the first's, through its public interface."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from analysis.fights.odds import odds
from sim.combat import CombatOdds
from sim.errors import GameError
from sim.exact import Bounds, Law
from tests.games.conftest import Chosen
from tests.games.traces_of_hubris.second.columns import chart
from tests.games.traces_of_hubris.second.combat import BELOW, After, Answer, Illegal, fight
from tests.games.traces_of_hubris.second.fights import FORCES, ODD, TERRAINS, TOLD, YES_NO, Facts, legal_fight

Chances = frozenset[tuple[Any, Fraction]]


def coded(answer: CombatOdds, law: Law) -> Chances:
    assert law.fields == ("result",)
    return frozenset((answer.labels["result"][code], chance) for (code,), chance in law)


def left(law: Law) -> Chances:
    assert law.fields == After._fields
    return frozenset((After._make(outcome), chance) for outcome, chance in law)


def frozen(chances: Mapping[Any, Fraction] | None) -> Chances | None:
    return None if chances is None else frozenset(chances.items())


def reach(laws: Iterable[Chances | None]) -> dict[Any, tuple[Fraction, Fraction]]:
    """Lowest and highest chance of each outcome."""
    each = [dict(law) for law in laws if law is not None]
    known = {outcome for law in each for outcome in law}
    chances = {o: [law.get(o, Fraction(0)) for law in each] for o in known}
    return {o: (min(found), max(found)) for o, found in chances.items()}


def column_name(second: Answer) -> str:
    """What the odds are called; beyond the table they are a whole ratio."""
    names = chart()[0]
    if second.odds is None:
        return BELOW
    return names[second.odds] if second.odds < len(names) else f"{second.odds - len(names) + 11}:1"


def assert_same_family(answer: CombatOdds, second: Answer, facts: Facts) -> None:
    assert answer.family == second.family, facts
    laws = [coded(answer, law) for law in answer.laws]
    afters = [left(law) for law in answer.afters]
    assert len(afters) in (0, len(laws)), facts
    no_afters: list[Chances | None] = [None] * len(laws)
    first_members = set(zip(laws, afters or no_afters, strict=True))
    members = {(frozen(one.results), frozen(one.after)) for one in second.members}
    assert first_members == members, facts
    if members and second.shown is not None:
        assert (frozen(second.shown.results), frozen(second.shown.after)) in first_members, facts
    assert named(answer, answer.bounds) == reach({one for one, _ in members}), facts
    bounds = {After._make(outcome): span for outcome, span in answer.after_bounds.items()}
    assert bounds == reach({one for _, one in members}), facts


def named(answer: CombatOdds, bounds: Bounds) -> dict[Any, tuple[Fraction, Fraction]]:
    return {answer.labels["result"][code]: span for (code,), span in bounds.items()}


def assert_same(facts: Facts) -> Answer | None:
    """Both refuse, or both agree in all they say; returns the second's answer."""
    second = told_by_second(facts)
    if second is None:
        assert is_refused(facts), facts
        return None
    answer = odds("traces_of_hubris", **facts)
    assert answer.initial_odds == column_name(second), facts
    assert answer.cancelled == (second.shown is None), facts
    if second.shown is None or answer.law is None:
        assert (answer.after, answer.laws, answer.afters) == (None, (), ()), facts
        return second
    assert answer.final_column == second.shown.column, facts
    assert coded(answer, answer.law) == frozen(second.shown.results), facts
    assert (None if answer.after is None else left(answer.after)) == frozen(second.shown.after), facts
    assert_same_family(answer, second, facts)
    return second


def told_by_second(facts: Facts) -> Answer | None:
    """The second's answer, nothing where it refuses."""
    try:
        return fight(**facts)
    except Illegal:
        return None


def is_refused(facts: Facts) -> bool:
    """Whether the first refuses, in one line."""
    try:
        odds("traces_of_hubris", **facts)
    except GameError as why:
        return "\n" not in str(why)
    return False


# --- the finite domains --------------------------------------------------------------------------


def test_every_ratio_agrees(chosen: Chosen) -> None:
    for attack, defense in chosen(product(range(1, 43), range(1, 13)), 150):
        for rounding, clamp_last in product(("down", "nearest"), YES_NO):
            facts: Facts = {"attacker": "soviet", "attack": attack, "defense": defense, "rounding": rounding}
            assert_same(facts | {"clamp_last": clamp_last, "terrain": ("wood", "town")})


@pytest.mark.in_turn
def test_every_order_of_air_support_agrees(chosen: Chosen) -> None:
    ratios = [(1, 2), (1, 1), (3, 2), *((n, 1) for n in range(2, 14))]
    orders = product(("last", "first", "together"), YES_NO, ("as-elsewhere", "cities-and-towns"), (0, 1, 2))
    for (order, clamp_last, on_towns, markers), shift in chosen(product(orders, (-4, -2, -1, 0, 1, 3)), 60):
        for attack, defense in ratios if on_towns == "cities-and-towns" or markers < 2 else ratios[:1]:
            facts: Facts = {"attacker": "axis", "attack": attack, "defense": defense, "shift": shift}
            facts |= {"air_order": order, "clamp_last": clamp_last, "air_on_towns": on_towns}
            assert_same(facts | {"air_markers": markers, "terrain": ("town",)})


def test_odds_far_beyond_the_table_agree(chosen: Chosen) -> None:
    """Whole ratios up to 40,000:1 with shifts that bring them back to the table, or nearly."""
    random = Random(3)
    for _ in chosen(range(1500), 300):
        defense, whole = random.randint(1, 50), int(10 ** (4.3 * random.random()))
        attack = max(1, defense * whole + random.randint(-defense, defense))
        facts: Facts = {"attacker": "axis", "attack": min(attack, 10**6), "defense": defense}
        facts |= {"shift": random.choice((-9, -3, 4, max(-1000, random.randint(-4, 14) - whole)))}
        facts |= {"terrain": (random.choice(("town", "city")),), "rounding": random.choice(("down", "nearest"))}
        facts |= {"air_order": random.choice(("last", "first", "together")), "clamp_last": random.random() < 0.8}
        facts["air_markers"] = random.randint(0, 1)
        assert_same(facts)


@pytest.mark.parametrize(("shift", "terrain"), [(-25, "clear"), (-14, "town"), (-9, "city"), (0, "town")])
def test_odds_beyond_the_table_with_air_support_first(shift: int, terrain: str) -> None:
    """Where the two once disagreed (DISAGREEMENTS.md, Traces of Hubris, 1)."""
    facts: Facts = {"attacker": "axis", "attack": 40, "defense": 1, "terrain": (terrain,), "shift": shift}
    assert_same(facts | {"clamp_last": True, "air_order": "first"})


def test_a_strength_of_5000_figures_is_refused() -> None:
    assert_same({"attacker": "axis", "attack": 4, "defense": 1, "across_river": ("9" * 5000,)})


@pytest.mark.in_turn
def test_every_terrain_and_column_agrees(chosen: Chosen) -> None:
    for terrain, attack, family in chosen(product(TERRAINS, range(1, 13), ("diagonal", "monotone")), 60):
        assert_same({"attacker": "axis", "attack": attack, "defense": 1, "terrain": terrain, "family": family})


@pytest.mark.in_turn
def test_every_choice_of_the_defender_agrees(chosen: Chosen) -> None:
    """At 5:1 the members hold every result from R to 3RR."""
    choices = product(("each", "all"), ("best", "retreat", "steps", "split"), ("hold", "spare", "marker"))
    wishes = [dict(zip(("conversion", "defender_takes", "defender_aim"), one, strict=True)) for one in choices]
    ways = [(0, 0, 0), (1, 0, 0), (1, 1, 0), *((2, *tolls) for tolls in product(range(3), range(3)))]
    for fort, force, (room, one, two) in chosen(product(("none", "reduced", "ready"), FORCES, ways), 50):
        strength = 10 if fort == "ready" else 5
        facts: Facts = {"attacker": "axis", "attack": strength, "defense": 1, "fort": fort, "terrain": ("town",)}
        facts |= {"shift": 1, "attacker_units": ("2",), "defender_units": force}
        facts |= {"defender_room": room, "ezoc_in_one": one, "ezoc_in_two": two}
        for wish in wishes if fort != "none" else wishes[:6]:
            assert_same(facts | wish)


@pytest.mark.in_turn
def test_every_attacker_agrees() -> None:
    for force, mechanized, clear_beyond in product(FORCES, YES_NO, YES_NO):
        facts: Facts = {"attacker": "soviet", "attack": 3, "defense": 2, "family": "monotone", "attacker_units": force}
        facts |= {"defender_units": ("2", "1"), "mechanized": mechanized, "clear_beyond": clear_beyond}
        for attack in (2, 4, 9):
            assert_same(facts | {"attack": attack})


# --- random fights -------------------------------------------------------------------------------


@pytest.mark.in_turn
def test_random_legal_fights_agree_and_miss_nothing(chosen: Chosen) -> None:
    random, seen = Random(7), Counter[tuple[str, Any]]()
    fights = chosen(range(1500), 300)
    for _ in fights:
        facts = legal_fight(random)
        second = assert_same(facts)
        assert second is not None, facts
        if second.shown is not None:
            seen.update((name, facts[name]) for name in TOLD if name in facts)
    least = len(fights) // 75
    assert [pair for name, values in TOLD.items() for pair in product([name], values) if seen[pair] < least] == []


@pytest.mark.in_turn
def test_both_refuse_the_same_fights(chosen: Chosen) -> None:
    random, refused = Random(11), Counter[bool]()
    fights = chosen(range(1500), 300)
    for _ in fights:
        facts = legal_fight(random) | {"family": "diagonal"}
        for name in random.sample(sorted(ODD), random.choice((1, 1, 2))):
            facts[name] = random.choice(ODD[name])
        refused[assert_same(facts) is None] += 1
    assert min(refused.values()) > 0.3 * len(fights)
