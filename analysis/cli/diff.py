"""``kessel diff``: what a designer's edit of a table changes."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.children import cores
from analysis.cli._answers import as_json, game_argument, pairs, say, say_json
from analysis.crt.edit import diff
from analysis.errors import KesselError
from sim.game import load_game


@click.command()
@game_argument
@click.argument("edited", type=click.Path(path_type=Path), required=False)
@click.option("--table", default="crt", show_default=True, help="The table that was edited.")
@click.option(
    "--change",
    multiple=True,
    metavar="TABLE,ROW,COLUMN=VALUE",
    help="A changed cell, in place of EDITED; again for each cell.",
)
@click.option(
    "--games",
    type=click.IntRange(2, 1_000_000),
    help="Play so many whole games with and without the edit, on the same dice.",
)
@click.option(
    "--players", metavar="SIDE=NAME,...", default="", help="With --games: who plays; without it the balanced players."
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 2), default=0, show_default=True, help="With --games: seed of the dice."
)
@click.option("--jobs", type=int, default=-1, show_default=True, help="With --games: workers; -1 is one for each core.")
@as_json
def COMMAND(
    game: str, edited: Path | None, table: str, change: tuple[str, ...], games: int | None, players: str, seed: int,
    jobs: int, json_: bool,
) -> None:  # fmt: skip
    """Say what an edit of a table changes.

    It compares every cell and the chances in every odds column; with --games, the balance of the whole game. EDITED is
    an edited copy of the table's CSV.
    """
    if (edited is None) == (not change):
        raise KesselError("name an edited copy of a table, or cells by --change; expected one of the two")
    if games is not None:
        _balance(game, change or (f"{table}={edited}",), games, players, seed, jobs, json_=json_)
        return
    if edited is None:
        raise KesselError("--change needs --games, how many whole games to play; expected both, or an edited table")
    _columns(game, edited, table, json_=json_)


def _balance(
    game: str, words: tuple[str, ...], games: int, players: str, seed: int, jobs: int, *, json_: bool
) -> None:  # fmt: skip
    from analysis.lab.changes.levers import Trial, one_edit
    from analysis.studies.run import check_jobs

    check_jobs(jobs)
    sides = load_game(game).whole.sides
    given = pairs(players.split(",")) if players else {}
    if unknown := next((side for side in given if side not in sides), None):
        raise KesselError(f"--players names the side {unknown!r}; expected {' or '.join(sides)}")
    seats = dict.fromkeys(sides, "balanced") | given
    trial = Trial(game, seats, games, seed, jobs if jobs > 0 else cores())
    changes, before, after, frame = one_edit(trial, words)
    one = frame.row(0, named=True)
    if json_:
        rest = {name: value for name, value in one.items() if name not in ("variant", "p")}
        say_json({"game": game, "changes": changes, "players": seats, "p_before": float(before.won.mean()),
                  "p_after": float(after.won.mean()), **rest})  # fmt: skip
        return
    wins = f"the {sides[0].capitalize()} side wins {before.won.mean():.1%} as printed, {after.won.mean():.1%} with it"
    points = f"{100 * one['p_effect']:+.1f} points ({100 * one['p_low']:+.1f} to {100 * one['p_high']:+.1f})"
    say(f"{'; '.join(changes)}: {wins}; {points}")
    saved = f"unpaired it would take {one['saved']:.1f} times as many"
    say(f"margin: {one['effect_vp']:+.2f} VP ({one['ci_low']:+.2f} to {one['ci_high']:+.2f}), 95 % intervals")
    say(f"{games:,} games each on the same dice; {saved}")
    say(f"between {seats[sides[0]]} and {seats[sides[1]]} on the central map; basis assumed (map and players)")


def _columns(game: str, edited: Path, table: str, *, json_: bool) -> None:
    cells, columns = diff(game, edited, table)
    if json_:
        say_json({
            "cells": [vars(cell) for cell in cells],
            "columns": [
                {"odds_column": one.odds_column, "distance": str(one.distance),
                 "before": {name: str(value) for name, value in one.before.items()},
                 "after": {name: str(value) for name, value in one.after.items()}}
                for one in columns
            ],
        })  # fmt: skip
        return
    for cell in cells:
        say(f"row {cell.row}, column {cell.column}: {cell.before} -> {cell.after}")
    if not columns:
        say("no odds column changes")
    for one in columns:
        say(f"{one.odds_column}: {float(one.distance):.1%} of the law moves")
        for name, was in one.before.items():
            if was != one.after[name]:
                say(f"    {name.replace('_', ' ')}: {was} -> {one.after[name]} ({float(one.after[name] - was):+.3f})")
