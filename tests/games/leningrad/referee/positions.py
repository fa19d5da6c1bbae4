"""Positions by hand, and what must break which rule there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sim.games.leningrad.referee.ground import Ground
from sim.games.leningrad.referee.state import State
from sim.referee.breach import Breach
from sim.referee.events import Event
from tests.games.leningrad.referee.scribe import plain

TANK, FOOT, OTHER = "8-56", "21", "58"


def event(kind: str, unit: str = "", from_hex: str = "", to_hex: str = "", **cells: Any) -> Event:
    row: dict[str, Any] = {"value": None, "die": None, "battle": 0, "note": ""} | cells
    return Event(seq=0, turn=0, phase=0, side="", kind=kind, unit=unit, from_hex=from_hex, to_hex=to_hex, **row)


def state(turn: int = 3, phase: int = 2, ground: Ground | None = None, **where: str) -> State:
    """A position; names of units with _ for -, German ones with g before their number."""
    made = State.fresh(ground or plain(), 7, 0)
    for name, hex_ in where.items():
        made.place(made.units[name.removeprefix("g").replace("_", "-")], hex_)
    made.begin(turn, phase)
    return made


def side(ground: Ground, one: str, other: str, bits: int) -> None:
    ground.sides[one][other] |= bits
    ground.sides[other][one] |= bits


def breaks(rule: str, call: Callable[..., object], *args: Any) -> None:
    with pytest.raises(Breach) as caught:
        call(*args)
    assert caught.value.rule == rule, caught.value.message()
