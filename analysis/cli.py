"""The `kessel` command. Each command imports what it needs when it runs, so that odds answer at once."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.exceptions import TyperException

from analysis.author_commands import add_author_commands
from analysis.odds_commands import add_odds_commands
from sim.game import GameError
from sim.rawfiles import RuleDataError

if TYPE_CHECKING:
    from fractions import Fraction

INTERRUPTED = 130

app = typer.Typer(
    help="A balance laboratory for hex-and-counter wargames.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
odds_app = typer.Typer(help="Exact odds of one fight, game by game.", no_args_is_help=True)
app.add_typer(odds_app, name="odds")


def main() -> None:
    """Run the command line; bad input ends in one line on standard error and exit code 2."""
    from analysis.errors import KesselError

    pressed: list[int] = []
    _note_interrupt(pressed)
    try:
        add_odds_commands(odds_app, sys.argv)
        add_author_commands(app)
        code = app(standalone_mode=False)
    except TyperException as error:
        if error.format_message():  # help, shown for want of arguments, is on the screen already
            sys.stderr.write(f"kessel: {error.format_message()}\n")
        sys.exit(2)
    except (GameError, RuleDataError, KesselError, OSError) as error:
        sys.stderr.write(f"kessel: {error}\n")
        sys.exit(2)
    except BaseException:
        if not pressed:  # Ctrl-C ends libraries in many ways; anything else is a fault of ours and shows itself
            raise
        code = INTERRUPTED
    if pressed or code == INTERRUPTED:
        sys.stderr.write("kessel: interrupted; what is finished is kept\n")
        sys.exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _note_interrupt(pressed: list[int]) -> None:
    """Note Ctrl-C as well as raise it, since libraries turn it into errors of their own."""

    def handle(number: int, frame: object) -> None:
        pressed.append(number)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, handle)


@app.command()
def crt(
    game: Annotated[str, typer.Argument(help="a game whose combat table is complete")],
    attack: Annotated[
        int | None, typer.Option(help="with --defense: what each modifier is worth in that fight")
    ] = None,
    defense: Annotated[int | None, typer.Option(help="the defense in that fight")] = None,
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Say what a combat table does, and whether it is sound: dead spots, cliff edges, better odds that are worse."""
    from analysis.diagnose import as_json, diagnose
    from analysis.show import show_diagnosis

    if attack is not None or defense is not None:
        _crt_of_a_fight(game, attack, defense, as_text=not json_)
        return
    found = diagnose(game)
    if json_:
        _say(json.dumps(as_json(game, found)))
    else:
        show_diagnosis(game, found)


def _crt_of_a_fight(game: str, attack: int | None, defense: int | None, *, as_text: bool) -> None:
    from analysis.errors import KesselError
    from analysis.show import show_worths
    from analysis.worth import as_json, worths

    if attack is None or defense is None:
        raise KesselError("--attack and --defense are of one fight; expected both or neither")
    found = worths(game, attack, defense)
    if as_text:
        show_worths(game, attack, defense, found)
    else:
        _say(json.dumps(as_json(game, attack, defense, found)))


@app.command()
def luck(
    game: Annotated[str, typer.Argument(help="the game that was played")],
    fights: Annotated[Path, typer.Argument(help="a CSV or lines of fact=value,...,dice=...; - reads what is pasted")],
    json_: Annotated[bool, typer.Option("--json", help="print JSON, exact fractions")] = False,
) -> None:
    """Say whether the players won or the dice: fights that were fought against the exact law of each."""
    from analysis.luck import EXPECTED, as_json
    from analysis.luck import luck as judged
    from analysis.show import show_luck

    label = "input" if str(fights) == "-" else fights.name
    found = judged(game, _text_of(fights, EXPECTED).splitlines(), label)
    if json_:
        _say(json.dumps(as_json(found)))
    else:
        show_luck(found)


