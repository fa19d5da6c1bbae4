"""``kessel track``: ask a system beside the map."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import (
    PlainConsole,
    as_json,
    by_turn,
    exactly,
    fractions_option,
    integers,
    pairs,
    plain_console,
    say_json,
)
from analysis.systems import ask as asking
from analysis.systems.ask import SystemAnswer, every_system, law_rows, mean_of
from sim.game import load_game
from sim.system import Finding

SHOWN = 40
"""Outcomes of a law shown on a terminal; the rest are counted, and all are in the JSON."""


@click.command()
@click.argument("game", required=False)
@click.argument("system", required=False)
@click.option("--set", "set_", metavar="FACTOR=N", multiple=True, help="A value for a factor; again for each.")
@click.option("--policy", metavar="SIDE=NAME", multiple=True, help="A side's policy; again for each side.")
@click.option(
    "--at",
    metavar="TURN:NAME=N",
    multiple=True,
    help="Where a system in progress stands on a turn (level), or a factor from then on; again for each.",
)
@click.option(
    "--ranges/--no-ranges", default=None, help="Run every assumption through its range; always so with --json."
)
@fractions_option
@as_json
def COMMAND(
    game: str | None,
    system: str | None,
    set_: tuple[str, ...],
    policy: tuple[str, ...],
    at: tuple[str, ...],
    ranges: bool | None,
    fractions: bool,
    json_: bool,
) -> None:
    """Ask a system beside the map: weather, airlift, cards, clocks.

    The answer is exact, with what each assumption does to it.     Without SYSTEM it lists the
    systems of GAME, without GAME those of every game.
    """
    if game is None or system is None:
        show_tracks([(game, name) for name in load_game(game).systems] if game else every_system(), json_=json_)
        return
    spans = json_ if ranges is None else ranges
    answer = asking.ask(game, system, integers(set_), pairs(policy), spans=spans, at=by_turn(at))
    if json_:
        say_json(asking.as_json(answer))
    else:
        show_track(answer, fractions=fractions)


def show_tracks(known: Sequence[tuple[str, str]], *, json_: bool) -> None:
    """Print what there is to ask."""
    rows = [{"game": game, "track": name, "question": load_game(game).system(name).question} for game, name in known]
    if json_:
        say_json(rows)
        return
    table = Table("game", "system", "question", box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(row["game"], row["track"], row["question"])
    plain_console().print(table)


def show_track(answer: SystemAnswer, *, fractions: bool = False) -> None:
    """Print an answer: the headline with its range, the laws and numbers, what each assumption does."""
    console, system = plain_console(), answer.system
    console.print(f"{load_game(answer.game).title}: {system.title}", highlight=False)
    console.print(system.question, highlight=False)
    rules = ", ".join(system.rules)
    console.print(f"exact; basis {answer.basis}; rules {rules}; {_setting(answer)}", style="dim", highlight=False)
    console.print(f"\n{asking.verdict(answer)}", style="bold", highlight=False)
    console.print(f"\n{_number(answer)} {system.measured}\n", highlight=False)
    for finding in answer.findings:
        _show_finding(console, finding, fractions=fractions)
    if answer.spans:
        _show_spans(console, answer)
    elif answer.system.factors:
        console.print(f"{len(answer.system.factors)} assumptions are held as they are; --ranges runs each through its "
                      "range", highlight=False)  # fmt: skip


def _setting(answer: SystemAnswer) -> str:
    central = {name: factor.value for name, factor in answer.system.factors.items()}
    changed = [f"{name} {value}" for name, value in answer.factors.items() if value != central[name]]
    policies = [f"{side} {name}" for side, name in answer.policies.items()]
    later = [f"from {turn} on {name} {value}" for turn, on in answer.at.items() for name, value in on.items()]
    return ", ".join([*policies, *(changed or ["central factors"]), *later])


def _number(answer: SystemAnswer) -> str:
    shown = f"{float(answer.headline):.3f}"
    return (
        f"{shown} ({float(answer.low):.3f} to {float(answer.high):.3f} over the assumptions)" if answer.spans else shown
    )


def _show_finding(console: PlainConsole, finding: Finding, *, fractions: bool) -> None:
    if finding.number is not None:
        spread = ""
        if finding.low is not None and finding.high is not None:
            spread = f" ({float(finding.low):.4f} to {float(finding.high):.4f})"
        text = str(finding.number)
        fraction = f" = {text}" if "/" in text and (fractions or len(text) < 24) else ""
        console.print(
            f"{finding.about}: {float(finding.number):.4f}{fraction}{spread} [{finding.rules}]", highlight=False
        )
    if finding.law is None:
        return
    fields = finding.law.fields
    is_number = len(fields) == 1 and fields[0] not in finding.labels
    mean = f", mean {float(mean_of(finding.law)):.3f}" if is_number else ""
    console.print(f"{finding.about}{mean} [{finding.rules}]", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in fields:
        table.add_column(name.replace("_", " "))
    table.add_column("probability", justify="right")
    table.add_column("percent", justify="right")
    rows = law_rows(finding)
    for row in rows[:SHOWN]:
        shown = exactly(row["probability"], fractions=fractions)
        table.add_row(*(str(row[name]) for name in fields), shown, f"{100 * row['p']:.2f}")
    console.print(table)
    if len(rows) > SHOWN:
        console.print(f"... and {len(rows) - SHOWN} more; --json has them all", highlight=False)


def _show_spans(console: PlainConsole, answer: SystemAnswer) -> None:
    table = Table(
        title="what the assumptions do, one at a time", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for head in ("factor", "now", "range", "basis", "lowest", "highest"):
        table.add_column(head, justify="left" if head in ("factor", "basis") else "right")
    for span in answer.spans:
        factor = answer.system.factors[span.factor]
        table.add_row(
            span.factor, str(span.value), f"{factor.low} to {factor.high}", span.basis,
            f"{float(span.low):.3f}", f"{float(span.high):.3f}",
        )  # fmt: skip
    console.print(table)
