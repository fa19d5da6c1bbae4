"""The board in plain dictionaries keyed by printed hex numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from sim.games.leningrad.referee.counters import GAME
from sim.map.board import load_board

RIVER, BARRED, ROAD = 1, 2, 4
"""Bits of a hexside: river; all sea or lake; crossed by a road."""
OFF = "off"


@dataclass(frozen=True)
class Ground:
    """Terrain of every hex in the order of the board, and the hexsides of every hex by the neighbor behind them."""

    terrain: dict[str, str]
    sides: dict[str, dict[str, int]]
    _far: dict[str, dict[str, int]] = field(default_factory=dict, compare=False)
    _reach: dict[str, list[str]] = field(default_factory=dict, compare=False)

    def index(self, hex_: str) -> int:
        """Return the place of a hex in the order of the board."""
        return self.order[hex_]

    @property
    def order(self) -> dict[str, int]:
        """The place of every hex."""
        if "" not in self._far:
            self._far[""] = {number: at for at, number in enumerate(self.terrain)}
        return self._far[""]

    def is_playable(self, hex_: str) -> bool:
        """Return whether a unit can ever stand there."""
        return self.terrain.get(hex_, OFF) != OFF

    def is_open(self, one: str, other: str) -> bool:
        """Return whether two hexes touch across a side that can be crossed [5.0]."""
        side = self.sides[one].get(other)
        return side is not None and not side & BARRED and self.is_playable(other) and self.is_playable(one)

    def reach(self, hex_: str) -> list[str]:
        """Return the neighbors that can be entered, attacked and controlled from a hex [5.0]."""
        if hex_ not in self._reach:
            self._reach[hex_] = [other for other in self.sides[hex_] if self.is_open(hex_, other)]
        return self._reach[hex_]

    def has(self, bit: int, one: str, other: str) -> bool:
        """Return whether the side between two neighbors is a river, barred, or crossed by a road."""
        return bool(self.sides[one].get(other, 0) & bit)

    def is_road(self, hex_: str) -> bool:
        """Return whether a road runs through the hex."""
        return any(side & ROAD for side in self.sides[hex_].values())

    def is_edge(self, hex_: str) -> bool:
        """Return whether the hex lies on the edge of the map."""
        return len(self.sides[hex_]) < 6

    def distance(self, one: str, other: str) -> int:
        """Return hexes from one to the other, whatever lies between [R41]."""
        if one not in self._far:
            self._far[one] = self._spread(one)
        return self._far[one][other]

    def over_land(self, one: str, other: str) -> int:
        """Return hexes of the shortest way that a unit could take, whoever stands there; 9,999: none [R41]."""
        rings, seen, ring = 0, {one}, {one}
        while ring and other not in seen:
            rings += 1
            ring = {there for here in ring for there in self.reach(here)} - seen
            seen |= ring
        return rings if other in seen else 9999

    def _spread(self, one: str) -> dict[str, int]:
        far, line = {one: 0}, [one]
        for here in line:
            for there in self.sides[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    line.append(there)
        return far


@cache
def load_ground(member: int = -1) -> Ground:
    """Return the central board (-1) or a member of the ensemble."""
    board = load_board(GAME, member)
    numbers = board.numbers
    terrain = {number: board.terrains[int(code)] for number, code in zip(numbers, board.terrain, strict=True)}
    sides: dict[str, dict[str, int]] = {}
    for at, number in enumerate(numbers):
        pairs = zip(board.neighbors[at].tolist(), board.sides[at].tolist(), strict=True)
        sides[number] = {numbers[other]: int(bits) for other, bits in pairs if other >= 0}
    return Ground(terrain, sides)
