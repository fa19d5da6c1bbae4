"""What a stopped game offers to the house: walked half turn by half turn, gone on with, its rest played often."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sim.game import GameError
from sim.games.inferno_on_the_volga import GAME
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.blocks import unit_names
from sim.games.inferno_on_the_volga.map.record.columns import RESULT_COLUMNS, ending_of
from sim.games.inferno_on_the_volga.map.record.log import event_log
from sim.games.inferno_on_the_volga.played.hiding import redeal
from sim.games.inferno_on_the_volga.played.season import begin, play_half, play_on
from sim.games.inferno_on_the_volga.played.worlds import ARRAYS, quiet, result, seat, worlds
from sim.games.inferno_on_the_volga.players.roster import LOOKS_AHEAD, QUICK
from sim.match.log import EventLog
from sim.match.saved import Saved, SavedGames
from sim.match.whole import GameResult, Seats

State = Mapping[str, f.Ints]
"""Every array that play changes, and the rows of the log."""
_HEAD = ("game", "version", "german", "soviet", "board", "readings", "seed", "match_game", "turn", "phase")


def walk(seats: Seats, seed: int, game: int, start: Saved | None = None) -> Iterator[Saved]:
    """Play one game and yield it before every half turn, and after the last one with phase 0."""
    here = start or _set_up(seats, seed, game)
    while here.phase:
        yield here
        world = _at(here, seats)
        with quiet():
            phase = play_half(world, here.phase)
        here = Saved(seats, here.seed, here.game, int(world.s[f.TURN]), phase, _take(world))
    yield here


def _set_up(seats: Seats, seed: int, game: int) -> Saved:
    world, template = worlds(seats)
    seat(world, template, seats, seed, game, True)
    with quiet():
        begin(world)
    return Saved(seats, seed, game, 1, 1, _take(world))


def _take(world: f.World) -> State:
    state = {name: getattr(world, name).copy() for name in ARRAYS}
    state["log"] = world.log[: world.s[f.N_LOG]].copy()
    return state


def _at(saved: Saved, seats: Seats, logging: bool = True) -> f.World:
    """Put a stopped game into this thread's world."""
    world, template = worlds(seats)
    seat(world, template, seats, saved.seed, saved.game, logging)
    players = world.s[f.POLICY : f.POLICY + 2].copy()
    for name in ARRAYS:
        getattr(world, name)[:] = saved.state[name]
    world.s[f.POLICY : f.POLICY + 2], world.s[f.LOGGING] = players, logging
    rows = saved.state["log"] if logging else saved.state["log"][:0]
    world.log[: len(rows)], world.s[f.N_LOG] = rows, len(rows)
    return world


def resume(saved: Saved, seats: Seats) -> tuple[GameResult, EventLog, NDArray[np.int64]]:
    """Play on from a stopped game with its own dice; the same seats end in the very game that was stopped."""
    world = _at(saved, seats)
    with quiet():
        play_on(world, saved.phase)
    row = result(world)
    winner, level = ending_of(row[0])
    ended = GameResult(saved.game, winner, level, row[0], row[1], dict(zip(RESULT_COLUMNS, row, strict=True)))
    log = event_log(world, seats, saved.seed, saved.game, GAME.version)
    return ended, log, world.turns[:, : f.N_YIELDS].copy()


def rest(saved: Saved, seats: Seats, n: int, seed: int, first: int = 0) -> NDArray[np.int64]:
    """Return the margins of n games that go on from a stopped one, shape (n,); dice and what is hidden are fresh.

    Who looks ahead goes on by his first habit, without looking: n games of his would take minutes.
    """
    margins = np.zeros(n, np.int64)
    for k in range(n):
        world = _at(saved, seats, logging=False)
        if world.s[f.POLICY] == LOOKS_AHEAD:
            world.s[f.POLICY] = QUICK
        if saved.phase:
            world.s[f.SEED], world.s[f.GAME], world.ahead[f.A_SEED] = seed, first + k, seed
            with quiet():
                redeal(world)
                play_on(world, saved.phase)
        margins[k] = result(world)[0]
    return margins


def log_of(saved: Saved) -> EventLog:
    """Return the events of a stopped game until here."""
    return event_log(_at(saved, saved.seats), saved.seats, saved.seed, saved.game, GAME.version)


def hidden(saved: Saved) -> dict[str, str]:
    """Return the block under every Soviet block on the map: none is known until it fights."""
    names = unit_names(dict(saved.seats.readings).get("R52", "central"))
    u = saved.state["u"]
    return {names[at]: names[at] for at in range(f.N_GERMAN, f.N_UNITS) if u[f.STATE, at] == f.ON_MAP}


def text(saved: Saved) -> str:
    """Return a stopped game as a text to keep: a head to read, and the arrays packed."""
    cells = (GAME.id, GAME.version, saved.seats.first, saved.seats.second, saved.seats.board,
             dict(saved.seats.readings), saved.seed, saved.game, saved.turn, saved.phase)  # fmt: skip
    arrays = {name: _packed(array) for name, array in saved.state.items()}
    return json.dumps({**dict(zip(_HEAD, cells, strict=True)), "state": arrays}, indent=1) + "\n"


def _packed(array: f.Ints) -> list[object]:
    data = np.ascontiguousarray(array).astype("<i8").tobytes()
    return [list(array.shape), zlib.crc32(data), base64.b64encode(zlib.compress(data)).decode()]


def read(text: str, where: str) -> Saved:
    """Return the stopped game that a text tells; `GameError` says in one line what is wrong with it."""
    try:
        head = json.loads(text)
        cells = [head[name] for name in _HEAD]
        state = {name: _unpacked(*head["state"][name]) for name in (*ARRAYS, "log")}
        seats = Seats(head["german"], head["soviet"], int(head["board"]), tuple(sorted(head["readings"].items())))
        saved = Saved(seats, int(head["seed"]), int(head["match_game"]), int(head["turn"]), int(head["phase"]), state)
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error) as error:
        raise GameError(f"{where}: no position of {GAME.id}: {type(error).__name__}; expected one of --save") from None
    if cells[:2] != [GAME.id, GAME.version]:
        raise GameError(f"{where}: {cells[0]} version {cells[1]}; expected {GAME.id} version {GAME.version}")
    world, _ = worlds(replace(seats))
    if any(state[name].shape != getattr(world, name).shape for name in ARRAYS):
        raise GameError(f"{where}: arrays of another shape; expected a position of this version")
    return saved


def _unpacked(shape: list[int], checksum: int, data: str) -> f.Ints:
    raw = zlib.decompress(base64.b64decode(data))
    if zlib.crc32(raw) != checksum:
        raise ValueError("checksum")
    return np.frombuffer(raw, "<i8").reshape(shape).astype(np.int64)


POSITIONS = SavedGames(walk, resume, rest, log_of, hidden, text, read)
"""What the house may ask of stopped games."""
