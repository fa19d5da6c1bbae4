"""The explorer by numbers that a reader changes: the script against the engine on other number files."""

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from analysis.pages.apps.explorer import explorer_data
from analysis.sources.audit import write_checksum
from sim.numbers.rawfiles import RAW
from tests.analysis.commands import kessel
from tests.analysis.pages.apps.test_explorer import ANSWERS, in_browser, random_settings, told

YOURS = {"lowest_hit.DF": 4, "hits_in_rubble": 3, "rubble_above": 14, "hit_drm.khrushchev": 2, "rubble_drm.stuka": 5}
OTHER_CELLS = {
    "fire_values.csv": ("double_fire", "5", "4"), "hit_modifiers.csv": ("khrushchev", "1", "2"),
    "rubble_modifiers.csv": ("stuka", "2", "5"),
}  # fmt: skip


@pytest.mark.in_turn
@in_browser
def test_other_numbers_answer_as_the_engine_does_by_other_tables(tmp_path: Path) -> None:
    """The numbers of a reader against `kessel odds` in a copy of the number files in which they stand."""
    game, settings = "inferno_on_the_volga", random_settings("inferno_on_the_volga", 6, seed=5)
    raw = tmp_path / "raw" / game
    shutil.copytree(RAW / game, raw)
    cells = {**OTHER_CELLS, "rubble.csv": ("hits_per_step_loss", "2", "3")}
    for name, (key, before, after) in cells.items():
        put(raw / name, key, before, after)
    put(raw / "rubble.csv", "success_above", "18", "14")
    ask = f"kessel.answer(setting, {json.dumps(YOURS)})"
    task = ANSWERS.format(settings=json.dumps(settings)).replace("kessel.answer(setting)", ask)
    changed = told(tmp_path, game, task)
    unchanged = told(tmp_path, game, ANSWERS.format(settings=json.dumps(settings)))
    for answer, printed in zip(changed, unchanged, strict=True):
        done = kessel("odds", game, *words_of(answer["facts"]), "--json", raw=tmp_path / "raw")
        assert done.returncode == 0, done.stderr
        chances = [one["probability"] for one in json.loads(done.stdout)["outcomes"]]
        assert sorted(p for p, *_ in answer["law"].values()) == sorted(chances), answer["facts"]
        assert answer["facts"] == printed["facts"]
    assert any(answer["law"] != printed["law"] for answer, printed in zip(changed, unchanged, strict=True))


def put(path: Path, key: str, before: str, after: str) -> None:
    """Change one cell of a table, and accept it."""
    rows = list(csv.reader(path.read_text(encoding="utf8").splitlines()))
    (row,) = [row for row in rows if row[0] == key]
    row[row.index(before)] = after
    with path.open("w", encoding="utf8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    write_checksum(path, path.parents[1])


def words_of(facts: dict[str, Any]) -> list[str]:
    words = []
    for name, fact in facts.items():
        option = f"--{name.replace('_', '-')}"
        values = fact if isinstance(fact, list) else [fact]
        words += [option] if fact is True else [word for value in values for word in (option, str(value))]
    return words


def test_a_game_with_a_combat_table_has_its_workbench_for_that() -> None:
    assert explorer_data("leningrad")["yours"] == []
    assert {one["id"] for one in explorer_data("inferno_on_the_volga")["yours"]} >= set(YOURS)
