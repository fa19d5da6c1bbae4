"""The audit of the numbers on a terminal."""

from __future__ import annotations

import sys

from rich import box
from rich.console import Console
from rich.table import Table

from analysis.audit import ORDER, GameAudit


def show_audit(audits: list[GameAudit], *, with_tables: bool) -> None:
    """Print cells by basis, tables if asked for, and where an owner would enter what is missing."""
    console = Console()
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
            sys.stdout.write(
                f"{entry.game}: missing cells, the file in which an owner would enter them, and what they are\n"
            )
            for missing in entry.missing:
                rules = f" [{missing.rule}]" if missing.rule else ""
                sys.stdout.write(f"{missing.cells or 'some':>6}  {missing.file}  {missing.what}{rules}\n")
            sys.stdout.write("\n")
