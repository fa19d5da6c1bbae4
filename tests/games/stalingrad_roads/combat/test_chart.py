"""The range of the guessed terrain chart, and Rattenkrieg, against counts by hand."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import odds
from sim.combat import CombatOdds
from sim.exact import Law, Outcome
from sim.games.stalingrad_roads.combat.chart import LEVELS, RANGES, RESULTS, TERRAIN, Ground, changes, grounds
from sim.games.stalingrad_roads.combat.odds import after_roll

GAME = "stalingrad_roads"
LADDERS = (("-", "E", "E2", "E3"), ("-", "S", "DR", "DR2", "DR3"))


def asked(attack: int, defense: int, **facts: Any) -> CombatOdds:
    return odds(GAME, attack=attack, defense=defense, **facts)


def emptied(answer: CombatOdds) -> Fraction:
    assert answer.after is not None
    return answer.after.marginal("is_emptied").probability(bool)


def printed(*laws: Law | None) -> set[frozenset[tuple[Outcome, int]]]:
    """The different ones of some laws; a cancelled attack has none."""
    return {frozenset(law.counts.items()) for law in laws if law is not None}


def test_ranges_lie_around_the_values_that_the_chart_is_taken_to_have() -> None:
    for row in RANGES.rows:
        assert int(row["low"]) <= int(row["value"]) <= int(row["high"])
        assert int(row["value"]) == TERRAIN.integer(row["terrain"], "defense_bonus")
    guessed = {row["terrain"] for row in TERRAIN.rows if TERRAIN.basis_of(row["terrain"], "defense_bonus") == "assumed"}
    assert {row["terrain"] for row in RANGES.rows} == guessed


def test_versions_of_results_keep_what_is_known_and_the_order_of_results() -> None:
    for terrain, level in product(RESULTS.row_labels, LEVELS):
        after, row = changes(terrain, level), RESULTS.row_labels.index(terrain)
        for code, cell, basis in zip(RESULTS.column_labels, RESULTS.cells[row], RESULTS.basis[row], strict=True):
            if basis != "assumed" or code in ("AR", "R") or level == "guessed":
                assert after[code] == cell, (terrain, level, code)
        for ladder in LADDERS:
            worth = [ladder.index(after[code]) for code in ladder[1:] if code != "S"]  # S is ignored where DR is S
            assert worth == sorted(worth), (terrain, level)
    assert changes("city", "unchanged")["DR3"] == "DR3"
    assert {changes("city", "ignored")[code] for code in ("E", "E2", "E3", "DR", "DR2", "DR3", "S", "F")} == {"-"}


def test_bounds_of_clearing_the_hex_are_those_of_every_bonus_and_version() -> None:
    """Major city: DR to DR3 all stand, or none; and 30 against 7 has the column of every bonus from 2 to 4."""
    answer = asked(30, 7, terrain="major_city")
    assert (answer.family, answer.member, answer.basis) == ("terrain_ranges", "as guessed", "assumed")
    chances = [law.marginal("is_emptied").probability(bool) for law in answer.afters]
    in_the_clear = [emptied(asked(30, 7 + bonus)) for bonus in range(2, 5)]
    assert max(chances) == max(in_the_clear)  # the defender's results unchanged
    assert min(chances) == 0  # all of them ignored
    assert emptied(answer) in chances
    shown = asked(30, 7, terrain="major_city", central_only=True)
    assert (shown.law, shown.after, shown.family, shown.laws) == (answer.law, answer.after, "", ())


@pytest.mark.parametrize("attack", range(8, 60, 7))
def test_columns_of_the_range_are_those_of_the_bonuses(attack: int) -> None:
    """Forest has 0 to 2 and an open river 1 to 3: 1 to 5 together; a river leaves results alone."""
    answer = asked(attack, 6, terrain="forest", across="river")
    of_each_bonus = [asked(attack, 6 + bonus).law for bonus in range(1, 6)]
    assert printed(*answer.laws, answer.law) == printed(*of_each_bonus)


def test_an_owners_bonus_ends_its_range_and_replaces_hex_and_hexside() -> None:
    told = asked(30, 7, terrain="major_city", across="river", terrain_bonus=4)
    assert told.final_column == asked(30, 11).final_column
    assert [one.id for one in told.applied] == ["terrain_bonus"]
    assert printed(*told.laws) == printed(told.law)
    assert told.basis == "assumed"  # results of a major city are still guessed
    assert asked(30, 7, terrain_bonus=4).basis == "rulebook"


def test_clear_terrain_and_what_is_known_have_no_range() -> None:
    assert asked(30, 7).family == ""
    assert list(grounds((), ())) == [Ground()]
    village = asked(30, 7, terrain="village")  # its bonus is known, some of its results are not
    assert printed(*village.laws) == printed(village.law)
    both = asked(30, 7, terrain="city", attacker_elite=True)
    assert (both.family, both.member) == ("elite_blocks, terrain_ranges", "threes, as guessed")


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_rattenkrieg_is_a_step_each_in_five_of_six(steps: int) -> None:
    facts: dict[str, Any] = {"fortress_level": 8, "defender_steps": steps, "attacker_steps": steps}
    plain, fought = asked(30, 9, **facts), asked(30, 9, **facts, rattenkrieg=True)
    assert plain.after is not None
    assert fought.after is not None
    assert fought.law == plain.law
    instead = tuple(
        {"attacker_step_losses": 1, "defender_step_losses": 1, "is_emptied": int(steps == 1)}.get(name, 0)
        for name in plain.after.fields
    )
    expected = {outcome: p / 6 for outcome, p in plain.after}
    expected[instead] = expected.get(instead, Fraction(0)) + Fraction(5, 6)
    assert dict(fought.after) == expected


def test_rattenkrieg_of_one_roll_has_a_die_of_its_own() -> None:
    facts: dict[str, Any] = {"attack": 40, "defense": 9, "fortress_level": 8}
    plain = after_roll(np.array([6, 6, 1, 1]), **facts)
    for die in range(1, 7):
        found = after_roll(np.array([6, 6, 1, 1, die]), **facts, rattenkrieg=True)
        assert found == (plain if die == 6 else {
            **dict.fromkeys(plain, 0), "attacker_step_losses": 1, "defender_step_losses": 1,
        })  # fmt: skip
