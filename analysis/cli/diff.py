"""``kessel diff``: what a designer's edit of a table changes."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.cli._answers import as_json, game_argument, say, say_json
from analysis.crt.edit import diff


@click.command()
@game_argument
@click.argument("edited", type=click.Path(path_type=Path))
@click.option("--table", default="crt", show_default=True, help="Which table it is an edit of.")
@as_json
def COMMAND(game: str, edited: Path, table: str, json_: bool) -> None:
    """Say what an edit of a table changes: cells, and the law of every odds column, before and after.

    EDITED is the edited copy of the table's CSV.
    """
    cells, columns = diff(game, edited, table)
    if json_:
        say_json({
            "cells": [vars(cell) for cell in cells],
            "columns": [
                {"odds_column": one.odds_column, "distance": str(one.distance),
                 "before": {name: str(value) for name, value in one.before.items()},
                 "after": {name: str(value) for name, value in one.after.items()}}
                for one in columns
            ],
        })  # fmt: skip
        return
    for cell in cells:
        say(f"row {cell.row}, column {cell.column}: {cell.before} -> {cell.after}")
    if not columns:
        say("no odds column changes")
    for one in columns:
        say(f"{one.odds_column}: {float(one.distance):.1%} of the law moves")
        for name, was in one.before.items():
            if was != one.after[name]:
                say(f"    {name.replace('_', ' ')}: {was} -> {one.after[name]} ({float(one.after[name] - was):+.3f})")
