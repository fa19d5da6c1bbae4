"""``kessel advise``: what a player that looks ahead would do at a saved position, and why."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.cli._answers import say, say_json, text_of
from sim.game import load_game


@click.command()
@click.argument("game")
@click.option(
    "--at",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The position, a file that kessel play --save wrote.",
)
@click.option("--player", default="strong", show_default=True, help="The player who answers; he must look ahead.")
@click.option(
    "--rollouts",
    type=click.IntRange(2, 10_000),
    default=200,
    show_default=True,
    help="Games played to the end for each plan.",
)
@click.option("--json", "json_", is_flag=True, help="Print JSON.")
def COMMAND(game: str, at: Path, player: str, rollouts: int, json_: bool) -> None:
    """Say what the strong player would do at a saved position.

    He answers for the side to move and the rest of its turn: his plan, his moves, his attacks with their exact odds,
    and his chance to win. He foresees nothing: all dice are fresh, and what is hidden is dealt anew.
    """
    from analysis.matches.advice import advice, as_json, lines

    found = load_game(game)
    saved = found.whole.positions.read(text_of(at, "a position that kessel play --save wrote"), str(at))
    given = advice(found, saved, player, rollouts)
    if json_:
        say_json(as_json(given))
        return
    for line in lines(found, saved, given):
        say(line)
