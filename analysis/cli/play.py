"""``kessel play``: one whole game, as a war diary, as JSON, or as a file of events."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from analysis.cli._answers import near, say, say_json
from analysis.cli._whole import WholeGames, board_of, command, events_file, seats_of
from sim.game import Game


def _command(game: Game) -> click.Command:
    whole = game.whole

    def run(seed: int, number: int, events: Path | None, json_: bool, **given: Any) -> None:
        from analysis.matches.diary import diary
        from sim.match.play import play_game

        seats = seats_of(game, given, board_of(given["board"], whole.boards))
        log = events_file(events) if events is not None else None
        played = play_game(whole, seed, number, seats)
        assert played.events is not None
        if log is not None:
            played.events.write(log)
        result = played.result
        if json_:
            say_json({
                "game": game.id, "seed": seed, "board": seats.board, whole.sides[0]: seats.first,
                whole.sides[1]: seats.second, "winner": result.winner, "level": result.level,
                "vp_margin": result.margin, "turns": result.turns, "digest": played.events.digest(),
            })  # fmt: skip
            return
        for line in diary(game, played):
            say(line)
        if log is not None:
            say(f"events: {near(log)}")

    options: list[click.Parameter] = [
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--game", "number"], type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
                     help="Number of the game in the match of this seed."),
        click.Option(["--events"], type=click.Path(path_type=Path, dir_okay=False),
                     help="Write the event log to a file: .parquet or .arrow."),
    ]  # fmt: skip
    about = f"Play {game.title} once and tell it as a war diary."
    return command(game, run, about, options, board="central, or the number of a member of the ensemble.")


COMMAND = WholeGames(_command, name="play", help="Play one whole game and tell it as a war diary.")
