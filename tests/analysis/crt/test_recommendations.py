"""What a designer could change: made-up tables with a known flaw; printed ones asked again by their own rules."""

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from analysis.crt.diagnosis import diagnose
from analysis.crt.edit import diff
from analysis.crt.ground_won import Ground, defenders, ground_frame, ground_of, idle_modifiers
from analysis.crt.mending import advise
from analysis.crt.recommendations import edited, edited_csv, recommendations
from analysis.crt.suggestion import CLIFF_EDGE, DEAD, IDLE, WORSE, Change, Edit, Recommendation
from analysis.crt.table import CHANCES, Draft, draft_of
from analysis.fights.odds import odds
from analysis.fights.typical import clears
from analysis.sources.audit import write_checksum
from sim.game import load_game
from sim.numbers.family import crt_family
from sim.numbers.rawfiles import RAW
from sim.numbers.tables import load_grid, load_list
from tests.analysis.commands import ROOT
from tests.analysis.crt.by_the_rules import diagnosed

PRINTED = ["leningrad", "stalingrad_roads"]
MEANINGS = {
    "codes": {
        "-": {"steps": [0, 0], "class": 2, "rank": 2, "gives_way": False, "gains": []},
        "D1": {"steps": [0, 1], "class": 1, "rank": 1, "gives_way": False, "gains": []},
        "R": {"steps": [0, 1], "class": 0, "rank": 0, "gives_way": True, "gains": []},
    }
}
GROUND = Ground("the defender gives way", CHANCES["the defender gives way"], is_cleared=False)


def table(*retreats: int, hits: Sequence[int] = ()) -> Draft:
    """A table of one die: the highest rolls of a column are so many R, those below them so many D1."""
    columns = [
        ["-"] * (6 - n - hit) + ["D1"] * hit + ["R"] * n
        for n, hit in zip(retreats, hits or [0] * len(retreats), strict=True)
    ]
    names = tuple(f"{n}:1" for n in range(1, len(columns) + 1))
    cells = tuple(zip(*columns, strict=True))
    return Draft(names, ("",), tuple("123456"), (1,) * 6, cells, (("-", "D1", "R"),), MEANINGS)


def found(draft: Draft, kind: str) -> list[Recommendation]:
    return [one for one in advise(draft, GROUND).recommendations if one.kind == kind]


def by_the_rules(game: str, raw: Path) -> str:
    """Diagnose a table by the game's own rules over other number files."""
    words = [sys.executable, "-m", "tests.analysis.crt.by_the_rules", game]
    return subprocess.run(
        words, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "KESSEL_RAW": str(raw)}
    ).stdout


def both(figure: Change) -> list[Fraction]:
    return [figure.before, figure.after]


def test_a_sound_table_is_left_alone() -> None:
    advice = advise(table(0, 1, 2, 3, 4, 5, 6), GROUND)
    assert advice.recommendations == ()
    assert len(advice.considered) == 4


def test_a_cell_in_the_wrong_place_is_put_right() -> None:
    draft = table(0, 1, 2, 3, 4, 5, 6).put((5, 3), "-")
    told = found(draft, WORSE)
    assert [one.edits for one in told] == [(Edit("6", "4:1", "-", "R"),)]
    assert both(told[0].figures[0]) == [2, 0]


def test_columns_alike_are_parted() -> None:
    told = found(table(0, 1, 2, 2, 3, 4), DEAD)
    assert len(told) == 1
    assert told[0].edits[0].column in ("3:1", "4:1")
    assert "3:1 and 4:1" in told[0].finding


def test_a_cliff_is_smoothed_by_the_one_cell_that_does_it() -> None:
    """From 1 to 3 retreats, where 2 would lead to 3 as well."""
    told = found(table(0, 1, 3, 3, 4, 5), CLIFF_EDGE)
    assert [one.edits for one in told] == [(Edit("4", "3:1", "R", "-"),)]
    jump = told[0].figures[0]
    assert both(jump) == [Fraction(1, 3), Fraction(1, 6)]


def test_a_cliff_that_only_moves_is_left_and_said() -> None:
    advice = advise(table(0, 1, 2, 4, 5, 6), GROUND)
    assert advice.recommendations == ()
    assert any("3:1 to 4:1" in text and "another place as steep" in text for text in advice.considered)


def test_a_stretch_of_idle_shifts_is_broken() -> None:
    told = found(table(0, 1, 1, 1, 2, 3, hits=(0, 0, 1, 2, 2, 2)), IDLE)
    assert len(told) == 1
    assert "at 2:1, 3:1, 4:1" in told[0].finding
    assert both(told[0].figures[0]) == [2, 1]


@pytest.mark.parametrize("game", PRINTED)
def test_a_draft_is_what_the_rules_say(game: str) -> None:
    draft, told = draft_of(game), diagnosed(game)
    assert {(one.kind, one.place) for one in draft.faults()} == {(one.kind, one.place) for one in told.faults}
    assert [draft.columns[a] for a, _ in draft.cliffs()] == [one.left for one in told.cliff_edges]
    assert [draft.distance(a, b) for a, b in draft.pairs()] == [one.distance for one in told.neighbors]
    for at, column in enumerate(told.columns):
        assert (draft.steps(at, 0), draft.steps(at, 1)) == (column.attacker_steps, column.defender_steps)
        assert draft.chance(at, CHANCES["the defender gives way"]) == column.p_gives_way


