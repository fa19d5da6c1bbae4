"""What is printed of the table and what is assumed: families, bounds, an owner's own cells."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from analysis.fights.odds import as_json
from analysis.sources.accept import accept
from sim.dice import all_rolls
from sim.exact import Law
from sim.game import load_game
from sim.games.traces_of_hubris.combat.odds import UNDER_THE_TABLE, every_column
from sim.games.traces_of_hubris.combat.results import FIELDS
from sim.games.traces_of_hubris.combat.table import (
    COLUMNS,
    CRT,
    FAMILIES,
    NO_ATTACK,
    RESULTS,
    combat_result,
)
from sim.numbers.rawfiles import RAW
from tests.games.traces_of_hubris.combat.fights import GAME, ODDS, TOLD, ask

PRINTED = ("2:1", "3:1", "4:1")


def law_of(law: Law | None) -> dict[str, Fraction]:
    assert law is not None
    return {RESULTS[at]: p for (at,), p in law}


def test_printed_columns_are_exact_and_the_others_rest_on_a_family() -> None:
    for label, answer in every_column().items():
        assert (answer.family == "") == (label in PRINTED) == (answer.basis == "rulebook") == (answer.laws == ())
        rows = [RESULTS[at] for at in combat_result(COLUMNS.index(label), all_rolls(1))]
        assert law_of(answer.law) == {code: Fraction(n, 6) for code, n in Counter(rows).items()}
        if label in PRINTED:
            assert tuple(rows) == CRT.column(label)
        else:
            assert (answer.family, answer.member) == ("diagonal", "central")
            assert answer.law == answer.laws[0]


@pytest.mark.parametrize("family", list(FAMILIES))
def test_an_answer_holds_every_member_and_its_bounds(family: str) -> None:
    for at, label in enumerate(COLUMNS):
        ratio = ODDS[at]
        answer = ask(ratio.numerator, ratio.denominator, family=family, **TOLD)
        members = FAMILIES[family].members(at).tolist()
        laws = [{RESULTS[c]: Fraction(n, 6) for c, n in Counter(member).items()} for member in members]
        assert answer.final_column == label
        assert [law_of(law) for law in answer.laws or (answer.law,)] == laws
        assert len(answer.afters) == len(answer.laws)
        assert (answer.after in answer.afters) == (label not in PRINTED)
        if answer.laws:
            codes = {code for law in laws for code in law}
            assert {RESULTS[o[0]]: b for o, b in answer.bounds.items()} == {
                code: (min(law.get(code, Fraction(0)) for law in laws), max(law.get(code, Fraction(0)) for law in laws))
                for code in codes
            }


def test_5_1_by_hand() -> None:
    """Diagonal: R, R, RR, RR, 1RR and one result from 1RR to 3RR."""
    shown = {o["result"]: (o["p_low"], o["p_high"]) for o in as_json(load_game(GAME), ask(5, 1))["outcomes"]}
    assert {code: tuple(round(6 * p) for p in bound) for code, bound in shown.items()} == {
        "R": (2, 2), "RR": (2, 2), "1RR": (1, 2), "2RR": (0, 1), "3RR": (0, 1)
    }  # fmt: skip


def test_a_city_is_answered_over_the_range_of_its_shift() -> None:
    answer = ask(30, 6, terrain=("city",))  # 5:1: 2:1, 3:1 or 4:1
    assert (answer.final_column, answer.family, answer.member, answer.basis) == (
        "3:1", "terrain_shifts", "central", "assumed"
    )  # fmt: skip
    assert {frozenset(law.counts.items()) for law in answer.laws} == {
        frozenset(law.counts.items()) for label in PRINTED if (law := every_column()[label].law)
    }
    both = ask(60, 6, terrain=("city",))
    assert both.family == "diagonal, terrain_shifts"
    assert ask(24, 6, terrain=("wood", "city")).family == "diagonal, terrain_shifts"


def test_where_an_unknown_shift_may_forbid_the_attack_that_is_an_outcome() -> None:
    edge = ask(9, 6, terrain=("city",), **TOLD)  # 1.5:1: possible at a shift of -1 only, which is not the central one
    assert law_of(edge.law) == {NO_ATTACK: 1}
    assert (edge.cancelled, edge.final_column) == (False, UNDER_THE_TABLE)
    assert edge.bounds[(RESULTS.index(NO_ATTACK),)] == (Fraction(0), Fraction(1))
    assert edge.after is not None
    assert list(edge.after.counts) == [(0,) * len(FIELDS)]
    assert law_of(ask(12, 6, terrain=("city",)).law).keys() == {"A2", "A1", "—", "R"}
    assert ask(6, 6, terrain=("city",)).cancelled


OWN = """die,1:1,1.5:1,2:1,3:1,4:1,5:1,6:1,7:1,8:1,9:1,10:1+
1,AE,A2,A1,—,—,A1/R,R,R,R,RR,RR
2,A2,A1,—,—,R,R,R,1R,RR,RR,1RR
3,A1,—,—,R,R,R,1R,RR,1R,1RR,2RR
4,—,—,R,R,RR,1R,RR,1RR,1RR,2RR,3RR
5,—,R,R,RR,RR,RR,1RR,2RR,2RR,3RR,4RR
6,R,—,RR,RR,1RR,1RR,2RR,3RR,3RR,4RR,DE
"""
ASK = """
import json
from analysis.fights.odds import as_json, odds
from sim.game import load_game
from sim.games.traces_of_hubris.combat.facts import OPTIONS
from sim.games.traces_of_hubris.combat.odds import COLUMNS, TABLE
from sim.numbers.columns import ratio_of
found = {}
for label in COLUMNS:
    ratio = ratio_of(label, ":")
    told = {"attacker_units": ["2"], "defender_units": ["2", "1"]}
    answer = odds("traces_of_hubris", attack=ratio.numerator, defense=ratio.denominator, **told)
    plain = TABLE.column_odds(label).basis
    found[label] = as_json(load_game("traces_of_hubris"), answer) | {"laws": len(answer.laws), "plain": plain}
