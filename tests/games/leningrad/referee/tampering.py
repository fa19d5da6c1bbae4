"""Tools to tamper with a log: its rows, the position before a row, and the register of corruptions."""

from __future__ import annotations

import contextlib
import copy
import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from random import Random
from typing import Any

from sim.games.leningrad.referee.costs import step_cost
from sim.games.leningrad.referee.counters import Unit
from sim.games.leningrad.referee.movement import disengage_cost
from sim.games.leningrad.referee.state import State
from sim.games.leningrad.referee.supply import is_supplied
from sim.games.leningrad.referee.verdict import Replay
from sim.referee.events import TEXT, Event
from tests.games import spoiling
from tests.games.leningrad.referee.scribe import SCHEMA
from tests.games.spoiling import Corruption, Row, Rows, battle_of, changed, into, note_of, places

CORRUPTIONS: dict[str, Corruption] = {}
corruption = into(CORRUPTIONS, SCHEMA)
battle_rows = battle_of


def shuffled(rng: Random, found: Iterable[int], most: int = 25) -> list[int]:
    """Return some of the places in any order."""
    return spoiling.shuffled(rng, found, most)


def swap(rows: Rows, at: int, **cells: Any) -> Rows:
    """Return the rows with cells of one changed."""
    return changed(rows, at, cells)


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


def drop(rows: Rows, gone: Iterable[int]) -> Rows:
    """Return the rows without some."""
    out = set(gone)
    return [row for n, row in enumerate(rows) if n not in out]


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
