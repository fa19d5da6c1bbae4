"""Commands of games that are played whole: a command a game, whose options are its sides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from analysis.cli._answers import as_json
from analysis.errors import KesselError
from sim.border import is_whole, shown
from sim.game import Game, games_with, load_game
from sim.match.whole import Seats

Callback = Callable[..., None]
LOG_ENDINGS = (".parquet", ".arrow", ".feather", ".ipc")


class WholeGames(click.Group):
    """A command a game that is played whole; `command_of` makes it."""

    def __init__(self, command_of: Callable[[Game], click.Command], **given: Any) -> None:
        super().__init__(no_args_is_help=True, **given)
        self._command_of = command_of

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the ids of the games that are played whole."""
        return list(games_with(lambda game: game.has_whole))

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """Return the command of a game; `GameError` names the games that are played whole."""
        game = load_game(name)
        if ctx.resilient_parsing or "--help" not in ctx.args:
            _ = game.whole
        return self._command_of(game)


def command(game: Game, run: Callback, about: str, options: list[click.Parameter], *, board: str) -> click.Command:
    """Return the command of a game: players by side, the board, readings, `options`, and ``--json``."""
    whole = game.whole
    players = ", ".join(whole.players)
    parts: list[click.Parameter] = [
        click.Option([f"--{side}", side], default="balanced", show_default=True, help=f"Who plays it: {players}.")
        for side in whole.sides
    ]
    parts.append(click.Option(["--board"], default="central", show_default=True, help=board))
    parts.append(
        click.Option(["--reading"], multiple=True, metavar="NAME=VALUE", help="Another reading of an unclear rule.")
    )
    return as_json(click.Command(game.id, callback=run, help=about, params=[*parts, *options]))


def seats_of(game: Game, given: Mapping[str, Any], board: int) -> Seats:
    """Return who plays which side on which board, as the command line says; `KesselError` names what is not known."""
    whole = game.whole
    chosen = [given[side] for side in whole.sides]
    for side, player in zip(whole.sides, chosen, strict=True):
        if player.endswith(".toml") and whole.tuning is not None:
            whole.tuning.weights_of(player, side)
        elif player not in whole.players:
            raise KesselError(f"--{side} is {player!r}; expected one of {', '.join(whole.players)}")
    readings = []
    for one in given["reading"]:
        name, _, value = one.partition("=")
        if name not in whole.readings:
            raise KesselError(f"--reading {one!r}: no reading {name!r}; expected one of {', '.join(whole.readings)}")
        if value not in whole.readings[name]:
            raise KesselError(f"--reading {name} is {value!r}; expected one of {', '.join(whole.readings[name])}")
        readings.append((name, value))
    return Seats(chosen[0], chosen[1], board, tuple(sorted(readings)))


def board_of(text: str, members: int) -> int:
    """Return a board by its number, -1 for the central one."""
    if text == "central":
        return -1
    if not is_whole(text) or not 0 <= int(text) < members:
        raise KesselError(
            f"--board is {shown(text)}; expected central, or a member of the ensemble, 0 to {members - 1}"
        )
    return int(text)


def file_of_events(path: Path) -> Path:
    """Return where a log is to be written; `KesselError` says so before a game is played if it cannot be."""
    if path.suffix not in LOG_ENDINGS:
        raise KesselError(f"--events is {str(path)!r}; expected a name that ends in {', '.join(LOG_ENDINGS)}")
    return file_in("events", path)


def file_in(option: str, path: Path) -> Path:
    """Return where something is to be written; `KesselError` if its folder is not there."""
    if not path.absolute().parent.is_dir():
        raise KesselError(f"--{option} is {str(path)!r}; expected a folder that is there")
    return path
