"""Victory at the end of a half turn, the last Soviet card with OKH [p. 3, p. 13 OKH, rulings R5, R15, R36]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from sim.games.inferno_on_the_volga.referee.play import finish
from sim.games.inferno_on_the_volga.referee.state import State

LOSSES, WEIGHT_OF_R, SPAWN_HEXES, SHORE = 10, 2, 6, 19


def german_way(state: State) -> str:
    """Return by what the Germans have won; empty if they have not."""
    if "okh" in state.leaders:
        if all(state.control[str(n)] == GERMAN for n in range(1, SHORE + 1)):
            return "coast"
    elif len(state.spawn_hexes(GERMAN)) == SPAWN_HEXES:
        return "spawn_hexes"
    return "" if state.on_map(SOVIET) else "no_soviets"


def dead_points(state: State) -> int:
    """Return what the eliminated Germans count: R blocks twice; those sent off by a reading only [R5]."""
    states = ("dead", "removed") if state.reads("R5", "counted") else ("dead",)
    return sum(WEIGHT_OF_R if block.row else 1 for block in state.blocks.values() if block.state in states)


def check(state: State) -> None:
    """Stop at the end that this half turn brings, if it does."""
    if state.phase == 1 and state.reads("R36", "pair-of-turns"):
        return
    ways = {GERMAN: german_way(state), SOVIET: "german_losses" if dead_points(state) >= LOSSES else ""}
    for side in (state.whose, SOVIET if state.whose == GERMAN else GERMAN):
        if ways[side]:
            finish(state, ways[side])
    is_last = state.emptied and state.turn >= state.emptied + state.sent_off
    if is_last and state.phase == 2:
        finish(state, "soviet_deck")
