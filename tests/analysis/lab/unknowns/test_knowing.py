"""The value of knowing: spreads against laws known by hand, and one ranking of a game's unknowns from a warehouse."""

import json
from dataclasses import replace
from pathlib import Path

import duckdb
import numpy as np
import pytest
from click.testing import CliRunner

from analysis.cli import missing
from analysis.lab.unknowns.knowing import (
    MAP,
    NUMBER,
    ON_MAP,
    RULING,
    Unknown,
    advice,
    between,
    knowing,
    knowing_frame,
    over,
)
from analysis.studies.run import run_study
from analysis.studies.study import find_study
from tests.analysis.bare import built_bare


def test_a_spread_between_groups_is_what_was_put_in() -> None:
    rng = np.random.default_rng(2)
    maps = rng.normal(0, 3, (300, 1)) + rng.normal(0, 5, (300, 10))
    middle, low, high = between(list(maps))
    assert low <= 3 <= high
    assert middle == pytest.approx(3, abs=0.5)
    flat = between(list(rng.normal(0, 5, (300, 10))))
    assert flat[1] == 0


def test_over_readings_each_is_as_likely() -> None:
    assert over([(4.0, 3.0, 5.0)]) == (2.0, 1.5, 2.5)  # half the way between two
    middle, low, high = over([(-3.0, -4.0, -2.0), (3.0, 2.0, 4.0)])
    assert middle == pytest.approx(6**0.5)  # of -3, 0 and 3
    assert low == pytest.approx((8 / 3) ** 0.5)
    assert high == pytest.approx((32 / 3) ** 0.5)
    assert over([(1.0, -1.0, 3.0)])[1] == 0


def test_what_is_on_the_map_is_part_of_it() -> None:
    unknowns = [Unknown(kind, kind, spread, spread / 2, 2 * spread, 9, "s", "h")
                for kind, spread in ((MAP, 4.0), (ON_MAP, 3.5), (RULING, 3.0))]  # fmt: skip
    assert knowing_frame(unknowns)["share"].to_list() == pytest.approx([16 / 25, 12.25 / 25, 9 / 25])
    assert advice(unknowns, "VP") == (
        "Settle map and the ruling “ruling” first: they leave the verdict open by 4.0 VP (2.0 to 8.0) and 3.0 VP "
        "(1.5 to 6.0), and which leaves more is not shown."
    )
    narrow = [replace(one, low=0.9 * one.spread, high=1.1 * one.spread) for one in unknowns]
    assert advice(narrow, "VP") == (
        "Settle map first: it leaves the verdict open by 4.0 VP (3.6 to 4.4); then the ruling “ruling” (3.0)."
    )
    assert advice([replace(one, low=0.0) for one in unknowns], "VP").startswith("Nothing is known to matter yet")


def test_the_command_prints_the_ranking_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        Unknown("the map as a whole", MAP, 4.0, 3.0, 5.0, 90, "s", "h"),
        Unknown("R1", RULING, 3.0, 0, 6, 9, "s", "h"),
    ]
    monkeypatch.setattr("analysis.cli.missing._of_whole", lambda _: found)
    monkeypatch.setattr("analysis.cli.missing.missing_cells", lambda *_: [])
    monkeypatch.setattr("analysis.cli.missing.assumptions", lambda *_: [])
    said = json.loads(CliRunner().invoke(missing.COMMAND, ["leningrad", "--json"], catch_exceptions=False).stdout)
    assert [(one["name"], one["low"], one["n_games"]) for one in said["whole_game"]] == [
        ("the map as a whole", 3.0, 90), ("R1", 0, 9),
    ]  # fmt: skip
    said = CliRunner().invoke(missing.COMMAND, ["leningrad"], catch_exceptions=False).stdout
    assert "Settle the map as a whole first" in " ".join(said.split())


@pytest.mark.verification
def test_one_ranking_has_map_rulings_and_assumed_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = {side: ("balanced",) for side in ("german", "soviet")}
    small = replace(find_study("leningrad_small"), games=16, policies=players)
    run_study(small, jobs=1, runs=tmp_path / "runs")
    assumed = find_study("leningrad_assumed")
    assumed = replace(assumed, games=2, edits=dict(list(assumed.edits.items())[:1]))
    run_study(assumed, jobs=1, runs=tmp_path / "runs")
    path = tmp_path / "warehouse.duckdb"
    built_bare(path, tmp_path / "runs")
    printed = replace(assumed, edits={"city": ("vp_schedule,hex_2604,vp=45",)})
    with duckdb.connect(str(path), read_only=True) as db:
        monkeypatch.setattr("analysis.lab.unknowns.knowing.kept_study", lambda _: printed)
        assert NUMBER not in {one.kind for one in knowing(db, "leningrad")}  # what is printed is no unknown
        monkeypatch.setattr("analysis.lab.unknowns.knowing.kept_study", lambda _: assumed)
        found = knowing(db, "leningrad")
    kinds = [one.kind for one in found]
    assert kinds.count(MAP) == kinds.count(NUMBER) == 1
    assert kinds.count(ON_MAP) > 10
    assert kinds.count(RULING) > 20
    ranked = [(one.low > 0, one.spread) for one in found]
    assert ranked == sorted(ranked, reverse=True)
    assert all(0 <= one.low <= one.spread <= one.high for one in found)
    monkeypatch.setattr("analysis.warehouse.open_warehouse", lambda: duckdb.connect(str(path), read_only=True))
    monkeypatch.setattr("analysis.cli.missing.missing_cells", lambda *_: [])
    monkeypatch.setattr("analysis.cli.missing.assumptions", lambda *_: [])
    said = json.loads(CliRunner().invoke(missing.COMMAND, ["leningrad", "--json"], catch_exceptions=False).stdout)
    assert [one["name"] for one in said["whole_game"]] == [one.name for one in found]
    assert "Settle " in CliRunner().invoke(missing.COMMAND, ["leningrad"], catch_exceptions=False).stdout
