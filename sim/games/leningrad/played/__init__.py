"""Leningrad played whole: rules and players together; `WHOLE` is what the house asks for (see `sim.match`)."""

from __future__ import annotations

import threading
from functools import cache

import numpy as np

from sim.games.leningrad import GAME
from sim.games.leningrad.combat.results import CRT, RESULTS
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.build import build
from sim.games.leningrad.map.columns import RESULT_COLUMNS, TURN_COLUMNS
from sim.games.leningrad.map.log import event_log, level_of
from sim.games.leningrad.map.readings import READINGS
from sim.games.leningrad.map.upkeep import held_cities
from sim.games.leningrad.map.words import words
from sim.games.leningrad.played.season import play_compiled
from sim.games.leningrad.played.sequence import restore
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.players import anything
from sim.games.leningrad.players.roster import PLAYERS, Seat, seat_of
from sim.map import world as g
from sim.map.board import load_board
from sim.map.ensemble import MEMBERS
from sim.map.world import World, copy_of
from sim.match.barrier import install
from sim.match.compiled import is_compiled
from sim.match.log import EventLog
from sim.match.play import result_of
from sim.match.whole import BlockResult, GameResult, Seats, WholeGame

_LOCAL = threading.local()


@cache
def _template(board: int, readings: tuple[tuple[str, str], ...]) -> World:
    return build(load_board(GAME.id, board), dict(readings))


def _worlds(seats: Seats) -> tuple[World, World]:
    """Return this thread's world for these seats and the template it is restored from, with the players' weights."""
    template = _template(seats.board, seats.readings)
    worlds = _LOCAL.__dict__.setdefault("worlds", {})
    key = (seats.board, seats.readings)
    if key not in worlds:
        worlds.clear()
        worlds[key] = copy_of(template)
    install(worlds[key], () if "random" in (seats.first, seats.second) else (anything.__name__,))
    world: World = worlds[key]
    return world, template


def _chairs(seats: Seats) -> tuple[Seat, Seat]:
    return seat_of(seats.first, f.GERMAN), seat_of(seats.second, f.SOVIET)


def play_once(
    world: World, template: World, seed: int, game: int, chairs: tuple[Seat, Seat], logging: bool
) -> list[int]:
    """Play one game of a match and return its result, in the order of `RESULT_COLUMNS`."""
    restore(world, template)
    s = world.s
    s[g.SEED], s[g.GAME], s[g.LOGGING] = seed, game, logging
    sit_down(world, *chairs)
    with _quiet():
        play_compiled(world)
        cities = held_cities(world)
    total = world.turns.sum(axis=0)
    last = world.turns[f.N_TURNS]
    return [
        int(n)
        for n in (
            s[f.MARGIN], *last[f.Y_VP : f.Y_VP + 2], *total[f.Y_LOST : f.Y_LOST + 2],
            *total[f.Y_ATTACKS : f.Y_ATTACKS + 2], *total[f.Y_OVERRUNS : f.Y_OVERRUNS + 2], s[f.MOVES], s[f.REGENS],
            cities, s[g.OVERFLOW],
        )
    ]  # fmt: skip


def play_games(seats: Seats, seed: int, first: int, n: int, with_turns: bool) -> BlockResult:
    """Play a block of games."""
    return play_seats(seats, _chairs(seats), seed, first, n, with_turns)


def play_seats(
    seats: Seats, chairs: tuple[Seat, Seat], seed: int, first: int, n: int, with_turns: bool = False
) -> BlockResult:
    """Play a block of games between two players that need no name, on the board and readings of `seats`."""
    world, template = _worlds(seats)
    results = np.zeros((n, len(RESULT_COLUMNS)), np.int64)
    turns = np.zeros((n if with_turns else 0, f.N_TURNS + 1, f.N_YIELDS), np.int64)
    tally = np.zeros((f.N_TURNS + 1, f.N_TURN_FIELDS - f.N_YIELDS), np.int64)
    for k in range(n):
        results[k] = play_once(world, template, seed, first + k, chairs, False)
        if with_turns:
            turns[k] = world.turns[:, : f.N_YIELDS]
        tally += world.turns[:, f.N_YIELDS :]
    return BlockResult(results, turns, tally.reshape(f.N_TURNS + 1, 2, f.N_COLUMNS, f.N_RESULTS))


def play_logged(seats: Seats, seed: int, game: int) -> tuple[GameResult, EventLog]:
    """Play one game and keep its events."""
    world, template = _worlds(seats)
    result = play_once(world, template, seed, game, _chairs(seats), True)
    board = load_board(GAME.id, seats.board)
    return result_of(WHOLE, game, np.array(result)), event_log(world, board, seats, seed, game, GAME.version)


def _quiet() -> np.errstate:
    """Hash arithmetic wraps around on purpose; only uncompiled numbers would warn of it."""
    return np.errstate() if is_compiled() else np.errstate(over="ignore")


WHOLE = WholeGame(
    game=GAME.id,
    version=GAME.version,
    sides=("german", "soviet"),
    players=PLAYERS,
    result_columns=RESULT_COLUMNS,
    turn_columns=TURN_COLUMNS,
    turns=f.N_TURNS,
    readings=READINGS,
    level_of=level_of,
    play_block=play_games,
    play_logged=play_logged,
    boards=MEMBERS,
    words=words(),
    odds_columns=CRT.column_labels,
    results=RESULTS,
)
