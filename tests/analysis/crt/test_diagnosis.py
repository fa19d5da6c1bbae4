"""The verdict on a combat table, against counts by hand from the printed tables."""

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import count
from pathlib import Path

import pytest

from analysis.crt.bounds import step_frame
from analysis.crt.diagnosis import as_json, diagnose
from analysis.crt.table import draft_of
from analysis.crt.three_measures import NAMES, three_measures
from analysis.fights.modifier_worth import chance, worths
from analysis.fights.odds import odds, outcomes
from analysis.fights.summary import summary
from sim.combat import Fact
from sim.game import games_with, load_game
from sim.games.leningrad.combat.shifts import WORTH
from sim.numbers.rawfiles import RAW
from tests.analysis.commands import kessel
from tests.analysis.crt.by_the_rules import diagnosed, rows_of

_STEPS = ("attacker_steps", "defender_steps")


def test_leningrads_columns_by_hand() -> None:
    """3-1 from 1 to 6: 1/1, 2/2, 1/1, 2/1, 1/-, 1/-."""
    column = next(one for one in diagnose("leningrad").columns if one.odds_column == "3-1")
    assert (column.p_attacker_loses, column.p_defender_loses) == (Fraction(4, 6), Fraction(1))
    assert (column.attacker_steps, column.defender_steps) == (Fraction(5, 6), Fraction(1))  # a Soviet unit has one step
    assert column.exchange_ratio == Fraction(6, 5)
    of_two = next(one for one in diagnose("leningrad", 2).columns if one.odds_column == "3-1")
    assert (of_two.attacker_steps, of_two.defender_steps) == (Fraction(5, 6), Fraction(8, 6))
    gone = [next(one for one in diagnose("leningrad", n).columns if one.odds_column == "10-1") for n in (0, 1, 2)]
    assert [one.defender_steps for one in gone] == [Fraction(2, 6), 1, 2]  # 2, then five times E; 0 leaves E out


def test_the_three_measures_of_every_table() -> None:
    """Suffers is a step, a hex or all; retreats or dies leaves no choice: in Leningrad only E, elsewhere DR as well.

    `gives_way` is one of the two in every table, as its `way` says.
    """
    for game in games_with(lambda game: game.has_table):
        reading = load_game(game).table.reading
        for label, one in zip(reading.columns, three_measures(game), strict=True):
            answer = load_game(game).table.column_odds(label)
            found = [(outcome, Fraction(outcome["probability"])) for outcome in outcomes(answer)]
            same = reading.suffers if reading.way == "suffers" else reading.sent_back
            assert all(reading.gives_way(outcome) == same(outcome) for outcome, _ in found), (game, label)
            for name, tells in (("defender_suffers", reading.suffers), ("defender_sent_back", reading.sent_back)):
                figure = one.figures[name]
                assert figure is not None
                by_reading = sum(p for outcome, p in found if tells(outcome))
                # S of Stalingrad Roads costs the defender a step or the hex, which its printed code does not say
                assert figure.value >= by_reading if answer.demands else figure.value == by_reading
            assert one.figures["defender_sent_back"].value <= one.figures["defender_suffers"].value  # type: ignore[union-attr]
    roads = {one.odds_column: one.figures for one in three_measures("stalingrad_roads")}
    fight = summary(
        load_game("stalingrad_roads"), {}, odds("stalingrad_roads", attack=3, defense=1, **dict.fromkeys(_STEPS, 9))
    )
    for name in NAMES[:2]:
        assert roads["3/1"][name] == fight.figures[name]
    three = {one.odds_column: one.figures for one in three_measures("leningrad")}
    assert [str(three["9-1"][name].value) for name in NAMES] == ["1", "2/3", "1"]  # type: ignore[union-attr]


def test_an_elimination_costs_two_steps_at_least_and_a_large_force_all() -> None:
    """1-4 is four times E and twice 2 for the attacker; 10-1 is 2, then five times E for the defender."""
    rows = {(row["odds_column"], row["side"]): row for row in step_frame("leningrad", 6).to_dicts()}
    assert [rows["1-4", "attacker"][name] for name in ("low", "steps")] == [2, 2]
    assert rows["1-4", "attacker"]["exactly"] == "2 to 14/3"
    assert rows["10-1", "defender"]["exactly"] == "2 to 16/3"
    assert rows["3-1", "defender"]["exactly"] == "4/3"
    assert rows["1-4", "attacker"]["high"] == float(Fraction(14, 3))


