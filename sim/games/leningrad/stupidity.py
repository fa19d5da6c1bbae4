"""How often a player does what nobody should: rates counted in event logs, by the referee's plain reading of them.

None of these is always wrong (a unit may have to go back), so what they say lies in comparing players, and versions of
a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa

from sim.games.leningrad.combat.results import CRT, demands
from sim.games.leningrad.referee.counters import GERMAN, SOVIET
from sim.games.leningrad.referee.events import read_events
from sim.games.leningrad.referee.state import State, enemy
from sim.games.leningrad.referee.supply import is_supplied
from sim.games.leningrad.referee.verdict import SIDES, TURNS, Replay
from sim.referee.events import Event, read_note

MEASURES = {
    "bad_attacks": (
        "attacks and overruns of which the table asks more steps of the attacker than of the defender, those of the"
        " last Soviet phase apart, after which no Soviet step counts"
    ),
    "out_of_supply": "units that moved out of supply by themselves",
    "holes": "stacks near the enemy beside a hole in the line that one of their units could fill",
    "idle": "units beside a battle below 7-1 that attacked nobody",
    "back_and_forth": "units that moved back to where they came from the turn before",
    "city_left": "hexes of Leningrad held, and empty after a phase of one's own with an enemy beside",
}
"""What is counted, each out of all that it could have happened to."""
NEAR = 4
"""Hexes from the enemy within which a hole matters."""
_STRONG = CRT.column_labels.index("7-1")

_LAST_BATTLES = (TURNS, 7)
"""Turn and phase of the last Soviet attacks."""

Rates = dict[tuple[str, str], tuple[int, int]]
"""By side and measure: how often, and out of how many."""


def rates(logs: Iterable[pa.Table | Path]) -> Rates:
    """Count over some logs; a log that is not legal raises the breach."""
    wrong: Counter[tuple[str, str]] = Counter()
    chances: Counter[tuple[str, str]] = Counter()
    for log in logs:
        watch = _Watch(log)
        watch.run()
        wrong.update(watch.wrong)
        chances.update(watch.chances)
    return {(side, what): (wrong[side, what], chances[side, what]) for side in (GERMAN, SOVIET) for what in MEASURES}


def worth(column: int, attackers: int, defenders: int) -> int:
    """Return the steps that six rolls on a column ask of a defender less those of the attacker, all where eliminated.

    >>> worth(CRT.column_labels.index("1-2"), 2, 1), worth(CRT.column_labels.index("7-1"), 2, 1)
    (-9, 6)
    """
    total = 0
    for row in CRT.cells:
        defender, attacker = demands(row[column])
        total += defenders if defender < 0 else min(defender, defenders)
        total -= attackers if attacker < 0 else min(attacker, attackers)
    return total


class _Watch(Replay):
    """A replay that looks at each phase before and after it."""

    def __init__(self, log: pa.Table | Path) -> None:
        super().__init__(read_events(log), None, None, Counter())
        self.wrong: Counter[tuple[str, str]] = Counter()
        self.chances: Counter[tuple[str, str]] = Counter()
        self.came_from: dict[str, str] = {}

    def play_phase(self, turn: int, phase: int) -> None:
        state, begun = self.state, self.at
        side = SIDES.get(phase, "")
        before = {unit.id: unit.hex for unit in state.on_map(side)}
        steps = {unit.id: unit.steps for unit in state.units.values()}
        fed = {unit.id for unit in state.on_map(side) if phase in (2, 6) and is_supplied(state, unit)}
        super().play_phase(turn, phase)
        events = self.events[begun : self.at]
        if phase in (2, 3, 6, 7) and (turn > 1 or side == GERMAN):  # Soviet attacks and moves of turn 1 are forced
            if (turn, phase) != _LAST_BATTLES:
                self._battles(side, events, steps)
            self._city(side, set(before.values()))
            if phase in (2, 6):
                self._moves(side, events, before, fed)
                self._holes(side)
            else:
                self._idle(side, events, before)

    def _count(self, side: str, what: str, wrong: int, chances: int) -> None:
        self.wrong[side, what] += wrong
        self.chances[side, what] += chances

    def _battles(self, side: str, events: list[Event], steps: dict[str, int]) -> None:
        for header in events:
            if header.kind in ("combat", "overrun"):
                mine = [e for e in events if e.battle == header.battle]
                forces = [sum(steps[e.unit] for e in mine if e.kind == kind) for kind in ("attack", "defend")]
                self._count(side, "bad_attacks", worth(header.number, *forces) < 0, 1)

    def _city(self, side: str, before: set[str]) -> None:
        """Count the hexes of the city that a side held before a phase of its own, and gave away in it."""
        state = self.state
        for hex_ in sorted(before):
            if state.ground.terrain[hex_] == "soviet_city":
                is_left = not state.friends(side, hex_) and state.in_ezoc(side, hex_)
                self._count(side, "city_left", is_left, 1)

    def _moves(self, side: str, events: list[Event], before: dict[str, str], fed: set[str]) -> None:
        state = self.state
        moved = {e.unit for e in events if e.kind == "move"}
        for name in sorted(moved & before.keys()):
            unit = state.units[name]
            if not unit.hex:
                continue
            self._count(side, "out_of_supply", name in fed and not is_supplied(state, unit), 1)
            self._count(side, "back_and_forth", self.came_from.get(name) == unit.hex != before[name], 1)
        for name, start in before.items():
            self.came_from[name] = start if name in moved else ""

    def _idle(self, side: str, events: list[Event], before: dict[str, str]) -> None:
        fought = {e.unit for e in events if e.kind == "attack"}
        weak: set[str] = set()
        for header in events:
            if header.kind == "combat" and header.number < _STRONG:
                weak |= set(read_note(header)["hexes"])
        idle = [n for n, h in before.items() if n not in fought and weak & set(self.state.ground.reach(h))]
        self._count(side, "idle", len(idle), len(idle) + len(fought))

    def _holes(self, side: str) -> None:
        state = self.state
        held = {unit.hex for unit in state.on_map(side)}
        foes = {unit.hex for unit in state.on_map(enemy(side))}
        for hex_ in sorted(held):
            if len(state.friends(side, hex_)) > 1 and _is_near(state, hex_, foes):
                self._count(side, "holes", _has_hole(state, side, hex_, held, foes), 1)


def _is_near(state: State, hex_: str, foes: set[str]) -> bool:
    return any(state.ground.distance(hex_, foe) <= NEAR for foe in foes)


def _has_hole(state: State, side: str, stack: str, held: set[str], foes: set[str]) -> bool:
    """Return whether a hex two from a stack and two from another own hex is free of both, and near the enemy."""
    ground = state.ground
    beyond = {far for near in ground.reach(stack) for far in ground.reach(near)} - {stack}
    for hex_ in beyond:
        if hex_ in state.zone(side) or hex_ in held or hex_ in foes or not _is_near(state, hex_, foes):
            continue
        others = {h for h in held if ground.distance(h, hex_) == 2 and ground.distance(h, stack) >= NEAR}
        if others:
            return True
    return False
