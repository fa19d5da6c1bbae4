"""The blocks: kinds, points and colors as a player gives them, and who takes the next hit [p. 4, p. 10]."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from sim.errors import GameError
from sim.numbers.tables import load_list

GAME_ID = "inferno_on_the_volga"
KINDS = load_list(GAME_ID, "unit_kinds")
FIRE = load_list(GAME_ID, "fire_values")
RULES = load_list(GAME_ID, "combat_rules")
STACK = load_list(GAME_ID, "stacking").integer("hex", "max_units")

MAX_STRENGTH = RULES.integer("max_strength")
MIN_REVEALED = RULES.integer("min_strength_revealed")
NEVER = 7
"""A lowest hit that no die reaches."""
LOWEST_HIT = {name.lower(): int(row["lowest_hit"]) for row in FIRE.rows for name in (row["abbreviation"], row["color"])}
SPECIAL = ("aa_regiment", "destroyer_brigade")
POOLS = ("any", "infantry", "tank", "marine")
MAX_COPIES = 64  # of one text; the stacking limit is checked later, with the hexes
SYNTAX = "KIND STRENGTH COLOR, such as 'panzer 4 TF' or '2x infantry 2/4 DF-SF-SF-SF @2'"
_TEXT = re.compile(
    r"(?:(?P<copies>\d{1,2})x\s*)?(?P<kind>[a-z][a-z_ ]*?)"
    r"(?:\s+(?P<strength>\d{1,2})(?:/(?P<full>\d{1,2}))?\s+(?P<fire>[a-z]+(?:-[a-z]+)*))?(?:\s*@(?P<hex>\d))?"
)


class Block(NamedTuple):
    """One block: `lowest` holds the lowest die that hits, at strength 1, 2, ... up to full strength."""

    side: str
    kind: str
    strength: int
    lowest: tuple[int, ...]
    hex: int = 1
    is_infantry: bool = False
    is_armor: bool = False

    def worth(self, strength: int) -> int:
        """Return the faces that hit, over all dice, at a strength: six times the hits to be expected."""
        return strength * (NEVER - self.lowest[strength - 1]) if strength else 0

    def has(self, trait: str) -> bool:
        """Whether a yes/no column of the table of kinds says yes."""
        return _has(self.kind, self.side, trait)


@dataclass(frozen=True)
class Unknown:
    """A Soviet block that nobody has seen, of one of `POOLS`."""

    pool: str
    hex: int = 1


@cache
def _has(kind: str, side: str, trait: str) -> bool:
    return KINDS[f"{kind} | {side}"][trait] == "yes"


def kinds_of(side: str) -> tuple[str, ...]:
    """Return the kinds of block of a side."""
    return tuple(row["kind"] for row in KINDS.rows if row["side"] == side)


@cache
def blocks_of(fact: str, text: str, side: str) -> tuple[Block | Unknown, ...]:
    """Return the blocks that a text names; `GameError` says what is wrong with it.

    >>> [(block.strength, block.lowest) for block in blocks_of("attacker", "2x infantry 1/2 DF-SF", "german")]
    [(1, (6, 5)), (1, (6, 5))]
    """
    found = _TEXT.fullmatch(" ".join(text.lower().split()))
    if not found:
        raise GameError(f"{fact} is {text!r}; expected {SYNTAX}")
    part = found.groupdict()
    copies = int(part["copies"] or 1)
    if not 1 <= copies <= MAX_COPIES:
        raise GameError(f"{fact} is {text!r}; expected a count from 1 to {MAX_COPIES}")
    words = part["kind"].replace(" ", "_")
    hex = int(part["hex"] or 1)
    if words.split("_")[0] == "unknown":
        return (_unknown(fact, text, words, side, hex, has_strength=part["strength"] is not None),) * copies
    if words not in kinds_of(side):
        raise GameError(f"{fact} is {text!r}; expected a {side} block: {', '.join(kinds_of(side))}")
    if part["strength"] is None:
        raise GameError(f"{fact} is {text!r}; expected {SYNTAX}")
    return (_block(fact, text, words, side, hex, part),) * copies


def _unknown(fact: str, text: str, words: str, side: str, hex: int, *, has_strength: bool) -> Unknown:
    pool = words.removeprefix("unknown").removeprefix("_") or POOLS[0]
    if side != "soviet" or pool not in POOLS or has_strength:
        raise GameError(f"{fact} is {text!r}; expected unknown, or unknown infantry, tank or marine, of the Soviets")
    return Unknown(pool, hex)


def _block(fact: str, text: str, kind: str, side: str, hex: int, part: dict[str, str]) -> Block:
    shown, colors = int(part["strength"]), part["fire"].split("-")
    least = 1 if side == "german" else 0  # a Soviet block may show a side without points until it is revealed [p. 6]
    full = int(part["full"] or max(shown, len(colors) if len(colors) > 1 else MIN_REVEALED))
    if not (least <= shown <= full <= MAX_STRENGTH and full >= MIN_REVEALED):
        bounds = f"a strength from {least} to full, full from {MIN_REVEALED} to {MAX_STRENGTH}"
        raise GameError(f"{fact} is {text!r}; expected {bounds}")
    if any(color not in LOWEST_HIT for color in colors):
        raise GameError(f"{fact} is {text!r}; expected colors {', '.join(LOWEST_HIT)}")
    if len(colors) not in (1, full):
        raise GameError(f"{fact} is {text!r}; expected 1 color, or {full} from full strength down")
    lowest = [LOWEST_HIT[color] for color in (colors * full if len(colors) == 1 else reversed(colors))]
    traits = (_has(kind, side, trait) for trait in ("counts_as_infantry", "counts_as_armor"))
    return Block(side, kind, max(shown, MIN_REVEALED), tuple(lowest), hex, *traits)


def taker(blocks: Sequence[Block], strengths: Sequence[int], ties: str, among: Sequence[bool]) -> int | None:
    """Return who takes the next hit: the strongest of those that can, ties to the German player's choice [p. 10].

    With `ties` ``fire`` he keeps the most fire: of his own blocks the one whose dice lose least takes it, of Soviet
    blocks the one whose dice lose most, and of what is still alike the first given; with ``order`` the first given.
    """
    able = [i for i, strength in enumerate(strengths) if strength and among[i]]
    if not able:
        return None
    top = max(strengths[i] for i in able)
    equal = [i for i in able if strengths[i] == top]
    if ties == "order":
        return equal[0]
    sign = 1 if blocks[equal[0]].side == "german" else -1
    return min(equal, key=lambda i: (sign * (blocks[i].worth(top) - blocks[i].worth(top - 1)), i))


def reduced(
    blocks: tuple[Block, ...], strengths: tuple[int, ...], ties: str, trait: str, steps: int
) -> tuple[int, ...]:
    """Return strengths after so many steps on the strongest block of a trait, one after the other.

    >>> pair = blocks_of("attacker", "panzer 3 TF", "german") + blocks_of("attacker", "infantry 4 SF", "german")
    >>> reduced(pair, (3, 4), "fire", "is_armor", 1), reduced(pair, (3, 4), "fire", "", 2)
    ((2, 4), (3, 2))
    """
    among = [not trait or getattr(block, trait) for block in blocks]
    left = list(strengths)
    for _ in range(steps):
        at = taker(blocks, left, ties, among)
        if at is None:
            break
        left[at] -= 1
    return tuple(left)


@cache
def path(blocks: tuple[Block, ...], ties: str, stack: int = 0) -> tuple[tuple[int, ...], ...]:
    """Return the strengths of all blocks after 0, 1, 2, ... hits, down to none left; hits always take the same way.

    What comes after a hit is the way of the blocks that it leaves, so that ways share their ends. With a `stack` the
    blocks of that attacking hex take all hits while one is left (the other reading of ruling R17).

    >>> two = blocks_of("attacker", "infantry 2 SF", "german") + blocks_of("attacker", "infantry 1 DF", "german")
    >>> path(two, "fire")
    ((2, 1), (1, 1), (0, 1), (0, 0))
    """
    now = tuple(block.strength for block in blocks)
    is_worn = any(block.hex == stack and block.strength for block in blocks)
    at = taker(blocks, now, ties, [not is_worn or block.hex == stack for block in blocks])
    if at is None:
        return (now,)
    hit = blocks[at]._replace(strength=now[at] - 1, lowest=blocks[at].lowest[: now[at] - 1])
    return (now, *path((*blocks[:at], hit, *blocks[at + 1 :]), ties, stack))
