"""Whole games: the same bits however they are played, and books that balance."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.games.leningrad.played import WHOLE
from sim.match.play import play_game, play_match
from sim.match.whole import Seats
from sim.numbers.tables import load_list

PAIRS = [
    ("random", "random"),
    ("balanced", "balanced"),
    ("bold", "cautious"),
    ("random", "bold"),
    ("cautious", "random"),
]
ROOT = Path(__file__).parents[4]


def rows_of(pair: tuple[str, str], seed: int = 5, game: int = 0, board: int = -1) -> list[dict[str, Any]]:
    events = play_game(WHOLE, seed, game, Seats(*pair, board=board)).events
    assert events is not None
    rows: list[dict[str, Any]] = events.table.to_pylist()
    return rows


@pytest.mark.in_turn
@pytest.mark.parametrize("pair", PAIRS)
def test_alone_in_a_match_and_on_two_threads_it_is_the_same_game(pair: tuple[str, str]) -> None:
    seats = Seats(*pair)
    one, two = (play_match(WHOLE, 60, 3, seats, jobs=jobs) for jobs in (1, 2))
    for name in WHOLE.result_columns:
        assert np.array_equal(one.columns[name], two.columns[name])
    alone = play_game(WHOLE, 3, 57, seats)
    assert alone.result.margin == one.columns["vp_margin"][57]
    again = play_game(WHOLE, 3, 57, seats)
    assert alone.events is not None
    assert again.events is not None
    assert alone.events.digest() == again.events.digest()
    assert alone.result.numbers == play_game(WHOLE, 3, 57, seats, log=False).result.numbers


@pytest.mark.in_turn
@pytest.mark.parametrize(
    "pair",
    [("random", "random"), pytest.param(("balanced", "bold"), marks=pytest.mark.verification)],
    ids=" against ".join,
)
def test_uncompiled_it_is_the_same_game(pair: tuple[str, str]) -> None:
    code = (
        "from sim.games.leningrad.played import WHOLE; from sim.match.play import play_game;"
        "from sim.match.whole import Seats;"
        f"print(play_game(WHOLE, 9, 1, Seats(*{pair})).events.digest())"
    )
    told = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "NUMBA_DISABLE_JIT": off}, text=True,
            capture_output=True, check=True, timeout=300,
        ).stdout
        for off in ("0", "1")
    ]  # fmt: skip
    assert told[0] == told[1]


def standing(rows: list[dict[str, Any]]) -> tuple[dict[str, str], dict[str, int], set[str]]:
    """Return where every unit stands at the end, the steps Germans have lost less those restored, and who is gone."""
    where: dict[str, str] = {}
    reduced: Counter[str] = Counter()
    gone: set[str] = set()
    for row in rows:
        kind, unit = row["kind"], row["unit"]
        if kind in ("setup", "arrive", "move", "retreat", "advance"):
            assert unit not in gone
            where[unit] = row["to_hex"]
        elif kind == "step_loss":
            reduced[unit] += 1
        elif kind == "regenerate":
            assert reduced[unit] == 1
            reduced[unit] = 0
        elif kind == "eliminated":
            gone.add(unit)
            where.pop(unit)
    return where, dict(reduced), gone


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("game", range(3))
def test_points_follow_from_where_everybody_stands_at_the_end(pair: tuple[str, str], game: int) -> None:
    rows = rows_of(pair, game=game)
    where, reduced, gone = standing(rows)
    units = {row["id"]: row["type"] for row in load_list("leningrad", "german_units").rows}
    vp = {row["id"]: int(row["vp"]) for row in load_list("leningrad", "vp_schedule").rows}
    soviet = sum(vp[f"{kind}_eliminated"] for unit, kind in units.items() if unit in gone)
    soviet += sum(vp[f"{kind}_reduced"] for unit, kind in units.items() if unit not in gone and reduced.get(unit) == 1)
    soviet += sum(row["kind"] == "regenerate" for row in rows)
    end = rows[-1]
    supplied = {
        row["unit"]
        for row in rows
        if row["kind"] == "supply" and (row["turn"], row["phase"]) == (12, 8) and row["value"]
    }
    german = sum(
        vp[f"hex_{h}"]
        for h in ("2604", "2705", "2505", "2605")
        if any(where.get(u) == h for u in units if u in supplied)
    )
    assert end["kind"] == "end"
    assert end["value"] == german - soviet
    assert sum(row["value"] for row in rows if row["kind"] == "vp" and row["side"] == "soviet") == soviet


@pytest.mark.parametrize("pair", PAIRS)
def test_nobody_stands_four_to_a_hex_or_beside_an_enemy_in_it(pair: tuple[str, str]) -> None:
    where: dict[str, str] = {}
    for row in rows_of(pair, game=4):
        if row["kind"] == "phase":
            stacks: dict[str, set[str]] = {}
            for unit, at in where.items():
                stacks.setdefault(at, set()).add(unit)
            for at, units in stacks.items():
                assert len(units) <= 3, at
                assert len({u[0] == "s" for u in units}) == 1, at
        elif row["kind"] in ("setup", "arrive", "move", "retreat", "advance"):
            where[row["unit"]] = row["to_hex"]
        elif row["kind"] == "eliminated":
            where.pop(row["unit"])


def test_every_counter_is_accounted_for() -> None:
    rows = rows_of(("random", "random"), game=2)
    shown = [row["note"] for row in rows if row["kind"] == "reveal"]
    assert len(shown) == len(set(shown))
    assert sum(row["kind"] == "setup" for row in rows) == 24 + 21
    assert json.loads(rows[0]["note"])["readings"]["R7"] == "no-fort"


@pytest.mark.parametrize("board", [0, 17, 63])
def test_other_boards_and_readings_play_to_the_end(board: int) -> None:
    others = tuple((name, known[-1]) for name, known in WHOLE.readings.items())
    for pair in PAIRS[:2]:
        assert play_match(WHOLE, 20, 2, Seats(*pair, board=board, readings=others)).games == 20


@pytest.mark.parametrize("n", [300, pytest.param(100_000, marks=pytest.mark.verification)])
def test_random_games_end_and_fit_the_log(n: int) -> None:
    """Any legal thing, on another map every hundred games: each game ends, and no counter comes from nothing."""
    for board in range(-1, -1 + n // 100):
        match = play_match(WHOLE, 100, 8 + board, Seats("random", "random", board=board % 65 - 1), jobs=2)
        assert not match.columns["log_overflow"].any()
        assert (match.columns["german_steps_lost"] <= 64 + 2 * match.columns["regenerations"]).all()
        assert (match.columns["soviet_steps_lost"] <= 61).all()
        assert (match.columns["moves"] > 0).all()
