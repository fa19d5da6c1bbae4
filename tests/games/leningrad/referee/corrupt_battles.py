"""Logs spoiled in combat and overrun."""

from __future__ import annotations

import json
from random import Random

from sim.games.leningrad.referee.counters import SOVIET
from sim.games.leningrad.referee.odds import COLUMNS, shift_value
from sim.games.leningrad.referee.supply import is_supplied
from sim.numbers.tables import load_list
from tests.games.leningrad.referee.tampering import (
    battle_rows,
    before,
    corruption,
    drop,
    marks,
    new,
    phase_end,
    shuffled,
    side_of,
    swap,
    with_note,
)
from tests.games.spoiling import Rows, insert, note_of, pick, places

HEADERS = ("combat", "overrun")


@corruption("2.6", "7.1", "9.2", "10.1", "10.2", "11.1", "13.1", "15.3")
def wrong_shift(rows: Rows, rng: Random) -> Rows | None:
    """A shift is claimed that does not apply, and carried through to the column."""
    at = pick(rng, places(rows, *HEADERS))
    if at is None:
        return None
    note = note_of(rows[at])
    line = rng.choice([name for name in ("river", "fort", "hills", "soviet_surprise") if name not in note["shifts"]])
    net = note["shift"] + shift_value(line)
    return with_note(rows, at, shifts=note["shifts"] | {line: shift_value(line)}, shift=net)


@corruption("2.6", "7.1", "9.2", "10.1", "10.2", "11.1", "13.1", "15.3")
def forgotten_shift(rows: Rows, rng: Random) -> Rows | None:
    """A shift that applies is left out."""
    at = pick(rng, [n for n in places(rows, *HEADERS) if note_of(rows[n])["shifts"]])
    if at is None:
        return None
    shifts = note_of(rows[at])["shifts"]
    shifts.pop(rng.choice(sorted(shifts)))
    return with_note(rows, at, shifts=shifts, shift=sum(shifts.values()))


@corruption("10.4")
def wrong_sum_of_shifts(rows: Rows, rng: Random) -> Rows | None:
    """The shifts are added up wrongly."""
    at = pick(rng, places(rows, *HEADERS))
    return None if at is None else with_note(rows, at, shift=note_of(rows[at])["shift"] + 1)


@corruption("8.32")
def wrong_column(rows: Rows, rng: Random) -> Rows | None:
    """The final column is the next one."""
    at = pick(rng, places(rows, *HEADERS))
    if at is None:
        return None
    column = (rows[at]["value"] + 1) % len(COLUMNS)
    return with_note(swap(rows, at, value=column), at, column=COLUMNS[column])


@corruption("8.3")
def wrong_die(rows: Rows, rng: Random) -> Rows | None:
    """The die shows another face."""
    at = pick(rng, places(rows, *HEADERS))
    return None if at is None else swap(rows, at, die=rows[at]["die"] % 6 + 1)


@corruption("8.3")
def wrong_result(rows: Rows, rng: Random) -> Rows | None:
    """The result is not that of the table."""
    at = pick(rng, places(rows, *HEADERS))
    if at is None:
        return None
    other = [text for text in ("-/E", "1/1", "2/2", "E/-") if text != note_of(rows[at])["result"]]
    return with_note(rows, at, result=rng.choice(other))


@corruption("8.33")
def odds_rounded_up(rows: Rows, rng: Random) -> Rows | None:
    """The initial odds are rounded for the attacker."""
    found = [n for n in places(rows, *HEADERS) if note_of(rows[n])["attack"] > note_of(rows[n])["defense"]]
    at = pick(rng, found)
    if at is None:
        return None
    note = note_of(rows[at])
    return with_note(rows, at, initial=f"{note['attack'] // note['defense'] + 1}-1")


@corruption("8.22")
def half_hearted_attack(rows: Rows, rng: Random) -> Rows | None:
    """An attack is made with less than the whole strength."""
    at = pick(rng, places(rows, *HEADERS))
    return None if at is None else with_note(rows, at, attack=note_of(rows[at])["attack"] - 1)


@corruption("8.1")
def attacks_twice(rows: Rows, rng: Random) -> Rows | None:
    """A unit takes part in a second attack of the phase."""
    for at in shuffled(rng, places(rows, "combat")):
        row = rows[at]
        first = min(battle_rows(rows, at))
        earlier = [n for n in places(rows, "attack", turn=row["turn"], phase=row["phase"]) if n < first]
        for n in earlier:
            unit = before(rows, first).units[rows[n]["unit"]]
            if unit.hex:
                cells = {"unit": unit.id, "from_hex": unit.hex, "to_hex": row["to_hex"], "battle": row["battle"]}
                return insert(rows, first, new(row, "attack", **cells))
    return None


@corruption("8.1")
def attacked_twice(rows: Rows, rng: Random) -> Rows | None:
    """A hex that held is attacked again in the same phase."""
    for at in shuffled(rng, places(rows, "combat")):
        if not note_of(rows[at])["result"].startswith("-"):
            continue
        after = max(battle_rows(rows, at)) + 1
        while rows[after]["kind"] == "fort_lost":
            after += 1  # what was entered falls first
        state = before(rows, after)
        side = side_of(rows[at]["phase"])
        told = places(rows, "defend", battle=rows[at]["battle"])
        if any(state.units[rows[n]["unit"]].hex != rows[n]["to_hex"] for n in told):
            continue  # a defender has advanced
        near = [unit for unit in state.on_map(side) if state.ground.is_open(unit.hex, rows[at]["to_hex"])]
        for unit in sorted(near, key=lambda unit: unit.id in state.attacked):  # better one that has not attacked
            again = {"battle": 10_000, "to_hex": rows[at]["to_hex"]}
            copied = [rows[n] | {"battle": 10_000} for n in (*told, at)]
            return insert(rows, after, new(rows[at], "attack", unit=unit.id, from_hex=unit.hex, **again), *copied)
    return None


