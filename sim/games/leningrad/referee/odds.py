"""Odds, column shifts, column, die and result [7.1, 8.3, 9.2, 10, 11.1, 13.1, 15.3]."""

from __future__ import annotations

from functools import cache
from typing import Any

from sim.games.leningrad.referee import dice, surprise
from sim.games.leningrad.referee.battle import Battle
from sim.games.leningrad.referee.counters import GAME, GERMAN, SOVIET, Unit
from sim.games.leningrad.referee.ground import RIVER
from sim.games.leningrad.referee.state import State
from sim.numbers.tables import load_grid, load_list
from sim.referee.breach import LOG
from sim.referee.dice import die
from sim.referee.events import Event, read_note

COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1", "10-1")
EVEN = COLUMNS.index("1-1")
TERRAIN = {"hills": "hills", "forest": "forest_marsh_town", "marsh": "forest_marsh_town", "town": "forest_marsh_town"}
"""The line of the shift table for the terrain of a defended hex."""
RULES = {
    "overrun": "7.1", "attacker_out_of_supply": "9.2", "defender_out_of_supply": "9.2", "fort": "13.1",
    "armor_defender": "10.2", "armor_attacker": "10.2", "panzer_corps_defender": "10.1",
    "panzer_corps_attacker": "10.1", "air_defender": "11.1", "air_attacker": "11.1", "soviet_surprise": "15.3",
}  # fmt: skip
"""The rule behind a line; terrain and rivers stand in the table of 2.6 alone."""
TABLE = "2.6"


def step_of(attack: int, defense: int) -> int:
    """Return the place of the initial odds, 1-1 being 0, 2-1 one, 1-2 minus one, beyond the table too [8.3, 8.33].

    >>> step_of(11, 4), step_of(4, 4), step_of(4, 5), step_of(2, 9)
    (1, 0, -1, -4)
    """
    if attack >= defense:
        return attack // defense - 1
    times = (defense + attack - 1) // attack
    return 1 - times


def label(step: int) -> str:
    """Return the name of a place of the odds.

    >>> label(1), label(0), label(-4)
    ('2-1', '1-1', '1-5')
    """
    return f"{step + 1}-1" if step >= 0 else f"1-{1 - step}"


@cache
def shift_value(row: str) -> int:
    """Return the columns of a line of the shift table."""
    return int(load_list(GAME, "column_shifts")[row]["column_shift"])


def corps_complete(state: State, units: list[Unit]) -> list[str]:
    """Return the panzer corps all of whose units are here in one hex, none eliminated or elsewhere [10.1]."""
    found = []
    for corps in sorted({unit.corps for unit in units if unit.corps}):
        whole = [unit for unit in state.units.values() if unit.corps == corps]
        if all(unit in units for unit in whole) and len({unit.hex for unit in whole}) == 1:
            found.append(corps)
    return found


def shifts(state: State, battle: Battle) -> dict[str, int]:
    """Return every line of the shift table that applies, with its columns in all [10.4]."""
    times = _terrain_shift(state, battle) | _attacker_shifts(state, battle) | _defender_shifts(state, battle)
    return {row: n * shift_value(row) for row, n in times.items() if n}


def _terrain_shift(state: State, battle: Battle) -> dict[str, int]:
    """Return the shift of hills and, once, that of the lines of note 1 [note 1, R6, R8]."""
    lines = set()
    for hex_ in battle.hexes:
        terrain = state.ground.terrain[hex_]
        if terrain == "soviet_city" and state.readings["R6"] == "city-is-town":
            lines.add("both" if battle.side == GERMAN else "forest_marsh_town")
        elif terrain in TERRAIN:
            lines.add(TERRAIN[terrain])
        elif terrain == "soviet_city" and battle.side == GERMAN:
            lines.add("soviet_city")
    hills = {"hills": 1} if "hills" in lines else {}
    if "both" in lines:
        return hills | {"forest_marsh_town": 1, "soviet_city": 1}
    for line in ("forest_marsh_town", "soviet_city"):
        if line in lines:
            return hills | {line: 1}
    return hills


def _attacker_shifts(state: State, battle: Battle) -> dict[str, int]:
    has_armor = any(unit.type == "armor" for unit in battle.attackers)
    return {
        "overrun": int(battle.is_overrun),
        "attacker_out_of_supply": int(_is_short(state, battle, battle.attackers)),
        "armor_attacker": int(has_armor and _is_open_to_armor(state, battle)),
        "panzer_corps_attacker": len(corps_complete(state, battle.attackers)),
        "air_attacker": battle.air[1],
        "soviet_surprise": int(battle.side == SOVIET and surprise.has_surprise(state)),
    }


def _is_short(state: State, battle: Battle, units: list[Unit]) -> bool:
    """Return whether a force is out of supply: any unit of it is, or by the other reading all are [9.2, R25]."""
    short = [not battle.supplied[unit.id] for unit in units]
    return all(short) if state.readings["R25"] == "all" else any(short)


