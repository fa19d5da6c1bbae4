"""The `kessel` command. Each command imports what it needs when it runs, so that odds answer at once."""

from __future__ import annotations

import inspect
import json
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.exceptions import TyperException

from sim.combat import Option
from sim.game import GameError, games_with
from sim.rawfiles import RuleDataError

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import Console

    from sim.combat import CombatOdds

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
        for game in games_with("combat"):
            _add_odds_command(game, asked=game in sys.argv)
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


def _add_odds_command(game: str, *, asked: bool) -> None:
    """Register ``kessel odds GAME`` with the options of that game; only the game that is asked for is loaded."""
    from sim.game import load_game

    options: tuple[Option, ...] = load_game(game).chapter("combat").OPTIONS if asked else ()

    def command(json_: bool, **facts: Any) -> None:
        from analysis import odds as engine

        answer = engine.odds(game, **{name: fact for name, fact in facts.items() if fact is not None})
        if json_:
            _say(json.dumps(engine.as_json(game, answer)))
        else:
            _show_odds(game, answer)

    kinds = [_parameter(option) for option in options]
    json_kind = Annotated[bool, typer.Option("--json", help="print JSON")]
    kinds.append(inspect.Parameter("json_", inspect.Parameter.KEYWORD_ONLY, annotation=json_kind, default=False))
    command.__signature__ = inspect.Signature(kinds)  # type: ignore[attr-defined]
    command.__annotations__ = {kind.name: kind.annotation for kind in kinds}
    odds_app.command(game, help=f"Odds of {load_game(game).title} ({load_game(game).edition}).")(command)


def _parameter(option: Option) -> inspect.Parameter:
    """Return an option of a game as a parameter for typer; bounds and choices are checked by the engine."""
    kind: Any = {"int": int, "yes_no": bool, "text": str, "texts": list[str]}[option.kind]
    text = f"{option.help} ({', '.join(option.choices)})" if option.choices else option.help
    given = typer.Option(f"--{option.name.replace('_', '-')}", help=text, show_default=option.default is not None)
    default = inspect.Parameter.empty if option.default is None else option.default
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, given],
        default=list(default) if isinstance(default, tuple) else default,
    )  # fmt: skip


def _show_odds(game: str, answer: CombatOdds) -> None:
    from rich.console import Console

    from analysis.odds import consequences, outcomes
    from sim.game import load_game

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
    _show_law(console, outcomes(answer))
    if answer.after is not None:
        console.print("after both sides' choices:", highlight=False)
        kept = ("probability", "p", "p_low", "p_high")
        rows = [{"what": _in_words(row)} | {name: row[name] for name in kept if name in row}
                for row in consequences(answer)]  # fmt: skip
        _show_law(console, sorted(rows, key=lambda row: -row["p"]))


def _show_law(console: Console, rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.table import Table

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


@app.command()
def crt(
    game: Annotated[str, typer.Argument(help="a game whose combat table is complete")],
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Say what a combat table does, and whether it is sound: dead spots, cliff edges, better odds that are worse."""
    from analysis.diagnose import as_json, diagnose
    from analysis.show import show_diagnosis

    found = diagnose(game)
    if json_:
        _say(json.dumps(as_json(game, found)))
    else:
        show_diagnosis(game, found)


@app.command()
def luck(
    game: Annotated[str, typer.Argument(help="the game that was played")],
    fights: Annotated[Path, typer.Argument(help="a CSV: a column for each fact of a fight, one for the dice")],
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Say whether the player won or the dice: fights that were fought against the exact law of each."""
    from analysis.luck import luck_of_file
    from analysis.show import show_luck

    show_luck(luck_of_file(game, fights), as_json=json_)


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
) -> None:
    """Execute the notebooks on the warehouse and write the pages under reports/."""
    from analysis.report import publish

    for page in publish(name):
        _say(f"wrote {page}")


@app.command()
def audit(
    game: Annotated[str | None, typer.Argument(help="one game; all of them if left out")] = None,
    accept: Annotated[list[Path] | None, typer.Option(help="make an edited table official; may be repeated")] = None,
    tables: Annotated[bool, typer.Option("--tables", help="list every table")] = False,
) -> None:
    """Say what is printed, inferred, published, assumed and missing, and where an owner would enter it."""
    from analysis import audit as auditing

    if accept:
        for label, old, new in auditing.accept(accept):
            _say(f"accepted {label}: {old[:12] or 'no checksum'} -> {new[:12]}")
        return
    from sim.game import load_game

    audits = [auditing.audit(load_game(game).id)] if game else auditing.audit_all()
    _show_audit(audits, with_tables=tables)


def _show_audit(audits: list[Any], *, with_tables: bool) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    from analysis.audit import ORDER

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
            _say(f"{entry.game}: missing cells, the file in which an owner would enter them, and what they are")
            for missing in entry.missing:
                rules = f" [{missing.rule}]" if missing.rule else ""
                _say(f"{missing.cells or 'some':>6}  {missing.file}  {missing.what}{rules}")
            _say("")


def _text_of(file: Path, expected: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    from analysis.errors import KesselError

    if str(file) == "-":
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf8")
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
