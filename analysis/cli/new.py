"""``kessel new``: begin a game of your own."""

from __future__ import annotations

import click

from analysis.cli._answers import near, say


@click.command()
@click.argument("game")
@click.argument("title")
def COMMAND(game: str, title: str) -> None:
    """Begin a game of your own from the template.

    The copy answers at once, with the template's numbers, and waits for yours.

    GAME is its id, which names its folders; TITLE is its title, in quotes.
    """
    from analysis.sources.new_game import new_game

    for path in new_game(game, title):
        say(f"wrote {near(path)}")
    say("what to do with it: docs/your-own-game.md")
