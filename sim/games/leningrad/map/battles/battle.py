"""One combat or overrun from its announcement to its advance, in the order of rule 8.

Attackers stand in list `L_ATT`, the defended hexes in `L_HEX`; the caller has made sure that the attack is legal.
"""

from __future__ import annotations

from sim.games.leningrad.map.battles.advance import advance_attackers, advance_defenders
from sim.games.leningrad.map.battles.air import air_free, use_air
from sim.games.leningrad.map.battles.guests import adds_nothing
from sim.games.leningrad.map.battles.losses import kill, suffer
from sim.games.leningrad.map.battles.shifts import AS_TRUE, column_of, net_shift, rung_of
from sim.games.leningrad.map.fields import (
    AIR_CODE,
    ATTACKS,
    C_AIR,
    C_ATTACK,
    C_DEFENSE,
    C_DIE,
    C_HEXES,
    C_RESULT,
    C_RUNG,
    C_SHIFT,
    C_TIMES,
    GERMAN,
    HAPPENED,
    K_AIR,
    K_ATTACK,
    K_COMBAT,
    K_DEFEND,
    K_OVERRUN,
    K_REVEAL,
    K_SUPPLY,
    KNOWN,
    L_ATT,
    L_CAME,
    L_DEF,
    L_HEX,
    L_ORIGIN,
    L_TIMES,
    MAY_ADVANCE,
    N_ATT,
    N_CAME,
    N_COLUMNS,
    N_DEF,
    N_HEX,
    N_RESULTS,
    N_SHIFTS,
    N_VIA,
    NONE,
    P_CRT,
    P_READING,
    POOL_ATT,
    POOL_DEF,
    POOL_N,
    SINCE,
    SOVIET,
    Y_AIR_ATTACK,
    Y_AIR_DEFENSE,
    Y_ATTACKS,
    Y_OVERRUNS,
    Y_TALLY,
)
from sim.games.leningrad.map.readings import R25, R28, R43
from sim.games.leningrad.map.record.events import emit_battle
from sim.games.leningrad.players.choices import air_for_defense
from sim.map.forces.supply import is_supplied
from sim.map.forces.world import (
    ACTIVE,
    ATT,
    BATTLE,
    CLASS,
    COUNT,
    DEF,
    DONE,
    FOUGHT,
    GAME,
    HEX,
    HIT,
    NTH,
    PHASE,
    SEED,
    SLOT,
    TURN,
    World,
)
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import COMBAT, OVERRUN, die


@kernel
def _gather(w: World, overrun: int) -> None:
    """List the defenders, apart those that came in this combat phase [7.8, 8.2, R40], and the attackers' hexes."""
    enemy = 1 - w.s[ACTIVE]
    n_def, n_came = 0, 0
    for j in range(w.s[N_HEX]):
        h = w.lists[L_HEX, j]
        for k in range(w.x[COUNT + enemy, h]):
            u = w.x[SLOT + k, h]
            if overrun == 0 and adds_nothing(w, u):
                w.lists[L_CAME, n_came] = u
                n_came += 1
            else:
                w.lists[L_DEF, n_def] = u
                n_def += 1
    w.s[N_DEF] = n_def
    w.s[N_CAME] = n_came
    n = 0
    for k in range(w.s[N_ATT]):
        h = w.u[HEX, w.lists[L_ATT, k]]
        known = False
        for j in range(n):
            known = known or w.lists[L_ORIGIN, j] == h
        if not known:
            w.lists[L_ORIGIN, n] = h
            n += 1
    w.lists[L_ORIGIN, 127] = n


