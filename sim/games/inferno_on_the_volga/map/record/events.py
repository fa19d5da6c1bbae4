"""Dice and the log, from inside the kernels: a row of numbers an event, if the game keeps a log at all."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    BATTLE,
    BATTLE_DICE,
    C_BATTLE,
    C_DIE,
    C_FROM,
    C_KIND,
    C_NOTE,
    C_PHASE,
    C_SIDE,
    C_TO,
    C_TURN,
    C_UNIT,
    C_VALUE,
    GAME,
    HALF_BATTLES,
    IN_FIGHT,
    K_ROLL,
    LOGGING,
    N_GERMAN,
    N_LOG,
    OVERFLOW,
    PHASE,
    SEED,
    SOVIET,
    STAGE_DICE,
    TURN,
    VOID,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import COMBAT, die, number


@barrier
def emit(w: World, kind: int, unit: int, start: int, to: int, value: int, rolled: int, note: int) -> int:
    """Write an event; void numbers are `VOID`, blocks and hexes that it has not -1."""
    if w.s[LOGGING] == 0:
        return -1
    n = w.s[N_LOG]
    if n >= w.log.shape[0]:
        w.s[OVERFLOW] = 1
        return -1
    w.s[N_LOG] = n + 1
    row = w.log[n]
    row[C_KIND] = kind
    row[C_TURN] = w.s[TURN]
    row[C_PHASE] = w.s[PHASE]
    row[C_SIDE] = w.s[PHASE] - 1 if unit < 0 else 0 if unit < N_GERMAN else SOVIET
    row[C_UNIT] = unit
    row[C_FROM] = start
    row[C_TO] = to
    row[C_VALUE] = value
    row[C_DIE] = rolled
    row[C_BATTLE] = w.s[BATTLE] if w.s[IN_FIGHT] == 1 else VOID
    row[C_NOTE] = note
    return n


@kernel
def say(w: World, kind: int, unit: int, to: int, value: int) -> None:
    """Write an event of the common form: a block, a hex, a number."""
    if w.s[LOGGING] == 1:
        emit(w, kind, unit, -1, to, value, VOID, VOID)


@kernel
def draw(w: World, purpose: int, n: int, at: int) -> int:
    """Return a whole number below n: number `at` of this purpose in this half turn."""
    s = w.s
    return number(n, s[SEED], s[GAME], s[TURN], s[PHASE], purpose, at)


@kernel
def roll(w: World, stage: int, k: int) -> int:
    """Return die `k` of a stage of the combat that goes on, and write it down."""
    s = w.s
    at = s[HALF_BATTLES] * BATTLE_DICE + stage * STAGE_DICE + k
    rolled = die(s[SEED], s[GAME], s[TURN], s[PHASE], COMBAT, at)
    if s[LOGGING] == 1:
        emit(w, K_ROLL, -1, -1, -1, k, rolled, stage)
    return rolled
