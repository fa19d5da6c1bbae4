"""Donnerschlag: legal fights at random, over everything that matters to one."""

from fractions import Fraction
from random import Random
from typing import Any

from tests.games.donnerschlag.second.combat import number_of_tables
from tests.games.donnerschlag.second.facts import Facts as SecondFacts
from tests.games.donnerschlag.second.facts import Illegal, check

Facts = dict[str, Any]


def forces(random: Random) -> Facts:
    """Who attacks whom, over the columns and their edges."""
    defense = random.choice((random.randint(1, 12), random.randint(1, 60), random.randint(1, 100_000)))
    attack = max(1, int(defense * Fraction(random.randint(2, 36), 4)) + random.randint(-1, 1))
    facts: Facts = {"defense": defense, "attacker": random.choice(("axis", "soviet"))}
    facts["defense_out_of_supply"] = random.choice((0, 0, random.randint(0, defense)))
    if facts["defense_out_of_supply"] < defense:
        facts |= {"defender_tank": random.random() < 0.5, "defender_motorized": random.random() < 0.5}
    if random.random() < 0.6:
        facts["attackers"] = hexes(random, attack)
        facts["attack"] = sum(strength(word) for text in facts["attackers"] for word in text.split("+"))
        return facts
    facts |= {"attack": attack, "attack_out_of_supply": random.choice((0, 0, random.randint(0, attack)))}
    facts["river"] = random.random() < 0.3
    if facts["attack_out_of_supply"] < attack:
        facts |= {"attacker_motorized": random.random() < 0.5, "attacker_tank": random.random() < 0.6}
    return facts


def strength(word: str) -> int:
    return int(word.removesuffix("/river").rstrip("tmo"))


def hexes(random: Random, attack: int) -> tuple[str, ...]:
    """One to six hexes of one or two units; together about so strong."""
    number = random.choice((1, 2, 2, 3, 4, 6))
    share = max(1, attack // number)
    made = []
    for _ in range(number):
        units = [str(max(1, share // n)) for n in random.choice(((1,), (2, 2), (2, 3)))]
        kinds = [random.choice(("", "t", "t", "m", "m")) + random.choice(("", "", "o")) for _ in units]
        words = "+".join(unit + kind for unit, kind in zip(units, kinds, strict=True))
        made.append(words + random.choice(("", "", "/river")))
    return tuple(made)


NAMES = ("attacker", "defender", "attacker", "defender", "garde", "luftflotte_4", "naval_rifle_brigade_with_garde")
EFFECTS = ("no-river", "shift+1", "shift-2", "shift+12", "drm+1", "drm-2", "attack+3", "attack-99", "defense+2")


def one_card(random: Random, effects: tuple[str, ...]) -> str:
    """A card, decided or not, of known or told numbers and effects."""
    if random.random() < 0.3:
        return "sturmpioniere" + random.choice(("", "", ":box", ":rolled-2", ":rolled-5", ":3", ":1-6", ":no-river"))
    if random.random() < 0.1:
        return "m1937:" + random.choice(("rolled-5", "box:shift-1", "drm-1", "rolled-2:drm-1", "defense+2:drm-1"))
    low = random.randint(1, 6)
    numbers = random.choice((f"{low}-{random.randint(low, 6)}", str(low)))
    parts = [random.choice((numbers, numbers, numbers, "box", f"{numbers}:rolled-{random.randint(1, 6)}"))]
    parts += random.sample(effects, k=random.choice((1, 1, 2)))
    return ":".join([random.choice(NAMES), *parts])


def cards(random: Random, facts: Facts) -> None:
    """Cards and marker; the marker rarely with cards that move the column, for which the first takes seconds."""
    facts["schlachtenglueck"] = random.choice(("none", "none", "attacker", "defender"))
    facts["family"] = random.choice(("monotone", "monotone", "diagonal"))
    has_marker = facts["schlachtenglueck"] != "none"
    effects = ("no-river", "drm+1", "drm-2", "drm-3") if has_marker else EFFECTS
    number = random.choice((0, 0, 1, 1, 2, 3)) if has_marker else random.choice((0, 1, 1, 2, 3, 4))
    facts["card"] = tuple(one_card(random, effects) for _ in range(number))
    facts["drm"] = random.choice((-4, -3, 3, 4, 5)) if has_marker else random.choice((0, 0, random.randint(-6, 6)))
    facts["aim"] = random.choice(("clear", "spare", "bleed", "exchange"))


def ashore(facts: Facts) -> Facts:
    """The same fight, without tanks across a river that nothing may carry over."""
    if is_legal(facts):
        return facts
    if "attackers" not in facts:
        return facts | {"attacker_tank": False}
    attackers = tuple(text.replace("t", "") if "/" in text else text for text in facts["attackers"])
    return facts | {"attackers": attackers}


def is_legal(facts: Facts) -> bool:
    """By the second."""
    try:
        check(SecondFacts(**facts))
    except Illegal:
        return False
    return True


def steps(random: Random, facts: Facts) -> Facts:
    """Steps of both sides, and who cannot retreat."""
    made: Facts = {"attacker_steps": random.randint(2, 8), "defender_steps": random.randint(1, 4)}
    barred = barred_steps(random, facts, made["attacker_steps"])
    if barred:
        made["barred_steps"] = barred
    for side, most in (("attacker", made["attacker_steps"] - barred), ("defender", made["defender_steps"])):
        trapped = random.choice((0, 0, random.randint(0, most)))
        made[f"{side}_trapped_steps"] = trapped
        made[f"{side}_ezoc_stacks"] = min(random.choice((0, 0, 1, 2, 6)), most - trapped)
    return made


def barred_steps(random: Random, facts: Facts, total: int) -> int:
    """Steps of the tanks that a river may bar, 0 if none may be."""
    if is_legal(facts | {"attacker_steps": total, "defender_steps": 1}):
        return 0
    units = [(word, "/" in text) for text in facts["attackers"] for word in text.removesuffix("/river").split("+")]
    is_alone = all("t" in word and is_across for word, is_across in units)
    return total if is_alone else random.randint(1, total - 1)


def legal_fight(random: Random) -> Facts:
    """One fight over everything that matters to it; legal but for steps that a river bars."""
    facts = forces(random)
    cards(random, facts)
    facts = ashore(facts)
    facts["town_words"] = random.choice(("two", "three", "three-city-2"))
    grounds = ("clear", "village", "town", "city")
    facts["terrain"] = random.choice([g for g in grounds if g != "town" or facts["town_words"] != "two"])
    for name in ("round_once", "clamp_first"):
        facts[name] = random.random() < 0.3
    facts["below"] = random.choice(("place", "steps", "unshifted"))
    facts["shift"] = random.choice((0, 0, 0, -2, -1, 1, 2, random.randint(-20, 20)))
    facts["cup_units"] = random.choice((-1, -1, 0, 1, 7, 100))
    if facts["family"] == "monotone" and number_of_tables(**facts) > 10_000:
        facts["family"] = "diagonal"  # the first takes seconds where a choice hangs on several columns
    if random.random() < 0.7:
        facts |= steps(random, facts)
    return facts
