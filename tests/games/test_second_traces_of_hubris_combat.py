"""A second reader's whole fight of Traces of Hubris against the first's, through its public interface."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

from analysis.odds import odds
from sim.combat import CombatOdds
from sim.exact import Bounds, Law
from sim.game import GameError
from tests.games.second.traces_of_hubris_columns import chart
from tests.games.second.traces_of_hubris_combat import BELOW, After, Answer, Illegal, fight

Facts = dict[str, Any]
Chances = frozenset[tuple[Any, Fraction]]
YES_NO = (False, True)
TERRAINS = tuple(
    tuple(name for name in pair if name)
    for pair in product(("clear", "wood", "mountain", ""), ("town", "city", ""))
    if any(pair)
)
FORCES = [force for n in (1, 2, 3) for force in combinations_with_replacement("12", n)]


def coded(answer: CombatOdds, law: Law) -> Chances:
    assert law.fields == ("result",)
    return frozenset((answer.labels["result"][code], chance) for (code,), chance in law)


def left(law: Law) -> Chances:
    assert law.fields == After._fields
    return frozenset((After(*outcome), chance) for outcome, chance in law)


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
    first_members = set(zip(laws, afters or [None] * len(laws), strict=True))
    members = {(frozen(one.results), frozen(one.after)) for one in second.members}
    assert first_members == members, facts
    assert named(answer, answer.bounds) == reach({one for one, _ in members}), facts
    bounds = {After(*outcome): span for outcome, span in answer.after_bounds.items()}
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


def test_every_ratio_agrees() -> None:
    for attack, defense in product(range(1, 43), range(1, 13)):
        for rounding, clamp_last in product(("down", "nearest"), YES_NO):
            facts: Facts = {"attacker": "soviet", "attack": attack, "defense": defense, "rounding": rounding}
            assert_same(facts | {"clamp_last": clamp_last, "terrain": ("wood", "town")})


def test_every_order_of_air_support_agrees() -> None:
    ratios = [(1, 2), (1, 1), (3, 2), *((n, 1) for n in range(2, 14))]
    orders = product(("last", "first", "together"), YES_NO, ("as-elsewhere", "cities-and-towns"), (0, 1, 2))
    for (order, clamp_last, on_towns, markers), shift in product(orders, (-4, -2, -1, 0, 1, 3)):
        for attack, defense in ratios if on_towns == "cities-and-towns" or markers < 2 else ratios[:1]:
            facts: Facts = {"attacker": "axis", "attack": attack, "defense": defense, "shift": shift}
            facts |= {"air_order": order, "clamp_last": clamp_last, "air_on_towns": on_towns}
            assert_same(facts | {"air_markers": markers, "terrain": ("town",)})


def test_every_terrain_and_column_agrees() -> None:
    for terrain, attack, family in product(TERRAINS, range(1, 13), ("diagonal", "monotone")):
        assert_same({"attacker": "axis", "attack": attack, "defense": 1, "terrain": terrain, "family": family})


def test_every_choice_of_the_defender_agrees() -> None:
    """At 5:1 the members hold every result from R to 3RR."""
    choices = product(("each", "all"), ("best", "retreat", "steps", "split"), ("hold", "spare", "marker"))
    wishes = [dict(zip(("conversion", "defender_takes", "defender_aim"), one, strict=True)) for one in choices]
    ways = [(0, 0, 0), (1, 0, 0), (1, 1, 0), *((2, *tolls) for tolls in product(range(3), range(3)))]
    for fort, force, (room, one, two) in product(("none", "reduced", "ready"), FORCES, ways):
        strength = 10 if fort == "ready" else 5
        facts: Facts = {"attacker": "axis", "attack": strength, "defense": 1, "fort": fort, "terrain": ("town",)}
        facts |= {"shift": 1, "attacker_units": ("2",), "defender_units": force}
        facts |= {"defender_room": room, "ezoc_in_one": one, "ezoc_in_two": two}
        for wish in wishes if fort != "none" else wishes[:6]:
            assert_same(facts | wish)


def test_every_attacker_agrees() -> None:
    for force, mechanized, clear_beyond in product(FORCES, YES_NO, YES_NO):
        facts: Facts = {"attacker": "soviet", "attack": 3, "defense": 2, "family": "monotone", "attacker_units": force}
        facts |= {"defender_units": ("2", "1"), "mechanized": mechanized, "clear_beyond": clear_beyond}
        for attack in (2, 4, 9):
            assert_same(facts | {"attack": attack})


# --- random fights -------------------------------------------------------------------------------


def ground(random: Random) -> Facts:
    """Side, terrain, marker, air support."""
    terrain = random.choice(TERRAINS)
    on_towns = random.choice(("as-elsewhere", "cities-and-towns", "cities"))
    bombed = {"cities": {"city"}, "cities-and-towns": {"city", "town"}}.get(on_towns, set())
    facts: Facts = {"attacker": "axis" if random.random() < 0.7 else "soviet", "terrain": terrain}
    facts |= {"air_on_towns": on_towns, "air_order": random.choice(("last", "last", "first", "together"))}
    if facts["attacker"] == "axis":
        markers = random.randint(0, 2 if bombed & set(terrain) else 1)
        facts |= {"air_markers": markers, "air_used": random.randint(0, 3 - markers)}
        facts["minors_only"] = markers == 0 and random.random() < 0.3
        if {"town", "city"} & set(terrain):
            facts["fort"] = random.choice(("none", "reduced", "ready", "ready"))
    return facts


def strengths(random: Random, facts: Facts) -> Facts:
    """Odds all over the table and near the edges of its columns, some of the attack across rivers."""
    told: Facts = {"defense": random.choice((random.randint(1, 12), random.randint(1, 100), random.randint(0, 60_000)))}
    if random.random() < 0.15:
        told |= {"defense": 0, "all_retreated": random.random() < 0.8}
        told["marker_defends"] = told["all_retreated"] and facts.get("fort") == "ready" and random.random() < 0.5
    ratio = Fraction(random.randint(4, 64), 4)
    total = max(1, int(max(told["defense"], 1) * ratio) + random.randint(-1, 1))
    far = [random.randint(1, max(1, total // 3)) for _ in range(random.choice((0, 0, 1, 2, 3, 5)))]
    attack = total - sum(one // 2 for one in far)
    if attack < 1 and len(far) < 5:
        far.append(2 * total)
    told |= {"attack": max(0, attack) if far else total, "across_river": tuple(str(one) for one in far)}
    for name in ("halve_together", "clamp_last"):
        told[name] = random.random() < 0.3
    return told | {"rounding": random.choice(("down", "nearest"))}


def forces(random: Random, facts: Facts) -> Facts:
    """Units, room and wishes of both sides."""
    hexes = len(facts["across_river"]) + (facts["attack"] > 0)
    told: Facts = {"defender_room": random.choice((0, 1, 2, 2))}
    told["ezoc_in_one"] = random.choice((0, 1, 2, 6)) if told["defender_room"] else 0
    told["ezoc_in_two"] = random.choice((0, 1, 2, 6)) if told["defender_room"] == 2 else 0
    if random.random() < 0.8:
        told["attacker_units"] = tuple(random.choices("12", k=random.randint(hexes, min(3 * hexes, hexes + 3))))
    if random.random() < 0.9:
        told["defender_units"] = tuple(random.choices("12", k=random.randint(1, 3)))
    told["conversion"] = random.choice(("each", "each", "all"))
    takes = ("best", "retreat") if facts.get("fort", "none") == "none" else ("best", "retreat", "steps", "split")
    told["defender_takes"] = random.choice(takes if told["conversion"] == "each" else takes[:3])
    told |= {"defender_aim": random.choice(("hold", "spare", "marker"))}
    return told | {
        "mechanized": facts["attack"] > 0 and random.random() < 0.5,
        "clear_beyond": random.random() < 0.7,
        "family": random.choice(("diagonal", "diagonal", "diagonal", "monotone")),
    }


def legal_fight(random: Random) -> Facts:
    facts = ground(random)
    facts |= strengths(random, facts)
    facts["shift"] = random.choice((0, 0, 0, -3, -2, -1, 1, 2, 3, random.randint(-1000, 1000)))
    return facts | forces(random, facts)


TOLD: dict[str, tuple[Any, ...]] = {
    "attacker": ("axis", "soviet"), "terrain": TERRAINS, "fort": ("none", "reduced", "ready"), "all_retreated": YES_NO,
    "marker_defends": YES_NO, "halve_together": YES_NO, "rounding": ("down", "nearest"), "clamp_last": YES_NO,
    "minors_only": YES_NO, "air_markers": (0, 1, 2), "air_used": (0, 1, 2, 3),
    "air_on_towns": ("as-elsewhere", "cities-and-towns", "cities"), "air_order": ("last", "first", "together"),
    "shift": (-3, -2, -1, 0, 1, 2, 3), "family": ("diagonal", "monotone"), "defender_room": (0, 1, 2),
    "ezoc_in_one": (0, 1, 2, 6), "ezoc_in_two": (0, 1, 2, 6), "conversion": ("each", "all"),
    "defender_takes": ("best", "retreat", "steps", "split"), "defender_aim": ("hold", "spare", "marker"),
    "mechanized": YES_NO, "clear_beyond": YES_NO,
}  # fmt: skip


def test_random_legal_fights_agree_and_miss_nothing() -> None:
    random, seen = Random(7), Counter[tuple[str, Any]]()
    for _ in range(2500):
        facts = legal_fight(random)
        second = assert_same(facts)
        assert second is not None, facts
        if second.shown is not None:
            seen.update((name, facts[name]) for name in TOLD if name in facts)
    assert [pair for name, values in TOLD.items() for pair in product([name], values) if seen[pair] < 30] == []


FAR = ("0", "1", "-3", "x", "1.5", "", "1000000", "1000001")
ODD: dict[str, tuple[Any, ...]] = TOLD | {
    "attacker": ("axis", "soviet", "german", ""),
    "terrain": (*TERRAINS, ("clear", "wood"), ("wood", "wood"), ("town", "city"), ("town", "town"), ("swamp",)),
    "fort": ("none", "reduced", "ready", "full"), "attack": (-1, 0, 1, 7, 1_000_000, 1_000_001),
    "across_river": ((), *((text,) for text in FAR), ("5",) * 5, ("5",) * 6, ("5",) * 7),
    "defense": (-1, 0, 1, 9, 1_000_000, 1_000_001), "rounding": ("down", "nearest", "up"),
    "air_markers": (-1, 0, 1, 2, 3), "air_used": (-1, 0, 1, 2, 3, 4),
    "air_order": ("last", "first", "together", "none"),
    "shift": (-1001, -1000, 0, 1000, 1001), "family": ("diagonal", "monotone", "terrain_shifts", "free"),
    "attacker_units": ((), *FORCES, ("0",), ("3",), ("2",) * 4, ("1",) * 18, ("1",) * 19, ("x",)),
    "defender_units": ((), *FORCES, ("0",), ("3",), ("2",) * 4, ("x",)),
    "defender_room": (-1, 0, 1, 2, 3), "ezoc_in_one": (-1, 0, 1, 6, 7), "ezoc_in_two": (-1, 0, 1, 6, 7),
    "conversion": ("each", "all", "none"), "defender_takes": ("best", "retreat", "steps", "split", "flee"),
    "defender_aim": ("hold", "spare", "marker", "win"),
}  # fmt: skip


def test_both_refuse_the_same_fights() -> None:
    random, refused = Random(11), Counter[bool]()
    for _ in range(3000):
        facts = legal_fight(random) | {"family": "diagonal"}
        for name in random.sample(sorted(ODD), random.choice((1, 1, 2))):
            facts[name] = random.choice(ODD[name])
        refused[assert_same(facts) is None] += 1
    assert min(refused.values()) > 1000
