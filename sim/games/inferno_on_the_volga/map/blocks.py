"""The 93 blocks as the kernels hold them: kinds, points, colors, by the families of what is not printed."""

from __future__ import annotations

from functools import cache

import numpy as np

from sim.errors import GameError
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, Block, blocks_of
from sim.games.inferno_on_the_volga.combat.stickers import Sticker, stickers
from sim.games.inferno_on_the_volga.combat.unknown import composition
from sim.games.inferno_on_the_volga.map import fields as f
from sim.map.layers import LayerRow, read_layers
from sim.numbers.rawfiles import RAW, RuleDataError, read_raw

_KINDS = {
    "panzer": f.PANZER, "panzer_grenadier": f.GRENADIER, "motorized_infantry": f.MOTORIZED, "infantry": f.FOOT,
}  # fmt: skip
_SOVIET = {
    "tank": f.TANK, "infantry": f.RIFLE, "marine": f.MARINE, "guard": f.GUARD, "aa_regiment": f.AA_REGIMENT,
    "destroyer_brigade": f.BRIGADE,
}  # fmt: skip
_COLORS = {"yellow": f.YELLOW, "blue": f.BLUE, "white": f.WHITE}


@cache
def german_rows() -> tuple[tuple[str, LayerRow], ...]:
    """Return the German blocks by id, in order: the four that the book names first, the 6th Panzer Division last.

    Kind and color are those of its sticker where an owner typed it in.
    """
    rows, printed = read_layers(GAME_ID, "german_blocks"), stickers("german")
    for unit, sticker in printed.items():
        if unit not in rows:
            raise GameError(f"block_strengths.csv: no German unit {unit!r}; expected one of {', '.join(rows)}")
        if sticker.is_r != bool(rows[unit]["row"]):
            is_, has = ("yes", "no") if sticker.is_r else ("no", "a")
            raise GameError(f"block_strengths.csv, {unit}: is_r is {is_}, and map/german_blocks has {has} row for it; "
                            "expected the row that its square ends in map/german_blocks.csv")  # fmt: skip
    return tuple((unit, _as_printed(row, printed.get(unit))) for unit, row in rows.items())


def _as_printed(row: LayerRow, sticker: Sticker | None) -> LayerRow:
    if sticker is None:
        return row
    if sticker.color not in _COLORS:
        raise GameError(f"block_strengths.csv: color is {sticker.color!r}; expected one of {', '.join(_COLORS)}")
    return LayerRow({**row.cells, "kind": sticker.text.split()[0], "color": sticker.color}, "rulebook")


@cache
def _strengths(member: str) -> dict[str, str]:
    """Return points and colors by kind, from the printed file of an owner if there is one."""
    folder = RAW / GAME_ID / "map"
    owner = folder / "german_strengths.csv"
    file = read_raw(owner if owner.exists() else folder / "german_strengths.assumed.csv", RAW)
    at = file.header.index(member)
    return {row[0]: row[at] for row in file.rows}


@cache
def german_blocks(member: str) -> tuple[Block, ...]:
    """Return the German blocks at full strength, by a member of the family (weak, central, strong)."""
    found = []
    for name, row in german_rows():
        kind = row["kind"]
        text = _strengths(member)["white_infantry" if kind == "infantry" and row["color"] == "white" else kind]
        printed = stickers("german").get(name)
        (block,) = blocks_of(name, printed.text if printed is not None else f"{kind} {text}", "german")
        assert isinstance(block, Block)
        found.append(block)
    if len(found) != f.N_GERMAN:
        raise RuleDataError(f"{GAME_ID}/german_blocks: {len(found)} blocks; expected {f.N_GERMAN}")
    return tuple(found)


@cache
def soviet_blocks(member: str) -> tuple[Block, ...]:
    """Return the 53 Soviet blocks at full strength, by a member of the family that `kessel odds` knows."""
    found = composition(member, special_blocks=True)
    return tuple(block for block, n in found.items() for _ in range(n))


@cache
def unit_names(member: str = "central") -> tuple[str, ...]:
    """Return the id of every block: those of the file, then Soviets by kind and number."""
    names, seen = [name for name, _ in german_rows()], dict.fromkeys(_SOVIET, 0)
    for block in soviet_blocks(member):
        seen[block.kind] += 1
        names.append(f"soviet_{block.kind}_{seen[block.kind]}")
    return tuple(names)


def unit_fields(german: str, soviet: str) -> f.Ints:
    """Return the fields of all blocks before set-up, shape (fields, 93)."""
    u = np.zeros((f.N_UNIT_FIELDS, f.N_UNITS), np.int64)
    u[f.HEX], u[f.END_ROW], u[f.POOL] = f.NOWHERE, -1, -1
    for at, block in enumerate((*german_blocks(german), *soviet_blocks(soviet))):
        u[f.FULL, at] = len(block.lowest)
        u[f.LOW + 1 : f.LOW + 1 + len(block.lowest), at] = block.lowest
        if at < f.N_GERMAN:
            row = german_rows()[at][1]
            u[f.KIND, at], u[f.COLOR, at] = _KINDS[block.kind], _COLORS[row["color"]]
            u[f.END_ROW, at] = int(row["row"] or 0) - 1
        else:
            u[f.KIND, at], u[f.COLOR, at] = _SOVIET[block.kind], f.RED
            u[f.POOL, at] = {"tank": f.TANKS, "marine": f.MARINES}.get(block.kind, f.INFANTRY)
    return u
