"""``kessel map``: how a game's map was made: fitted to the earth, built, drawn."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.cli._answers import game_argument, near, say
from analysis.cli._whole import board_of
from sim.game import load_game


@click.group(no_args_is_help=True)
def COMMAND() -> None:
    """Fit a map to the earth, build its hexes, or draw it."""


@COMMAND.command()
@game_argument
def fit(game: str) -> None:
    """Say how well the hex grid fits the places that the rulebook names."""
    from sim.map.ground.georeference import fit_report

    say(fit_report(load_game(game).id))


@COMMAND.command()
@game_argument
def build(game: str) -> None:
    """Build hexes, hexsides and roads anew from geography.

    Our notes are laid over the geography; what an owner typed in stays.
    """
    from sim.map.ground.build import build_map

    for path in build_map(load_game(game).id):
        say(f"wrote {near(path)}")


@COMMAND.command()
@game_argument
@click.option(
    "--board",
    default="central",
    show_default=True,
    help="The board: central, or the number of a member of the ensemble.",
)
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write; without it GAME_map.svg."
)
@click.option(
    "--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", show_default=True, help="Colors."
)
def draw(game: str, board: str, out: Path | None, theme: str) -> None:
    """Draw the map as SVG, with its border and start hexes."""
    from sim.map.board import load_board
    from sim.map.drawing.picture import draw_board
    from sim.map.ensemble import MEMBERS
    from sim.map.setup import load_setup

    found = load_game(game)
    member = board_of(board, MEMBERS)
    path = out or Path(f"{game}_map.svg")
    if found.offers_drawing is not None:
        text = found.offers_drawing(member, theme, {})
    else:
        setup = load_setup(game, member)
        text = draw_board(load_board(game, member), title=found.title, setup=setup, theme=theme)
    path.write_text(text, encoding="utf8")
    say(f"wrote {near(path)}")
