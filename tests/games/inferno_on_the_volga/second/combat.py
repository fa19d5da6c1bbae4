"""Inferno on the Volga: the whole answer to a fight, read a second time from the rulebook (p. 4-19).

The brief: the rulebook, the numbered rulings, the raw tables and a list of facts with their bounds; nothing of the
first implementation or its tests. The list also fixes the sequence (Guards to full, the 20th, the Soviet card and whom
it brings, the German card, opportunity fire, rubble roll, close combat), what happens when a side is gone, how the
German player breaks ties (R48), whom rubble protects and how hits are halved, and how unseen blocks are drawn and
reported: without putting back, `unknown` of both pools last, those of one pool strongest first. Numbers of cards,
dice and faces are typed from the book; only the assumed composition of the 53 blocks is read from its table.

`inferno_on_the_volga_blocks` reads the facts, `inferno_on_the_volga_fight` plays an open fight.
"""

import csv
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from tests.games.inferno_on_the_volga.second.blocks import (
    COPIES,
    FACES,
    Block,
    Facts,
    Setting,
    Unknown,
    must,
    setting,
)
from tests.games.inferno_on_the_volga.second.fight import Fight, State, Strengths, add, play

RAW = Path(__file__).parents[4] / "data" / "raw" / "inferno_on_the_volga"
MEMBERS = ("weak", "central", "strong")
INFANTRY = ("infantry", "guard", "aa_regiment", "destroyer_brigade")
POOLS = {"infantry": INFANTRY, "tank": ("tank",), "marine": ("marine",), "any": (*INFANTRY, "tank")}
NEWCOMERS = {"infiltration": "infantry", "t34_dug_in": "tank"}  # p. 16

ONE = Fraction(1)

Chances = dict[Any, Fraction]
Bounds = dict[tuple[int, ...], tuple[Fraction, Fraction]]
Stock = tuple[tuple[Block, int], ...]


class Answer(NamedTuple):
    """The laws that the first implementation gives, by tuples in the order of `fields`; bounds if blocks are unseen."""

    fields: tuple[str, ...]
    law: Chances
    after: Chances
    bounds: Bounds
    after_bounds: Bounds


