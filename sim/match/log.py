"""The event log of one game: its columns, its digest, and the file it is kept in."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq

SCHEMA = pa.schema(
    [
        pa.field("seq", pa.int32(), nullable=False),
        pa.field("turn", pa.int8(), nullable=False),
        pa.field("phase", pa.int8(), nullable=False),
        pa.field("side", pa.string(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("unit", pa.string()),
        pa.field("from_hex", pa.string()),
        pa.field("to_hex", pa.string()),
        pa.field("value", pa.int32()),
        pa.field("die", pa.int8()),
        pa.field("battle", pa.int32()),
        pa.field("note", pa.string()),
    ]
)
"""One row an event, in the order of play; what an event does not have is null."""


@dataclass(frozen=True)
class EventLog:
    """The events of one game as a table of the columns above."""

    table: pa.Table

    @classmethod
    def of(cls, columns: dict[str, list[Any]]) -> EventLog:
        """Build a log from its columns, `seq` left out."""
        n = len(columns["kind"])
        return cls(pa.table({"seq": list(range(n)), **columns}, schema=SCHEMA))

    def digest(self) -> str:
        """Return a fingerprint of the whole log: sixteen hexadecimal digits over its canonical text."""
        code = hashlib.sha256()
        for row in zip(*(column.to_pylist() for column in self.table.columns), strict=True):
            code.update(("|".join("" if cell is None else str(cell) for cell in row) + "\n").encode())
        return code.hexdigest()[:16]

    def write(self, path: Path) -> None:
        """Write the log: Arrow (Feather) where the name ends so, else Parquet."""
        if path.suffix in (".arrow", ".feather", ".ipc"):
            feather.write_feather(self.table, path)
        else:
            pq.write_table(self.table, path)


def read_log(path: Path) -> EventLog:
    """Read a log that `EventLog.write` wrote."""
    if path.suffix in (".arrow", ".feather", ".ipc"):
        return EventLog(feather.read_table(path))
    return EventLog(pq.read_table(path))
