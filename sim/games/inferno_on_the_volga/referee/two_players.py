"""The Soviet half of a turn with a Soviet player: he must spawn, or moves, attacks or draws as he likes [p. 17-18]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from sim.games.inferno_on_the_volga.referee.play import draw, enter
from sim.games.inferno_on_the_volga.referee.procedure import attack, spawn_all, tallest_stacks
from sim.games.inferno_on_the_volga.referee.state import STACK, State

MOVE = "p. 17 move action"


def play(state: State) -> None:
    """Follow the Soviet half of a turn."""
    tallest, held = tallest_stacks(state), state.spawn_hexes(SOVIET)
    if not held:  # as in the solitaire game [p. 11 step 1]: there is nothing to spawn, and the deck goes on
        draw(state, SOVIET, "p. 11 Soviet actions")
    elif len(tallest) > len(held):
        spawn_all(state)
    elif state.next_is("draw") or not state.next_is("move", "attack"):
        if state.decks[SOVIET] and not _is_stuck(state, tallest):
            draw(state, SOVIET, "p. 17 draw action")
    else:
        _move_all(state, tallest)


def _ways(state: State, hex_: str) -> list[str]:
    """Return where a block of a stack can go or attack."""
    around = state.ground.around(hex_)
    return [to for to in around if state.holder(to) == GERMAN or len(state.stacks[to]) < STACK]


def _is_stuck(state: State, tallest: list[str]) -> bool:
    return not any(_ways(state, hex_) for hex_ in tallest)


def _who_attacks(state: State, told: str, target: str, left: list[str]) -> str:
    """Return the stack that declares an attack: the one told first, unless the German says whose cards act [R20]."""
    if "chuikov" not in state.leaders or not state.reads("R20", "smallest-stack"):
        return told
    return next((hex_ for hex_ in left if state.holder(hex_) == SOVIET and state.ground.touches(hex_, target)), told)


def _move_all(state: State, tallest: list[str]) -> None:
    left = list(tallest)
    while state.next_is("move", "attack"):
        event = state.events[state.at]
        hex_ = event.from_hex
        if event.kind == "attack":
            hex_ = _who_attacks(state, hex_, event.to_hex, left)
        state.require(hex_ in left, MOVE, f"{hex_ or event.unit} is no tallest stack, or has moved")
        left.remove(hex_)
        if event.kind == "attack":
            attack(state, hex_, event.to_hex)
            continue
        block, to = state.block(event, SOVIET, MOVE), event.to_hex
        state.require(block.hex == hex_, MOVE, f"{block.id} is not at {hex_}")
        state.require(state.ground.touches(hex_, to), MOVE, f"{block.id} moves from {hex_} to {to}, too far")
        state.require(state.holder(to) != GERMAN, MOVE, f"{block.id} moves among the Germans at {to}")
        state.require(len(state.stacks[to]) < STACK, "p. 4 stacking", f"{block.id} is one too many at {to}")
        state.expect(MOVE, "move", SOVIET)
        state.put(block, to)
        enter(state, to, SOVIET)
    for hex_ in left:
        can = state.holder(hex_) == SOVIET and bool(_ways(state, hex_))
        state.require(not can, MOVE, f"no block of {hex_} moves or attacks")
