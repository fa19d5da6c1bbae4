"""Rulings of the whole game that can be switched, each with the reading we take first (see RULINGS.md)."""

from __future__ import annotations

from collections.abc import Mapping

from sim.game import GameError

READINGS: Mapping[str, tuple[str, ...]] = {
    "R5": ("defender-only", "attacker-too"),
    "R6": ("two-terrains", "city-is-town"),
    "R7": ("no-fort", "clear", "any"),
    "R14": ("own-costs", "armored-costs"),
    "R20": ("bridge", "river-costs"),
    "R23": ("bound", "exempt"),
    "R25": ("any", "all"),
    "R26": ("stands", "last-to-pass"),
    "R30": ("safe-only", "at-risk"),
    "R8": ("hills-add", "best", "lines-add"),
    "R11": ("with-a-unit", "never"),
    "R15": ("towns-and-cities", "towns"),
    "R34": ("joined", "any-road"),
    "R36": ("first-step", "phase-start"),
    "R37": ("stays", "goes-on"),
    "R46": ("road-rate", "terrain"),
    "R53": ("anywhere", "with-a-unit"),
    "R9": ("seven-hexes", "turn-2"),
    "R10": ("chosen", "drawn"),
    "R21": ("road-rate", "terrain"),
    "R22": ("one-hex", "full-cost"),
    "R28": ("steps", "choice"),
    "R35": ("on-the-map", "reinforcements-too"),
    "R38": ("go-on", "done"),
    "R42": ("each-hex", "last-hex"),
    "R43": ("second-hex", "own-hex"),
    "R44": ("zones-cut", "line-only"),
    "R45": ("larger", "product"),
    "R47": ("points", "hexes"),
    "R49": ("end", "german-turn"),
    "R50": ("at-once", "throughout"),
    "R52": ("last-of-six", "first-of-six"),
    "R40": ("never-again", "alone-again"),
    "R41": ("straight", "over-land"),
    "R54": ("taken-up-again", "one-move"),
}
(R5, R6, R7, R14, R20, R23, R25, R26, R30, R8, R11, R15, R34, R36, R37, R46, R53, R9, R10, R21, R22, R28, R35, R38,
 R42, R43, R44, R45, R47, R49, R50, R52, R40, R41, R54) = range(len(READINGS))  # fmt: skip
"""Places of the readings among the packed rules."""

Readings = Mapping[str, str]


def packed(readings: Readings) -> list[int]:
    """Return the position of each reading; `GameError` names one that does not exist."""
    for name, value in readings.items():
        if name not in READINGS:
            raise GameError(f"no ruling {name!r} to switch; expected one of {', '.join(READINGS)}")
        if value not in READINGS[name]:
            raise GameError(f"{name} is {value!r}; expected one of {', '.join(READINGS[name])}")
    return [known.index(readings.get(name, known[0])) for name, known in READINGS.items()]
