"""``kessel odds``: a command for each game that has combat, whose options are the facts that the game asks for."""

from __future__ import annotations

from typing import Any

import click
from rich import box
from rich.table import Table

from analysis.cli._answers import PlainConsole, as_json, plain_console, say_json
from analysis.fights import odds as engine
from sim.border import is_whole
from sim.combat import CombatOdds, Option
from sim.game import Game, games_with, load_game


class Games(click.Group):
    """A command a game that has combat; only the game that is asked for is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the ids of the games that have combat."""
        return list(games_with(lambda game: game.has_combat))

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        """Return the command of a game; `GameError` says which games there are, and which of them have combat."""
        return _command(load_game(name))


@click.group(cls=Games, no_args_is_help=True)
def COMMAND() -> None:
    """Exact odds of one fight, game by game."""


def _command(game: Game) -> click.Command:
    """Return ``kessel odds GAME`` with the options of that game."""
    options = game.combat.options

    def run(json_: bool, **facts: Any) -> None:
        whole = {option.name for option in options if option.kind == "int"}
        given: dict[str, Any] = {name: _as_number(fact) if name in whole else fact for name, fact in facts.items()}
        given = {name: fact for name, fact in given.items() if fact is not None}
        answer = engine.answered(game, given)
        wide = engine.wider(game, given, answer)
        if json_:
            say_json(engine.as_json(game.id, answer, wide))
        else:
            show(game, answer, wide)

    command = click.Command(
        game.id, callback=run, help=f"Odds of {game.title} ({game.edition}).", params=[_parameter(o) for o in options]
    )
    return as_json(command)


def _parameter(option: Option) -> click.Option:
    """Return an option of a game as the command line has it; numbers, bounds and choices are checked by the engine."""
    name = option.name.replace("_", "-")
    text = f"{option.help} ({', '.join(option.choices)})" if option.choices else option.help
    is_required = option.default is None
    common: dict[str, Any] = {"help": text, "required": is_required, "show_default": not is_required}
    if not is_required:
        common["default"] = str(option.default) if option.kind == "int" else option.default
    if option.kind == "yes_no":
        return click.Option([f"--{name}/--no-{name}", option.name], **common)
    if option.kind == "texts":
        return click.Option([f"--{name}", option.name], multiple=True, **common)
    return click.Option([f"--{name}", option.name], metavar="INTEGER" if option.kind == "int" else None, **common)


def _as_number(text: str | None) -> int | str | None:
    """Return a whole number as such, and anything else as it is for the engine to refuse in words."""
    return text if text is None or not is_whole(text) else int(text)


def show(game: Game, answer: CombatOdds, wide: engine.Wider | None = None) -> None:
    """Print the law of a fight, a legend of its codes where the game has one, and what both sides make of it."""
    console = plain_console()
    title = f"{game.title}: {answer.initial_odds}, resolved at {answer.final_column}"
    source = f"basis {answer.basis}; rules {', '.join(answer.rules)}"
    if answer.cancelled:
        console.print(f"{title}: below the table, the attack is cancelled")
        console.print(source, style="dim")
        return
    console.print(title)
    console.print(f"exact; {source}", style="dim")
    if answer.applied:
        applied = ", ".join(f"{one.id.replace('_', ' ')} {one.value:+d}" for one in answer.applied)
        console.print(f"modifiers: {applied}", style="dim")
    if answer.family:
        console.print(f"over the assumed family {answer.family}; shown: {answer.member}", style="dim")
    if wide:  # known tables refute the narrower family more often than not (`analysis.crt.inference`)
        low, high = (f"{100 * float(bound):.2f}" for bound in (wide.low, wide.high))
        console.print(f"over {wide.family}: {low} to {high} percent that the defender gives way")
    rows = engine.outcomes(answer)
    _show_law(console, rows)
    legend = game.combat.legend
    if legend is not None and (line := legend({row[field] for row in rows for field in answer.labels})):
        console.print(f"{line}", style="dim")
    if answer.after is not None:
        console.print("after both sides' choices:")
        kept = ("probability", "p", "p_low", "p_high")
        after = [{"what": _in_words(row)} | {name: row[name] for name in kept if name in row}
                for row in engine.consequences(answer)]  # fmt: skip
        _show_law(console, sorted(after, key=lambda row: -row["p"]))


def _show_law(console: PlainConsole, rows: list[dict[str, Any]]) -> None:
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
    hidden = ("probability", "p", "p_low", "p_high", "member")
    words = [
        name.removeprefix("is_").replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in row.items()
        if name not in hidden and value not in (0, False, "-")
    ]
    return ", ".join(words) or "nothing"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
