"""Inferno on the Volga: the blocks and facts of a fight in words, and what cannot go together; read a second time.

The brief stands in `inferno_on_the_volga_combat`.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

FACES = {"sf": 1, "black": 1, "df": 2, "white": 2, "tf": 3, "red": 3}  # hitting faces of a die, p. 4
GERMANS = ("panzer", "panzer_grenadier", "motorized_infantry", "infantry")
SOVIETS = ("tank", "infantry", "marine", "guard", "aa_regiment", "destroyer_brigade")
AIR = ("heinkel_111", "stuka")
PIONEERS = ("pioneer", "pioneer_672")
COPIES = {  # p. 15-16
    "tommy_gunner": 2, "volga_flotilla": 5, "aa": 4, "sniper": 5, "anti_tank": 2, "infiltration": 4, "t34_dug_in": 3,
    "chuikov": 1, "zaytsev": 1, "khrushchev": 1,
}  # fmt: skip
LEADERS = ("chuikov", "zaytsev", "khrushchev")
MAX_STACK = 4
BLOCK = re.compile(
    r"(?:(\d+)x )?(?:(unknown(?:[ _][a-z]+)?)|([a-z _]+?) (\d+)(?:/(\d+))? ([a-z]+(?:-[a-z]+)*))(?: ?@(\d))?"
)


class Illegal(ValueError):
    """Facts that do not go together."""


@dataclass(frozen=True)
class Block:
    """A block on the map: `faces` holds the hitting faces of a die at each strength, from one point up."""

    kind: str
    strength: int
    faces: tuple[int, ...]
    hexagon: int = 1

    def fire(self, strength: int) -> int:
        """Hitting faces at a strength, over all its dice."""
        return strength * self.faces[strength - 1] if strength else 0

    def is_infantry(self) -> bool:
        return self.kind not in ("panzer", "tank")  # p. 4, p. 16

    def is_armor(self) -> bool:
        return self.kind in ("panzer", "panzer_grenadier", "tank")


@dataclass(frozen=True)
class Unknown:
    """A Soviet block that nobody has seen: of a `pool`, or of both if that is `any`."""

    pool: str
    hexagon: int = 1


@dataclass(frozen=True)
class Facts:
    """The facts of a fight as they are asked."""

    attacker: tuple[str, ...]
    defender: tuple[str, ...]
    attack: str = "german_deliberate"
    terrain: str = "clear"
    coastal: bool = False
    rubble: bool = False
    rubble_used_up: bool = False
    fortified: bool = False
    hoth: bool = False
    von_richthofen: bool = False
    linden: bool = False
    chuikov: bool = False
    zaytsev: bool = False
    khrushchev: bool = False
    immortal_guard: bool = False
    marine_skills: bool = False
    special_blocks: bool = False
    soviet_card: str = "none"
    soviet_cards_seen: tuple[str, ...] = ()
    aa_cards_here: int = 0
    infantry_reserve_empty: bool = False
    tank_reserve_empty: bool = False
    german_card: tuple[str, ...] = ()
    opportunity_blocks: int = 0
    fortified_opportunity_blocks: int = 0
    hoth_attacks_only: bool = False
    soviets_lack: str = "either"
    arms_as_revealed: bool = False
    rubble_as_declared: bool = False
    pioneers_apart: bool = False
    two_air_dice: bool = False
    odd_hits_added: bool = False
    stack_hit: int = 0
    ends_at_once: bool = False
    soviet_blocks_seen: tuple[str, ...] = ()
    special_blocks_late: bool = False
    card_hits: str = "strongest"
    ties: str = "fire"

    def germans_attack(self) -> bool:
        return self.attack.startswith("german")

    def leaders(self) -> list[str]:
        """Soviet leaders in play before the fight."""
        return [leader for leader in LEADERS if getattr(self, leader)]


@dataclass(frozen=True)
class Setting:
    """A legal fight: facts, and both sides block by block in told order."""

    facts: Facts
    germans: tuple[Block, ...]
    soviets: tuple[Block | Unknown, ...]

    def has_room(self) -> bool:
        """Whether a newcomer finds room in the Soviet hex: the defender's, or @1 (p. 16)."""
        return sum(block.hexagon == 1 for block in self.soviets) < MAX_STACK


def must(is_so: bool, why: str) -> None:
    if not is_so:
        raise Illegal(why)


def one_kind(words: str, is_german: bool, may_hold: Any) -> tuple[int, Block | Unknown, bool]:
    """Read one text: how many, what, and whether a hex was told."""
    found = BLOCK.fullmatch(" ".join(words.lower().split()))
    must(found is not None, f"no block: {words}")
    assert found is not None
    number, unseen, kind, strength, full, colors, hexagon = found.groups()
    must(1 <= int(number or 1) <= 64, "number")
    must(1 <= int(hexagon or 1) <= 6, "hex")
    if unseen:
        pool = unseen[len("unknown") + 1 :] or "any"
        must(not is_german and pool in ("any", "infantry", "tank", "marine"), "unknown")
        return int(number or 1), Unknown(pool, int(hexagon or 1)), hexagon is not None
    kind = kind.replace(" ", "_")
    must(kind in (GERMANS if is_german else SOVIETS), f"kind {kind}")
    must(may_hold(kind), f"{kind} without special blocks")
    block = one_block(kind, int(strength), int(full) if full else None, colors.split("-"), int(hexagon or 1), is_german)
    return int(number or 1), block, hexagon is not None


