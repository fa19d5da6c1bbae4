"""The rulebook lint: rulings in order, remarks that go away with the trouble, other readings that can be asked."""

import csv
import os
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import analysis.sources.rulings as lint
from analysis.errors import KesselError
from analysis.sources.audit import write_checksum
from analysis.sources.readings import NARROWER, effect_frame, effects, entries_of, fight_rulings, table_effects
from analysis.sources.rulings import GROUNDS, blocks, kind_frame, remarks, rulings
from sim.game import GAMES, game_ids
from sim.lint import KINDS, needless, uncovered
from sim.numbers.rawfiles import RAW
from tests.sampled import sampled

REPAIRS = [
    ("stalingrad_roads", "frost_exception", [("weather", "9", "DEC II", "B - CC")]),
    ("stalingrad_roads", "levels_without_a_name", [("victory_levels", "II | axis_minor", "low", "")]),
    ("stalingrad_roads", "scenario_turns", [("scenarios", "III", "last_turn", "MAR III")]),
    ("stalingrad_roads", "airlift_drm_idle", [("airlift_limits", "drm_min", "value", "-99"),
                                              ("airlift_limits", "drm_max", "value", "+99")]),
    ("stalingrad_roads", "e4_without_a_legend", [("exploitation", "E4", "units", "4")]),
    ("leningrad", "frontier_divisions", [("soviet_reinforcements", "s2a", "count", "2")]),
    ("leningrad", "arrivals_from_south_and_east", [("designer_claims", "south_and_east_arrivals", "value", "16")]),
    ("leningrad", "note_on_the_wrong_side", [("column_shifts", "panzer_corps_attacker", "note", "")]),
    ("traces_of_hubris", "points_never_win", [("victory_levels", "vp_draw", "winner", "axis")]),
    ("traces_of_hubris", "blucher_drm_idle", [("blucher_conditions", "success", "value", "8")]),
    ("inferno_on_the_volga", "no_landing", [("soviet_cards", "volga_flotilla", "dice", "4"),
                                            ("hexes", "3", "is_coastal", "no")]),
    ("donnerschlag", "boxes_of_the_clock", [("donnerschlag_clock", "boxes_on_track", "value", "6")]),
    ("donnerschlag", "days_of_the_operation", [("scale", "turn_days_low", "value", "1")]),
    ("donnerschlag", "no_alarm_in_towns", [("draw_triggers", "alarmgruppe", "modified_roll_at_least", "4")]),
]  # fmt: skip
"""A remark, and edits of the tables that put right what it is about."""


def brute_uncovered(levels: list[tuple[int | None, int | None]]) -> list[int]:
    """The whole numbers from -9 to 9 that no level holds, one by one."""
    return [
        n for n in range(-9, 10) if not any((a is None or a <= n) and (b is None or n <= b) for a, b in levels)
    ]  # fmt: skip


@pytest.mark.parametrize("levels", [
    [(2, 5), (-1, 1), (-5, -2), (6, None)], [(None, 0), (2, None)], [(None, None)], [(None, 3), (1, None)],
    [(0, 0)], [(None, -3), (0, 2), (5, 5)],
])  # fmt: skip
def test_stretches_without_a_level(levels: list[tuple[int | None, int | None]]) -> None:
    found: list[int] = []
    for part in uncovered(levels):
        low, high = (int(n) for n in (re.findall(r"-?\d+", part) * 2)[:2])
        low = -9 if part.endswith("less") else low
        high = 9 if part.endswith("more") else high
        found += range(low, high + 1)
    assert sorted(found) == brute_uncovered(levels)


def test_needless_modifiers() -> None:
    assert needless([1, 1, 1], 2) == 1
    assert needless([1, 1], 2) == 0
    assert needless([-5], -4) == 0
    assert needless([], 2) == 0


