"""Dice against blocks: what hits, who takes it, what rubble halves [p. 4, p. 9-10, p. 15, R16, R17, R28, R48]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sim.games.inferno_on_the_volga.referee import dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, Block
from sim.games.inferno_on_the_volga.referee.play import lose_step
from sim.games.inferno_on_the_volga.referee.state import State

STAGES = ("soviet_card", "german_card", "opportunity", "rubble", "germans", "soviets")


def roll(state: State, stage: str, n: int, rule: str) -> list[int]:
    """Expect n dice of a stage of this combat, and return them."""
    first = 1024 * state.combats + 128 * STAGES.index(stage)
    rolls = [1 + state.number(6, dice.COMBAT, first + k) for k in range(n)]
    for k, rolled in enumerate(rolls):
        state.expect(rule, "roll", value=k, die=rolled, note=stage)
    return rolls


def count(rolls: Sequence[int], lowest: Sequence[int]) -> int:
    """Return how many dice hit, each at its own lowest."""
    return sum(rolled >= low for rolled, low in zip(rolls, lowest, strict=True))


def with_bonus(low: int, bonus: int) -> int:
    """Return the lowest hit with a bonus; a natural 1 never hits the enemy [R28].

    >>> with_bonus(6, 2), with_bonus(4, 9)
    (4, 2)
    """
    return max(low - bonus, 2)


def pool(blocks: Sequence[Block], bonus: int = 0) -> list[int]:
    """Return the lowest hit of every die of some blocks, one a point, the easiest first [p. 10]."""
    return sorted(with_bonus(b.lowest[b.strength - 1], bonus) for b in blocks if b.strength for _ in range(b.strength))


def taker(blocks: Sequence[Block]) -> Block | None:
    """Return who takes the next hit: the strongest, of equals the German choice by R48, then the first told."""
    alive = [block for block in blocks if block.strength]
    if not alive:
        return None
    top = max(block.strength for block in alive)
    equal = [block for block in alive if block.strength == top]
    sign = 1 if equal[0].side == GERMAN else -1
    return min(equal, key=lambda block: sign * block.loses)


def hit(
    state: State, blocks: Sequence[Block], n: int, rule: str, fits: Callable[[Block], bool] = lambda block: True
) -> None:
    """Let some blocks take n steps, each of them the strongest that fits."""
    for _ in range(n):
        block = taker([block for block in blocks if fits(block)])
        if block is None:
            return
        lose_step(state, block, rule)


def hit_by_card(state: State, blocks: Sequence[Block], n: int, rule: str) -> None:
    """Let some blocks take n steps from the dice of a card: the strongest, or as the firing side or the owner picks.

    Whoever picks looks at the dice that a loss costs; of equals the first told [R58].
    """
    if state.reads("R58", "strongest"):
        hit(state, blocks, n, rule)
        return
    sign = -1 if state.reads("R58", "firer") else 1
    for _ in range(n):
        left = [block for block in blocks if block.strength]
        if left:
            lose_step(state, min(left, key=lambda block: sign * block.loses), rule)
