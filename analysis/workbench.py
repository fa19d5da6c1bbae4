"""The CRT workbench: a combat results table with all that its script needs to weigh an edit of it, exactly.

The script ``templates/apps/workbench.js`` does the sums again in the browser, cell by cell, as `analysis.diagnose` and
`analysis.diff` do; it knows no game. What a code comes to is asked of the game's own reading here.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np

from analysis.crt import assumed_columns
from analysis.diagnose import CLIFF, ELIMINATED, Diagnosis
from analysis.errors import KesselError
from analysis.explorer import FAMILIES, explorer_of
from analysis.theme import BEST_TO_WORST
from sim.combat import Coded, CrtReading
from sim.dice import all_rolls
from sim.explorer import Row
from sim.family import STRUCTURES
from sim.game import load_game
from sim.rawfiles import RAW, read_raw
from sim.tables import Grid, load_grid, load_list

TABLE = "crt"
_WORTHS = ("column_shift", "value")
"""The fields of printed tables that hold what a shift or a DRM is worth."""


def workbench_data(game: str) -> dict[str, Any]:
    """Return all that the script ``workbench.js`` needs, as JSON can hold it; `GameError` if a game has no table.

    >>> data = workbench_data("leningrad")
    >>> data["columns"][:3], data["cells"][2][4], data["codes"]["2/2"]["steps"]  # the 2-1 column on a 3
    (['1-4', '1-3', '1-2'], '2/2', [2, 2])
    """
    chapter = load_game(game).chapter("crt")
    reading: CrtReading = chapter.READING
    grid = load_grid(game, TABLE)
    printed = read_raw(RAW / game / f"{TABLE}.csv")
    parts = _parts(grid, reading)
    data: dict[str, Any] = {
        "game": game, "title": load_game(game).title, "about": reading.about, "table": TABLE,
        "header": list(printed.header), "rows": list(grid.row_labels), "columns": list(reading.columns), "parts": parts,
        "raw": [list(row[1:]) for row in printed.rows], "cells": [list(row) for row in grid.cells],
        "basis": [list(row) for row in grid.basis], "legal": _legal(grid, parts), "meanings": dict(grid.codes),
        "ways": _ways(grid, reading), "cliff": str(CLIFF), "eliminated": ELIMINATED,
        "classes": _classes(reading),
        "below": grid.column_edges[0].removeprefix("="), "fight": _fight(game),
    }  # fmt: skip
    return data | (_triples(chapter, grid, data["legal"]) if len(parts) > 1 else _codes(chapter, grid)) | _family(game)


def _classes(reading: CrtReading) -> list[list[str]]:
    """Return the classes of outcomes from the attacker's best, each with its color: the ends of a palette always."""
    names = reading.classes
    palette = BEST_TO_WORST[min(n for n in BEST_TO_WORST if n >= len(names))]
    return [[name, palette[round(at * (len(palette) - 1) / (len(names) - 1))]] for at, name in enumerate(names)]


def _parts(grid: Grid, reading: CrtReading) -> list[str]:
    """Return the parts of an odds column, each a column of the page: one without a name, or several by their names."""
    parts = list(dict.fromkeys(label.partition(" ")[2] for label in grid.column_labels))
    expected = tuple(f"{label} {part}".rstrip() for label, part in product(reading.columns, parts))
    if grid.column_labels != expected:
        raise KesselError(
            f"{grid.game}/{grid.name}: column {grid.column_labels[0]!r} is not a part of an odds column; "
            f"expected {', '.join(expected[:3])}"
        )
    return parts


def _legal(grid: Grid, parts: list[str]) -> list[list[str]]:
    """Return the codes that each part of a column takes: all there are, or where parts differ those printed in it."""
    if len(parts) == 1:
        return [list(grid.codes)]
    used = [{row[at] for row in grid.cells for at in range(first, len(row), len(parts))} for first in range(len(parts))]
    return [[code for code in grid.codes if code in found] for found in used]


