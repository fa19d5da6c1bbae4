"""Every rule of a game's book and what became of it: implemented and tested where, or why not; read from its rules.csv.

One row a numbered rule; pages and headings where the book has no numbers. Files are named from the game's own folder,
tests from its folder of tests. A test reads the citations of both and holds the list to them in both directions.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from analysis.errors import KesselError
from sim.game import GAMES, load_game

if TYPE_CHECKING:
    import polars as pl

IMPLEMENTED, LATER, UNPRINTED, IDLE = "implemented", "map, later", "not printed", "no effect"
STATES = (IMPLEMENTED, LATER, UNPRINTED, IDLE)
"""What may have become of a rule."""
REASONS = {"map: ": LATER, "source: ": UNPRINTED, "no effect: ": IDLE}
"""How the reason of a rule that is not implemented begins."""
COLUMNS = ("rule", "title", "implemented", "tested", "why_not")


@dataclass(frozen=True)
class Rule:
    """One rule of a book; `implemented` and `tested` are files, `why_not` a reason or a reservation."""

    number: str
    title: str
    implemented: tuple[str, ...]
    tested: tuple[str, ...]
    why_not: str

    @property
    def state(self) -> str:
        """One of `STATES`."""
        if self.implemented:
            return IMPLEMENTED
        return next(state for start, state in REASONS.items() if self.why_not.startswith(start))

    @property
    def chapter(self) -> str:
        """The chapter: the number before the first point; the page, or the whole name, where there is none.

        >>> [Rule(n, "", (), (), "").chapter for n in ("10.3.2", "7.0", "p. 9 step 10", "scenario III")]
        ['10', '7', 'p. 9', 'scenarios']
        """
        first, *more = self.number.split(" ")
        if first == "p.":
            return f"p. {more[0]}"
        return "scenarios" if first == "scenario" else first.partition(".")[0] if first[0].isdigit() else self.number


@cache
def rules_of(game: str) -> tuple[Rule, ...]:
    """Return the rules of a game's book in its order; `KesselError` names the list or the row that is not in order.

    >>> found = rules_of("leningrad")
    >>> len(found), found[-1].number, found[-1].state
    (100, '16.4', 'implemented')
    """
    path = GAMES / load_game(game).id / "rules.csv"
    if not path.exists():
        raise KesselError(f"sim/games/{game}/rules.csv: there is none; expected one row a rule: {', '.join(COLUMNS)}")
    with path.open(encoding="utf8", newline="") as file:
        rows = csv.DictReader(file)
        if tuple(rows.fieldnames or ()) != COLUMNS:
            raise KesselError(
                f"{game}/rules.csv: columns {', '.join(rows.fieldnames or ())}; expected {', '.join(COLUMNS)}"
            )
        found = tuple(_rule(game, row) for row in rows)
    twice = [number for number, n in Counter(one.number for one in found).items() if n > 1]
    if twice:
        raise KesselError(f"{game}/rules.csv, {twice[0]}: stands twice; expected one row a rule")
    return found


def _rule(game: str, row: dict[str, str]) -> Rule:
    place = f"{game}/rules.csv, {row['rule']}"
    one = Rule(row["rule"], row["title"], _files(row["implemented"]), _files(row["tested"]), row["why_not"])
    if not one.title:
        raise KesselError(f"{place}: no title; expected what the rule is about")
    if bool(one.implemented) != bool(one.tested):
        raise KesselError(
            f"{place}: implemented {row['implemented']!r}, tested {row['tested']!r}; expected both or none"
        )
    if not one.implemented and not one.why_not.startswith(tuple(REASONS)):
        starts = ", ".join(repr(start.strip()) for start in REASONS)
        raise KesselError(f"{place}: why_not {one.why_not!r}; expected a reason that begins with one of {starts}")
    return one


def _files(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, cell.split(";")))


def rule_coverage(rules: Iterable[Rule]) -> dict[str, Counter[str]]:
    """Return how many rules of each chapter are in each of `STATES`, chapters in the book's order."""
    found: dict[str, Counter[str]] = {}
    for one in rules:
        found.setdefault(one.chapter, Counter())[one.state] += 1
    return found


def chapter_title(rules: Sequence[Rule], chapter: str) -> str:
    """Return what a chapter is called: the title of its own row, nothing where it has none."""
    return next((one.title for one in rules if one.number in (chapter, f"{chapter}.0")), "")


def rule_coverage_frame(game: str) -> pl.DataFrame:
    """Return the rules by chapter as pages show them: chapter, title, rules, and a column for each of `STATES`."""
    import polars as pl

    rules = rules_of(game)
    return pl.DataFrame(
        [
            {
                "chapter": chapter,
                "title": chapter_title(rules, chapter),
                "rules": n.total(),
                **{s: n[s] for s in STATES},
            }
            for chapter, n in rule_coverage(rules).items()
        ]
    )


def rule_frame(game: str) -> pl.DataFrame:
    """Return the rules one by one: rule, title, what became of it, where, tested where, and why not."""
    import polars as pl

    return pl.DataFrame(
        [
            {"rule": one.number, "about": one.title, "state": one.state, "where": ", ".join(one.implemented),
             "tested": ", ".join(one.tested), "why not": one.why_not}
            for one in rules_of(game)
        ]
    )  # fmt: skip
