"""Tools to tamper with a log: its rows, the position before a row, and the register of corruptions."""

from __future__ import annotations

import contextlib
import copy
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

import pyarrow as pa

from sim.games.leningrad.referee.costs import step_cost
from sim.games.leningrad.referee.counters import Unit
from sim.games.leningrad.referee.movement import disengage_cost
from sim.games.leningrad.referee.state import State
from sim.games.leningrad.referee.supply import is_supplied
from sim.games.leningrad.referee.verdict import Replay
from sim.referee.events import TEXT, Event
from tests.games.leningrad.referee.scribe import SCHEMA

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
        if rows is None:
            return None
        numbered = [row | {"seq": seq} for seq, row in enumerate(rows)]
        return pa.Table.from_pylist(numbered, schema=SCHEMA)


CORRUPTIONS: dict[str, Corruption] = {}


def corruption(*rules: str) -> Callable[[Make], Make]:
    """Register a way to spoil a log under the name of its function."""

    def register(make: Make) -> Make:
        CORRUPTIONS[make.__name__] = Corruption(make.__name__, frozenset(rules), make)
        return make

    return register


class _Pause(Exception):
    """The row asked for is reached."""


class _Recorder(Replay):
    """A replay that keeps the position before every phase, and stops before a row where one is asked for."""

    def __init__(self, events: list[Event]) -> None:
        self.kept: list[tuple[int, int, int, State]] = []
        self.stop_at = -1
        super().__init__(events, None, None, Counter())

    def play_phase(self, turn: int, phase: int) -> None:
        """Keep the position, then play the phase."""
        self.kept.append((self.at, turn, phase, _copied(self.state)))
        super().play_phase(turn, phase)

    def take(self) -> Event:
        """Stop before the row asked for."""
        if self.at == self.stop_at:
            raise _Pause
        return super().take()

    def before(self, at: int) -> State:
        """Return the position before a row, from the phase in which it lies."""
        start, turn, phase, state = max((kept for kept in self.kept if kept[0] <= at), key=lambda kept: kept[0])
        self.at, self.stop_at, self.state = start, at, _copied(state)
        with contextlib.suppress(_Pause):
            super().play_phase(turn, phase)
        return self.state


def _copied(state: State) -> State:
    """Return a position that may be played on without touching the other."""
    units = {unit_id: copy.copy(unit) for unit_id, unit in state.units.items()}
    own = {
        "units": units, "rules_seen": Counter(), "_at": {}, "_zones": {}, "networks": {},
        "forts": dict(state.forts), "forts_used": set(state.forts_used), "forts_due": set(state.forts_due),
        "air_used": set(state.air_used), "interdicted": dict(state.interdicted),
    }  # fmt: skip
    made = copy.copy(state)
    vars(made).update(own)
    return made


@lru_cache(maxsize=4)
def _recorder(table: str) -> _Recorder:
    recorder = _Recorder([Event(**row) for row in json.loads(table)])
    recorder.run()
    return recorder


def before(rows: Rows, at: int) -> State:
    """Return the position before a row of a legal log (of a battle's aftermath: before the battle)."""
    made = [row | {name: row[name] or "" for name in TEXT} | {"seq": seq} for seq, row in enumerate(rows)]
    return _recorder(json.dumps(made)).before(at)


def places(rows: Rows, *kinds: str, **cells: Any) -> list[int]:
    """Return the rows of some kinds with these cells."""
    return [
        n for n, row in enumerate(rows) if row["kind"] in kinds and all(row[name] == v for name, v in cells.items())
    ]


def pick(rng: Random, found: Sequence[int]) -> int | None:
    """Return one of the places, or nothing where there is none."""
    return rng.choice(list(found)) if found else None


def shuffled(rng: Random, found: Iterable[int], most: int = 25) -> list[int]:
    """Return some of the places in any order."""
    order = list(found)
    rng.shuffle(order)
    return order[:most]


def swap(rows: Rows, at: int, **cells: Any) -> Rows:
    """Return the rows with cells of one changed."""
    return [*rows[:at], rows[at] | cells, *rows[at + 1 :]]


def insert(rows: Rows, at: int, *new: Row) -> Rows:
    """Return the rows with new ones before one."""
    return [*rows[:at], *new, *rows[at:]]


def drop(rows: Rows, gone: Iterable[int]) -> Rows:
    """Return the rows without some."""
    out = set(gone)
    return [row for n, row in enumerate(rows) if n not in out]


def note_of(row: Row) -> dict[str, Any]:
    """Return the note of a header."""
    found: dict[str, Any] = json.loads(row["note"])
    return found


def with_note(rows: Rows, at: int, **cells: Any) -> Rows:
    """Return the rows with keys of a header's note changed."""
    return swap(rows, at, note=json.dumps(note_of(rows[at]) | cells))


def new(like: Row, kind: str, **cells: Any) -> Row:
    """Return a row of the same turn, phase and side."""
    keep = {name: like[name] for name in ("turn", "phase", "side")}
    return dict.fromkeys(SCHEMA.names) | keep | {"kind": kind, "note": ""} | cells


def phase_end(rows: Rows, mark: int) -> int:
    """Return the row after the last of a phase, given the row of its mark."""
    return next((n for n in range(mark + 1, len(rows)) if rows[n]["kind"] == "phase"), len(rows))


def battle_rows(rows: Rows, header: int) -> list[int]:
    """Return all rows of the battle of a header."""
    return [n for n, row in enumerate(rows) if row["battle"] is not None and row["battle"] == rows[header]["battle"]]


def side_of(phase: int) -> str:
    """Return whose phase it is."""
    return "german" if phase <= 4 else "soviet"


def marks(rows: Rows, *phases: int, since: int = 2) -> list[int]:
    """Return the marks of these phases, by default from turn 2 on."""
    return [n for n in places(rows, "phase") if rows[n]["phase"] in phases and rows[n]["turn"] >= since]


def setting_out(state: State, mark: Row, unit: Unit, to_hex: str, note: str = "") -> list[Row]:
    """Return the rows by which a unit that has not moved goes to the next hex at its true cost."""
    cost = step_cost(state, unit, unit.hex, to_hex, True) + (disengage_cost(unit) if note == "disengage" else 0)
    who = {"side": unit.side, "unit": unit.id}
    return [
        new(mark, "supply", value=int(is_supplied(state, unit)), **who),
        new(mark, "move", from_hex=unit.hex, to_hex=to_hex, value=cost, note=note, **who),
    ]
