"""Retreats, a unit after the other, a hex at a time, into safe hexes [8.46, 8.47, R41, R42]."""

from __future__ import annotations

from sim.games.leningrad.referee import movement
from sim.games.leningrad.referee.counters import Unit
from sim.games.leningrad.referee.state import STACK, State
from sim.referee.events import Event


def gap(state: State, hex_: str, foes: list[str]) -> int:
    """Return hexes to the nearest hex of the force that caused the retreat, straight or over land [8.47 (1), R41]."""
    far = state.ground.over_land if state.readings["R41"] == "over-land" else state.ground.distance
    return min(far(foe, hex_) for foe in foes)


def why_unsafe(state: State, unit: Unit, one: str, other: str, foes: list[str]) -> tuple[str, str] | None:
    """Return the rule and the reason why a hex is not safe to retreat into, or nothing if it is."""
    ground = state.ground
    if other not in ground.sides[one]:
        return "8.47", f"which does not touch {one}"
    if not ground.is_open(one, other):
        return "5.0", "over sea or lake"
    if state.enemies(unit.side, other):
        return "8.47", "into enemies"
    if gap(state, other, foes) <= gap(state, one, foes):
        return "8.47", "no farther from the force that beat it"
    others = [friend for friend in state.friends(unit.side, other) if friend is not unit]
    if len(others) >= STACK:
        return "8.47", "into a full stack"
    if state.in_ezoc(unit.side, other) and not others:
        return "8.47", "into an enemy zone of control"
    return None


def safe(state: State, unit: Unit, one: str, foes: list[str]) -> list[str]:
    """Return the safe hexes next to a hex."""
    return [other for other in state.ground.reach(one) if why_unsafe(state, unit, one, other, foes) is None]


def can_go(state: State, unit: Unit, one: str, hexes: int, foes: list[str]) -> bool:
    """Return whether a unit can go so many safe hexes."""
    return hexes == 0 or any(can_go(state, unit, other, hexes - 1, foes) for other in safe(state, unit, one, foes))


def step(state: State, event: Event, foes: list[str], left: int) -> Unit:
    """Check a retreat of one hex, and make it; `left`: hexes that the unit must still go after it."""
    unit = state.standing(event, "retreats")
    one, other = unit.hex, state.hex(event.to_hex)
    bad = why_unsafe(state, unit, one, other, foes)
    if bad:
        state.breach(bad[0], f"{unit.id} retreats from {one} to {other}, {bad[1]}")
    if state.friends(unit.side, other):
        for vacant in safe(state, unit, one, foes):
            if not state.friends(unit.side, vacant) and can_go(state, unit, vacant, left, foes):
                state.breach("8.47", f"{unit.id} retreats to {other} among friends, though {vacant} is safe and empty")
        if state.in_ezoc(unit.side, other):
            state.saw("8.47")
    movement.arrive_in(state, unit, other)
    state.fled.add(unit.id)
    for rule in ("8.46", "8.47"):
        state.saw(rule)
    return unit
