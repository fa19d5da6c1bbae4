"""What the index says of the pages: a plain sentence each, how sure it is, and which unknown number matters most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analysis.audit import audit
from analysis.system_answer import what_moves
from analysis.track import every_track
from sim.game import game_ids

_END = re.compile(r"\. (?=The arithmetic )|(?<=[a-z%)*”])\. (?=[A-Z“])")
_CLAUSES = 3
_TABLE = "crt"


@dataclass(frozen=True)
class Unknown:
    """A number that the rulebook does not hold, and what it does to the answer of one page."""

    page: str
    question: str
    what: str
    effect: str


def plain(answer: str) -> str:
    """Return the first sentence of an answer; of a list of many clauses the first two.

    >>> plain("3.5 turns; 2 to 5 in nine of ten worlds. The arithmetic is exact.")
    '3.5 turns; 2 to 5 in nine of ten worlds.'
    """
    first, *_ = _END.split(answer, maxsplit=1)
    clauses = first.split("; ")
    return "; ".join(clauses if len(clauses) <= _CLAUSES else clauses[:2]).removesuffix(".") + "."


def badge(name: str) -> str:
    """Return what a page's numbers rest on, and whether they are counted or drawn; empty where that is mixed."""
    if name in {f"{game}_{system}" for game, system in every_track()} | {"stalingrad_roads_airlift"}:
        return "inputs assumed · arithmetic exact · range sampled"
    game = next((one for one in game_ids() if name.startswith(f"{one}_")), None)
    if game is None:
        return ""
    if name == f"{game}_lint":
        return "a count over the rulebook · exact where it is computed"
    cells = next((table.cells for table in audit(game).tables if table.name == _TABLE), None)
    if cells is None or not cells["missing"]:
        return "combat table printed · exact"
    if cells["rulebook"] > 1:
        return "combat table printed in part, the rest inferred or bounded · exact within its bounds"
    return "combat table not known: bounds only · exact within them"


def unknowns(cards: Iterable[Mapping[str, str]]) -> list[Unknown]:
    """Return for each page that says so which assumed number moves its answer most."""
    found = []
    for card in cards:
        what = what_moves(card["answer"])
        if what:
            label, _, effect = what.partition(": ") if what.count(": ") == 1 else what.rpartition(": ")
            found.append(Unknown(card["name"], card["question"], label, effect))
    return found


def missing(game: str) -> list[tuple[str, int]]:
    """Return the tables of a game with numbers that are not known, and how many, the most first."""
    held = [(table.title, table.cells["missing"]) for table in audit(game).tables if table.cells["missing"]]
    return sorted(held, key=lambda one: -one[1])
