"""Soviet blocks that nobody has seen: every way to draw them, without putting back, and to turn them at random [p. 6].

What the 53 blocks are is an assumed family of compositions (`soviet_blocks.assumed`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import lcm

from sim.game import GameError
from sim.games.inferno_on_the_volga.blocks import GAME_ID, SPECIAL, Block, blocks_of
from sim.games.inferno_on_the_volga.facts import Facts
from sim.tables import load_family, load_grid

FAMILY = load_family(GAME_ID, "soviet_blocks")
TURNED = load_grid(GAME_ID, "random_strength")

World = tuple[tuple[int, Block], ...]
"""Blocks drawn so far, each with the number of its pool."""
Draw = tuple[tuple[Block, ...], ...]
"""Blocks drawn from each pool, alike ones next to each other: what the player at the table cannot tell apart."""


@cache
def composition(member: str, *, special_blocks: bool) -> Mapping[Block, int]:
    """Return how many of each Soviet block a member of the family has, each at full strength.

    A Guard is told apart by the advantage only, the 1077th and the 20th by `special_blocks`.
    """
    found: Counter[Block] = Counter()
    for label, n in zip(FAMILY.labels, FAMILY.members[member], strict=True):
        (block,) = blocks_of("block", label, "soviet")
        assert isinstance(block, Block)
        if block.kind in SPECIAL and not special_blocks:
            block = replace(block, kind="infantry")
        found[block] += int(n)
    return found


def draws(facts: Facts, member: str, pools: tuple[tuple[str, int], ...]) -> tuple[Mapping[Draw, int], int]:
    """Return every draw of so many blocks from each pool, with its ways, and the ways of all; a pool may come again.

    Blocks of any kind are drawn last: what is known of the others tells on them. `GameError` if there are too few.
    """
    return _draws(member, pools, facts.special_blocks, facts.immortal_guard, facts.marine_skills)


@cache
def _draws(
    member: str, pools: tuple[tuple[str, int], ...], special_blocks: bool, immortal_guard: bool, marine_skills: bool
) -> tuple[Mapping[Draw, int], int]:
    left = composition(member, special_blocks=special_blocks)
    worlds: dict[World, int] = {(): 1}
    total = 1
    slots = [(pool, group) for group, (pool, n) in enumerate(pools) for _ in range(n)]
    for pool, group in sorted(slots, key=lambda slot: slot[0] == "any"):
        worlds, common = _one_more(worlds, left, pool, group)
        total *= common
    sides = sum(TURNED.numbers[0].tolist())
    turned: dict[Draw, int] = {}
    for drawn, ways in worlds.items():
        for blocks, times in _turned(drawn, immortal_guard, marine_skills).items():
            groups = tuple(tuple(b for g, b in blocks if g == group) for group in range(len(pools)))
            turned[groups] = turned.get(groups, 0) + ways * times
    return turned, total * sides ** len(slots)


def _one_more(
    worlds: Mapping[World, int], left: Mapping[Block, int], pool: str, group: int
) -> tuple[dict[World, int], int]:
    """Draw one more block of a pool in every world; return the worlds and by how much the ways have grown."""
    more: dict[World, int] = {}
    choices = {
        drawn: {b: n - sum(one == b for _, one in drawn) for b, n in left.items() if _is_of(b, pool)}
        for drawn in worlds
    }
    totals = {drawn: sum(found.values()) for drawn, found in choices.items()}
    if not all(totals.values()):
        raise GameError(f"unknown {pool} is told too often; expected no more than there are blocks")
    common = lcm(*totals.values())
    for drawn, ways in worlds.items():
        for block, n in choices[drawn].items():
            if n:
                key = tuple(sorted((*drawn, (group, block)), key=_place))
                more[key] = more.get(key, 0) + ways * n * (common // totals[drawn])
    return more, common


def _is_of(block: Block, pool: str) -> bool:
    """Whether a block is in a pool; marines land, they are in neither reserve [p. 5 set-up]."""
    if pool == "marine" or block.kind == "marine":
        return pool == block.kind
    return pool == "any" or (block.kind == "tank") == (pool == "tank")


def _place(drawn: tuple[int, Block]) -> tuple[int, str, tuple[int, ...], int]:
    group, block = drawn
    return group, block.kind, block.lowest, block.strength


@cache
def _turned(drawn: World, immortal_guard: bool, marine_skills: bool) -> Mapping[World, int]:
    """Return the ways that blocks may be turned, a side at random each; a blank one becomes one point [p. 6, R33]."""
    if not drawn:
        return {(): 1}
    group, block = drawn[-1]
    sides = TURNED.numbers[TURNED.row_labels.index(str(len(block.lowest)))].tolist()
    if (block.kind == "guard" and immortal_guard) or (block.kind == "marine" and marine_skills):
        sides = [sum(sides) * (strength == block.strength) for strength in range(1, len(sides) + 1)]
    found: dict[World, int] = {}
    for before, ways in _turned(drawn[:-1], immortal_guard, marine_skills).items():
        for strength, n in enumerate(sides, 1):
            if n:
                key = tuple(sorted((*before, (group, _plain(block, strength))), key=_place))
                found[key] = found.get(key, 0) + ways * n
    return found


def _plain(block: Block, strength: int) -> Block:
    """Return a block at a strength, without what no longer tells it apart in a fight."""
    kind = "infantry" if block.kind in ("guard", "marine") else block.kind
    return replace(block, kind=kind, strength=strength, lowest=block.lowest[:strength])
