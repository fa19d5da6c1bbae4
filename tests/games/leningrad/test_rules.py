"""Leningrad's list of rules holds the book's 84 numbers, and the engine cites none that the list does not give it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from analysis.sources.rulebook import rules_of
from sim.game import GAMES
from tests.games.citations import cited

GAME = GAMES / "leningrad"
BY_CHAPTER = {2: 8, 4: 8, 6: 4, 7: 8, 8: 17, 9: 6, 10: 4, 11: 5, 12: 1, 13: 6, 14: 10, 15: 3, 16: 4}
"""How many numbered rules each chapter of the book has; 3 and 5 have none, 1 is the set-up."""
RULES = rules_of("leningrad")
KNOWN = frozenset(one.number for one in RULES)


def test_every_numbered_rule_is_there_once_and_so_is_every_chapter() -> None:
    names = [one.number for one in RULES if not one.number.endswith(".0")]
    assert len(names) == sum(BY_CHAPTER.values()) == 84
    assert Counter(int(name.split(".")[0]) for name in names) == BY_CHAPTER
    assert [one.number for one in RULES if one.number.endswith(".0")] == [f"{n}.0" for n in range(1, 17)]


def test_the_engine_cites_no_rule_that_the_list_does_not_give_it() -> None:
    """A rule that a file of the engine cites is implemented somewhere, by the list's own word."""
    at_work = {one.number for one in RULES if one.implemented}
    for path in Path(GAME / "map").glob("*.py"):
        found = cited(path, KNOWN)
        assert found <= at_work, (path.name, sorted(found - at_work))
