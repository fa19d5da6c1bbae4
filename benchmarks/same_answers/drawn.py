"""Facts of a fight drawn by their options: numbers as people write them, units, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from benchmarks.same_answers.asking import Facts


def number(random: Random, option: Any) -> int:
    """Return a number as people tell them, now and then a bound or one beyond."""
    what = random.random()
    if what < 0.02:
        return random.choice((option.low - 1, option.high + 1))
    if what < (0.12 if option.also else 0.07):
        return random.choice((option.low, option.high, *option.also, *option.also))
    least, most = (-6, 60) if what < (0.5 if option.default is None else 0.15) else (-3, 9)
    told = random.randint(max(option.low, least), max(option.low, min(option.high, most)))
    return told if told != option.default else min(told + 1, option.high)


def value(random: Random, option: Any, facts: Facts, game: str) -> Any:
    if option.kind == "int":
        return number(random, option)
    if option.kind == "yes_no":
        return not option.default
    if option.kind == "text":
        return random.choice(option.choices or ("x",))
    if (game, option.name) in WORDS:
        return WORDS[game, option.name](random, facts)
    return random.choices(option.choices or ("1", "2"), k=random.choice((1, 1, 2, 3)))


def blocks(random: Random, kinds: str, unknown: Sequence[str], at: str) -> list[str]:
    told = [f"unknown{random.choice(unknown)}"] if unknown and random.random() < 0.1 else []
    for _ in range(random.choice((1, 1, 2) if told else (1, 1, 2, 3))):
        full = random.randint(1, 4)
        strength = random.choice((f"{full}", f"{random.randint(1, full)}/{full}"))
        colors = random.choices(("SF", "DF", "TF", "black"), k=random.choice((1, full)) if "/" in strength else 1)
        told.append(f"{random.choice(('', '', '', '2x '))}{random.choice(kinds.split())} {strength} {'-'.join(colors)}")
    return [one + random.choice(("", "", "", at)) for one in told]


def side(random: Random, facts: Facts, *, attacks: bool) -> list[str]:
    """Return blocks of Inferno, mostly of the side that the kind of attack asks for."""
    if attacks and random.random() < 0.7:
        facts["attack"] = random.choice(("german_deliberate", "german_hasty", "soviet_hasty", "soviet_deliberate"))
    at = " @2" if attacks and "deliberate" in facts.get("attack", "deliberate") else ""
    is_german = facts.get("attack", "german").startswith("german") == attacks
    if is_german == (random.random() < 0.97):
        return blocks(random, "panzer panzer_grenadier motorized_infantry infantry", (), at)
    return blocks(random, "tank infantry marine guard", ("", " infantry", " tank", " marine"), at)


def attackers(random: Random, facts: Facts) -> list[str]:
    """Return attacking hexes of Donnerschlag; their strengths mostly add up to the attack."""
    hexes, total = [], 0
    for _ in range(random.choice((1, 2, 2, 3))):
        units = [random.randint(1, 9) for _ in range(random.choice((1, 2, 2)))]
        kinds = [random.choice(("", "t", "m", "m")) + random.choice(("", "", "o")) for _ in units]
        total += sum(units)
        river = "/river" if random.random() < 0.2 and "t" not in "".join(kinds) else ""
        hexes.append("+".join(f"{unit}{kind}" for unit, kind in zip(units, kinds, strict=True)) + river)
    if random.random() < 0.9:
        facts["attack"] = total
    return hexes


def cards(random: Random, facts: Facts) -> list[str]:
    """Return combat cards of Donnerschlag; few that move the column where a marker lets a die be rolled again."""
    effects = ["no-river", "drm+1", "drm-2"]
    if facts.get("schlachtenglueck", "none") == "none":
        effects += ["shift+1", "shift-2", "attack+3", "defense+2"]
    told = []
    for _ in range(random.choice((1, 1, 2, 3))):
        dice = f"1-{random.randint(1, 6)}"
        name = random.choice(("sturmpioniere", "m1937", "attacker", "defender", "garde", "luftflotte_4"))
        parts = [random.choice((dice, dice, dice, "box", f"{dice}:rolled-{random.randint(1, 6)}"))]
        parts += random.sample(effects, k=random.choice((1, 1, 2)))
        told.append(":".join([name, *parts]) if random.random() < 0.9 else name)
    return told


def some(words: str, most: int) -> Any:
    return lambda random, facts: random.choices(words.split(), k=random.randint(1, most))


INFERNO = "inferno_on_the_volga"
WORDS: Mapping[tuple[str, str], Any] = {
    ("donnerschlag", "attackers"): attackers,
    ("donnerschlag", "card"): cards,
    (INFERNO, "attacker"): lambda random, facts: side(random, facts, attacks=True),
    (INFERNO, "defender"): lambda random, facts: side(random, facts, attacks=False),
    (INFERNO, "soviet_cards_seen"): some("tommy_gunner volga_flotilla aa sniper anti_tank infiltration t34_dug_in", 6),
    (INFERNO, "german_card"): some("heinkel_111 stuka howitzer pioneer pioneer pioneer_672 sniper pak", 1),
    ("leningrad", "seen"): some("2-2-5 2-3-5 1-1-5 3-4-5 4-4-5 4-3-5 5-5-7 4-4-7 2-2-7 10-4-7", 4),
    ("traces_of_hubris", "across_river"): some("1 2 3 4 5 6 7 8 9 10 12 15", 3),
}
"""Free texts: game and option -> how to word one. An option that is not here gets a few of its choices."""
