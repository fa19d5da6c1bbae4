"""The sequence of play: a German action, a Soviet turn, and when the game ends [p. 3 the game, p. 13 OKH]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    ACTION,
    ATTACKS,
    CONTROL,
    DEAD_POINTS,
    DECK_AT,
    DECK_N,
    DRAWS,
    EXTRA_TURNS,
    FORCE_N,
    GERMAN,
    GERMAN_COAST,
    GERMAN_HEXES,
    GERMAN_UNITS,
    GOES_ON,
    HALF_BATTLES,
    K_END,
    K_PHASE,
    LOST,
    N_CARDS,
    N_RUBBLE,
    N_SPAWN,
    N_TURNS,
    N_UNITS,
    OKH,
    ON_MAP,
    OVER,
    PHASE,
    SOVIET,
    SOVIET_CLOCK,
    SOVIET_LIMIT,
    SOVIET_LOSSES,
    STATE,
    STRENGTH,
    TAKEN,
    TURN,
    VOID,
    Y_ACTION,
    Y_COAST,
    Y_DEAD,
    Y_DECK,
    Y_GERMAN_ATTACKS,
    Y_GERMAN_LOST,
    Y_GERMAN_STEPS,
    Y_GERMANS,
    Y_HAND,
    Y_RUBBLE,
    Y_SOVIET_HAND,
    Y_SPAWN,
    World,
)
from sim.games.inferno_on_the_volga.map.readings import R15, R36
from sim.games.inferno_on_the_volga.map.record.events import emit
from sim.games.inferno_on_the_volga.map.stacks import side_of
from sim.games.inferno_on_the_volga.map.turns.procedure import spawn_hexes_held
from sim.match.barrier import barrier
from sim.match.compiled import kernel

COAST = 19
"""Hexes 1 to 19, which Germans must hold with OKH [p. 13]."""
MOST_LOSSES = 10


@barrier
def begin_half(w: World, phase: int) -> int:
    """Begin the half turn of a side: 1 German, 2 Soviet."""
    w.s[PHASE] = phase
    w.s[HALF_BATTLES] = w.s[DRAWS] = 0
    w.s[FORCE_N] = w.s[FORCE_N + 1] = 0
    emit(w, K_PHASE, -1, -1, -1, VOID, VOID, VOID)
    return 0


@barrier
def has_turn(w: World) -> int:
    """Return whether Germans have one more turn; with OKH and no Soviet deck each takes an R block [p. 13, R15].

    It is asked at the end of the turn before, which is the last one if they have none.
    """
    s = w.s
    if is_deck_empty(w):
        if s[EXTRA_TURNS] < s[TAKEN]:
            s[EXTRA_TURNS] += 1
        else:
            s[OVER] = SOVIET_CLOCK
    if s[OVER] == GOES_ON and s[TURN] >= N_TURNS:
        s[OVER] = SOVIET_LIMIT
    return 1 if s[OVER] == GOES_ON else 0


@kernel
def is_deck_empty(w: World) -> bool:
    """Return whether the Soviets have drawn their last card."""
    return w.s[DECK_AT + SOVIET] == w.s[DECK_N + SOVIET]


@kernel
def has_soviet_turn(w: World) -> bool:
    """Return whether a Soviet turn follows; by the other reading of R15 none does in the turns after the last card."""
    return not (w.p[R15] == 1 and w.s[EXTRA_TURNS] > 0)


@barrier
def end_half(w: World, side: int) -> int:
    """Check for victory at the end of a side's turn; the side whose turn it is wins ties [p. 3 victory, R36]."""
    s = w.s
    if s[OVER] != GOES_ON or (w.p[R36] == 1 and side == GERMAN):
        return s[OVER]
    german = _german_victory(w)
    soviet = SOVIET_LOSSES if s[DEAD_POINTS] >= MOST_LOSSES else GOES_ON
    if german == GOES_ON or (side == SOVIET and soviet != GOES_ON and w.p[R36] == 0):
        s[OVER] = soviet
    else:
        s[OVER] = german
    return s[OVER]


@kernel
def _german_victory(w: World) -> int:
    soviets = 0
    for unit in range(N_UNITS):
        if w.u[STATE, unit] == ON_MAP and side_of(unit) == SOVIET:
            soviets += 1
    if soviets == 0:
        return GERMAN_UNITS
    if w.leaders[OKH] == 0:
        return GERMAN_HEXES if spawn_hexes_held(w) == 0 else GOES_ON
    return GERMAN_COAST if coast_held(w) == COAST else GOES_ON


@kernel
def coast_held(w: World) -> int:
    """Return how many of the hexes 1 to 19 Germans hold."""
    n = 0
    for h in range(COAST):
        n += w.x[CONTROL, h] == GERMAN
    return n


@barrier
def sum_up(w: World) -> int:
    """Write the summary of the turn just ended."""
    s, row = w.s, w.turns[w.s[TURN]]
    for unit in range(N_UNITS):
        if w.u[STATE, unit] == ON_MAP:
            side = side_of(unit)
            row[Y_GERMANS + side] += 1
            row[Y_GERMAN_STEPS + side] += w.u[STRENGTH, unit]
    row[Y_SPAWN] = N_SPAWN - spawn_hexes_held(w)
    row[Y_COAST] = coast_held(w)
    row[Y_DEAD] = s[DEAD_POINTS]
    row[Y_DECK] = s[DECK_N + SOVIET] - s[DECK_AT + SOVIET]
    for card in range(N_CARDS):
        row[Y_HAND] += w.hand[GERMAN, card]
        row[Y_SOVIET_HAND] += w.hand[SOVIET, card]
    row[Y_ACTION] = s[ACTION]
    row[Y_RUBBLE] = s[N_RUBBLE]
    for side in range(2):
        row[Y_GERMAN_LOST + side] = s[LOST + side]
        row[Y_GERMAN_ATTACKS + side] = s[ATTACKS + side]
    return 0


@barrier
def finish(w: World) -> int:
    """Write how the game ended."""
    emit(w, K_END, -1, -1, -1, w.s[OVER], VOID, VOID)
    return w.s[OVER]
