"""What a person at the table can look at: the state of play, a hex, a unit and where it can go, the armies, the map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from analysis.errors import KesselError
from analysis.matches.places import Places
from sim.map.board import Board
from sim.match.person import Desk, UnitSeen

_SIGNS = {"clear": ".", "forest": "f", "marsh": "m", "hills": "^", "town": "o", "soviet_city": "@", "off": " "}
"""How the map shows a hex with nobody in it."""
_REACHED = 60
"""Hexes of a unit's reach that are listed; the rest is counted."""


class Look:
    """Answers ``show``, ``reach`` and ``map``."""

    def __init__(self, desk: Desk, board: Board) -> None:
        self.desk, self.board = desk, board
        self.places = Places(board)

    def at(self, words: Sequence[str]) -> Iterable[str]:
        """Return the lines that answer; `KesselError` says what can be looked at."""
        what = words[1:]
        if words[0] == "map":
            return self.map()
        if not what and words[0] == "show":
            return [f"{name}: {value}" for name, value in self.desk.status().items()] + self.front()
        if what in (["all"], ["coming"]) and words[0] == "show":
            return self.armies() if what == ["all"] else self.coming()
        if len(what) == 1 and what[0] in self.board.numbers:
            return self.hex(what[0])
        found = [one for one in self.desk.standing() if what and one.unit.lower() == what[0].lower()]
        if not found or len(what) > 1:
            raise KesselError(f"nothing called {' '.join(what)!r}; expected show, show HEX, show UNIT, show all, "
                              "show coming or map")  # fmt: skip
        return self.unit(found[0])

    def _stacks(self) -> dict[str, list[UnitSeen]]:
        stacks: dict[str, list[UnitSeen]] = {}
        for one in self.desk.standing():
            if one.hex:
                stacks.setdefault(one.hex, []).append(one)
        return stacks

    def front(self) -> list[str]:
        """Return own stacks beside the enemy, with who faces them."""
        stacks, lines = self._stacks(), []
        for hex_, units in sorted(stacks.items()):
            beside = [stacks[h] for h in self._near(hex_) if h in stacks and stacks[h][0].side != units[0].side]
            if units[0].side == self.desk.side and beside:
                lines.append(f"{_stack(hex_, units)} faces {'; '.join(_stack(one[0].hex, one) for one in beside)}")
        return lines or ["no unit of yours is beside the enemy"]

    def _near(self, hex_: str) -> list[str]:
        at = self.board.index(hex_)
        return [self.board.numbers[h] for h in self.board.neighbors[at] if h >= 0]

    def armies(self) -> list[str]:
        """Return every stack on the map, own ones first."""
        stacks = sorted(self._stacks().items(), key=lambda pair: (pair[1][0].side != self.desk.side, pair[0]))
        return [f"{units[0].side.capitalize()} {_stack(hex_, units)}" for hex_, units in stacks]

    def coming(self) -> list[str]:
        """Return who is still to come, by turn."""
        waiting: dict[tuple[int, str], list[str]] = {}
        for one in self.desk.standing():
            if not one.hex:
                waiting.setdefault((one.due, one.side), []).append(f"{one.unit} {one.values}")
        return [f"turn {turn}, {side}: {', '.join(who)}" for (turn, side), who in sorted(waiting.items())]

    def hex(self, hex_: str) -> list[str]:
        """Return what a hex is and who stands in it."""
        units = self._stacks().get(hex_, [])
        terrain = self.board.terrain_of(hex_).replace("_", " ").replace("off", "sea or lake")
        return [f"{hex_}, {self.places.bare(hex_)}: {terrain}", *(_line(one) for one in units)]

    def unit(self, one: UnitSeen) -> list[str]:
        """Return a unit and where it can go now."""
        reach: Mapping[str, str] = self.desk.reach(one.unit) if one.side == self.desk.side else {}
        lines = [f"{one.hex or f'due on turn {one.due}'}: {_line(one)}"]
        if reach:
            listed = [f"{hex_} {mp}" for hex_, mp in [*reach.items()][:_REACHED]]
            more = f" and {len(reach) - _REACHED} more" if len(reach) > _REACHED else ""
            lines.append(f"reaches, for so many mp: {', '.join(listed)}{more}")
        return lines

    def map(self) -> list[str]:
        """Return the map, a hex two signs wide: side and number of units, or the terrain; `*` where one is untried."""
        stacks, grid = self._stacks(), self.board.grid
        rows: dict[int, dict[int, str]] = {}
        for number in self.board.numbers:
            column, twice = (int(part) for part in grid.doubled[self.board.index(number)])
            rows.setdefault(twice, {})[column] = self._cell(number, stacks.get(number, []))
        head = "      " + " ".join(f"{column:02d} " for column in range(grid.n_columns))
        signs = ", ".join(f"{sign} {name.replace('_', ' ')}" for name, sign in _SIGNS.items() if sign != " ")
        lines = [
            f"{_row_name(grid.n_rows, at):5} " + " ".join(cells.get(column, "   ") for column in range(grid.n_columns))
            for at, (_, cells) in enumerate(sorted(rows.items()))
        ]
        return [head, *(line.rstrip() for line in lines), f"letter and number: a side and its units; {signs}"]

    def _cell(self, number: str, units: Sequence[UnitSeen]) -> str:
        if not units:
            return f" {_SIGNS[self.board.terrain_of(number)]} "
        return f"{units[0].side[0].upper()}{len(units)}{'*' if any('?' in one.values for one in units) else ' '}"


def _row_name(n_rows: int, at: int) -> str:
    """Return the printed row that begins with a line of the map, of which each row takes two."""
    return f"{at // 2 + 1:02d}" if at % 2 == 0 and at // 2 < n_rows else ""


def _stack(hex_: str, units: Sequence[UnitSeen]) -> str:
    return f"{hex_}: " + ", ".join(f"{one.unit} {one.values}{'' if one.is_supplied else ' cut off'}" for one in units)


def _line(one: UnitSeen) -> str:
    parts = [f"{one.unit} {one.values}", f"{one.steps} step{'s' * (one.steps > 1)}"]
    parts += ["out of supply"] * (not one.is_supplied) + [f"{one.mp} mp left"] * bool(one.mp)
    return ", ".join((*parts, *one.notes))
