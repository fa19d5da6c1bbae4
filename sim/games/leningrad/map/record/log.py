"""The rows that the kernels wrote as the event log that everybody reads."""

from __future__ import annotations

import json
from typing import Any

from sim.games.leningrad.combat.results import CRT, RESULTS
from sim.games.leningrad.combat.shifts import SHIFTS
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.readings import READINGS
from sim.map.board import Board
from sim.map.forces.world import N_LOG, OVERFLOW, World
from sim.match.log import EventLog
from sim.match.whole import Seats
from sim.numbers.columns import label_of

KINDS = (
    "setup", "phase", "regenerate", "arrive", "supply", "move", "fort_lost", "attack", "defend", "air", "reveal",
    "overrun", "combat", "step_loss", "eliminated", "retreat", "advance", "interdict", "fort", "vp", "end",
)  # fmt: skip
SIDES = {0: "german", 1: "soviet", -1: ""}
_TYPES = ("infantry", "mechanized", "armor")
_COLUMNS = ("turn", "phase", "side", "kind", "unit", "from_hex", "to_hex", "value", "die", "battle", "note")


def event_log(world: World, board: Board, seats: Seats, seed: int, game: int, version: int) -> EventLog:
    """Return the log of the game just played."""
    if world.s[OVERFLOW]:
        raise AssertionError("the game wrote more events than the log has rows")
    columns: dict[str, list[Any]] = {name: [] for name in _COLUMNS}
    readings = {name: known[0] for name, known in READINGS.items()} | dict(seats.readings)
    head = {
        "game": board.game, "seed": seed, "match_game": game, "board": seats.board, "german": seats.first,
        "soviet": seats.second, "version": version, "readings": readings,
    }  # fmt: skip
    _add(columns, (0, 0, "", "game", None, None, None, None, None, None, json.dumps(head, sort_keys=True)))
    for row in world.log[: world.s[N_LOG]].tolist():
        _add(columns, _event(world, board, row))
    return EventLog.of(columns)


def _add(columns: dict[str, list[Any]], cells: tuple[Any, ...]) -> None:
    for name, cell in zip(_COLUMNS, cells, strict=True):
        columns[name].append(cell)


def _event(world: World, board: Board, row: list[int]) -> tuple[Any, ...]:
    kind = row[f.C_KIND]
    start, to = _hex(board, row[f.C_FROM]), _hex(board, row[f.C_TO])
    if kind == f.K_VP and row[f.C_NOTE] != f.NOTE_HEX:
        to = None
    return (
        row[f.C_TURN], row[f.C_PHASE], SIDES[row[f.C_SIDE]], KINDS[kind], _unit(row[f.C_UNIT]), start, to,
        _number(row[f.C_VALUE]), _number(row[f.C_DIE]), _number(row[f.C_BATTLE]), _note(world, board, row),
    )  # fmt: skip


def _hex(board: Board, h: int) -> str | None:
    return board.numbers[h] if 0 <= h < len(board.numbers) else None


def _number(value: int) -> int | None:
    return None if value == f.VOID else value


def _unit(code: int) -> str | None:
    if code < 0:
        return None
    if code < f.N_UNITS:
        return tables.unit_names()[code]
    return f"fort{code - f.FORT_CODE}" if code < f.AIR_CODE else f"air{code - f.AIR_CODE + 1}"


def _note(world: World, board: Board, row: list[int]) -> str | None:
    kind, note = row[f.C_KIND], row[f.C_NOTE]
    if kind in (f.K_COMBAT, f.K_OVERRUN):
        return json.dumps(battle_note(board, row), separators=(",", ":"))
    if kind == f.K_REVEAL:
        return tables.table("soviet_units").rows[int(world.u[f.COUNTER, row[f.C_UNIT]])]["id"]
    if kind == f.K_MOVE:
        return {f.NOTE_NONE: "", f.NOTE_DISENGAGE: "disengage", f.NOTE_MINIMUM: "minimum"}[note]
    if kind == f.K_END:
        return level_of(row[f.C_VALUE])[1]
    if kind == f.K_VP:
        return _points_note(board, row)
    return None


def _points_note(board: Board, row: list[int]) -> str:
    note, to = row[f.C_NOTE], row[f.C_TO]
    if note == f.NOTE_HEX:
        return f"hex {board.numbers[to]}"
    if note == f.NOTE_REGENS:
        return f"regenerations x{to}"
    return f"{_TYPES[to % 10]} {'reduced' if note == f.NOTE_REDUCED else 'eliminated'} x{to // 10}"


def battle_note(board: Board, row: list[int]) -> dict[str, Any]:
    """Return the facts of a battle: strengths, odds, shifts, column, result, hexes, air."""
    times, packed, shifts, hexes = row[f.C_TIMES], row[f.C_HEXES], {}, []
    for shift in SHIFTS.rows:
        if times % 8:
            shifts[shift["id"]] = (times % 8) * int(shift["column_shift"])
        times //= 8
    while packed:
        hexes.append(board.numbers[packed % 1024 - 1])
        packed //= 1024
    german = row[f.C_SIDE] == f.GERMAN
    return {
        "attack": row[f.C_ATTACK], "defense": row[f.C_DEFENSE], "initial": label_of(row[f.C_RUNG], "-"),
        "shift": row[f.C_SHIFT], "column": CRT.column_labels[row[f.C_VALUE]], "result": RESULTS[row[f.C_RESULT]],
        "shifts": shifts, "hexes": hexes, "air_attack": row[f.C_AIR] if german else 0,
        "air_defense": 0 if german else row[f.C_AIR],
    }  # fmt: skip


def level_of(margin: int) -> tuple[str, str]:
    """Return the winner and the level of a margin [16.3].

    >>> level_of(0), level_of(31)
    (('soviet', 'soviet_tactical'), ('german', 'german_strategic'))
    """
    for row in tables.table("victory_levels").rows:
        low, high = row["vp_margin_low"], row["vp_margin_high"]
        if (not low or margin >= int(low)) and (not high or margin <= int(high)):
            return row["winner"], row["level"]
    raise AssertionError(f"no victory level for {margin}")
