"""The rates of stupidity: counted in played games, and the random player is the most stupid."""

from __future__ import annotations

import pyarrow as pa
import pytest

from sim.games.leningrad.combat.results import CRT
from sim.games.leningrad.stupidity import MEASURES, rates, worth
from sim.map.board import BARRED, load_board
from tests.games.leningrad.referee.games import log, seed_of_the_code

N_GAMES = 4


def test_worth_rises_with_the_column() -> None:
    """The better the column, the more it promises; 1-2 costs the attacker, 3-1 does not."""
    labels = list(CRT.column_labels)
    by_column = [worth(column, 4, 2) for column in range(len(labels))]
    assert by_column == sorted(by_column)
    assert by_column[labels.index("1-2")] < 0 <= by_column[labels.index("3-1")]


@pytest.mark.in_turn
def test_random_is_the_most_stupid() -> None:
    """Every measure has something to count, and random attacks badly far more often than the others."""
    seed = seed_of_the_code()
    chance = rates(log(seed + k, "random", "random") for k in range(N_GAMES))
    quick = rates(log(seed + k, "balanced", "balanced") for k in range(N_GAMES))
    for found in (chance, quick):
        assert set(found) == {(side, what) for side in ("german", "soviet") for what in MEASURES}
        assert all(0 <= wrong <= of for wrong, of in found.values())
        rare = (("soviet", "idle"), ("german", "city_left"))
        assert all(of > 0 for key, (_, of) in found.items() if key not in rare)
    for side in ("german", "soviet"):
        share = [found[side, "bad_attacks"][0] / found[side, "bad_attacks"][1] for found in (chance, quick)]
        assert share[0] > 2 * share[1]


def city_left(log: pa.Table, side: str) -> tuple[int, int]:
    """Count by hand the city hexes that a side held before a phase of its own and left, an enemy beside."""
    board = load_board("leningrad")
    city = [n for n in board.numbers if board.terrain_of(n) == "soviet_city"]
    place: dict[str, str] = {}
    phases: list[tuple[int, int, dict[str, str]]] = []
    for e in log.to_pylist():
        if e["kind"] == "phase":
            phases.append((e["turn"], e["phase"], dict(place)))
        elif e["kind"] in ("setup", "arrive", "move", "retreat", "advance"):
            place[e["unit"]] = e["to_hex"]
        elif e["kind"] == "eliminated":
            del place[e["unit"]]
    wrong = held = 0
    for (turn, phase, before), (_, _, after) in zip(phases, [*phases[1:], (0, 0, place)], strict=True):
        if phase not in ((2, 3) if side == "german" else (6, 7)) or (turn == 1 and side == "soviet"):
            continue
        mine = [{h for u, h in units.items() if u.startswith("s") == (side == "soviet")} for units in (before, after)]
        foes = {h for u, h in after.items() if u.startswith("s") != (side == "soviet")}
        for at in city:
            beside = [
                board.numbers[h] for h in board.neighbors[board.index(at)]
                if h >= 0 and not board.side_of(at, board.numbers[h]) & BARRED
            ]  # fmt: skip
            held += at in mine[0]
            wrong += at in mine[0] and at not in mine[1] and bool(foes & set(beside))
    return wrong, held


def test_a_city_hex_given_away_is_counted() -> None:
    logs = [log(54, "bold", "random"), log(24, "bold", "random")]  # quick players hardly ever give one away
    found = rates(logs)
    for side in ("german", "soviet"):
        counts = [city_left(one, side) for one in logs]
        assert found[side, "city_left"] == (sum(k for k, _ in counts), sum(n for _, n in counts))
        assert found[side, "city_left"][0] > 0


def test_the_army_of_turn_8_comes_first() -> None:
    """Nobody moves or overruns before the army whose surprise is worth four columns, and it comes whole [15.3]."""
    events = [e for e in log(3, "balanced", "balanced").to_pylist() if (e["turn"], e["phase"]) == (8, 6)]
    arrived = [k for k, e in enumerate(events) if e["kind"] == "arrive"]
    army = {events[k]["unit"] for k in arrived}
    others = [k for k, e in enumerate(events) if e["kind"] in ("move", "overrun") and e["unit"] not in army]
    assert len(army) >= 6
    assert others
    assert max(arrived) < min(others)
