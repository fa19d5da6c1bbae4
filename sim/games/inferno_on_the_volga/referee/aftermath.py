"""Advance after combat and Blitz [p. 10, p. 13, ruling R24]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.play import enter
from sim.games.inferno_on_the_volga.referee.state import STACK, State

if TYPE_CHECKING:
    from sim.games.inferno_on_the_volga.referee.combat import Fight

ADVANCE, BLITZ = "p. 10 advance", "p. 13 Blitz"
FAST = ("panzer", "panzer_grenadier", "motorized_infantry")


def advance(state: State, fight: Fight) -> None:
    """Read who advances into an emptied hex, which must be entered, and by whom it may be [p. 10]."""
    left = [block for block in fight.attackers if block.strength]
    gone: list[Block] = []
    if left and not state.stacks[fight.target]:
        most = STACK if fight.is_german else 1
        while not gone or (state.next_is("advance") and len(gone) < most):
            block = _one(state, fight, left, "advance", ADVANCE)
            if not fight.is_german:
                top = max(other.strength for other in _first_to_go(state, fight, left))
                state.require(block in _first_to_go(state, fight, left), ADVANCE, f"{block.id} is not of the hex")
                state.require(block.strength == top, ADVANCE, f"{block.id} advances and is not the strongest")
            state.at += 1
            state.put(block, fight.target)
            gone.append(block)
            left.remove(block)
            enter(state, fight.target, fight.side)
    state.require(not state.next_is("advance"), ADVANCE, "an advance too many, or into a hex that is held")
    _blitz(state, fight, [block for block in gone if block.kind in FAST])


def _first_to_go(state: State, fight: Fight, left: list[Block]) -> list[Block]:
    """Return the Soviet blocks of which the strongest advances: all, or those of the hex of the card, if any [R20]."""
    of_the_hex = [block for block in left if block.hex == fight.soviet_hex]
    return of_the_hex if of_the_hex and state.reads("R20", "smallest-stack") else left


def _one(state: State, fight: Fight, left: list[Block], kind: str, rule: str) -> Block:
    """Look at the next move of the aftermath; the caller takes it."""
    event = state.expect(rule, kind, fight.side)
    state.at -= 1
    block = state.block(event, fight.side, rule)
    state.require(block in left, rule, f"{block.id} cannot {kind}")
    state.require(event.from_hex == block.hex, rule, f"{block.id} is not at {event.from_hex}")
    if kind == "advance":
        state.require(event.to_hex == fight.target, rule, f"{block.id} advances to {event.to_hex}, not {fight.target}")
    return block


def _blitz(state: State, fight: Fight, fast: list[Block]) -> None:
    reached: set[str] = set()
    while state.next_is("blitz"):
        block = _one(state, fight, fast, "blitz", BLITZ)
        to = state.events[state.at].to_hex
        can = fight.is_german and "hoth" in state.leaders and state.ground.terrain[fight.target] == "clear"
        state.require(can, BLITZ, "no Blitz without Hoth and a clear hex")
        is_near = state.ground.touches(fight.target, to)
        state.require(is_near and state.ground.terrain[to] == "clear", BLITZ, f"{to} is not clear and adjacent")
        state.require(not state.stacks[to] or to in reached, BLITZ, f"{to} is not empty")
        if state.reads("R24", "not-next-to-soviets"):
            state.require(not state.is_next_to(to, SOVIET), BLITZ, f"{to} is next to Soviets")
        state.at += 1
        reached.add(to)
        fast.remove(block)
        state.put(block, to)
        enter(state, to, GERMAN)
