"""``kessel new`` and ``kessel dictionary``: for those who add a game, and those who ask the warehouse."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def add_author_commands(app: typer.Typer) -> None:
    """Register the commands."""
    app.command()(new)
    app.command()(dictionary)


def new(
    game: Annotated[str, typer.Argument(help="the id of the new game, the name of its folders")],
    title: Annotated[str, typer.Argument(help="its title, in quotes")],
) -> None:
    """Begin a game of your own: a copy of the template, which plays at once and waits for your numbers."""
    from analysis.new_game import new_game

    here = Path.cwd()
    for path in new_game(game, title):
        sys.stdout.write(f"wrote {path.relative_to(here) if path.is_relative_to(here) else path}\n")
    sys.stdout.write("what to do with it: docs/your-own-game.md\n")


def dictionary(
    game: Annotated[str | None, typer.Argument(help="the tables of one game; those of all if left out")] = None,
) -> None:
    """Describe the tables and columns of the warehouse, as Markdown."""
    from analysis.dictionary import common_tables, tables_of

    sys.stdout.write(tables_of(game) if game else common_tables())
