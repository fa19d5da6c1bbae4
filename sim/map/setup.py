"""Where the units of a map game start: red start hexes and the hexes of the side that chooses, as files or as drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sim.map.board import CENTRAL, load_hex_grid
from sim.map.draws import pick
from sim.map.ensemble import MEMBERS
from sim.map.layers import LayerRow, read_layers
from sim.numbers.rawfiles import RAW, RuleDataError

PER_KIND, PER_HEX = 2, 3
"""Most units of a kind, and of both, that a drawn start hex takes."""


@dataclass(frozen=True)
class StartHex:
    """A start hex with the number of units of each kind that it takes."""

    hex: int
    number: str
    infantry: int
    mobile: int
    basis: str


@dataclass(frozen=True)
class Setup:
    """The start hexes of one board, in the order of their numbers; `zones` holds the choosing side's hexes by zone."""

    game: str
    member: int
    starts: tuple[StartHex, ...]
    zones: dict[str, tuple[int, ...]]

    @property
    def infantry(self) -> int:
        """Infantry units in all."""
        return sum(start.infantry for start in self.starts)

    @property
    def mobile(self) -> int:
        """Armored and mechanized units in all."""
        return sum(start.mobile for start in self.starts)

    def border(self) -> tuple[int, ...]:
        """Return the hexes of all zones in index order: what lies on the choosing side of the red border."""
        return tuple(sorted(h for hexes in self.zones.values() for h in hexes))


@lru_cache(4 * MEMBERS)
def load_setup(game: str, member: int = CENTRAL, root: Path = RAW) -> Setup:
    """Return the set-up of the central board, or that of a member of the ensemble.

    The red hexes are few and printed together: an owner's file of them is taken as the whole and nothing is drawn.
    """
    grid = load_hex_grid(game, root)
    rows = read_layers(game, "setup_hexes", root)
    printed = {number: row for number, row in rows.items() if row.basis != "assumed"}
    counts = {number: (_count(row, "infantry"), _count(row, "mobile")) for number, row in rows.items()}
    if printed:
        counts = {number: counts[number] for number in printed}
    elif member >= 0:
        counts = _draw(game, member, root, sum(i for i, _ in counts.values()), sum(m for _, m in counts.values()))
    starts = tuple(
        StartHex(grid.index(number), number, i, m, rows[number].basis if number in rows else "assumed")
        for number, (i, m) in sorted(counts.items()) if i or m
    )  # fmt: skip
    zones: dict[str, list[int]] = {}
    for number, row in read_layers(game, "setup_german_hexes", root).items():
        zones.setdefault(row["zone"], []).append(grid.index(number))
    return Setup(game, member, starts, {zone: tuple(sorted(hexes)) for zone, hexes in zones.items()})


def _draw(game: str, member: int, root: Path, infantry: int, mobile: int) -> dict[str, tuple[int, int]]:
    """Return units by hex: the fixed ones, then the others one by one by weight."""
    rows = read_layers(game, "setup_chances", root)
    counts = {
        n: [_count(r, "infantry"), _count(r, "mobile")] if r["how"] == "fixed" else [0, 0] for n, r in rows.items()
    }
    drawn = [number for number, row in rows.items() if row["how"] == "draw"]
    for kind, name, total in ((0, "infantry", infantry), (1, "mobile", mobile)):
        for nth in range(total - sum(count[kind] for count in counts.values())):
            weights = [
                _count(rows[n], name) if counts[n][kind] < PER_KIND and sum(counts[n]) < PER_HEX else 0 for n in drawn
            ]
            counts[drawn[pick(member, f"start {name}", str(nth), weights)]][kind] += 1
    return {number: (count[0], count[1]) for number, count in counts.items()}


def _count(row: LayerRow, name: str) -> int:
    if not row[name].isdigit():
        raise RuleDataError(f"set-up, hex {row['hex']}: {name} is {row[name]!r}; expected a whole number")
    return int(row[name])
