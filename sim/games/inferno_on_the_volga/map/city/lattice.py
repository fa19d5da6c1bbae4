"""Where the 109 hexes may lie: a bank of 19 rows, strips behind it, found by search under all that the book prints.

Rows run from north to south, one hex of the bank to each; places count half hexes to the east. The bank from 6 to 10
and the second strip follow from the examples; how the rest is cut is drawn, board by board [p. 6 compass].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID
from sim.map.draws import number
from sim.map.layers import LayerRow, read_layers

NUMBERED, BANK, SECOND = 105, 19, 20
OFFSET = 16
"""A hex of the second strip less the bank hex of its row, as 24 and 8 show [p. 12, p. 15]."""
LETTERS = ("W", "X", "Y", "Z")
NAMES = tuple(str(n) for n in range(1, NUMBERED + 1)) + LETTERS
"""Every hex, in the order of all arrays."""
N_HEXES = len(NAMES)
STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""East and south of each die of the compass, 1 to 6: east, then clockwise [p. 6, ruling R11]."""
CANDIDATES = 64
"""Boards among which the central one has the best fit."""
TRIES = 5000

Cell = tuple[int, int]


@dataclass(frozen=True)
class Lattice:
    """A place and a row for every hex, the fit to the earth in hexes, and meters from hex to hex as the fit finds."""

    at: Mapping[str, Cell]
    strip: Mapping[str, int]
    rms_hexes: float
    meters: float

    def towards(self, name: str, die: int) -> str:
        """Return the hex that a die of the compass points at, empty where the map ends."""
        (x, row), (east, south) = self.at[name], STEPS[die - 1]
        return self.names.get((x + east, row + south), "")

    @cached_property
    def names(self) -> Mapping[Cell, str]:
        """The hex of each place."""
        return {cell: name for name, cell in self.at.items()}

    def touch(self, name: str) -> tuple[str, ...]:
        """Return the hexes next to one."""
        cells = self.names
        x, row = self.at[name]
        return tuple(cells[x + e, row + s] for e, s in STEPS if (x + e, row + s) in cells)


@cache
def settings() -> Mapping[str, LayerRow]:
    """Return what the search varies, by id."""
    return read_layers(GAME_ID, "search")


def _between(member: int, attempt: int, what: str) -> int:
    low, high = (int(settings()[what.split()[0]][name]) for name in ("low", "high"))
    return low + number(member, "lattice", f"{attempt} {what}", high - low + 1)


@cache
def find_lattice(member: int) -> Lattice:
    """Return the lattice of a member of the ensemble: the first draw that keeps every constraint.

    Of the central board (-1) the one of `CANDIDATES` such draws with the least residual.
    """
    found: list[Lattice] = []
    for attempt in range(TRIES):
        drawn = _draw(member, attempt)
        if drawn is not None and not broken(drawn):
            found.append(drawn)
            if member >= 0 or len(found) == CANDIDATES:
                break
    assert found, f"no board {member} in {TRIES} draws"
    return min(found, key=lambda one: one.rms_hexes)


def _draw(member: int, attempt: int) -> Lattice | None:
    """Draw a bank, the ends of the strips and the place of the lettered hexes."""
    bank = _bank(member, attempt)
    at: dict[str, Cell] = {str(row): (bank[row], row) for row in range(1, BANK + 1)}
    strip = dict.fromkeys(at, 1)
    first_bank = SECOND - OFFSET
    for row in range(first_bank, BANK + 1):
        at[str(row + OFFSET)], strip[str(row + OFFSET)] = (bank[row] - 2, row), 2
    n, behind = SECOND + BANK - first_bank + 1, 3
    while n <= NUMBERED:
        top, bottom = (_between(member, attempt, f"{end} {behind}") for end in ("first_row", "last_row"))
        for row in range(top, bottom + 1):
            depth = behind if row >= first_bank else behind - 1  # the second strip begins further south
            if n <= NUMBERED:
                at[str(n)], strip[str(n)] = (bank[row] - 2 * (depth - 1), row), behind
                n += 1
        behind += 1
    if not _add_letters(member, attempt, at, strip):
        return None
    return Lattice(at, strip, *_fit(at))


def _bank(member: int, attempt: int) -> dict[int, int]:
    """Draw the bank: from row to row half a hex to either side; 6 to 10 are given [p. 9, p. 12, p. 15]."""
    x = {6: 0, 7: -1, 8: 0, 9: 1, 10: 2}
    for row in range(11, BANK + 1):
        x[row] = x[row - 1] + 2 * number(member, "bank", f"{attempt} {row}", 2) - 1
    for row in range(5, 0, -1):
        x[row] = x[row + 1] + 2 * number(member, "bank", f"{attempt} {row}", 2) - 1
    return x