@pytest.mark.parametrize("game", game_ids())
def test_every_block_has_a_kind_and_is_counted_once(game: str) -> None:
    found = blocks(game)
    assert {one.kind for one in found} <= set(KINDS)
    assert {one.basis for one in found} <= set(GROUNDS)
    assert kind_frame(game)["n"].sum() == len(found)
    assert len({one.place for one in found}) == len(found)
    assert [one.place for one in found][: len(rulings(game))] == [f"R{one.number}" for one in rulings(game)]
    numbers = {one.number for one in rulings(game)}
    assert {one.ruling for one in remarks(game)} <= numbers | {0}


@pytest.mark.parametrize(
    ("line", "error"),
    [("**Kind:** dubious", "kind 'dubious'; expected one of never fires"), ("", "has Rules, .*; expected Kind, ")],
)
def test_a_ruling_that_is_not_in_order_is_named(
    line: str, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (GAMES / "leningrad" / "RULINGS.md").read_text(encoding="utf8")
    (tmp_path / "leningrad").mkdir()
    broken = re.sub(r"\*\*Kind:\*\* .+", line, text, count=1)
    (tmp_path / "leningrad" / "RULINGS.md").write_text(broken, encoding="utf8")
    monkeypatch.setattr(lint, "GAMES", tmp_path)
    rulings.cache_clear()
    with pytest.raises(KesselError, match=rf"leningrad/RULINGS\.md, R1: {error}"):
        rulings("leningrad")
    rulings.cache_clear()


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("game", "remark", "cells"), sampled(REPAIRS, 4, "repairs"), ids=[f"{r[0]}/{r[1]}" for r in REPAIRS]
)
def test_a_remark_goes_away_with_the_trouble(
    game: str, remark: str, cells: list[tuple[str, str, str, str]], tmp_path: Path
) -> None:
    assert remark in {one.id for one in remarks(game)}
    shutil.copytree(RAW / game, tmp_path / game)
    for table, row, column, value in cells:
        path = tmp_path / game / f"{table}.csv"
        rows = list(csv.reader(path.read_text(encoding="utf8").splitlines()))
        keys = [" | ".join(cells[:2]) if " | " in row else cells[0] for cells in rows]
        rows[keys.index(row)][rows[0].index(column)] = value
        with path.open("w", encoding="utf8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
        write_checksum(path, tmp_path)
        loosen(path, column, value)
    errata = tmp_path / game / "errata.toml"
    if errata.exists() and any(table == "scenarios" for table, *_ in cells):
        errata.unlink()
    code = f"from sim.games.{game}.lint import CHECKS; print([one.id for one in (c() for c in CHECKS) if one])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env={**os.environ, "KESSEL_RAW": str(tmp_path)},
        cwd=GAMES.parents[1], check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert f"'{remark}'" not in done.stdout


def loosen(path: Path, column: str, value: str) -> None:
    """Let a sidecar's list of codes take a new value."""
    sidecar = path.with_suffix(".toml")
    text = sidecar.read_text(encoding="utf8")
    if "[codes]" in text and f'"{value}"' not in text:
        sidecar.write_text(text.replace("[codes]", f'[codes]\n"{value}" = "for a test"', 1), encoding="utf8")


@pytest.mark.in_turn
@pytest.mark.parametrize("game", sampled(game_ids(), 2, "readings"))
def test_other_readings_are_of_rulings_and_mostly_do_something(game: str) -> None:
    numbers = {one.number for one in rulings(game)}
    found = effects(game)
    assert len(found) == len(entries_of(game)) > 0
    assert {one.ruling for one in found} <= numbers
    for one in found:
        for span in (one.ours, one.theirs):
            assert span.low <= span.value <= span.high
    assert sum(one.ours != one.theirs for one in found) >= len(found) - 1
    assert len(effect_frame(game)) == len(found)


@pytest.mark.in_turn
def test_a_reading_given_as_other_cells_is_asked_in_a_copy() -> None:
    """R45: of 36 pairs of dice the five that make 6 cost the attacker of 1/2 his step no longer, or AR's two."""
    (one,) = (one for one in effects("stalingrad_roads") if one.ruling == 45)
    assert one.change == Fraction(-5, 36) * 2


def written(value: Fraction) -> set[str]:
    """The ways in which a ruling may write a number; certainty and impossibility say nothing."""
    if value in (0, 1):
        return set()
    points = {f"{100 * float(abs(value)):.{n}f}" for n in (0, 1)}
    forms = {f"{float(value):.2f}", f"{float(value):.1f}", str(value)}
    for n in (6, 36):
        whole = value * n
        forms |= {f"{whole}/{n}", f"{whole} of {n}", f"in {whole} "} if whole.denominator == 1 else set()
    return forms | {f"{p}{sign}" for p in points for sign in ("%", " %", " point")}


QUOTED_ELSEWHERE = {
    "traces_of_hubris": (1, 3, 4, 8, 10, 19, 30, 37), "leningrad": (1, 5, 6, 7, 8), "donnerschlag": (3, 50),
}  # fmt: skip
"""Rulings measured in another unit: columns moved, points that a column is worth, nothing between never and always."""


@pytest.mark.in_turn
@pytest.mark.parametrize("game", sampled(game_ids(), 2, "quotes"))
def test_rulings_quote_what_is_measured(game: str) -> None:
    """A ruling that is measured quotes a number that the rules still give; a change of rules makes it stale here."""
    changes = {one.number: one.changes for one in rulings(game)}
    for number in {one.ruling for one in effects(game) if one.ours != one.theirs}:
        assert "not measured yet" not in changes[number].lower(), f"{game} R{number}"
        numbers = [
            value
            for one in effects(game)
            if one.ruling == number
            for span in (one.ours, one.theirs)
            for value in (span.value, span.low, span.high)
        ]
        forms = set().union(*(written(value) for value in numbers))
        if forms and number not in QUOTED_ELSEWHERE.get(game, ()):  # never and always have no form of their own
            assert any(form in changes[number] for form in forms), f"{game} R{number}: none of {sorted(forms)}"


@pytest.mark.in_turn
def test_what_the_table_of_traces_hangs_on_is_a_ruling_and_so_is_which_columns_it_has() -> None:
    """R5 orders the printed columns, and the other order takes a roll of six from the fight at 3:1; R6 counts them."""
    (one,) = table_effects("traces_of_hubris")
    assert (one.ruling, one.ours.value, one.theirs.value) == (5, Fraction(2, 3), Fraction(1, 2))
    assert one in effects("traces_of_hubris")
    assert {5, 6} <= set(fight_rulings("traces_of_hubris"))


@pytest.mark.parametrize("game", game_ids())
def test_rulings_that_fights_rest_on_exist(game: str) -> None:
    assert set(fight_rulings(game)) <= {one.number for one in rulings(game)}


@pytest.mark.in_turn
def test_a_fight_that_needs_a_cell_which_is_not_printed_is_no_known_cell_and_names_its_family() -> None:
    """At 1:1 the narrower family leaves one chance, 1/6; that is no print, and the wider one leaves 0 to 1/2."""
    found = {(one.ruling, one.about.partition(",")[0]): one for one in effects("traces_of_hubris") if not one.system}
    open_odds = found[1, "9 against 10 in the open: not allowed"]
    assert (open_odds.theirs.low, open_odds.theirs.high, open_odds.family) == (
        Fraction(1, 6),
        Fraction(1, 6),
        "diagonal",
    )
    assert open_odds.about.endswith(NARROWER)
    known = found[1, "26 against 9 in the open"]  # 2:1 or 3:1, both printed
    assert (known.family, known.about) == ("", "26 against 9 in the open")
    itself = found[37, "20 against 4 in the open"]  # the ruling is the family
    assert itself.family == "diagonal"
    assert not itself.about.endswith(NARROWER)
