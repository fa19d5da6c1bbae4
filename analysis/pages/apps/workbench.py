"""The CRT workbench: a combat results table with all that its script needs to weigh an edit of it, exactly.

The script ``templates/apps/workbench.js`` does the sums again in the browser, cell by cell, as
`analysis.crt.diagnosis` and `analysis.crt.edit` do; it knows no game.
What a code comes to is asked of the game's own reading here.
"""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from analysis.charts.theme import class_colors
from analysis.crt.bounds import FAMILIES, band_frame
from analysis.crt.codes import below_code, legal_codes, meanings_of, parts_of, ways_of
from analysis.crt.columns import assumed_columns
from analysis.crt.diagnosis import Diagnosis
from analysis.crt.edit import file_of
from analysis.crt.table import CLIFF, ELIMINATED
from analysis.sources.audit import table_name
from analysis.words import percent
from sim.combat import CombatTable
from sim.explorer import Row
from sim.game import Game, load_game
from sim.numbers.family import STRUCTURES
from sim.numbers.rawfiles import RAW, read_raw
from sim.numbers.tables import load_grid

_WORTHS = ("column_shift", "value")
"""The fields of printed tables that hold what a shift or a DRM is worth."""


def workbench_data(game: str) -> dict[str, Any]:
    """Return all that the script ``workbench.js`` needs, as JSON can hold it; `GameError` if a game has no table.

    >>> data = workbench_data("leningrad")
    >>> data["columns"][:3], data["cells"][2][4], data["codes"]["2/2"]["steps"]  # the 2-1 column on a 3
    (['1-4', '1-3', '1-2'], '2/2', [2, 2])
    """
    found = load_game(game)
    table, reading = found.table, found.table.reading
    grid, printed = load_grid(game, table.name), read_raw(file_of(game, table.name))
    parts = parts_of(grid, reading)
    data: dict[str, Any] = {
        "game": game, "title": found.title, "about": reading.about, "table": table.name,
        "way": reading.way, "short_way": reading.short_way,
        "header": list(printed.header), "rows": list(grid.row_labels),
        "better_roll": reading.better_roll, "columns": list(reading.columns), "parts": parts,
        "raw": [list(row[1:]) for row in printed.rows], "cells": [list(row) for row in grid.cells],
        "basis": [list(row) for row in grid.basis], "legal": legal_codes(grid, parts), "meanings": dict(grid.codes),
        "ways": ways_of(grid, reading), "cliff": str(CLIFF), "eliminated": ELIMINATED,
        "all_steps": list(reading.all_steps),
        "classes": [list(one) for one in zip(reading.classes, class_colors(len(reading.classes)), strict=True)],
        "below": below_code(grid), "fight": _fight(found),
    }  # fmt: skip
    return data | meanings_of(table, grid) | _family(table)


def _family(table: CombatTable) -> dict[str, Any]:
    """Return the ladder of a table with unknown cells, and the structures to try for its family, the default first."""
    families = (table.column_odds(label).family for label in table.reading.columns)
    default = next(filter(None, families), None)
    if default is None:
        return {"ladder": [], "structures": [], "families": {}}
    return {
        "ladder": list(table.ladder),
        "structures": list(STRUCTURES[STRUCTURES.index(default) :]),
        "families": FAMILIES,
    }


def _fight(game: Game) -> dict[str, Any]:
    """Return the rows of shifts and DRMs that a fight may have, each with how often at most; none without an explorer.

    ``is_lost_below`` says that shifts which count late do not save an attack that the others take below the table.
    """
    if game.combat.explorer is None:
        return {"shifts": [], "drms": [], "is_lost_below": False, "tables": {}}
    explorer = game.combat.explorer()
    high = {control.id: control.high for control in explorer.controls}
    tables = _tables(game.id)

    def listed(rows: tuple[Row, ...], net: str) -> list[dict[str, Any]]:
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

    found = {"shifts": listed(explorer.shifts, "shift"), "drms": listed(explorer.drms, "drm")}
    used = {row["table"] for rows in found.values() for row in rows}
    return found | {
        "is_lost_below": explorer.ladder is not None and explorer.ladder.is_lost_below,
        "tables": {name: one for name, one in tables.items() if name in used},
    }


def _tables(game: str) -> dict[str, dict[str, Any]]:
    """Return the printed tables that say what shifts or DRMs are worth as their files have them, and in which field."""
    found = {}
    for path in sorted((RAW / game).rglob("*.csv")):
        raw = read_raw(path) if "." not in path.stem else None
        field = next((name for name in _WORTHS if raw and name in raw.header), None)
        if raw and field:
            rows = [list(row) for row in raw.rows]
            found[table_name(path, RAW / game)] = {
                "header": list(raw.header),
                "rows": rows,
                "at": raw.header.index(field),
            }
    return found


def _holds(table: dict[str, Any], row: Row) -> bool:
    """Return whether a table says what a modifier is worth."""
    return any(cells[0] == row.id and cells[table["at"]].lstrip("+") == row.value for cells in table["rows"])


def static_text(game: str, found: Diagnosis) -> str:
    """Return what stands on the page where no script runs: the columns of the printed table, as a Markdown table."""
    lines = [
        f"| odds | {load_game(game).table.reading.short_way} | attacker's steps lost | defender's steps lost |",
        "|---|---|---|---|",
    ]
    bands = {(row["odds_column"], row["measure"]): row for row in band_frame(game).to_dicts()}

    def said(column: str, measure: str, exactly: Fraction) -> str:
        """Return a number as the page says it, or its range where cells that are not printed leave it open."""
        low, high = (bands[column, measure][end] for end in ("widest_low", "widest_high"))
        if low == high:
            return percent(float(exactly)) if measure == "gives way" else f"{float(exactly):.2f}"
        return f"{percent(low)} to {percent(high)}" if measure == "gives way" else f"{low:.2f} to {high:.2f}"

    lines += [
        f"| {one.odds_column} | {said(one.odds_column, 'gives way', one.p_gives_way)} |"
        f" {said(one.odds_column, 'attacker', one.attacker_steps)} |"
        f" {said(one.odds_column, 'defender', one.defender_steps)} |"
        for one in found.columns
    ]
    head = "The table as it stands, exactly"
    if assumed_columns(game):
        head += ", over every table that agrees with its printed cells"
    return "\n".join([f"{head}; with JavaScript it can be edited here.", "", *lines])
