"""The list of rules is true in both directions: what is cited exists, what is said to be somewhere is cited there."""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
GAME = ROOT / "sim" / "games" / "leningrad"
TESTS = ROOT / "tests" / "games" / "leningrad"
BY_CHAPTER = {2: 8, 4: 8, 6: 4, 7: 8, 8: 17, 9: 6, 10: 4, 11: 5, 12: 1, 13: 6, 14: 10, 15: 3, 16: 4}
"""How many numbered rules each chapter of the book has; 3 and 5 have none, 1 is the set-up."""
BRACKETS = re.compile(r"\[([^\[\]]*)\]")
NUMBER = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{1,2})(?![\d.])(?:\s*(?:-|to)\s*\1\.(\d{1,2})(?!\d))?")
QUOTED = re.compile(r'"(\d{1,2}\.\d{1,2})"')
Row = dict[str, str]


def read(name: str) -> list[Row]:
    with (GAME / name).open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


RULES, CHAPTERS = read("rules.csv"), read("chapters.csv")
KNOWN = {row["rule"] for row in (*RULES, *CHAPTERS)}


def numbers(text: str) -> Iterator[str]:
    """Yield the rules of a text, those within a range as well.

    >>> list(numbers("8.43, 14.8-14.10, R33"))
    ['8.43', '14.8', '14.9', '14.10']
    """
    for chapter, first, last in NUMBER.findall(text):
        for n in range(int(first), int(last or first) + 1):
            yield f"{chapter}.{n}"


def chapters(text: str) -> Iterator[str]:
    """Yield the chapters that docstrings cite, as 13.0 for [13]."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef):
            for group in BRACKETS.findall(ast.get_docstring(node) or ""):
                yield from (f"{part}.0" for part in re.split(r"[,;]\s*", group) if re.fullmatch(r"[1-9]|1[0-6]", part))


@cache
def cited(path: Path) -> frozenset[str]:
    """Return the rules that a file cites in brackets, docstrings also a chapter as a whole; in tests in quotes too."""
    text = path.read_text(encoding="utf8")
    found = {rule for group in BRACKETS.findall(text) for rule in numbers(group)} | set(chapters(text))
    if TESTS in path.parents:
        found |= set(QUOTED.findall(text))
    return frozenset(found)


def test_every_numbered_rule_is_there_once() -> None:
    names = [row["rule"] for row in RULES]
    assert len(names) == len(set(names)) == sum(BY_CHAPTER.values()) == 84
    assert Counter(int(name.split(".")[0]) for name in names) == BY_CHAPTER
    assert [row["rule"] for row in CHAPTERS] == [f"{n}.0" for n in range(1, 17)]
    assert all(not name.endswith(".0") for name in names)


@pytest.mark.parametrize("row", [*RULES, *CHAPTERS], ids=lambda row: row["rule"])
def test_a_rule_is_cited_where_it_is_said_to_be(row: Row) -> None:
    assert row["title"]
    assert row["implemented"] or row["why_not"], "neither implemented nor said why not"
    assert bool(row["implemented"]) == bool(row["tested"]), "implemented and not tested, or the reverse"
    for column, folder in (("implemented", GAME), ("tested", TESTS)):
        for name in filter(None, row[column].split(";")):
            assert row["rule"] in cited(folder / name), f"{name} does not cite [{row['rule']}]"


@pytest.mark.parametrize("path", sorted(GAME.rglob("*.py")), ids=lambda path: path.relative_to(GAME).as_posix())
def test_what_is_cited_exists(path: Path) -> None:
    assert cited(path) <= KNOWN, sorted(cited(path) - KNOWN)


def test_what_rulings_and_tests_cite_exists() -> None:
    rulings = (GAME / "RULINGS.md").read_text(encoding="utf8")
    named = {rule for line in re.findall(r"\*\*Rules:\*\*(.*)", rulings) for rule in numbers(line)}
    assert named
    assert named <= KNOWN, sorted(named - KNOWN)
    for path in TESTS.rglob("*.py"):
        in_brackets = {rule for group in BRACKETS.findall(path.read_text(encoding="utf8")) for rule in numbers(group)}
        assert in_brackets <= KNOWN, (path.name, sorted(in_brackets - KNOWN))


def test_the_engine_cites_no_rule_that_the_list_does_not_give_it() -> None:
    """A rule that a file of the engine cites is implemented somewhere, by the list's own word."""
    at_work = {row["rule"] for row in (*RULES, *CHAPTERS) if row["implemented"]}
    for path in (GAME / "map").glob("*.py"):
        assert cited(path) <= at_work, (path.name, sorted(cited(path) - at_work))
