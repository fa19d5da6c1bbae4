"""Soviet blocks that nobody has seen: every way to draw them, without putting back, and to turn them at random [p. 6].

What the 53 blocks are is an assumed family of compositions (`soviet_blocks.assumed`).

Of the book [p. 3 fog of war, p. 18 Immortal Guard, p. 18 marines].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import combinations, permutations
from math import lcm

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, SPECIAL, Block, Unknown, blocks_of
from sim.games.inferno_on_the_volga.combat.facts import Facts
from sim.games.inferno_on_the_volga.combat.stickers import stickers
from sim.games.inferno_on_the_volga.combat.ways import BY_RULE
from sim.numbers.tables import load_family, load_grid

FAMILY = load_family(GAME_ID, "soviet_blocks")
TURNED = load_grid(GAME_ID, "random_strength")

Order = tuple[Block, ...]
"""Blocks drawn from one pool, in the order in which they are given."""
World = tuple[tuple[int, Block], ...]
"""Blocks drawn so far, each with the number of its pool."""
Draw = tuple[tuple[Block, ...], ...]
"""Blocks drawn from each pool, alike ones next to each other: what the player at the table cannot tell apart."""


@cache
def composition(member: str, *, special_blocks: bool, seen: tuple[str, ...] = ()) -> Mapping[Block, int]:
    """Return how many of each Soviet block a member of the family has, each at full strength, less those `seen`.

    What an owner typed in (`stickers`) stands for every member. A Guard is set apart by the advantage only, the 1077th
    and the 20th by `special_blocks`. A member that has not so many of a block as were seen is empty (the other reading
    of ruling R52).
    """
    found: Counter[Block] = Counter()
    printed = Counter(one.text for one in stickers("soviet").values())
    counts = printed or dict(zip(FAMILY.labels, FAMILY.members[member], strict=True))
    for label, n in counts.items():
        (block,) = blocks_of("block", label, "soviet")
        found[_kept(block, special_blocks=special_blocks)] += int(n)
    for text in seen:
        for block in blocks_of("soviet_blocks_seen", text, "soviet"):
            found[_kept(block, special_blocks=special_blocks)] -= 1
    return found if min(found.values()) >= 0 else {}


def _kept(block: Block | Unknown, *, special_blocks: bool) -> Block:
    if isinstance(block, Unknown):
        raise GameError("soviet_blocks_seen is an unknown block; expected what was seen, such as 'infantry 4 SF'")
    return block._replace(kind="infantry") if block.kind in SPECIAL and not special_blocks else block


def members(facts: Facts) -> tuple[str, ...]:
    """Return the members of the family of compositions that have all blocks seen, the central one first if it is left.

    `GameError` if none has them.
    """
    known = (FAMILY.central, *(name for name in FAMILY.members if name != FAMILY.central))
    seen = facts.soviet_blocks_seen
    left = tuple(name for name in known if composition(name, special_blocks=facts.special_blocks, seen=seen))
    if not left:
        raise GameError(f"soviet_blocks_seen is {', '.join(seen)}; expected blocks of {' | '.join(FAMILY.labels)}")
    return left


def draws(facts: Facts, member: str, pools: tuple[tuple[str, int], ...]) -> tuple[Mapping[Draw, int], int]:
    """Return every draw of so many blocks from each pool, with its ways, and the ways of all; a pool may come again.

    Pools beyond the given ones are a newcomer's: Guards are back at full strength before he comes [rulings R27, R51].
    Blocks of any kind are drawn last, after a newcomer: what is known of the others bears on them [ruling R52].
    `GameError` if there are too few.
    """
    n_recovering = len(facts.unknown_places) if facts.immortal_guard else 0
    seen = facts.soviet_blocks_seen
    return _draws(member, pools, facts.special_blocks, n_recovering, facts.marine_skills, seen)


def orders_given(facts: Facts, draw: Draw) -> Mapping[Draw, int]:
    """Return the orders in which blocks drawn may have been given, each pool's by itself, with their ways [ruling R52].

    A newcomer comes last.
    """
    found: dict[Draw, int] = {(): 1}
    for at, blocks in enumerate(draw):
        places = [*facts.unknown_places.values()][at] if at < len(facts.unknown_places) else [0]
        # Arms count for combined arms only [p. 13]: Sniper and Pak find their block wherever it stands.
        are_together = places[-1] - places[0] < len(places) and facts.card_hits == BY_RULE
        some = orders(blocks, facts.ties, are_together=are_together, do_arms_count=facts.hoth)
        found = {(*before, one): ways * n for before, ways in found.items() for one, n in some.items()}
    return found


@lru_cache(maxsize=100_000)
def orders(blocks: Order, ties: str, *, are_together: bool, do_arms_count: bool) -> Mapping[Order, int]:
    """Return the orders in which blocks may have been given, each with its ways; orders that no hit sets apart are one.

    Of blocks given next to each other only rivals change places; with others between them all do.

    >>> pair = blocks_of("defender", "infantry 3 DF", "soviet") + blocks_of("defender", "tank 2 SF", "soviet")
    >>> how = {"are_together": True, "do_arms_count": True}
    >>> [len(orders(pair, ties, **how)) for ties in ("fire", "order")]  # DF loses more fire than SF
    [1, 2]
    """
    group = _rivals(blocks, ties, do_arms_count) if are_together else [0] * len(blocks)
    found: Counter[Order] = Counter()
    for order in permutations(range(len(blocks))):
        found[tuple(blocks[i] for i in sorted(order, key=lambda i: group[i]))] += 1
    return found


def _rivals(blocks: Order, ties: str, do_arms_count: bool) -> list[int]:
    """Return the group of each block: in one are those of which the order given may decide who takes a hit [p. 10]."""
    group = list(range(len(blocks)))
    for i, j in combinations(range(len(blocks)), 2):
        if _are_rivals(blocks[i], blocks[j], ties, do_arms_count):
            group = [group[i] if one == group[j] else one for one in group]
    return group


@cache
def _are_rivals(one: Block, other: Block, ties: str, do_arms_count: bool) -> bool:
    """Whether two Soviet blocks may tie for a hit and yet differ in arm, or in color from there on [ruling R48]."""
    are_alike = not do_arms_count or (one.is_infantry, one.is_armor) == (other.is_infantry, other.is_armor)
    return any(
        (ties == "order" or one.worth(s) - one.worth(s - 1) == other.worth(s) - other.worth(s - 1))
        and not (are_alike and one.lowest[:s] == other.lowest[:s])
        for s in range(1, min(one.strength, other.strength) + 1)
    )


@cache
def _draws(
    member: str,
    pools: tuple[tuple[str, int], ...],
    special_blocks: bool,
    n_recovering: int,
    marine_skills: bool,
    seen: tuple[str, ...],
) -> tuple[Mapping[Draw, int], int]:
    left = composition(member, special_blocks=special_blocks, seen=seen)
    worlds: dict[World, int] = {(): 1}
    total = 1
    slots = [(pool, group) for group, (pool, n) in enumerate(pools) for _ in range(n)]
    for pool, group in sorted(slots, key=lambda slot: slot[0] == "any"):
        worlds, common = _one_more(worlds, left, pool, group)
        total *= common
    sides = sum(TURNED.numbers[0].tolist())
    turned: dict[Draw, int] = {}
    for drawn, ways in worlds.items():
        for blocks, times in _turned(drawn, n_recovering, marine_skills).items():
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
        raise GameError(f"unknown {pool} is given too often; expected no more than there are blocks")
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
def _turned(drawn: World, n_recovering: int, marine_skills: bool) -> Mapping[World, int]:
    """Return the ways that blocks may be turned, a side at random each; a blank one becomes one point [p. 6, R33].

    Guards of the first `n_recovering` pools are at full strength.
    """
    if not drawn:
        return {(): 1}
    group, block = drawn[-1]
    sides = TURNED.numbers[TURNED.row_labels.index(str(len(block.lowest)))].tolist()
    if (block.kind == "guard" and group < n_recovering) or (block.kind == "marine" and marine_skills):
        sides = [sum(sides) * (strength == block.strength) for strength in range(1, len(sides) + 1)]
    found: dict[World, int] = {}
    for before, ways in _turned(drawn[:-1], n_recovering, marine_skills).items():
        for strength, n in enumerate(sides, 1):
            if n:
                key = tuple(sorted((*before, (group, _plain(block, strength))), key=_place))
                found[key] = found.get(key, 0) + ways * n
    return found


@cache
def _plain(block: Block, strength: int) -> Block:
    """Return a block at a strength, without what no longer tells it apart in a fight."""
    kind = "infantry" if block.kind in ("guard", "marine") else block.kind
    return block._replace(kind=kind, strength=strength, lowest=block.lowest[:strength])
