"""What a player that looks ahead would do with the rest of a turn, and what each of his plans comes to.

Nothing is foreseen: every game of it has fresh dice, and untried counters are dealt anew among those unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa

from sim.game import GameError
from sim.games.leningrad import GAME
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.map.tables import unit_names
from sim.games.leningrad.map.upkeep import finish
from sim.games.leningrad.played.look_ahead.tries import redeal
from sim.games.leningrad.played.orders import order_of, sendings_of
from sim.games.leningrad.played.saved import State, put, with_dice
from sim.games.leningrad.played.season import OPENING, play_on, think_aloud
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.played.trial import chairs
from sim.games.leningrad.played.worlds import quiet, worlds
from sim.games.leningrad.players.roster import AHEAD, SIDES, plan_words, plans_of
from sim.games.leningrad.players.seat import QUICK
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World
from sim.match.advice import Advised, PlanTried
from sim.match.saved import Saved
from sim.match.whole import Seats

SHOWN = 20
"""Sets of dice, at most, with which the turn is shown."""
_TOLD = {
    "held_back": ("holding back", "stay where they are"),
    "not_to_advance": ("not advancing", "take no hex that a battle empties"),
}
_SENDING = "sending"
"""What the advice calls a plan that holds units back or sends them somewhere, and what those do, by order."""
_NOTHING = np.zeros(1 + f.MOST_SENT, np.int64)
"""Nobody is told anything; else bits for who is held back, then who is sent where."""


def advise(saved: Saved, player: str, n: int, seed: int) -> Advised:
    """Ask a player that looks ahead what to do; each plan is played n times to the end of the game, on the same dice.

    At the start of a side's turn the choice is the very one that the player would make in that game. Within a turn,
    when he does not think anew, it is the plan with the best mean margin, his habit unless another is better.
    After the turn both sides play by habit. `GameError` for another player, and for a game that is over.
    """
    if player not in AHEAD:
        raise GameError(f"--player is {player!r}; expected one of {', '.join(AHEAD)}")
    if not saved.phase:
        raise GameError("the position is at the end of the game; expected one with a turn to play")
    side = (saved.phase - 1) // 4
    seats = Seats(player, player, saved.seats.board, saved.seats.readings)
    bare = replace(saved, seats=seats, state=replace(saved.state, log=saved.state.log[:0]))
    plans, words = plans_of(SIDES[side], player), plan_words(SIDES[side], player)
    habit = next(iter(plans.values()))
    tried = [
        PlanTried(
            name, words[name], {key: value for key, value in plan.items() if value != habit[key]},
            np.array([_margin(bare, side, at, seed, k) for k in range(n)], np.int64),
        )
        for at, (name, plan) in enumerate(plans.items())
    ]  # fmt: skip
    plan, told = _thought(bare, side) if saved.phase in OPENING else (_best(tried, side), _NOTHING)
    chosen = plan
    if told.any():
        chosen = len(tried)
        margins = np.array([_margin(bare, side, plan, seed, k, told) for k in range(n)], np.int64)
        tried.append(_told(tried[plan], side, told, saved.seats.board, margins))
    logs = [_log(bare, side, plan, seed, k, told) for k in range(min(n, SHOWN))]
    return Advised(SIDES[side], saved.turn, saved.phase, player, tried, chosen, logs)


def _best(tried: Sequence[PlanTried], side: int) -> int:
    return int(np.argmax([one.margins.mean() * (1 - 2 * side) for one in tried]))


def _thought(saved: Saved, side: int) -> tuple[int, Ints]:
    """Return the plan that the player chooses, and what it tells whom."""
    world = _ready(saved, saved.state)
    with quiet():
        plan = int(think_aloud(world, side))
    return plan, np.append(world.ahead[f.A_HELD + side], world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT])


def _told(plan: PlanTried, side: int, told: Ints, board: int, margins: Ints) -> PlanTried:
    """Return a plan that holds units back or sends them somewhere, with the margins of its games."""
    names, numbers = unit_names(), load_board(GAME.id, board).numbers
    order, units = order_of(int(told[0]), side)
    name, words = _TOLD[order]
    to: dict[int, list[str]] = {}
    for u, h in sendings_of(told[1:]):
        to.setdefault(h, []).append(names[u])
    sent = [f"{' and '.join(those)} {'go' if those[1:] else 'goes'} to {numbers[h]}" for h, those in to.items()]
    called = [name] * bool(units) + [_SENDING] * bool(sent)
    about = [f"{', '.join(names[u] for u in units)} {words}"] * bool(units) + sent
    return PlanTried(
        f"{plan.name}, {' and '.join(called)}", f"{plan.about}, but {', and '.join(about)}", plan.changes, margins
    )


def _margin(saved: Saved, side: int, plan: int, seed: int, game: int, told: Ints = _NOTHING) -> int:
    """Return the margin of one game that goes on with a plan for the rest of the turn."""
    world = _ready(saved, with_dice(saved.state, seed, game), side, plan, told)
    with quiet():
        _play_turn(world, saved, side)
        world.weights[side], world.ahead[f.A_HELD + side] = world.plans[side, 0], 0
        if side == f.GERMAN:
            return int(play_on(world, 5))
        if saved.turn == f.N_TURNS:
            finish(world)
            return int(world.s[f.MARGIN])
        world.s[g.TURN] = saved.turn + 1
        return int(play_on(world, 1))


def _log(saved: Saved, side: int, plan: int, seed: int, game: int, told: Ints = _NOTHING) -> pa.Table:
    """Return the events of the rest of the turn, played by a plan."""
    world = _ready(saved, with_dice(saved.state, seed, game), side, plan, told)
    world.s[g.LOGGING] = 1
    with quiet():
        _play_turn(world, saved, side)
    return event_log(world, load_board(GAME.id, saved.seats.board), saved.seats, seed, game, GAME.version).table[1:]


def _play_turn(world: World, saved: Saved, side: int) -> None:
    redeal(world)
    for phase in range(saved.phase, 4 * side + 5):
        play_phase(world, phase)


def _ready(saved: Saved, state: State, side: int = -1, plan: int = 0, told: Ints = _NOTHING) -> World:
    """Return the world with a position in it; with a side, both play by habit and that side by a plan of its own."""
    world, template = worlds(saved.seats)
    put(world, template, state)
    sit_down(world, *chairs(saved.seats))
    world.s[g.TURN], world.s[g.LOGGING] = saved.turn, 0
    if side >= 0:
        world.s[f.POLICY : f.POLICY + 2] = QUICK
        world.weights[side], world.ahead[f.A_HELD + side] = world.plans[side, plan], told[0]
        world.ahead[f.A_SENT : f.A_SENT + f.MOST_SENT] = told[1:]
    return world
