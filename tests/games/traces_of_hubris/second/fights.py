"""Traces of Hubris: fights at random, lawful or spoiled, for the comparison of the two implementations."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

Facts = dict[str, Any]
YES_NO = (False, True)
TERRAINS = tuple(
    tuple(name for name in pair if name)
    for pair in product(("clear", "wood", "mountain", ""), ("town", "city", ""))
    if any(pair)
)
FORCES = [force for n in (1, 2, 3) for force in combinations_with_replacement("12", n)]


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
    if random.random() < 0.18:
        told |= {"defense": 0, "all_retreated": random.random() < 0.8}
        told["marker_defends"] = told["all_retreated"] and facts.get("fort") == "ready" and random.random() < 0.8
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
        "stops_short": random.random() < 0.4,
        "family": "monotone" if random.random() < 0.12 else "diagonal",
    }


def legal_fight(random: Random) -> Facts:
    facts = ground(random)
    facts |= strengths(random, facts)
    facts["shift"] = random.choice((0, 0, 0, -3, -2, -1, 1, 2, 3, random.randint(-1000, 1000)))
    return facts | forces(random, facts)


# Every value that legal fights must have held, and values to spoil them with.
TOLD: dict[str, tuple[Any, ...]] = {
    "attacker": ("axis", "soviet"), "terrain": TERRAINS, "fort": ("none", "reduced", "ready"), "all_retreated": YES_NO,
    "marker_defends": YES_NO, "halve_together": YES_NO, "rounding": ("down", "nearest"), "clamp_last": YES_NO,
    "minors_only": YES_NO, "air_markers": (0, 1, 2), "air_used": (0, 1, 2, 3),
    "air_on_towns": ("as-elsewhere", "cities-and-towns", "cities"), "air_order": ("last", "first", "together"),
    "shift": (-3, -2, -1, 0, 1, 2, 3), "family": ("diagonal", "monotone"), "defender_room": (0, 1, 2),
    "ezoc_in_one": (0, 1, 2, 6), "ezoc_in_two": (0, 1, 2, 6), "conversion": ("each", "all"),
    "defender_takes": ("best", "retreat", "steps", "split"), "defender_aim": ("hold", "spare", "marker"),
    "mechanized": YES_NO, "clear_beyond": YES_NO, "stops_short": YES_NO,
}  # fmt: skip


FAR = ("0", "1", "-3", "x", "1.5", "", "1000000", "1000001")
ODD: dict[str, tuple[Any, ...]] = TOLD | {
    "attacker": ("axis", "soviet", "russian", ""),
    "terrain": (*TERRAINS, ("clear", "wood"), ("wood", "wood"), ("town", "city"), ("town", "town"), ("swamp",), ()),
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
