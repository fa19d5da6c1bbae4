"""A person plays a side of Leningrad: the engine's own rules, stopped wherever they leave a choice to that side."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np

from sim.games.leningrad import GAME
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.build import ROOMS
from sim.games.leningrad.map.record.columns import RESULT_COLUMNS
from sim.games.leningrad.map.record.log import event_log, level_of
from sim.games.leningrad.map.upkeep import finish
from sim.games.leningrad.played.by_hand.desk import LeningradDesk
from sim.games.leningrad.played.by_hand.twins import Twins
from sim.games.leningrad.played.saved import LAST_PHASE, put, take
from sim.games.leningrad.played.season import OPENING, think_aloud
from sim.games.leningrad.played.table import keep_plan, sit_down
from sim.games.leningrad.played.trial import chairs
from sim.games.leningrad.played.worlds import result, worlds
from sim.games.leningrad.players.roster import SIDES
from sim.map.board import load_board
from sim.map.forces import world as g
from sim.map.forces.world import Ints, World, copy_of
from sim.match.barrier import install
from sim.match.log import EventLog
from sim.match.person import Person
from sim.match.saved import Saved
from sim.match.whole import GameResult

PERSON = "person"
_ENDS = (4, 7)
"""The last phases in which either side does anything."""


def play_by_hand(saved: Saved, side: str, person: Person) -> tuple[GameResult, EventLog, Ints]:
    """Play a stopped game to its end; `person` plays `side`, the player seated there is the officer who helps out.

    The dice are those of the game, so a game goes on from a save as if it had not been stopped.
    """
    own = SIDES.index(side)
    seats = replace(saved.seats, first=PERSON) if own == f.GERMAN else replace(saved.seats, second=PERSON)
    board = load_board(GAME.id, seats.board)
    world = _seated(saved)
    twins = Twins(own, person.choose)
    turn, phase = saved.turn, saved.phase
    here = saved

    def log() -> EventLog:
        return event_log(world, board, seats, saved.seed, saved.game, GAME.version)

    with np.errstate(over="ignore"):  # hash arithmetic wraps around on purpose
        while phase:
            if phase in OPENING:
                think_aloud(world, (phase - 1) // 4)
            desk = LeningradDesk(here, world, twins, board, log)
            twins.play_phase(world, phase, partial(person.conduct, desk))
            if phase in _ENDS and (phase - 1) // 4 != own:
                person.hear(log(), turn, SIDES[1 - own])
            turn, phase = (turn, phase + 1) if phase < LAST_PHASE else (turn + 1, 1)
            if turn > f.N_TURNS:
                break
            world.s[g.TURN] = turn
            here = Saved(saved.seats, saved.seed, saved.game, turn, phase, take(world))
        finish(world)
        row = result(world)
    winner, level = level_of(row[0])
    ended = GameResult(saved.game, winner, level, row[0], f.N_TURNS, dict(zip(RESULT_COLUMNS, row, strict=True)))
    return ended, log(), world.turns[:, : f.N_YIELDS].copy()


def _seated(saved: Saved) -> World:
    """Return a world of its own with the game in it; a player who goes on keeps the plan of his turn."""
    _, template = worlds(saved.seats)
    world = copy_of(template)
    install(world, ROOMS)
    put(world, template, saved.state)
    sit_down(world, *chairs(saved.seats))
    world.s[g.TURN], world.s[g.LOGGING] = saved.turn, 1
    for at, seat in enumerate(chairs(saved.seats)):
        if seat.settings:
            keep_plan(world, at, saved.state.plans)
    return world
