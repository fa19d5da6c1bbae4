"""The games worth looking at are those that a search through the whole study finds."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import duckdb
import pytest

from analysis.matches.chances import chances
from analysis.matches.replaying import walked
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from analysis.warehouse.chosen import LEAST, ROLLOUTS, TRIED, Chosen, chosen_games
from analysis.warehouse.played import WORTH, Matches, matches, to_watch
from sim.game import load_game
from sim.match.whole import Seats, WholeGame
from tests.analysis.bare import built_bare

WHOLE = load_game("leningrad").whole


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matches]:
    folder = tmp_path_factory.mktemp("chosen")
    run_study(replace(find_study("leningrad_small"), games=6), jobs=1, runs=folder / "runs")
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    with duckdb.connect(str(folder / "warehouse.duckdb")) as db:
        found = matches(db, "leningrad")
        db.execute(  # players score in nearly every game: one in which nobody does, and which would be the closest
            f"UPDATE {found.table('result')} SET german_vp = 0, soviet_vp = 0, vp_margin = 0 WHERE (cell, game) IN"
            f" (SELECT (cell, game) FROM {found.table('result')} ORDER BY abs(vp_margin), cell, game LIMIT 1 OFFSET 40)"
        )
        yield found


@pytest.mark.in_turn
def test_each_is_what_it_is_called(played: Matches) -> None:
    closest, widest, turned = chosen_games(played)
    rows = played.frame("SELECT vp_margin, german_vp, soviet_vp FROM {result}").rows()
    margins = [margin for margin, _, _ in rows]
    assert len(margins) == played.n_games == 192
    scored = [margin for margin, german, soviet in rows if german or soviet]
    assert len(scored) < len(rows)
    assert margin_of(closest) in (min((m for m in scored if m > 0), default=None), max(m for m in scored if m <= 0))
    assert abs(margin_of(closest) - 0.5) == min(abs(m - 0.5) for m in scored)
    assert f"of the {len(scored)} games in which a side scored" in closest.why
    points = walked(WHOLE, closest.seats, closest.seed, closest.game).played.result.numbers
    assert points["german_vp"] or points["soviet_vp"]
    assert abs(margin_of(widest)) == max(abs(m) for m in margins)
    rows = played.frame(
        "SELECT t.turn, t.cell, t.game, sum(CASE WHEN t.side = 'german' THEN t.vp ELSE -t.vp END) AS stands, r.winner,"
        " r.german, r.soviet, r.board FROM {turn} t JOIN {result} r USING (cell, game) WHERE t.turn < 12 GROUP BY ALL"
    ).rows()
    assert is_the_greatest(turned, rows, (closest, widest), WHOLE)
    assert len({(one.game, one.seats) for one in (closest, widest, turned)}) == 3


def test_games_to_watch_are_those_between_the_best_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run in which the best meet nobody else, though another is larger; without one, the run of whole games."""
    game = SimpleNamespace(whole=replace(WHOLE, strongest=("tuned", "bold")))
    monkeypatch.setattr("analysis.warehouse.played.load_game", lambda _: game)
    run_study(replace(find_study("leningrad_small"), games=2), jobs=1, runs=tmp_path / "runs")
    built_bare(tmp_path / "one.duckdb", tmp_path / "runs")
    with duckdb.connect(str(tmp_path / "one.duckdb"), read_only=True) as db:
        assert to_watch(db, "leningrad").study == matches(db, "leningrad").study == "leningrad_small"
    best = replace(find_study("leningrad_strong_small"), games=WORTH, policies={s: ("tuned",) for s in WHOLE.sides})
    run_study(best, jobs=1, runs=tmp_path / "runs")
    built_bare(tmp_path / "two.duckdb", tmp_path / "runs")
    with duckdb.connect(str(tmp_path / "two.duckdb"), read_only=True) as db:
        assert to_watch(db, "leningrad").study == "leningrad_strong_small"
        assert to_watch(db, "leningrad").n_games < matches(db, "leningrad").n_games


def margin_of(one: Chosen) -> int:
    return walked(WHOLE, one.seats, one.seed, one.game).played.result.margin


Row = tuple[int, int, int, int, str, str, str, int]
"""A game after a turn: turn, cell, game, how its first side stands, who wins it, both players, the board."""


def is_the_greatest(turned: Chosen, rows: list[Row], others: tuple[Chosen, Chosen], whole: WholeGame) -> bool:
    """Whether, of the games whose winner once stood worst, it is the first of those played on to be won least often."""
    at_least = [
        (n_won / n, sign * stands, cell, game, turn, winner, (first, second, board))
        for turn, cell, game, stands, winner, first, second, board in rows
        for sign in (1 if winner == "german" else -1,)
        for worse in ([row[4] for row in rows if row[0] == turn and sign * row[3] <= sign * stands],)
        for n_won, n in ((worse.count(winner), len(worse)),)
        if n >= LEAST
    ]
    worst: dict[tuple[int, tuple[str, str, int]], tuple[int, str]] = {}
    taken = {(one.game, (one.seats.first, one.seats.second, one.seats.board)) for one in others}
    for _, _, _, game, turn, winner, seats in sorted(at_least):
        if (game, seats) not in taken:
            worst.setdefault((game, seats), (turn, winner))
    first_of: dict[int, tuple[int, tuple[str, str, int], str]] = {}
    for (game, seats), (turn, winner) in worst.items():
        first_of.setdefault(turn, (game, seats, winner))
    tried = []
    for turn, (game, seats, winner) in list(first_of.items())[:TRIED]:
        stop = walked(whole, Seats(*seats), turned.seed, game).at(f"{turn + 1}")
        again = chances(whole, [stop], Seats(*seats), ROLLOUTS)[0]
        tried.append((round(ROLLOUTS * (again.p if winner == "german" else 1 - again.p)), game, seats, turn, winner))
    won, game, seats, turn, winner = min(tried, key=lambda one: one[0])
    assert turned.why.endswith(
        f" games: of {ROLLOUTS} games played on from the end of turn {turn} the {winner.capitalize()} side,"
        f" which went on to win, won {f'only {won}' if won else 'none'}."
    )
    return (turned.game, turned.seats) == (game, Seats(*seats))


INFERNO = load_game("inferno_on_the_volga").whole


@pytest.fixture(scope="module")
def without_points(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Matches]:
    folder = tmp_path_factory.mktemp("without_points")
    run_study(replace(find_study("inferno_games"), games=12), jobs=1, runs=folder / "runs")
    built_bare(folder / "warehouse.duckdb", folder / "runs")
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as db:
        yield matches(db, "inferno_on_the_volga")


@pytest.mark.in_turn
def test_without_points_the_clock_and_the_lead_tell(without_points: Matches) -> None:
    closest, early, turned = chosen_games(without_points)
    rows = without_points.frame("SELECT winner, turns, soviet_cards_left FROM {result}").rows()
    assert len(rows) == without_points.n_games
    late = walked(INFERNO, closest.seats, closest.seed, closest.game).played.result
    assert late.winner == "german"
    assert late.numbers["soviet_cards_left"] == min(left for winner, _, left in rows if winner == "german")
    assert walked(INFERNO, early.seats, early.seed, early.game).played.result.turns == min(
        turns for _, turns, _ in rows
    )
    games = without_points.frame(
        "SELECT t.turn, t.cell, t.game, t.spawn_hexes, r.winner, r.german, r.soviet, r.board FROM {turn} t"
        " JOIN {result} r USING (cell, game) WHERE t.side = 'german' AND t.turn < r.turns"
    ).rows()
    assert is_the_greatest(turned, games, (closest, early), INFERNO)
