"""Answers on a terminal: tables of odds and the verdict on a combat table."""

from __future__ import annotations

import json
import sys
from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table

from analysis.diagnose import Diagnosis, points, verdict
from analysis.luck import Verdict
from sim.game import load_game
from sim.tables import load_grid


def show_diagnosis(game: str, found: Diagnosis) -> None:
    """Print a verdict on a combat table."""
    console = Console()
    basis = load_grid(game, "crt").weakest_basis()
    console.print(f"{load_game(game).title}: combat results table, exact, basis {basis}", highlight=False)
    columns = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    has_elimination = any(one.p_attacker_eliminated or one.p_defender_eliminated for one in found.columns)
    heads = ["odds", "attacker loses", "defender loses", "gives way", "steps lost", "steps inflicted", "exchange"]
    for head in [*heads, *(["attacker gone", "defender gone"] if has_elimination else [])]:
        columns.add_column(head, justify="left" if head == "odds" else "right")
    for one in found.columns:
        chances = (one.p_attacker_loses, one.p_defender_loses, one.p_gives_way)
        steps = (one.attacker_steps, one.defender_steps)
        ratio = "-" if one.exchange_ratio is None else f"{float(one.exchange_ratio):.2f}"
        gone = (one.p_attacker_eliminated, one.p_defender_eliminated) if has_elimination else ()
        columns.add_row(
            one.odds_column, *map(_percent, chances), *(f"{float(n):.2f}" for n in steps), ratio, *map(_percent, gone)
        )
    console.print(columns)
    shifts = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("a shift right", "gives way", "steps lost", "steps inflicted", "law that moves"):
        shifts.add_column(head, justify="left" if head == "a shift right" else "right")
    for pair in found.neighbors:
        shifts.add_row(
            f"{pair.left} to {pair.right}", points(pair.gives_way_change), f"{float(pair.attacker_steps_change):+.2f}",
            f"{float(pair.defender_steps_change):+.2f}", _percent(pair.distance),
        )  # fmt: skip
    console.print(shifts)
    for line in verdict(found):
        console.print(line, highlight=False)


def show_luck(found: Verdict, *, as_json: bool) -> None:
    """Print how lucky the attackers of a list of fights were."""
    figures = ("lost", "expected_lost", "inflicted", "expected_inflicted", "luck")
    if as_json:
        names = ("place", "column", "result", *figures)
        names = ("place", "column", "result", *figures)
        battles = [{name: str(getattr(one, name)) for name in names} for one in found.battles]
        sys.stdout.write(json.dumps({"battles": battles, "luck": str(found.luck)}) + "\n")
        return
    console = Console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("fight", "odds", "result", "lost", "expected", "inflicted", "expected", "luck"):
        table.add_column(head, justify="left" if head in ("fight", "odds", "result") else "right")
    for one in found.battles:
        table.add_row(
            one.place.rpartition(", ")[2], one.column, one.result, str(one.lost), f"{float(one.expected_lost):.2f}",
            str(one.inflicted), f"{float(one.expected_inflicted):.2f}", _percent(one.luck),
        )  # fmt: skip
    console.print(table)
    lost, inflicted = found.total("lost"), found.total("inflicted")
    console.print(
        f"attackers lost {lost} steps ({float(found.total('expected_lost')):.2f} expected) and inflicted {inflicted} "
        f"({float(found.total('expected_inflicted')):.2f} expected): luckier than {_percent(found.luck)} of all the "
        "ways these fights could have gone (exact, ties half)",
        highlight=False,
    )


def _percent(p: Fraction) -> str:
    return f"{float(p):.1%}"
