"""The turns of the campaign by name and number, and the windows in which something counts."""

from __future__ import annotations

from collections.abc import Mapping

from sim.errors import GameError
from sim.numbers.tables import load_list

TRACK = load_list("stalingrad_roads", "turn_track")
WINDOWS = load_list("stalingrad_roads", "turn_windows")

_NUMBERS = {row["game_turn"]: int(row["number"]) for row in TRACK.rows}
CAMPAIGN = tuple(row["game_turn"] for row in TRACK.rows)
"""The 17 turns of the campaign, from NOV III to MAR III [scenario III]."""
OPENING = _NUMBERS["NOV III"]
"""The first turn: a major offensive without a roll, no STAVKA phase, no replacements [scenario III]."""


def number(game_turn: str) -> int:
    """Return a turn's number in the campaign, 1 for NOV III; `GameError` names the turns there are.

    >>> number("FEB IV")
    14
    """
    if game_turn not in _NUMBERS:
        raise GameError(f"no game turn {game_turn!r}; expected one of {', '.join(CAMPAIGN)}")
    return _NUMBERS[game_turn]


def is_within(row: Mapping[str, str], turn: int) -> bool:
    """Return whether a turn lies between a row's ``first_turn`` and ``last_turn``; empty is open.

    >>> is_within(WINDOWS["mars_phase"], number("DEC III")), is_within(WINDOWS["mars_phase"], number("DEC IV"))
    (True, False)
    """
    first, last = row["first_turn"], row["last_turn"]
    return (not first or number(first) <= turn) and (not last or turn <= number(last))