@pytest.mark.in_turn
@pytest.mark.parametrize("game", PRINTED)
def test_the_rules_find_what_each_recommendation_promises(game: str, tmp_path: Path) -> None:
    """Every edit is put into a copy of the number files, and the game asked again."""
    told, before = recommendations(game).recommendations, diagnose(game)
    assert told
    shutil.copytree(RAW, tmp_path / "raw")
    path = tmp_path / "raw" / game / "crt.csv"
    for one in told:
        path.write_text(edited_csv(game, one.edits), encoding="utf8")
        write_checksum(path, tmp_path / "raw")
        after = json.loads(by_the_rules(game, tmp_path / "raw"))
        draft = edited(draft_of(game), one.edits)
        assert {(fault["kind"], fault["place"]) for fault in after["faults"]} == {
            (fault.kind, fault.place) for fault in draft.faults()
        }
        assert [Fraction(column["p_gives_way"]) for column in after["columns"]] == [
            draft.chance(at, CHANCES["the defender gives way"]) for at in range(len(draft.columns))
        ]
        counts = {figure.about: both(figure) for figure in one.figures if figure.kind == "count"}
        if one.kind == WORSE:
            assert counts["places where better is worse"] == [len(before.faults), len(after["faults"])]
        if "cliff edges" in counts:
            assert counts["cliff edges"] == [len(before.cliff_edges), len(after["cliff_edges"])]
        assert len(after["faults"]) <= len(before.faults)
        assert len(after["dead_spots"]) <= len(before.dead_spots)
        assert len(after["cliff_edges"]) <= len(before.cliff_edges)


def test_kessel_diff_takes_a_recommendation(tmp_path: Path) -> None:
    edits = [Edit("4", "1-1", "2/2", "1/2")]
    path = tmp_path / "my_crt.csv"
    path.write_text(edited_csv("leningrad", edits), encoding="utf8")
    cells, columns = diff("leningrad", path)
    assert [(cell.row, cell.column, cell.before, cell.after) for cell in cells] == [
        (edit.row, edit.column, edit.before, edit.after) for edit in edits
    ]
    assert [column.odds_column for column in columns] == [edits[0].column]
    rows = [line.split(",") for line in path.read_text(encoding="utf8").splitlines()]
    at = rows[0].index(edits[0].column)
    asked = [
        "012E".replace("E", "9").index(row[at].split("/")[0].replace("-", "0").replace("E", "9")) for row in rows[1:]
    ]
    draft = draft_of("leningrad")
    after = edited(draft, edits).steps(draft.columns.index("1-1"), 1, 0)
    assert after == Fraction(sum(asked), 6)  # no cell of that column eliminates
    assert columns[0].after["defender_steps"] == Fraction(sum(min(n, 1) for n in asked), 6)  # of a unit of one step


def test_leningrads_ground_is_the_steps_that_its_defenders_cannot_pay() -> None:
    """3-1 from 1 to 6 is 1/1, 2/2, 1/1, 2/1, 1/-, 1/-: the twos clear the hex of two, every roll that of one."""
    assert ground_of("leningrad", draft_of("leningrad")).is_cleared
    rows = {row["odds"]: row for row in ground_frame("leningrad").to_dicts()}
    assert rows["3-1"]["rolls that win it against two steps"] == "2, 4"
    assert {rows[odds]["chance against two steps"] for odds in ("1-1", "2-1", "3-1")} == {"33.3 %"}
    assert rows["3-1"]["chance against one step"] == "100 %"
    assert not ground_of("stalingrad_roads", draft_of("stalingrad_roads")).is_cleared


def test_a_river_saves_no_ground_where_it_is_said_to() -> None:
    idle = idle_modifiers("leningrad")["river"]
    comes_to = load_game("leningrad").combat.comes_to
    for ratio in range(2, 11):
        without, with_it = (
            [
                clears(
                    odds("leningrad", attack=60 * ratio, defense=60, river=river, attacker_steps=6, defender_steps=n),
                    comes_to,
                )
                for n in defenders("leningrad")
            ]
            for river in (False, True)
        )
        assert (without == with_it) == (f"{ratio}-1" in idle)


@pytest.mark.in_turn
def test_what_holds_over_a_family_holds_in_every_table_that_was_drawn() -> None:
    """Monotone tables that agree with the print, drawn column by column: five of six shifts right of 4:1 are idle."""
    advice = recommendations("traces_of_hubris")
    assert advice.recommendations == ()
    told = next(one for one in advice.considered if "win no ground" in one)
    assert "5 or more of the 6 shifts from there to 10:1+ win no ground in the open" in told
    assert "of 10:1+ to 3:1 (66.7 %) and not to 8:1 (83.3 % to 100 %)" in told  # [10.2]: 12-1 less two is 8-1
    reading = load_game("traces_of_hubris").table.reading
    ladder = [row["code"] for row in load_list("traces_of_hubris", "crt_ladder").rows]
    family = crt_family(load_grid("traces_of_hubris", "crt"), ladder, "monotone")
    ways = [reading.gives_way({"result": code}) for code in family.codes]
    rng = random.Random(7)
    for _ in range(200):
        idle, before = 0, family.members(4)[0]
        for column in range(5, len(reading.columns)):
            after = rng.choice([cells for cells in family.members(column) if (cells >= before).all()])
            idle += sum(ways[cell] for cell in after) == sum(ways[cell] for cell in before)
            before = after
        assert idle >= 5


def test_nothing_is_recommended_for_a_table_that_is_not_known() -> None:
    advice = recommendations("donnerschlag")
    assert advice.recommendations == ()
    assert "of 48 cells 1 is printed" in advice.considered[0]


@pytest.mark.in_turn
@pytest.mark.parametrize("game", PRINTED)
def test_no_recommendation_is_without_numbers(game: str) -> None:
    for one in recommendations(game).recommendations:
        assert one.basis
        assert one.what("roll")
        assert one.figures
        assert all(figure.before != figure.after for figure in one.figures)
