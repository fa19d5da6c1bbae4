"""Combat of Traces of Hubris against brute force, over its families, with an owner's table, and what it refuses."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import as_json, odds
from analysis.sources.accept import accept
from sim.combat import CombatOdds
from sim.dice import all_rolls
from sim.errors import GameError
from sim.exact import Law
from sim.game import load_game
from sim.games.traces_of_hubris.combat.column import (
    attack_strength,
    final_column,
    first_column,
    terrain_shift,
)
from sim.games.traces_of_hubris.combat.facts import HEXES, OPTIONS, Fight
from sim.games.traces_of_hubris.combat.odds import UNDER_THE_TABLE, every_column
from sim.games.traces_of_hubris.combat.results import FIELDS, advance_hexes, after_table
from sim.games.traces_of_hubris.combat.table import (
    BELOW,
    COLUMNS,
    CRT,
    DEMANDS,
    FAMILIES,
    NO_ATTACK,
    READING,
    RESULTS,
    combat_result,
    demand_by_parts,
    demand_of,
)
from sim.numbers.rawfiles import RAW, RuleDataError, read_raw
from sim.numbers.tables import load_list

GAME = "traces_of_hubris"
BOTH = (False, True)
ODDS = [Fraction(n) for n in ("1", "3/2", "2", "3", "4", "5", "6", "7", "8", "9", "10")]
PRINTED = ("2:1", "3:1", "4:1")
TOLD = {"attacker_units": ("2", "2"), "defender_units": ("2", "2")}


def ask(attack: int = 9, defense: int = 3, **facts: Any) -> CombatOdds:
    return odds(GAME, attack=attack, defense=defense, **facts)


def law_of(law: Law | None) -> dict[str, Fraction]:
    assert law is not None
    return {RESULTS[at]: p for (at,), p in law}


# odds -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nearest", BOTH)
def test_odds_agree_with_fractions(nearest: bool) -> None:
    for attack, defense in product(range(61), range(1, 21)):
        ratio = Fraction(attack, defense)
        if nearest:
            plain = min(range(11), key=lambda at: (abs(ODDS[at] - ratio), at)) if ratio >= 1 else BELOW
        else:
            plain = sum(ratio >= one for one in ODDS) - 1
        assert first_column(attack, defense, nearest=nearest) == plain
        whole = min(range(61), key=lambda n: (abs(n - ratio), n)) if nearest else int(ratio)
        kept = 10 + whole - 10 if plain == 10 and whole > 10 else plain
        assert first_column(attack, defense, nearest=nearest, clamp_last=True) == kept


def final_by_hand(position: int, terrain: int, air: int, order: str) -> int:
    if position < 0:
        return BELOW
    if order == "together":
        return min(position + terrain + air, 10) if position + terrain + air >= 0 else BELOW
    if position + terrain < 0:
        return BELOW
    if order == "first":
        return min(min(position + air, 10) + terrain, 10)
    return min(position + terrain + air, 10)


@pytest.mark.parametrize("order", ["last", "first", "together"])
def test_final_columns_agree_with_the_rule_written_out(order: str) -> None:
    for position, terrain, air in product(range(-1, 16), range(-5, 4), range(4)):
        assert final_column(position, terrain, air, order) == final_by_hand(position, terrain, air, order)


def test_rivers_halve_each_hex_or_all_together() -> None:
    for dry, across in product(range(4), [c for n in range(4) for c in product(range(1, 6), repeat=n)]):
        assert attack_strength(dry, across) == dry + sum(strength // 2 for strength in across)
        assert attack_strength(dry, across, together=True) == dry + sum(across) // 2
    assert ask(4, 6, across_river=("3", "3")).final_column == "1:1"
    assert ask(4, 7, across_river=("3", "3")).cancelled
    assert ask(4, 7, across_river=("3", "3"), halve_together=True).final_column == "1:1"


def test_every_fact_reaches_the_column() -> None:
    assert ask(26, 9, rounding="nearest").final_column == "3:1"
    assert ask(12, 1, terrain=("wood", "town"), clamp_last=True).final_column == "10:1+"
    assert ask(9, 1, terrain=("town",), air_markers=1, air_order="first").final_column == "9:1"
    assert ask(1, 1, terrain=("town",), air_markers=1, air_order="together").final_column == "1.5:1"
    assert ask(3, 1, terrain=("town",), air_markers=2, air_on_towns="cities-and-towns").final_column == "4:1"
    assert ask(3, 1, terrain=("town",), air_markers=1, air_on_towns="cities").final_column == "4:1"
    assert ask(9, 3, terrain=("town",), fort="ready", shift=1).final_column == "2:1"
    assert ask(9, 3, terrain=("town",), fort="reduced", shift=1).final_column == "3:1"
    assert ask(9, 3, attacker="soviet", terrain=("wood",)).final_column == "2:1"


def test_air_support_never_rescues_an_attack() -> None:
    """Odds below 1:1 before or after terrain stay impossible [10.2]."""
    for attack, terrain, markers in product(range(1, 13), ((), ("town",), ("wood", "town")), (0, 1)):
        answer = ask(attack, 6, terrain=terrain or ("clear",), air_markers=markers)
        assert answer.cancelled == (attack < {0: 6, 1: 9, 2: 12}[len(terrain)])
        assert (answer.final_column == UNDER_THE_TABLE) == answer.cancelled


def test_no_defense_is_the_last_column_whatever_the_terrain() -> None:
    for terrain, retreated in product((("clear",), ("wood", "city")), BOTH):
        answer = ask(1, 0, terrain=terrain, all_retreated=retreated, shift=-3)
        assert (answer.final_column, answer.applied) == ("10:1+", ())
    onto = {"terrain": ("town",), "fort": "ready"}
    assert ask(3, 0, **onto).final_column == "2:1"  # units of no strength, and the marker's 1
    assert ask(3, 0, **onto, all_retreated=True).final_column == "10:1+"
    assert ask(3, 0, **onto, all_retreated=True, marker_defends=True).final_column == "2:1"


def test_terrain_is_that_of_the_chart_and_a_range_where_it_lacks() -> None:
    chart = load_list(GAME, "terrain")
    assert set(HEXES) == {row["terrain"] for row in chart.rows} - {"water"}
    for name in HEXES:
        known = chart[name]["column_shift"]
        central, low, high = terrain_shift(name)
        assert low <= central <= high
        assert (low == high) == (name == "clear" or known != "?")
        assert known == "?" or {central, low, high} == {int(known)}
    assert {row["id"] for row in load_list(GAME, "terrain_shifts").rows} == {"city", "mountain"}


def test_an_answer_tells_its_odds_its_shifts_its_rules_and_what_it_rests_on() -> None:
    answer = ask(36, 3, terrain=("wood", "town"), air_markers=1, shift=-1, clamp_last=True)
    assert (answer.initial_odds, answer.final_column, answer.basis) == ("12:1", "10:1+", "assumed")
    assert [(one.id, one.value, one.rule) for one in answer.applied] == [
        ("wood", -1, "10.2"), ("town", -1, "10.2"), ("offensive_air_support", 2, "7.0"), ("shift", -1, "10.2")
    ]  # fmt: skip
    assert answer.rules == ("10.1", "10.2", "10.3", "7.0")
    assert ask(9, 3, terrain=("town",)).basis == "rulebook"
    assert ask(9, 3, terrain=("town",), **TOLD).basis == "inferred"  # what a result without a figure asks for
    assert ask(9, 3, terrain=("wood",)).basis == "inferred"
    assert ask(12, 1, terrain=("wood",), **TOLD).basis == "assumed"
    assert ask(2, 3, terrain=("city",)).basis == "assumed"
    assert ask(2, 3).basis == "rulebook"
    assert ask(9, 3, **TOLD).rules == ("10.1", "10.2", "10.3", "10.4", "10.5")


# results --------------------------------------------------------------------------------------------------------------


def test_codes_by_their_parts_say_what_the_list_of_codes_says() -> None:
    for row in load_list(GAME, "crt_codes").rows:
        figures = tuple(int(row[part]) for part in ("attacker_step_losses", "defender_step_losses", "retreat_hexes"))
        for asked in (demand_of(row["code"]), demand_by_parts(row["code"])):
            assert (asked.attacker_steps, asked.defender_steps, asked.retreat_hexes) == figures
    for more, asks in {
        "A2": (2, 0, 0), "AE": (None, 0, 0), "1R": (0, 1, 1), "3RR": (0, 3, 2), "D2": (0, 2, 0), "2": (0, 2, 0),
        "DE": (0, None, 0), "A1/R": (1, 0, 1), "A2/1RR": (2, 1, 2), "-": (0, 0, 0),
    }.items():  # fmt: skip
        found = demand_of(more)
        assert (found.attacker_steps, found.defender_steps, found.retreat_hexes) == asks, more
    for nonsense in ("", "A", "X", "RRR", "/", "A1/", "EX", "R1"):
        with pytest.raises(RuleDataError, match="is no result; expected one such as"):
            demand_of(nonsense)


def test_every_code_that_may_be_typed_can_be_read() -> None:
    sidecar = read_raw(RAW / GAME / "crt.csv").sidecar["codes"]
    assert {row["code"] for row in load_list(GAME, "crt_ladder").rows} <= set(sidecar)
    for code, about in sidecar.items():
        demand = demand_of(code)
        assert ("attacker" in about) == (demand.attacker_steps != 0)
        assert ("retreats" in about) == (demand.retreat_hexes > 0)
        assert READING.class_of({"result": code}) in READING.classes


FORT_STEPS = {"none": 0, "reduced": 1, "ready": 2}


def ways_by_hand(steps: int, hexes: int, f: dict[str, Any]) -> list[tuple[bool, dict[str, int]]]:
    """Every way to meet a result, with what it comes to: choose hexes to pay, share out the losses, walk."""
    marker, units, ways = FORT_STEPS[f["fort"]], [int(u) for u in f["defender_units"]], []
    for paid, m, lost in product(range(hexes + 1), range(marker + 1), product(*(range(u + 1) for u in units))):
        if (paid and not marker) or (f["conversion"] == "all" and 0 < paid < hexes):
            continue
        if m + sum(lost) != min(steps + paid, marker + sum(units)):
            continue
        go, end = hexes - paid, []
        for unit, gone in zip(units, lost, strict=True):
            toll = (0, f["ezoc_in_one"], f["ezoc_in_two"])[go] if go <= f["defender_room"] else unit
            end.append(max(unit - gone - toll, 0))
        alive = any(end)
        wanted = {"best": paid, "retreat": 0, "steps": hexes, "split": hexes // 2}[f["defender_takes"]]
        ways.append((
            paid == wanted,
            {"steps": sum(units) - sum(end), "gone": end.count(0), "marker": m, "hexes": go * alive,
             "is_gone": not alive, "cleared": not alive or go > 0},
        ))  # fmt: skip
    return ways


ORDER = {
    "hold": ("cleared", "steps", "gone", "marker", "hexes"), "spare": ("steps", "gone", "cleared", "marker", "hexes"),
    "marker": ("cleared", "marker", "steps", "gone", "hexes"),
}  # fmt: skip
STACKS = [c for n in (1, 2, 3) for c in combinations_with_replacement("12", n)]
WAYS_OUT = [(2, 0, 0), (2, 0, 1), (2, 1, 1), (2, 1, 2), (2, 1, 0), (1, 0, 0), (1, 1, 0), (0, 0, 0)]


@pytest.mark.in_turn
@pytest.mark.parametrize("aim", ["hold", "spare", "marker"])
def test_the_defender_chooses_the_best_of_all_ways(aim: str) -> None:
    for fort, units, (room, one, two), takes, how in product(
        FORT_STEPS, STACKS, WAYS_OUT, ("best", "retreat", "steps", "split"), ("each", "all")
    ):
        if (fort == "none" and (takes in ("steps", "split") or how == "all")) or (takes == "split" and how == "all"):
            continue
        facts: dict[str, Any] = {
            "fort": fort, "defender_units": units, "defender_room": room, "ezoc_in_one": one, "ezoc_in_two": two,
            "defender_takes": takes, "conversion": how, "defender_aim": aim,
        }  # fmt: skip
        table = after_table(Fight(attack=1, defense=1, attacker_units=("2",), **facts))
        assert table is not None
        for row, demand in zip(table.tolist(), DEMANDS, strict=True):
            assert demand.defender_steps is not None
            ways = [w for is_open, w in ways_by_hand(demand.defender_steps, demand.retreat_hexes, facts) if is_open]
            best = min(ways, key=lambda way: [way[name] for name in ORDER[aim]])
            found = dict(zip(FIELDS, row, strict=True))
            names = (
                "defender_step_losses", "defender_units_eliminated", "fortification_step_losses",
                "defender_retreat_hexes", "is_defender_eliminated", "is_cleared",
            )  # fmt: skip
            assert [found[name] for name in names] == list(best.values()), (facts, demand)


def test_the_attacker_loses_as_few_units_as_he_can() -> None:
    for n in range(1, 5):
        for units in combinations_with_replacement((1, 2), n):
            table = after_table(
                Fight(attack=1, defense=1, defender_units=("1",), attacker_units=tuple(map(str, units)))
            )
            assert table is not None
            for row, demand in zip(table.tolist(), DEMANDS, strict=True):
                lost = min(demand.attacker_steps or 0, sum(units))
                shares = [s for s in product(*(range(u + 1) for u in units)) if sum(s) == lost]
                fewest = min(sum(u == s for u, s in zip(units, share, strict=True)) for share in shares)
                assert row[:2] == [lost, fewest]
                assert row[FIELDS.index("is_attacker_eliminated")] == (lost == sum(units))


def test_the_advance_goes_two_hexes_only_for_the_mechanized_with_a_clear_hex_beyond() -> None:
    for mechanized, beyond in product(BOTH, BOTH):
        most = 2 if mechanized and beyond else 1
        assert advance_hexes(mechanized, beyond) == most
        after = ask(9, 3, **TOLD, mechanized=mechanized, clear_beyond=beyond).after
        assert after is not None
        for outcome, _ in after:
            told = dict(zip(after.fields, outcome, strict=True))
            assert told["advance_hexes"] == (most if told["is_cleared"] else 0)


# the table and its families -------------------------------------------------------------------------------------------


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


# an owner's table -----------------------------------------------------------------------------------------------------

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


# refusals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"attack": 0}, "attack is 0; expected a whole number from 1"),
        ({"attack": 0, "across_river": ("x",)}, "across_river is x; expected for each hex a whole number"),
        ({"across_river": ("0",)}, "across_river is 0; expected for each hex"),
        ({"across_river": ("3",) * 6}, "expected at most 5 hexes"),
        ({"attack": 0, "across_river": ("3",) * 7}, "expected at most 6 hexes"),
        ({"terrain": ()}, "terrain is empty; expected one of clear, wood, mountain"),
        ({"terrain": ("water",)}, "terrain is water; expected one of"),
        ({"terrain": ("town", "city")}, "terrain is town, city; expected one of"),
        ({"terrain": ("wood", "wood")}, "terrain is wood, wood; expected one of"),
        ({"fort": "ready"}, "fort is 'ready'; expected none outside cities"),
        ({"fort": "ready", "terrain": ("city",), "attacker": "soviet"}, "expected none where Soviets attack"),
        ({"all_retreated": True}, "defense is 3; expected 0 where all units retreated"),
        ({"defense": 0, "all_retreated": True, "marker_defends": True}, "marker_defends is yes; expected no, unless"),
        ({"air_markers": 2}, r"air_markers is 2; expected at most 1 on this hex \[7.0\]"),
        ({"air_markers": 2, "terrain": ("town",), "air_on_towns": "cities"}, "at most 1 on this hex"),
        ({"air_markers": 3, "terrain": ("city",), "air_on_towns": "cities"}, "3; expected a whole number from 0 to 2"),
        ({"air_markers": 1, "air_used": 3}, "expected at most 0 after 3 in this activation"),
        ({"air_markers": 1, "minors_only": True}, "expected 0 where no German unit attacks"),
        ({"air_markers": 1, "attacker": "soviet"}, "air_markers is 1; expected 0 where Soviets attack"),
        ({"minors_only": True, "attacker": "soviet"}, "minors_only is yes; expected no where Soviets attack"),
        ({"attacker_units": ("3",)}, "attacker_units is 3; expected for each unit its steps, 1 or 2"),
        ({"attacker_units": ("2",) * 4}, "expected at most 3 units: 3 in a hex"),
        ({"attacker_units": ("2",), "across_river": ("3",)}, "expected at least 2 units"),
        ({"defender_units": ("2",) * 4}, "defender_units is 2, 2, 2, 2; expected at most 3 units"),
        ({"ezoc_in_two": 1, "defender_room": 1}, "ezoc_in_two is 1; expected 0 where the defender can retreat 1 hexes"),
        ({"defender_takes": "steps"}, "expected best or retreat where there is no fortification"),
        ({"attack": 0, "across_river": ("9",), "mechanized": True}, "expected no where all attack across a river"),
        ({"family": "parabolic"}, "family is 'parabolic'; expected one of diagonal, monotone"),
    ],
)  # fmt: skip
def test_facts_that_cannot_be_are_refused_in_one_line(facts: dict[str, Any], message: str) -> None:
    # [2.1, 2.2, 5.0]
    with pytest.raises(GameError, match=message) as caught:
        ask(**facts)
    assert "\n" not in str(caught.value)


def test_a_split_needs_hexes_paid_apart() -> None:
    facts: dict[str, Any] = {"terrain": ("town",), "fort": "ready", "defender_takes": "split"}
    with pytest.raises(GameError, match="expected best, retreat or steps where conversion is all"):
        ask(**facts, conversion="all")
    assert not ask(**facts).cancelled


def test_options_stand_in_the_order_of_the_sequence() -> None:
    names = [option.name for option in OPTIONS]
    order = ["terrain", "attack", "defense", "rounding", "air_markers", "family", "defender_takes", "mechanized"]
    assert [name for name in names if name in order] == order
    assert np.all([option.help for option in OPTIONS])
