"""The CRT workbench in a real Chromium: its figures are the engine's, fraction for fraction; `diff` takes its file."""

from __future__ import annotations

import csv
import json
import random
import re
import shutil
import subprocess
from collections import Counter
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from analysis.crt.bounds import result_measures
from analysis.crt.columns import crt_rows
from analysis.crt.diagnosis import as_json, diagnose
from analysis.crt.edit import diff
from analysis.fights.odds import odds, outcomes
from analysis.pages.apps.cells import law_texts
from analysis.pages.apps.workbench import static_text, workbench_data
from analysis.pages.parts import app_script, in_script
from analysis.sources.audit import write_checksum
from sim.errors import GameError
from sim.game import games_with, load_game
from sim.numbers.family import crt_family
from sim.numbers.rawfiles import RAW
from sim.numbers.tables import load_grid, load_list
from tests.analysis.commands import kessel
from tests.analysis.pages.test_browser import CHROMIUM, FLAGS
from tests.sampled import sampled

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
GAMES = games_with(lambda game: game.has_table)
Edit = dict[str, str]
DIAGNOSED = ("columns", "neighbors", "dead_spots", "cliff_edges", "faults", "drm_worth", "half_points")

BY_HAND: dict[str, list[Edit]] = {
    "leningrad": [{"3|2-1": "2/1"}, {"1|1-4": "E/-", "1|1-3": "E/-"}],
    "stalingrad_roads": [{"12|6/1 losses": "D3"}, {"7|6/1 A": "Eng", "7|6/1 D": "Eng", "2|1/2 D": "DR3"}],
    # A dash after a 1 on the diagonal refutes that family; a pair of results lies off the ladder.
    "traces_of_hubris": [{"1|5:1": "RR"}, {"6|1:1": "A1", "1|6:1": "A1"}, {"3|1.5:1": "A1/1R", "6|10:1+": "DE"}],
    "donnerschlag": [{"1|7:1": "1DR"}, {"3|3:1": "A3DR", "2|1:1": "-"}],
}


def sampled_edits(game: str) -> list[Edit]:
    """Return edits of a few and of many cells, the same ones each time."""
    data, rng = workbench_data(game), random.Random(f"edits of {game}")
    columns = data["header"][1:]
    edits = []
    for n in (3, 40):
        places = [(row, at) for row in range(len(data["rows"])) for at in range(len(columns))]
        chosen = rng.sample(places, min(n, len(places)))
        legal = data["legal"]
        edit = {f"{data['rows'][row]}|{columns[at]}": rng.choice(legal[at % len(legal)]) for row, at in chosen}
        edits.append({key: code for key, code in edit.items() if code != printed_cell(data, key)})
    return edits


def printed_cell(data: dict[str, Any], key: str) -> str:
    row, column = key.split("|")
    return str(data["raw"][data["rows"].index(row)][data["header"].index(column) - 1])


def edits_of(game: str) -> list[Edit]:
    return [{}, *BY_HAND.get(game, []), *sampled_edits(game)]


CASES = [(game, at) for game in GAMES for at in range(len(BY_HAND.get(game, [])) + 3)]


YOURS = 7


def modifiers(game: str) -> list[dict[str, Any]]:
    fight = workbench_data(game)["fight"]
    return [*fight["shifts"], *fight["drms"]]


