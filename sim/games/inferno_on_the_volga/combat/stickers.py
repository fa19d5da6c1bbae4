"""What is printed on the blocks, as an owner types it into ``block_strengths.csv``: it replaces the families [p. 4].

A line a block: ``unit, side, kind, color, is_r, full_strength_steps, fire_at_4, fire_at_3, fire_at_2, fire_at_1``.
German units are called as in ``map/german_blocks``, and those typed replace theirs; Soviet ones as one likes, all or
none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, LOWEST_HIT, MAX_STRENGTH, kinds_of
from sim.map.layers import LayerRow, read_layers
from sim.numbers.tables import load_list

FILE = "block_strengths"


@dataclass(frozen=True)
class Sticker:
    """One block as printed: its points as `kessel odds` reads them (``panzer 4 TF-TF-DF-DF``), color, the mark R."""

    text: str
    color: str
    is_r: bool


@cache
def stickers(side: str) -> Mapping[str, Sticker]:
    """Return the blocks of a side that an owner typed in, by unit; none where there is no such file.

    `GameError` names a line and a cell that is none, or says that Soviet blocks are lacking.
    """
    rows = read_layers(GAME_ID, FILE)
    found = {unit: _sticker(unit, row) for unit, row in rows.items() if _side(unit, row) == side}
    if side == "soviet" and found:
        n = load_list(GAME_ID, "unit_counts").integer("soviet | all", "blocks")
        if len(found) != n:
            raise GameError(f"{FILE}.csv: {len(found)} Soviet blocks; expected all {n}, or none")
    return found


def _side(unit: str, row: LayerRow) -> str:
    if row["side"] not in ("german", "soviet"):
        raise GameError(f"{FILE}.csv, {unit}: side is {row['side']!r}; expected german or soviet")
    return row["side"]


def _sticker(unit: str, row: LayerRow) -> Sticker:
    place = f"{FILE}.csv, {unit}"
    if row["kind"] not in kinds_of(row["side"]):
        raise GameError(f"{place}: kind is {row['kind']!r}; expected one of {', '.join(kinds_of(row['side']))}")
    full = row["full_strength_steps"]
    if not full.isdigit() or not 1 <= int(full) <= MAX_STRENGTH:
        raise GameError(f"{place}: full_strength_steps is {full!r}; expected 1 to {MAX_STRENGTH}")
    fires = [row[f"fire_at_{n}"] for n in range(int(full), 0, -1)]
    for n, fire in zip(range(int(full), 0, -1), fires, strict=True):
        if fire.lower() not in LOWEST_HIT:
            raise GameError(f"{place}: fire_at_{n} is {fire!r}; expected one of {', '.join(LOWEST_HIT)}")
    if row["is_r"] not in ("yes", "no"):
        raise GameError(f"{place}: is_r is {row['is_r']!r}; expected yes or no")
    return Sticker(f"{row['kind']} {full} {'-'.join(fires)}", row["color"], row["is_r"] == "yes")
