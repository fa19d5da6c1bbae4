"""Leningrad played whole: rules and players together; `WHOLE` is what the house asks for (see `sim.match`)."""

from __future__ import annotations

import numpy as np

from sim.games.leningrad import GAME
from sim.games.leningrad.combat.results import CRT, RESULTS
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.readings import READINGS
from sim.games.leningrad.map.record.columns import RESULT_COLUMNS, TURN_COLUMNS
from sim.games.leningrad.map.record.faces import faces
from sim.games.leningrad.map.record.log import event_log, level_of
from sim.games.leningrad.map.record.words import words
from sim.games.leningrad.played.by_hand import play_by_hand
from sim.games.leningrad.played.claims import CLAIMS
from sim.games.leningrad.played.luck import LUCK
from sim.games.leningrad.played.positions import POSITIONS
from sim.games.leningrad.played.trial import TUNING, chairs, play_once
from sim.games.leningrad.played.worlds import worlds
from sim.games.leningrad.players.roster import PLAYERS, QUICKER, STRONGEST
from sim.games.leningrad.players.variations import variations
from sim.games.leningrad.stupidity import MEASURES, rates
from sim.map.board import load_board
from sim.map.ensemble import MEMBERS
from sim.match.claims import Blunders
from sim.match.log import EventLog
from sim.match.play import result_of
from sim.match.whole import BlockResult, GameResult, Seats, WholeGame


def play_games(seats: Seats, seed: int, first: int, n: int, with_turns: bool) -> BlockResult:
    """Play a block of games."""
    world, template = worlds(seats)
    results = np.zeros((n, len(RESULT_COLUMNS)), np.int64)
    turns = np.zeros((n if with_turns else 0, f.N_TURNS + 1, f.N_YIELDS), np.int64)
    tally = np.zeros((f.N_TURNS + 1, f.N_TURN_FIELDS - f.N_YIELDS), np.int64)
    for k in range(n):
        results[k] = play_once(world, template, seed, first + k, chairs(seats), False)
        if with_turns:
            turns[k] = world.turns[:, : f.N_YIELDS]
        tally += world.turns[:, f.N_YIELDS :]
    return BlockResult(results, turns, tally.reshape(f.N_TURNS + 1, 2, f.N_COLUMNS, f.N_RESULTS))


def play_logged(seats: Seats, seed: int, game: int) -> tuple[GameResult, EventLog]:
    """Play one game and keep its events."""
    world, template = worlds(seats)
    result = play_once(world, template, seed, game, chairs(seats), True)
    board = load_board(GAME.id, seats.board)
    return result_of(WHOLE, game, np.array(result)), event_log(world, board, seats, seed, game, GAME.version)


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
    faces=faces(),
    positions=POSITIONS,
    tuning=TUNING,
    strongest=STRONGEST,
    quicker=QUICKER,
    claims=CLAIMS,
    blunders=Blunders(MEASURES, rates),
    play_by_hand=play_by_hand,
    variations=variations(),
    luck=LUCK,
)
