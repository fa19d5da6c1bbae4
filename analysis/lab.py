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
from analysis.diagnose import Diagnosis, diagnose
from analysis.errors import KesselError
from analysis.odds import odds, options, outcomes
from analysis.study import load_study, shipped_studies
from analysis.track import every_track, find_track, tracks
from analysis.warehouse import open_warehouse
from sim.combat import Fact
from sim.game import game_ids, load_game


def games_frame() -> pl.DataFrame:
    """Return the games: game, title, edition, what each can be asked."""
    games = [load_game(game) for game in game_ids()]
    rows = [(one.id, one.title, one.edition, ", ".join(sorted(one.chapters))) for one in games]
    return pl.DataFrame(rows, schema=["game", "title", "edition", "chapters"], orient="row")


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
    return "must be told" if fact is None else ", ".join(fact) if isinstance(fact, tuple) else str(fact)


def _allowed(option: Any) -> str:
    if option.choices:
        return ", ".join(option.choices)
    return f"{option.low} to {option.high}" if option.kind == "int" else option.kind.replace("_", " or ")


def odds_frame(game: str, **facts: Fact) -> pl.DataFrame:
    """Return the exact law of one fight, a row an outcome: what is printed, probability (a fraction), p.

    >>> odds_frame("leningrad", attack=11, defense=4)["probability"].to_list()
    ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6']
    """
    return pl.DataFrame(outcomes(odds(game, **facts)))


def verdict(game: str) -> Diagnosis:
    """Return what is odd about a game's combat table, and what its columns and shifts are worth: `analysis.diagnose`.

    >>> verdict("leningrad").dead_spots
    ()
    """
    return diagnose(game)


def systems_frame(game: str | None = None) -> pl.DataFrame:
    """Return the systems beside the map that can be asked, of one game or all: game, system, question."""
    known = [(game, name) for name in tracks(game)] if game else every_track()
    rows = [(of, name, find_track(of, name).question) for of, name in known]
    return pl.DataFrame(rows, schema=["game", "system", "question"], orient="row")


def studies_frame() -> pl.DataFrame:
    """Return the studies that ship with the house: study, game, scenario, games a cell, cells, question."""
    found = [load_study(path) for path in shipped_studies().values()]
    rows = [(one.id, one.game, one.scenario, one.games, len(one.cells()), one.question) for one in found]
    return pl.DataFrame(rows, schema=["study", "game", "scenario", "games", "cells", "question"], orient="row")


def query(sql: str, parameters: Sequence[Any] = ()) -> pl.DataFrame:
    """Return what an SQL query finds in the warehouse; `docs/data-dictionary.md` has its tables and columns.

    `KesselError` says what DuckDB had against it.
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

    entries: tuple[tuple[str, str], ...]

    def __repr__(self) -> str:
        """Return a line each."""
        return "\n".join(f"{call}\n    {about}" for call, about in self.entries)

    def _repr_markdown_(self) -> str:
        rows = [f"| `{call}` | {about} |" for call, about in self.entries]
        return "\n".join(["| from analysis import ... | |", "|---|---|", *rows])


def guide(name: str | None = None) -> Guide:
    """Return what a notebook can ask, each with its first sentence; with a name, all that is said about that one.

    >>> print(guide("query"))  # doctest: +ELLIPSIS
    query(sql, parameters)
        Return what an SQL query finds in the warehouse; `docs/data-dictionary.md` has its tables and columns...
    """
    if name is not None and name not in analysis.PLACES:
        raise KesselError(f"nothing is called {name!r}; expected one of {', '.join(analysis.PLACES)}")
    if name is not None:
        found = getattr(analysis, name)
        return Guide(((_call(name, found), inspect.getdoc(found) or ""),))
    entries = [(_call(one, getattr(analysis, one)), _first(getattr(analysis, one))) for one in analysis.PLACES]
    return Guide((*entries, *_charts()))


def _charts() -> list[tuple[str, str]]:
    charts = import_module("analysis.charts")
    own = inspect.getmembers(
        charts, lambda found: inspect.isfunction(found) and found.__module__.startswith(charts.__name__)
    )
    return [(f"charts.{_call(name, found)}", _first(found)) for name, found in own if not name.startswith("_")]


def _call(name: str, found: Callable[..., Any]) -> str:
    """Return a call with the names of its parameters."""
    stars: dict[Any, str] = {inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    known = inspect.signature(found).parameters.values()
    return f"{name}({', '.join(stars.get(one.kind, '') + one.name for one in known)})"


def _first(found: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(found) or "").partition("\n\n")[0].split())
