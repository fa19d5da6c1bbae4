"""``kessel new``: begin a game of your own."""

from __future__ import annotations

import click

from analysis.cli._answers import near, say


@click.command()
@click.argument("game")
@click.argument("title")
def COMMAND(game: str, title: str) -> None:
    """Begin a game of your own: a copy of the template, which plays at once and waits for your numbers.

    GAME is its id, the name of its folders; TITLE its title, in quotes.
    """
    from analysis.sources.new_game import new_game

    for path in new_game(game, title):
        say(f"wrote {near(path)}")
    say("what to do with it: docs/your-own-game.md")
