"""What every system beside the map must satisfy, over every discovered game."""

from fractions import Fraction
from random import Random

import pytest

from analysis.studies.study import courses_of, load_study
from analysis.systems.ask import SystemAnswer, as_json, ask, law_rows, sources
from sim.errors import GameError
from sim.exact import Law
from sim.game import GAMES, game_ids, load_game
from sim.system import System, Unit

EVERY_SYSTEM = [(game, name) for game in game_ids(hidden=True) for name in load_game(game).systems]


@pytest.fixture(params=EVERY_SYSTEM, ids="/".join, scope="module")
def known(request: pytest.FixtureRequest) -> tuple[str, str]:
    game, name = request.param
    return game, name


def system_of(known: tuple[str, str]) -> System:
    return load_game(known[0]).system(known[1])


def test_what_a_system_calls_unprinted_is_among_what_it_assumes(known: tuple[str, str]) -> None:
    factors = system_of(known).factors
    assert [
        name for name in system_of(known).unprinted if name not in factors or factors[name].basis != "assumed"
    ] == []


SOME = 16
SAMPLE = Random("systems over their assumptions").sample(EVERY_SYSTEM, SOME)
OVER_ASSUMPTIONS = [
    pytest.param(*one, id="/".join(one), marks=() if one in SAMPLE else pytest.mark.verification)
    for one in EVERY_SYSTEM
]


def test_a_system_answers_exactly(known: tuple[str, str]) -> None:
    check(ask(*known, spans=False))


@pytest.mark.parametrize(("game", "name"), OVER_ASSUMPTIONS)
def test_a_system_answers_over_every_assumption_and_some_of_them_move_it(game: str, name: str) -> None:
    answer = ask(game, name)
    check(answer)
    for span in answer.spans:
        factor = answer.system.factors[span.factor]
        assert list(span.measures) == list(range(factor.low, factor.high + 1))
    assert answer.low <= answer.headline <= answer.high
    if answer.system.factors:
        assert any(len(set(span.measures.values())) > 1 for span in answer.spans), "no factor does anything"


def check(answer: SystemAnswer) -> None:
    """Hold an answer to what every answer must be."""
    assert isinstance(answer.headline, Fraction)
    for finding in answer.findings:
        assert (finding.law is None) != (finding.number is None), finding.id
        assert finding.about
        assert finding.rules
        if isinstance(finding.law, Law):
            assert sum(p for _, p in finding.law) == 1
            assert sum(Fraction(row["probability"]) for row in law_rows(finding)) == 1
        if finding.low is not None and finding.high is not None and finding.number is not None:
            assert finding.low <= finding.number <= finding.high
    ids = [finding.id for finding in answer.findings]
    assert len(set(ids)) == len(ids)
    assert as_json(answer)["value"] == str(answer.headline)


def test_a_system_says_what_it_reads_and_on_which_rules(known: tuple[str, str]) -> None:
    system = system_of(known)
    assert {row["table"] for row in sources(known[0], system)} == set(system.tables)
    assert system.tables
    assert system.rules
    assert system.question.endswith("?")
    assert system.measured


def test_nonsense_is_refused_in_one_line(known: tuple[str, str]) -> None:
    with pytest.raises(GameError, match="no factor 'luck'"):
        ask(*known, {"luck": 1})
    for factor in system_of(known).factors.values():
        with pytest.raises(GameError, match=f"factor {factor.id} is .*; expected a whole number from {factor.low}"):
            ask(*known, {factor.id: factor.high + 1})
    with pytest.raises(GameError, match="has no system 'x'; expected one of"):
        ask(known[0], "x")


def test_what_is_said_in_words_is_said_in_fields(known: tuple[str, str]) -> None:
    """The prose is for people: units and what 0 stands for are fields, and the two must not contradict each other."""
    system = system_of(known)
    assert (system.unit is Unit.CHANCE) == system.measured.startswith("chance")
    for one in system.find(system.setting()):
        if one.number is not None:
            assert one.unit is Unit.CHANCE or not one.about.startswith("chance"), one.id
            assert one.values or " -1 for " not in one.about, one.id
        elif one.law is not None and len(one.law.fields) == 1:
            assert one.zero or not any(f", 0 if {word}" in one.about for word in ("never", "none", "not")), one.id
            words = one.labels.get(one.law.fields[0], ("",))
            assert one.zero == words[0] or not words[0].startswith(("never", "none", "not")), (one.id, words[0])


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_every_course_is_studied(game: str) -> None:
    studies = [load_study(path) for path in sorted((GAMES / game / "studies").glob("*.toml"))]
    assert {study.system for study in studies if study.size == "small" and not study.is_match} == set(courses_of(game))
    assert {study.game for study in studies} <= {game}
