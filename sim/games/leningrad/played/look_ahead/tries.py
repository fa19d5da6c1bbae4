"""Trying a plan on a copy of the game: one's own half turn, the rival's reply, what the position is worth [look-ahead].

Nothing is foreseen: roll-outs have a seed domain apart, and untried counters are dealt anew among those unseen.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import (
    A_HALVES,
    A_HELD,
    A_PLANS,
    A_SEED,
    AIR_USED,
    AIRED,
    ASKED,
    ATTACKS,
    CONTROL,
    COUNTER,
    FORT,
    GERMAN,
    KNOWN,
    L_PICK,
    L_TRY,
    N_GERMAN,
    N_KEPT,
    N_SCRATCH,
    N_SOVIET,
    N_TURNS,
    N_UNITS,
    POLICY,
    Q_CLOSE,
    REGEN,
    REGENS,
    SOVIET,
    SURPRISE,
)
from sim.games.leningrad.map.setup import give_counter, shuffle_counters
from sim.games.leningrad.played.look_ahead.outlook import worth
from sim.games.leningrad.played.sequence import HALF_STEPS, play_phase, play_step
from sim.games.leningrad.players.asked import ALWAYS
from sim.games.leningrad.players.names import W_STORM, WEIGHTS
from sim.games.leningrad.players.seat import QUICK
from sim.map.forces.world import (
    CLASS,
    GAME,
    HEX,
    LOGGING,
    NTH,
    SEED,
    STATE,
    STEPS,
    TERRAIN,
    TURN,
    WAY_OUT,
    World,
)
from sim.match.aside import swap_row, swap_rows, swap_table
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.dice import AHEAD, key_of
from sim.match.rows import copy

OF_SAMPLE, WAS_ASKED, FELL, DIFFERS, N_NOTES = range(5)
"""What is noted by place of a state kept in a half turn: of which sample, which weights were asked, how many attacks
were made, at the first place before it; then by plan in which weights it differs."""


@kernel
def set_aside(w: World, place: int, back: bool) -> None:
    """Keep the state of the game at a place, or put it back; the first place is for the start of a half turn.

    What nothing changes is not kept, nor lists, which hold nothing for long; scratch only in the middle of a half turn.
    """
    kept, turn = w.aside[place], w.s[TURN]
    at = swap_row(kept, w.s, 0, back)
    at = swap_table(kept, w.u, at, back)
    at = swap_rows(kept, w.x, 0, TERRAIN, at, back)
    at = swap_rows(kept, w.x, NTH, WAY_OUT, at, back)
    at = swap_rows(kept, w.x, FORT, REGEN, at, back)
    at = swap_row(kept, w.x[CONTROL], at, back)
    at = swap_table(kept, w.weights, at, back)
    for later in range(w.s[TURN] + 1, turn + 1):
        for k in range(w.turns.shape[1]):
            w.turns[later, k] = 0
    at = swap_row(kept, w.turns[w.s[TURN]], at, back)
    if place > 0:
        at = swap_rows(kept, w.q, Q_CLOSE, N_SCRATCH, at, back)
        swap_row(kept, w.reach, at, back)


@kernel
def lists_aside(w: World, back: bool) -> None:
    """Keep the lists, or put them back."""
    swap_table(w.aside[0], w.lists, w.aside.shape[1] - w.lists.size, back)


@kernel
def redeal(w: World) -> None:
    """Deal the counters that nobody has seen anew among the untried units, from the seed of the world [12.0]."""
    for kind in range(2):
        n = 0
        for c in range(N_SOVIET):
            w.lists[L_TRY, c] = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind:
                w.lists[L_TRY, w.u[COUNTER, u]] = 1
        for c in range(N_SOVIET):
            if w.lists[L_TRY, c] == 1:
                w.lists[L_PICK, n] = c
                n += 1
        shuffle_counters(w, L_PICK, n, AHEAD, kind)
        n = 0
        for u in range(N_GERMAN, N_UNITS):
            if w.u[KNOWN, u] == 0 and w.u[CLASS, u] == kind:
                give_counter(w, u, w.lists[L_PICK, n])
                n += 1


@kernel
def prepare(w: World, side: int, plan: int, sample: int) -> None:
    """Make the copy a world to think in: no log, other dice, counters redealt, quick players with their plans."""
    w.s[LOGGING] = 0
    w.s[ASKED] = ALWAYS
    _other_dice(w, side, sample)
    for at in range(2):
        w.s[POLICY + at] = QUICK
        copy(w.weights[at], w.plans[at, plan if at == side else 0])


@kernel
def _other_dice(w: World, side: int, sample: int) -> None:
    """Take the dice of a sample, and deal the counters anew."""
    key = key_of(w.ahead[A_SEED], w.s[GAME], w.s[TURN], side, AHEAD, sample)
    w.s[SEED] = np.int64(key >> np.uint64(2))
    redeal(w)


@kernel
def _play_half(w: World, side: int) -> None:
    for phase in range(1, 5):
        play_phase(w, 4 * side + phase)


@kernel
def _mixed(key: int, value: int) -> int:
    """Return a fingerprint with one more number in it, below 2^40."""
    return (1_000_003 * key + value + 7) & ((1 << 40) - 1)


@kernel
def fingerprint(w: World) -> int:
    """Return a number that two positions share if the rival would meet the same in both."""
    key = _mixed(w.s[AIR_USED], w.s[AIR_USED + 1])
    key = _mixed(_mixed(key, w.s[REGENS]), w.s[SURPRISE])
    for u in range(N_UNITS):
        key = _mixed(key, (w.u[HEX, u] * 4 + w.u[STATE, u]) * 8 + 2 * w.u[STEPS, u] + w.u[KNOWN, u])
    for h in range(w.x.shape[1]):
        if w.x[FORT, h] != 0 or w.x[AIRED, h] != 0:
            key = _mixed(_mixed(key, h), 64 * w.x[FORT, h] + w.x[AIRED, h])
    return key


@barrier
def try_turn(w: World, side: int, plan: int, sample: int) -> int:
    """Play one's own half turn by a plan, and return the fingerprint of what it leads to."""
    prepare(w, side, plan, sample)
    _play_half(w, side)
    return fingerprint(w)


