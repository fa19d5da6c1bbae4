"""The exact law of the Soviet clock's last turn, at once: what playing turn by turn gives, several times as fast."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sim.exact import Law
from sim.games.inferno_on_the_volga.systems._game import is_due
from sim.games.inferno_on_the_volga.systems.clock.soviet_ai import FULL, SPAWN
from sim.games.inferno_on_the_volga.systems.clock.tallest import (
    DECK,
    MOST_TURNS,
    TWELVE,
    Clock,
    deck_of,
    hexes_held,
    soviet_turn,
    start,
    weights,
)
from sim.state import take
from sim.system import Setting

_Steps = tuple[int, dict[tuple[int, int], list[tuple[tuple[int, int], int, int]]]]


def last_turn_law(setting: Setting) -> Law:
    """Return the exact law of `last_turn`, 0 if not within `MOST_TURNS`; the same as `play_exactly` has, but at once.

    The ways to each place (height, tallest) are held in one whole number a place, in slots by cards drawn: drawing is
    a shift, and what is shifted past the deck has ended.
    """
    steps = list(_all_steps(setting))
    width = 1 + sum(total.bit_length() for total, _ in steps)
    opened, deck = start(1, setting), int(deck_of(setting))
    ways = {(int(opened.height[0]), int(opened.tallest[0])): 1}
    ended, denominator = [0] * (MOST_TURNS + 1), 1
    for turn, (total, of_place) in enumerate(steps, 1):
        denominator *= total
        more: dict[tuple[int, int], int] = {}
        for place, packed in ways.items():
            for after, cards, n in of_place[place]:
                more[after] = more.get(after, 0) + (packed * n << width * cards)
        ended = [n * total for n in ended]
        ended[turn] = sum(_slots(packed >> width * deck, width) for packed in more.values())
        ways = {place: packed & (1 << width * deck) - 1 for place, packed in more.items()}
    ended[0] = denominator - sum(ended)
    return Law(("last_turn",), {(turn,): n for turn, n in enumerate(ended) if n}, denominator)


def _slots(packed: int, width: int) -> int:
    """Return the sum of all slots of a packed number."""
    total = 0
    while packed:
        total += packed & (1 << width) - 1
        packed >>= width
    return total


def _all_steps(setting: Setting) -> Iterator[_Steps]:
    """Yield the steps of each turn; turns that differ in nothing share them."""
    known: dict[tuple[int, bool], _Steps] = {}
    for turn in range(1, MOST_TURNS + 1):
        key = int(hexes_held(setting, turn)), bool(is_due(setting.factors["other_cards_in_12"], TWELVE, turn))
        if key not in known:
            known[key] = _steps(setting, turn)
        yield known[key]


def _steps(setting: Setting, turn: int) -> _Steps:
    """Return, for one turn, where each place goes, with cards and ways: the rules above on every place at once."""
    places = [(height, tallest) for height in range(FULL + 1) for tallest in range(len(SPAWN) + 1)]
    zero = np.zeros(len(places), np.int16)
    heights, tallest = (np.array(part, np.int16) for part in zip(*places, strict=True))
    here = Clock(deck=zero + np.int16(DECK), height=heights, tallest=tallest, cards_drawn=zero, last_turn=zero)
    ways = weights(here, setting, turn)
    totals = ways.sum(axis=1)
    common = int(np.lcm.reduce(totals))
    parent, kind = np.nonzero(ways)
    after = soviet_turn(take(here, parent), setting, turn, kind)
    n = ways[parent, kind] * (common // totals[parent])
    found: dict[tuple[int, int], list[tuple[tuple[int, int], int, int]]] = {place: [] for place in places}
    columns = (parent, after.height, after.tallest, after.cards_drawn, n)
    for at, height, top, cards, share in zip(*(part.tolist() for part in columns), strict=True):
        found[places[at]].append(((height, top), cards, share))
    return common, found
