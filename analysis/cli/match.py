"""``kessel match``: many whole games between two players, and what comes of them."""

from __future__ import annotations

import os
from typing import Any

import click

from analysis.cli._answers import say, say_json
from analysis.cli._whole import WholeGames, board_of, command, seats_of
from analysis.errors import KesselError
from sim.game import Game


def _command(game: Game) -> click.Command:
    whole = game.whole

    def run(games: int, seed: int, jobs: int, json_: bool, **given: Any) -> None:
        from analysis.matches.match import match
        from analysis.studies.run import check_jobs

        check_jobs(jobs)
        is_all = given["board"] == "all"
        boards = list(range(whole.boards)) if is_all else [board_of(given["board"], whole.boards)]
        if is_all and games < len(boards):
            raise KesselError(f"--games is {games}; expected at least {len(boards)}, one a board")
        n = jobs if jobs > 0 else os.cpu_count() or 1
        found = match(game, [seats_of(game, given, board) for board in boards], games, seed, n)
        if json_:
            say_json(found.as_json())
            return
        for line in found.lines(game):
            say(line)

    options: list[click.Parameter] = [
        click.Option(["--games"], type=click.IntRange(1, 100_000_000), default=1_000, show_default=True,
                     help="Games in all."),
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 1), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--jobs"], type=int, default=-1, show_default=True, help="Workers; -1 is one a core."),
    ]  # fmt: skip
    about = f"Play {game.title} many times: who wins, by how much, how sure."
    return command(game, run, about, options, board="central, the number of a member of the ensemble, or all.")


COMMAND = WholeGames(_command, name="match", help="Play many whole games: who wins, by how much, how sure.")
