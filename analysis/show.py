"""Answers on a terminal: tables of odds and the verdict on a combat table."""

from __future__ import annotations

from fractions import Fraction

from rich import box
from rich.console import Console
from rich.table import Table

from analysis.crt import assumed_columns, table_basis
from analysis.diagnose import Diagnosis, points, verdict
from analysis.luck import Verdict
from analysis.plan import AIMS, Plan
from analysis.worth import Worth
from sim.game import load_game


def show_diagnosis(game: str, found: Diagnosis) -> None:
    """Print a verdict on a combat table."""
    console = Console()
    console.print(f"{load_game(game).title}: combat results table, exact, basis {table_basis(game)}", highlight=False)
    assumed = assumed_columns(game)
    for member in dict.fromkeys(assumed.values()):
        labels = ", ".join(label for label, one in assumed.items() if one == member)
        console.print(f"not printed but assumed, shown as the {member}: {labels}", highlight=False)
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


def show_worths(game: str, attack: int, defense: int, found: list[Worth]) -> None:
    """Print what each modifier is worth in a stated fight, and what it changes in each column."""
    console = Console()
    title = load_game(game).title
    console.print(f"{title}: what each modifier is worth where {attack} attack {defense}, exact", highlight=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("modifier", "from", "to", "worth, attack\nby column", "points\nby law", "gives way,\npoints"):
        is_text = head in ("modifier", "from", "to")
        table.add_column(head, justify="left" if is_text else "right", vertical="bottom", no_wrap=True)
    for one in found:
        worth = ["beyond all" if n is None else _signed(n) for n in (one.points, one.points_by_law)]
        table.add_row(one.modifier.replace("_", " "), one.without, one.with_it, *worth, points(one.change))
    console.print(table)
    for basis in sorted({one.basis for one in found} - {"rulebook"}):
        names = ", ".join(one.modifier.replace("_", " ") for one in found if one.basis == basis)
        console.print(f"basis {basis}: {names}; the rest: rulebook", highlight=False)
    console.print("change of the chance that the defender gives way, in points, from each column:", highlight=False)
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


def show_luck(found: Verdict) -> None:
    """Print what both sides of a list of fights lost, and where that stands among all the ways they could have gone."""
    console = Console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("line", "odds", "result"):
        table.add_column(head, vertical="bottom")
    for head in ("attacker lost\n(expected)", "per-\ncentile", "defender lost\n(expected)", "per-\ncentile", "luck"):
        table.add_column(head, justify="right", vertical="bottom", no_wrap=True)
    for one in (*found.battles, found.together):
        lost = [
            cell
            for side in (one.attacker, one.defender)
            for cell in (f"{side.lost} ({float(side.expected):.2f})", _percent(side.percentile))
        ]
        table.add_row(one.place.rpartition(" ")[2], one.column, one.result, *lost, _percent(one.luck))
    console.print(table)
    console.print(
        "percentile: the share of all ways these fights could have gone in which the side loses fewer steps; luck: "
        "in which the attacker does worse, in steps inflicted less lost. Exact, ties half.",
        highlight=False,
    )


def show_plan(found: Plan) -> None:
    """Print the allocations that no other beats, and the best for each aim."""
    console = Console()
    problem = found.problem
    n = f"{len(problem.attackers)} attackers, {len(problem.targets)} targets: {found.n_allocations} allocations, exact"
    console.print(f"{load_game(problem.game).title}: {n}", highlight=False)
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
            f"{float(one.cleared):.2f}{between}", "?" if one.p_all is None else _percent(one.p_all),
            f"{float(one.lost):.2f}", f"{float(one.inflicted):.2f}", *(who.get(name, "-") for name in problem.targets),
            ", ".join(aim for aim in AIMS if found.best.get(aim) == one),
        )  # fmt: skip
    console.print(table)
    console.print("; ".join(f"{aim}: {about}" for aim, about in AIMS.items() if aim in found.best), highlight=False)
    bases = sorted({attack.answer.basis for one in found.shown for attack in one.attacks})
    console.print(
        f"expected values; basis {', '.join(bases)}; every attacker fights once, told off before the first die",
        highlight=False,
    )
    if any(one.p_all is None for one in found.shown):
        console.print("? two fights draw from one pool of untried units: chances do not multiply", highlight=False)


def _signed(n: int) -> str:
    return f"{n:+d}" if n else "0"


def _percent(p: Fraction) -> str:
    return f"{float(p):.1%}"
