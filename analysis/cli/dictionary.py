"""``kessel dictionary``: the tables and columns of the warehouse in words."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("game", required=False)
def COMMAND(game: str | None) -> None:
    """Describe the tables and columns of the warehouse.

    The answer is Markdown; with GAME it holds the tables of that game.
    """
    from analysis.warehouse.dictionary import common_tables, dictionary_of_game

    sys.stdout.write(dictionary_of_game(game) if game else common_tables())
