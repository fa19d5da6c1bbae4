"""Reinforcements: when, where, at what cost [14.0 to 14.5, R46]."""

from __future__ import annotations

from sim.games.leningrad.referee import forts, movement, surprise
from sim.games.leningrad.referee.costs import empty_fort_cost, entry_cost, factor
from sim.games.leningrad.referee.counters import EAST_PRUSSIA, GERMAN, LENINGRAD, SOVIET, Unit, infantry_due
from sim.games.leningrad.referee.state import STACK, State, Trek
from sim.numbers.tables import load_list
from sim.referee.events import Event

GAME = "leningrad"
LATE = ("s8a", 9, "2906")
"""The 34th Army's infantry, delayed, may enter here too from this turn on [15.3, R18]."""


def northern_edge() -> tuple[str, ...]:
    """Return where the Leningrad reinforcements enter when the city is German [14.4]."""
    return tuple(load_list(GAME, "reinforcement_limits")["edge_alternative"]["value"].split(";"))


def arrive(state: State, event: Event) -> None:
    """Check a reinforcement that enters, and put it on the map with what is left of its movement."""
    unit = state.unit(event)
    hex_ = state.hex(event.to_hex)
    side = movement.side_to_move(state)
    state.require(unit.side == side, "14.0", f"{unit.id} enters in the phase of the other side")
    if unit.is_eliminated:
        state.breach("14.10" if side == GERMAN else "14.0", f"{unit.id} enters but was eliminated")
    state.require(not unit.is_on_map, "14.0", f"{unit.id} enters but is on the map")
    _check_due(state, unit)
    state.require(state.ground.is_playable(hex_), "14.0", f"{unit.id} enters at {hex_}, which is unplayable")
    state.require(not state.enemies(side, hex_), "14.2", f"{unit.id} enters among enemies at {hex_}")
    _check_entry(state, unit, hex_)
    if not unit.due:
        unit.due = state.turn
    cost = entry_cost(state, unit.is_mobile, hex_) * (factor(state, hex_) if side == SOVIET else 1)
    cost += empty_fort_cost(state, unit, hex_)
    state.require(
        event.value == cost, "14.1", f"{unit.id} pays {event.value} half mp to enter at {hex_}; the cost is {cost}"
    )
    state.require(cost <= unit.allowance, "14.1", f"{unit.id} cannot pay {cost} half mp to enter at {hex_}")
    if side == GERMAN:
        forts.expect_loss(state, hex_)
    movement.arrive_in(state, unit, hex_)
    trek = Trek("", unit.allowance, spent=cost, path=[hex_], is_stopped=state.in_ezoc(side, hex_))
    state.treks[unit.id] = trek
    movement.end_others(state, unit)
    surprise.note_start(state, unit)
    for rule in ("14.0", "14.1"):
        state.saw(rule)
    if state.turn > unit.due:
        state.saw("14.3")


def _check_due(state: State, unit: Unit) -> None:
    if unit.side == GERMAN and not unit.due:  # the infantry left over at set-up, whichever they are [R10]
        come = sum(not u.row and u.due > 0 for u in state.units.values() if u.side == GERMAN)
        is_due = come < infantry_due(state.turn) and not unit.is_mobile
    else:
        is_due = 0 < unit.due <= state.turn
    state.require(is_due, "14.0", f"{unit.id} enters too soon")


def listed(state: State, unit: Unit) -> tuple[str, ...]:
    """Return the entry hexes of a unit as the schedule and its notes have them."""
    entries = unit.entries or EAST_PRUSSIA
    if unit.row == LATE[0] and state.turn >= LATE[1]:
        entries = (*entries, LATE[2])
    if entries and set(entries) == set(LENINGRAD) and all(state.friends(GERMAN, hex_) for hex_ in LENINGRAD):
        return northern_edge()
    return entries


def is_blocked(state: State, side: str, hex_: str) -> bool:
    """Return whether an entry hex is no use: unplayable, enemies in it, or three friends [14.2]."""
    is_full = len(state.friends(side, hex_)) >= STACK
    return is_full or bool(state.enemies(side, hex_)) or not state.ground.is_playable(hex_)


def substitutes(state: State, side: str, entries: tuple[str, ...]) -> set[str]:
    """Return the nearest free hexes of the map edge, when every entry hex is blocked [14.2, R46]."""
    free = [hex_ for hex_ in state.ground.terrain if state.ground.is_edge(hex_) and not is_blocked(state, side, hex_)]
    far = {hex_: min(state.ground.distance(entry, hex_) for entry in entries) for hex_ in free}
    return {hex_ for hex_ in free if far[hex_] == min(far.values())}


def _check_entry(state: State, unit: Unit, hex_: str) -> None:
    entries = listed(state, unit)
    if hex_ in entries:
        if entries == northern_edge() and set(unit.entries) == set(LENINGRAD):
            state.saw("14.4")
        return
    choices = [entries] if unit.row != LATE[0] else [entries, unit.entries]  # they may leave 2906 alone [15.3]
    shut = [some for some in choices if all(is_blocked(state, unit.side, entry) for entry in some)]
    state.require(bool(shut), "14.0", f"{unit.id} enters at {hex_}; it may at {', '.join(entries)}")
    is_near = any(hex_ in substitutes(state, unit.side, some) for some in shut)
    state.require(is_near, "14.2", f"{unit.id} enters at {hex_}, which is not the nearest free hex of the edge")
    state.saw("14.2")


def check_not_delayed(state: State) -> None:
    """At the end of the Soviet movement of turn 1, stop if a reinforcement of turn 1 is not in [14.5, 15.1]."""
    if state.turn != 1 or state.phase != 6:
        return
    for unit in state.units.values():
        if unit.side == SOVIET and unit.due == 1:
            state.require(unit.is_on_map, "14.5", f"{unit.id} has not entered on turn 1")
            state.saw("14.5")