def _ways(grid: Grid, reading: CrtReading) -> list[int]:
    """Return how many rolls are read in each row, in lowest terms."""
    rows, n = np.unique(reading.natural_roll(all_rolls(reading.n_dice)), return_counts=True)
    if [str(row) for row in rows.tolist()] != list(grid.row_labels):
        raise KesselError(f"{grid.game}/{grid.name}: rows {', '.join(grid.row_labels)}; expected {rows.tolist()}")
    found: list[int] = (n // np.gcd.reduce(n)).tolist()
    return found


def _meaning(reading: CrtReading, outcome: Coded) -> dict[str, Any]:
    return {
        "class": reading.classes.index(reading.class_of(outcome)),
        "gives_way": reading.gives_way(outcome),
        "gains": list(reading.gains(outcome)),
    }


def _codes(chapter: ModuleType, grid: Grid) -> dict[str, Any]:
    """Return what each code comes to where a cell holds one: text, steps (`None` for all), class, gives way, gains."""
    reading: CrtReading = chapter.READING
    below = {code for code in (grid.column_edges[0].removeprefix("="),) if code in grid.codes}
    return {
        "codes": {
            code: {"text": reading.text(outcome), "steps": list(reading.steps(outcome)), **_meaning(reading, outcome)}
            for code, outcome in ((code, {"result": code}) for code in (*grid.codes, *below))
        }
    }


def _triples(chapter: ModuleType, grid: Grid, legal: list[list[str]]) -> dict[str, Any]:
    """Return what the parts come to where a row of a column is steps lost and a result of either side.

    ``again`` is the result that adds the steps of a second roll in the same column, ``none`` what then stands there.
    """
    reading: CrtReading = chapter.READING
    lost, settled = _settled(chapter, grid, len(legal))
    unsettled = {code: shown for code, shown in settled.items() if code != shown}
    if len(unsettled) != 1:
        raise KesselError(
            f"{grid.game}/{grid.name}: second rolls for {sorted(unsettled)}; expected one result for them"
        )
    ((again, none),) = unsettled.items()
    mine, theirs = ([*(code for code in codes if code != again)] for codes in legal[1:])
    coded = {"attacker_step_losses": 0, "defender_step_losses": 0}
    pairs = {
        f"{a} {d}": _meaning(reading, {**coded, "attacker_tactical": a, "defender_tactical": d})
        for a, d in product(mine, theirs)
    }
    return {"losses": lost, "pairs": pairs, "again": again, "none": none}


def _settled(chapter: ModuleType, grid: Grid, n_parts: int) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Return the steps of both sides by the code of losses, and what the rules leave of each tactical code."""
    reading: CrtReading = chapter.READING
    rolls = all_rolls(reading.n_dice)
    rows = grid.row_index(reading.natural_roll(rolls)).tolist()
    lost: dict[str, list[int]] = {}
    settled: dict[str, str] = {}
    for at in range(len(reading.columns)):
        steps = np.stack(chapter.attrition(at, rolls), axis=-1).tolist()
        found = chapter.combat_result(at, rolls)
        sides = [found[f"{side}_tactical"].tolist() for side in ("attacker", "defender")]
        for row, pair, *codes in zip(rows, steps, *sides, strict=True):
            losses, *tactical = grid.cells[row][at * n_parts : (at + 1) * n_parts]
            lost[losses] = pair
            settled |= {code: chapter.TACTICAL[shown] for code, shown in zip(tactical, codes, strict=True)}
    return lost, settled


def _family(game: str) -> dict[str, Any]:
    """Return the ladder of a table with unknown cells, and the structures to try for its family, the default first."""
    if not assumed_columns(game):
        return {"ladder": [], "structures": [], "families": {}}
    chapter = load_game(game).chapter("crt")
    default = next(answer.family for answer in map(chapter.column_odds, chapter.READING.columns) if answer.family)
    return {
        "ladder": [row["code"] for row in load_list(game, "crt_ladder").rows],
        "structures": list(STRUCTURES[STRUCTURES.index(default) :]),
        "families": FAMILIES,
    }


def _fight(game: str) -> dict[str, Any]:
    """Return the rows of shifts and DRMs that a fight may have, each with how often at most; none without an explorer.

    ``is_lost_below`` says that shifts which count late do not save an attack that the others take below the table.
    """
    if "explorer" not in load_game(game).chapters:
        return {"shifts": [], "drms": [], "is_lost_below": False, "tables": {}}
    explorer = explorer_of(game)
    high = {control.id: control.high for control in explorer.controls}
    tables = _tables(game)

    def told(rows: tuple[Row, ...], net: str) -> list[dict[str, Any]]:
        return [
            {name: value for name, value in asdict(row).items() if name in ("id", "value", "rule", "basis")}
            | {"label": row.words}
            | {
                "most": high.get(row.times, 1),
                "is_after": row.id in explorer.after_test,
                "table": next((name for name, one in tables.items() if _holds(one, row)), ""),
            }
            for row in rows
            if row.id != net
        ]

    found = {"shifts": told(explorer.shifts, "shift"), "drms": told(explorer.drms, "drm")}
    used = {row["table"] for rows in found.values() for row in rows}
    return found | {
        "is_lost_below": explorer.ladder is not None and explorer.ladder.is_lost_below,
        "tables": {name: one for name, one in tables.items() if name in used},
    }


def _tables(game: str) -> dict[str, dict[str, Any]]:
    """Return the printed tables that say what shifts or DRMs are worth as their files have them, and in which field."""
    found = {}
    for path in sorted((RAW / game).glob("*.csv")):
        raw = read_raw(path) if "." not in path.stem else None
        field = next((name for name in _WORTHS if raw and name in raw.header), None)
        if raw and field:
            rows = [list(row) for row in raw.rows]
            found[path.stem] = {"header": list(raw.header), "rows": rows, "at": raw.header.index(field)}
    return found


def _holds(table: dict[str, Any], row: Row) -> bool:
    """Return whether a table says what a modifier is worth."""
    return any(cells[0] == row.id and cells[table["at"]].lstrip("+") == row.value for cells in table["rows"])


def static_text(found: Diagnosis) -> str:
    """Return what stands on the page where no script runs: the columns of the printed table, as a Markdown table."""
    lines = ["| odds | gives way | steps lost | steps inflicted |", "|---|---|---|---|"]
    lines += [
        f"| {one.odds_column} | {one.p_gives_way} | {one.attacker_steps} | {one.defender_steps} |"
        for one in found.columns
    ]
    return "\n".join(["The table as it stands, exactly; with JavaScript it can be edited here.", "", *lines])