city = as_json(load_game("traces_of_hubris"), odds("traces_of_hubris", attack=4, defense=1, terrain=["city"]))
families = next(list(o.choices) for o in OPTIONS if o.name == "family")
print(json.dumps({"columns": found, "city": city, "families": families}))
"""


def owned(tmp_path: Path, **tables: str) -> dict[str, Any]:
    """Type tables into a copy of the number files, have them accepted, and ask a process that reads the copy."""
    shutil.copytree(RAW / GAME, tmp_path / GAME)
    for name, text in tables.items():
        (tmp_path / GAME / f"{name}.csv").write_text(text, encoding="utf8")
    accept([tmp_path / GAME / f"{name}.csv" for name in tables], tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", ASK], capture_output=True, text=True, check=True,
        env={**os.environ, "KESSEL_RAW": str(tmp_path)}, cwd=Path(__file__).parents[4],
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.in_turn
def test_the_true_table_typed_in_makes_every_answer_exact(tmp_path: Path) -> None:
    """An invented table that is neither diagonal nor monotone, with codes off the ladder; and the shift of a city."""
    chart = (RAW / GAME / "terrain.csv").read_text(encoding="utf8").replace("city,?,?", "city,?,-1")
    found = owned(tmp_path, crt=OWN, terrain=chart)
    rows = [line.split(",") for line in OWN.splitlines()]
    for at, label in enumerate(COLUMNS, 1):
        answer = found["columns"][label]
        assert "family" not in answer
        assert (answer["laws"], answer["plain"], answer["final_column"]) == (0, "rulebook", label)
        seen = {o["result"]: Fraction(o["probability"]) for o in answer["outcomes"]}
        assert seen == {code: Fraction(n, 6) for code, n in Counter(row[at] for row in rows[1:]).items()}
        assert all("p_low" not in outcome for outcome in (*answer["outcomes"], *answer["after_choices"]))
    last = {o["probability"] for o in found["columns"]["10:1+"]["after_choices"] if o["is_defender_eliminated"]}
    assert last == {"1/2"}  # 3RR, 4RR and DE against three steps
    assert (found["city"]["final_column"], found["city"]["basis"], "family" in found["city"]) == (
        "3:1", "rulebook", False
    )  # fmt: skip


@pytest.mark.in_turn
def test_a_cell_that_refutes_the_diagonal_leaves_the_wider_family(tmp_path: Path) -> None:
    text = (RAW / GAME / "crt.csv").read_text(encoding="utf8").replace("\n1,?,?,A1,—,—,?", "\n1,?,?,A1,—,—,—")
    found = owned(tmp_path, crt=text)
    assert found["families"] == ["monotone"]
    assert found["columns"]["5:1"]["family"] == "monotone"
    assert "family" not in found["columns"]["4:1"]
