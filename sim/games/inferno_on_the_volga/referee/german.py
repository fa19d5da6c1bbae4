"""The five German actions, and none [p. 6-9, rulings R21, R22]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee import calls
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.combat import read_attackers, resolve
from sim.games.inferno_on_the_volga.referee.play import enter
from sim.games.inferno_on_the_volga.referee.state import STACK, State
from sim.referee.events import Event

ACTIONS = ("pass", "call", "long_move", "short_moves", "hasty_attack", "deliberate_attack")
LONG, SHORT, HASTY, DELIBERATE = "p. 7 long move", "p. 7-8 short moves", "p. 8 hasty attack", "p. 9 deliberate attack"
GROUPS = 2
"""Stacks or parts of stacks that short moves may take along."""


def play(state: State) -> None:
    """Follow the German half of a turn: one action."""
    event = state.expect("p. 6 actions", "action")
    state.at -= 1
    state.require(event.note in ACTIONS, "p. 6 actions", f"no such action: {event.note}")
    state.require(event.value == ACTIONS.index(event.note), "p. 6 actions", f"{event.note} has code {event.value}")
    state.at += 1
    _CALLS[event.note](state)


def _pass(state: State) -> None:
    """Do nothing, as by short moves that move nobody [p. 8]."""


def _move(state: State, rule: str, moved: list[Block]) -> tuple[Block, Event]:
    """Look at the next move of a block that has not moved yet; the caller takes it."""
    event = state.expect(rule, "move", GERMAN)
    state.at -= 1
    block = state.block(event, GERMAN, rule)
    state.require(bool(block.hex) and block.hex == event.from_hex, rule, f"{block.id} is not at {event.from_hex}")
    state.require(block not in moved, rule, f"{block.id} moves twice")
    state.require(event.to_hex in state.stacks, rule, f"{block.id} moves to {event.to_hex}, which is no hex")
    state.require(state.holder(event.to_hex) != SOVIET, rule, f"{block.id} moves among the Soviets at {event.to_hex}")
    return block, event


def _go(state: State, block: Block, to: str, moved: list[Block]) -> None:
    state.at += 1
    moved.append(block)
    state.put(block, to)
    enter(state, to, GERMAN)


def _fits(state: State, to: str, block: Block) -> None:
    n = len(state.stacks[to])
    state.require(n < STACK, "p. 4 stacking", f"{block.id} is one too many at {to}")


def _long_move(state: State) -> None:
    """One whole stack, through clear hexes away from all Soviets, up to two of them [p. 7]."""
    passed = ""
    if state.next_is("control"):
        passed = state.events[state.at].to_hex
        state.require(state.control.get(passed) == SOVIET, LONG, f"{passed} does not change hands")
        state.require(not state.holder(passed), LONG, f"{passed} is held")
        enter(state, passed, GERMAN)
    moved: list[Block] = []
    block, event = _move(state, LONG, moved)
    start, to = event.from_hex, event.to_hex
    stack = list(state.stacks[start])
    _check_way(state, start, passed, to)
    for one in stack:
        block, event = _move(state, LONG, moved)
        state.require((event.from_hex, event.to_hex) == (start, to), LONG, f"{block.id} leaves the stack")
        state.require(len(moved) > 0 or not state.stacks[to], LONG, f"{to} is not empty")
        state.require(one in stack, LONG, "a block too many")
        _go(state, block, to, moved)
    state.require(not state.next_is("move"), LONG, "a second stack moves")


def _check_way(state: State, start: str, passed: str, to: str) -> None:
    def is_open(hex_: str) -> bool:
        return state.ground.terrain[hex_] == "clear" and not state.is_next_to(hex_, SOVIET)

    for hex_ in (start, to, *([passed] if passed else [])):
        state.require(is_open(hex_), LONG, f"{hex_} is not clear or touches Soviets")
    touches = state.ground.touches
    ways = [passed] if passed else [h for h in state.ground.around(start) if state.control[h] == GERMAN and is_open(h)]
    ways = [h for h in ways if state.holder(h) != SOVIET and touches(start, h) and touches(h, to)]
    is_near = touches(start, to) and not passed
    state.require(is_near or bool(ways), LONG, f"no way of two clear hexes from {start} to {to}")
    state.require(start != to, LONG, f"the stack comes back to {start}")


def _short_moves(state: State) -> None:
    """Up to two stacks or parts of stacks, a hex each, not next to Soviets [p. 7-8]."""
    moved: list[Block] = []
    groups: set[tuple[str, str]] = set()
    while state.next_is("move"):
        block, event = _move(state, SHORT, moved)
        start, to = event.from_hex, event.to_hex
        groups.add((start, to))
        state.require(len(groups) <= GROUPS, SHORT, f"{block.id} goes in a third group")
        state.require(state.ground.touches(start, to), SHORT, f"{block.id} moves from {start} to {to}, too far")
        state.require(not state.is_next_to(to, SOVIET), SHORT, f"{block.id} moves next to Soviets at {to}")
        if state.reads("R21", "pinned"):
            state.require(not state.is_next_to(start, SOVIET), SHORT, f"{block.id} is pinned at {start}")
        _fits(state, to, block)
        _go(state, block, to, moved)


def _hasty(state: State) -> None:
    """Move a stack, or part of one, into contact; the stack that it joins attacks one hex [p. 8]."""
    moved: list[Block] = []
    way = ("", "")
    while state.next_is("move") or not moved:
        block, event = _move(state, HASTY, moved)
        start, to = event.from_hex, event.to_hex
        way = (start, to) if not moved else way
        state.require((start, to) == way, HASTY, f"{block.id} moves apart from the others")
        state.require(state.ground.touches(start, to), HASTY, f"{block.id} moves from {start} to {to}, too far")
        state.require(not state.is_next_to(start, SOVIET), HASTY, f"{block.id} starts next to Soviets at {start}")
        state.require(state.is_next_to(to, SOVIET), HASTY, f"{block.id} moves to {to}, next to no Soviets")
        _fits(state, to, block)
        _go(state, block, to, moved)
    alone = moved if state.reads("R22", "moved-only") else []
    attackers, target = read_attackers(state, GERMAN, HASTY, alone)
    joined = [block.id for block in attackers if alone and block not in alone]
    state.require(not joined, HASTY, f"{' '.join(joined)} attacks without having moved")
    where = {block.hex for block in attackers}
    state.require(where == {way[1]}, HASTY, f"{' '.join(sorted(where))} attacks, not the stack that moved to {way[1]}")
    resolve(state, GERMAN, attackers, target, target, is_deliberate=False)


def _deliberate(state: State) -> None:
    """Any whole stacks next to one Soviet stack, without a move [p. 9]."""
    attackers, target = read_attackers(state, GERMAN, DELIBERATE)
    resolve(state, GERMAN, attackers, target, target, is_deliberate=True)


_CALLS = {
    "pass": _pass, "call": calls.call, "long_move": _long_move, "short_moves": _short_moves,
    "hasty_attack": _hasty, "deliberate_attack": _deliberate,
}  # fmt: skip
