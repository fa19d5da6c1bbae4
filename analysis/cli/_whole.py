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
from sim.match.whole import Seats, WholeGame

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
    parts: list[click.Parameter] = [
        click.Option(
            [f"--{side}", side],
            default=usual,
            show_default=True,
            help=f"Who plays it: {', '.join(whole.players_of(side))}.",
        )
        for side, usual in zip(whole.sides, whole.usual, strict=True)
    ]
    parts += [
        click.Option([f"--{name}"], default=whole.readings[name][0], show_default=True,
                     help=f"{about}: {', '.join(whole.readings[name])}.")
        for name, about in whole.options.items()
    ]  # fmt: skip
    parts.append(click.Option(["--board"], default="central", show_default=True, help=board))
    parts.append(
        click.Option(
            ["--reading"],
            multiple=True,
            metavar="NAME=VALUE",
            help="Another reading of an unclear rule; again for each.",
        )
    )
    return as_json(click.Command(game.id, callback=run, help=about, params=[*parts, *options]))


def seats_of(game: Game, given: Mapping[str, Any], board: int) -> Seats:
    """Return who plays which side on which board, as the command line says; `KesselError` names what is not known."""
    whole = game.whole
    chosen = [given[side] for side in whole.sides]
    for side, player in zip(whole.sides, chosen, strict=True):
        if player.endswith(".toml") and whole.tuning is not None:
            whole.tuning.weights_of(player, side)
        elif player not in whole.players_of(side):
            raise KesselError(f"--{side} is {player!r}; expected one of {', '.join(whole.players_of(side))}")
    readings = [(name, _option(whole, name, given[name])) for name in whole.options if name in given]
    readings = [(name, value) for name, value in readings if value != whole.readings[name][0]]
    for one in given["reading"]:
        name, _, value = one.partition("=")
        if name not in whole.readings:
            raise KesselError(f"--reading {one!r}: no reading {name!r}; expected one of {', '.join(whole.readings)}")
        if value not in whole.readings[name]:
            raise KesselError(f"--reading {name} is {value!r}; expected one of {', '.join(whole.readings[name])}")
        readings.append((name, value))
    return Seats(chosen[0], chosen[1], board, tuple(sorted(readings)))


def _option(whole: WholeGame, name: str, value: str) -> str:
    if value not in whole.readings[name]:
        raise KesselError(f"--{name} is {value!r}; expected one of {', '.join(whole.readings[name])}")
    return value


def options_in(whole: WholeGame, seats: Seats) -> dict[str, str]:
    """Return what was asked for by options of the game's own, such as its level of difficulty."""
    return {name: dict(seats.readings).get(name, whole.readings[name][0]) for name in whole.options}


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
