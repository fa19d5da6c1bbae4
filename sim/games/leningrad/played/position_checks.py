"""Reading a position file value by value; a complaint is one line with the place, the value and what was expected."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from sim.border import shown
from sim.errors import GameError
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.readings import READINGS
from sim.games.leningrad.players.roster import PLAYERS
from sim.map.board import Board
from sim.map.ensemble import MEMBERS
from sim.map.forces.world import STACK_ROWS

_TABLES = (
    "readings", "stacks", "waiting", "last_moved", "counters", "forts", "interdicted", "counts", "plans", "turns",
)  # fmt: skip
_MAY_LACK = {"opens"}
_MOST = 2**31 - 1


def checked_head(entries: Mapping[str, Any], where: str, form: str, version: int) -> None:
    """Refuse a position of another form, game or version, or whose first lines make no sense."""

    def expect(name: str, is_right: bool, what: str) -> None:
        if not is_right:
            raise GameError(f"{where}: {name} is {shown(entries.get(name))}; expected {what}")

    def whole(name: str, low: int, high: int) -> None:
        value = entries.get(name)
        expect(name, type(value) is int and low <= value <= high, f"a whole number from {low} to {high}")

    expect("format", entries.get("format") == form, repr(form))
    expect("game", entries.get("game") == tables.GAME, repr(tables.GAME))
    expect("version", entries.get("version") == version, f"{version}, the rules of this Kessel")
    for name, low, high in (
        ("seed", 0, 2**63 - 1), ("match_game", 0, 2**31 - 1), ("board", -1, MEMBERS - 1), ("turn", 1, f.N_TURNS),
        ("phase", 1, 8),
    ):  # fmt: skip
        whole(name, low, high)
    for name in ("german", "soviet"):
        expect(name, entries.get(name) in PLAYERS, f"one of {', '.join(PLAYERS)}")
    for name in (*_TABLES, *(_MAY_LACK & entries.keys())):
        if not isinstance(entries.get(name), dict):
            raise GameError(f"{where}: no table [{name}]; expected one")
    for name, value in entries["readings"].items():
        if value not in READINGS.get(name, ()):
            raise GameError(f"{where}: readings, {name} is {shown(value)}; expected a reading of {', '.join(READINGS)}")


class Place:
    """A position file while it is read: what it says, on which board, and where complaints point."""

    def __init__(self, where: str, entries: Mapping[str, Any], board: Board) -> None:
        self.where, self.entries, self.board = where, entries, board
        self._code = {name: u for u, name in enumerate(tables.unit_names())}

    def fail(self, place: str, value: object, expected: str) -> NoReturn:
        """Raise the complaint."""
        raise GameError(f"{self.where}: {place}: {shown(value)}; expected {expected}")

    def number(self, table: str, name: str, low: int, high: int) -> int:
        """Return a whole number of a table."""
        value = self.entries[table].get(name)
        if type(value) is not int or not low <= value <= high:
            self.fail(f"{table}, {name}", value, f"a whole number from {low} to {high}")
        return value

    def numbers(self, table: str, name: str, n: int) -> list[int]:
        """Return n whole numbers of a table, none beyond `_MOST`."""
        value = self.entries[table].get(name)
        if not isinstance(value, list) or len(value) != n or any(type(one) is not int for one in value):
            self.fail(f"{table}, {name}", value, f"{n} whole numbers")
        for one in value:
            if abs(one) > _MOST:
                self.fail(f"{table}, {name}", one, f"whole numbers from -{_MOST:,} to {_MOST:,}")
        return value

    def text(self, table: str, name: str) -> str:
        """Return a text of a table."""
        value = self.entries[table].get(name)
        if not isinstance(value, str):
            self.fail(f"{table}, {name}", value, "a text")
        return value

    def unit(self, place: str, name: object, low: int = 0, high: int = f.N_UNITS) -> int:
        """Return the place of a unit in the arrays."""
        u = self._code.get(name, -1) if isinstance(name, str) else -1
        if not low <= u < high:
            names = tables.unit_names()
            self.fail(place, name, f"a unit, such as {names[low]} or {names[high - 1]}")
        return u

    def units(self, key: str, low: int, high: int) -> list[int]:
        """Return a list of units, each named once."""
        value = self.entries.get(key)
        if not isinstance(value, list):
            self.fail(key, value, "a list of units")
        found = [self.unit(key, one, low, high) for one in value]
        if len(set(found)) < len(found):
            self.fail(key, value, "each unit once")
        return found

    def once(self, seen: dict[int, str], u: int, place: str) -> None:
        """Note where a unit is; complain if it is somewhere else too."""
        if u in seen:
            self.fail(place, tables.unit_names()[u], f"a unit that is not in {seen[u]} as well")
        seen[u] = place

    def hex(self, place: str, number: object) -> int:
        """Return the index of a hex that units can stand in."""
        if not isinstance(number, str) or number not in self.board.numbers:
            self.fail(place, number, f"a hex from {self.board.numbers[0]} to {self.board.numbers[-1]}")
        return self.board.index(number)

    def hexes(self, *keys: str) -> list[int]:
        """Return a list of hexes."""
        value: Any = self.entries
        for key in keys:
            value = value.get(key)
        if not isinstance(value, list):
            self.fail(", ".join(keys), value, "a list of hexes")
        return [self.hex(", ".join(keys), one) for one in value]

    def marks(self, table: str, most: int) -> Iterator[tuple[int, int]]:
        """Yield hexes with a number from 1 to `most` each."""
        for number in self.entries[table]:
            yield self.hex(table, number), self.number(table, number, 1, most)

    def stacks(self) -> Iterator[tuple[int, list[int]]]:
        """Yield hexes with the units in them, the first to come first."""
        for number, names in self.entries["stacks"].items():
            place, h = f"stacks, {number}", self.hex("stacks", number)
            if not isinstance(names, list) or not 1 <= len(names) <= STACK_ROWS:
                self.fail(place, names, f"a list of 1 to {STACK_ROWS} units")
            if not self.board.playable[h]:
                self.fail("stacks", number, "a hex of the map that units may enter")
            yield h, [self.unit(place, name) for name in names]

    def waiting(self, n_groups: int) -> dict[int, tuple[int, int]]:
        """Return turn and group of arrival of the units still to come."""
        found = {}
        for name in self.entries["waiting"]:
            turn, group = self.numbers("waiting", name, 2)
            if not (1 <= turn <= f.N_TURNS and 0 <= group < n_groups):
                self.fail(f"waiting, {name}", [turn, group], f"a turn to {f.N_TURNS} and a group below {n_groups}")
            found[self.unit("waiting", name)] = (turn, group)
        return found
