"""The end: supplied Germans in the city, points, margin, level [16]."""

from __future__ import annotations

from collections import Counter

from sim.games.leningrad.referee import supply
from sim.games.leningrad.referee.counters import GAME, GERMAN, LENINGRAD, SOVIET
from sim.games.leningrad.referee.state import State
from sim.numbers.tables import load_list
from sim.referee.breach import LOG
from sim.referee.events import Event

PLURAL = "regenerations"


def points(state: State) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how often each line of the schedule counts and for how much in all, by side and line [16.1, 16.2]."""
    counts: Counter[str] = Counter()
    for unit in state.units.values():
        if unit.side == GERMAN and unit.is_eliminated:
            counts[f"{unit.type}_eliminated"] += 1
        elif unit.side == GERMAN and unit.steps == 1:
            counts[f"{unit.type}_reduced"] += 1
    counts["regeneration"] = state.regenerations
    for hex_ in LENINGRAD:
        counts[f"hex_{hex_}"] = int(any(supply.is_supplied(state, u) for u in state.friends(GERMAN, hex_)))
    rows = load_list(GAME, "vp_schedule").rows
    return {(row["side"], row["id"]): (counts[row["id"]], counts[row["id"]] * int(row["vp"])) for row in rows}


def level(margin: int) -> str:
    """Return the level of victory of a margin [16.3].

    >>> level(31), level(1), level(0), level(-21)
    ('german_strategic', 'german_tactical', 'soviet_tactical', 'soviet_strategic')
    """
    for row in load_list(GAME, "victory_levels").rows:
        low, high = row["vp_margin_low"], row["vp_margin_high"]
        if (not low or margin >= int(low)) and (not high or margin <= int(high)):
            return row["level"]
    raise AssertionError("the levels leave a gap")


def line_of(note: str) -> str:
    """Return the line of the schedule that a note of a vp row names.

    >>> line_of("hex 2604"), line_of("infantry reduced x3"), line_of("regenerations x2")
    ('hex_2604', 'infantry_reduced', 'regeneration')
    """
    words = [word for word in note.split() if not (word[:1] == "x" and word[1:].isdigit())]
    return "_".join("regeneration" if word == PLURAL else word for word in words)


def settle(state: State, rows: list[Event]) -> None:
    """Check the rows of the last phase of turn 12, the end last."""
    lines = list(rows)
    asked = {u.id for hex_ in LENINGRAD for u in state.friends(GERMAN, hex_)}
    while lines and lines[0].kind == "supply":
        row = lines.pop(0)
        state.seq = row.seq
        unit = state.standing(row, "is asked for its supply")
        state.require(unit.id in asked, LOG, f"supply of {unit.id}, which is in no hex of Leningrad")
        asked.discard(unit.id)
        supply.checked(state, row, unit)
    for unit_id in sorted(asked):
        state.breach("16.2", f"supply of {unit_id} in Leningrad is not told at the end")
    margin = _check_points(state, lines)
    if not lines or lines[0].kind != "end":
        state.breach("16.0", "the game does not end with its result")
    row = lines.pop(0)
    state.seq = row.seq
    state.require(row.value == margin, "16.3", f"the margin is {row.value}; expected {margin}")
    state.require(row.note == level(margin), "16.3", f"the level is {row.note}; expected {level(margin)}")
    for rule in ("16.0", "16.3"):
        state.saw(rule)
    if lines:
        state.seq = lines[0].seq
        state.breach("16.0", f"{lines[0].kind} after the end of the game")


def _check_points(state: State, lines: list[Event]) -> int:
    true = points(state)
    counted = set()
    while lines and lines[0].kind == "vp":
        row = lines.pop(0)
        state.seq = row.seq
        key = (row.side, line_of(row.note))
        rule = "16.2" if row.side == GERMAN else "16.1"
        state.require(key in true, rule, f"no such points: {row.side}, {row.note!r}")
        state.require(key not in counted, rule, f"{row.note!r} counts twice")
        counted.add(key)
        count, worth = true[key]
        is_count_right = "x" not in row.note.split()[-1] or row.note.endswith(f"x{count}")
        state.require(row.value == worth and is_count_right, rule, f"{row.note} is {row.value} vp; expected {worth}")
    for (side, line), (count, worth) in true.items():
        rule = "16.2" if side == GERMAN else "14.8" if line == "regeneration" else "16.1"
        if count and (side, line) not in counted:
            state.breach(rule, f"{line} x{count} is not counted: {worth} vp")
        if count:
            state.saw("16.2" if side == GERMAN else "16.1")
    sums = {side: sum(worth for (s, _), (_, worth) in true.items() if s == side) for side in (GERMAN, SOVIET)}
    return sums[GERMAN] - sums[SOVIET]