def _is_open_to_armor(state: State, battle: Battle) -> bool:
    """Return whether the defended hexes leave the attacker's armor its shift [10.2, R5, R7]."""
    terrains = {state.ground.terrain[hex_] for hex_ in battle.hexes}
    if state.readings["R5"] == "attacker-too" and battle.side == SOVIET and "soviet_city" in terrains:
        return False
    is_fortified = any(state.fort_at(hex_) for hex_ in battle.hexes)
    return {"no-fort": not is_fortified, "clear": not is_fortified and terrains == {"clear"}, "any": True}[
        state.readings["R7"]
    ]


def _defender_shifts(state: State, battle: Battle) -> dict[str, int]:
    is_german = battle.side == SOVIET
    is_void = is_german and any(state.ground.terrain[hex_] == "soviet_city" for hex_ in battle.hexes)  # [10.3, R27]
    has_armor = any(unit.type == "armor" for unit in battle.defenders)
    if is_void and (has_armor or corps_complete(state, battle.defenders)):
        state.saw("10.3")
    sides = [state.ground.has(RIVER, u.hex, hex_) for u in battle.attackers for hex_ in battle.hexes]
    return {
        "fort": int(not is_german and any(state.fort_at(hex_) for hex_ in battle.hexes)),
        "river": int(all(sides)),
        "armor_defender": int(has_armor and not is_void),
        "panzer_corps_defender": 0 if is_void else len(corps_complete(state, battle.defenders)),
        "air_defender": battle.air[0],
        "defender_out_of_supply": int(_is_short(state, battle, battle.defenders)),
    }


def resolve(state: State, battle: Battle, header: Event) -> tuple[str, str]:
    """Check a header against the book; return the defender's and the attacker's result."""
    note = read_note(header)
    attack = sum(unit.strength(True) for unit in battle.attackers)
    defense = sum(unit.strength(False) for unit in battle.defenders)
    _same(state, "8.22", "attack strength", note.get("attack"), attack)
    _same(state, "8.2", "defense strength", note.get("defense"), defense)
    step = step_of(attack, defense)
    _same(state, "8.33", f"initial odds of {attack} to {defense}", note.get("initial"), label(step))
    _same(state, "8.21", "defended hexes", _sorted(note.get("hexes")), sorted(battle.hexes))
    _same(state, "11.1", "air units of the attacker", note.get("air_attack"), battle.air[1])
    _same(state, "11.1", "air units of the defender", note.get("air_defense"), battle.air[0])
    net = _check_shifts(state, battle, note)
    at = min(max(EVEN + step + net, 0), len(COLUMNS) - 1)  # only the final column is held to the table [8.32, R1]
    _same(state, "8.32", "final column", note.get("column"), COLUMNS[at])
    _same(state, "8.32", "final column index", header.value, at)
    if not 0 <= EVEN + step + net < len(COLUMNS):
        state.saw("8.32")
    thrown = _throw(state, battle)
    _same(state, "8.3", "die", header.die, thrown)
    result = load_grid(GAME, "crt").cell(str(thrown), COLUMNS[at])
    _same(state, "8.3", f"result of a {thrown} at {COLUMNS[at]}", note.get("result"), result)
    for rule in ("2.3", "2.5", "2.6", "8.3", "8.33", "8.4"):
        state.saw(rule)
    left, right = result.split("/")
    return left, right


def _throw(state: State, battle: Battle) -> int:
    target = battle.hexes[0]
    index = state.ground.index(target) * 64 + state.thrown[target]
    state.thrown[target] += 1
    purpose = dice.OVERRUN if battle.is_overrun else dice.COMBAT
    return die(state.seed, state.game, state.turn, state.phase, purpose, index)


def _check_shifts(state: State, battle: Battle, note: dict[str, Any]) -> int:
    true = shifts(state, battle)
    said = note.get("shifts")
    if not isinstance(said, dict):
        state.breach(LOG, "the note of a battle has no shifts")
    for row in sorted({*true, *said}, key=str):
        if said.get(row, 0) != true.get(row, 0):
            rule = RULES.get(row, TABLE)
            state.breach(rule, f"shift {row} is {said.get(row, 0)}; expected {true.get(row, 0)}")
    for row in true:
        state.saw(RULES.get(row, TABLE))
    if any(RULES.get(row, "").startswith("10.") for row in true):
        state.saw("10.0")
    if "soviet_surprise" in true:
        state.saw("15.0")
    net = sum(true.values())
    _same(state, "10.4", "net shift", note.get("shift"), net)
    if len(true) > 1:
        state.saw("10.4")
    return net


def _sorted(value: object) -> object:
    return sorted(map(str, value)) if isinstance(value, list) else value


def _same(state: State, rule: str, what: str, said: object, true: object) -> None:
    if type(said) is not type(true) or said != true:
        state.breach(rule, f"{what} is {said!r}; expected {true!r}")