@app.command()
def plan(
    game: Annotated[str, typer.Argument(help="the game that is played")],
    file: Annotated[Path | None, typer.Argument(help="a TOML file of targets and attackers; - for input")] = None,
    target: Annotated[list[str] | None, typer.Option(help="NAME:fact=value,... of a hex to attack")] = None,
    attacker: Annotated[list[str] | None, typer.Option(help="NAME:fact=value,...,reaches=NAME+NAME of a unit")] = None,
    common: Annotated[str, typer.Option(help="fact=value,... of every fight")] = "",
    at_least: Annotated[str | None, typer.Option(help="targets to be cleared, expected, for the fewest steps")] = None,
    json_: Annotated[bool, typer.Option("--json", help="print JSON, exact fractions")] = False,
) -> None:
    """Say which set of attacks clears the most or loses the least: every allocation of attackers to targets."""
    from analysis.errors import KesselError
    from analysis.plan import as_json
    from analysis.plan import plan as planned
    from analysis.plan_file import problem_of, problem_of_words
    from analysis.show import show_plan

    if (file is None) == (not target and not attacker):
        raise KesselError("name a file, or give --target and --attacker; not both")
    if file is None:
        problem = problem_of_words(game, common, target or (), attacker or ())
    else:
        problem = problem_of(game, _text_of(file, "a TOML file of targets and attackers"), str(file))
    found = planned(problem, _number(at_least))
    if json_:
        _say(json.dumps(as_json(found)))
    else:
        show_plan(found)