def test_steps_of_an_assumed_column_have_the_bounds_of_every_table() -> None:
    row = next(
        r for r in step_frame("traces_of_hubris", 6).to_dicts() if (r["odds_column"], r["side"]) == ("1:1", "attacker")
    )
    assert row["low"] <= row["steps"] <= row["high"]
    assert row["low"] < row["high"]


def test_what_is_odd_about_stalingrad_roads() -> None:
    """Seen in the print: DR2 between two DR3 on a 10 at 5/1; that F gives way to nothing on a 9 at 1/1 is none (R3).

    At 2/1 a 4 gives the defender the reaction R on top of all that a 3 does.
    """
    places = {(fault.kind, fault.place) for fault in diagnose("stalingrad_roads").faults}
    assert len(places) == 4
    assert ("a higher roll is worse", "2/1, roll 3 to 4") in places
    assert ("better odds are worse", "roll 10, 4/1 to 5/1") in places
    assert ("a higher roll is worse", "5/1, roll 9 to 10") in places
    assert not [place for _, place in places if "roll 9, 1/2" in place or "roll 8 to 9" in place]
    assert ("a higher roll is worse", "6/1, roll 2 to 3") not in places  # E to D1: a trade


def test_a_retreat_of_the_attacker_counts_beside_what_the_defender_may_refuse() -> None:
    """At 1/1 an 8 is A1D1 and F; made AR beside the same F on a 9, the higher roll only costs the attacker."""
    draft = draft_of("stalingrad_roads")
    row, at = draft.rows.index("9"), len(draft.parts) * draft.columns.index("1/1")
    worse = "1/1, roll 8 to 9"
    even = draft.put((row, at + 2), "F")
    assert even.cells[row][at : at + 3] == ("A1D1", "-", "F") == even.cells[row - 1][at : at + 3]
    assert worse not in {fault.place for fault in even.faults()}
    assert worse in {fault.place for fault in even.put((row, at + 1), "AR").faults()}


def test_rows_are_certain_unless_eng_asks_for_a_re_roll() -> None:
    assert all(len(law.counts) == 1 for law in rows_of(load_game("leningrad").table, "2-1").values())
    rows = rows_of(load_game("stalingrad_roads").table, "6/1")
    assert [row for row, law in rows.items() if len(law.counts) > 1] == [8, 11]


def test_a_drm_of_one_by_hand() -> None:
    """Leningrad 2-1: the defender suffers on 2 to 6; +1 makes a 1 a 2, -1 makes a 2 a 1."""
    assert diagnose("leningrad").drm_worth["2-1"] == (Fraction(-1, 6), Fraction(1, 6))


def test_a_table_made_unsound_is_found_out(tmp_path: Path) -> None:
    """Two columns alike are a dead spot, a worse cell is a fault; asked by command, over edited number files."""
    import shutil

    from analysis.sources.audit import write_checksum

    shutil.copytree(RAW, tmp_path / "raw")
    path = tmp_path / "raw" / "leningrad" / "crt.csv"
    rows = [line.split(",") for line in path.read_text(encoding="utf8").splitlines()]
    for row in rows[1:]:
        row[12] = row[13]
    rows[6][6] = "1/1"
    path.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf8")
    write_checksum(path, tmp_path / "raw")
    found = json.loads(kessel("crt", "leningrad", "--json", raw=tmp_path / "raw").stdout)
    assert found["dead_spots"] == [["9-1", "10-1"]]
    assert any(fault["place"] == "roll 6, 2-1 to 3-1" for fault in found["faults"])


@pytest.mark.parametrize("game", ["leningrad", "stalingrad_roads"])
def test_the_command_says_its_verdict(game: str) -> None:
    text = kessel("crt", game).stdout
    assert "dead spots" in text
    assert "cliff edges" in text
    assert "basis rulebook" in text


