"""Systems beside the map on a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from analysis.track import TrackAnswer, find_track, law_rows, mean_of
from sim.game import load_game
from sim.track import Finding

SHOWN = 40
"""Outcomes of a law shown on a terminal; the rest are counted, and all are in the JSON."""


def show_tracks(known: Sequence[tuple[str, str]], *, as_json: bool) -> None:
    """Print what there is to ask."""
    rows = [{"game": game, "track": name, "question": find_track(game, name).question} for game, name in known]
    if as_json:
        sys.stdout.write(json.dumps(rows) + "\n")
        return
    table = Table("game", "system", "question", box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(row["game"], row["track"], row["question"])
    Console().print(table)


def show_track(answer: TrackAnswer) -> None:
    """Print an answer: the headline with its range, the laws and numbers, what each assumption does."""
    console, track = Console(), answer.track
    console.print(f"{load_game(answer.game).title}: {track.title}", highlight=False)
    console.print(track.question, highlight=False)
    rules = ", ".join(track.rules)
    console.print(f"[dim]exact; basis {answer.basis}; rules {rules}; {_told(answer)}[/]", highlight=False)
    console.print(f"\n{_number(answer)} {track.measured}\n", highlight=False)
    for finding in answer.findings:
        _show_finding(console, finding)
    if answer.spans:
        _show_spans(console, answer)


def _told(answer: TrackAnswer) -> str:
    central = {name: factor.value for name, factor in answer.track.factors.items()}
    changed = [f"{name} {value}" for name, value in answer.factors.items() if value != central[name]]
    policies = [f"{side} {name}" for side, name in answer.policies.items()]
    return ", ".join([*policies, *(changed or ["central factors"])])


def _number(answer: TrackAnswer) -> str:
    shown = f"{float(answer.headline):.3f}"
    return (
        f"{shown} ({float(answer.low):.3f} to {float(answer.high):.3f} over the assumptions)" if answer.spans else shown
    )


def _show_finding(console: Console, finding: Finding) -> None:
    if finding.number is not None:
        spread = ""
        if finding.low is not None and finding.high is not None:
            spread = f" ({float(finding.low):.4f} to {float(finding.high):.4f})"
        exactly = str(finding.number)
        fraction = f" = {exactly}" if "/" in exactly and len(exactly) < 24 else ""
        console.print(
            f"{finding.about}: {float(finding.number):.4f}{fraction}{spread} \\[{finding.rules}]", highlight=False
        )
    if finding.law is None:
        return
    fields = finding.law.fields
    is_number = len(fields) == 1 and fields[0] not in finding.labels
    mean = f", mean {float(mean_of(finding.law)):.3f}" if is_number else ""
    console.print(f"{finding.about}{mean} \\[{finding.rules}]", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in fields:
        table.add_column(name.replace("_", " "))
    table.add_column("probability", justify="right")
    table.add_column("percent", justify="right")
    rows = law_rows(finding)
    for row in rows[:SHOWN]:
        exactly = row["probability"] if len(row["probability"]) <= 30 else "long"
        table.add_row(*(str(row[name]) for name in fields), exactly, f"{100 * row['p']:.2f}")
    console.print(table)
    if len(rows) > SHOWN:
        console.print(f"... and {len(rows) - SHOWN} more; --json has them all", highlight=False)


def _show_spans(console: Console, answer: TrackAnswer) -> None:
    table = Table(
        title="what the assumptions do, one at a time", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False
    )
    for head in ("factor", "now", "range", "basis", "lowest", "highest"):
        table.add_column(head, justify="left" if head in ("factor", "basis") else "right")
    for span in answer.spans:
        factor = answer.track.factors[span.factor]
        table.add_row(
            span.factor, str(span.value), f"{factor.low} to {factor.high}", span.basis,
            f"{float(span.low):.3f}", f"{float(span.high):.3f}",
        )  # fmt: skip
    console.print(table)
