"""``kessel match``: many whole games between two players, and what comes of them."""

from __future__ import annotations

from typing import Any

import click

from analysis.children import cores
from analysis.cli._answers import say, say_json
from analysis.cli._whole import WholeGames, board_of, command, seats_of
from analysis.errors import KesselError
from sim.game import Game


def _command(game: Game) -> click.Command:
    whole = game.whole

    def run(games: int, seed: int, jobs: int, yes: bool, json_: bool, **given: Any) -> None:
        from analysis.matches.match import match
        from analysis.studies.cost import check_match
        from analysis.studies.run import check_jobs

        check_jobs(jobs)
        is_all = given["board"] == "all"
        boards = list(range(whole.boards)) if is_all else [board_of(given["board"], whole.boards)]
        if is_all and games < len(boards):
            raise KesselError(f"--games is {games}; expected at least {len(boards)}, one a board")
        n = jobs if jobs > 0 else cores()
        seats = [seats_of(game, given, board) for board in boards]
        check_match(lambda few: match(game, seats[:1], few, seed, 1), games, n, yes=yes)
        found = match(game, seats, games, seed, n)
        if json_:
            say_json(found.as_json())
            return
        for line in found.lines(game):
            say(line)

    options: list[click.Parameter] = [
        click.Option(["--games"], type=click.IntRange(1, 100_000_000), default=1_000, show_default=True,
                     help="Games to play."),
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--jobs"], type=int, default=-1, show_default=True, help="Workers; -1 is one for each core."),
        click.Option(["--yes"], is_flag=True,
                     help="Play even if it takes long; without it a long match is only measured."),
    ]  # fmt: skip
    about = f"Play {game.title} many times: who wins, by how much, how sure."
    return command(
        game, run, about, options, board="The board: central, the number of a member of the ensemble, or all."
    )


COMMAND = WholeGames(_command, name="match", help="Play many whole games: who wins, by how much, how sure.")