@kernel
def _announce(w: World, low: int, air: int, overrun: int) -> None:
    """Write who attacks whom, commit the air, turn over untried units [8.31, 11.2, 12.1, 14.9]."""
    for k in range(w.s[N_ATT]):
        u = w.lists[L_ATT, k]
        emit_battle(w, K_ATTACK, u, w.u[HEX, u], low, -(1 << 40))
        w.u[SINCE, u] = w.s[TURN]
        if overrun == 0:
            w.u[FOUGHT, u] = 1
    for k in range(w.s[N_DEF]):
        u = w.lists[L_DEF, k]
        emit_battle(w, K_DEFEND, u, NONE, w.u[HEX, u], 1)
        w.u[SINCE, u] = w.s[TURN]
        if overrun == 0:
            w.u[HIT, u] = 1
    for k in range(w.s[N_CAME]):
        u = w.lists[L_CAME, k]
        emit_battle(w, K_DEFEND, u, NONE, w.u[HEX, u], 0)
        w.u[SINCE, u] = w.s[TURN]
    german = w.s[ACTIVE] == GERMAN
    for _ in range(air):
        emit_battle(w, K_AIR, AIR_CODE + use_air(w), NONE, low, 1 if german else 0)
        w.turns[w.s[TURN], Y_AIR_ATTACK if german else Y_AIR_DEFENSE] += 1
    _reveal(w, L_ATT, w.s[N_ATT])
    _reveal(w, L_DEF, w.s[N_DEF])


@kernel
def _reveal(w: World, row: int, n: int) -> None:
    for k in range(n):
        u = w.lists[row, k]
        if w.u[KNOWN, u] == 0:
            w.u[KNOWN, u] = 1
            kind = w.u[CLASS, u]
            w.s[POOL_N + kind] -= 1
            w.s[POOL_ATT + kind] -= w.u[ATT, u]
            w.s[POOL_DEF + kind] -= w.u[DEF, u]
            emit_battle(w, K_REVEAL, u, NONE, NONE, w.u[ATT, u] * 100 + w.u[DEF, u])


@kernel
def _out_of_supply(w: World, row: int, n: int) -> int:
    """Return 1 if a force counts as out of supply, for which one unit is enough [9.2, ruling R25]."""
    out = 0
    for k in range(n):
        supplied = is_supplied(w, w.lists[row, k])
        emit_battle(w, K_SUPPLY, w.lists[row, k], NONE, NONE, 1 if supplied else 0)
        out += 0 if supplied else 1
    if w.p[P_READING + R25] == 1:
        return 1 if out == n and n > 0 else 0
    return 1 if out > 0 else 0


@kernel
def _total(w: World, field: int, row: int, n: int) -> int:
    """Return the strength of a force, every unit with all it has [2.5, 2.6, 8.2, 8.22]."""
    total = 0
    for k in range(n):
        total += w.u[field, w.lists[row, k]]
    return total


@barrier
def fight(w: World, overrun: int, air: int) -> int:
    """Fight the battle of `L_ATT` and `L_HEX`, with air units if Germans attack; return 1 if a hex is cleared [8.3]."""
    side = w.s[ACTIVE]
    w.s[BATTLE] += 1
    _sort(w, L_HEX, w.s[N_HEX])
    low = w.lists[L_HEX, 0]
    _gather(w, overrun)
    if side == SOVIET:
        air = air_for_defense(w, air_free(w))
    _announce(w, low, air, overrun)
    att_oos = _out_of_supply(w, L_ATT, w.s[N_ATT])
    def_oos = _out_of_supply(w, L_DEF, w.s[N_DEF])
    shift = net_shift(
        w, side, overrun, L_ATT, w.s[N_ATT], L_DEF, w.s[N_DEF], L_HEX, w.s[N_HEX], air, air, att_oos, def_oos, AS_TRUE
    )
    attack = _total(w, ATT, L_ATT, w.s[N_ATT])
    defense = _total(w, DEF, L_DEF, w.s[N_DEF])
    rung = rung_of(attack, defense)
    column = column_of(rung + shift)
    nth = w.x[NTH, low]
    w.x[NTH, low] = nth + 1
    purpose = OVERRUN if overrun == 1 else COMBAT
    roll = die(w.s[SEED], w.s[GAME], w.s[TURN], w.s[PHASE], purpose, low * 64 + nth)
    at = P_CRT + ((roll - 1) * N_COLUMNS + column) * 3
    _write_header(w, overrun, low, column, roll, attack, defense, rung, shift, air, w.p[at + 2])
    w.turns[w.s[TURN], (Y_OVERRUNS if overrun == 1 else Y_ATTACKS) + side] += 1
    w.turns[w.s[TURN], Y_TALLY + (side * N_COLUMNS + column) * N_RESULTS + w.p[at + 2]] += 1
    w.s[ATTACKS] += 1
    return 1 if _apply(w, overrun, w.p[at], w.p[at + 1]) else 0


