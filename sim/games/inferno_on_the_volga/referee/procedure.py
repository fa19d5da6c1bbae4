"""The Soviet procedure: action, spawning, order of the dice, compass, attacks [p. 11-12, p. 15, p. 20]."""

from __future__ import annotations

from collections import Counter

from sim.games.inferno_on_the_volga.referee import dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET
from sim.games.inferno_on_the_volga.referee.combat import read_attackers, resolve
from sim.games.inferno_on_the_volga.referee.ground import SOVIET_SPAWN
from sim.games.inferno_on_the_volga.referee.play import draw, enter, spawn
from sim.games.inferno_on_the_volga.referee.state import STACK, State

ICONS = {
    "3": ("infantry", "tank"), "19": ("infantry", "tank"), "9": ("infantry",), "15": ("infantry",),
    "13": ("infantry", "infantry"), "7": ("tank",),
}  # fmt: skip
"""What comes where [p. 11, R8]."""
ACTIONS, SPAWN, ORDER, MOVES = "p. 11 Soviet actions", "p. 11 spawn", "p. 11 order of the dice", "p. 11 moves"
DRAWS, ATTACK = "p. 12 drawing cards", "p. 12 Soviet attack"
BACKWARD = 1


def play(state: State) -> None:
    """Follow the Soviet half of a turn as the procedure forces it [p. 11]."""
    held = state.spawn_hexes(SOVIET)
    if not held:
        state.expect(ACTIONS, "action", value=0, note="card")
        draw(state, SOVIET, ACTIONS)
        return
    tallest = tallest_stacks(state)
    if len(tallest) > len(held):
        state.expect(ACTIONS, "action", value=1, note="spawn")
        spawn_all(state)
    else:
        state.expect(ACTIONS, "action", value=2, note="move")
        _move_all(state, tallest)


def tallest_stacks(state: State) -> list[str]:
    """Return the hexes with the tallest Soviet stacks, from north to south [p. 11]."""
    heights = {hex_: len(stack) for hex_, stack in state.stacks.items() if state.holder(hex_) == SOVIET}
    top = max(heights.values(), default=0)
    south = state.ground.southward
    return sorted((hex_ for hex_, n in heights.items() if n == top), key=lambda hex_: south[hex_])


def spawn_all(state: State) -> None:
    """Expect the blocks and cards of a spawn action, hex by hex [p. 11, R9, R10]."""
    for hex_ in SOVIET_SPAWN:
        if state.control[hex_] != SOVIET:
            continue
        room = STACK - len(state.stacks[hex_])
        icons = ICONS[hex_]
        if not room:
            for _ in icons if state.reads("R9", "card-an-icon") else icons[:1]:
                draw(state, SOVIET, SPAWN)
            continue
        for pool in icons[:room]:  # the infantry first, so that it takes the last place
            if state.reserve(pool):
                spawn(state, pool, hex_, SPAWN)
            else:
                draw(state, SOVIET, SPAWN)


def _move_all(state: State, tallest: list[str]) -> None:
    rolled: list[tuple[int, int, str]] = []
    for k, hex_ in enumerate(tallest):
        die = 1 + state.number(6, dice.PROCEDURE, k)
        state.expect(ORDER, "die", SOVIET, to_hex=hex_, value=k, die=die)
        rolled.append((die, k, hex_))
    shown = Counter(die for die, _, _ in rolled)
    for die, k, hex_ in sorted(rolled):
        attacks = _germans_toward(state, hex_, die)
        if shown[die] > 1 and not (attacks and state.reads("R12", "attack")):
            draw(state, SOVIET, DRAWS)
        elif attacks:
            attack(state, hex_, state.ground.pointed(hex_, die))
        else:
            _step(state, die, k, hex_)


def _germans_toward(state: State, hex_: str, die: int) -> bool:
    to = state.ground.pointed(hex_, die)
    return state.holder(hex_) == SOVIET and bool(to) and state.holder(to) == GERMAN


def _step(state: State, die: int, k: int, hex_: str) -> None:
    """Move a random block in the direction of the die, or draw [p. 11, p. 12 B and C]."""
    to = state.ground.pointed(hex_, die)
    is_blocked = die == BACKWARD or not to or state.holder(hex_) != SOVIET or len(state.stacks[to]) == STACK
    if is_blocked:
        draw(state, SOVIET, DRAWS)
        return
    stack = state.stacks[hex_]
    block = stack[state.number(len(stack), dice.PROCEDURE, 64 + k)]
    state.expect(MOVES, "move", SOVIET, unit=block.id, from_hex=hex_, to_hex=to)
    state.put(block, to)
    enter(state, to, SOVIET)


def attack(state: State, hex_: str, target: str) -> None:
    """Expect a Soviet attack: the stack alone, with Chuikov all stacks that touch the target [p. 12, p. 15]."""
    is_deliberate = "chuikov" in state.leaders
    rule = "p. 15 Soviet deliberate attack" if is_deliberate else ATTACK
    attackers, at = read_attackers(state, SOVIET, rule)
    state.at -= 1
    state.require(at == target, rule, f"the Soviets at {hex_} attack {at}, not {target}")
    all_ = {h for h in state.ground.around(target) if state.holder(h) == SOVIET} if is_deliberate else {hex_}
    found = {block.hex for block in attackers}
    state.require(found == all_, rule, f"{' '.join(sorted(found))} attacks; it must be {' '.join(sorted(all_))}")
    if state.reads("R20", "smallest-stack"):
        hex_ = attackers[0].hex
        least = min(len(state.stacks[other]) for other in found)
        state.require(len(state.stacks[hex_]) == least, rule, f"{hex_} is told first and is not the smallest stack")
    state.at += 1
    resolve(state, SOVIET, attackers, target, hex_, is_deliberate)
