"""``kessel play``: one whole game, as a war diary, JSON, events, a replay to look at, a position to go on from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from analysis.cli import _table
from analysis.cli._answers import near, say, say_json, text_of
from analysis.cli._whole import WholeGames, board_of, command, file_in, file_of_events, options_in, seats_of
from analysis.errors import KesselError
from analysis.matches.replaying import Walked, walked
from sim.game import Game
from sim.match.saved import Saved
from sim.match.whole import Seats

_SETTLED = ("seed", "number", "board", "reading")
"""What a saved position settles, so that it cannot be asked for beside one."""


def _command(game: Game) -> click.Command:
    whole = game.whole

    def run(
        seed: int, number: int, events: Path | None, html: Path | None, rollouts: int, save: tuple[str, Path] | None,
        at: Path | None, side: str | None, orders: Path | None, json_: bool, **given: Any,
    ) -> None:  # fmt: skip
        start = _position(game, at) if at is not None else None
        seats = _seats(game, given, start)
        log = file_of_events(events) if events is not None else None
        if side is not None or orders is not None:
            _refuse_beside(("html", "save", "json_"))
            _table.sit(game, seats, (seed, number), start, at, side, orders, log)
            return
        files = {what: file_in(what, path) for what, path in (("html", html), ("save", save and save[1])) if path}
        walk = walked(whole, seats, seed, number, start, is_watched=True)
        assert walk.played.events is not None
        if log is not None:
            walk.played.events.write(log)
        if save is not None:
            files["save"].write_text(whole.positions.text(walk.at(save[0])), encoding="utf8")
        if html is not None:
            _write_replay(game, walk, files["html"], rollouts)
        _tell(game, walk, json_)
        if not json_:
            written = {"events": log, "position": files.get("save"), "replay": files.get("html")}
            for what, path in written.items():
                if path is not None:
                    say(f"{what}: {near(path)}")

    about = f"Play {game.title} once and tell it as a war diary."
    return command(game, run, about, _options(), board="The board: central, or the number of a member of the ensemble.")


def _options() -> list[click.Parameter]:
    a_file = click.Path(path_type=Path, dir_okay=False)
    return [
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--game", "number"], type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
                     help="Which game of the match with this seed."),
        click.Option(["--events"], type=a_file, help="Write the event log to a file that ends in .parquet or .arrow."),
        click.Option(["--html"], type=a_file, help="Write a replay: one page with the map, every move and battle."),
        click.Option(["--rollouts"], type=click.IntRange(0, 10_000), default=100, show_default=True,
                     help="Games that the replay plays on from each half-turn, for the chance to win; 0 leaves the "
                     "chance out."),
        click.Option(["--save"], nargs=2, type=(str, a_file), metavar="TURN FILE",
                     help="Write the position before a turn such as 5, or before a phase of it such as 5.6, to a "
                     "file."),
        click.Option(["--as", "side"], metavar="SIDE", help="Play this side yourself; type help to begin with. The "
                     "player named for it plans what you leave to him."),
        click.Option(["--orders"], type=a_file, help="Take your orders from a file instead of the terminal."),
        click.Option(["--at"], type=a_file, metavar="FILE", help="Go on from a position that --save wrote, with its "
                     "dice, and with its players unless others are named."),
    ]  # fmt: skip


def _refuse_beside(names: tuple[str, ...]) -> None:
    """Refuse what a game played by hand has no use for; it is saved by an order."""
    context = click.get_current_context()
    for name in names:
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            raise KesselError(f"--{name.rstrip('_')} is given beside --as; expected --seed, --at, --events, players")


def _position(game: Game, path: Path) -> Saved:
    """Return a saved position; `KesselError` if something is asked for that it settles."""
    context = click.get_current_context()
    for name in (*_SETTLED, *game.whole.options):
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = "game" if name == "number" else name
            raise KesselError(f"--{option} is given beside --at; expected one of them, since a position settles it")
    return game.whole.positions.read(text_of(path, "a position that kessel play --save wrote"), str(path))


def _seats(game: Game, given: dict[str, Any], start: Saved | None) -> Seats:
    """Return who plays: those named, and of a saved position those who played it where none is named."""
    if start is None:
        return seats_of(game, given, board_of(given["board"], game.whole.boards))
    context = click.get_current_context()
    named = [
        given[side] if context.get_parameter_source(side) == ParameterSource.COMMANDLINE else before
        for side, before in zip(game.whole.sides, (start.seats.first, start.seats.second), strict=True)
    ]
    chosen = seats_of(game, {**dict(zip(game.whole.sides, named, strict=True)), "reading": ()}, start.seats.board)
    return replace(chosen, readings=start.seats.readings)


def _write_replay(game: Game, walk: Walked, path: Path, rollouts: int) -> None:
    from analysis.pages.replay.page import Telling, render

    first = walk.stops[0]
    title = f"{game.title}: game {first.game} of seed {first.seed}"
    story = Telling(game, walk.played, walk.seats, walk.hidden, walk.chances(rollouts), title)
    path.write_text(render(story), encoding="utf8")


def _tell(game: Game, walk: Walked, json_: bool) -> None:
    from analysis.matches.diary import diary

    result, first, sides = walk.played.result, walk.stops[0], game.whole.sides
    assert walk.played.events is not None
    if json_:
        ended = (
            {"level": result.level, "vp_margin": result.margin} if game.whole.is_scored else {"victory": result.level}
        )
        say_json({
            "game": game.id, "seed": first.seed, "board": walk.seats.board, sides[0]: walk.seats.first,
            sides[1]: walk.seats.second, **options_in(game.whole, walk.seats), "winner": result.winner, **ended,
            "turns": result.turns, "digest": walk.played.events.digest(),
        })  # fmt: skip
        return
    for line in diary(game, walk.played) if game.whole.diary is None else game.whole.diary(walk.played):
        say(line)


COMMAND = WholeGames(_command, name="play", help="Play one whole game and tell it as a war diary.")
