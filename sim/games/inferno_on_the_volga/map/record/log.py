"""The rows that the kernels wrote as the event log that everybody reads (docs/inferno-event-log.md)."""

from __future__ import annotations

import json
from typing import Any

from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.blocks import unit_names
from sim.games.inferno_on_the_volga.map.build import LEADERS, SOVIET_CARDS
from sim.games.inferno_on_the_volga.map.city.board import TERRAINS, load_city
from sim.games.inferno_on_the_volga.map.city.lattice import NAMES
from sim.games.inferno_on_the_volga.map.readings import GERMAN_CARDS, READINGS
from sim.games.inferno_on_the_volga.map.record.columns import ending_of, margin_of
from sim.match.log import EventLog
from sim.match.whole import Seats

GAME_ID = "inferno_on_the_volga"
KINDS = (
    "setup", "phase", "draw", "die", "take", "remove", "return", "arrive", "spawn", "move", "control", "attack",
    "defend", "card", "reveal", "roll", "step_loss", "eliminated", "rubble", "leader", "combat", "advance", "blitz",
    "land", "action", "advantage", "end",
)  # fmt: skip
STAGES = ("soviet_card", "german_card", "opportunity", "rubble", "germans", "soviets")
RESULTS = ("repulsed", "cleared", "attacker_gone", "both_gone")
GERMAN_ACTIONS = ("pass", "call", "long_move", "short_moves", "hasty_attack", "deliberate_attack")
SOVIET_ACTIONS = ("card", "spawn", "move")
SIDES = ("german", "soviet")
_COLUMNS = ("turn", "phase", "side", "kind", "unit", "from_hex", "to_hex", "value", "die", "battle", "note")
_BY_NOTE = (f.K_DRAW, f.K_CARD, f.K_DIE, f.K_ADVANTAGE)
"""Events whose side stands in the note, since no block tells it."""


def event_log(world: f.World, seats: Seats, seed: int, game: int, version: int) -> EventLog:
    """Return the log of the game just played."""
    if world.s[f.OVERFLOW]:
        raise AssertionError("the game wrote more events than the log has rows")
    readings = {name: known[0] for name, known in READINGS.items()} | dict(seats.readings)
    names = unit_names(readings["R52"])
    city = load_city(seats.board, readings["drawn"])
    head = {
        "game": GAME_ID, "seed": seed, "match_game": game, "board": seats.board, "german": seats.first,
        "soviet": seats.second, "version": version, "readings": readings,
        "aa_hexes": [NAMES[h] for h in city.aa],
        "terrain": {NAMES[h]: TERRAINS[int(code)] for h, code in enumerate(city.terrain) if code},
    }  # fmt: skip
    rows: list[tuple[Any, ...]] = [
        (0, 0, "", "game", None, None, None, None, None, None, json.dumps(head, sort_keys=True))
    ]
    rows += [_event(row, names) for row in world.log[: world.s[f.N_LOG]].tolist()]
    return EventLog.of({name: list(cells) for name, cells in zip(_COLUMNS, zip(*rows, strict=True), strict=True)})


def _event(row: list[int], names: tuple[str, ...]) -> tuple[Any, ...]:
    kind, unit = row[f.C_KIND], row[f.C_UNIT]
    side = row[f.C_NOTE] if kind in _BY_NOTE else row[f.C_SIDE]
    return (
        row[f.C_TURN], row[f.C_PHASE], SIDES[side] if 0 <= side < len(SIDES) else "", KINDS[kind],
        names[unit] if unit >= 0 else None, _hex(row[f.C_FROM]), _hex(row[f.C_TO]), _number(row[f.C_VALUE]),
        _number(row[f.C_DIE]), _number(row[f.C_BATTLE]), _note(row),
    )  # fmt: skip


def _hex(h: int) -> str | None:
    return NAMES[h] if h >= 0 else None


def _number(value: int) -> int | None:
    return None if value == f.VOID else value


def _note(row: list[int]) -> str | None:
    kind, value, note = row[f.C_KIND], row[f.C_VALUE], row[f.C_NOTE]
    if kind in (f.K_DRAW, f.K_CARD):
        return (GERMAN_CARDS if note == f.GERMAN else SOVIET_CARDS)[value]
    if kind == f.K_LEADER:
        return f"{LEADERS[value]} {'comes' if note == 1 else 'goes'}"
    if kind == f.K_ROLL:
        return STAGES[note]
    if kind == f.K_COMBAT:
        kinds = ("hasty", "deliberate")
        return json.dumps({"attack": kinds[note % 2], "result": RESULTS[note // 2]}, separators=(",", ":"))
    if kind == f.K_REMOVE:
        return "removed" if note == 1 else "nothing"
    if kind == f.K_ACTION:
        return (GERMAN_ACTIONS if row[f.C_PHASE] == 1 else SOVIET_ACTIONS)[value]
    if kind == f.K_TAKE:
        return "taken" if note == 1 else "setup"
    if kind == f.K_END:
        return ending_of(margin_of(value))[1]
    return None
