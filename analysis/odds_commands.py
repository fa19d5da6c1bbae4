"""``kessel odds``: a command for each game that has combat, whose options are the facts that the game asks for."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from sim.combat import Option
from sim.game import games_with, load_game


def add_odds_commands(odds_app: typer.Typer, words: Sequence[str]) -> None:
    """Register ``kessel odds GAME`` for every game; only the one among the words of the command line is loaded.

    `GameError` says which games there are, and which of them have combat, where the words ask for another.
    """
    if words[1:2] == ["odds"] and words[2:] and not words[2].startswith("-"):
        load_game(words[2]).chapter("combat")
    for game in games_with("combat"):
        _add(odds_app, game, asked=game in words)


def _add(odds_app: typer.Typer, game: str, *, asked: bool) -> None:
    """Register ``kessel odds GAME`` with the options of that game; only the game that is asked for is loaded."""
    options: tuple[Option, ...] = load_game(game).chapter("combat").OPTIONS if asked else ()

    def command(json_: bool, **facts: Any) -> None:
        from analysis import odds as engine
        from analysis.show_odds import show_odds

        whole = {option.name for option in options if option.kind == "int"}
        told = {name: _as_number(fact) if name in whole else fact for name, fact in facts.items()}
        given = {name: fact for name, fact in told.items() if fact is not None}
        answer = engine.odds(game, **given)
        wide = engine.wider(game, given, answer)
        if json_:
            sys.stdout.write(json.dumps(engine.as_json(game, answer, wide)) + "\n")
        else:
            show_odds(game, answer, wide)

    kinds = [_parameter(option) for option in options]
    json_kind = Annotated[bool, typer.Option("--json", help="print JSON")]
    kinds.append(inspect.Parameter("json_", inspect.Parameter.KEYWORD_ONLY, annotation=json_kind, default=False))
    command.__signature__ = inspect.Signature(kinds)  # type: ignore[attr-defined]
    command.__annotations__ = {kind.name: kind.annotation for kind in kinds}
    odds_app.command(game, help=f"Odds of {load_game(game).title} ({load_game(game).edition}).")(command)


def _parameter(option: Option) -> inspect.Parameter:
    """Return an option of a game as a parameter for typer; numbers, bounds and choices are checked by the engine."""
    kind: Any = {"int": str, "yes_no": bool, "text": str, "texts": list[str]}[option.kind]
    text = f"{option.help} ({', '.join(option.choices)})" if option.choices else option.help
    metavar = "INTEGER" if option.kind == "int" else None
    name = f"--{option.name.replace('_', '-')}"
    given = typer.Option(name, help=text, show_default=option.default is not None, metavar=metavar)
    default: Any = inspect.Parameter.empty if option.default is None else option.default
    if isinstance(default, tuple):
        default = list(default)
    if option.kind == "int" and option.default is not None:
        default = str(default)
    return inspect.Parameter(
        option.name, inspect.Parameter.KEYWORD_ONLY, annotation=Annotated[kind, given], default=default
    )


def _as_number(text: str | None) -> int | str | None:
    """Return a whole number as such, and anything else as it is for the engine to refuse in words."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text