def _add_letters(member: int, attempt: int, at: dict[str, Cell], strip: dict[str, int]) -> bool:
    """Put W to the northwest, X and Y to the west, Z to the southwest, beside the outermost hexes; false: no room."""
    for name, low, high in (("W", 1, 4), ("X", 4, 8), ("Y", 8, 12), ("Z", 14, 18)):
        row = low + number(member, "letter", f"{attempt} {name}", high - low + 1)
        west = min((x for x, r in at.values() if r == row), default=None)
        if west is None or (west - 2, row) in at.values():
            return False
        at[name], strip[name] = (west - 2, row), 0
    return True


def _fit(at: Mapping[str, Cell]) -> tuple[float, float]:
    """Fit scale, turn and shift to the named places; return the rms residual in hexes and meters from hex to hex."""
    rows = [row for row in read_layers(GAME_ID, "places").values() if row["hex"] in at]
    here = np.array([complex(at[row["hex"]][0] / 2, -at[row["hex"]][1] * np.sqrt(0.75)) for row in rows])
    lat, lon = (np.array([float(row[name]) for row in rows]) for name in ("lat", "lon"))
    there = 111_195 * ((lon - lon.mean()) * np.cos(np.radians(lat.mean())) + 1j * (lat - lat.mean()))
    centered = here - here.mean()
    factor = (np.conj(centered) @ there) / (np.conj(centered) @ centered)
    left = np.abs(factor * centered - (there - there.mean())) / abs(factor)
    return float(np.sqrt((left**2).mean())), float(abs(factor))


def broken(lattice: Lattice) -> list[str]:
    """Return the constraints that a lattice breaks, each with where the book prints it; none for a member."""
    at, touch = lattice.at, lattice.touch
    bound = settings()
    x, row = ({name: cell[axis] for name, cell in at.items()} for axis in (0, 1))
    line = [float(x[str(n)] - np.interp(n, (3, BANK), (x["3"], x[str(BANK)]))) for n in range(3, BANK + 1)]
    letters = {name: [n for n in touch(name) if n not in LETTERS] for name in LETTERS}
    checks = {
        "109 hexes, each in a place of its own [p. 4]": len(set(at.values())) == len(at) == N_HEXES,
        "a 6 leads from 7 to 6 [p. 12]": lattice.towards("7", 6) == "6",
        "a 5 leads from 25 to 24 [p. 12]": lattice.towards("25", 5) == "24",
        "7 and 8 touch 24 [p. 15]": {"7", "8"} <= set(touch("24")),
        "four stacks around 9 [p. 9]": len(touch("9")) >= 4,
        "7 lies north of 9 and 25, which are equally far north, 9 nearer the Volga [p. 11]":
            row["7"] < row["9"] == row["25"] and x["9"] > x["25"],
        "3 to 19 lie on the Volga: nothing lies east of them [p. 16]": not any(
            (x[str(n)] + 2, row[str(n)]) in at.values() for n in range(3, BANK + 1)
        ),
        "the coast is one strip [p. 13 OKH, p. 16]": all(
            str(n + 1) in touch(str(n)) for n in range(1, BANK)
        ),
        "fortified hexes from north to south [p. 19]":
            row["4"] < row["21"] < row["26"] < row["28"] < row["32"],
        "the bank sways little about its line": max(map(abs, line)) <= int(bound["sway"]["high"]),
        "fit to the named places": lattice.rms_hexes <= int(bound["rms_hexes"]["value"]),
        "a hex side of 1.1 km": int(bound["meters"]["low"]) <= lattice.meters <= int(bound["meters"]["high"]),
        "W to Z touch two numbered hexes each and not each other [p. 5]": all(
            len(numbered) >= 2 and len(numbered) == len(touch(name)) for name, numbered in letters.items()
        ),
        "every hex can be reached": len(_reached(lattice)) == N_HEXES,
    }  # fmt: skip
    return [what for what, holds in checks.items() if not holds]


def _reached(lattice: Lattice) -> set[str]:
    found, edge = {"W"}, ["W"]
    cells = lattice.names
    while edge:
        x, row = lattice.at[edge.pop()]
        for east, south in STEPS:
            name = cells.get((x + east, row + south))
            if name is not None and name not in found:
                found.add(name)
                edge.append(name)
    return found
