"""Logs spoiled in movement, arrivals and supply."""

from __future__ import annotations

from random import Random

from sim.games.leningrad.referee.costs import allowance, chart, step_cost
from sim.games.leningrad.referee.counters import SOVIET
from sim.games.leningrad.referee.ground import ROAD, load_ground
from sim.games.leningrad.referee.supply import is_supplied
from tests.games.leningrad.referee.tampering import (
    before,
    corruption,
    drop,
    marks,
    new,
    phase_end,
    setting_out,
    shuffled,
    side_of,
    swap,
)
from tests.games.spoiling import Row, Rows, insert, note_of, pick, places


@corruption("4.1", "9.1")
def move_too_long(rows: Rows, rng: Random) -> Rows | None:
    """A unit that has not moved goes on for longer than it may."""
    for mark in shuffled(rng, marks(rows, 2, 6), 6):
        state = before(rows, mark + 1)
        for unit in sorted(state.on_map(side_of(rows[mark]["phase"])), key=lambda _: rng.random()):
            steps: list[Row] = []
            here, left, is_first = unit.hex, allowance(unit, is_supplied(state, unit)), True
            seen = {here}
            while left >= 0 and not state.in_ezoc(unit.side, here):
                free = [
                    h for h in state.ground.reach(here)
                    if h not in seen and not state.enemies(unit.side, h) and not state.is_empty_fort(h)
                ]  # fmt: skip
                free = [h for h in free if not state.in_ezoc(unit.side, h)] or free
                if not free:
                    break
                there = rng.choice(free)
                cost = step_cost(state, unit, here, there, is_first)
                steps.append(new(rows[mark], "move", unit=unit.id, from_hex=here, to_hex=there, value=cost))
                left, here, is_first = left - cost, there, False
                seen.add(here)
            if left < 0:
                told = new(rows[mark], "supply", unit=unit.id, value=int(is_supplied(state, unit)))
                return insert(rows, mark + 1, told, *steps)
    return None


@corruption("4.2", "6.1", "6.2", "11.3", "11.4", "4.4")
def no_such_road(rows: Rows, rng: Random) -> Rows | None:
    """A step is paid at the rate of a road that is not there."""
    ground = load_ground(note_of(rows[0])["board"])
    found = [
        n for n in places(rows, "move", note="")
        if not ground.has(ROAD, rows[n]["from_hex"], rows[n]["to_hex"]) and rows[n]["value"] > 2
    ]  # fmt: skip
    at = pick(rng, found)
    return None if at is None else swap(rows, at, value=chart("road", True))


@corruption("4.2")
def into_the_sea(rows: Rows, rng: Random) -> Rows | None:
    """A step goes into the water."""
    ground = load_ground(note_of(rows[0])["board"])
    for at in shuffled(rng, places(rows, "move"), 200):
        here = rows[at]["from_hex"]
        sea = [h for h in ground.sides[here] if not ground.is_open(here, h)]
        if sea:
            return swap(rows, at, to_hex=rng.choice(sea))
    return None


@corruption("4.0")
def jump(rows: Rows, rng: Random) -> Rows | None:
    """A step passes over a hex."""
    ground = load_ground(note_of(rows[0])["board"])
    at = pick(rng, places(rows, "move"))
    if at is None:
        return None
    here = rows[at]["from_hex"]
    far = [h for h in ground.terrain if ground.distance(here, h) == 2]
    return swap(rows, at, to_hex=rng.choice(far))


@corruption("4.4")
def into_enemies(rows: Rows, rng: Random) -> Rows | None:
    """A step goes into a hex that the enemy holds."""
    for mark in shuffled(rng, marks(rows, 2, 6)):
        state = before(rows, mark + 1)
        side = side_of(rows[mark]["phase"])
        for unit in state.on_map(side):
            held = [h for h in state.ground.reach(unit.hex) if state.enemies(side, h)]
            if held:
                return insert(rows, mark + 1, *setting_out(state, rows[mark], unit, rng.choice(held)))
    return None


@corruption("4.0", "3.0")
def moves_for_the_enemy(rows: Rows, rng: Random) -> Rows | None:
    """A unit moves in the phase of the other side."""
    mark = pick(rng, marks(rows, 2, 6))
    if mark is None:
        return None
    state = before(rows, mark + 1)
    other = [unit for unit in state.units.values() if unit.hex and unit.side != side_of(rows[mark]["phase"])]
    unit = rng.choice(other)
    return insert(rows, mark + 1, *setting_out(state, rows[mark], unit, rng.choice(state.ground.reach(unit.hex))))


@corruption("4.6")
def overstack(rows: Rows, rng: Random) -> Rows | None:
    """A fourth unit ends its move in a full hex."""
    for mark in shuffled(rng, marks(rows, 2, 6)):
        end = phase_end(rows, mark)
        state = before(rows, end)
        side = side_of(rows[mark]["phase"])
        for unit in state.on_map(side):
            if state.in_ezoc(side, unit.hex):
                continue
            trek = state.treks.get(unit.id)
            left = trek.left if trek else allowance(unit, is_supplied(state, unit))
            if trek and (trek.is_stopped or trek.is_over):
                continue
            for hex_ in state.ground.reach(unit.hex):
                way = setting_out(state, rows[mark], unit, hex_)
                if len(state.friends(side, hex_)) == 3 and way[1]["value"] <= left:
                    return insert(rows, end, *(way[1:] if trek else way))
    return None


