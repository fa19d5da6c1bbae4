"""The referee judges by the readings that a log names: legal under them, spoiled or told under others it is not.

Games of two players too [p. 17 one against one].
"""

from __future__ import annotations

import json
from collections.abc import Callable

import pyarrow as pa
import pytest

from sim.game import load_game
from tests.games.inferno_on_the_volga.referee.games import GAME, judged, log
from tests.games.inferno_on_the_volga.referee.tampering import swap, table_of
from tests.games.spoiling import Rows, places

N_LOGS = 12
EASY, HARD = "easy_for_germans", "easy_for_soviets"
TOLD_WRONG = (
    ("R11", "in-other-order", "balanced", "standard"),
    ("R20", "smallest-stack", "balanced", HARD),
    ("R35", "reshuffled", "cautious", EASY),
    ("R58", "firer", "balanced", "standard"),
    ("R58", "owner", "balanced", "standard"),
    ("without", "soviet_aa", "balanced", "standard"),
    ("without", "german_paulus", "balanced", "standard"),
    ("advantage", "hoth", "random", "standard"),
    ("drawn", "icons", "random", "standard"),
)


def played(seed: int, name: str, value: str, german: str, level: str) -> pa.Table:
    return log(seed, german, "ai", 5 if name == "drawn" else -1, level, {name: value})


def relabeled(table: pa.Table, name: str, value: str) -> pa.Table:
    """Return a log whose first row says that it was played by another reading."""
    rows = table.to_pylist()
    note = json.loads(rows[0]["note"])
    note["readings"][name] = value
    return table_of([rows[0] | {"note": json.dumps(note)}, *rows[1:]])


@pytest.mark.in_turn
@pytest.mark.parametrize(("name", "value", "german", "level"), TOLD_WRONG)
def test_a_log_told_under_another_reading_is_caught(name: str, value: str, german: str, level: str) -> None:
    """Both ways round, in the first of a few games in which the reading matters."""
    ours = load_game(GAME).whole.readings[name][0]
    for one, other in ((value, ours), (ours, value)):
        caught = False
        for seed in range(N_LOGS):
            table = played(seed, name, one, german, level)
            verdict = judged(table)
            assert verdict.is_legal, verdict.message
            caught = not judged(relabeled(table, name, other)).is_legal
            if caught:
                break
        assert caught, f"{name}={one} told as {other}"


def _other_hex(rows: Rows) -> Rows | None:
    """Let the Soviet card of a joint attack act for another stack."""
    for at in places(rows, "card", side="soviet", phase=2):
        first = next(n for n in places(rows, "attack") if rows[n]["battle"] == rows[at]["battle"])
        others = {rows[n]["from_hex"] for n in places(rows, "attack", battle=rows[at]["battle"])} - {
            rows[first]["from_hex"]
        }
        if others:
            return swap(rows, at, to_hex=min(others))
    return None


def _other_order(rows: Rows) -> Rows | None:
    """Let the first stack told of a joint attack be told last."""
    for at in places(rows, "attack", phase=2):
        told = [n for n in places(rows, "attack", battle=rows[at]["battle"])]
        hexes = {rows[n]["from_hex"] for n in told}
        tall = [h for h in hexes if sum(rows[n]["from_hex"] == h for n in told) > 1]
        if len(hexes) > 1 and tall and rows[told[0]]["from_hex"] not in tall:
            moved = [n for n in told if rows[n]["from_hex"] == tall[0]]
            pairs = [k for n in moved for k in (n, n + 1)]
            kept = [n for n in range(len(rows)) if n not in pairs]
            before = [n for n in kept if n < told[0]]
            return [rows[n] for n in (*before, *pairs, *kept[len(before) :])]
    return None


def _other_card(rows: Rows) -> Rows | None:
    """Let the first card of the deck made anew be another one."""
    drawn = places(rows, "draw", side="german")
    if len(drawn) <= 26:
        return None
    at = drawn[26]
    other = ("pak", 6) if rows[at]["note"] != "pak" else ("stuka", 1)
    return swap(rows, at, note=other[0], value=other[1])


def _other_block(rows: Rows) -> Rows | None:
    """Let another block of the stack take what a German card hits."""
    for at in places(rows, "step_loss", side="soviet", phase=1):
        before = rows[at - 1]
        there = [rows[n]["unit"] for n in places(rows, "defend", battle=rows[at]["battle"])]
        others = [unit for unit in there if unit != rows[at]["unit"]]
        if before["kind"] == "roll" and before["note"] == "german_card" and others:
            return swap(rows, at, unit=others[0])
    return None


SPOILED: tuple[tuple[Callable[[Rows], Rows | None], str, str, str, str, str], ...] = (
    (_other_hex, "p. 6 drawing cards", "R20", "smallest-stack", "balanced", HARD),
    (_other_order, "p. 15 Soviet deliberate attack", "R20", "smallest-stack", "balanced", HARD),
    (_other_card, "p. 7 reinforcements", "R35", "reshuffled", "cautious", EASY),
    (_other_block, "p. 14 German support cards", "R58", "firer", "balanced", "standard"),
    (_other_block, "p. 14 German support cards", "R58", "owner", "balanced", "standard"),
)


@pytest.mark.parametrize(("spoil", "rule", "name", "value", "german", "level"), SPOILED)
def test_a_spoiled_game_is_caught_under_its_own_reading(
    spoil: Callable[[Rows], Rows | None], rule: str, name: str, value: str, german: str, level: str
) -> None:
    for seed in range(N_LOGS):
        rows = spoil(played(seed, name, value, german, level).to_pylist())
        if rows is not None:
            assert judged(table_of(rows)).rule == rule, judged(table_of(rows)).message
            return
    raise AssertionError("no game has a place for it")