def one_block(kind: str, points: int, told: int | None, colors: list[str], hexagon: int, is_german: bool) -> Block:
    """A block with a side shown; a Soviet blank side is turned to one point (p. 6)."""
    strength = points if is_german else max(1, points)
    full = told if told is not None else max(strength, len(colors))
    must(1 <= strength <= full <= 4, "strength")
    must(all(color in FACES for color in colors), "color")
    must(len(colors) in (1, full), "number of colors")
    falling = colors * full if len(colors) == 1 else colors
    return Block(kind, strength, tuple(FACES[color] for color in reversed(falling)), hexagon)


def one_side(texts: Iterable[str], is_german: bool, is_attacker: bool, special: bool) -> tuple[Block | Unknown, ...]:
    """All blocks of a side in told order."""
    blocks: list[Block | Unknown] = []
    for words in texts:
        number, block, has_hex = one_kind(
            words, is_german, lambda kind: special or kind not in ("aa_regiment", "destroyer_brigade")
        )
        must(is_attacker or not has_hex, "the defender has one hex")
        blocks += [block] * number
    must(bool(blocks), "nobody")
    per_hex = Counter(block.hexagon for block in blocks)
    must(1 in per_hex and max(per_hex.values()) <= MAX_STACK, "stacking")
    unseen = [block.pool for block in blocks if isinstance(block, Unknown)]
    must(len(unseen) <= 4 and unseen.count("marine") <= 2, "unknown blocks")
    return tuple(blocks)


def setting(**given: Any) -> Setting:
    """Read the facts; `Illegal` says what cannot be."""
    facts = Facts(**given)
    we_attack = facts.germans_attack()
    mine, theirs = (facts.attacker, facts.defender) if we_attack else (facts.defender, facts.attacker)
    germans = one_side(mine, True, we_attack, facts.special_blocks)
    soviets = one_side(theirs, False, not we_attack, facts.special_blocks)
    made = Setting(facts, tuple(block for block in germans if isinstance(block, Block)), soviets)
    attackers = germans if we_attack else soviets
    must(
        not facts.attack.endswith("hasty") or all(block.hexagon == 1 for block in attackers), "hasty from one hex, p. 8"
    )
    check_place(facts)
    check_soviet_cards(facts)
    check_german_cards(facts)
    check_other_readings(facts, attackers)
    return made


def check_other_readings(facts: Facts, attackers: tuple[Block | Unknown, ...]) -> None:
    """What the switches of R17 and R49 cannot go with."""
    must(not facts.stack_hit or facts.germans_attack(), "R17 is of German attackers")
    must(facts.stack_hit in (0, *(block.hexagon for block in attackers)), "the stack hit attacks")
    has_dice = facts.soviet_card in ("random", "tommy_gunner") or (
        facts.soviet_card == "volga_flotilla" and facts.coastal
    )
    is_shot = "sniper" in facts.german_card or "pak" in facts.german_card
    must(not (facts.ends_at_once and is_shot and has_dice), "R49 with a card without dice after one with dice")


def check_place(facts: Facts) -> None:
    must(facts.terrain == "urban" or not facts.rubble, "rubble is urban, p. 10")
    must(facts.fortified_opportunity_blocks <= facts.opportunity_blocks, "fortified ones are among them")
    if facts.germans_attack():
        return
    must(not facts.fortified, "no bonus in attack, p. 19")
    must(facts.opportunity_blocks == 0, "opportunity fire in defense, p. 14")
    must((facts.attack == "soviet_deliberate") == facts.chuikov, "deliberate with Chuikov, p. 15")


def check_soviet_cards(facts: Facts) -> None:
    seen = Counter(facts.soviet_cards_seen)
    must(facts.soviet_card not in facts.leaders(), "the leader is in play")
    must(facts.soviet_card == "random" or (not seen and not facts.aa_cards_here), "random only")
    must(all(number <= COPIES.get(card, 0) for card, number in seen.items()), "more seen than there are")
    must(facts.aa_cards_here <= COPIES["aa"] - seen["aa"], "AA cards seen")


def check_german_cards(facts: Facts) -> None:
    cards = Counter(facts.german_card)
    must(not cards or facts.attack == "german_deliberate", "a card in a deliberate attack, p. 9")
    must(all(card in (*AIR, *PIONEERS, "howitzer", "sniper", "pak") for card in cards), "German card")
    must(cards["pioneer_672"] <= (1 if facts.linden else 0), "the 672nd with Linden, p. 13")
    if sum(cards.values()) > 1:
        must(facts.linden and all(card in PIONEERS for card in cards), "Pioneers with Linden only, p. 13 (R38)")
        must(sum(cards.values()) <= 4, "four Pioneers, p. 14 (R1)")
