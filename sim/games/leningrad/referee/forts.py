"""Soviet forts [13]."""

from __future__ import annotations

from sim.games.leningrad.referee import supply
from sim.games.leningrad.referee.counters import FORTS, GERMAN, SOVIET, fort_turns
from sim.games.leningrad.referee.state import State
from sim.referee.breach import LOG
from sim.referee.events import Event

CENTER = "2604"
RADIUS = 4
PER_TURN = 2


def build(state: State, event: Event) -> None:
    """Check a fort that is placed, and place it."""
    fort, hex_ = event.unit, state.hex(event.to_hex)
    state.require(fort in FORTS, LOG, f"no such fort: {fort!r}")
    state.require(fort not in state.forts_used, "13.3", f"{fort} was placed before")
    come = sum(n for turn, n in fort_turns().items() if turn <= state.turn)
    state.require(len(state.forts_used) < come, "13.0", f"{fort} is placed too soon: {come} forts have come by now")
    state.require(state.forts_placed < PER_TURN, "13.4", f"{fort} is the third fort of this turn")
    _check_place(state, fort, hex_)
    state.forts_placed += 1
    state.forts_used.add(fort)
    state.forts[fort] = hex_
    for rule in ("13.0", "13.3", "13.4", "13.5", "14.0"):
        state.saw(rule)


def _check_place(state: State, fort: str, hex_: str) -> None:
    is_near = state.ground.is_playable(hex_) and state.ground.distance(CENTER, hex_) <= RADIUS
    state.require(is_near, "13.0", f"{fort} at {hex_} is not on land within {RADIUS} hexes of {CENTER}")
    state.require(not state.fort_at(hex_), "13.5", f"{fort} is the second fort at {hex_}")
    state.require(not state.friends(GERMAN, hex_), "13.0", f"{fort} is placed among Germans at {hex_}")
    if state.in_ezoc(SOVIET, hex_):
        state.require(bool(state.friends(SOVIET, hex_)), "13.6", f"{fort} is placed in a German zone at {hex_}")
        state.saw("13.6")
    is_supplied = supply.is_traced(state, SOVIET, False, hex_)
    state.require(is_supplied, "13.0", f"{fort} is placed at {hex_}, which is out of supply")


def expect_loss(state: State, hex_: str) -> None:
    """Note that a German enters a hex: a fort there must go [13.2]."""
    fort = state.fort_at(hex_)
    if fort:
        state.forts_due.add(fort)


def lose(state: State, event: Event) -> None:
    """Check a fort that is removed because Germans came in."""
    is_there = event.unit in state.forts and state.forts[event.unit] == event.from_hex
    state.require(is_there, "13.3", f"{event.unit} is removed from {event.from_hex}, where it is not")
    state.require(event.unit in state.forts_due, "13.3", f"{event.unit} is removed but no German has entered its hex")
    state.forts_due.remove(event.unit)
    del state.forts[event.unit]
    state.saw("13.2")


def check_lost(state: State) -> None:
    """Stop if a fort stands where Germans have entered."""
    for fort in state.forts_due:
        state.breach("13.2", f"{fort} still stands at {state.forts[fort]}, where Germans have entered")
