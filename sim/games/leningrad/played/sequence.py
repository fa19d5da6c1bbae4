"""The sequence of play: the set-up, and the eight phases of a turn [3.0]."""

from __future__ import annotations

from sim.games.leningrad.map.battles.targets import begin_battles
from sim.games.leningrad.map.fields import (
    GERMAN,
    K_PHASE,
    N_TURNS,
    NONE,
    NOTE_NONE,
    SOVIET,
    VOID,
)
from sim.games.leningrad.map.moves.arrivals import spoil_surprise
from sim.games.leningrad.map.moves.closing import prepare_closing
from sim.games.leningrad.map.moves.march import begin_phase
from sim.games.leningrad.map.record.events import emit
from sim.games.leningrad.map.setup import deal, set_up_red_hexes
from sim.games.leningrad.map.upkeep import end_turn, judge_garrisons, sum_up
from sim.games.leningrad.players import anything as random_player
from sim.games.leningrad.players import between, quick
from sim.games.leningrad.players.battles.assault import fight_best
from sim.games.leningrad.players.quick import MOVE_STEPS
from sim.games.leningrad.players.seat import is_random
from sim.map.forces.world import ACTIVE, BIG, DIRTY, FLOOD_STATE, LINE_DIST, NO_LEAVE, PHASE, PRICE_STATE, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel

HALF_STEPS = MOVE_STEPS + 1
"""Steps of a half turn [`play_step`]."""


def restore(w: World, template: World) -> None:
    """Put everything that a game changes back to its start."""
    s, q, marks = w.s, w.q, w.marks  # each look into a record takes its time
    w.u[:] = template.u
    w.x[:] = template.x
    s[:] = template.s
    w.lists[:] = template.lists
    w.turns[:] = 0
    q[:] = 0
    q[LINE_DIST] = BIG
    s[DIRTY : DIRTY + 2] = 1
    marks[-1, 0] += 1  # what is kept of an earlier game is of no use [`sim.map.forces.memory`]
    s[FLOOD_STATE : PRICE_STATE + 2] = marks[-1, 0]


@kernel
def open_phase(w: World, phase: int, side: int) -> None:
    """Begin a phase."""
    w.s[PHASE] = phase
    w.s[ACTIVE] = side
    begin_battles(w)
    if phase == 5 and w.s[TURN] == N_TURNS:
        judge_garrisons(w)
    if phase == 7:
        spoil_surprise(w)
    emit(w, K_PHASE, NONE, NONE, NONE, VOID, NOTE_NONE)


@barrier
def set_up(w: World) -> int:
    """Deal and set up; the Soviets first, then the Germans, who know where the red hexes are [1.0]."""
    deal(w)
    w.s[ACTIVE] = SOVIET
    set_up_red_hexes(w)
    if is_random(w, SOVIET):
        random_player.set_up_columns(w)
    else:
        quick.set_up_columns(w)
    w.s[ACTIVE] = GERMAN
    if is_random(w, GERMAN):
        random_player.set_up_germans(w)
    else:
        quick.set_up_germans(w)
    return 0


@kernel
def _ask_random(w: World, phase: int) -> None:
    """Let the random player do what a phase is for."""
    if phase == 1:
        random_player.regenerate_any(w)
    elif phase in (2, 6):
        random_player.move_any(w)
    elif phase in (3, 7):
        random_player.fight_any(w)
    elif phase == 4:
        random_player.interdict_any(w)
    else:
        random_player.fortify_any(w)


@kernel
def _ask_quick(w: World, phase: int) -> None:
    """Let a quick player do what a phase is for."""
    if phase == 1:
        quick.regenerate_best(w)
    elif phase in (2, 6):
        quick.move_best(w)
    elif phase in (3, 7):
        fight_best(w)
    elif phase == 4:
        between.interdict_best(w)
    else:
        between.fortify_best(w)


@kernel
def open_moves(w: World, phase: int, side: int) -> None:
    """Begin a movement phase; in the first Soviet one units close with the Germans and leave no zone [15.1]."""
    open_phase(w, phase, side)
    begin_phase(w, side)
    if phase == 6 and w.s[TURN] == 1:
        prepare_closing(w)
        w.s[NO_LEAVE] = 1


@barrier
def play_phase(w: World, phase: int) -> int:
    """Play one of the eight phases of a turn; whoever's it is decides [3.0]."""
    side = GERMAN if phase <= 4 else SOVIET
    if phase in (2, 6):
        open_moves(w, phase, side)
    else:
        open_phase(w, phase, side)
    if phase == 8:
        end_turn(w)
        return sum_up(w)
    if is_random(w, side):
        _ask_random(w, phase)
    else:
        _ask_quick(w, phase)
    w.s[NO_LEAVE] = 0
    return 0


@barrier
def play_step(w: World, side: int, step: int) -> int:
    """Play one of the steps of a quick player's half turn: up to what he sees, the others of his moves, the rest."""
    if step == 0:
        play_phase(w, 4 * side + 1)
        open_moves(w, 4 * side + 2, side)
    if step < MOVE_STEPS:
        quick.move_step(w, step)
        return 0
    w.s[NO_LEAVE] = 0
    play_phase(w, 4 * side + 3)
    play_phase(w, 4 * side + 4)
    return 0
