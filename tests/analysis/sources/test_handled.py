"""Every ruling says how its other reading is tried, and a test counts them: what cannot be asked yet is named."""

import re
from collections import Counter
from functools import cache

import pytest

from analysis.errors import KesselError
from analysis.sources import handled, readings
from analysis.sources.handled import (
    BECAUSE,
    MANNERS,
    NOTHING,
    OPEN,
    RANGE,
    RUNS,
    UNTRIED,
    count_manners,
    manners,
    match_frame,
    played_readings,
)
from analysis.sources.readings import entries_of
from analysis.sources.rulings import rulings
from sim.game import GAMES, game_ids, load_game
from sim.match.play import play_match
from sim.match.whole import Seats

OPEN_AT_MOST = {"donnerschlag": 0, "inferno_on_the_volga": 0, "leningrad": 0, "stalingrad_roads": 0,
                "traces_of_hubris": 0}  # fmt: skip
"""Rulings whose other reading nobody can ask yet: this number may only fall."""


@pytest.mark.parametrize("game", game_ids(hidden=True))
def test_every_ruling_is_tried_or_says_why_not(game: str) -> None:
    found = manners(game)
    assert [*found] == [one.number for one in rulings(game)]
    assert set(found.values()) <= set(MANNERS)
    assert count_manners(game).total() == len(rulings(game))
    assert count_manners(game)[OPEN] <= OPEN_AT_MOST.get(game, count_manners(game).total())
    asked = {entry["ruling"] for entry in entries_of(game)} | {one.ruling for one in played_readings(game)}
    for one in rulings(game):
        assert "not measured yet" not in one.changes.lower(), f"{game} R{one.number}"
        if one.number in asked:
            assert not one.changes.startswith((BECAUSE, UNTRIED, RUNS)), f"{game} R{one.number} is asked both ways"
        if found[one.number] == NOTHING:
            assert len(one.changes) > len(BECAUSE) + 10, f"{game} R{one.number}: no effect, and no because"
        if found[one.number] == RANGE:
            assert re.search(r"\d\S* to \d", one.changes), f"{game} R{one.number}: a range without its ends"
        if found[one.number] == OPEN:
            assert UNTRIED in one.changes, f"{game} R{one.number}: neither switch, factor, table, no effect nor open"


def test_every_switch_of_a_whole_game_has_its_match_and_its_figure() -> None:
    for game in game_ids():
        whole = load_game(game).whole if load_game(game).has_whole else None
        switches = {
            f"{name}={value}"
            for name, known in (whole.readings if whole else {}).items() for value in known[1:]
            if whole and name not in whole.options
        }  # fmt: skip
        assert {one.reading for one in played_readings(game)} == switches
        changes = {one.number: one.changes for one in rulings(game)}
        for one in played_readings(game):
            assert one.low <= round(one.theirs - one.ours, 2) <= one.high
            assert re.fullmatch(rf"R{one.ruling}=\S+", one.reading)
            is_moved = max(abs(one.low), abs(one.high)) >= 0.05  # else no figure but that of the games
            unmoved = "by less than 0.05 points" if game == "leningrad" else "(0.0"
            figure = (
                re.sub(r"^[+-]0\.0$", unmoved, f"{one.theirs - one.ours:+.1f}")
                if is_moved
                else f"{'one' if one.theirs != one.ours else 'no'} game differs"
            )
            assert figure in changes[one.ruling], f"{game} R{one.ruling}"
        assert len(match_frame(game)) == len(played_readings(game))


@pytest.mark.verification
@pytest.mark.parametrize("one", played_readings("leningrad"), ids=lambda one: one.reading)
def test_a_match_gives_again_what_is_kept(one: handled.PlayedReading) -> None:
    name, _, value = one.reading.partition("=")
    assert (_mean_margin(one.games), _mean_margin(one.games, (name, value))) == (one.ours, one.theirs)


@cache
def _mean_margin(games: int, *readings: tuple[str, str]) -> float:
    seats = Seats("balanced", "balanced", readings=readings)
    margins = play_match(load_game("leningrad").whole, games, 0, seats).columns["vp_margin"]
    return round(float(margins.mean()), 4)


def test_a_match_that_is_not_in_order_is_named(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "leningrad").mkdir()
    text = (GAMES / "leningrad" / "readings.toml").read_text(encoding="utf8")
    (tmp_path / "leningrad" / "readings.toml").write_text(text + "\n[[match]]\nruling = 1\n", encoding="utf8")
    monkeypatch.setattr(readings, "GAMES", tmp_path)
    played_readings.cache_clear()
    n = len(re.findall(r"(?m)^\[\[match\]\]", text)) + 1
    with pytest.raises(KesselError, match=rf"leningrad/readings\.toml: key 'match, entry {n}\.other' is missing"):
        played_readings("leningrad")
    played_readings.cache_clear()


def test_counts_add_up() -> None:
    total = sum((count_manners(game) for game in game_ids()), Counter())
    assert total.total() == sum(len(rulings(game)) for game in game_ids())
