"""Random legal fights of Inferno on the Volga, in the words of `kessel odds`, for the comparison of both readers."""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

from tests.games.inferno_on_the_volga.second.blocks import COPIES, GERMANS, SOVIETS

COLORS = ("SF", "black", "DF", "white", "TF", "red")
GERMAN_CARDS = ("heinkel_111", "stuka", "howitzer", "pioneer", "sniper", "pak")
SOVIET_CARDS = ("none", *COPIES, "aa_here")
PLACES = (("clear", False), ("rough", False), ("urban", False), ("urban", True))
ATTACKS = ("german_deliberate", "german_hasty", "soviet_hasty", "soviet_deliberate")
POOLS = ("unknown", "unknown infantry", "unknown tank", "unknown marine")
YES_NO = (
    "coastal", "rubble_used_up", "hoth", "von_richthofen", "linden", "zaytsev", "khrushchev", "immortal_guard",
    "marine_skills", "special_blocks", "infantry_reserve_empty", "tank_reserve_empty",
    "hoth_attacks_only", "arms_as_revealed", "rubble_as_declared", "pioneers_apart",
    "two_air_dice", "odd_hits_added", "special_blocks_late",
)  # fmt: skip

Facts = dict[str, Any]


def block(random: Random, kinds: tuple[str, ...], most: int, is_soviet: bool) -> str:
    """A block in words, in every manner of telling it."""
    kind = random.choice(kinds)
    full = random.randint(1, most)
    strength = random.choice((full, random.randint(0 if is_soviet else 1, full)))
    words = random.choice((kind, kind.replace("_", " "), kind.upper()))
    if random.random() < 0.5:
        told = random.choice((str(strength), f"{strength}/{full}"))
        return f"{words} {told} {random.choice(COLORS)}"
    told = f"{strength}/{full}" if random.random() < 0.5 else str(strength)
    return f"{words} {told} {'-'.join(random.choice(COLORS) for _ in range(full))}"


def force(random: Random, is_soviet: bool, hexes: int, special: bool) -> tuple[str, ...]:
    """One to four open blocks, few more often; more of few points from several hexes."""
    ours = SOVIETS if special else tuple(k for k in SOVIETS if not k.startswith(("aa", "destroyer")))
    kinds = ours if is_soviet else GERMANS
    places = [1, *(random.randint(2, hexes) for _ in range(random.choice((1, 1, 2, 5)) if hexes > 1 else 0))]
    told: list[str] = []
    on_hex: Counter[int] = Counter()
    for place in places:
        number = random.choice((1, 1, 2)) if len(places) < 4 else 1
        if on_hex[place] + number > 4:
            continue
        on_hex[place] += number
        count = f"{number}x " if number > 1 else random.choice(("", "1x "))
        at = f" @{place}" if place > 1 or (hexes > 1 and random.random() < 0.5) else ""
        told.append(count + block(random, kinds, 4 if len(places) < 4 else 2, is_soviet) + at)
    if hexes == 1 and random.random() < 0.4:
        told.append(block(random, kinds, 3, is_soviet))
    if hexes == 1 and random.random() < 0.07:
        told = [f"4x {block(random, kinds, 2, is_soviet)}"]
    return tuple(told)


def german_cards(random: Random, has_linden: bool) -> tuple[str, ...]:
    if has_linden and random.random() < 0.6:
        return tuple(["pioneer"] * random.randint(0, 3) + ["pioneer_672"] * random.randint(0, 1))
    return random.choice(((), (random.choice(GERMAN_CARDS),), (random.choice(GERMAN_CARDS),)))


def legal_fight(random: Random) -> Facts:
    """A fight that the rules allow, every block seen and the card known."""
    attack = random.choice(ATTACKS)
    is_german = attack.startswith("german")
    facts: Facts = {name: random.random() < 0.35 for name in YES_NO}
    facts["terrain"], facts["rubble"] = random.choice(PLACES)
    facts |= {"attack": attack, "ties": random.choice(("fire", "order"))}
    facts["soviets_lack"] = random.choice(("either", "tanks"))
    facts["card_hits"] = random.choice(("strongest", "strongest", "firer", "owner"))
    facts["chuikov"] = random.random() < 0.5 if is_german else attack == "soviet_deliberate"
    hexes = random.choice((1, 2, 6)) if attack.endswith("deliberate") else 1
    facts["attacker"] = force(random, not is_german, hexes, facts["special_blocks"])
    facts["defender"] = force(random, is_german, 1, facts["special_blocks"])
    facts["soviet_card"] = random.choice([card for card in SOVIET_CARDS if not facts.get(card, False)])
    if attack == "german_deliberate":
        facts["german_card"] = german_cards(random, facts["linden"])
    is_shot = {"sniper", "pak"} & set(facts.get("german_card", ()))
    has_dice = facts["soviet_card"] in ("tommy_gunner", "volga_flotilla")
    facts["ends_at_once"] = random.random() < 0.35 and not (is_shot and has_dice)
    if is_german:
        facts["stack_hit"] = random.choice((0, 0, 1))
        facts["fortified"] = random.random() < 0.4
        facts["opportunity_blocks"] = random.choice((0, 0, 1, 2, 5))
        facts["fortified_opportunity_blocks"] = random.randint(0, facts["opportunity_blocks"])
    return facts


@cache
def samples(number: int, seed: int) -> tuple[Facts, ...]:
    random = Random(seed)
    return tuple(legal_fight(random) for _ in range(number))


def small(facts: Facts) -> Facts:
    """The same fight with one German stack of few points and without the longest cards."""
    random = Random(str(sorted(facts.items(), key=str)))
    ours, theirs = ("attacker", "defender") if facts["attack"].startswith("german") else ("defender", "attacker")
    cards = facts.get("german_card", ())
    told = {ours: (f"{random.choice(GERMANS)} 2 TF", f"{random.choice(GERMANS)} 1 DF")[: random.randint(1, 2)]}
    return facts | told | {theirs: (block(random, SOVIETS[:4], 2, True),), "german_card": cards[:1]}


def tiny(facts: Facts) -> Facts:
    """The same fight against one German block of a point, without a German card and blocks around."""
    ours = "attacker" if facts["attack"].startswith("german") else "defender"
    one = (small(facts)[ours][-1].replace(" 2", " 1"),)
    none: Facts = {"german_card": (), "opportunity_blocks": 0, "fortified_opportunity_blocks": 0}
    return small(facts) | none | {ours: one}


def with_random_card(random: Random, facts: Facts) -> Facts:
    """The same fight with a card at random from what is left of the deck."""
    seen = [card for card, copies in COPIES.items() for _ in range(copies)]
    seen = random.sample(seen, random.choice((0, 3, 12, 20)))
    here = random.randint(0, COPIES["aa"] - seen.count("aa"))
    is_shot = {"sniper", "pak"} & set(facts.get("german_card", ()))  # such a card may meet one with dice
    facts = facts | {"ends_at_once": facts.get("ends_at_once", False) and not is_shot}
    return facts | {"soviet_card": "random", "soviet_cards_seen": tuple(seen), "aa_cards_here": here}


def without_leaders(facts: Facts) -> Facts:
    """Cards of leaders in play stay out by themselves."""
    return facts | {"soviet_cards_seen": tuple(c for c in facts["soviet_cards_seen"] if not facts.get(c, False))}


def with_unknown(facts: Facts, unseen: Iterable[str]) -> Facts:
    """The same fight with unseen blocks among the Soviets."""
    theirs = "defender" if facts["attack"].startswith("german") else "attacker"
    return facts | {theirs: (*unseen, *facts[theirs])}
