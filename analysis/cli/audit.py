"""``kessel audit``: what is printed, inferred, published, assumed and missing; and what became of every rule."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import plain_console, say
from analysis.sources import audit
from analysis.sources.accept import accept as accepted
from analysis.sources.audit import GameAudit
from analysis.sources.rulebook import STATES, chapter_title, rule_coverage, rules_of
from sim.game import game_ids, load_game
from sim.numbers.basis import ORDER


@click.command()
@click.argument("game", required=False)
@click.option("--accept", type=click.Path(path_type=Path), multiple=True,
              help="Make an edited table official; again for each table.")  # fmt: skip
@click.option("--tables", is_flag=True, help="List every table.")
@click.option(
    "--rules", is_flag=True, help="Count the rules of each book by what became of them, with GAME by chapter."
)
def COMMAND(game: str | None, accept: tuple[Path, ...], tables: bool, rules: bool) -> None:
    """Say which numbers are printed, assumed or missing.

    Between the printed and the assumed stand those that follow from examples and those published elsewhere. It also
    says where an owner of the game can fill in what is missing.
    """
    if accept:
        for label, old, new in accepted(list(accept)):
            say(f"accepted {label}: {old[:12] or 'no checksum'} -> {new[:12]}")
        return
    if rules:
        show_rules(load_game(game).id if game else None)
        return
    audits = [audit.audit(load_game(game).id)] if game else audit.audit_all()
    show_audit(audits, with_tables=tables)


def show_audit(audits: list[GameAudit], *, with_tables: bool) -> None:
    """Print cells by basis, tables if asked for, and where an owner would enter what is missing."""
    console = plain_console()
    summary = Table(title="cells by basis; in brackets, tables of which it is the weakest", title_justify="left",
                    box=box.SIMPLE_HEAD, pad_edge=False)  # fmt: skip
    summary.add_column("game", no_wrap=True)
    for basis in ORDER:
        summary.add_column(basis, justify="right")
    for entry in audits:
        cells = entry.cells()
        weakest = [table.basis for table in entry.tables]
        summary.add_row(entry.game, *(f"{cells[b]:,} ({weakest.count(b)})" for b in ORDER))
    console.print(summary)
    for entry in audits:
        if with_tables:
            listing = Table(title=f"{entry.game}: tables", title_justify="left", box=box.SIMPLE_HEAD)
            for head in ("table", "title", *ORDER):
                listing.add_column(head, justify="right" if head in ORDER else "left")
            for table in entry.tables:
                listing.add_row(table.name, table.title, *(str(table.cells[b] or "") for b in ORDER))
            console.print(listing)
        if entry.missing:
            say(f"{entry.game}: missing cells, the file in which an owner would enter them, and what they are")
            for missing in entry.missing:
                rules = f" [{missing.rule}]" if missing.rule else ""
                say(f"{missing.cells or 'some':>6}  {missing.file}  {missing.what}{rules}")
            say("")


def show_rules(game: str | None) -> None:
    """Print how many rules are implemented, wait for the map, stand on a part we lack, or have no effect."""
    title = f"{game}: rules by chapter" if game else "rules by game"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("chapter" if game else "game", no_wrap=True)
    if game:
        table.add_column("about")
    for head in ("rules", *STATES):
        table.add_column(head, justify="right", no_wrap=True)
    for name in () if game else game_ids():
        n = sum(rule_coverage(rules_of(name)).values(), Counter())
        table.add_row(name, str(n.total()), *(str(n[state] or "") for state in STATES))
    for chapter, n in rule_coverage(rules_of(game)).items() if game else ():
        about = chapter_title(rules_of(game or ""), chapter)
        table.add_row(chapter, about, str(n.total()), *(str(n[state] or "") for state in STATES))
    plain_console().print(table)
    for one in rules_of(game) if game else ():
        if not one.implemented:
            say(f"{one.number}  {one.title}: {one.why_not}")
