"""Tools to tamper with a log: its rows, the position before a row, and the register of corruptions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from random import Random
from typing import Any

import pyarrow as pa

from sim.games.inferno_on_the_volga.map.city.board import load_city
from sim.games.inferno_on_the_volga.referee import Plan
from sim.games.inferno_on_the_volga.referee.events import read_events
from sim.games.inferno_on_the_volga.referee.state import State
from sim.games.inferno_on_the_volga.referee.verdict import begin, replay
from sim.match.log import SCHEMA
from sim.referee.breach import Breach
from tests.games import spoiling
from tests.games.spoiling import (
    Corruption,
    Row,
    Rows,
    as_table,
    battle_of,
    changed,
    into,
    places,
)

CORRUPTIONS: dict[str, Corruption] = {}
corruption = into(CORRUPTIONS, SCHEMA)
battle = battle_of


def table_of(rows: Rows) -> pa.Table:
    """Return rows as a log, numbered anew."""
    return as_table(rows, SCHEMA)


def shuffled(rng: Random, found: Iterable[int], most: int = 12) -> list[int]:
    """Return some of the places in any order."""
    return spoiling.shuffled(rng, found, most)


def swap(rows: Rows, at: int | None, **cells: Any) -> Rows | None:
    """Return the rows with cells of one changed; nothing where there is no such row."""
    return None if at is None else changed(rows, at, cells)


def plan(board: int, drawn: str = "everything") -> Plan:
    """Return the plan of a board, or of the central one with one thing of it."""
    city = load_city(board, drawn)
    return Plan(city.neighbors.tolist(), city.terrain.tolist(), city.icon.tolist(), city.aa)


def before(rows: Rows, at: int) -> State:
    """Return the position before a row of a legal log."""
    state = begin(read_events(table_of(rows[:at])), plan)
    with contextlib.suppress(Breach):  # the log ends where it goes on in truth
        replay(state)
    return state


def drop(rows: Rows, gone: Iterable[int | None]) -> Rows | None:
    """Return the rows without some; nothing if there are none to leave out."""
    out = set(gone) - {None}
    return [row for n, row in enumerate(rows) if n not in out] if out else None


def new(like: Row, kind: str, **cells: Any) -> Row:
    """Return a row of the same half turn, side and combat."""
    keep = {name: like[name] for name in ("turn", "phase", "side", "battle")}
    return dict.fromkeys(SCHEMA.names) | keep | {"kind": kind} | cells


def half_end(rows: Rows, mark: int) -> int:
    """Return the row after the last of a half turn, given the row of its mark."""
    return next((n for n in range(mark + 1, len(rows)) if rows[n]["kind"] in ("phase", "end")), len(rows))


def acting(rows: Rows, mark: int, code: int, note: str, *moves: Row) -> Rows:
    """Return the rows with another German half turn: an action and its moves, and nothing after it."""
    return [*rows[: mark + 1], new(rows[mark], "action", value=code, note=note), *moves]


def german_marks(rows: Rows) -> list[int]:
    """Return the marks of the German half turns after the fifth turn."""
    return [n for n in places(rows, "phase", phase=1) if rows[n]["turn"] > 5]
