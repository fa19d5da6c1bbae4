"""Advance after combat, free but after an overrun that succeeded [7.6, 7.7, 8.48, R43]."""

from __future__ import annotations

from collections import Counter

from sim.games.leningrad.referee import forts, movement
from sim.games.leningrad.referee.battle import Battle
from sim.games.leningrad.referee.counters import Unit
from sim.games.leningrad.referee.state import STACK, State
from sim.referee.events import Event

Tracks = dict[str, list[str]]


def settle(
    state: State, battle: Battle, results: tuple[str, str], defense: Tracks, attack: Tracks, lines: list[Event]
) -> None:
    """Take the advances from the front of the lines, check each, and that none is missing."""
    gone: dict[str, list[str]] = {}
    while lines and lines[0].kind in ("advance", "fort_lost"):
        row = lines.pop(0)
        state.seq = row.seq
        if row.kind == "fort_lost":
            forts.lose(state, row)
            continue
        unit = state.standing(row, "advances")
        if unit in battle.attackers:
            state.require(unit.id not in attack, "8.48", f"{unit.id} advances after its retreat")
            _check_hex(state, battle.side, unit, row, battle.hexes, defense, gone)
        else:
            _check_defender(state, battle, results, unit)
            _check_hex(state, battle.side, unit, row, battle.attacker_hexes, attack, gone)
        if next(reversed(gone)) != unit.id:
            state.breach("8.48", f"{unit.id} advances on after another unit has advanced")
        movement.arrive_in(state, unit, row.to_hex)
        if battle.is_overrun:
            state.treks[unit.id].path.append(unit.hex)
        state.saw("8.48")
    ends = Counter(path[-1] for path in gone.values())
    for hex_, n in ends.items():
        state.require(n <= STACK, "8.48", f"{n} units advance into {hex_}")
    if battle.is_overrun:
        _check_followed(state, battle, attack)


def _check_defender(state: State, battle: Battle, results: tuple[str, str], unit: Unit) -> None:
    is_in = unit in battle.defenders
    state.require(is_in, "8.48", f"{unit.id} advances but took no part in battle {battle.number}")
    state.require(not battle.is_overrun, "7.7", f"{unit.id} advances after it was overrun")
    state.require("-" in results, "8.43", f"{unit.id} defended and advances on a shared result")
    state.require(results[0] == "-", "8.48", f"{unit.id} defended, was harmed, and advances")


def _check_hex(
    state: State, side: str, unit: Unit, row: Event, vacated: list[str], tracks: Tracks, gone: dict[str, list[str]]
) -> None:
    other = state.hex(row.to_hex)
    path = gone.setdefault(unit.id, [unit.hex])
    state.require(state.ground.is_open(unit.hex, other), "8.48", f"{unit.id} advances from {unit.hex} to {other}")
    state.require(not state.enemies(unit.side, other), "8.48", f"{unit.id} advances into enemies at {other}")
    if len(path) == 1:
        state.require(other in vacated, "8.48", f"{unit.id} advances to {other}, which was not vacated")
    else:
        long = [track for track in tracks.values() if len(track) == 3]
        is_by_retreat = any(track[0] == unit.hex for track in long)  # not by the elimination of all
        is_free = len(path) == 2 and is_by_retreat and any(track[1] == other for track in long)
        state.require(is_free, "8.48", f"{unit.id} advances on to {other}, which no retreat of two hexes vacated")
    path.append(other)


def _check_followed(state: State, battle: Battle, attack: Tracks) -> None:
    """Stop unless an overrun that succeeded is followed by one unit at least [7.6]."""
    target = battle.hexes[0]
    left = [unit for unit in battle.attackers if unit.hex and unit.id not in attack]
    if state.enemies(battle.side, target) or not left:
        return
    is_followed = any(unit.hex != battle.origins[unit.id] for unit in left)
    state.require(is_followed, "7.6", f"nobody advances into {target} after the overrun that cleared it")