@cache
def stickers(member: str) -> Stock:
    """The 53 blocks of one composition at full strength, with their numbers (R52)."""
    with (RAW / "soviet_blocks.assumed.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    made = []
    for row in rows:
        kind, full, color = row["block"].split()
        made.append((Block(kind, int(full), (FACES[color.lower()],) * int(full)), int(row[member])))
    return tuple((block, number) for block, number in made if number)


def stock(facts: Facts, member: str) -> Stock:
    """The same; kinds that the facts do not tell apart become plain infantry."""
    merged: Counter[Block] = Counter()
    for block, number in stickers(member):
        is_plain = block.kind == "guard" and not facts.immortal_guard
        is_plain = is_plain or (block.kind in ("aa_regiment", "destroyer_brigade") and not facts.special_blocks)
        merged[replace(block, kind="infantry") if is_plain else block] += number
    for words in facts.soviet_blocks_seen:
        kind, full, color = words.split()
        is_plain = kind == "guard" and not facts.immortal_guard
        is_plain = is_plain or (kind in ("aa_regiment", "destroyer_brigade") and not facts.special_blocks)
        merged[Block("infantry" if is_plain else kind, int(full), (FACES[color.lower()],) * int(full))] -= 1
    return tuple(merged.items())


def possible(facts: Facts) -> list[str]:
    """The compositions that hold all blocks seen (R52 the other way), the central one first."""
    known = sorted(MEMBERS, key="central".__ne__)
    return [member for member in known if all(number >= 0 for _, number in stock(facts, member))]


@cache
def drawn(left: Stock, pools: tuple[str, ...]) -> Chances:
    """Chances of blocks drawn one after the other without putting back (R52)."""
    if not pools:
        return {(): ONE}
    total = sum(number for block, number in left if block.kind in POOLS[pools[0]])
    chances: Chances = {}
    for place, (block, number) in enumerate(left):
        if number and block.kind in POOLS[pools[0]]:
            fewer = (*left[:place], (block, number - 1), *left[place + 1 :])
            for others, chance in drawn(fewer, pools[1:]).items():
                add(chances, (block, *others), chance * Fraction(number, total))
    return chances


def turned(facts: Facts, block: Block, is_newcomer: bool) -> list[tuple[Block, Fraction]]:
    """Chances of the side shown, of four; a blank one becomes one point (p. 6, R33)."""
    is_full = block.kind == "guard" and facts.immortal_guard and not is_newcomer  # step 4 is over for newcomers, R27
    if is_full or (block.kind == "marine" and facts.marine_skills):
        return [(block, ONE)]
    sides = Counter(max(1, block.strength - turns) for turns in range(4))
    return [(replace(block, strength=points), Fraction(number, 4)) for points, number in sides.items()]


def brings(made: Setting, card: str) -> bool:
    """Whether a block joins by this card (p. 16)."""
    is_empty = {"infiltration": made.facts.infantry_reserve_empty, "t34_dug_in": made.facts.tank_reserve_empty}
    return card in NEWCOMERS and not is_empty[card] and made.has_room()


def revealed(facts: Facts, block: Block) -> Block:
    """A block told, as it fights: Guards may be back at full strength (p. 18)."""
    return replace(block, strength=len(block.faces)) if facts.immortal_guard and block.kind == "guard" else block


def fights(made: Setting, card: str, member: str) -> Iterator[tuple[Fight, Fraction]]:
    """Yield every open fight that an unseen one may be."""
    facts = made.facts
    pool = {place: block.pool for place, block in enumerate(made.soviets) if isinstance(block, Unknown)}
    is_joined = brings(made, card)
    if is_joined:
        pool[len(made.soviets)] = NEWCOMERS[card]
    places = sorted(pool, key=lambda place: (pool[place] == "any", place))  # those of both pools after all others
    requests = tuple(pool[place] for place in places)
    for blocks, chance in drawn(stock(facts, member), requests).items():
        sides = [turned(facts, block, place == len(made.soviets)) for place, block in zip(places, blocks, strict=True)]
        for shown in product(*sides):
            share = chance
            for _, part in shown:
                share *= part
            found = {place: block for place, (block, _) in zip(places, shown, strict=True)}
            soviets = [found[n] if isinstance(b, Unknown) else revealed(facts, b) for n, b in enumerate(made.soviets)]
            soviets += [found[len(soviets)]] if is_joined else []
            yield Fight(facts, made.germans, tuple(soviets), card, is_joined), share


def cards(facts: Facts) -> dict[str, Fraction]:
    """Chances of the Soviet card (p. 6, p. 15)."""
    if facts.soviet_card != "random":
        return {facts.soviet_card: ONE}
    left = {card: copies - facts.soviet_cards_seen.count(card) for card, copies in COPIES.items()}
    left |= dict.fromkeys(facts.leaders(), 0)
    left["aa"] -= facts.aa_cards_here
    left["aa_here"] = facts.aa_cards_here
    total = sum(left.values())
    must(total > 0, "no card is left")
    return {card: Fraction(number, total) for card, number in left.items() if number}


def reported(made: Setting, left: Strengths) -> list[int]:
    """Soviet points in told order, unknown blocks of one pool strongest first."""
    points = list(left[: len(made.soviets)])
    for pool in POOLS:
        places = [n for n, block in enumerate(made.soviets) if isinstance(block, Unknown) and block.pool == pool]
        for place, value in zip(places, sorted((points[n] for n in places), reverse=True), strict=True):
            points[place] = value
    return points


def outcome(made: Setting, fight: Fight, end: State, has_newcomer: bool) -> tuple[int, ...]:
    """What the law tells of an end."""
    soviets = reported(made, end.soviets)
    newcomer = [end.soviets[-1] if fight.has_newcomer else 0] if has_newcomer else []
    first, second = (end.germans, soviets) if made.facts.germans_attack() else (soviets, end.germans)
    return (*first, *second, *newcomer)


def aftermath(fight: Fight, end: State) -> tuple[int, ...]:
    """What an end comes to: losses from the strengths revealed, and the hex (p. 10, p. 13)."""
    facts = fight.facts
    german = losses(fight.germans, end.germans)
    soviet = losses(fight.soviets, end.soviets)
    attacker, defender = (german, soviet) if facts.germans_attack() else (soviet, german)
    ours, theirs = (end.germans, end.soviets) if facts.germans_attack() else (end.soviets, end.germans)
    is_taken = any(ours) and not any(theirs)
    blitz = any(n and block.kind != "infantry" for block, n in zip(fight.germans, end.germans, strict=True))
    is_blitz = is_taken and facts.germans_attack() and facts.hoth and facts.terrain == "clear" and blitz
    signs = (not any(ours), not any(theirs), is_taken, is_blitz, end.is_placed)
    return (attacker[0], defender[0], attacker[1], defender[1], *(int(sign) for sign in signs))


def losses(blocks: tuple[Block, ...], left: Strengths) -> tuple[int, int]:
    """Steps and blocks lost."""
    return sum(block.strength for block in blocks) - sum(left), sum(n == 0 for n in left)


def member_laws(made: Setting, member: str, has_newcomer: bool) -> tuple[Chances, Chances]:
    """Law and what it comes to, of one composition."""
    law: Chances = {}
    after: Chances = {}
    for card, weight in cards(made.facts).items():
        for fight, chance in fights(made, card, member):
            for end, share in play(fight).items():
                add(law, outcome(made, fight, end, has_newcomer), weight * chance * share)
                add(after, aftermath(fight, end), weight * chance * share)
    return law, after


def bounds(laws: list[Chances]) -> Bounds:
    """Lowest and highest chance of whatever is possible in some composition."""
    known = {key for law in laws for key in law}
    return {
        key: (min(law.get(key, Fraction(0)) for law in laws), max(law.get(key, Fraction(0)) for law in laws))
        for key in known
    }


def answer(**given: Any) -> Answer:
    """The whole answer to a fight; `Illegal` if there is none."""
    made = setting(**given)
    has_newcomer = any(brings(made, card) for card in cards(made.facts))
    mine, theirs = len(made.germans), len(made.soviets)
    n, m = (mine, theirs) if made.facts.germans_attack() else (theirs, mine)
    fields = [f"attacker_{i + 1}" for i in range(n)] + [f"defender_{i + 1}" for i in range(m)]
    fields += ["newcomer"] * has_newcomer
    is_open = not has_newcomer and not any(isinstance(block, Unknown) for block in made.soviets)
    laws = [member_laws(made, member, has_newcomer) for member in (("central",) if is_open else possible(made.facts))]
    law, after = laws[0]
    if is_open:
        return Answer(tuple(fields), law, after, {}, {})
    return Answer(tuple(fields), law, after, bounds([one for one, _ in laws]), bounds([two for _, two in laws]))
