"""Movement: costs, zones of control, disengagement, the one hex that is always possible [4, 6]."""

from __future__ import annotations

from sim.games.leningrad.referee import forts, regeneration, supply, surprise
from sim.games.leningrad.referee.costs import POINT, allowance, factor, step_cost
from sim.games.leningrad.referee.counters import GERMAN, SOVIET, Unit
from sim.games.leningrad.referee.ground import BARRED
from sim.games.leningrad.referee.state import STACK, State, Trek
from sim.referee.breach import LOG
from sim.referee.events import Event

NOTES = ("", "disengage", "minimum")


def side_to_move(state: State) -> str:
    """Return whose movement or combat phase it is [3.0]."""
    return GERMAN if state.phase <= 4 else SOVIET


def start(state: State, event: Event) -> None:
    """Check the supply state with which a unit starts to move [9.0, R36]."""
    unit = state.unit(event)
    if not unit.is_on_map and not unit.is_eliminated:
        state.require(event.value == 1, "14.0", f"{unit.id} is not on the map and enters supplied")
        return
    unit = state.standing(event, "starts to move")
    state.require(unit.side == side_to_move(state), "4.0", f"{unit.id} moves in the phase of the other side")
    state.require(unit.id not in state.treks, "9.1", f"the supply of {unit.id} is told again as it moves")
    is_supplied = supply.checked(state, event, unit)
    state.treks[unit.id] = Trek(unit.hex, allowance(unit, is_supplied), path=[unit.hex], is_supplied=is_supplied)
    surprise.note_start(state, unit)


def trek_of(state: State, unit: Unit) -> Trek:
    """Return the trek of a unit that moves now; its supply must have been told."""
    if unit.id not in state.treks:
        state.breach("9.0", f"{unit.id} moves before its supply is told")
    return state.treks[unit.id]


def trek_in_overrun(state: State, unit: Unit, is_supplied: bool) -> Trek:
    """Return the trek of a unit that overruns; if it has not moved yet, it starts now, in its supply of now [9.0]."""
    if unit.id not in state.treks:
        state.treks[unit.id] = Trek(unit.hex, allowance(unit, is_supplied), path=[unit.hex], is_supplied=is_supplied)
    return state.treks[unit.id]


def step(state: State, event: Event) -> None:
    """Check a move of one hex, and make it."""
    unit = state.standing(event, "moves")
    state.require(unit.side == side_to_move(state), "4.0", f"{unit.id} moves in the phase of the other side")
    one, other = event.from_hex, state.hex(event.to_hex)
    state.require(event.note in NOTES, LOG, f"no such kind of move: {event.note!r}")
    surprise.forbid_move(state, unit)
    trek = trek_of(state, unit)
    end_others(state, unit)
    state.require(not trek.is_closed, "4.0", f"{unit.id} moves on after others have moved")
    _check_way(state, unit, one, other)
    is_leaving = state.in_ezoc(unit.side, one)
    if is_leaving:
        _check_disengagement(state, unit, trek, event)
    else:
        state.require(event.note != "disengage", "6.0", f"{unit.id} disengages at {one}, where no enemy controls")
        state.require(not trek.is_stopped, "4.7", f"{unit.id} moves on from {one} after an enemy zone of control")
    state.require(not trek.is_over, "7.7", f"{unit.id} moves on after its retreat from an overrun")
    _pay(state, unit, trek, event, is_leaving)
    _enter(state, unit, trek, other)


def end_others(state: State, unit: Unit) -> None:
    """Note that a unit moves: by the other reading of R54 all who began elsewhere are done."""
    if state.readings["R54"] != "one-move":
        return
    start = state.treks[unit.id].start
    for other, trek in state.treks.items():
        if other != unit.id and (trek.start != start or not start):
            trek.is_closed = True


def _check_way(state: State, unit: Unit, one: str, other: str) -> None:
    ground = state.ground
    state.require(other in ground.sides[one], "4.0", f"{unit.id} moves from {one} to {other}, which do not touch")
    is_barred = ground.has(BARRED, one, other) or not ground.is_playable(other)
    state.require(not is_barred, "4.2", f"{unit.id} moves from {one} to {other} over sea or lake")
    state.require(not state.enemies(unit.side, other), "4.4", f"{unit.id} moves into enemies at {other}")


