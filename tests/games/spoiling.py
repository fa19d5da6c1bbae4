"""Logs spoiled on purpose, for any game's referee: ways to spoil by name, and rows found and changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pyarrow as pa

from sim.match.referee import Referee
from tests.sampled import seed_of_the_code

Row = dict[str, Any]
Rows = list[Row]
Make = Callable[[Rows, Random], Rows | None]


@dataclass(frozen=True)
class Corruption:
    """One way to spoil a log, and the rules of which one must be named."""

    name: str
    rules: frozenset[str]
    make: Make
    schema: pa.Schema

    def __call__(self, table: pa.Table, rng: Random) -> pa.Table | None:
        """Return the log spoiled, or nothing if it has no place for it."""
        rows = self.make([dict(row) for row in table.to_pylist()], rng)
        return None if rows is None else as_table(rows, self.schema)


def into(found: dict[str, Corruption], schema: pa.Schema) -> Callable[..., Callable[[Make], Make]]:
    """Return a decorator, given rules, that registers a way to spoil a log under the name of its function."""

    def corruption(*rules: str) -> Callable[[Make], Make]:
        def register(make: Make) -> Make:
            found[make.__name__] = Corruption(make.__name__, frozenset(rules), make, schema)
            return make

        return register

    return corruption


def caught_by(judge: Referee, spoil: Corruption, logs: Sequence[pa.Table], most: int) -> int:
    """Spoil so many logs, taken in any order, and see the right rule named; return how many had a place for it."""
    n = 0
    for at in Random(f"{spoil.name} {seed_of_the_code()}").sample(range(len(logs)), len(logs)):
        spoiled = spoil(logs[at], Random(at)) if n < most else None
        if spoiled is not None:
            n += 1
            verdict = judge(spoiled)
            assert verdict.rule in spoil.rules, f"{spoil.name} in log {at}: {verdict.message}"
            assert verdict.message.startswith(verdict.rule)
    return n


def as_table(rows: Rows, schema: pa.Schema) -> pa.Table:
    """Return rows as a log, numbered anew."""
    return pa.Table.from_pylist([row | {"seq": seq} for seq, row in enumerate(rows)], schema=schema)


def places(rows: Rows, *kinds: str, **cells: Any) -> list[int]:
    """Return the rows of some kinds with these cells."""
    return [
        n for n, row in enumerate(rows) if row["kind"] in kinds and all(row[name] == v for name, v in cells.items())
    ]


def pick(rng: Random, found: Sequence[int]) -> int | None:
    """Return one of the places, or nothing where there is none."""
    return rng.choice(list(found)) if found else None


def shuffled(rng: Random, found: Iterable[int], most: int) -> list[int]:
    """Return some of the places in any order."""
    order = list(found)
    rng.shuffle(order)
    return order[:most]


def insert(rows: Rows, at: int, *new: Row) -> Rows:
    """Return the rows with new ones before one."""
    return [*rows[:at], *new, *rows[at:]]


def changed(rows: Rows, at: int, cells: Mapping[str, Any]) -> Rows:
    """Return the rows with cells of one changed."""
    return [*rows[:at], rows[at] | dict(cells), *rows[at + 1 :]]


def battle_of(rows: Rows, at: int) -> list[int]:
    """Return all rows of the battle of a row."""
    return [n for n, row in enumerate(rows) if row["battle"] is not None and row["battle"] == rows[at]["battle"]]


def note_of(row: Row) -> dict[str, Any]:
    """Return the note of a row."""
    found: dict[str, Any] = json.loads(row["note"])
    return found
