"""``kessel luck``: say whether the players won or the dice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import as_json, game_argument, plain_console, plain_percent, say, say_json, text_of
from analysis.fights import luck
from analysis.fights.luck import Verdict

MAX_ROWS = 1_000
"""The most fights of which each has a row."""


@click.command()
@game_argument
@click.argument("fights", type=click.Path(path_type=Path))
@click.option("--chat", is_flag=True, help="FIGHTS is a chat with dice as VASSAL writes them: say how lucky they were.")
@click.option(
    "--patterns",
    type=click.Path(path_type=Path, dir_okay=False),
    help="With --chat: a file that says how its lines look.",
)
@as_json
def COMMAND(game: str, fights: Path, chat: bool, patterns: Path | None, json_: bool) -> None:
    """Say whether the players won or the dice did.

    It holds the result of each fight against its exact odds.

    FIGHTS is a CSV, or lines of fact=value,...,dice=...; - reads them from standard input.
    """
    label = "input" if str(fights) == "-" else fights.name
    if chat:
        _of_chat(game, text_of(fights, "text with dice").splitlines(), label, patterns, json_=json_)
        return
    found = luck.luck(game, text_of(fights, luck.EXPECTED).splitlines(), label)
    if json_:
        say_json(luck.as_json(found))
    else:
        show_luck(found)


def _of_chat(game: str, lines: list[str], label: str, patterns: Path | None, *, json_: bool) -> None:
    from analysis.fights.chat import PATTERNS, as_json, dice_luck, fights_to_fill, thrown

    found = thrown(lines, label, patterns or PATTERNS)
    judged = dice_luck(found)
    if json_:
        say_json({"dice": as_json(judged), "fights": fights_to_fill(found)})
        return
    for one in judged:
        verdict = "lucky or unlucky beyond chance" if one.p_all < Fraction(1, 20) else "nothing beyond chance"
        dice = f"{one.n} dice of {one.sides} sides add up to {one.total}, {float(one.mean):.1f} expected"
        say(f"{one.player}: {dice}; higher than {plain_percent(one.percentile)} of fair dice")
        say(f"  p = {float(one.p_all):.3f}: {verdict}")
    say(f"p: exact, two-sided, allowing for {len(judged)} looks (Holm)")
    say(f"for the luck of the fights, say who attacked whom, a line each, and ask: kessel luck {game} FILE")
    for line in fights_to_fill(found):
        say(f"  {line}")


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
            for cell in (f"{side.lost} ({float(side.expected):.2f})", plain_percent(side.percentile))
        ]
        table.add_row(one.place.rpartition(" ")[2], one.column, one.result, *lost, plain_percent(one.luck))
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
