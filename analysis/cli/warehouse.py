"""``kessel warehouse``: build the warehouse anew, or say what is in it."""

from __future__ import annotations

import click

from analysis.cli._answers import near, say


@click.command()
@click.option("--hash", "hash_", is_flag=True, help="Only print the content hash of each table, and who made the rows.")
def COMMAND(hash_: bool) -> None:
    """Build the warehouse anew from the printed tables and the newest run of each study."""
    from analysis.warehouse.build import WAREHOUSE, build, content_hash, makers

    if hash_:
        for name, digest in content_hash(WAREHOUSE).items():
            say(f"{digest}  {name}")
        for study, run_id, code, tables, numpy, commit, finished in makers(WAREHOUSE):
            say(f"made by run {run_id} of {study}: rules {code}, tables {tables}, NumPy {numpy}, commit "
                f"{commit[:12] or 'unknown'}, {finished:%Y-%m-%d %H:%M} UTC")  # fmt: skip
    else:
        say(f"warehouse: {near(build())}")