@app.command()
def diff(
    game: Annotated[str, typer.Argument(help="the game whose table was edited")],
    edited: Annotated[Path, typer.Argument(help="the edited copy of the table's CSV")],
    table: Annotated[str, typer.Option(help="which table it is an edit of")] = "crt",
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Say what a designer's edit of a table changes: cells, and the law of every odds column, before and after."""
    from analysis.diff import diff as compare

    cells, columns = compare(game, edited, table)
    if json_:
        _say(json.dumps({
            "cells": [vars(cell) for cell in cells],
            "columns": [
                {"odds_column": one.odds_column, "distance": str(one.distance),
                 "before": {name: str(value) for name, value in one.before.items()},
                 "after": {name: str(value) for name, value in one.after.items()}}
                for one in columns
            ],
        }))  # fmt: skip
        return
    for cell in cells:
        _say(f"row {cell.row}, column {cell.column}: {cell.before} -> {cell.after}")
    if not columns:
        _say("no odds column changes")
    for one in columns:
        _say(f"{one.odds_column}: {float(one.distance):.1%} of the law moves")
        for name, was in one.before.items():
            if was != one.after[name]:
                _say(f"    {name.replace('_', ' ')}: {was} -> {one.after[name]} ({float(one.after[name] - was):+.3f})")


@app.command()
def missing(
    game: Annotated[str, typer.Argument(help="the game whose unknown numbers are ranked")],
    family: Annotated[str, typer.Option(help="assumed family of the combat table: diagonal or monotone")] = "diagonal",
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Rank the unknown numbers of a game by how much knowing each would narrow its answers."""
    from analysis.show_missing import show_missing
    from sim.family import STRUCTURES

    if family not in STRUCTURES:
        raise GameError(f"family is {family!r}; expected one of {', '.join(STRUCTURES)}")
    show_missing(game, family, as_json=json_)


@app.command()
def track(
    game: Annotated[str | None, typer.Argument(help="a game; all of them if left out")] = None,
    system: Annotated[str | None, typer.Argument(help="one of its systems; a list of them if left out")] = None,
    set_: Annotated[list[str] | None, typer.Option("--set", metavar="FACTOR=N", help="a factor; repeatable")] = None,
    policy: Annotated[list[str] | None, typer.Option(metavar="SIDE=NAME", help="a side's policy; repeatable")] = None,
    ranges: Annotated[bool, typer.Option(help="run every assumption through its range")] = True,
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Ask a system beside the map: weather, airlift, cards, clocks. Exact, with what each assumption does to it."""
    from analysis.show_track import show_track, show_tracks
    from analysis.track import as_json, ask, every_track, tracks

    if game is None or system is None:
        show_tracks([(game, name) for name in tracks(game)] if game else every_track(), as_json=json_)
        return
    answer = ask(game, system, _integers(set_ or []), _pairs(policy or []), spans=ranges)
    if json_:
        _say(json.dumps(as_json(answer)))
    else:
        show_track(answer)


def _pairs(told: list[str]) -> dict[str, str]:
    """Return what was told as NAME=VALUE."""
    for one in told:
        if "=" not in one:
            raise GameError(f"{one!r} is no NAME=VALUE")
    return dict(one.split("=", 1) for one in told)


def _integers(told: list[str]) -> dict[str, int]:
    for name, value in _pairs(told).items():
        if not value.lstrip("-").isdigit():
            raise GameError(f"factor {name} is {value!r}; expected a whole number")
    return {name: int(value) for name, value in _pairs(told).items()}


@app.command()
def run(
    study: Annotated[str | None, typer.Argument(help="a shipped study's name, or the path of a study file")] = None,
    every: Annotated[bool, typer.Option("--all", help="every shipped study of small size")] = False,
    games: Annotated[int | None, typer.Option(help="games per cell instead of the study's own number")] = None,
    seed: Annotated[int | None, typer.Option(help="seed instead of the study's own")] = None,
    jobs: Annotated[int, typer.Option(help="worker processes; -1 is one a core")] = -1,
) -> None:
    """Play a study, keep its runs, and load them into the warehouse."""
    from analysis.errors import KesselError
    from analysis.run import run_study
    from analysis.study import find_study, shipped_studies
    from analysis.warehouse import build

    if (study is None) != every:
        raise KesselError(f"name one study ({', '.join(shipped_studies())}), or --all")
    names = list(shipped_studies()) if study is None else [study]
    studies = [find_study(name, games=games, seed=seed) for name in names]
    for chosen in [s for s in studies if s.size == "small"] if every else studies:
        done = run_study(chosen, jobs=jobs)
        _say(f"{done.study.id}: {done.n_games:,} games in {done.n_parts} blocks, run {done.run_id}"
             f" ({done.n_played} played now, {done.n_parts - done.n_played} kept from before)")  # fmt: skip
    _say(f"warehouse: {_near(build())}")


@app.command()
def warehouse(
    hash_: Annotated[bool, typer.Option("--hash", help="only print the content hash of each table")] = False,
) -> None:
    """Build the warehouse anew from the printed tables and the newest run of each study."""
    from analysis.warehouse import WAREHOUSE, build, content_hash

    if hash_:
        for name, digest in content_hash(WAREHOUSE).items():
            _say(f"{digest}  {name}")
    else:
        _say(f"warehouse: {_near(build())}")


@app.command()
def report(
    name: Annotated[str | None, typer.Argument(help="one report; all of them if left out")] = None,
    open_: Annotated[bool, typer.Option("--open", help="open the page, or the index, in a browser")] = False,
    charts: Annotated[Path | None, typer.Option(help="a folder for every chart as SVG, PNG and CSV")] = None,
) -> None:
    """Execute the notebooks on the warehouse and write the pages under reports/; what has not changed is kept."""
    from analysis.report import REPORTS, publish

    written = publish(name, charts=charts)
    for page in written:
        _say(f"wrote {page}")
    if not written:
        _say("nothing has changed since the page was made")
    if open_:
        typer.launch(str(REPORTS / f"{name or 'index'}.html"))


@app.command()
def audit(
    game: Annotated[str | None, typer.Argument(help="one game; all of them if left out")] = None,
    accept: Annotated[list[Path] | None, typer.Option(help="make an edited table official; may be repeated")] = None,
    tables: Annotated[bool, typer.Option("--tables", help="list every table")] = False,
) -> None:
    """Say what is printed, inferred, published, assumed and missing, and where an owner would enter it."""
    from analysis import audit as auditing
    from analysis.show_audit import show_audit

    if accept:
        for label, old, new in auditing.accept(accept):
            _say(f"accepted {label}: {old[:12] or 'no checksum'} -> {new[:12]}")
        return
    from sim.game import load_game

    audits = [auditing.audit(load_game(game).id)] if game else auditing.audit_all()
    show_audit(audits, with_tables=tables)


def _text_of(file: Path, expected: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    from analysis.errors import KesselError

    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8-sig")  # as spreadsheets write it
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not text in UTF-8"
        raise KesselError(f"{file}: {reason.lower()}; expected {expected}") from None


def _number(text: str | None) -> Fraction | None:
    from fractions import Fraction

    from analysis.errors import KesselError

    try:
        return None if text is None else Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise KesselError(f"--at-least is {text!r}; expected a number such as 1.5 or 3/2") from None


def _near(path: Path) -> Path:
    """Return a path as seen from here, where that is shorter."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