@kernel
def _write_header(
    w: World, overrun: int, low: int, column: int, roll: int, attack: int, defense: int, rung: int, shift: int,
    air: int, result: int,
) -> None:  # fmt: skip
    n = emit_battle(w, K_OVERRUN if overrun == 1 else K_COMBAT, NONE, NONE, low, column)
    if n < 0:
        return
    row = w.log[n]
    row[C_DIE] = roll
    row[C_ATTACK] = attack
    row[C_DEFENSE] = defense
    row[C_RUNG] = rung
    row[C_SHIFT] = shift
    row[C_AIR] = air
    row[C_RESULT] = result
    times = 0
    for k in range(N_SHIFTS - 1, -1, -1):
        times = times * 8 + w.lists[L_TIMES, k]
    row[C_TIMES] = times
    hexes = 0
    for k in range(w.s[N_HEX] - 1, -1, -1):
        hexes = hexes * 1024 + w.lists[L_HEX, k] + 1
    row[C_HEXES] = hexes


@kernel
def _apply(w: World, overrun: int, asked_defender: int, asked_attacker: int) -> bool:
    """Apply a result, the defender's part first, then the attacker's, then the advance [7.7, 8.43, 8.48]."""
    side = w.s[ACTIVE]
    n_origin = w.lists[L_ORIGIN, 127]
    if asked_defender != 0:
        for k in range(w.s[N_CAME]):
            kill(w, w.lists[L_CAME, k])
    hexes = suffer(w, 1 - side, L_DEF, w.s[N_DEF], asked_defender, L_ORIGIN, n_origin, 1, 0)
    w.s[N_DEF] = w.s[HAPPENED]
    goes_on = w.p[P_READING + R43] == 0
    n_via = w.s[N_VIA] if hexes == 2 and goes_on else 0
    cleared = False
    for j in range(w.s[N_HEX]):
        cleared = cleared or w.x[COUNT + 1 - side, w.lists[L_HEX, j]] == 0
    must_stay = overrun == 1 and cleared
    w.s[MAY_ADVANCE] = n_via
    tied = 1 if must_stay and w.p[P_READING + R28] == 0 else 0
    back = suffer(w, side, L_ATT, w.s[N_ATT], asked_attacker, L_HEX, w.s[N_HEX], 0, tied)
    w.s[N_ATT] = w.s[HAPPENED]
    if back > 0 and overrun == 1:
        for k in range(w.s[N_ATT]):
            w.u[DONE, w.lists[L_ATT, k]] = 1
    if cleared and back == 0 and w.s[N_ATT] > 0:
        advance_attackers(w, must_stay, n_via)
    if asked_defender == 0 and asked_attacker != 0 and overrun == 0 and w.s[N_DEF] > 0:
        advance_defenders(w, n_origin, w.s[N_VIA] if back == 2 and goes_on else 0)
    return cleared


@kernel
def _sort(w: World, row: int, n: int) -> None:
    for i in range(1, n):
        value = w.lists[row, i]
        j = i - 1
        while j >= 0 and w.lists[row, j] > value:
            w.lists[row, j + 1] = w.lists[row, j]
            j -= 1
        w.lists[row, j + 1] = value
