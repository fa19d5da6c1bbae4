"""What a stopped game of Leningrad offers to the house: walked phase by phase, gone on with, its rest played often."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from sim.errors import GameError
from sim.games.leningrad import GAME
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.record.columns import RESULT_COLUMNS
from sim.games.leningrad.map.record.log import event_log, level_of
from sim.games.leningrad.map.upkeep import finish
from sim.games.leningrad.played import position_file
from sim.games.leningrad.played.advice import advise
from sim.games.leningrad.played.look_ahead.tries import redeal
from sim.games.leningrad.played.saved import LAST_PHASE, put, take, with_dice
from sim.games.leningrad.played.season import OPENING, live_phase, play_on, think_aloud
from sim.games.leningrad.played.sequence import restore, set_up
from sim.games.leningrad.played.table import keep_plan, sit_down
from sim.games.leningrad.played.trial import chairs
from sim.games.leningrad.played.worlds import quiet, result, worlds
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World
from sim.match.log import EventLog
from sim.match.saved import Saved, SavedGames
from sim.match.whole import GameResult, Seats


def walk(seats: Seats, seed: int, game: int, start: Saved | None = None) -> Iterator[Saved]:
    """Play one game and yield it before every phase, and after the last one with phase 0: that of `play_logged`.

    With `start` it goes on from there instead, with that game's dice. Other games may be played between two yields.
    """
    here = start or _set_up(seats, seed, game)
    turn, phase = here.turn, here.phase
    while phase:
        yield here
        world, _ = _at(here, seats)
        world.s[g.TURN] = turn
        with quiet():
            if phase in OPENING:
                think_aloud(world, (phase - 1) // 4)
            live_phase(world, phase)
        turn, phase = (turn, phase + 1) if phase < LAST_PHASE else (turn + 1, 1)
        if turn > f.N_TURNS:
            turn, phase = f.N_TURNS, 0
        else:
            world.s[g.TURN] = turn
        here = Saved(seats, here.seed, here.game, turn, phase, take(world))
    yield here


def _set_up(seats: Seats, seed: int, game: int) -> Saved:
    world, template = worlds(seats)
    restore(world, template)
    world.s[g.SEED], world.s[g.GAME], world.s[g.LOGGING] = seed, game, True
    sit_down(world, *chairs(seats))
    with quiet():
        set_up(world)
    world.s[g.TURN] = 1
    return Saved(seats, seed, game, 1, 1, take(world))


def resume(saved: Saved, seats: Seats) -> tuple[GameResult, EventLog, Ints]:
    """Play on from a stopped game with its own dice; the same seats end in the very game that was stopped."""
    world, _ = _at(saved, seats)
    with quiet():
        if saved.phase:
            play_on(world, saved.phase)
        else:
            world.s[g.PHASE], world.s[g.ACTIVE] = LAST_PHASE, f.SOVIET
            finish(world)
    row = result(world)
    winner, level = level_of(row[0])
    ended = GameResult(saved.game, winner, level, row[0], f.N_TURNS, dict(zip(RESULT_COLUMNS, row, strict=True)))
    return ended, _log(world, saved, seats), world.turns[:, : f.N_YIELDS].copy()


def rest(saved: Saved, seats: Seats, n: int, seed: int, first: int = 0) -> Ints:
    """Return the margins of n games that go on from a stopped one, shape (n,); dice and all that is hidden are fresh.

    Game k of them has the dice and the deal of number `first` + k of `seed`, whatever position it goes on from.
    """
    if not saved.phase:
        return np.full(n, resume(saved, seats)[0].margin)
    margins = np.zeros(n, np.int64)
    bare = replace(saved.state, log=saved.state.log[:0])
    for k in range(n):
        world, _ = _at(replace(saved, state=with_dice(bare, seed, first + k)), seats, logging=False)
        with quiet():
            redeal(world)
            margins[k] = play_on(world, saved.phase)
    return margins


def hidden(saved: Saved) -> dict[str, str]:
    """Return the counter under every unit that nobody has seen yet."""
    world, _ = _at(saved, saved.seats)
    ids = [row["id"] for row in tables.table("soviet_units").rows]
    unseen = [u for u in range(f.N_GERMAN, f.N_UNITS) if world.u[f.KNOWN, u] == 0]
    return {tables.unit_names()[u]: ids[int(world.u[f.COUNTER, u])] for u in unseen}


def log_of(saved: Saved) -> EventLog:
    """Return the events of a stopped game until here."""
    world, _ = _at(saved, saved.seats)
    return _log(world, saved, saved.seats)


def text(saved: Saved) -> str:
    """Return a stopped game as a text to keep."""
    world, template = worlds(saved.seats)
    return position_file.text_of(saved, world, template, GAME.version)


def read(text: str, where: str) -> Saved:
    """Return the stopped game that a text tells; `GameError` says in one line what is wrong with it."""
    head = position_file.parsed(text, where, GAME.version)
    seats = Seats(head["german"], head["soviet"], head["board"], tuple(sorted(head["readings"].items())))
    world, template = worlds(seats)
    with quiet():
        state = position_file.state_of(head, where, world, template)
    saved = Saved(seats, head["seed"], head["match_game"], head["turn"], head["phase"], state)
    try:
        log_of(saved)
    except (LookupError, ValueError, ArithmeticError, AssertionError, TypeError):
        raise GameError(f"{where}: history: its events make no sense; expected those that --save wrote") from None
    return saved


def _at(saved: Saved, seats: Seats, logging: bool = True) -> tuple[World, World]:
    """Put a stopped game into this thread's world; a player who goes on keeps the plan of his turn."""
    world, template = worlds(seats)
    put(world, template, saved.state)
    sit_down(world, *chairs(seats))
    world.s[g.LOGGING] = logging
    stay = (seats.first == saved.seats.first, seats.second == saved.seats.second)
    for side, seat in enumerate(chairs(seats)):
        if stay[side] and seat.settings:
            keep_plan(world, side, saved.state.plans)
    return world, template


def _log(world: World, saved: Saved, seats: Seats) -> EventLog:
    board = load_board(GAME.id, seats.board)
    return event_log(world, board, seats, saved.seed, saved.game, GAME.version)


POSITIONS = SavedGames(walk, resume, rest, log_of, hidden, text, read, advise)
