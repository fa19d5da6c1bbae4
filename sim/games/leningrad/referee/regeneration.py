"""German units turned over to full strength [14.6 to 14.10, R15, R31, R33, R50]."""

from __future__ import annotations

from sim.games.leningrad.referee import supply
from sim.games.leningrad.referee.counters import EAST_PRUSSIA, GERMAN, Unit
from sim.games.leningrad.referee.state import State
from sim.referee.events import Event

PER_PHASE = 3
BEDS = ("town", "soviet_city")


def is_bed(state: State, hex_: str) -> bool:
    """Return whether units can regenerate in a hex [14.6, R15]."""
    return hex_ in EAST_PRUSSIA or state.ground.terrain[hex_] in BEDS


def disturb(state: State, unit: Unit) -> None:
    """Note that a German unit moves, attacks or is attacked: its rest begins anew [14.9, R33]."""
    if unit.steps == 1 and unit.hex and is_bed(state, unit.hex) and unit.since < state.turn:
        state.saw("14.9")
    unit.since = state.turn


def flip(state: State, event: Event) -> None:
    """Check a regeneration, and make it."""
    if event.unit in state.units and state.units[event.unit].is_eliminated:
        state.breach("14.10", f"{event.unit} regenerates after its elimination")
    unit = state.standing(event, "regenerates")
    hex_ = unit.hex
    state.require(unit.side == GERMAN, "14.10", f"{unit.id} is Soviet and regenerates")
    state.require(event.to_hex == hex_, "14.6", f"{unit.id} regenerates at {event.to_hex}, is at {hex_}")
    state.require(unit.steps == 1, "14.6", f"{unit.id} regenerates at full strength")
    state.require(is_bed(state, hex_), "14.6", f"{unit.id} regenerates at {hex_}, no town and not in East Prussia")
    what = f"{unit.id} regenerates at {hex_} without a full turn of rest: it last moved or fought on turn {unit.since}"
    state.require(unit.since <= state.turn - 2, "14.6", what)
    state.require(not state.in_ezoc(GERMAN, hex_), "14.7", f"{unit.id} regenerates at {hex_} in an enemy zone")
    state.require(supply.is_supplied(state, unit), "14.6", f"{unit.id} regenerates at {hex_} out of supply")
    state.require(state.flipped < PER_PHASE, "14.8", f"{unit.id} is the fourth to regenerate in this phase")
    state.flipped += 1
    state.regenerations += 1
    unit.steps = 2
    for rule in ("14.6", "14.7", "14.8"):
        state.saw(rule)
