"""The games worth looking at are those that a search through the whole study finds."""

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
    with duckdb.connect(str(folder / "warehouse.duckdb"), read_only=True) as db:
        yield matches(db, "leningrad")


def test_each_is_what_it_is_called(played: Matches) -> None:
    closest, widest, turned = chosen_games(played)
    rows = played.frame("SELECT cell, game, vp_margin, winner FROM {result}").rows()
    margins = [margin for _, _, margin, _ in rows]
    assert len(margins) == played.n_games == 192
    assert margin_of(closest) in (min((m for m in margins if m > 0), default=None), max(m for m in margins if m <= 0))
    assert abs(margin_of(closest) - 0.5) == min(abs(m - 0.5) for m in margins)
    assert abs(margin_of(widest)) == max(abs(m) for m in margins)
    worst, said = reversal(played)
    assert (turned.game, turned.seats.first, turned.seats.second) in said
    assert f"only {100 * worst:.0f} %" in turned.why or worst < 0.01
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
