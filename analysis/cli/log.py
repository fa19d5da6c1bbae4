"""``kessel log``: a game as it was played at a table, against simulated games and the dice's exact laws."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analysis.cli._answers import as_json, game_argument, near, plain_console, say, say_json
from analysis.errors import KesselError
from sim.game import Game, load_game

if TYPE_CHECKING:
    from analysis.lab.favored import Favored
    from analysis.lab.table_log import TableGame


@click.group(no_args_is_help=True)
def COMMAND() -> None:
    """Say who led, and who had the luck, in a game at the table."""


@COMMAND.command()
@game_argument
def template(game: str) -> None:
    """Print a log to fill in.

    It has a block for each turn, with points and battles.
    """
    from analysis.lab import table_log

    say(table_log.template(load_game(game)).rstrip("\n"))


@COMMAND.command("import")
@click.argument("log", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Write it as a page too, in one file.")
@as_json
def read(log: Path, html: Path | None, json_: bool) -> None:
    """Say who was ahead on each turn, and where the game turned.

    It also says whom the dice of the battles favored.

    LOG is a file that began as `kessel log template GAME`. The chances are those of the strongest simulated
    games in the warehouse.
    """
    from analysis.lab.favored import course, favored
    from analysis.lab.table_log import read_table_log, table_game
    from analysis.warehouse import open_warehouse

    game, _ = read_table_log(log)
    with open_warehouse() as db:
        best = favored(db, game.id)
        found = table_game(log, course(best))
    if html is not None:
        _write(html, game, found, best)
    who = f"{best.player} players" if best.player else "all pairs of players"
    if json_:
        say_json(_as_json(found, best.n, who))
    else:
        _tell(game, found, best.n, who)


def _write(path: Path, game: Game, found: TableGame, best: Favored) -> None:
    from analysis.pages.table_game import table_page

    if path.suffix != ".html" or not path.parent.is_dir():
        raise KesselError(f"--html {path}: expected a name that ends in .html, in a folder that is there")
    path.write_text(table_page(game, found, best), encoding="utf8")
    click.echo(f"wrote {near(path)}", err=True)


def _as_json(found: TableGame, n: int, who: str) -> dict[str, Any]:
    from analysis.lab.table_log import luck_of

    one, move = found.turned
    return {
        "start": found.start, "n_games": n, "players": who, "turned": one.turn, "turned_by": move,
        "turns": [
            {"turn": stand.turn, "vp": stand.vp, "p": stand.p, "ci_low": stand.low, "ci_high": stand.high,
             "n_alike": stand.n, "luck": luck_of(stand)}
            for stand in found.stands
        ],
    }  # fmt: skip


def _tell(game: Game, found: TableGame, n: int, who: str) -> None:
    from rich import box
    from rich.table import Table

    from analysis.lab.table_log import luck_of, turning

    first = game.whole.sides[0].capitalize()
    say(turning(game, found))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("turn", "VP", f"{first} wins", "99 % interval", "games alike", "attackers' luck"):
        table.add_column(head, justify="right")
    for stand in found.stands:
        share = luck_of(stand)
        table.add_row(
            str(stand.turn), f"{stand.vp:+d}", f"{stand.p:.0%}", f"{stand.low:.0%} to {stand.high:.0%}", f"{stand.n:,}",
            "-" if share is None else f"{share:.0%}",
        )  # fmt: skip
    plain_console().print(table)
    say(f"before turn 1: {found.start:.0%}, of {n:,} simulated games between {who}; basis assumed (players and map)")
    say("luck: the share of all ways the turn's battles could have gone that are worse for the attackers, exact")