@pytest.mark.parametrize("game", ["leningrad", "stalingrad_roads"])
def test_every_situation_brings_on_its_own_modifier_and_no_other(game: str) -> None:
    for name, (before, more) in load_game(game).table.situations.items():
        without, with_it = (
            {one.id for one in odds(game, attack=60, defense=9, **facts).applied}
            for facts in (before, {**before, **more})
        )
        assert with_it - without == {name}
        assert without <= with_it


def test_every_row_of_leningrads_shifts_has_a_situation() -> None:
    assert list(load_game("leningrad").table.situations) == list(WORTH)


def column_of(game: str, attack: int, defense: int, facts: Mapping[str, Fact]) -> int:
    labels = load_game(game).table.reading.columns
    label = odds(game, attack=attack, defense=defense, **facts).final_column
    return labels.index(label) if label in labels else -1


@pytest.mark.in_turn
@pytest.mark.parametrize(("game", "attack", "defense"), [
    ("leningrad", 11, 4), ("leningrad", 3, 8), ("leningrad", 50, 4), ("stalingrad_roads", 20, 7),
    ("stalingrad_roads", 7, 20), ("stalingrad_roads", 60, 5),
])  # fmt: skip
def test_worths_are_the_least_attack_counted_upward(game: str, attack: int, defense: int) -> None:
    for one in worths(game, attack, defense):
        before, more = load_game(game).table.situations[one.modifier]
        without, with_it = (column_of(game, attack, defense, facts) for facts in (before, {**before, **more}))
        poorer, sign = (before, 1) if with_it > without else ({**before, **more}, -1)
        goal = max(without, with_it)
        least = next(x for x in count() if column_of(game, attack + x, defense, poorer) >= goal)
        assert one.points == sign * least, one


def test_worths_by_law_undo_what_terrain_does_to_results() -> None:
    """Stalingrad Roads 8.10.2: forest adds a point and makes S of DR; 20 against 7 stays at 2/1, yet clears less."""
    forest = next(one for one in worths("stalingrad_roads", 20, 7) if one.modifier == "forest")
    assert (forest.without, forest.with_it, forest.points) == ("2/1", "2/1", 0)
    assert forest.points_by_law == -4  # 24 against 8 is 3/1
    clear, woods = (
        [
            chance(load_game("stalingrad_roads").combat, odds("stalingrad_roads", attack=a, defense=7, **facts))
            for a in range(20, 25)
        ]
        for facts in ({}, {"terrain": "forest"})
    )
    assert [p >= clear[0] for p in woods] == [False, False, False, False, True]
    assert forest.change == woods[0] - clear[0]


@pytest.mark.in_turn
def test_a_modifier_in_each_column_by_hand() -> None:
    """Leningrad, a column left: at 2-1 the defender suffers on 2 to 6, at 1-1 on 3 to 6, at 3-1 always."""
    fort = next(one for one in worths("leningrad", 11, 4) if one.modifier == "fort")
    assert [fort.by_column[label] for label in ("2-1", "3-1", "4-1")] == [Fraction(-1, 6), Fraction(-1, 6), Fraction(0)]
    assert "1-3" not in fort.by_column  # nothing attacks 4 at just 1-3


@pytest.mark.in_turn
def test_worths_by_command() -> None:
    found = json.loads(kessel("crt", "leningrad", "--attack", "11", "--defense", "4", "--json").stdout)
    worth = {one["modifier"]: one for one in found["modifiers"]}
    assert (worth["soviet_city"]["points"], worth["overrun"]["points"], worth["air_attacker"]["points"]) == (-1, -5, 1)
    assert "soviet city" in kessel("crt", "leningrad", "--attack", "11", "--defense", "4").stdout
    for words in (("--attack", "11"), ("--attack", "0", "--defense", "4"), ("--attack", "many", "--defense", "4")):
        done = kessel("crt", "leningrad", *words)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize("game", games_with(lambda game: game.has_table, hidden=True))
def test_the_table_as_a_value_is_diagnosed_as_the_rules_are(game: str) -> None:
    assert as_json(game, diagnose(game)) == as_json(game, diagnosed(game))
