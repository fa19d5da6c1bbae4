"""The answer to one fight on a terminal; apart from `analysis.show`, so that ``kessel odds`` imports little."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from analysis.odds import Wider, consequences, outcomes
from sim.combat import CombatOdds
from sim.game import load_game


def show_odds(game: str, answer: CombatOdds, wide: Wider | None = None) -> None:
    """Print the law of a fight, a legend of its codes where the game has one, and what both sides make of it."""
    console = Console()
    title = f"{load_game(game).title}: {answer.initial_odds}, resolved at {answer.final_column}"
    if answer.cancelled:
        console.print(f"{title}: below the table, the attack is cancelled", highlight=False)
        console.print(f"[dim]basis {answer.basis}; rules {', '.join(answer.rules)}[/]", highlight=False)
        return
    console.print(title, highlight=False)
    console.print(f"[dim]exact; basis {answer.basis}; rules {', '.join(answer.rules)}[/]", highlight=False)
    if answer.applied:
        applied = ", ".join(f"{one.id.replace('_', ' ')} {one.value:+d}" for one in answer.applied)
        console.print(f"[dim]modifiers: {applied}[/]", highlight=False)
    if answer.family:
        console.print(f"[dim]over the assumed family {answer.family}; shown: {answer.member}[/]", highlight=False)
    if wide:  # known tables refute the narrower family more often than not (`analysis.inference`)
        low, high = (f"{100 * float(bound):.2f}" for bound in (wide.low, wide.high))
        console.print(f"over {wide.family}: {low} to {high} percent that the defender gives way", highlight=False)
    rows = outcomes(answer)
    _show_law(console, rows)
    told = getattr(load_game(game).chapter("combat"), "legend", None)
    if told is not None and (line := told({row[field] for row in rows for field in answer.labels})):
        console.print(f"[dim]{line}[/]", highlight=False)
    if answer.after is not None:
        console.print("after both sides' choices:", highlight=False)
        kept = ("probability", "p", "p_low", "p_high")
        after = [{"what": _in_words(row)} | {name: row[name] for name in kept if name in row}
                for row in consequences(answer)]  # fmt: skip
        _show_law(console, sorted(after, key=lambda row: -row["p"]))


def _show_law(console: Console, rows: list[dict[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    hidden = ("p", "p_low", "p_high", "member")
    names = [name for name in rows[0] if name not in hidden]
    for name in names:
        table.add_column(
            name.replace("_", "\n"), justify="right" if name == "probability" else "left", vertical="bottom"
        )
    table.add_column("percent", justify="right")
    if "p_low" in rows[0]:
        table.add_column("from", justify="right")
        table.add_column("to", justify="right")
    for row in rows:
        bounds = [f"{100 * row[name]:.2f}" for name in ("p", "p_low", "p_high") if name in row]
        table.add_row(*(_shown(row[name]) for name in names), *bounds)
    console.print(table)


def _in_words(row: dict[str, Any]) -> str:
    """Return what an outcome comes to, leaving out what does not happen."""
    told = {name: value for name, value in row.items() if name not in ("probability", "p", "p_low", "p_high", "member")}
    words = [
        name.removeprefix("is_").replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in told.items()
        if value not in (0, False, "-")
    ]
    return ", ".join(words) or "nothing"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
