"""The form for what an owner types in, in a real Chromium: untouched, its file is ours; typed in, it is accepted."""

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from analysis.pages.apps.own import own_data, static_text
from analysis.pages.parts import app_script, in_script
from analysis.sources import accept as accepting
from analysis.sources.accept import accept
from analysis.sources.owned import COMBAT, owned, unshaped
from sim.game import game_ids
from sim.numbers.rawfiles import RAW, RuleDataError
from sim.numbers.tables import load_grid, load_list
from tests.analysis.browser import needs_chromium
from tests.analysis.pages.apps.test_workbench import seen

GAME, TABLE = "traces_of_hubris", "luftwaffe_markers"
FIVE = {f"{row}|{at}": "5" for row in range(6) for at in range(1, 10) if (row, at) != (2, 4)}
LISTED = next(one for one in owned(GAME) if one.kind == "list" and len(one.header) > 3)
LINE = ["x", "a, b", 'say "c"', *["?"] * (len(LISTED.header) - 3)]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the script writes of every table of every game untouched, and of one table with its gaps typed."""
    folder = tmp_path_factory.mktemp("own")
    pieces = [f"<!doctype html><meta charset=utf-8><body><script>{app_script('common')}; const told = {{}};</script>"]
    for game in game_ids():
        names = json.dumps([one.name for one in owned(game)])
        script = f"((root, data) => {{ 'use strict'; {app_script('own')} }})(null, {in_script(own_data(game))});"
        script += f"told.{game} = Object.fromEntries({names}.map((name) => [name, window.kessel.own.csv(name)]));"
        if game == GAME:
            script += f"told.typed = window.kessel.own.put('{TABLE}', {in_script(FIVE)});"
            lines = in_script([LINE, [" "] * len(LINE)])
            script += f"told.more = window.kessel.own.put('{LISTED.name}', {{}}, {lines});"
        pieces.append(f"<script>{script}</script>")
    pieces.append("<script>document.body.dataset.told = JSON.stringify(told);</script>")
    page = folder / "own.html"
    page.write_text("\n".join(pieces), encoding="utf8")
    return dict(seen(page, folder, "told"))


@pytest.mark.in_turn
@needs_chromium
@pytest.mark.parametrize("game", game_ids())
def test_a_table_that_nobody_touched_is_written_byte_for_byte(told: dict[str, Any], game: str) -> None:
    assert len(told[game]) == len(owned(game)) > 5
    for name, text in told[game].items():
        assert text == (RAW / game / f"{name}.csv").read_text(encoding="utf8"), name


@needs_chromium
def test_lines_that_were_added_stand_quoted_and_whole_at_the_end(told: dict[str, Any]) -> None:
    rows = list(csv.reader(io.StringIO(told["more"])))
    assert rows == [list(LISTED.header), *map(list, LISTED.rows), LINE]


def copied(tmp_path: Path, text: str) -> Path:
    """Return a table of a copy of a game's files with a text in its place."""
    shutil.copytree(RAW / GAME, tmp_path / GAME)
    path = tmp_path / GAME / f"{TABLE}.csv"
    path.write_text(text, encoding="utf8")
    return path


@needs_chromium
def test_what_is_typed_is_accepted_and_read(
    told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accepting, "_prove_playable", lambda game, root: None)  # below, among the long checks
    path = copied(tmp_path, told["typed"])
    ((label, old, new),) = accept([path], tmp_path)
    assert label.endswith(f"{TABLE}.csv")
    assert old != new
    grid = load_grid(GAME, TABLE, tmp_path)
    assert {basis for row in grid.basis for basis in row} == {"rulebook"}
    assert set(grid.numbers.flat) == {5}


@needs_chromium
@pytest.mark.verification
def test_what_is_typed_is_played_before_it_is_accepted(
    told: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, prove = list[str](), accepting._prove_playable

    def noted(game: str, root: Path) -> None:
        prove(game, root)
        played.append(game)

    monkeypatch.setattr(accepting, "_prove_playable", noted)
    ((label, old, new),) = accept([copied(tmp_path, told["typed"])], tmp_path)
    assert (label.endswith(f"{TABLE}.csv"), old != new, played) == (True, True, [GAME])


@pytest.mark.in_turn
def test_a_wrong_cell_is_refused_by_its_place(tmp_path: Path) -> None:
    text = (RAW / GAME / f"{TABLE}.csv").read_text(encoding="utf8").replace("1,?", "1,many", 1)
    with pytest.raises(RuleDataError, match="many"):
        accept([copied(tmp_path, text)], tmp_path)


@pytest.mark.parametrize("game", game_ids())
def test_combat_comes_first_then_what_most_answers_read(game: str) -> None:
    found = owned(game)
    news = [one for one in found if one.inferred < one.missing]
    readers = [len(one.readers) for one in news]
    assert found[: len(news)] == news
    assert all(one.missing for one in found)
    assert readers[1:] == sorted(readers[1:], reverse=True) or COMBAT in news[1].readers
    text = static_text(game)
    for one in found:
        load = load_grid if one.kind == "grid" else load_list
        assert load(game, one.name).title == one.title
        assert f"`{Path(one.file).name}`" in text
    assert not {one.file for one in unshaped(game)} & {Path(one.file).name for one in found}
