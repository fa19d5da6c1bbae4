"""``kessel referee``: whether a log of a whole game is legal, or which rule it breaks first."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from analysis.cli._answers import say, say_json
from analysis.errors import KesselError
from sim.game import load_game


@click.command()
@click.argument("game")
@click.argument("events", type=click.Path(path_type=Path))
@click.option("--rules", is_flag=True, help="Also count how often each rule came up.")
@click.option("--json", "json_", is_flag=True, help="Print JSON.")
def COMMAND(game: str, events: Path, rules: bool, json_: bool) -> None:
    """Say whether a log is legal, or which rule it breaks first.

    The exit code is 0 for a legal log and 1 for another.

    EVENTS is a file that `kessel play --events` wrote, or any other file with the same columns.
    """
    judge = load_game(game).referee
    if not events.is_file():
        raise KesselError(f"{events}: no such file; expected a log that kessel play --events wrote")
    found = judge(events)
    if json_:
        say_json(
            {"is_legal": found.is_legal, "rule": found.rule, "message": found.message, "rules_seen": found.rules_seen}
        )
    else:
        say("legal" if found.is_legal else found.message)
        for rule, n in sorted(found.rules_seen.items()) if rules else ():
            say(f"{rule}  {n}")
    sys.exit(0 if found.is_legal else 1)