@barrier
def try_rest(w: World, side: int) -> int:
    """Play what follows one's own half turn; return what comes of it for the side, in thousandths of a point."""
    return try_on(w, side, side, w.ahead[A_HALVES + 2 * w.s[TURN] + side] - 1)


@barrier
def try_on(w: World, whose: int, half: int, n: int) -> int:
    """Play n more half turns by habit after that of side `half`; return what comes of it for a side, as `try_rest`."""
    for side in range(2):
        copy(w.weights[side], w.plans[side, 0])
        w.ahead[A_HELD + side] = 0
    for _ in range(n):
        if w.s[TURN] == N_TURNS and half == SOVIET:
            break
        w.s[TURN] += half
        half = 1 - half
        _play_half(w, half)
    value = worth(w, half)
    return value if whose == GERMAN else -value


@kernel
def _place_of(plan: int, step: int) -> int:
    """Return where the state before a step is kept: of the habit before each, of others before they fight; or 0."""
    if step == HALF_STEPS - 1:
        return step + plan if step + plan <= N_KEPT else 0
    return step if plan == 0 else 0


@kernel
def compare_plans(w: World, side: int, kept) -> None:  # type: ignore[no-untyped-def]
    """Note that no state is kept yet, and in which weights it may tell this turn that each plan is not the habit."""
    for place in range(N_KEPT + 1):
        kept[OF_SAMPLE, place] = -1
    kept[FELL, 0] = w.s[ATTACKS]
    habit = w.plans[side, 0]
    for plan in range(w.ahead[A_PLANS + side]):
        ours, found = w.plans[side, plan], 0
        for k in range(len(WEIGHTS)):
            if ours[k] != habit[k]:
                found |= 1 << k
        if (w.s[TURN] >= ours[W_STORM]) == (w.s[TURN] >= habit[W_STORM]):  # nothing else is ever asked of it
            found &= ~(1 << W_STORM)
        kept[DIFFERS, plan] = found


@kernel
def where_from(plan: int, sample: int, kept) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the latest state kept from which a plan can go on in a sample; 0 is the start.

    The habit's will do as long as nothing was asked in which the plan differs, that of another sample if no die fell.
    """
    own = _place_of(plan, HALF_STEPS - 1)
    if own > 0 and kept[OF_SAMPLE, own] >= 0 and kept[FELL, own] == 0:
        return own
    for place in range(HALF_STEPS - 1, 0, -1):
        is_here = kept[OF_SAMPLE, place] == sample or (kept[OF_SAMPLE, place] >= 0 and kept[FELL, place] == 0)
        if is_here and kept[WAS_ASKED, place] & kept[DIFFERS, plan] == 0:
            return place
    return 0


@kernel
def try_plan(w: World, side: int, plan: int, sample: int, kept) -> int:  # type: ignore[no-untyped-def]
    """Do what `try_turn` does, from where the plan parts from what was tried before."""
    place = where_from(plan, sample, kept)
    set_aside(w, place, True)
    step = min(place, HALF_STEPS - 1)
    if place == 0:
        prepare(w, side, plan, sample)
    else:
        copy(w.weights[side], w.plans[side, plan])
        if kept[OF_SAMPLE, place] != sample:
            _other_dice(w, side, sample)
    for later in range(step, HALF_STEPS):
        place = _place_of(plan, later) if later > step else 0
        fell = w.s[ATTACKS] - kept[FELL, 0]
        if place > 0 and (plan == 0 or fell == 0):  # else it would serve nobody
            set_aside(w, place, False)
            kept[OF_SAMPLE, place], kept[WAS_ASKED, place], kept[FELL, place] = sample, w.s[ASKED], fell
        play_step(w, side, later)
    return fingerprint(w)
