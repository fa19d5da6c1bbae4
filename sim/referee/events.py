"""A log as a list of typed events, as every referee reads it; what cannot be read is said in one line."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet

from sim.referee.breach import LOG, Breach

TEXT = ("side", "kind", "unit", "from_hex", "to_hex", "note")
NUMBERS = ("seq", "turn", "phase", "value", "die", "battle")
HEADS = ("game", "phase")
"""Kinds of every game's log, which need no more than every row has."""
Needs = Mapping[str, Collection[str]]
"""The columns that a kind of event cannot do without, for every kind of a game but `HEADS`."""


@dataclass(frozen=True)
class Event:
    """One row; text is "" and a number is None where the log is void."""

    seq: int
    turn: int
    phase: int
    side: str
    kind: str
    unit: str
    from_hex: str
    to_hex: str
    value: int | None
    die: int | None
    battle: int | None
    note: str

    @property
    def number(self) -> int:
        """The value, where the kind must have one."""
        return -1 if self.value is None else self.value


def read_table(events: pa.Table | Path | str) -> pa.Table:
    """Return a log as a table, from memory or from a Parquet or Arrow file."""
    if isinstance(events, pa.Table):
        return events
    path = Path(events)
    if not path.is_file():
        raise Breach(LOG, f"{path.name}: no such file")
    try:
        with path.open("rb") as file:
            is_parquet = file.read(4) == b"PAR1"
        return parquet.read_table(path) if is_parquet else feather.read_table(path)
    except (pa.ArrowException, OSError):
        raise Breach(LOG, f"{path.name}: neither a Parquet nor an Arrow file") from None


def read_log(events: pa.Table | Path | str, sides: Collection[str], needs: Needs) -> list[Event]:
    """Return the events of a log in order; raises `Breach` under the name `log` on the first row that is none.

    A row is of one of the `sides` or of none, and of a kind that `needs` names.
    """
    table = read_table(events)
    for name in (*TEXT, *NUMBERS):
        if table.column_names.count(name) != 1:
            raise Breach(LOG, f"column {name!r} is missing or stands twice; expected {', '.join((*NUMBERS, *TEXT))}")
    rows = table.select([*TEXT, *NUMBERS]).to_pylist()
    if not rows:
        raise Breach(LOG, "no events")
    return [_event(at, row, sides, needs) for at, row in enumerate(rows)]


def _event(at: int, row: dict[str, Any], sides: Collection[str], needs: Needs) -> Event:
    for name in NUMBERS:
        value = row[name]
        if (value is not None and type(value) is not int) or (value is None and name in ("seq", "turn", "phase")):
            raise Breach(LOG, f"row {at}: {name} is {value!r}; expected a whole number")
    for name in TEXT:
        if row[name] is not None and not isinstance(row[name], str):
            raise Breach(LOG, f"row {at}: {name} is {row[name]!r}; expected text")
    fields: dict[str, Any] = {name: row[name] for name in NUMBERS} | {name: row[name] or "" for name in TEXT}
    event = Event(**fields)
    if event.kind not in (*HEADS, *needs):
        raise Breach(LOG, f"no such kind of event: {event.kind!r}", event.seq, event.turn)
    if event.side and event.side not in sides:
        raise Breach(LOG, f"no such side: {event.side!r}", event.seq, event.turn)
    for name in needs.get(event.kind, ()):
        if row[name] in (None, ""):
            raise Breach(LOG, f"{event.kind} without {name}", event.seq, event.turn)
    return event


def read_note(event: Event) -> dict[str, Any]:
    """Return the note of an event as the JSON object that it must be."""
    try:
        note = json.loads(event.note)
    except ValueError:
        note = None
    if not isinstance(note, dict):
        raise Breach(LOG, f"the note of {event.kind} is no JSON object: {event.note[:60]!r}", event.seq, event.turn)
    return note
