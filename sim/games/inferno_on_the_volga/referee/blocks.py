"""The blocks: 40 German with colors and rows, 53 Soviet with points, as the numbers of data/raw give them [p. 4]."""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from functools import cache

from sim.numbers.rawfiles import RAW

GAME = "inferno_on_the_volga"
GERMAN, SOVIET = "german", "soviet"
LOWEST = {"SF": 6, "DF": 5, "TF": 4}
"""The lowest die that hits, by the color of the points [p. 4]."""
POOLS = {"tank": "tank", "marine": "marine"}
"""The reserve of a Soviet kind where it is not the infantry's [p. 5]."""


@dataclass(eq=False)
class Block:
    """One block; `lowest` is the lowest die that hits at strength 1, 2, ... up to full strength."""

    id: str
    side: str
    kind: str
    lowest: tuple[int, ...]
    number: int
    """Its place in the order of the blocks."""
    color: str = ""
    row: int = 0
    """The row of the track whose square shows it; 0 for none."""
    start: str = ""
    strength: int = 0
    hex: str = ""
    """Where it stands; empty off the map."""
    state: str = "aside"
    """`map`, `reserve`, `track`, `taken`, `dead`, `removed` or `aside`."""
    is_infantry: bool = False
    is_armor: bool = False

    @property
    def full(self) -> int:
        """Full strength."""
        return len(self.lowest)

    @property
    def pool(self) -> str:
        """The reserve to which a Soviet block returns."""
        return POOLS.get(self.kind, "infantry")

    def worth(self, strength: int) -> int:
        """Return the faces that hit, over all dice, at a strength, as printed."""
        return strength * (7 - self.lowest[strength - 1]) if strength else 0

    @property
    def loses(self) -> int:
        """The faces that hit which the next loss costs [R48]."""
        return self.worth(self.strength) - self.worth(self.strength - 1)


def colors(text: str) -> tuple[int, ...]:
    """Return the lowest hit at strength 1, 2, ... of points as typed: full strength, then colors from full down.

    >>> colors("4 TF-DF-DF-SF"), colors("2 SF")
    ((6, 5, 5, 4), (6, 6))
    """
    points, names = text.split()
    told = names.split("-")
    told = told * int(points) if len(told) == 1 else told
    return tuple(LOWEST[name] for name in reversed(told))


def german_blocks(family: str) -> list[Block]:
    """Return the German blocks at full strength, off the map, by a member of the family of strengths [R60]."""
    points = {row["kind"]: row[family] for row in _rows("map/german_strengths.assumed")}
    return [_german(n, row, points) for n, row in enumerate(_rows("map/german_blocks.assumed"))]


@cache
def _rows(name: str) -> tuple[dict[str, str], ...]:
    with (RAW / GAME / f"{name}.csv").open(encoding="utf8", newline="") as file:
        return tuple(csv.DictReader(file))


def _typed(side: str) -> list[dict[str, str]]:
    """Return the blocks of a side that an owner of the game typed in, whole lines alone."""
    if not (RAW / GAME / "block_strengths.csv").exists():
        return []
    return [row for row in _rows("block_strengths") if row["side"] == side and "?" not in row.values()]


def _sticker(row: dict[str, str]) -> tuple[int, ...]:
    """Return the lowest hit at strength 1, 2, ... of a block as an owner typed it."""
    return tuple(LOWEST[row[f"fire_at_{n}"].upper()] for n in range(1, int(row["full_strength_steps"]) + 1))


def _german(n: int, row: dict[str, str], points: dict[str, str]) -> Block:
    typed = next((one for one in _typed(GERMAN) if one["unit"] == row["unit"]), None)
    row = row if typed is None else {**row, "kind": typed["kind"], "color": typed["color"]}
    is_white = row["color"] == "white" and row["kind"] == "infantry"
    kind = row["kind"]
    lowest = colors(points["white_infantry" if is_white else kind]) if typed is None else _sticker(typed)
    return Block(
        row["unit"], GERMAN, kind, lowest, n, row["color"], int(row["row"] or 0), row["start"], len(lowest),
        is_infantry=kind != "panzer", is_armor=kind in ("panzer", "panzer_grenadier"),
    )  # fmt: skip


def soviet_blocks(family: str) -> list[Block]:
    """Return the Soviet blocks off the map, by a composition of the family [R52]."""
    made: list[Block] = []
    counts: Counter[tuple[str, tuple[int, ...]]] = Counter((row["kind"], _sticker(row)) for row in _typed(SOVIET))
    for row in [] if counts else _rows("soviet_blocks.assumed"):
        kind, points = row["block"].split(" ", 1)
        counts[kind, colors(points)] += int(row[family])
    for (kind, lowest), copies in counts.items():
        for _ in range(copies):
            n = 1 + sum(block.kind == kind for block in made)
            is_armor = kind == "tank"
            made.append(
                Block(f"soviet_{kind}_{n}", SOVIET, kind, lowest, 40 + len(made),
                      is_infantry=not is_armor, is_armor=is_armor)
            )  # fmt: skip
    return made
