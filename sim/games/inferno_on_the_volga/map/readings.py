"""What of the whole game can be switched: difficulty, cards left out, rulings with alternatives, families of blocks.

The reading we take comes first (see RULINGS.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.game import GameError

GERMAN_CARDS = ("heinkel_111", "stuka", "howitzer", "pioneer", "pioneer_672", "sniper", "pak", "paulus", "hoth",
                "linden", "okh", "von_richthofen")  # fmt: skip
_SOVIET_KINDS = ("tommy_gunner", "volga_flotilla", "sniper", "anti_tank", "infiltration", "t34_dug_in", "chuikov",
                 "zaytsev", "khrushchev", "aa")  # fmt: skip
BLANKS = (*(f"german_{card}" for card in GERMAN_CARDS), *(f"soviet_{card}" for card in _SOVIET_KINDS))
"""Kinds of cards in the order of their codes; the four AA cards are one kind."""
ADVANTAGES = ("paulus", "hoth", "von_richthofen", "linden", "okh", "sixth_panzer", "chuikov", "khrushchev", "zaytsev",
              "marine_skills", "late_deployment", "immortal_guard")  # fmt: skip
"""Six German ones, then six Soviet ones, by their numbers [p. 18]."""
READINGS: Mapping[str, tuple[str, ...]] = {
    "difficulty": ("standard", "normal", "easy_for_germans", "easy_for_soviets", "impossible_for_germans"),
    "without": ("nothing", *BLANKS),
    "advantage": ("of_the_level", *ADVANTAGES),
    "drawn": ("everything", "adjacency", "terrain", "icons"),
    "R1": ("one-of-four", "fifth-card"),
    "R3": ("attack-and-defense", "attack-only"),
    "R5": ("not-counted", "counted"),
    "R6": ("either-kind", "tanks"),
    "R7": ("twice", "two-dice"),
    "R9": ("one-card", "card-an-icon"),
    "R11": ("clockwise", "in-other-order"),
    "R12": ("draw", "attack"),
    "R15": ("with-soviet-turns", "german-turns-only"),
    "R18": ("one-die", "die-a-stack"),
    "R20": ("hex-of-the-die", "smallest-stack"),
    "R21": ("may-leave", "pinned"),
    "R22": ("whole-stack", "moved-only"),
    "R24": ("anywhere", "not-next-to-soviets"),
    "R30": ("in-any-case", "with-air-strike"),
    "R35": ("never", "reshuffled"),
    "R36": ("each-turn", "pair-of-turns"),
    "R42": ("shortest-rows", "row-six"),
    "R43": ("every-level", "advantage-only"),
    "R52": ("central", "weak", "strong"),
    "R58": ("strongest", "firer", "owner"),
    "R60": ("central", "weak", "strong"),
}
OPTIONS = {
    "difficulty": "The level of difficulty",
    "without": "A card or leader that is left out",
    "advantage": "The advantage that its side has for certain",
    "drawn": "What is a member's own on its board, all else being the central board's",
}
"""Those that are no rulings but what a player chooses; the others answer how an unclear rule or block is read.

`without` makes a kind of card blank: a German one is put away when drawn, a Soviet one does nothing when played.
`advantage` gives one of The Designer's Way for certain, in place of those that the normal level rolls for. `drawn` says
what of a board of the ensemble is its own; all else is that of the central board.
"""
(DIFFICULTY, WITHOUT, GIVEN, DRAWN, R1, R3, R5, R6, R7, R9, R11, R12, R15, R18, R20, R21, R22, R24, R30, R35, R36, R42,
 R43, R52, R58, R60, N_READINGS) = range(27)  # fmt: skip
"""Places of the readings in the packed rules."""
STANDARD, NORMAL, EASY_GERMAN, EASY_SOVIET, IMPOSSIBLE = range(5)

Readings = Mapping[str, str]


def packed(readings: Readings) -> list[int]:
    """Return the position of each reading; `GameError` names one that does not exist."""
    for name, value in readings.items():
        if name not in READINGS:
            raise GameError(f"no reading {name!r}; expected one of {', '.join(READINGS)}")
        if value not in READINGS[name]:
            raise GameError(f"{name} is {value!r}; expected one of {', '.join(READINGS[name])}")
    return [known.index(readings.get(name, known[0])) for name, known in READINGS.items()]
