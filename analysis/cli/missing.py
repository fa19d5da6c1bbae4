"""``kessel missing``: what is not known, the most telling first."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import PlainConsole, as_json, game_argument, plain_console, say_json
from analysis.crt.missing_cells import Assumption, UnknownCell, assumptions, missing_cells
from analysis.errors import KesselError
from analysis.sources.audit import audit
from analysis.systems.ask import in_words
from sim.game import load_game
from sim.numbers.family import STRUCTURES

if TYPE_CHECKING:
    from analysis.lab.unknowns.knowing import Unknown

SHOWN = 12


@click.command()
@game_argument
@click.option("--family",
              help=f"Family of the combat table: {' or '.join(STRUCTURES)}; by default the widest.")  # fmt: skip
@as_json
def COMMAND(game: str, family: str | None, json_: bool) -> None:
    """Rank a game's unknown numbers by what each is worth.

    Knowing a number is worth as much as it would narrow the answers that rest on it.
    """
    family = family or STRUCTURES[-1]  # as the pages count: known tables refute the narrower one
    if family not in STRUCTURES:
        raise KesselError(f"family is {family!r}; expected one of {', '.join(STRUCTURES)}")
    show(game, family, json_=json_)


def show(game: str, structure: str, *, json_: bool) -> None:
    """Print what is unknown of the whole game, of the combat table and of the systems, each ranked."""
    cells, assumed, unknown = missing_cells(game, structure), assumptions(game), _of_whole(game)
    if json_:
        say_json({
            "game": game, "family": structure, "whole_game": [asdict(one) for one in unknown],
            "cells": [
                {"row": c.row, "column": c.column, "settles": float(c.settles),
                 "settles_at_best": float(c.settles_at_best),
                 "widths": {name: str(n) for name, n in c.widths.items()},
                 "left": {name: str(n) for name, n in c.left.items()}}
                for c in cells
            ],
            "assumptions": [
                {"track": a.system.id, "factor": a.factor, "about": a.about, "basis": a.basis,
                 "measured": a.system.measured,
                 "low": str(a.low), "high": str(a.high)} for a in assumed
            ],
            "files": [{"file": one.file, "what": one.what, "cells": one.cells} for one in audit(game).missing],
        })  # fmt: skip
        return
    console = plain_console()
    console.print(f"{load_game(game).title}: which number should be typed in first?", highlight=False)
    if load_game(game).has_whole:
        _show_whole(console, game, unknown)
    if cells:
        _show_cells(console, game, structure, cells)
    if assumed:
        _show_assumptions(console, assumed)
    if not cells and not assumed and not unknown:
        console.print("no answer of this game rests on an unknown number", highlight=False)


def _of_whole(game: str) -> list[Unknown]:
    """Return what is unknown of a whole game, by the games in the warehouse; nothing where there is none."""
    from analysis.lab.unknowns.knowing import knowing
    from analysis.warehouse import open_warehouse

    if not load_game(game).has_whole:
        return []
    try:
        with open_warehouse() as db:
            return knowing(db, game)
    except KesselError:  # no warehouse yet, or one that is being built
        return []


def _show_whole(console: PlainConsole, game: str, unknown: list[Unknown]) -> None:
    from analysis.lab.unknowns.knowing import MAP, advice, knowing_frame, unit_of

    if not any(one.kind == MAP for one in unknown):
        console.print("the whole game: its maps were not played yet; play them with: kessel run --all", highlight=False)
        return
    unit = unit_of(game)
    console.print(advice(unknown, unit), highlight=False)
    table = Table(title="who wins the whole game: how far each unknown leaves it open", title_justify="left",
                  box=box.SIMPLE_HEAD, pad_edge=False)  # fmt: skip
    for head in ("unknown", "kind", f"open by, {unit}", "95 % interval", "of all", "games"):
        table.add_column(head, justify="left" if head in ("unknown", "kind") else "right")
    for one in knowing_frame(unknown).head(SHOWN).iter_rows(named=True):
        interval = f"{one['low']:.1f} to {one['high']:.1f}"
        share = f"{one['share']:.0%}"
        table.add_row(one["name"], one["kind"], f"{one['spread']:.1f}", interval, share, f"{one['n_games']:,}")
    console.print(table)
    idle = sum(one.low <= 0 for one in unknown)
    console.print(
        "standard deviation of the verdict over what each may be, the widest first that is told from nothing; "
        f"{idle} of {len(unknown)} are not told from nothing. What is on the map is part of it. "
        "Basis: assumed (map and players).\n",
        highlight=False,
    )  # fmt: skip


def _show_cells(console: PlainConsole, game: str, structure: str, cells: list[UnknownCell]) -> None:
    table = Table(title=f"the combat table, data/raw/{game}/crt.csv, over the family {structure}", title_justify="left",
                  box=box.SIMPLE_HEAD, pad_edge=False)  # fmt: skip
    for head in ("row", "column", "uncertainty that it settles", "at best"):
        table.add_column(head, justify="right")
    for cell in cells[:SHOWN]:
        table.add_row(cell.row, cell.column, f"{float(cell.settles):.1%}", f"{float(cell.settles_at_best):.1%}")
    console.print(table)
    unsure = ", ".join(f"{name} {float(width):.2f}" for name, width in cells[0].widths.items() if width)
    console.print(
        f"uncertainty: the widths of the intervals of all odds columns, added up ({unsure}); settled on average "
        f"over the results the cell may hold. {max(len(cells) - SHOWN, 0)} more cells settle less.\n",
        highlight=False,
    )


def _show_assumptions(console: PlainConsole, assumed: list[Assumption]) -> None:
    table = Table(title="the systems beside the map, most telling assumptions of each", title_justify="left",
                  box=box.SIMPLE_HEAD, pad_edge=False)  # fmt: skip
    for head in ("system", "factor", "basis", "answer from", "to", "of"):
        table.add_column(head)
    seen: dict[str, int] = {}
    for one in assumed:
        seen[one.system.id] = seen.get(one.system.id, 0) + 1
        if seen[one.system.id] <= 3:
            low, high = in_words(one.low, one.system.unit), in_words(one.high, one.system.unit)
            table.add_row(one.system.id, one.factor, one.basis, low, high, one.system.measured)
    console.print(table)
