"""``kessel luck``: say whether the players won or the dice."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import as_json, game_argument, percent, plain_console, say_json, text_of
from analysis.fights import luck
from analysis.fights.luck import Verdict

MAX_ROWS = 1_000
"""The most fights of which each has a row."""


@click.command()
@game_argument
@click.argument("fights", type=click.Path(path_type=Path))
@as_json
def COMMAND(game: str, fights: Path, json_: bool) -> None:
    """Say whether the players won or the dice: fights that were fought against the exact law of each.

    FIGHTS is a CSV, or lines of fact=value,...,dice=...; - reads what is pasted.
    """
    label = "input" if str(fights) == "-" else fights.name
    found = luck.luck(game, text_of(fights, luck.EXPECTED).splitlines(), label)
    if json_:
        say_json(luck.as_json(found))
    else:
        show_luck(found)


def show_luck(found: Verdict) -> None:
    """Print what both sides of a list of fights lost, and where that stands among all the ways they could have gone.

    Of a list longer than anybody reads, only the sum.
    """
    console = plain_console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("line", "odds", "result"):
        table.add_column(head, vertical="bottom")
    for head in ("attacker lost\n(expected)", "per-\ncentile", "defender lost\n(expected)", "per-\ncentile", "luck"):
        table.add_column(head, justify="right", vertical="bottom", no_wrap=True)
    battles = found.battles if len(found.battles) <= MAX_ROWS else ()
    for one in (*battles, found.together):
        lost = [
            cell
            for side in (one.attacker, one.defender)
            for cell in (f"{side.lost} ({float(side.expected):.2f})", percent(side.percentile))
        ]
        table.add_row(one.place.rpartition(" ")[2], one.column, one.result, *lost, percent(one.luck))
    console.print(table)
    console.print(
        "percentile: the share of all ways these fights could have gone in which the side loses fewer steps; luck: "
        f"in which the attacker does worse, in steps inflicted less lost. {_how_sure(found)}, ties half.",
        highlight=False,
    )
    if not battles:
        console.print(f"{len(found.battles):,} fights, of which only the sum is shown; --json has each.")


def _how_sure(found: Verdict) -> str:
    error = found.together.error
    return (
        "Exact" if not error else f"Those of the sum are within {float(luck.within(found.together)):.0e} of the exact"
    )
