"""``kessel odds``: a command for each game that has combat, whose options are the facts that the game asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click
from rich import box
from rich.table import Table

from analysis.cli import _summary
from analysis.cli._answers import PlainConsole, as_json, exactly, fractions_option, plain_console, say, say_json
from analysis.fights import odds as engine
from analysis.fights.facts import spellings
from sim.border import is_whole
from sim.combat import CombatOdds, Fact, Option
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
    """Give the exact odds of one fight, game by game."""


def _command(game: Game) -> click.Command:
    """Return ``kessel odds GAME`` with the options of that game."""
    options = game.combat.options
    names = [option.name for option in options]

    def run(json_: bool, fractions: bool, **facts: Any) -> None:
        whole = {option.name for option in options if option.kind == "int"}
        given: dict[str, Any] = {name: _as_number(fact) if name in whole else fact for name, fact in facts.items()}
        given = {name: fact for name, fact in given.items() if fact is not None}
        answer = engine.answered(game, given)
        wide = engine.wider(game, given, answer)
        if json_:
            say_json(engine.as_json(game, answer, wide, given))
        else:
            show(game, given, answer, wide, fractions=fractions)

    command = _Odds(
        game.id,
        callback=run,
        help=f"Exact odds of one fight in {game.title} ({game.edition}).",
        params=[_parameter(o, spellings(o.name, names)) for o in options],
    )
    return as_json(fractions_option(command))


class _Odds(click.Command):
    """A command in which a fact that may be given several times takes all the values that follow it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse ``--attacker-units 2 2`` as ``--attacker-units 2 --attacker-units 2``."""
        several = {name for one in self.params if isinstance(one, click.Option) and one.multiple for name in one.opts}
        option, taken, found = "", 0, list[str]()
        for word in args:
            if word.startswith("--"):
                option, taken = word, 0
            elif option in several and taken:
                found.append(option)
            taken += not word.startswith("--")
            found.append(word)
        return super().parse_args(ctx, found)


def _parameter(option: Option, spelled: Sequence[str]) -> click.Option:
    """Return an option of a game as the command line has it, under each of its names.

    Numbers, bounds and choices are checked by the engine.
    """
    names = [name.replace("_", "-") for name in spelled]
    text = f"{option.help} ({', '.join(option.choices)})" if option.choices else option.help
    is_required = option.default is None
    common: dict[str, Any] = {"help": text, "required": is_required, "show_default": not is_required}
    if not is_required:
        common["default"] = str(option.default) if option.kind == "int" else option.default
    if option.kind == "yes_no":
        return click.Option([*(f"--{name}/--no-{name}" for name in names), option.name], **common)
    words = [*(f"--{name}" for name in names), option.name]
    if option.kind == "texts":
        return click.Option(words, multiple=True, **common)
    return click.Option(words, metavar="INTEGER" if option.kind == "int" else None, **common)


def _as_number(text: str | None) -> int | str | None:
    """Return a whole number as such, and anything else as it is for the engine to refuse in words."""
    return text if text is None or not is_whole(text) else int(text)


def show(
    game: Game,
    facts: Mapping[str, Fact],
    answer: CombatOdds,
    wide: engine.Wider | None = None,
    *,
    fractions: bool = False,
) -> None:
    """Print what a player asks, then the law of the fight and what both sides make of it, then the reasons."""
    for line in _summary.lines(game, facts, answer, wide, fractions=fractions):
        say(line)
    if not answer.cancelled:
        _show_laws(game, answer, fractions=fractions)
    for line in _summary.reasons(game, facts, answer):
        say(line)
    if wide:
        say(f"{game.table.reading.way}: {wide.about}")


def _show_laws(game: Game, answer: CombatOdds, *, fractions: bool) -> None:
    console = plain_console()
    rows = engine.outcomes(answer)
    _show_law(console, rows, fractions=fractions)
    legend = game.combat.legend
    if legend is not None and (line := legend({row[field] for row in rows for field in answer.labels})):
        console.print(f"{line}", style="dim")
    if answer.after is not None:
        console.print("after both sides' choices:")
        after = [{"what": _in_words(row)} | {name: row[name] for name in _NUMBERS if name in row}
                for row in engine.consequences(answer)]  # fmt: skip
        _show_law(console, sorted(after, key=lambda row: -row["p"]), fractions=fractions)


_NUMBERS = ("probability", "p", "p_low", "p_high", "low", "high", "member")


def _show_law(console: PlainConsole, rows: list[dict[str, Any]], *, fractions: bool) -> None:
    """Print a law; where it is one member's of a family, its columns are headed as a guess."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    names, is_range = [name for name in rows[0] if name not in _NUMBERS], "p_low" in rows[0]
    for name in names:
        table.add_column(name.replace("_", "\n"), vertical="bottom")
    table.add_column("guess" if is_range else "probability", justify="right", vertical="bottom")
    table.add_column("guess,\npercent" if is_range else "percent", justify="right")
    for head in ("from", "to") if is_range else ():
        table.add_column(head, justify="right", vertical="bottom")
    for row in rows:
        bounds = [f"{100 * row[name]:.2f}" for name in ("p", "p_low", "p_high") if name in row]
        if is_range and fractions:
            bounds[1:] = [exactly(row[name], fractions=True) for name in ("low", "high")]
        table.add_row(*(_shown(row[name]) for name in names), exactly(row["probability"], fractions=fractions), *bounds)
    console.print(table)


def _in_words(row: dict[str, Any]) -> str:
    """Return what an outcome comes to, leaving out what does not happen."""
    words = [
        name.removeprefix("is_").replace("_", " ") + ("" if value is True else f" {value}")
        for name, value in row.items()
        if name not in _NUMBERS and value not in (0, False, "-")
    ]
    return ", ".join(words) or "nothing"


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