def _in_zone(rows: Rows, rng: Random, is_alone: bool, into_zone: bool, note: str) -> Rows | None:
    """Move a unit that has not moved out of an enemy zone, from turn 2 on."""
    for mark in shuffled(rng, marks(rows, 2, 6)):
        state = before(rows, mark + 1)
        side = side_of(rows[mark]["phase"])
        for unit in state.on_map(side):
            alone = len(state.here(unit.hex)) == 1
            if not state.in_ezoc(side, unit.hex) or alone != is_alone:
                continue
            for hex_ in state.ground.reach(unit.hex):
                if state.in_ezoc(side, hex_) == into_zone and not state.enemies(side, hex_):
                    return insert(rows, mark + 1, *setting_out(state, rows[mark], unit, hex_, note))
    return None


@corruption("6.4")
def disengages_into_a_zone(rows: Rows, rng: Random) -> Rows | None:
    """A unit disengages from one enemy zone into the next."""
    return _in_zone(rows, rng, False, True, "disengage")


@corruption("6.3")
def leaves_nobody_behind(rows: Rows, rng: Random) -> Rows | None:
    """A lone unit disengages."""
    return _in_zone(rows, rng, True, False, "disengage")


@corruption("4.7")
def walks_out_of_a_zone(rows: Rows, rng: Random) -> Rows | None:
    """A unit leaves an enemy zone as if it were none."""
    return _in_zone(rows, rng, False, False, "")


@corruption("6.3")
def all_three_leave(rows: Rows, rng: Random) -> Rows | None:
    """A whole stack disengages together."""
    for mark in shuffled(rng, marks(rows, 2, 6)):
        state = before(rows, mark + 1)
        side = side_of(rows[mark]["phase"])
        for hex_ in sorted({unit.hex for unit in state.on_map(side) if state.in_ezoc(side, unit.hex)}):
            stack = state.friends(side, hex_)
            ways = [h for h in state.ground.reach(hex_) if not state.in_ezoc(side, h) and not state.enemies(side, h)]
            out = [h for h in ways if not state.fort_at(h)]  # to enter a fort is another rule's affair
            if len(stack) < 2 or not out:
                continue
            made = [setting_out(state, rows[mark], unit, out[0], "disengage") for unit in stack]
            is_paid = all(m[1]["value"] <= allowance(u, bool(m[0]["value"])) for u, m in zip(stack, made, strict=True))
            if is_paid:
                return insert(rows, mark + 1, *(row for m in made for row in m))
    return None


@corruption("9.0")
def supply_falsely_claimed(rows: Rows, rng: Random) -> Rows | None:
    """A supply state is told the other way round."""
    for at in shuffled(rng, places(rows, "supply"), 20):
        if before(rows, at).units[rows[at]["unit"]].hex:  # one that enters breaks another rule
            return swap(rows, at, value=1 - rows[at]["value"])
    return None


@corruption("9.0")
def supply_not_told(rows: Rows, rng: Random) -> Rows | None:
    """A unit fights and its supply is not in the log."""
    at = pick(rng, [n for n in places(rows, "supply") if rows[n]["battle"] is not None])
    return None if at is None else drop(rows, [at])


@corruption("15.1")
def pinned_unit_moves(rows: Rows, rng: Random) -> Rows | None:
    """Libau's garrison marches on turn 1."""
    mark = pick(rng, [n for n in marks(rows, 6, since=1) if rows[n]["turn"] == 1])
    if mark is None:
        return None
    state = before(rows, mark + 1)
    for unit in state.on_map(SOVIET):
        if unit.hex in ("0205", "2204"):
            way = [h for h in state.ground.reach(unit.hex) if not state.enemies(SOVIET, h)]
            if way:
                return insert(rows, mark + 1, *setting_out(state, rows[mark], unit, rng.choice(way)))
    return None


@corruption("15.1")
def does_not_close(rows: Rows, rng: Random) -> Rows | None:
    """The last Soviet unit on the map to move on turn 1 stays where it is."""
    entered = {rows[n]["unit"] for n in places(rows, "arrive", turn=1, phase=6)}
    moved = [rows[n]["unit"] for n in places(rows, "move", turn=1, phase=6)]
    last = next((unit for unit in reversed(moved) if unit not in entered), None)
    return drop(rows, places(rows, "move", "supply", turn=1, phase=6, unit=last)) if last else None


@corruption("14.5")
def reinforcement_of_turn_1_missing(rows: Rows, rng: Random) -> Rows | None:
    """The last reinforcement of turn 1 does not enter."""
    found = places(rows, "arrive", turn=1, phase=6)
    if not found:
        return None
    unit = rows[found[-1]]["unit"]
    return drop(
        rows, [n for n, row in enumerate(rows) if row["unit"] == unit and (row["turn"], row["phase"]) == (1, 6)]
    )


@corruption("14.0")
def reinforcement_too_soon(rows: Rows, rng: Random) -> Rows | None:
    """A reinforcement enters before its turn."""
    mark = pick(rng, [n for n in marks(rows, 6) if rows[n]["turn"] < 9])
    if mark is None:
        return None
    state = before(rows, mark + 1)
    unit = rng.choice([unit for unit in state.units.values() if unit.side == SOVIET and unit.due > rows[mark]["turn"]])
    return insert(rows, mark + 1, new(rows[mark], "arrive", unit=unit.id, to_hex=unit.entries[0], value=2))


@corruption("14.0")
def enters_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A reinforcement enters in the middle of the map."""
    at = pick(rng, places(rows, "arrive"))
    return None if at is None else swap(rows, at, to_hex=rng.choice(["1808", "1506", "2108"]))


@corruption("14.1")
def enters_too_cheaply(rows: Rows, rng: Random) -> Rows | None:
    """A reinforcement pays too little for its first hex."""
    at = pick(rng, places(rows, "arrive"))
    return None if at is None else swap(rows, at, value=rows[at]["value"] - 1)
