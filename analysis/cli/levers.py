"""``kessel levers``: which printed numbers move the balance of a whole game, and which would make it fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from analysis.children import cores
from analysis.cli._answers import plain_console, say, say_json
from analysis.cli._whole import WholeGames
from sim.game import Game

if TYPE_CHECKING:
    from analysis.lab.changes.levers import Trial
    from analysis.lab.changes.proposals import LeversFound


def _command(game: Game) -> click.Command:
    def run(
        games: int, seed: int, jobs: int, table: tuple[str, ...], over: tuple[str, ...], points: int, json_: bool,
        **players: str,
    ) -> None:  # fmt: skip
        from analysis.lab.changes.levers import Trial
        from analysis.lab.changes.proposals import proposed
        from analysis.studies.run import check_jobs

        check_jobs(jobs)
        workers = jobs if jobs > 0 else cores()
        trial = Trial(game.id, players, games, seed, workers)
        if over:
            _over(game, trial, over, points, json_=json_)
            return
        found = proposed(trial, table)
        if json_:
            say_json(_as_json(found))
        else:
            _tell(game, found)

    whole = game.whole
    options: list[click.Parameter] = [
        click.Option(
            [f"--{side}", side],
            default="balanced",
            show_default=True,
            help=f"Who plays it: {', '.join(whole.players_of(side))}.",
        )
        for side in whole.sides
    ]
    options += [
        click.Option(["--table"], multiple=True,
                     help="A table whose numbers move, again for each; without it every table that has points."),
        click.Option(["--over"], multiple=True, metavar="TABLE,ROW,COLUMN=LOW..HIGH",
                     help="Move these numbers at once over their ranges instead, and say which is worth knowing; "
                     "again for each."),
        click.Option(["--points"], type=click.IntRange(5, 1024), default=16, show_default=True,
                     help="Edited games that fill the ranges of --over."),
        click.Option(["--games"], type=click.IntRange(2, 1_000_000), default=200, show_default=True,
                     help="Games for each number one step down, and as many one step up."),
        click.Option(["--seed"], type=click.IntRange(0, 2**63 - 2), default=0, show_default=True,
                     help="Seed of the dice."),
        click.Option(["--jobs"], type=int, default=-1, show_default=True, help="Workers; -1 is one for each core."),
        click.Option(["--json", "json_"], is_flag=True, help="Print JSON."),
    ]  # fmt: skip
    about = (
        f"Move each printed number of {game.title} that is worth points, and say which makes it fair. "
        "All games are played on the same dice."
    )
    return click.Command(game.id, callback=run, help=about, params=options)


def _over(game: Game, trial: Trial, texts: tuple[str, ...], points: int, *, json_: bool) -> None:
    from analysis.lab.unknowns.number_ranges import over_ranges, range_of

    found = over_ranges(trial, dict(map(range_of, texts)), points)
    rows = found.frame.to_dicts()
    if json_:
        say_json({"game": game.id, "mean": found.mean, "sd": found.sd, "noise": found.noise, "numbers": rows})
        return
    first, top = game.whole.sides[0].capitalize(), rows[0]
    is_clear = top["ci_low"] > 0 or top["ci_high"] < 0
    said = f"Settle {top['name']} first: known, it takes away {top['known']:.0%} of the doubt about the {first} margin."
    say(said if is_clear else f"No number stands out over {points} points; {top['name']} moves the margin most.")
    for one in rows:
        span = f"{one['ci_low']:+.1f} to {one['ci_high']:+.1f}"
        say(f"{one['name']}, {one['low']:g} to {one['high']:g}: {one['effect_vp']:+.1f} VP ({span}); known, "
            f"{one['known']:.0%} less doubt")  # fmt: skip
    say(f"mean margin over the ranges {found.mean:+.1f} VP, standard deviation {found.sd:.1f}, of whose variance "
        f"{found.noise:.0%} is dice; {points} points, {trial.games:,} games each on the same dice; 95 % intervals that "
        "hold all together; basis assumed (map and players)")  # fmt: skip


def _as_json(found: LeversFound) -> dict[str, Any]:
    from dataclasses import asdict

    given = asdict(found)
    for one, lever in zip(given["levers"], found.levers, strict=True):
        one["slope_vp"] = lever.slope
    for one, proposal in zip(given["proposals"], found.proposals, strict=True):
        one["is_fair"] = proposal.is_fair
    return given


def _tell(game: Game, found: LeversFound) -> None:
    first, second = game.whole.sides
    share, (bid, low, high) = found.share, found.bid
    ahead, p = (first, share.p) if share.p >= 0.5 else (second, 1 - share.p)
    wins = f"The {ahead.capitalize()} side wins {p:.0%} of {share.n:,} games as printed"
    bounds = sorted((share.low, share.high) if ahead == first else (1 - share.high, 1 - share.low))
    say(f"{wins} ({bounds[0]:.0%} to {bounds[1]:.0%}); fair would be {-bid:+d} VP ({-high:+d} to {-low:+d}) for the "
        f"{first.capitalize()} side.")  # fmt: skip
    for one in found.proposals:
        said = (
            f"{one.share.p:.0%} of {one.share.n:,} games ({one.share.low:.0%} to {one.share.high:.0%}), on fresh dice"
        )
        why = "as far as the numbers may go" if one.is_at_bounds else "as near as it was brought"
        still = "" if one.is_fair else f": not fair, {why}"
        say(f"Change {' and '.join(one.words)}: the {first.capitalize()} side then wins {said}{still}.")
    if not found.proposals and share.low <= 0.5 <= share.high:
        say("That is fair as far as these games tell: no change is proposed.")
    elif not found.proposals:
        say("No number moves the margin beyond error; more --games may tell, or another --table.")
    _table(found)
    say(f"effects on the {first.capitalize()} margin in VP, on the same dice; intervals hold for all together (95 %)")
    say("basis assumed: our players, and the map where it is not printed")


def _table(found: LeversFound) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for head in ("number", "printed", "down", "margin", "up", "margin", "one more"):
        table.add_column(head, justify="left" if head == "number" else "right")
    for one in found.levers:
        down, up = (f"{mean:+.1f} ({low:+.1f} to {high:+.1f})" for mean, low, high, _ in (one.down, one.up))
        values = (str(one.printed - one.step), down, str(one.printed + one.step), up)
        table.add_row(one.row, str(one.printed), *values, f"{one.slope:+.2f}")
    plain_console().print(table)


COMMAND = WholeGames(_command, name="levers", help="Say which printed numbers move the balance of a game.")
