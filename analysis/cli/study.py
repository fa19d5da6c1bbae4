"""``kessel study``: start a study, check what it will cost, show what it answers, and set two side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.cli._answers import as_json, near, plain_console, say, say_json
from analysis.errors import KesselError

if TYPE_CHECKING:
    import polars as pl


@click.group(no_args_is_help=True)
def COMMAND() -> None:
    """Start a study, check it, show its answer, compare two.

    `kessel run` plays it.
    """


@COMMAND.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--game", required=True, help="The game that it asks about.")
@click.option("--system", default="match", show_default=True, help="A system beside the map, or match for whole games.")
def new(file: Path, game: str, system: str) -> None:
    """Write a study file to start from.

    It holds every side, factor and key, with the values that each may take.
    """
    from analysis.studies.draft import draft
    from analysis.studies.study import load_study

    if file.exists():
        raise KesselError(f"{file}: it is there already; expected a new name")
    if file.suffix != ".toml":
        raise KesselError(f"{file}: expected a name that ends in .toml")
    file.write_text(draft(file.stem, game, system), encoding="utf8")
    load_study(file)
    say(f"{near(file)}: written; see what it costs with: kessel study check {near(file)}")


@COMMAND.command()
@click.argument("study")
@click.option("--jobs", type=int, default=-1, show_default=True, help="Worker processes; -1 is one for each core.")
@as_json
def check(study: str, jobs: int, json_: bool) -> None:
    """Say whether a study is in order, and what it will cost.

    It plays each edit of a table once, and estimates the time and the space on disk.
    """
    from analysis.studies.cost import cost_of, try_edits
    from analysis.studies.run import check_jobs
    from analysis.studies.study import find_study

    check_jobs(jobs)
    found = find_study(study)
    try_edits(found)
    cost, cells = cost_of(found, jobs), len(found.cells())
    if json_:
        say_json({"study": found.id, "cells": cells, "games": found.games * cells, "seconds": cost.seconds,
                  "bytes": cost.n_bytes, "until": found.until})  # fmt: skip
        return
    most = "at most " if found.until else ""
    say(f"{found.id}: in order; {cells:,} cells of {most}{found.games:,} games, {most}{cost}")
    say(f"question: {found.question}")
    if found.until:
        say(f"stops when {found.until}, by a 99 % confidence sequence, which may be looked at as often as one likes")
    for name, changes in found.edits.items():
        say(f"edit {name}: {'; '.join(changes)}")


@COMMAND.command()
@click.argument("study")
@as_json
def show(study: str, json_: bool) -> None:
    """Say what the newest run of a study answers.

    It names the evidence, and the command that plays the study again.

    STUDY is a study that was played; GAME_crt says what one column and one cell of a game's combat table do.
    """
    from analysis.lab.answer import answer_of, table_of
    from analysis.warehouse import open_warehouse

    with open_warehouse() as db:
        found = answer_of(db, study)
        if json_:
            say_json(found.as_json())
            return
        say(found.question)
        say(found.answer)
        is_exact = found.ci_low == found.ci_high
        sure = "exact" if is_exact else f"{found.ci_low:.3g} to {found.ci_high:.3g}"
        games = f"{found.n_games:,} games; " if found.n_games else ""
        say(f"value {found.value:.4g} ({sure}); {games}basis {found.basis}")
        _show_table(table_of(db, study))
        say(f"again: {found.command}")


@COMMAND.command()
@click.option(
    "--trials", type=click.IntRange(1, 100_000), default=200, show_default=True, help="Samples for each interval."
)
@as_json
def coverage(trials: int, json_: bool) -> None:
    """Count how often the lab's intervals hold a known truth.

    It draws the games for that, and prints a Markdown table.

    docs/intervals.md is what it prints with --trials 2000. Slow intervals get a tenth of the samples.
    """
    from analysis.lab.coverage import KINDS, SLOW, covered, in_markdown
    from analysis.progress import tracked

    found = list(tracked(covered(trials), "intervals", len(KINDS)))
    if json_:
        say_json([
            {"about": one.kind.about, "method": one.kind.method, "nominal": one.kind.nominal, "held": one.share.p,
             "ci_low": one.share.low, "ci_high": one.share.high, "n": one.share.n} for one in found
        ])  # fmt: skip
        return
    say("# How often the intervals hold\n")
    say("Each interval that the lab prints, drawn again and again from a law whose truth is known. What it states is "
        "the least that it should hold; some hold more often, since counts are whole numbers or since they may be "
        f"looked at again. Slow ones get one sample in {SLOW}.\n\n"
        f"Made by `kessel study coverage --trials {trials}`.\n")  # fmt: skip
    say(in_markdown(found))


@COMMAND.command()
@click.argument("one")
@click.argument("other")
@as_json
def diff(one: str, other: str, json_: bool) -> None:
    """Set the answers of two studies side by side.

    Where both play the same games on the same dice, the difference is paired.
    """
    from dataclasses import asdict

    from analysis.lab.answer import answer_of, difference
    from analysis.warehouse import open_warehouse

    with open_warehouse() as db:
        answers = [answer_of(db, name) for name in (one, other)]
        apart = difference(db, one, other)
    if json_:
        say_json({"studies": [answer.as_json() for answer in answers], "difference": asdict(apart)})
        return
    for answer in answers:
        say(f"{answer.study}: {answer.answer} ({answer.value:.4g}, {answer.ci_low:.4g} to {answer.ci_high:.4g})")
    say(f"{other} less {one}: {apart.value:+.4g} ({apart.ci_low:+.4g} to {apart.ci_high:+.4g})")
    if apart.n_paired:
        many = f"unpaired runs would need {apart.saved:.1f} times as many"
        say(f"paired over {apart.n_paired:,} games on the same dice; {many}")
    else:
        say("not paired: they share no games on the same dice")


def _show_table(frame: pl.DataFrame) -> None:
    if frame.is_empty():
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heads = {
        "name": "",
        "n_games": "games",
        "value": "value",
        "ci_low": "from",
        "ci_high": "to",
        "saved": "unpaired",
    }
    for name in frame.columns:
        table.add_column(heads[name], justify="left" if name == "name" else "right")
    for row in frame.iter_rows(named=True):
        table.add_row(*(_said(name, value) for name, value in row.items()))
    plain_console().print(table)


def _said(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"x {value:.1f}" if name == "saved" else f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)
