"""The games worth looking at are those that a search through the whole study finds."""

import re
from collections.abc import Iterator
from dataclasses import replace

import duckdb
import pytest

from analysis.matches.replaying import walked
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from analysis.warehouse.chosen import LEAST, chosen_games
from analysis.warehouse.played import Matches, matches
from sim.game import load_game
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
    worst, said = reversal(played)
    assert (turned.game, turned.seats.first, turned.seats.second) in said
    won = re.search(r"only (\d+) of the (\d+) games", turned.why)
    assert worst == 0 or (won is not None and abs(int(won[1]) / int(won[2]) - worst) < 1e-9)
    assert len({(one.game, one.seats) for one in (closest, widest, turned)}) == 3


def margin_of(one: object) -> int:
    from analysis.warehouse.chosen import Chosen

    assert isinstance(one, Chosen)
    return walked(WHOLE, one.seats, one.seed, one.game).played.result.margin


def reversal(played: Matches) -> tuple[float, set[tuple[int, str, str]]]:
    """Return the smallest share and the games that have it, by loops over all games and turns."""
    rows = played.frame(
        "SELECT t.turn, t.cell, t.game, t.side, t.vp, r.winner, r.german, r.soviet FROM {turn} t JOIN {result} r"
        " USING (cell, game)"
    ).rows()
    stands: dict[tuple[int, int, int], int] = {}
    about = {}
    for turn, cell, game, side, vp, winner, first, second in rows:
        stands[turn, cell, game] = stands.get((turn, cell, game), 0) + (vp if side == "german" else -vp)
        about[cell, game] = (winner, first, second)
    best: tuple[float, set[tuple[int, str, str]]] = (2.0, set())
    for (turn, cell, game), points in stands.items():
        winner, first, second = about[cell, game]
        sign = 1 if winner == "german" else -1
        worse = [key[1:] for key, theirs in stands.items() if key[0] == turn and sign * theirs <= sign * points]
        if turn == 12 or len(worse) < LEAST:
            continue
        share = sum(about[key][0] == winner for key in worse) / len(worse)
        if share < best[0] - 1e-12:
            best = (share, set())
        if share <= best[0] + 1e-12:
            best[1].add((game, first, second))
    return best


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
    taken = {(one.game, one.seats.first, one.seats.board) for one in (closest, early)}
    share, turn, held = least_share(without_points, taken)
    assert f"After turn {turn} the German side had {held or 'no'} spawn hex" in turned.why
    said = re.search(r"won only ([\d,]+) of the ([\d,]+) games", turned.why)
    assert said is not None
    won, n = (int(one.replace(",", "")) for one in said.groups())
    assert won / n == pytest.approx(share)


def least_share(found: Matches, taken: set[tuple[int, str, int]]) -> tuple[float, int, int]:
    """Return the smallest share of games won from no better a stand, its turn and spawn hexes; two games are taken."""
    rows = found.frame(
        "SELECT t.turn, t.cell, t.game, t.spawn_hexes, r.winner, r.german, r.board FROM {turn} t JOIN {result} r"
        " USING (cell, game)"
        " WHERE t.side = 'german' AND t.turn < r.turns ORDER BY t.cell, t.game, t.turn"
    ).rows()
    best = (2.0, 0, 0, 0, 0, 0)
    for turn, cell, game, held, winner, german, board in rows:
        sign = 1 if winner == "german" else -1
        worse = [theirs for at, _, _, n, theirs, *_ in rows if at == turn and sign * n <= sign * held]
        if len(worse) >= LEAST and (game, german, board) not in taken:
            best = min(best, (worse.count(winner) / len(worse), sign * held, cell, game, turn, held))
    return best[0], best[4], best[5]
