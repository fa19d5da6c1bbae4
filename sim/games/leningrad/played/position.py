"""A position set up by hand, and what a player does in it: for puzzles, and for advice to who sits at the board.

A position names the units that matter and where they stand; everybody else is off the map. Its dice are those of its
seed, so that an answer can be had for a wanted die as well as over many.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from sim.game import GameError, load_game
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.map.build import ROOMS, plan
from sim.games.leningrad.map.record.log import event_log
from sim.games.leningrad.map.setup import hold_back
from sim.games.leningrad.played.season import think_aloud
from sim.games.leningrad.played.sequence import play_phase, restore
from sim.games.leningrad.played.table import sit_down
from sim.games.leningrad.players.roster import seat_of
from sim.map.board import Board, load_board
from sim.map.forces import world as g
from sim.map.forces.supply import look_for_line
from sim.map.forces.world import World, copy_of
from sim.map.forces.zones import place
from sim.match.barrier import install
from sim.match.compiled import is_compiled
from sim.match.log import EventLog
from sim.match.whole import Seats

REDUCED, WAITING, UNTRIED = "reduced", "waiting", {"infantry": f.INFANTRY, "mobile": f.MOBILE}


@dataclass(frozen=True)
class Position:
    """Where the units stand, and when.

    `units` holds a German unit by its id as "2405" or "2405 reduced", and a Soviet one by any name as "2604 70" with
    the id of its counter once it is revealed, or "2604 infantry" or "2604 mobile" while it is untried. "waiting" stands
    for one that is still to come: a German id, or a slot of the Soviet schedule ("s45"). `rested` are units that have
    lain still long enough to be turned over, `air_used` the air units spent this turn.
    """

    turn: int
    units: Mapping[str, str]
    forts: Sequence[str] = ()
    rested: Sequence[str] = ()
    air_used: int = 0
    board: int = -1
    readings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Answer:
    """What a player did: its events, and where everybody stands after them, by the names of the position."""

    log: EventLog
    hexes: Mapping[str, str]
    steps: Mapping[str, int]
    unsupplied: tuple[str, ...]
    names: Mapping[str, str] = field(repr=False)

    def events(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the events of some kinds, units named as in the position."""
        found: list[dict[str, Any]] = self.log.table.to_pylist()
        return [e | {"unit": self.names.get(e["unit"], e["unit"])} for e in found if e["kind"] in kinds]


def ask(position: Position, character: str, phases: Sequence[int], other: str = "balanced", seed: int = 0) -> Answer:
    """Let a player play some phases of a turn, those of one side in their order; `other` answers for the enemy."""
    side = f.GERMAN if phases[0] <= 4 else f.SOVIET
    players = (character, other) if side == f.GERMAN else (other, character)
    board = load_board(tables.GAME, position.board)
    world, template = _worlds(position.board, position.readings)
    restore(world, template)
    world.s[g.SEED], world.s[g.LOGGING] = seed, 1
    sit_down(world, seat_of(players[0], f.GERMAN), seat_of(players[1], f.SOVIET))
    with np.errstate() if is_compiled() else np.errstate(over="ignore"):
        codes = _Setting(world, board).set(position)
        think_aloud(world, side)
        for phase in phases:
            play_phase(world, phase)
        return _answer(world, board, codes, Seats(*players, position.board, position.readings), seed)


@cache
def _worlds(board: int, readings: tuple[tuple[str, str], ...]) -> tuple[World, World]:
    template = plan(load_board(tables.GAME, board), dict(readings))
    world = copy_of(template)
    install(world, ROOMS)
    return world, template