def in_browser(folder: Path) -> dict[str, Any]:
    """Return what the script says of every game's edits and fights, each script run as on a page, but without one."""
    pieces = [
        "<!doctype html><meta charset=utf-8><body>",
        f"<script>{app_script('common')}; const told = {{}};</script>",
    ]
    for game in GAMES:
        asked = in_script({"edits": edits_of(game), "fights": FIGHTS.get(game, []), "data": workbench_data(game),
                           "worth": {row["id"]: YOURS for row in modifiers(game)}})  # fmt: skip
        pieces.append(
            f"<script>(() => {{ const asked = {asked}; ((root, data) => {{ 'use strict'; {app_script('workbench')} }})"
            "(null, asked.data); const { figures, fight, tables, heat } = window.kessel;"
            f"told[{json.dumps(game)}] = {{ figures: asked.edits.map((e) => figures(e)),"
            " heats: asked.edits.map((e) => heat(e)),"
            " fights: asked.fights.map((f) => fight({}, f[0])),"
            " printed: tables({}), edited: tables(asked.worth) }; })();</script>"
        )
    pieces.append("<script>document.body.dataset.told = JSON.stringify(told);</script>")
    page = folder / "workbench.html"
    page.write_text("\n".join(pieces), encoding="utf8")
    return dict(seen(page, folder, "told"))


def seen(page: Path, folder: Path, name: str) -> Any:
    """Return what a page leaves in a data attribute of its body; nothing may stand on the console."""
    assert CHROMIUM is not None
    command = [CHROMIUM, *FLAGS, "--virtual-time-budget=60000", f"--user-data-dir={folder / 'profile'}", "--dump-dom"]
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, check=True, timeout=200)
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
    found = re.search(f'data-{name}="([^"]*)"', done.stdout)
    assert found, done.stdout[-500:]
    return json.loads(unescape(found[1]))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return in_browser(tmp_path_factory.mktemp("workbench"))


def edited_copy(game: str, text: str, folder: Path) -> Path:
    """Return a folder of number files in which a game's table is another."""
    shutil.copytree(RAW / game, folder / game)
    path = folder / game / "crt.csv"
    path.write_text(text, encoding="utf8")
    write_checksum(path, folder)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_the_printed_table_is_diagnosed_as_by_the_engine(told: dict[str, Any], game: str) -> None:
    expected, found = as_json(game, diagnose(game)), told[game]["figures"][0]
    for part in DIAGNOSED:
        assert found[part] == expected[part], part
    assert found["diff"] == {"cells": [], "columns": []}
    assert found["csv"].encode() == (RAW / game / "crt.csv").read_bytes()


@pytest.mark.in_turn
@pytest.mark.parametrize(("game", "at"), sampled([case for case in CASES if case[1]], 6, "edited"))
def test_an_edited_table_is_diagnosed_as_by_the_engine(
    told: dict[str, Any], tmp_path: Path, game: str, at: int
) -> None:
    found = told[game]["figures"][at]
    done = kessel("crt", game, "--json", raw=edited_copy(game, found["csv"], tmp_path))
    assert done.returncode == 0, done.stderr
    expected = json.loads(done.stdout)
    for part in DIAGNOSED:
        assert found[part] == expected[part], part


@pytest.mark.in_turn
@pytest.mark.parametrize(("game", "at"), sampled([case for case in CASES if case[1]], 6, "files"))
def test_the_file_goes_into_diff_and_says_the_same_there(
    told: dict[str, Any], tmp_path: Path, game: str, at: int
) -> None:
    found, path = told[game]["figures"][at], tmp_path / "crt.csv"
    path.write_text(found["csv"], encoding="utf8")
    cells, columns = diff(game, path)
    assert found["diff"]["cells"] == [vars(cell) for cell in cells]
    assert {f"{cell.row}|{cell.column}": cell.after for cell in cells} == edits_of(game)[at]
    assert found["diff"]["columns"] == [
        {
            "odds_column": one.odds_column, "distance": str(one.distance),
            "before": {name: str(p) for name, p in one.before.items()},
            "after": {name: str(p) for name, p in one.after.items()},
        }
        for one in columns
    ]  # fmt: skip


