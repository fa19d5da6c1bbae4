"""``kessel plan``: say which set of attacks clears the most, or loses the least."""

from __future__ import annotations

from pathlib import Path

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import as_json, game_argument, number, plain_console, plain_percent, say_json, text_of
from analysis.errors import KesselError
from analysis.fights import plan
from analysis.fights.plan import AIMS, Planned
from analysis.fights.plan_file import problem_of, problem_of_words
from sim.numbers.family import IN_WORDS, STRUCTURES

_NARROWER = set(STRUCTURES[:-1])
"""The families that guess more about a table than that better odds never hurt."""


@click.command()
@game_argument
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--target", multiple=True, help="A hex to attack, as NAME:fact=value,...; again for each.")
@click.option("--attacker", multiple=True, help="A unit, as NAME:fact=value,...,reaches=NAME+NAME; again for each.")
@click.option("--common", default="", help="Facts of every fight, as fact=value,...")
@click.option("--at-least", help="Clear at least so many targets on average, and lose the fewest steps.")
@as_json
def COMMAND(
    game: str,
    file: Path | None,
    target: tuple[str, ...],
    attacker: tuple[str, ...],
    common: str,
    at_least: str | None,
    json_: bool,
) -> None:
    """Say which set of attacks clears the most or loses the least.

    It tries every allocation of attackers to targets.

    FILE is a TOML file of targets and attackers; - reads it from standard input.
    """
    if (file is None) == (not target and not attacker):
        raise KesselError("name a file, or give --target and --attacker; not both")
    if file is None:
        problem = problem_of_words(game, common, target, attacker)
    else:
        problem = problem_of(game, text_of(file, "a TOML file of targets and attackers"), str(file))
    found = plan.plan(problem, number("--at-least", at_least))
    if json_:
        say_json(plan.as_json(found))
    else:
        show_plan(found)


def show_plan(found: Planned) -> None:
    """Print the allocations that no other beats, and the best for each aim."""
    console = plain_console()
    problem = found.problem
    n = f"{len(problem.attackers)} attackers, {len(problem.targets)} targets: {found.n_allocations} allocations, exact"
    console.print(f"{problem.game.title}: {n}", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("cleared", "all cleared", "steps lost", "inflicted"):
        table.add_column(head, justify="right")
    for head in (*problem.targets, "best for"):
        table.add_column(head)
    for one in found.shown:
        low, high = one.cleared_bounds
        between = f" ({float(low):.2f}-{float(high):.2f})" if low != high else ""
        who = {attack.target: ", ".join(attack.attackers) for attack in one.attacks}
        table.add_row(
            f"{float(one.cleared):.2f}{between}", "?" if one.p_all is None else plain_percent(one.p_all),
            f"{float(one.lost):.2f}", f"{float(one.inflicted):.2f}", *(who.get(name, "-") for name in problem.targets),
            ", ".join(aim for aim in AIMS if found.best.get(aim) == one),
        )  # fmt: skip
    console.print(table)
    console.print("; ".join(f"{aim}: {about}" for aim, about in AIMS.items() if aim in found.best), highlight=False)
    bases = sorted({attack.answer.basis for one in found.shown for attack in one.attacks})
    console.print(
        f"expected values; basis {', '.join(bases)}; every attacker fights once, assigned before the first die",
        highlight=False,
    )
    if guesses := {attack.answer.family.split(", ")[0] for one in found.shown for attack in one.attacks} & _NARROWER:
        words = ", ".join(f"family {one}, {IN_WORDS[one]}" for one in sorted(guesses))
        all_known = f"--common family={STRUCTURES[-1]} gives every table that the print allows"
        console.print(f"what is not printed is a guess: {words}; {all_known}", highlight=False)
    if any(one.p_all is None for one in found.shown):
        console.print("? two fights draw from one pool of untried units: chances do not multiply", highlight=False)
