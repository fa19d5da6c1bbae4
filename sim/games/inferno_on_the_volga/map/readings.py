"""What of the whole game can be switched: difficulty, rulings with their alternatives, families of blocks (R52, R60).

The reading we take comes first (see RULINGS.md).
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.game import GameError

READINGS: Mapping[str, tuple[str, ...]] = {
    "difficulty": ("standard", "normal", "easy_for_germans", "easy_for_soviets", "impossible_for_germans"),
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
    "R60": ("central", "weak", "strong"),
}
OPTIONS = ("difficulty",)
"""Those that are no rulings but what a player chooses; the others answer how an unclear rule or block is read."""
(DIFFICULTY, R1, R3, R5, R6, R7, R9, R11, R12, R15, R18, R20, R21, R22, R24, R30, R35, R36, R42, R43, R52, R60,
 N_READINGS) = range(23)  # fmt: skip
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
