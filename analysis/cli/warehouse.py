"""``kessel warehouse``: build the warehouse anew, or say what is in it."""

from __future__ import annotations

import click

from analysis.cli._answers import near, say


@click.command()
@click.option("--hash", "hash_", is_flag=True, help="Only print the content hash of each table.")
def COMMAND(hash_: bool) -> None:
    """Build the warehouse anew from the printed tables and the newest run of each study."""
    from analysis.warehouse.build import WAREHOUSE, build, content_hash

    if hash_:
        for name, digest in content_hash(WAREHOUSE).items():
            say(f"{digest}  {name}")
    else:
        say(f"warehouse: {near(build())}")
