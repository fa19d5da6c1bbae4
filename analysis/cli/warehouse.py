"""``kessel warehouse``: build the warehouse anew, say what is in it, write a table out, or drop a study."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.cli._answers import near, plain_console, say
from analysis.errors import KesselError


@click.group(invoke_without_command=True)
@click.option(
    "--hash", "hash_", is_flag=True, help="Build nothing: print the content hash of each table and who made its rows."
)
@click.pass_context
def COMMAND(context: click.Context, hash_: bool) -> None:
    """Build the warehouse from the tables and the newest runs.

    It reads every printed table and the newest run of each study.
    """
    from analysis.warehouse.build import WAREHOUSE, build, content_hash, makers

    if context.invoked_subcommand:
        if hash_:
            raise KesselError(f"--hash goes without {context.invoked_subcommand}; expected one of the two")
        return
    if hash_:
        for name, digest in content_hash(WAREHOUSE).items():
            say(f"{digest}  {name}")
        for study, run_id, code, tables, numpy, commit, finished in makers(WAREHOUSE):
            say(f"made by run {run_id} of {study}: rules {code}, tables {tables}, NumPy {numpy}, commit "
                f"{commit[:12] or 'unknown'}, {finished:%Y-%m-%d %H:%M} UTC")  # fmt: skip
    else:
        say(f"warehouse: {near(build())}")


@COMMAND.command()
@click.option("--tables", is_flag=True, help="List the tables and their rows in place of the studies.")
def sizes(tables: bool) -> None:
    """Say what each study takes on disk, and its old runs."""
    from rich import box
    from rich.table import Table

    from analysis.warehouse import open_warehouse
    from analysis.warehouse import sizes as measured

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("table", "rows") if tables else ("study", "MB", "runs kept", "games in the warehouse"):
        table.add_column(head, justify="left" if head in ("table", "study") else "right")
    rows: list[tuple[str, ...]]
    with open_warehouse() as db:
        if tables:
            rows = [(name, f"{n:,}") for name, n in measured.tables(db)]
        else:
            found = measured.sizes(db)
            total = sum(one.n_bytes for one in found)
            rows = [(one.study, f"{one.n_bytes / 1e6:,.1f}", f"{one.n_runs}", f"{one.n_games:,}") for one in found]
            rows.append(("together", f"{total / 1e6:,.1f}", "", ""))
    for row in rows:
        table.add_row(*row)
    plain_console().print(table)


@COMMAND.command()
@click.argument("study")
def drop(study: str) -> None:
    """Delete a study's runs and take it out of the warehouse."""
    from analysis.studies.record import drop_runs
    from analysis.warehouse.build import renew

    drop_runs(study)
    say(f"{study}: its runs are deleted")
    say(f"warehouse: {near(renew())}")


@COMMAND.command()
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--study", default="", help="Only rows of this study's newest run.")
def export(table: str, file: Path, study: str) -> None:
    """Write a table to a file that ends in .parquet or .csv.

    TABLE is a name such as core.leningrad_match_result.
    """
    from analysis.warehouse import open_warehouse
    from analysis.warehouse import sizes as measured

    with open_warehouse() as db:
        n = measured.export(db, table, file, study)
    say(f"{near(file)}: {n:,} rows")
