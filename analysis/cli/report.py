"""``kessel report``: pages from notebooks."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.cli._answers import near, say


@click.command()
@click.argument("name", required=False)
@click.option("--open", "open_", is_flag=True, help="Open the page, or the index, in a browser.")
@click.option(
    "--charts", type=click.Path(path_type=Path), help="Write every chart into this folder too, as SVG, PNG and CSV."
)
@click.option("--single", is_flag=True, help="Write each page as one file that needs nothing beside it, to mail.")
def COMMAND(name: str | None, open_: bool, charts: Path | None, single: bool) -> None:
    """Write the pages under reports/ from the warehouse.

    It executes the notebooks whose inputs have changed and keeps the pages of the others.

    NAME is one report; without it all are written.
    """
    from analysis.pages.notebooks import check_report, reports

    if name is not None:
        check_report(name, reports())  # before all that makes pages is imported, which takes seconds
    from analysis.pages.publish import REPORTS, publish

    written = publish(name, charts=charts, single=single)
    for page in written:
        say(f"wrote {near(page)}")
    if not written:
        say("nothing has changed since the page was made")
    if open_:
        click.launch(str(REPORTS / f"{name or 'index'}{'.single' if single and name else ''}.html"))