def _check_disengagement(state: State, unit: Unit, trek: Trek, event: Event) -> None:
    one, other = event.from_hex, event.to_hex
    if not event.note:
        state.breach("4.7", f"{unit.id} leaves an enemy zone of control at {one} without disengaging")
    surprise.forbid_disengagement(state, unit)
    if not (unit.side == GERMAN and unit.is_mobile):
        is_start = one == trek.start and len(trek.path) == 1
        state.require(is_start, "6.2", f"{unit.id} disengages from {one}, where it did not begin the phase")
    state.require(len(state.friends(unit.side, one)) > 1, "6.3", f"{unit.id} disengages and leaves nobody in {one}")
    is_controlled = state.in_ezoc(unit.side, other)
    state.require(not is_controlled, "6.4", f"{unit.id} disengages from {one} into an enemy zone of control at {other}")
    for rule in ("6.0", "6.3", "6.4", "6.1" if unit.side == GERMAN and unit.is_mobile else "6.2"):
        state.saw(rule)
    trek.has_disengaged, trek.is_stopped = True, False


def is_first_step(trek: Trek) -> bool:
    """Return whether a unit that began the phase on the map has entered no hex yet."""
    return bool(trek.start) and len(trek.path) == 1


def disengage_cost(unit: Unit) -> int:
    """Return what it costs a unit more to disengage, in half points [6.1, 6.2]."""
    return (2 if unit.side == GERMAN and unit.is_mobile else 3) * POINT


def _pay(state: State, unit: Unit, trek: Trek, event: Event, is_leaving: bool) -> None:
    one, other = event.from_hex, event.to_hex
    if event.note == "minimum":
        is_fresh = is_first_step(trek) and not trek.spent
        state.require(is_fresh, "4.3", f"{unit.id} is not at its first hex, and has not all its points for {other}")
        state.require(event.value == trek.allowance, "4.3", f"{unit.id} spends {event.value}, not {trek.allowance}")
        state.saw("4.3")
        cost = trek.allowance
    else:
        cost = step_cost(state, unit, one, other, is_first_step(trek))
        cost += disengage_cost(unit) if is_leaving else 0
        if event.value != cost:
            rule = _cost_rule(state, unit, trek, event, is_leaving)
            state.breach(rule, f"{unit.id} pays {event.value} half mp from {one} to {other}; the cost is {cost}")
        _count_cost(state, unit, trek, event)
    if cost > trek.left:
        word = "" if trek.is_supplied else " out of supply"
        rule = "4.1" if trek.is_supplied else "9.1"
        state.breach(rule, f"{unit.id}{word} spends {trek.spent + cost} half mp of {trek.allowance}")
    trek.spent += cost


def _cost_rule(state: State, unit: Unit, trek: Trek, event: Event, is_leaving: bool) -> str:
    if unit.side == SOVIET and state.interdicted:
        if factor(state, event.to_hex) > 1:
            return "11.3"
        if is_first_step(trek) and factor(state, event.from_hex) > 1:
            return "11.4"
    if unit.side == GERMAN and state.is_empty_fort(event.to_hex):
        return "4.4"
    if is_leaving:
        return "6.1" if unit.side == GERMAN and unit.is_mobile else "6.2"
    return "4.2"


def _count_cost(state: State, unit: Unit, trek: Trek, event: Event) -> None:
    one, other = event.from_hex, event.to_hex
    for rule in ("2.2", "2.7", "4.0", "4.1", "4.2"):
        state.saw(rule)
    if unit.side == SOVIET and factor(state, other) > 1:
        state.saw("11.3")
    if unit.side == SOVIET and is_first_step(trek) and factor(state, one) > 1:
        state.saw("11.4")
    if unit.side == GERMAN and state.is_empty_fort(other):
        state.saw("4.4")


def _enter(state: State, unit: Unit, trek: Trek, hex_: str) -> None:
    if len(state.friends(unit.side, hex_)) >= STACK:
        state.saw("4.6")
    arrive_in(state, unit, hex_)
    trek.path.append(hex_)
    if state.in_ezoc(unit.side, hex_):
        trek.is_stopped = True
        for rule in ("4.7", "5.0"):
            state.saw(rule)


def arrive_in(state: State, unit: Unit, hex_: str) -> None:
    """Put a unit into a hex that it enters by movement, retreat or advance."""
    if unit.side == GERMAN:
        forts.expect_loss(state, hex_)
        regeneration.disturb(state, unit)
    state.place(unit, hex_)


def overrun_cost(state: State, unit: Unit, trek: Trek, one: str, other: str) -> int:
    """Return what an overrun costs a unit: the hex and two points, one for Germans on turn 1 [7.3, R38]."""
    extra = 1 if unit.side == GERMAN and state.turn == 1 else 2
    return step_cost(state, unit, one, other, is_first_step(trek)) + extra * POINT