class _Setting:
    """Puts a position into a restored world."""

    def __init__(self, world: World, board: Board) -> None:
        self.world, self.board = world, board
        self.codes: dict[str, int] = {}

    def set(self, position: Position) -> dict[str, int]:
        """Return the place of every unit by its name; those of no name are off the map."""
        w = self.world
        w.s[g.TURN] = position.turn
        w.u[g.STATE] = g.GONE
        w.s[f.AIR_USED : f.AIR_USED + position.air_used] = 1
        counters = self._counters(position)
        if len(set(counters.values())) < len(counters):
            raise GameError("two units have the same counter")
        for name, words in position.units.items():
            where, _, how = words.partition(" ")
            u = self._code(name, how)
            if where == WAITING:
                self._wait(u)
            else:
                self._put(u, where, how, name in position.rested, position.turn)
        self._deal(counters)
        for at, number in enumerate(position.forts):
            h = self._hex(number)
            w.x[f.FORT, h] = at + 1
            w.x[g.EXTRA + f.GERMAN, h], w.x[g.LINE + f.GERMAN, h] = w.p[f.P_FORT_MP], w.p[f.P_FORT_LINE]
            w.x[g.GATE + f.GERMAN, h] |= g.DEAR
        w.s[f.FORTS_PLACED] = len(position.forts)
        return self.codes

    def _hex(self, number: str) -> int:
        if number not in self.board.numbers:
            raise GameError(f"no hex {number!r} on the board")
        return self.board.index(number)

    def _code(self, name: str, how: str) -> int:
        """Return the place of a unit: its own, or for a Soviet one the first free slot of its class."""
        if name in tables.unit_names():
            u = tables.unit_names().index(name)
        elif how in UNTRIED or how in _counter_ids():
            kind = UNTRIED[how] if how in UNTRIED else tables.counters()[_counter_ids().index(how)][0]
            taken = set(self.codes.values())
            of_class = [u for u in range(f.N_GERMAN, f.N_UNITS) if self.world.u[g.CLASS, u] == kind and u not in taken]
            u = of_class[0]
        else:
            raise GameError(f"{name}: expected a German unit, or a Soviet counter, infantry or mobile; got {how!r}")
        self.codes[name] = u
        return u

    def _wait(self, u: int) -> None:
        w = self.world
        w.u[g.STATE, u] = g.WAITING
        if u < f.N_GERMAN and w.u[f.ARRIVES, u] == 0:
            hold_back(w, u, 0)

    def _put(self, u: int, number: str, how: str, rested: bool, turn: int) -> None:
        w, h = self.world, self._hex(number)
        side = int(w.u[g.SIDE, u])
        if w.x[g.COUNT + 1 - side, h] or w.x[g.COUNT + side, h] == g.STACK_ROWS or w.x[g.TERRAIN, h] == f.T_OFF:
            raise GameError(f"hex {number} has no room for another unit of this side")
        place(w, u, h)
        w.u[f.SINCE, u] = turn - 2 if rested else turn - 1
        w.x[f.CONTROL, h] = side
        if how == REDUCED:
            w.u[g.STEPS, u] = 1
            w.u[g.ATT, u] = w.u[g.DEF, u] = w.u[g.HALF, u]

    def _counters(self, position: Position) -> dict[str, int]:
        """Return the counters that lie open, by the name of their unit."""
        counters = {name: text.partition(" ")[2] for name, text in position.units.items()}
        return {name: _counter_ids().index(how) for name, how in counters.items() if how in _counter_ids()}

    def _deal(self, counters: Mapping[str, int]) -> None:
        """Give every slot a counter: those that lie open theirs, the others what is left, as by an unseen deal."""
        w = self.world
        given = {self.codes[name]: counter for name, counter in counters.items()}
        rng = np.random.default_rng([int(w.s[g.SEED]), int(w.s[g.TURN])])
        for kind in UNTRIED.values():
            left = [c for c, values in enumerate(tables.counters()) if values[0] == kind and c not in given.values()]
            hidden = [u for u in range(f.N_GERMAN, f.N_UNITS) if w.u[g.CLASS, u] == kind and u not in given]
            dealt = dict(zip(hidden, rng.permutation(left).tolist(), strict=True))
            w.s[f.POOL_N + kind] = len(left)
            w.s[f.POOL_ATT + kind] = sum(tables.counters()[c][1] for c in left)
            w.s[f.POOL_DEF + kind] = sum(tables.counters()[c][2] for c in left)
            given |= dealt
        for u, counter in given.items():
            _, attack, defense, of_type = tables.counters()[counter]
            w.u[f.COUNTER, u], w.u[g.ATT, u], w.u[g.DEF, u], w.u[f.TYPE, u] = counter, attack, defense, of_type
            w.u[g.FULL, u] = w.u[g.HALF, u] = attack
            w.u[f.KNOWN, u] = 1 if u in {self.codes[name] for name in counters} else 0


@cache
def _counter_ids() -> tuple[str, ...]:
    return tuple(row["id"] for row in tables.table("soviet_units").rows)


def _answer(world: World, board: Board, codes: Mapping[str, int], seats: Seats, seed: int) -> Answer:
    standing = {name: u for name, u in codes.items() if world.u[g.STATE, u] == g.ON_MAP}
    hexes = {name: board.numbers[int(world.u[g.HEX, u])] for name, u in standing.items()}
    cut = [
        name
        for name, u in standing.items()
        if look_for_line(world, int(world.u[g.SIDE, u]), int(world.u[g.CLASS, u]), int(world.u[g.HEX, u])) == 0
    ]
    steps = {name: int(world.u[g.STEPS, u]) for name, u in codes.items()}
    names = {tables.unit_names()[u]: name for name, u in codes.items()}
    return Answer(
        event_log(world, board, seats, seed, 0, load_game(tables.GAME).version), hexes, steps, tuple(cut), names
    )
