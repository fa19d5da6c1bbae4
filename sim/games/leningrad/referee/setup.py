"""Set-up: red hexes, columns 13 to 19, Germans west of the border [1.0, R9]."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from sim.games.leningrad.referee.counters import GAME, GERMAN, NORTH, SOVIET, Unit, slots
from sim.games.leningrad.referee.state import STACK, State
from sim.map.board import load_board
from sim.map.setup import load_setup
from sim.referee.events import Event

START_INFANTRY, START_MOBILE = 18, 6
NORTH_MOST = 2


@dataclass(frozen=True)
class Places:
    """Where the sides may set up: red hexes with (infantry, mobile), and German hexes."""

    red: dict[str, tuple[int, int]]
    german: frozenset[str]


@cache
def load_places(member: int = -1) -> Places:
    """Return the set-up hexes of the central board (-1) or of a member of the ensemble."""
    found = load_setup(GAME, member)
    numbers = load_board(GAME, member).numbers
    red = {start.number: (start.infantry, start.mobile) for start in found.starts}
    return Places(red, frozenset(numbers[at] for zone in found.zones.values() for at in zone))


def place(state: State, event: Event) -> None:
    """Put a unit on the map before the game."""
    unit = state.unit(event)
    hex_ = state.hex(event.to_hex)
    state.require(not unit.is_on_map, "1.0", f"{unit.id} is set up twice")
    state.require(not unit.due, "1.0", f"{unit.id} is set up, but comes on turn {unit.due}")
    state.require(state.ground.is_playable(hex_), "1.0", f"{unit.id} is set up at {hex_}, which is unplayable")
    state.place(unit, hex_)


def check(state: State, places: Places) -> None:
    """Check the set-up as a whole."""
    _check_germans(state, places)
    _check_soviets(state, places)
    for hex_ in state.ground.terrain:
        state.require(len(state.here(hex_)) <= STACK, "4.6", f"{len(state.here(hex_))} units are set up at {hex_}")
    state.saw("1.0")


def _check_germans(state: State, places: Places) -> None:
    units = state.on_map(GERMAN)
    mobile = [unit for unit in units if unit.is_mobile]
    infantry = len(units) - len(mobile)
    what = f"{infantry} German infantry and {len(mobile)} mobile units are set up"
    state.require((infantry, len(mobile)) == (START_INFANTRY, START_MOBILE), "1.0", what)
    for unit in units:
        state.require(unit.hex in places.german, "1.0", f"{unit.id} is set up at {unit.hex}, not west of the border")
        state.require(unit.hex not in NORTH or not unit.is_mobile, "1.0", f"{unit.id}, mobile, is set up in the north")
    north = sum(unit.hex in NORTH for unit in units)
    state.require(north <= NORTH_MOST, "1.0", f"{north} German units are set up north of 0010")


def _check_soviets(state: State, places: Places) -> None:
    plan = slots()
    for unit_id in (*plan.infantry, *plan.mobile):
        unit = state.units[unit_id]
        state.require(bool(unit.due) or unit.is_on_map, "1.0", f"{unit_id} is not set up")
    red = [unit for unit in state.on_map(SOVIET) if unit.id not in plan.column]
    stood = Counter((unit.hex, unit.is_mobile) for unit in red)
    for hex_ in sorted({*places.red, *(unit.hex for unit in red)}):
        have = (stood[hex_, False], stood[hex_, True])
        want = places.red.get(hex_, (0, 0))
        state.require(have == want, "1.0", f"{hex_} holds {have} infantry and mobile units, not {want}")
    for unit_id, column in plan.column.items():
        _check_column(state, state.units[unit_id], column)


def _check_column(state: State, unit: Unit, column: str) -> None:
    state.require(unit.hex[:2] == column, "1.0", f"{unit.id} is set up at {unit.hex}, not in column {column}")
    state.require(len(state.here(unit.hex)) == 1, "1.0", f"{unit.id} shares {unit.hex} with another unit")
