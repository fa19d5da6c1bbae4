"""Tools to tamper with a log: its rows, the position before a row, and the register of corruptions."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
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

Row = dict[str, Any]
Rows = list[Row]
Make = Callable[[Rows, Random], Rows | None]


@dataclass(frozen=True)
class Corruption:
    """One way to spoil a log, and the rules of which one must be named."""

    name: str
    rules: frozenset[str]
    make: Make

    def __call__(self, table: pa.Table, rng: Random) -> pa.Table | None:
        """Return the log spoiled, or nothing if it has no place for it."""
        rows = self.make([dict(row) for row in table.to_pylist()], rng)
        return None if rows is None else table_of(rows)


CORRUPTIONS: dict[str, Corruption] = {}


def corruption(*rules: str) -> Callable[[Make], Make]:
    """Register a way to spoil a log under the name of its function."""

    def register(make: Make) -> Make:
        CORRUPTIONS[make.__name__] = Corruption(make.__name__, frozenset(rules), make)
        return make

    return register


def table_of(rows: Rows) -> pa.Table:
    """Return rows as a log, numbered anew."""
    return pa.Table.from_pylist([row | {"seq": seq} for seq, row in enumerate(rows)], schema=SCHEMA)


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


def places(rows: Rows, *kinds: str, **cells: Any) -> list[int]:
    """Return the rows of some kinds with these cells."""
    return [
        n for n, row in enumerate(rows) if row["kind"] in kinds and all(row[name] == v for name, v in cells.items())
    ]


def pick(rng: Random, found: Sequence[int]) -> int | None:
    """Return one of the places, or nothing where there is none."""
    return rng.choice(list(found)) if found else None


def shuffled(rng: Random, found: Iterable[int], most: int = 12) -> list[int]:
    """Return some of the places in any order."""
    order = list(found)
    rng.shuffle(order)
    return order[:most]


def swap(rows: Rows, at: int | None, **cells: Any) -> Rows | None:
    """Return the rows with cells of one changed; nothing where there is no such row."""
    return None if at is None else [*rows[:at], rows[at] | cells, *rows[at + 1 :]]


def drop(rows: Rows, gone: Iterable[int | None]) -> Rows | None:
    """Return the rows without some; nothing if there are none to leave out."""
    out = set(gone) - {None}
    return [row for n, row in enumerate(rows) if n not in out] if out else None


def insert(rows: Rows, at: int, *new: Row) -> Rows:
    """Return the rows with new ones before one."""
    return [*rows[:at], *new, *rows[at:]]


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


def battle(rows: Rows, at: int) -> list[int]:
    """Return the rows of the combat of a row."""
    return [n for n, row in enumerate(rows) if row["battle"] is not None and row["battle"] == rows[at]["battle"]]


def note_of(row: Row) -> dict[str, Any]:
    """Return the note of a combat or of the game."""
    found: dict[str, Any] = json.loads(row["note"])
    return found


def german_marks(rows: Rows) -> list[int]:
    """Return the marks of the German half turns after the fifth turn."""
    return [n for n in places(rows, "phase", phase=1) if rows[n]["turn"] > 5]
