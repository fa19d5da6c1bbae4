"""What a designer could change in a combat table: each recommendation is an edit that was tried, with before and after.

Where every cell is printed all edits of one cell are tried (`analysis.crt.mending`). Where cells are not known only
what holds over every table in which better odds and better rolls never hurt is said. Exact; nothing is said without
its numbers.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from urllib.parse import urlencode

from analysis.crt.bounds import widest
from analysis.crt.cells import WAY
from analysis.crt.codes import outcome_words
from analysis.crt.ground_won import Ground, ground_of, idle_modifiers, moved, won
from analysis.crt.mending import advise
from analysis.crt.suggestion import IDLE, Advice, Edit, Recommendation, count
from analysis.crt.table import CHANCES, Draft, draft_of
from analysis.sources.readings import columns_ruling
from analysis.words import percent
from sim.game import load_game
from sim.numbers.rawfiles import MISSING, RAW, read_raw
from sim.numbers.tables import load_grid


@cache
def recommendations(game: str) -> Advice:
    """Return what a designer could change in a game's combat table; `GameError` if it has none.

    >>> [one.edits[0].before for one in recommendations("leningrad").recommendations]
    ['-/E']
    """
    draft = draft_of(game)
    if any(MISSING in row for row in draft.cells):
        return _as_counted(game, _over_family(game, draft))
    grid = load_grid(game, load_game(game).table.name)
    found = advise(draft, ground_of(game, draft), grid.weakest_basis())
    found = replace(found, recommendations=tuple(_with_modifiers(game, draft, one) for one in found.recommendations))
    return _as_counted(game, found)


def _as_counted(game: str, found: Advice) -> Advice:
    """Return advice whose sentences name what a game's table counts: "suffers" here, "retreats or dies" there."""
    way = f"the defender {load_game(game).table.reading.way}"

    def said(text: str) -> str:
        return text.replace(WAY, way)

    ours = [
        replace(one, finding=said(one.finding), figures=tuple(replace(f, about=said(f.about)) for f in one.figures))
        for one in found.recommendations
    ]
    return Advice(tuple(ours), tuple(map(said, found.considered)))


def _with_modifiers(game: str, draft: Draft, one: Recommendation) -> Recommendation:
    """Return a recommendation about idle shifts with what it does for the printed modifiers."""
    if one.kind != IDLE or not moved(game):
        return one
    counts = [sum(map(len, idle_modifiers(game, table).values())) for table in (draft, edited(draft, one.edits))]
    return replace(
        one, figures=(*one.figures, count("cases in which a printed modifier wins or saves no ground", *counts))
    )


def edited(draft: Draft, edits: Iterable[Edit]) -> Draft:
    """Return a table with edits in place."""
    labels = [draft.label(at) for at in range(len(draft.cells[0]))]
    for one in edits:
        draft = draft.put((draft.rows.index(one.row), labels.index(one.column)), one.after)
    return draft


def _over_family(game: str, draft: Draft) -> Advice:
    """Return what holds whatever the unknown cells are, as long as better odds and better rolls never hurt."""
    reading = load_game(game).table.reading
    ground = Ground(WAY, CHANCES[WAY], is_cleared=False)
    cells = sum(code != MISSING for row in draft.cells for code in row)
    printed = f"of {len(draft.rows) * len(draft.cells[0])} cells {cells} {'is' if cells == 1 else 'are'} printed"
    whole = [column for column in range(len(draft.columns)) if draft.is_whole(column)]
    if not whole:
        spans = [widest(game, label, lambda one: int(reading.gives_way(one))) for label in draft.columns]
        least = min(high - low for low, high in spans)
        stands = (
            f"{printed} and no column in full: in every column the chance that the defender {reading.way} stays "
            f"open by {100 * float(least):.0f} points or more, so no change of a cell can be weighed over every "
            "table that agrees with the print"
        )
        return Advice((), (stands,))
    found = advise(draft, ground, "printed columns only")
    return Advice(
        found.recommendations,
        (
            printed,
            *(f"in the printed columns {one}" for one in found.considered),
            *_spent(game, draft, ground, whole[-1]),
        ),
    )


def _spent(game: str, draft: Draft, ground: Ground, last: int) -> list[str]:
    """Return, in sentences if so, that right of the last known column are more shifts than rolls left to turn.

    So it is in every table of the family if no better result on the ladder keeps the defender in place. It is no change
    to try: shifts to the left, for terrain, are made from those columns, and the sentence says what they lose.
    """
    table = load_game(game).table
    coded = outcome_words(table)
    ways = [table.reading.gives_way(coded((code,), ())) for code in table.ladder]
    shifts, rolls, p = len(draft.columns) - 1 - last, sum(draft.ways), won(draft, ground, last)
    rest = int(rolls * (1 - p))
    if ways != sorted(ways) or rest >= shifts:
        return []
    here, end, then = draft.columns[last], draft.columns[-1], last + rest
    kept, left = (_open_ground(game, draft.columns[at - _TERRAIN]) for at in (len(draft.columns) - 1, then))
    reads = f", if the columns there are as we read them (ruling R{ruling})" if (ruling := columns_ruling(game)) else ""
    return [
        f"at {here} {ground.about} in {percent(float(p))} of all rolls. Whatever the unknown cells are, {shifts - rest}"
        f" or more of the {shifts} shifts from there to {end} win no ground in the open{reads}. Terrain uses them all"
        f" the same: were {draft.columns[then]} the last column, {_TERRAIN} shifts to the left would take an attack"
        f" of {end} to {draft.columns[then - _TERRAIN]} ({left}) and not to {draft.columns[-1 - _TERRAIN]} ({kept})"
    ]


_TERRAIN = 2
"""Shifts to the left of an attack that is asked for: those of a wood and a town, as in the example of Traces [10.2]."""


def _open_ground(game: str, label: str) -> str:
    """Return in percent the chance of a column that the defender gives way, its ends where it is not known."""
    low, high = widest(game, label, lambda one: int(load_game(game).table.reading.gives_way(one)))
    return percent(float(low)) if low == high else f"{percent(float(low))} to {percent(float(high))}"


def edited_csv(game: str, edits: Iterable[Edit]) -> str:
    """Return the game's table with edits, as ``kessel diff`` takes it."""
    printed = read_raw(RAW / game / f"{load_game(game).table.name}.csv")
    rows = [list(row) for row in printed.rows]
    keys = printed.keys()
    for one in edits:
        rows[keys.index(one.row)][printed.header.index(one.column)] = one.after
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([printed.header, *rows])
    return text.getvalue()


def workbench_link(game: str, edits: Iterable[Edit]) -> str:
    """Return the address of the workbench page with edits in place.

    >>> workbench_link("leningrad", [Edit("6", "1-1", "2/1", "1/1")])
    'leningrad_workbench.html#cell=6%7C1-1%7C1%2F1'
    """
    cells = urlencode([("cell", f"{one.row}|{one.column}|{one.after}") for one in edits])
    return f"{game}_workbench.html#{cells}"
