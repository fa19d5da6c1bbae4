"""The board as a referee sees it: six directions, terrain, icons, north and south [p. 4, p. 11]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

HEXES = (*(str(n) for n in range(1, 106)), "W", "X", "Y", "Z")
SOVIET_SPAWN = ("3", "19", "9", "15", "13", "7")
"""In the order in which blocks come [p. 11]."""
GERMAN_SPAWN = ("X", "Y", "Z")
COAST = frozenset(str(n) for n in range(3, 20))
FORTIFIED = frozenset(("4", "21", "26", "28", "32"))
TERRAIN = ("clear", "rough", "urban")
STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))
"""East and north that a step in direction 1 to 6 goes, in half hexes and rows [R11]."""


@dataclass(frozen=True)
class Plan:
    """What is known of a board: neighbors by direction (an index, -1 for none), terrain codes, icons, AA hexes."""

    neighbors: Sequence[Sequence[int]]
    terrain: Sequence[int]
    icons: Sequence[int]
    aa: Sequence[int]


Plans = Callable[[int, str], Plan]
"""The plan of the central board (-1) or of a member of the ensemble, or with one thing of a member's; raises if there
is no such member."""


OTHER_ORDER = (1, 4, 2, 3, 5, 6)
"""The way that each die points by the other reading of the compass: 2 west, 3 southeast, 4 southwest [R11]."""


class Ground:
    """A plan by the printed numbers of the hexes."""

    def __init__(self, plan: Plan, is_clockwise: bool = True) -> None:
        self.ways = (1, 2, 3, 4, 5, 6) if is_clockwise else OTHER_ORDER
        self.toward = {
            hex_: tuple(HEXES[n] if n >= 0 else "" for n in row)
            for hex_, row in zip(HEXES, plan.neighbors, strict=True)
        }
        self.terrain = {hex_: TERRAIN[code] for hex_, code in zip(HEXES, plan.terrain, strict=True)}
        self.icons = [hex_ for hex_, has in zip(HEXES, plan.icons, strict=True) if has]
        self.aa = tuple(HEXES[n] for n in plan.aa)

    def pointed(self, hex_: str, die: int) -> str:
        """Return the hex to which a die points, empty for none [p. 6 compass]."""
        return self.toward[hex_][self.ways[die - 1] - 1]

    def around(self, hex_: str) -> list[str]:
        """Return the neighbors of a hex."""
        return [other for other in self.toward[hex_] if other]

    def touches(self, one: str, other: str) -> bool:
        """Whether two hexes touch."""
        return other in self.toward[one]

    @cached_property
    def southward(self) -> dict[str, int]:
        """The place of every hex from north to south, of equals the one nearer the Volga first [p. 11]."""
        at, todo = {HEXES[0]: (0, 0)}, [HEXES[0]]
        while todo:
            here = todo.pop()
            for there, (east, north) in zip(self.toward[here], STEPS, strict=True):
                if there and there not in at:
                    at[there] = (at[here][0] + east, at[here][1] + north)
                    todo.append(there)
        order = sorted(at, key=lambda hex_: (-at[hex_][1], -at[hex_][0]))
        return {hex_: n for n, hex_ in enumerate(order)}
