"""The fights of a played game, with their facts as a reader of the log gathers them.

Facts come from who stood where, what was revealed, supplied and built, and from the board: never from the shifts that
the engine wrote beside a fight, which are what is put to the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pyarrow as pa

from sim.map.board import RIVER, Board
from sim.numbers.tables import load_list

GAME = "leningrad"
FIGHTS = ("combat", "overrun")
SURPRISE_TURN = 8
Row = dict[str, Any]


@dataclass(frozen=True)
class FoughtFight:
    """One fight of a log: its facts in the words of `kessel odds`, and what the engine made of them."""

    where: str
    facts: dict[str, Any]
    initial: str
    shifts: dict[str, int]
    column: str
    die: int
    result: str


@dataclass
class Reader:
    """What a reader of the log knows so far."""

    board: Board
    counters: dict[str, str] = field(default_factory=dict)
    forts: dict[str, str] = field(default_factory=dict)
    arrived: int = 0

    def learn(self, row: Row) -> None:
        """Take note of a row that a later fight hangs on."""
        if row["kind"] == "reveal":
            self.counters[row["unit"]] = row["note"]
        elif row["kind"] == "fort":
            self.forts[row["unit"]] = row["to_hex"]
        elif row["kind"] == "fort_lost":
            del self.forts[row["unit"]]
        elif row["kind"] == "arrive" and row["turn"] == SURPRISE_TURN and row["unit"] in surprising():
            self.arrived += 1

    def has_armor(self, units: dict[str, str]) -> bool:
        """Return whether any of these units, all known by now, is armored [10.2]."""
        german, soviet = types()
        kinds = (soviet[self.counters[unit]] if unit in self.counters else german[unit] for unit in units)
        return "armor" in kinds

    def is_river(self, one: str, other: str) -> bool:
        """Return whether a river parts two neighbors."""
        at = self.board.index(one)
        direction = self.board.neighbors[at].tolist().index(self.board.index(other))
        return bool(self.board.sides[at, direction] & RIVER)


@cache
def types() -> tuple[dict[str, str], dict[str, str]]:
    """Return the type of every German counter and of every Soviet one; some have the same id."""
    german, soviet = (load_list(GAME, name).rows for name in ("german_units", "soviet_units"))
    return {row["id"]: row["type"] for row in german}, {row["id"]: row["type"] for row in soviet}


@cache
def corps() -> dict[str, set[str]]:
    """Return the units of each panzer corps [10.1]."""
    found: dict[str, set[str]] = {}
    for row in load_list(GAME, "german_units").rows:
        if row["panzer_corps"]:
            found.setdefault(row["panzer_corps"], set()).add(row["id"])
    return found


@cache
def surprising() -> frozenset[str]:
    """Return the slots of the six divisions of turn 8: slots run through the set-up, then the schedule [15.3]."""
    at = sum(load_list(GAME, "setup").integer(name, "count") for name in _SET_UP)
    for row in load_list(GAME, "soviet_reinforcements").rows:
        n = int(row["count"]) if row["kind"] != "fort" else 0
        if row["printed_note"] == "3":
            return frozenset(f"s{k:02d}" for k in range(at, at + n))
        at += n
    raise AssertionError("the schedule has no row with note 3")


_SET_UP = ("soviet_red_hexes_infantry", "soviet_columns", "soviet_red_hexes_mobile")


def whole_corps(units: dict[str, str]) -> int:
    """Return how many panzer corps are here with every unit, in one hex [10.1]."""
    return sum(whole <= set(units) and len({units[unit] for unit in whole}) == 1 for whole in corps().values())


def fights(table: pa.Table, board: Board) -> Iterator[FoughtFight]:
    """Yield the fights of a log in their order."""
    reader = Reader(board)
    rows: list[Row] = []
    for row in table.to_pylist():
        reader.learn(row)
        rows = [*rows, row] if row["battle"] is not None and row["kind"] not in FIGHTS else rows
        if row["kind"] in FIGHTS:
            yield _fight(reader, row, [one for one in rows if one["battle"] == row["battle"]])
            rows = []


def _fight(reader: Reader, header: Row, rows: list[Row]) -> FoughtFight:
    note = json.loads(header["note"])
    attackers = {row["unit"]: row["from_hex"] for row in rows if row["kind"] == "attack"}
    defenders = {row["unit"]: row["to_hex"] for row in rows if row["kind"] == "defend" and row["value"] == 1}
    hexes = sorted({row["to_hex"] for row in rows if row["kind"] == "defend"})
    air = [row["value"] for row in rows if row["kind"] == "air"]
    short = {row["unit"] for row in rows if row["kind"] == "supply" and row["value"] == 0}
    is_soviet = header["side"] == "soviet"
    terrain = [reader.board.terrains[reader.board.terrain[reader.board.index(h)]] for h in hexes]
    facts = {
        "attacker": header["side"], "turn": header["turn"], "overrun": header["kind"] == "overrun",
        "attack": note["attack"], "defense": note["defense"],
        "attacker_air": air.count(1), "defender_air": air.count(0),
        "attacker_out_of_supply": bool(short & set(attackers)), "defender_out_of_supply": bool(short & set(defenders)),
        "terrain": tuple(name.replace("_", "-") for name in terrain),
        "fort": not is_soviet and bool(set(reader.forts.values()) & set(hexes)),
        "river": all(reader.is_river(start, h) for start in attackers.values() for h in hexes),
        "attacker_armor": reader.has_armor(attackers), "defender_armor": reader.has_armor(defenders),
        "attacker_corps": whole_corps(attackers), "defender_corps": whole_corps(defenders),
        "surprise": is_soviet and header["turn"] == SURPRISE_TURN and reader.arrived == len(surprising()),
    }  # fmt: skip
    where = f"turn {header['turn']}, seq {header['seq']}"
    return FoughtFight(where, facts, note["initial"], note["shifts"], note["column"], header["die"], note["result"])
