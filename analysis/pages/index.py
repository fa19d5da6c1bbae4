"""What the index says of the pages: a plain sentence each, how sure it is, and which unknown number matters most."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from analysis.sources.audit import audit
from sim.basis import BASES, MISSING
from sim.game import game_ids, load_game

_END = re.compile(r"\. (?=The arithmetic )|(?<=[a-z%)*”])\. (?=[A-Z“])")
_CLAUSES = 3


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


def badge(name: str, answers: str = "") -> str:
    """Return what a page's numbers rest on, and whether they are counted or drawn; empty where that is mixed.

    `answers` is the system whose question the page answers, if any.
    """
    if answers:
        return "inputs assumed · arithmetic exact · range sampled"
    game = next((one for one in game_ids() if name.startswith(f"{one}_")), None)
    if game is None:
        return ""
    if name == f"{game}_lint":
        return "a count over the rulebook · exact where it is computed"
    table = load_game(game).table.name if load_game(game).has_table else ""
    cells = next((one.cells for one in audit(game).tables if one.name == table), None)
    if cells is None or not cells[MISSING]:
        return "combat table printed · exact"
    if cells[BASES[0]] > 1:
        return "combat table printed in part, the rest inferred or bounded · exact within its bounds"
    return "combat table not known: bounds only · exact within them"


def unknowns(cards: Iterable[Mapping[str, str]]) -> list[Unknown]:
    """Return for each page that says so which assumed number moves its answer most."""
    return [Unknown(card["name"], card["question"], card["moves"], card["effect"]) for card in cards if card["moves"]]


def missing(game: str) -> list[tuple[str, int]]:
    """Return the tables of a game with numbers that are not known, and how many, the most first."""
    held = [(table.title, table.cells[MISSING]) for table in audit(game).tables if table.cells[MISSING]]
    return sorted(held, key=lambda one: -one[1])
