"""The game played whole: rules and players together; `WHOLE` is what the house asks for (see `sim.match`)."""

from __future__ import annotations

import numpy as np

from sim.games.inferno_on_the_volga import GAME
from sim.games.inferno_on_the_volga.map import fields as f
from sim.games.inferno_on_the_volga.map.readings import OPTIONS, READINGS
from sim.games.inferno_on_the_volga.map.record.columns import RESULT_COLUMNS, TURN_COLUMNS, ending_of
from sim.games.inferno_on_the_volga.map.record.log import RESULTS, event_log
from sim.games.inferno_on_the_volga.map.record.words import faces, words
from sim.games.inferno_on_the_volga.played.diary import diary
from sim.games.inferno_on_the_volga.played.luck import LUCK
from sim.games.inferno_on_the_volga.played.positions import POSITIONS
from sim.games.inferno_on_the_volga.played.season import play
from sim.games.inferno_on_the_volga.played.shown import show
from sim.games.inferno_on_the_volga.played.trial import TUNING
from sim.games.inferno_on_the_volga.played.worlds import quiet, result, seat, worlds
from sim.games.inferno_on_the_volga.players.roster import PLAYERS
from sim.map.ensemble import MEMBERS
from sim.match.log import EventLog
from sim.match.play import result_of
from sim.match.whole import BlockResult, GameResult, Lead, Seats, WholeGame


def play_games(seats: Seats, seed: int, first: int, n: int, with_turns: bool) -> BlockResult:
    """Play a block of games."""
    world, template = worlds(seats)
    results = np.zeros((n, len(RESULT_COLUMNS)), np.int64)
    turns = np.zeros((n if with_turns else 0, f.N_TURNS + 1, f.N_YIELDS), np.int64)
    tally = np.zeros((f.N_TURNS + 1, f.N_TALLY), np.int64)
    for k in range(n):
        seat(world, template, seats, seed, first + k, False)
        with quiet():
            play(world)
        results[k] = result(world)
        if with_turns:
            turns[k] = world.turns[:, : f.N_YIELDS]
        tally += world.turns[:, f.N_YIELDS :]
    return BlockResult(results, turns, tally.reshape(f.N_TURNS + 1, 2, f.N_KINDS_OF_ATTACK, f.N_ENDS_OF_ATTACK))


def play_logged(seats: Seats, seed: int, game: int) -> tuple[GameResult, EventLog]:
    """Play one game and keep its events."""
    world, template = worlds(seats)
    seat(world, template, seats, seed, game, True)
    with quiet():
        play(world)
    ended = result_of(WHOLE, game, np.array(result(world)))
    return ended, event_log(world, seats, seed, game, GAME.version)


WHOLE = WholeGame(
    game=GAME.id,
    version=GAME.version,
    sides=("german", "soviet"),
    players=tuple(dict.fromkeys(name for names in PLAYERS.values() for name in names)),
    result_columns=RESULT_COLUMNS,
    turn_columns=TURN_COLUMNS,
    turns=f.N_TURNS,
    readings=READINGS,
    level_of=ending_of,
    play_block=play_games,
    play_logged=play_logged,
    boards=MEMBERS,
    words=words(),
    odds_columns=("hasty", "deliberate"),
    results=RESULTS,
    faces=faces(),
    positions=POSITIONS,
    tuning=TUNING,
    side_players=PLAYERS,
    usual=("balanced", "ai"),
    options=OPTIONS,
    drawn="drawn",
    is_scored=False,
    plays_on_by_habit=True,
    lead=Lead("spawn_hexes", "soviet_cards_left", ("Soviet card left", "Soviet cards left")),
    diary=diary,
    luck=LUCK,
    show=show,
)
