"""The list of rules of every game is true both ways: what is cited exists, what is said to be somewhere is cited there.

A new game without a list fails here until it has one: `sim/games/<id>/rules.csv`, a row a rule, in the book's order.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from analysis.errors import KesselError
from analysis.sources import rulebook
from analysis.sources.rulebook import STATES, Rule, rule_coverage, rule_coverage_frame, rule_frame, rules_of
from sim.game import GAMES, game_ids
from sim.numbers.rawfiles import RAW
from tests.games.citations import (
    cited,
    cited_in_doctests,
    cited_in_examples,
    cited_in_tests,
    exists,
    holds,
    known_as,
    references,
)

TESTS = Path(__file__).parent
EVERY = [(game, one) for game in game_ids(hidden=True) for one in rules_of(game)]


def known(game: str) -> frozenset[str]:
    return frozenset(one.number for one in rules_of(game))


def evidence(game: str, name: str) -> frozenset[str]:
    """The rules that a test, the worked examples or the doctests of a file of the game itself are cited for."""
    if name == "examples.toml":
        return cited_in_examples(RAW / game / name)
    if (TESTS / game / name).exists():
        return cited_in_tests(TESTS / game / name, known(game))
    return cited_in_doctests(GAMES / game / name, known(game))


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_every_rule_is_accounted_for(game: str) -> None:
    found = rules_of(game)
    assert found
    assert sum(n.total() for n in rule_coverage(found).values()) == len(found)
    assert {state for n in rule_coverage(found).values() for state in n} <= set(STATES)
    assert rule_coverage_frame(game)["rules"].sum() == len(rule_frame(game)) == len(found)
    assert any(one.implemented for one in found)


@pytest.mark.parametrize(("game", "rule"), EVERY, ids=lambda one: one.number if isinstance(one, Rule) else one)
def test_a_rule_is_cited_where_it_is_said_to_be(game: str, rule: Rule) -> None:
    for name in rule.implemented:
        assert holds(rule.number, cited(GAMES / game / name, known(game))), f"{name} does not cite [{rule.number}]"
    for name in rule.tested:
        assert holds(rule.number, evidence(game, name)), f"{name} is said to test [{rule.number}] and does not cite it"


def citations(game: str) -> Iterator[tuple[str, str]]:
    """Yield what is cited anywhere about a game, and where: its code, its tests, its rulings, its number files."""
    for path in (*(GAMES / game).rglob("*.py"), *(TESTS / game).rglob("*.py")):
        yield from ((path.name, one) for one in cited(path, known(game)))
    rulings = (GAMES / game / "RULINGS.md").read_text(encoding="utf8")
    for line in re.findall(r"\*\*Rules:\*\*(.*)", rulings):
        yield from (("RULINGS.md", known_as(one, known(game))) for one in references(line))
    for path in (RAW / game).rglob("*.toml"):
        rules = tomllib.loads(path.read_text(encoding="utf8")).get("source", {}).get("rules", [])
        yield from ((path.name, known_as(one, known(game))) for rule in rules for one in references(rule))


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_what_is_cited_exists(game: str) -> None:
    found = set(citations(game))
    assert found
    assert not sorted((place, one) for place, one in found if not exists(one, known(game)))


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_a_citation_that_does_not_exist_is_seen(game: str, tmp_path: Path) -> None:
    """The reader of citations has teeth: an invented rule in a docstring is found, and is not in the list."""
    last = rules_of(game)[-1].number
    invented = "p. 99 nothing" if last.startswith("p. ") else "97.3"
    path = tmp_path / "invented.py"
    path.write_text(f'"""Do what no book says [{invented}]."""\nNUMBERS = [97, 3]\n', encoding="utf8")
    assert cited(path, known(game)) == {invented}
    assert not exists(invented, known(game))


@pytest.mark.parametrize(("row", "error"), [
    ("1.0,,a.py,b.py,", "1.0: no title"),
    ("1.0,set-up,a.py,,", r"1\.0: implemented 'a\.py', tested ''; expected both or none"),
    ("1.0,set-up,,,later", r"1\.0: why_not 'later'; expected a reason that begins with one of 'map:'"),
    ("1.0,set-up,,,map: no\n1.0,set-up,,,map: no", "1.0: stands twice"),
])  # fmt: skip
def test_a_list_that_is_not_in_order_is_named(
    row: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "leningrad").mkdir()
    (tmp_path / "leningrad" / "rules.csv").write_text(f"rule,title,implemented,tested,why_not\n{row}\n", "utf8")
    monkeypatch.setattr(rulebook, "GAMES", tmp_path)
    rules_of.cache_clear()
    with pytest.raises(KesselError, match=error):
        rules_of("leningrad")
    (tmp_path / "leningrad" / "rules.csv").unlink()
    with pytest.raises(KesselError, match="there is none; expected one row a rule"):
        rules_of("leningrad")
    rules_of.cache_clear()
