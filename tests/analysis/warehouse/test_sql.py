"""Whatever a run, a game, a side or a player is called, a query finds its rows and does nothing else."""

import ast
import re
from dataclasses import replace

import duckdb
import numpy as np
import pytest

from analysis.lab.favored import Favored, decided_frame
from analysis.lab.measures.logged import logs
from analysis.lab.measures.rates import ends
from analysis.lab.measures.spreads import board_frame, overall, pace_frame, win_frame
from analysis.warehouse.played import Matches, measures
from analysis.warehouse.sql import named, quoted
from tests.analysis.commands import ROOT

EVIL = "x' OR true; DROP TABLE core.cell_policy; -- {result}\" FROM core.run; --"
SIDES = ('a"b', "c'd; --")
SQL = re.compile(r"\b(SELECT|FROM|WHERE|INSERT|CREATE|DELETE|DESCRIBE|ATTACH|COPY)\b")


@pytest.fixture
def found() -> Matches:
    """One run of four games among rows of another, in a warehouse in which every name is hostile."""
    db = duckdb.connect()
    result, turn, event = (named("core", f"{EVIL}_match_{kind}") for kind in ("result", "turn", "event"))
    first, second = map(quoted, SIDES)
    for run in map(quoted, (EVIL, "x")):
        db.execute(
            f"""
            CREATE SCHEMA IF NOT EXISTS core;
            CREATE TABLE IF NOT EXISTS core.cell_policy (run_id TEXT, cell INT, side TEXT, policy TEXT);
            CREATE TABLE IF NOT EXISTS core.cell_factor (run_id TEXT, cell INT, factor TEXT, low INT);
            CREATE TABLE IF NOT EXISTS {result} (run_id TEXT, cell INT, game INT, board INT, winner TEXT,
                vp_margin INT, bid_vp INT);
            CREATE TABLE IF NOT EXISTS {turn} (run_id TEXT, cell INT, game INT, turn INT, side TEXT, vp INT);
            CREATE TABLE IF NOT EXISTS {event} (run_id TEXT, cell INT, game INT, seq INT, turn INT, phase INT,
                side INT, kind TEXT, unit INT, from_hex INT, to_hex INT, value INT, die INT, battle INT, note TEXT);
            INSERT INTO core.cell_policy VALUES ({run}, 0, {first}, {quoted(EVIL)}), ({run}, 0, {second}, 'plain');
            INSERT INTO core.cell_factor VALUES ({run}, 0, 'ensemble', 1);
            INSERT INTO {result} SELECT {run}, 0, game, 0, if(game = 0, {first}, {second}), game, -game
                FROM range(4) g(game);
            INSERT INTO {turn} SELECT {run}, 0, game, 1, side, game
                FROM range(4) g(game), (VALUES ({first}), ({second})) s(side);
            INSERT INTO {event} SELECT {run}, 0, 0, seq, 1, 0, 0, 'move', 0, 0, 0, 0, 0, 0, '' FROM range(3) s(seq);
            """
        )
    return Matches(db, EVIL, "study", EVIL, 4, SIDES)


def test_hostile_names_find_their_own_rows(found: Matches) -> None:
    (row,) = win_frame(found).rows(named=True)
    assert (row[SIDES[0]], row[SIDES[1]], row["n_games"], row["n"]) == (EVIL, "plain", 4, 1)
    assert overall(found)["n_games"].to_list() == [4]
    assert pace_frame(found, "vp", SIDES[1])["mean"].to_list() == [1.5]
    assert pace_frame(found, "vp")["mean"].to_list() == [0.0]
    assert board_frame(found).height <= 1
    assert measures(found) == ("vp",)
    one = Favored(found, EVIL, ends(np.zeros(4, int), 0), 0, 0, 0)
    assert list(logs(one)) == []  # nobody met himself
    assert decided_frame(one).height == 0
    everyone = replace(one, player="")
    assert [len(log) for log in logs(everyone)] == [3]
    assert decided_frame(everyone)["n_games"].to_list() == [4]
    assert found.frame(f"SELECT count(*) AS n FROM {{result}} WHERE {found.pair(EVIL, 'plain')}")["n"].item() == 4
    assert len(found.db.execute("FROM core.cell_policy").fetchall()) == 4


def test_no_query_puts_a_value_between_quotation_marks_of_its_own() -> None:
    """`quoted` and `named` are the only way of a text into SQL: they double what would end it."""
    wrong = []
    for path in sorted((ROOT / "analysis").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.JoinedStr) and _is_query(node):
                wrong += [f"{path.relative_to(ROOT)}:{node.lineno}" for before in _before(node) if before[-1:] in "'\""]
    assert wrong == []


def _is_query(node: ast.JoinedStr) -> bool:
    return any(isinstance(part, ast.Constant) and SQL.search(str(part.value)) for part in node.values)


def _before(node: ast.JoinedStr) -> list[str]:
    """Return what stands before each value that a text takes in."""
    pairs = zip(node.values, node.values[1:], strict=False)
    return [
        str(one.value)
        for one, after in pairs
        if isinstance(one, ast.Constant) and isinstance(after, ast.FormattedValue)
    ]
