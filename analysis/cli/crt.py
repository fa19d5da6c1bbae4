"""``kessel crt``: what a combat results table does, whether it is sound, and what modifiers are worth in one fight."""

from __future__ import annotations

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import as_json, game_argument, plain_console, plain_percent, say_json
from analysis.crt import diagnosis
from analysis.crt.columns import assumed_columns, table_basis
from analysis.crt.diagnosis import Diagnosis, points, verdict
from analysis.crt.three_measures import NAMES, about, cleared_in, three_measures
from analysis.crt.three_measures import as_json as measures_as_json
from analysis.errors import KesselError
from analysis.fights import modifier_worth
from analysis.fights.modifier_worth import Worth
from analysis.fights.summary import Bounded
from sim.game import load_game


@click.command()
@game_argument
@click.option("--attack", type=int, help="With --defense: say what each modifier is worth in that fight.")
@click.option("--defense", type=int, help="With --attack: the defense in that fight.")
@click.option(
    "--defender-steps",
    type=int,
    help="Steps the defender has, for mean losses; by default as many as in the table.",
)
@as_json
def COMMAND(game: str, attack: int | None, defense: int | None, defender_steps: int | None, json_: bool) -> None:
    """Say what a combat table does, and whether it is sound.

    It looks for dead spots, cliff edges, and better odds that do worse.
    """
    if defender_steps is not None and defender_steps < 0:
        raise KesselError(f"--defender-steps is {defender_steps}; expected 0 or more")
    if attack is not None or defense is not None:
        _of_a_fight(game, attack, defense, json_=json_)
        return
    found = diagnosis.diagnose(game, defender_steps)
    if json_:
        say_json(diagnosis.as_json(game, found) | {"measures": measures_as_json(three_measures(game))})
    else:
        show_diagnosis(game, found)
        show_measures(game)


def _of_a_fight(game: str, attack: int | None, defense: int | None, *, json_: bool) -> None:
    if attack is None or defense is None:
        raise KesselError("--attack and --defense are of one fight; expected both or neither")
    found = modifier_worth.worths(game, attack, defense)
    if json_:
        say_json(modifier_worth.as_json(game, attack, defense, found))
    else:
        show_worths(game, attack, defense, found)


def show_diagnosis(game: str, found: Diagnosis) -> None:
    """Print a verdict on a combat table."""
    console = plain_console()
    console.print(f"{load_game(game).title}: combat results table, exact, basis {table_basis(game)}", highlight=False)
    assumed = assumed_columns(game)
    for member in dict.fromkeys(assumed.values()):
        labels = ", ".join(label for label, one in assumed.items() if one == member)
        console.print(f"not printed but a guess (?), shown as the {member}: {labels}", highlight=False)
    columns = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    has_elimination = any(one.p_attacker_eliminated or one.p_defender_eliminated for one in found.columns)
    way = load_game(game).table.reading.short_way
    heads = ["odds", "attacker\nloses", "defender\nloses", "steps\nlost", "steps\ninflicted", "exchange"]
    for head in [*heads, *(["attacker\ngone", "defender\ngone"] if has_elimination else [])]:
        columns.add_column(head, justify="left" if head == "odds" else "right")
    for one in found.columns:
        chances = (one.p_attacker_loses, one.p_defender_loses)
        steps = (one.attacker_steps, one.defender_steps)
        ratio = "-" if one.exchange_ratio is None else f"{float(one.exchange_ratio):.2f}"
        gone = (one.p_attacker_eliminated, one.p_defender_eliminated) if has_elimination else ()
        columns.add_row(
            one.odds_column + " ?" * (one.odds_column in assumed),
            *map(plain_percent, chances),
            *(f"{float(n):.2f}" for n in steps),
            ratio,
            *map(plain_percent, gone),
        )
    console.print(columns)
    if any(found.all_steps):
        attacker, defender = found.all_steps
        console.print(
            f"steps: all that there are count as {attacker} of the attacker and {defender} of the defender",
            highlight=False,
        )
    shifts = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("a shift right", way, "steps lost", "steps inflicted", "law that moves"):
        shifts.add_column(head, justify="left" if head == "a shift right" else "right")
    for pair in found.neighbors:
        shifts.add_row(
            f"{pair.left} to {pair.right}{' ?' * bool({pair.left, pair.right} & assumed.keys())}",
            points(pair.gives_way_change), f"{float(pair.attacker_steps_change):+.2f}",
            f"{float(pair.defender_steps_change):+.2f}", plain_percent(pair.distance),
        )  # fmt: skip
    console.print(shifts)
    if assumed:
        console.print("what follows counts the guesses too:", highlight=False)
    for line in verdict(found):
        console.print(line, highlight=False)


def show_measures(game: str) -> None:
    """Print the three measures of every column."""
    console = plain_console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("odds", "suffers", "retreats or dies", "hex cleared"):
        table.add_column(head, justify="left" if head == "odds" else "right")
    assumed = assumed_columns(game)
    for one in three_measures(game):
        table.add_row(
            one.odds_column + " ?" * (one.odds_column in assumed), *(_span(figure) for figure in one.figures.values())
        )
    console.print(table)
    fight = cleared_in(game)
    console.print(
        f"suffers: {about(NAMES[0])}; retreats or dies: {about(NAMES[1])}; hex cleared: {about(NAMES[2])}"
        + (f", with the forces of this fight: {fight}" if fight else ""),
        highlight=False,
    )


def _span(figure: Bounded | None) -> str:
    if figure is None:
        return "-"
    return (
        f"{plain_percent(figure.low)} to {plain_percent(figure.high)}"
        if figure.is_range
        else plain_percent(figure.value)
    )


def show_worths(game: str, attack: int, defense: int, found: list[Worth]) -> None:
    """Print what each modifier is worth in a stated fight, and what it changes in each column."""
    console = plain_console()
    title, way = load_game(game).title, load_game(game).table.reading.short_way
    console.print(f"{title}: what each modifier is worth where {attack} attack {defense}, exact", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("modifier", "from", "to", "worth, attack\nby column", "points\nby law", f"{way},\npoints"):
        is_text = head in ("modifier", "from", "to")
        table.add_column(head, justify="left" if is_text else "right", vertical="bottom", no_wrap=True)
    for one in found:
        worth = ["beyond all" if n is None else _signed(n) for n in (one.points, one.points_by_law)]
        table.add_row(one.modifier.replace("_", " "), one.without, one.with_it, *worth, points(one.change))
    console.print(table)
    for basis in sorted({one.basis for one in found} - {"rulebook"}):
        names = ", ".join(one.modifier.replace("_", " ") for one in found if one.basis == basis)
        console.print(f"basis {basis}: {names}; the rest: rulebook", highlight=False)
    console.print(f"change of the chance that the defender {way}, in points, from each column:", highlight=False)
    changes = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    columns = list(dict.fromkeys(label for one in found for label in one.by_column))
    changes.add_column("modifier", min_width=12)
    for label in columns:
        changes.add_column(label, justify="right", no_wrap=True, min_width=4)
    for one in found:
        cells = (one.by_column.get(label) for label in columns)
        changes.add_row(one.modifier.replace("_", " "), *("-" if p is None else _signed(round(100 * p)) for p in cells))
    console.print(changes)
    console.print("worth: the least attack that undoes it (-) or does the same without it (+)", highlight=False)


def _signed(n: int) -> str:
    return f"{n:+d}" if n else "0"
