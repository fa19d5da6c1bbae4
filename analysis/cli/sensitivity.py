"""``kessel sensitivity``: which assumed number of a system moves its answer most, and which to look up first."""

from __future__ import annotations

from itertools import repeat

import click

from analysis.cli._answers import as_json, game_argument, plain_console, say, say_json
from sim.game import load_game


@click.command()
@game_argument
@click.argument("system")
@click.option(
    "--points", type=click.IntRange(128, 65_536), default=256, show_default=True,
    help="Points of the design; a power of two.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of the design.")
@as_json
def COMMAND(game: str, system: str, points: int, seed: int, json_: bool) -> None:
    """Say which assumed number moves a system's answer most.

    All numbers move at once, each over its range; the shares are Sobol' indices.
    """
    from analysis.lab.unknowns.assumptions import of_system
    from analysis.progress import tracked

    steps = tracked(
        repeat(None), f"{system}: settings asked", points * (len(load_game(game).system(system).factors) + 2)
    )
    found = of_system(game, system, points, seed, lambda: next(steps))
    steps.close()  # type: ignore[attr-defined]
    rows = found.frame.to_dicts()
    if json_:
        say_json(
            {"game": game, "system": system, "mean": found.mean, "sd": found.sd, "noise": found.noise,
             "points": found.points, "is_exact": found.is_whole, "factors": rows}
        )  # fmt: skip
        return
    from rich import box
    from rich.table import Table

    best = max(rows, key=lambda one: one["first"])
    low, high = max(best["first_low"], 0), min(best["first_high"], 1)
    share = f"{max(best['first'], 0):.0%} of the doubt"
    if not found.is_whole:
        share += f" ({low:.0%} to {high:.0%})"
    is_clear = best["first_low"] > 0
    said = f"Look up {best['factor']} first: knowing it takes away {share}."
    if not is_clear:
        said = f"Nothing stands out at {points} points; {best['factor']} may take away {share}. Try more --points."
    say(said)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    heads = ("factor", "alone", "95 % interval", "with all others", "95 % interval")
    for head in [one for one in heads if not found.is_whole or "%" not in one]:
        table.add_column(head, justify="left" if head == "factor" else "right")
    for one in rows:
        table.add_row(one["factor"], *(
            said for kind in ("first", "total")
            for said in (f"{one[kind]:.2f}", f"{one[f'{kind}_low']:.2f} to {one[f'{kind}_high']:.2f}")
            if not found.is_whole or " to " not in said
        ))  # fmt: skip
    plain_console().print(table)
    of = f"all {found.points:,} settings, so nothing is sampled" if found.is_whole else (
        f"{found.points:,} points, so no dice in it"
    )  # fmt: skip
    say(f"the answer: {found.mean:.3g} on average over the ranges, standard deviation {found.sd:.3g}; exact at each of "
        f"{of}; basis assumed")  # fmt: skip
    if not found.is_whole:
        say("the intervals hold all together; the design is scrambled eight times, and they say how far these differ")
