"""The two decks: codes of the event log, copies, what dice and steps a card brings [p. 12-16]."""

from __future__ import annotations

from dataclasses import dataclass

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET

GERMAN_CARDS = (
    ("heinkel_111", 4), ("stuka", 4), ("howitzer", 4), ("pioneer", 3), ("pioneer_672", 1), ("sniper", 3), ("pak", 2),
    ("paulus", 1), ("hoth", 1), ("linden", 1), ("okh", 1), ("von_richthofen", 1),
)  # fmt: skip
SOVIET_CARDS = (
    ("tommy_gunner", 2), ("volga_flotilla", 5), ("sniper", 5), ("anti_tank", 2), ("infiltration", 4), ("t34_dug_in", 3),
    ("chuikov", 1), ("zaytsev", 1), ("khrushchev", 1), ("aa_1", 1), ("aa_2", 1), ("aa_3", 1), ("aa_4", 1),
)  # fmt: skip
"""Names in the order of their codes, with copies; the 672nd is one of four Pioneers [R1]."""
LEADERS = ("paulus", "hoth", "linden", "okh", "von_richthofen", "chuikov", "zaytsev", "khrushchev")
GERMAN_LEADERS, SOVIET_LEADERS = LEADERS[:5], LEADERS[5:]
"""In the order of the codes of `leader`."""
AIR = ("heinkel_111", "stuka")
PIONEERS = ("pioneer", "pioneer_672")


@dataclass(frozen=True)
class Support:
    """Dice of a German card, all of which hit on 4, and what it adds to the rubble roll [p. 14]."""

    dice: int
    rubble: int


SUPPORT = {
    "heinkel_111": Support(6, 3), "stuka": Support(5, 2), "howitzer": Support(6, 2),
    "pioneer": Support(5, 1), "pioneer_672": Support(5, 1),
}  # fmt: skip


def code(side: str, card: str) -> int:
    """Return the code of a card.

    >>> code("german", "stuka"), code("soviet", "aa_1")
    (1, 9)
    """
    names = [name for name, _ in (GERMAN_CARDS if side == GERMAN else SOVIET_CARDS)]
    return names.index(card)


def deck(side: str, has_fifth_pioneer: bool = False) -> list[str]:
    """Return the cards of a side in the order of their codes."""
    cards = [name for name, n in (SOVIET_CARDS if side == SOVIET else GERMAN_CARDS) for _ in range(n)]
    if side == GERMAN and has_fifth_pioneer:
        cards.insert(cards.index("pioneer"), "pioneer")
    return cards
