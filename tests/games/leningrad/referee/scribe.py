"""Hand-made logs on a hand-made board: for what is tried before and beside the engine's own logs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from sim.games.leningrad.referee.counters import german_units, slots
from sim.games.leningrad.referee.ground import BARRED, Ground
from sim.games.leningrad.referee.setup import Places
from sim.games.leningrad.referee.verdict import SIDES

SCHEMA = pa.schema(
    [("seq", pa.int32()), ("turn", pa.int8()), ("phase", pa.int8()), ("side", pa.string()), ("kind", pa.string()),
     ("unit", pa.string()), ("from_hex", pa.string()), ("to_hex", pa.string()), ("value", pa.int32()),
     ("die", pa.int8()), ("battle", pa.int32()), ("note", pa.string())]
)  # fmt: skip
Row = dict[str, Any]


def grid_sides() -> dict[str, dict[str, int]]:
    """The hexsides of 30 columns of 13 rows, odd columns half a hex further up, nothing on them."""
    sides: dict[str, dict[str, int]] = {}
    for c in range(30):
        for r in range(1, 14):
            up = 0 if c % 2 == 0 else -1
            around = [
                (c, r - 1),
                (c + 1, r + up),
                (c + 1, r + up + 1),
                (c, r + 1),
                (c - 1, r + up + 1),
                (c - 1, r + up),
            ]
            on_map = [(x, y) for x, y in around if 0 <= x < 30 and 1 <= y < 14]
            sides[f"{c:02d}{r:02d}"] = {f"{x:02d}{y:02d}": 0 for x, y in on_map}
    return sides


def plain() -> Ground:
    """Clear ground everywhere."""
    sides = grid_sides()
    return Ground({hex_: "clear" for hex_ in sides}, sides)


def divided() -> Ground:
    """Clear ground with a lake between columns 02 and 03, so that nobody meets."""
    ground = plain()
    for one, around in ground.sides.items():
        for other in around:
            if {one[:2], other[:2]} == {"02", "03"}:
                around[other] = BARRED
    return ground


PLACES = Places(
    {"0205": (1, 0), "2204": (1, 0), "0506": (2, 0), "0507": (2, 1), "0508": (2, 1), "0509": (2, 1), "0510": (0, 1)},
    frozenset(["0007", "0008", "0009", "0010", "0011", "0012", "0013", "0110", "0111", "0112", "0113"]),
)


@dataclass
class Scribe:
    """Writes rows in order."""

    rows: list[Row] = field(default_factory=list)
    turn: int = 0
    phase: int = 0

    def write(self, kind: str, **cells: Any) -> None:
        """Write one row."""
        side = cells.pop("side", SIDES.get(self.phase, ""))
        row: Row = dict.fromkeys(SCHEMA.names)
        row |= {"seq": len(self.rows), "turn": self.turn, "phase": self.phase, "side": side, "kind": kind}
        self.rows.append(row | cells)

    def mark(self, turn: int, phase: int) -> None:
        """Begin a phase."""
        self.turn, self.phase = turn, phase
        self.write("phase")

    def table(self) -> pa.Table:
        """Return the log."""
        return pa.Table.from_pylist(self.rows, schema=SCHEMA)


def set_up() -> Scribe:
    """Write the game row and a legal set-up for `PLACES`."""
    scribe = Scribe()
    head = {"game": "leningrad", "seed": 7, "match_game": 0, "board": -1}
    scribe.write("game", side="", note=json.dumps(head))
    germans = [unit for unit in german_units() if not unit.due]
    mobile = [unit.id for unit in germans if unit.is_mobile]
    infantry = [unit.id for unit in germans if not unit.is_mobile][:18]
    south = [hex_ for hex_ in sorted(PLACES.german) if hex_ > "0009"]
    spots = ["0007", "0008", *[hex_ for hex_ in south for _ in range(3)]]
    for unit, hex_ in zip([*infantry, *mobile], spots, strict=False):
        scribe.write("setup", side="german", unit=unit, to_hex=hex_)
    plan = slots()
    red = {kind: [h for h, n in PLACES.red.items() for _ in range(n[kind])] for kind in (0, 1)}
    red_infantry = [unit for unit in plan.infantry if unit not in plan.due and unit not in plan.column]
    for unit, hex_ in zip(red_infantry, red[0], strict=True):
        scribe.write("setup", side="soviet", unit=unit, to_hex=hex_)
    for unit, column in plan.column.items():
        scribe.write("setup", side="soviet", unit=unit, to_hex=column + "06")
    for unit, hex_ in zip([unit for unit in plan.mobile if unit not in plan.due], red[1], strict=True):
        scribe.write("setup", side="soviet", unit=unit, to_hex=hex_)
    return scribe


def idle_game() -> pa.Table:
    """A legal game on the divided board in which nobody stirs but the reinforcements of turn 1."""
    scribe = set_up()
    for turn in range(1, 13):
        for phase in range(1, 9):
            scribe.mark(turn, phase)
            if (turn, phase) == (1, 6):
                for unit in ("s21", "s22", "s23"):
                    scribe.write("supply", unit=unit, value=1)
                    scribe.write("arrive", unit=unit, to_hex="1113", value=2)
                scribe.write("move", unit="s21", from_hex="1113", to_hex="1112", value=2, note="")
                scribe.write("arrive", unit="s24", to_hex="1113", value=2)
    scribe.write("end", side="", value=0, note="soviet_tactical")
    return scribe.table()