@corruption("8.2", "7.5", "8.1")
def defender_left_out(rows: Rows, rng: Random) -> Rows | None:
    """One unit of a defended hex does not defend."""
    found = [n for n in places(rows, "defend") if rows[n - 1]["kind"] == "defend" and rows[n]["value"] == 1]
    at = pick(rng, [n for n in found if rows[n - 1]["to_hex"] == rows[n]["to_hex"]])
    if at is None:
        return None
    told = [n for n in battle_rows(rows, at) if rows[n]["kind"] in ("defend", "reveal", "supply")]
    return drop(rows, [n for n in told if rows[n]["unit"] == rows[at]["unit"]])


@corruption("12.0")
def wrong_counter_revealed(rows: Rows, rng: Random) -> Rows | None:
    """An untried unit turns out to be another than was dealt."""
    at = pick(rng, places(rows, "reveal"))
    if at is None:
        return None
    other = [row for row in load_list("leningrad", "soviet_units").rows if row["id"] != rows[at]["note"]]
    counter = rng.choice(other)
    return swap(rows, at, note=counter["id"], value=100 * int(counter["attack"]) + int(counter["defense"]))


@corruption("12.1")
def not_revealed(rows: Rows, rng: Random) -> Rows | None:
    """An untried unit fights face down."""
    at = pick(rng, places(rows, "reveal"))
    return None if at is None else drop(rows, [at])


@corruption("11.2")
def air_after_the_reveal(rows: Rows, rng: Random) -> Rows | None:
    """An air unit is sent when the untried units lie open."""
    for at in shuffled(rng, places(rows, "air")):
        opened = [n for n in places(rows, "reveal", battle=rows[at]["battle"])]
        if opened:
            moved = insert(rows, max(opened) + 1, rows[at])
            return drop(moved, [at])
    return None


@corruption("11.5")
def air_used_twice(rows: Rows, rng: Random) -> Rows | None:
    """An air unit is used a second time in a turn."""
    at = pick(rng, places(rows, "air", "interdict"))
    return None if at is None else insert(rows, at, rows[at])


@corruption("14.0")
def air_unit_too_soon(rows: Rows, rng: Random) -> Rows | None:
    """The second air unit serves before turn 7."""
    at = pick(rng, [n for n in places(rows, "air", "interdict") if rows[n]["turn"] < 7])
    return None if at is None else swap(rows, at, unit="air2")


@corruption("8.44", "4.0", "14.0")
def dead_unit_fights(rows: Rows, rng: Random) -> Rows | None:
    """A unit attacks after its elimination."""
    for at in shuffled(rng, places(rows, "eliminated")):
        later = [n for n in places(rows, "attack") if n > at]
        side = "soviet" if rows[at]["unit"].startswith("s") else "german"
        later = [n for n in later if side_of(rows[n]["phase"]) == side]
        if later:
            return insert(rows, later[0], rows[later[0]] | {"unit": rows[at]["unit"]})
    return None


@corruption("15.2")
def forced_attack_not_made(rows: Rows, rng: Random) -> Rows | None:
    """The last Soviet attack of turn 1 is not made."""
    found = places(rows, "combat", turn=1, phase=7)
    return drop(rows, battle_rows(rows, found[-1])) if found else None


@corruption("7.4", "9.0")
def joins_an_overrun_from_elsewhere(rows: Rows, rng: Random) -> Rows | None:
    """A unit that stood apart takes part in an overrun."""
    for at in shuffled(rng, places(rows, "overrun")):
        first = min(battle_rows(rows, at))
        state = before(rows, first)
        side, here = side_of(rows[at]["phase"]), rows[first]["from_hex"]
        reach = state.ground.reach(rows[at]["to_hex"])
        for unit in state.on_map(side):
            trek = state.treks.get(unit.id)
            if unit.hex in reach and unit.hex != here and not (trek and trek.is_over):
                cells = {"unit": unit.id, "from_hex": unit.hex, "to_hex": rows[at]["to_hex"]}
                supplied = next(n for n in battle_rows(rows, at) if rows[n]["kind"] == "supply")
                told = new(rows[at], "supply", unit=unit.id, value=int(is_supplied(state, unit)))
                made = insert(rows, supplied, told | {"battle": rows[at]["battle"]})
                return insert(made, first + 1, new(rows[at], "attack", battle=rows[at]["battle"], **cells))
    return None


@corruption("15.1")
def soviet_overrun_on_turn_1(rows: Rows, rng: Random) -> Rows | None:
    """A Soviet unit overruns on turn 1."""
    marks_ = [n for n in marks(rows, 6, since=1) if rows[n]["turn"] == 1]
    end = phase_end(rows, marks_[0])
    state = before(rows, end)
    for unit in state.on_map(SOVIET):
        for hex_ in state.ground.reach(unit.hex):
            if state.enemies(SOVIET, hex_):
                cells = {"unit": unit.id, "from_hex": unit.hex, "to_hex": hex_, "battle": 10_000}
                header = {"to_hex": hex_, "value": 0, "die": 1, "battle": 10_000, "note": json.dumps({})}
                like = rows[marks_[0]]
                return insert(rows, end, new(like, "attack", **cells), new(like, "overrun", **header))
    return None
