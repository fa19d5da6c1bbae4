"""What a notebook asks first: games, facts, odds, systems and studies as frames, the warehouse by SQL, and a guide."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import duckdb
import polars as pl

import analysis
from analysis.crt.diagnosis import Diagnosis, diagnose
from analysis.errors import KesselError
from analysis.fights.odds import odds, options, outcomes
from analysis.studies.study import sound_studies
from analysis.systems.ask import every_system
from analysis.warehouse import open_warehouse
from sim.combat import Fact
from sim.game import Game, load_game, sound_games

EXAMPLES = {
    "guide": 'guide("ask")',
    "games_frame": "games_frame()",
    "facts_frame": 'facts_frame("leningrad")',
    "odds_frame": 'odds_frame("leningrad", attack=11, defense=4, river=True)',
    "fight_frame": 'fight_frame("leningrad")',
    "column_frame": 'column_frame("leningrad")',
    "heat_frame": 'heat_frame("leningrad", attacks=range(4, 13), defenses=range(1, 5))',
    "verdict": 'verdict("stalingrad_roads").cliff_edges',
    "systems_frame": 'systems_frame("leningrad")',
    "ask": 'ask("leningrad", "forts").headline',
    "law_frame": 'law_frame(next(one for one in ask("leningrad", "forts").findings if one.law is not None))',
    "span_frame": 'span_frame(ask("leningrad", "forts"))',
    "range_frame": 'range_frame(ask("leningrad", "forts").spans[0])',
    "policy_frame": 'policy_frame(ask("leningrad", "forts"))',
    "studies_frame": "studies_frame()",
    "find_study": 'find_study("leningrad_forts").question',
    "run_study": 'run_study(find_study("leningrad_forts", games=1000))',
    "renew": "renew()",
    "query": 'query("SELECT game, title FROM core.game")',
    "open_warehouse": 'with open_warehouse() as db: print(db.sql("SHOW ALL TABLES"))',
    "charts.fight_bars": 'charts.fight_bars(fight_frame("leningrad"), "chance that the hex is cleared")',
    "charts.heat_map": 'charts.heat_map(heat_frame("leningrad", range(4, 13), range(1, 5)), "defender suffers")',
    "charts.measure_lines": 'charts.measure_lines(range_frame(ask("leningrad", "forts").spans[0]), "turn", "forts")',
}
"""One call of each that a notebook can ask, to copy and change; they run as they stand (``tests/test_docs.py``)."""


CANCELLED = "attack cancelled"
"""What `odds_frame` says of an attack that the rules do not allow."""


def games_frame() -> pl.DataFrame:
    """Return the games: game, title, edition, what each can be asked.

    >>> games_frame().filter(pl.col("game") == "leningrad")["title"].item()
    'Leningrad'
    """
    games = [load_game(game) for game in sound_games()]
    rows = [(one.id, one.title, one.edition, ", ".join(_offered(one))) for one in games]
    return pl.DataFrame(rows, schema=["game", "title", "edition", "offers"], orient="row")


def _offered(game: Game) -> list[str]:
    offers = {
        "combat": game.has_combat, "combat table": game.has_table, "explorer": game.has_explorer,
        "plan": game.has_combat and game.combat.plan is not None, "systems": game.has_systems,
    }  # fmt: skip
    return [name for name, is_offered in offers.items() if is_offered]


def facts_frame(game: str) -> pl.DataFrame:
    """Return the facts that a game asks about a fight: fact, default, choices or bounds, what it is.

    >>> facts_frame("leningrad").filter(pl.col("fact") == "river")["default"].to_list()
    ['no']
    """
    rows = [(one.name, _default(one.default), _allowed(one), one.help) for one in options(game)]
    return pl.DataFrame(rows, schema=["fact", "default", "allowed", "about"], orient="row")


def _default(fact: Fact | None) -> str:
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return "must be given" if fact is None else ", ".join(fact) if isinstance(fact, tuple) else str(fact)


def _allowed(option: Any) -> str:
    if option.choices:
        return ", ".join(option.choices)
    return f"{option.low} to {option.high}" if option.kind == "int" else option.kind.replace("_", " or ")


def odds_frame(game: str, **facts: Fact) -> pl.DataFrame:
    """Return the exact law of one fight, a row an outcome: what is printed, probability (a fraction), p.

    An attack that the rules do not allow has one row, ``attack cancelled``, for certain.

    >>> odds_frame("leningrad", attack=11, defense=4)["probability"].to_list()
    ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6']
    >>> odds_frame("traces_of_hubris", attack=3, defense=4).rows()  # below 1-1 [10.2]
    [('attack cancelled', '1', 1.0)]
    """
    answer = odds(game, **facts)
    if answer.cancelled:
        return pl.DataFrame([{"result": CANCELLED, "probability": "1", "p": 1.0}])
    return pl.DataFrame(outcomes(answer))


def verdict(game: str) -> Diagnosis:
    """Return what is odd about a game's combat table, and what its columns and shifts are worth.

    >>> verdict("leningrad").dead_spots
    ()
    """
    return diagnose(game)


def systems_frame(game: str | None = None) -> pl.DataFrame:
    """Return the systems beside the map that can be asked, of one game or all: game, system, question.

    >>> "forts" in systems_frame("leningrad")["system"].to_list()
    True
    """
    known = [(game, name) for name in load_game(game).systems] if game else every_system()
    rows = [(of, name, load_game(of).system(name).question) for of, name in known]
    return pl.DataFrame(rows, schema=["game", "system", "question"], orient="row")


def studies_frame() -> pl.DataFrame:
    """Return the studies that ship with the house: study, game, system, games a cell, cells, question.

    >>> studies_frame().filter(pl.col("study") == "pocket")["game"].item()
    'stalingrad_roads'
    """
    found = sound_studies().values()
    rows = [(one.id, one.game, one.system, one.games, len(one.cells()), one.question) for one in found]
    return pl.DataFrame(rows, schema=["study", "game", "system", "games", "cells", "question"], orient="row")


def query(sql: str, parameters: Sequence[Any] = ()) -> pl.DataFrame:
    """Return what an SQL query finds in the warehouse; `docs/data-dictionary.md` has its tables and columns.

    `KesselError` says what DuckDB had against it.

    >>> query("SELECT title FROM core.game WHERE game = ?", ["leningrad"]).item()  # doctest: +SKIP
    'Leningrad'
    """
    with open_warehouse() as db:
        try:
            found = db.sql(sql, params=list(parameters))
            frame = None if found is None else pl.from_arrow(found.to_arrow_table())
        except duckdb.Error as error:
            raise KesselError(f"the query does not work: {str(error).splitlines()[0]}") from None
    if not isinstance(frame, pl.DataFrame):
        raise KesselError("the query shows nothing; expected a SELECT")
    return frame


@dataclass(frozen=True)
class Guide:
    """A list of what there is to ask; JupyterLab shows it as a table."""

    entries: tuple[tuple[str, str, str], ...]
    """Of each the call, what is said about it, and an example, empty if there is none."""

    def __repr__(self) -> str:
        """Return two lines each, and a third with the example."""
        return "\n".join(
            f"{call}\n    {about}" + (f"\n    for instance {example}" if example else "")
            for call, about, example in self.entries
        )

    def _repr_markdown_(self) -> str:
        if len(self.entries) == 1:
            ((call, about, example),) = self.entries
            return f"`{call}`\n\n```text\n{about}\n```\n\nFor instance: `{example}`"
        rows = [
            f"| `{call}` | {about} | {f'`{example}`' if example else ''} |" for call, about, example in self.entries
        ]
        return "\n".join(["| from analysis import ... | | for instance |", "|---|---|---|", *rows])


def guide(name: str | None = None) -> Guide:
    """Return what a notebook can ask, each with its first sentence and an example; with a name, all about that one.

    >>> print(guide("query"))  # doctest: +ELLIPSIS
    query(sql, parameters=())
        Return what an SQL query finds in the warehouse; `docs/data-dictionary.md` has its tables and columns...
    """
    if name is not None and name not in analysis.PLACES:
        raise KesselError(f"nothing is called {name!r}; expected one of {', '.join(analysis.PLACES)}")
    if name is not None:
        found = getattr(analysis, name)
        return Guide(((_call(name, found), inspect.getdoc(found) or "", EXAMPLES[name]),))
    known = [(one, getattr(analysis, one)) for one in analysis.PLACES]
    return Guide((*((_call(one, found), _first(found), EXAMPLES[one]) for one, found in known), *_charts()))


def _charts() -> list[tuple[str, str, str]]:
    charts = import_module("analysis.charts")
    own = inspect.getmembers(
        charts, lambda found: inspect.isfunction(found) and found.__module__.startswith(charts.__name__)
    )
    public = [(f"charts.{name}", found) for name, found in own if not name.startswith("_")]
    return [(_call(name, found), _first(found), EXAMPLES.get(name, "")) for name, found in public]


def _call(name: str, found: Callable[..., Any]) -> str:
    """Return a call with the names of its parameters, and what those count as that may be left out."""
    stars: dict[Any, str] = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}

    def written(one: inspect.Parameter) -> str:
        plain = one.default is None or isinstance(one.default, (bool, int, str, tuple))
        default = repr(one.default) if plain else "..."
        return stars.get(one.kind, "") + one.name + ("" if one.default is one.empty else f"={default}")

    return f"{name}({', '.join(map(written, inspect.signature(found).parameters.values()))})"


def _first(found: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(found) or "").partition("\n\n")[0].split())
