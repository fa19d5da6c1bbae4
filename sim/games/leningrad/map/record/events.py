"""Writing the log from inside the kernels: a row of numbers an event, if the game keeps a log at all."""

from __future__ import annotations

from sim.games.leningrad.map.fields import (
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
    N_UNITS,
    SOVIET,
    VOID,
)
from sim.map.forces.world import ACTIVE, BATTLE, LOGGING, N_LOG, OVERFLOW, PHASE, SIDE, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill


@kernel
def emit(w: World, kind: int, unit: int, start: int, to: int, value: int, note: int) -> int:
    """Write an event without a battle; return its row, or -1 if no log is kept. Void numbers are `VOID`, hexes -1."""
    return -1 if w.s[LOGGING] == 0 else write(w, kind, unit, start, to, value, note)


@barrier
def write(w: World, kind: int, unit: int, start: int, to: int, value: int, note: int) -> int:
    """Write an event into the next row of the log, if there is room."""
    n = w.s[N_LOG]
    if n >= w.log.shape[0]:
        w.s[OVERFLOW] = 1
        return -1
    w.s[N_LOG] = n + 1
    row = w.log[n]
    fill(row, 0)
    row[C_KIND] = kind
    row[C_TURN] = w.s[TURN]
    row[C_PHASE] = w.s[PHASE]
    row[C_SIDE] = side_of(w, unit)
    row[C_UNIT] = unit
    row[C_FROM] = start
    row[C_TO] = to
    row[C_VALUE] = value
    row[C_DIE] = VOID
    row[C_BATTLE] = VOID
    row[C_NOTE] = note
    return n


@kernel
def emit_battle(w: World, kind: int, unit: int, start: int, to: int, value: int) -> int:
    """Write an event that belongs to the battle that goes on; return its row."""
    n = emit(w, kind, unit, start, to, value, 0)
    if n >= 0:
        w.log[n, C_BATTLE] = w.s[BATTLE]
    return n


@kernel
def side_of(w: World, unit: int) -> int:
    """Return whose a unit, a fort or an air unit is; whoever's phase it is where there is none."""
    if unit < 0:
        return w.s[ACTIVE]
    if unit < N_UNITS:
        return w.u[SIDE, unit]
    return SOVIET if unit < 200 else 0