@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag"])
def test_bounds_over_the_family_are_those_of_all_its_members(told: dict[str, Any], game: str) -> None:
    grid, data = load_grid(game, "crt"), workbench_data(game)
    ladder = [row["code"] for row in load_list(game, "crt_ladder").rows]
    family = crt_family(grid, ladder, data["structures"][-1])
    names = {"p_gives_way": "gives way", "attacker_steps": "attacker", "defender_steps": "defender"}
    reading = load_game(game).table.reading
    ranges = told[game]["figures"][0]["ranges"]
    assert set(ranges) == {label for at, label in enumerate(grid.column_labels) if not family.is_exact(at)}
    for label, spans in ranges.items():
        for name, span in spans.items():
            worth = [result_measures(reading)[names[name]]({"result": code}) for code in family.codes]
            sums = [sum(worth[cell] for cell in m) for m in family.members(grid.column_labels.index(label)).tolist()]
            assert span == [str(Fraction(min(sums), 6)), str(Fraction(max(sums), 6))], (label, name)


# --- fights ---

FIGHTS: dict[str, list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]]] = {
    "leningrad": [
        ({"column": 4, "use": {"river": 1, "air_attacker": 2}, "shift": 1},
         {"attack": 2, "defense": 1, "river": True, "attacker_air": 2}, {"shift": 1}),
        ({"column": 1, "use": {"hills": 1}, "worth": {"hills": 1}},
         {"attack": 1, "defense": 3, "terrain": ("hills",)}, {"terrain": ("clear",), "shift": 1}),
    ],
    "stalingrad_roads": [
        ({"column": 3, "shift": 2}, {"attack": 3, "defense": 1}, {"shift": 2}),
        ({"column": 1, "shift": -2}, {"attack": 1, "defense": 1}, {"shift": -2}),
    ],
    "traces_of_hubris": [
        ({"column": 3, "use": {"town": 1}, "shift": 2},
         {"attack": 3, "defense": 1, "terrain": ("town",)}, {"shift": 2}),
        ({"column": 0, "use": {"offensive_air_support": 1}, "shift": -1},
         {"attack": 1, "defense": 1, "air_markers": 1}, {"shift": -1}),
    ],
    "donnerschlag": [
        ({"column": 2, "use": {"minor_village": 1}, "shift": 9},
         {"attack": 2, "defense": 1, "terrain": "village"}, {"shift": 9}),
        ({"column": 0, "shift": -2, "drm": 4}, {"attack": 1, "defense": 1}, {"shift": -2, "drm": 4}),
    ],
}  # fmt: skip
"""A fight as the page has it, the facts of the printed one as the engine takes them, and what the version adds."""


@pytest.mark.parametrize(("game", "at"), [(game, at) for game in GAMES for at in range(len(FIGHTS.get(game, [])))])
def test_a_fight_is_the_engines_before_and_after(told: dict[str, Any], game: str, at: int) -> None:
    _, facts, more = FIGHTS[game][at]
    for found, answer in zip(told[game]["fights"][at], (odds(game, **facts), odds(game, **facts | more)), strict=True):
        if found["figures"] is None:
            assert answer.cancelled or {row["result"] for row in outcomes(answer)} == {"no attack"}
            continue
        assert found["label"] == answer.final_column
        reading = load_game(game).table.reading
        law = [(row, Fraction(row["probability"])) for row in outcomes(answer)]
        if not answer.family:
            assert {name: [p] for name, p in found["law"].items()} == law_texts(game, answer)
        assert Fraction(found["figures"]["p_gives_way"]) == sum(p for row, p in law if reading.gives_way(row))
        assert Fraction(found["figures"]["defender_steps"]) == sum(p * reading.counted(row)[1] for row, p in law)


@pytest.mark.parametrize("game", GAMES)
def test_worths_of_modifiers_go_into_their_own_files(told: dict[str, Any], game: str) -> None:
    """Unedited byte for byte what is printed; edited, `diff` finds just the rows of the fight."""
    rows = modifiers(game)
    assert set(told[game]["printed"]) == {row["table"] for row in rows} - {""}
    for name, text in told[game]["printed"].items():
        assert text.encode() == (RAW / game / f"{name}.csv").read_bytes()
        edited = dict(csv_rows(told[game]["edited"][name]))
        changed = {key for key, cells in csv_rows(text) if edited[key] != cells}
        assert changed == {row["id"] for row in rows if row["table"] == name}
        assert all(str(YOURS) in "".join(edited[key]) for key in changed)


