"""The ways of hits: which strengths a side may come to, and where each hit leads from there [p. 10, ruling R58].

As we read, one way serves cards and close combat: each hit takes a point off the strongest block. By the other
readings close combat wears down one stack first (R17), or a card's hits fall where the firing side or the owner wants
them (R58).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from sim.games.inferno_on_the_volga.combat.blocks import Block, path
from sim.games.inferno_on_the_volga.combat.fire import Ints

Strengths = tuple[int, ...]
BY_RULE, FIRER, OWNER = PICKS = ("strongest", "firer", "owner")
"""Who picks the block that a hit of a card strikes: as in close combat, the firing side, the owner."""


@dataclass(frozen=True)
class Way:
    """The places of a side, the strengths of its blocks in each: the first at the start, the last with nobody left.

    `by_fire` and `by_card` say to which place one more hit leads from each.
    """

    strengths: tuple[Strengths, ...]
    by_fire: tuple[int, ...]
    by_card: tuple[int, ...]

    @property
    def gone(self) -> int:
        """The place where no block is left."""
        return len(self.strengths) - 1

    def after(self, place: Ints, hits: Ints, *, is_card: bool = False) -> Ints:
        """Return the places after so many hits each, shape (...)."""
        if self._is_straight:
            return np.minimum(place + hits, self.gone)
        table = self._card_table if is_card else self._fire_table
        return table[place, np.minimum(hits, self.gone)]

    @cached_property
    def _is_straight(self) -> bool:
        straight = (*range(1, len(self.strengths)), self.gone)
        return self.by_fire == straight == self.by_card

    @cached_property
    def _fire_table(self) -> Ints:
        return _powers(self.by_fire)

    @cached_property
    def _card_table(self) -> Ints:
        return _powers(self.by_card)


def _powers(step: Sequence[int]) -> Ints:
    """Return where 0, 1, 2, ... hits lead, shape (places, hits)."""
    one = np.array(step, np.int64)
    rows = [np.arange(len(step), dtype=np.int64)]
    for _ in step[1:]:
        rows.append(one[rows[-1]])
    return np.stack(rows, axis=1)


@cache
def way_of(blocks: tuple[Block, ...], ties: str, stack: int = 0, card_hits: str = BY_RULE) -> Way:
    """Return the ways that hits may take through blocks.

    `stack` is the attacking hex whose blocks close combat wears down first, 0 for the strongest of all; `card_hits`
    one of `PICKS`.

    >>> from sim.games.inferno_on_the_volga.combat.blocks import blocks_of
    >>> two = blocks_of("attacker", "infantry 2 SF", "german") + blocks_of("attacker", "infantry 1 TF", "german")
    >>> found = way_of(two, "fire", card_hits="firer")
    >>> found.strengths[found.by_fire[0]], found.strengths[found.by_card[0]]
    ((1, 1), (2, 0))
    """
    fire = path(blocks, ties, stack)
    if card_hits == BY_RULE:
        straight = (*range(1, len(fire)), len(fire) - 1)
        return Way(fire, straight, straight)
    card = _picked(blocks, card_hits)
    next_by_card = dict(zip(card, (*card[1:], card[-1]), strict=True))
    next_by_fire: dict[Strengths, Strengths] = {}
    for now in card:
        left = path(_at(blocks, now), ties, stack)
        next_by_fire |= dict(zip(left, (*left[1:], left[-1]), strict=True))
    places = sorted(next_by_fire, key=lambda one: (-sum(one), one))
    number = {strengths: at for at, strengths in enumerate(places)}
    return Way(
        tuple(places),
        tuple(number[next_by_fire[one]] for one in places),
        tuple(number[next_by_card.get(one, next_by_fire[one])] for one in places),
    )


def _at(blocks: tuple[Block, ...], strengths: Strengths) -> tuple[Block, ...]:
    return tuple(
        block._replace(strength=now, lowest=block.lowest[:now]) for block, now in zip(blocks, strengths, strict=True)
    )


def _picked(blocks: tuple[Block, ...], card_hits: str) -> tuple[Strengths, ...]:
    """Return the strengths after each hit of a card: the block that loses most fire to it, or least; ties as given."""
    found = [tuple(block.strength for block in blocks)]
    sign = -1 if card_hits == FIRER else 1
    while any(found[-1]):
        now = found[-1]
        able = [i for i, strength in enumerate(now) if strength]
        worth = {i: sign * (blocks[i].worth(now[i]) - blocks[i].worth(now[i] - 1)) for i in able}
        at = min(able, key=lambda i: (worth[i], i))
        found.append((*now[:at], now[at] - 1, *now[at + 1 :]))
    return tuple(found)
