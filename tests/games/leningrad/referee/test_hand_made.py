"""Whole logs by hand: an idle game is legal, and what is left out of it is missed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest

from sim.games.leningrad.referee import Judged, judge
from tests.games.leningrad.referee.scribe import PLACES, SCHEMA, divided, idle_game, plain

Rows = list[dict[str, Any]]


def judged(rows: Rows) -> Judged:
    rows = [row | {"seq": seq} for seq, row in enumerate(rows)]
    return judge(pa.Table.from_pylist(rows, schema=SCHEMA), divided(), PLACES)


@pytest.fixture(scope="module")
def rows() -> Rows:
    return idle_game().to_pylist()


def test_an_idle_game_is_legal(rows: Rows) -> None:
    verdict = judged(rows)
    assert verdict.is_legal, verdict.message
    assert verdict.rules_seen["3.0"] == 96


def test_a_file_is_judged_as_the_table(tmp_path: Path) -> None:
    table = idle_game()
    parquet.write_table(table, tmp_path / "log.parquet")
    feather.write_feather(table, str(tmp_path / "log.arrow"))
    assert judge(tmp_path / "log.parquet", divided(), PLACES).is_legal
    assert judge(str(tmp_path / "log.arrow"), divided(), PLACES).is_legal


def test_idle_soviets_are_not_legal_where_they_could_close(rows: Rows) -> None:
    verdict = judge(idle_game(), plain(), PLACES)
    assert verdict.rule == "15.1", verdict.message


@pytest.mark.parametrize(
    ("kind", "unit", "rule"),
    [("phase", None, "3.0"), ("arrive", "s24", "14.5"), ("end", None, "16.0"), ("setup", "s00", "1.0"),
     ("game", None, "log"), ("setup", "8-56", "1.0")],
)  # fmt: skip
def test_what_is_left_out_is_missed(rows: Rows, kind: str, unit: str | None, rule: str) -> None:
    at = next(n for n, row in enumerate(rows) if row["kind"] == kind and row["unit"] == unit)
    verdict = judged([*rows[:at], *rows[at + 1 :]])
    assert verdict.rule == rule, verdict.message


def test_the_end_counts(rows: Rows) -> None:
    assert judged([*rows[:-1], rows[-1] | {"value": 1}]).rule == "16.3"
    assert judged([*rows[:-1], rows[-1] | {"note": "german_tactical"}]).rule == "16.3"
    assert judged([*rows, rows[-1]]).rule == "16.0"


@pytest.mark.parametrize(
    ("change", "text"),
    [({"kind": "dance"}, "kind"), ({"side": "finnish"}, "side"), ({"unit": "999"}, "unit"), ({"to_hex": "9999"}, "hex"),
     ({"to_hex": None}, "to_hex"), ({"turn": None}, "turn")],
)  # fmt: skip
def test_a_row_that_cannot_be_read_is_named(rows: Rows, change: dict[str, Any], text: str) -> None:
    verdict = judged([rows[0], rows[1] | change, *rows[2:]])
    assert verdict.rule == "log"
    assert text in verdict.message
    assert "\n" not in verdict.message


def test_what_is_no_log_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "text.parquet").write_text("seq,turn\n")
    assert judge(tmp_path / "text.parquet").rule == "log"
    assert judge(tmp_path / "none.parquet").rule == "log"
    assert judge(idle_game().drop_columns(["die"])).rule == "log"
    assert judge(idle_game().slice(0, 0)).rule == "log"