def test_diff_takes_an_edited_table_of_shifts(told: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "column_shifts.csv"
    path.write_text(told["leningrad"]["edited"]["column_shifts"], encoding="utf8")
    cells, columns = diff("leningrad", path, "column_shifts")
    assert {(cell.row, cell.column, cell.after) for cell in cells} >= {("river", "column_shift", f"+{YOURS}")}
    assert columns == [], "a shift changes no column of the table"
    raw = tmp_path / "raw"
    shutil.copytree(RAW / "leningrad", raw / "leningrad")
    shutil.copy(path, raw / "leningrad")
    write_checksum(raw / "leningrad" / "column_shifts.csv", raw)
    done = kessel("odds", "leningrad", "--attack", "2", "--defense", "1", "--river", "--json", raw=raw)
    assert json.loads(done.stdout)["final_column"] == "9-1"


def csv_rows(text: str) -> list[tuple[str, list[str]]]:
    return [(row[0], row[1:]) for row in csv.reader(text.splitlines())]


def test_a_table_without_columns_of_odds_is_refused() -> None:
    with pytest.raises(GameError, match="has no combat results table"):
        workbench_data("inferno_on_the_volga")


def test_without_a_script_the_columns_stand_there() -> None:
    text = static_text("leningrad", diagnose("leningrad"))
    assert "| 2-1 | 83.3 % | 1.17 | 0.83 |" in text
    assert len(text.splitlines()) == 2 + 2 + 13


@pytest.mark.in_turn
@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag"])
def test_a_table_read_from_the_other_end_has_the_same_bounds(told: dict[str, Any], game: str, tmp_path: Path) -> None:
    """Its rows turned about, and low rolls good: the family is the same one."""
    data = workbench_data(game)
    rows = ("rows", "raw", "cells", "basis", "ways")
    turned = data | {"better_roll": "lower"} | {name: data[name][::-1] for name in rows}
    page = tmp_path / "turned.html"
    page.write_text(
        f"<!doctype html><meta charset='utf8'><body><script>{app_script('common')}</script><script>((root, data) => {{"
        f" 'use strict'; {app_script('workbench')} }})(null, {in_script(turned)});"
        " document.body.dataset.told = JSON.stringify(window.kessel.figures({}).ranges);</script>",
        encoding="utf8",
    )
    assert seen(page, tmp_path, "told") == told[game]["figures"][0]["ranges"] != {}


@pytest.mark.parametrize("game", GAMES)
def test_heat_maps_have_the_class_of_every_roll(told: dict[str, Any], game: str) -> None:
    """Each cell's class is the one that the engine gives its outcome, and an edit moves only what it touches."""
    reading, grid = load_game(game).table.reading, load_grid(game, load_game(game).table.name)
    heats = told[game]["heats"]
    assert [len(row) for row in heats[0]] == [len(reading.columns)] * len(grid.row_labels)
    for at, edit in enumerate(edits_of(game)):
        touched = {(row, column) for row, cells in enumerate(heats[at]) for column, one in enumerate(cells)
                   if one["code"] != heats[0][row][column]["code"]}  # fmt: skip
        if grid.weakest_basis() == "rulebook":
            assert len(touched) <= len(edit)
            assert bool(touched) == bool(edit)
        for row, column in ((r, c) for r, cells in enumerate(heats[at]) for c, _ in enumerate(cells)):
            if (row, column) not in touched:
                assert heats[at][row][column]["class"] == heats[0][row][column]["class"]
    if game == "leningrad":
        for column, label in enumerate(reading.columns):  # a row is a sixth of the law
            sixths = Counter(cells[column]["class"] for cells in heats[0])
            exact = Counter[int]()
            for one in crt_rows(game):
                if one[1] == label:
                    exact[one[5]] += int(6 * Fraction(one[11]))
            assert sixths == exact, label
