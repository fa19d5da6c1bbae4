"""What every system beside the map must satisfy, over every discovered game."""

from fractions import Fraction

import pytest

from analysis.study import load_study
from analysis.track import as_json, ask, find_track, law_rows, sources, tracks
from sim.exact import Law
from sim.game import GAMES, GameError, games_with, load_game

EVERY_TRACK = [(game, name) for game in games_with("tracks", hidden=True) for name in tracks(game)]


@pytest.fixture(params=EVERY_TRACK, ids="/".join, scope="module")
def known(request: pytest.FixtureRequest) -> tuple[str, str]:
    game, name = request.param
    return game, name


def test_a_system_answers_exactly_over_every_assumption(known: tuple[str, str]) -> None:
    answer = ask(*known)
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
    for span in answer.spans:
        factor = answer.track.factors[span.factor]
        assert list(span.measures) == list(range(factor.low, factor.high + 1))
    assert answer.low <= answer.headline <= answer.high
    ids = [finding.id for finding in answer.findings]
    assert len(set(ids)) == len(ids)
    assert as_json(answer)["value"] == str(answer.headline)


def test_some_factor_or_policy_moves_the_answer(known: tuple[str, str]) -> None:
    track = find_track(*known)
    answer = ask(*known)
    if track.factors:
        assert any(len(set(span.measures.values())) > 1 for span in answer.spans), "no factor does anything"


def test_a_system_says_what_it_reads_and_on_which_rules(known: tuple[str, str]) -> None:
    track = find_track(*known)
    assert {row["table"] for row in sources(known[0], track)} == set(track.tables)
    assert track.tables
    assert track.rules
    assert track.question.endswith("?")
    assert track.measured


def test_nonsense_is_refused_in_one_line(known: tuple[str, str]) -> None:
    with pytest.raises(GameError, match="no factor 'luck'"):
        ask(*known, {"luck": 1})
    for factor in find_track(*known).factors.values():
        with pytest.raises(GameError, match=f"factor {factor.id} is .*; expected a whole number from {factor.low}"):
            ask(*known, {factor.id: factor.high + 1})
    with pytest.raises(GameError, match="has no system 'x'; expected one of"):
        ask(known[0], "x")


@pytest.mark.parametrize("game", games_with("scenarios", hidden=True))
def test_every_scenario_is_asked_and_studied(game: str) -> None:
    scenarios = set(load_game(game).chapter("scenarios").SCENARIOS)
    tracks = load_game(game).chapter("tracks").TRACKS.values()
    assert {track.scenario.id for track in tracks if track.scenario} == scenarios
    studies = [load_study(path) for path in sorted((GAMES / game / "studies").glob("*.toml"))]
    assert {study.scenario for study in studies if study.size == "small"} == scenarios
    assert {study.game for study in studies} == {game}
