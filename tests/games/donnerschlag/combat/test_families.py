"""Donnerschlag where the table is not printed: families against every member, the marker, and a table typed in."""

import csv
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis.fights.odds import as_json
from analysis.sources.audit import write_checksum
from sim.game import load_game
from sim.games.donnerschlag.combat import families as assumed
from sim.games.donnerschlag.combat.column import CRT
from sim.games.donnerschlag.combat.facts import AIMS
from sim.games.donnerschlag.combat.families import BELOW_RESULT, RESULTS
from sim.games.donnerschlag.combat.results import demand_of
from sim.numbers.family import CrtFamily, crt_family
from sim.numbers.rawfiles import RAW
from tests.games.donnerschlag.combat.fights import ask, chances, column

BOTH = (False, True)


# the families ---------------------------------------------------------------------------------------------------------


def law_of_cells(cells: Iterable[int]) -> dict[str, Fraction]:
    counted = Counter(RESULTS[int(cell)] for cell in cells)
    return {code: Fraction(n, 6) for code, n in counted.items()}


@pytest.mark.in_turn
@pytest.mark.parametrize("structure", ["monotone", "diagonal"])
@pytest.mark.parametrize("label", CRT.column_labels)
def test_bounds_are_those_over_every_member_of_the_column(structure: str, label: str) -> None:
    members = [law_of_cells(cells) for cells in assumed.family(structure).members(column(label)).tolist()]
    ratio = Fraction(label.split(":")[0])
    facts = {"attack": ratio.numerator, "defense": ratio.denominator, "family": structure}
    answer = ask(**facts, attacker_steps=2, defender_steps=2)
    assert chances(answer.law) == members[0]
    known = {code for member in members for code in member}
    assert {RESULTS[number] for (number,) in answer.bounds} == known
    for (number,), bounds in answer.bounds.items():
        found = [member.get(RESULTS[number], Fraction(0)) for member in members]
        assert bounds == (min(found), max(found)), RESULTS[number]
    cleared = [law.marginal("is_cleared").probability(lambda yes: yes) for law in answer.afters]
    by_hand = [sum(p for code, p in m.items() if demand_of(code).defender_hexes) for m in members]
    assert (min(cleared), max(cleared)) == (min(by_hand), max(by_hand))


@pytest.mark.parametrize(("structure", "label"), [("monotone", "1.5:1"), ("diagonal", "1.5:1"), ("diagonal", "5:1")])
def test_bounds_of_a_mixture_are_those_over_every_pair_of_columns(structure: str, label: str) -> None:
    """Two columns at once, each with its part; what they come to together with losses, where 2 steps are the end."""
    ratio, at = Fraction(label.split(":")[0]), column(label)
    told = {"attack": ratio.numerator, "defense": ratio.denominator, "family": structure}
    answer = ask(**told, card=("attacker:1-4:shift+1",), attacker_steps=2, defender_steps=2)
    tables = assumed.every(structure, product(range(6), (at, at + 1)))
    which = np.arange(len(RESULTS))
    shares = (tables[:, :, at, None] == which).sum(axis=1) * 2 + (tables[:, :, at + 1, None] == which).sum(axis=1) * 4
    for (number,), bounds in answer.bounds.items():
        assert bounds == (Fraction(int(shares[:, number].min()), 36), Fraction(int(shares[:, number].max()), 36))
    kills = np.array([demand_of(code).defender_steps >= 2 for code in RESULTS])
    gone = [law.marginal("is_defender_eliminated").probability(lambda yes: yes) for law in answer.afters]
    found = shares[:, kills].sum(axis=1)
    assert (min(gone), max(gone)) == (Fraction(int(found.min()), 36), Fraction(int(found.max()), 36))


LADDER = ("a", "b", "c")


@pytest.mark.parametrize("structure", ["monotone", "diagonal"])
@pytest.mark.parametrize("rows", [("???", "?b?", "???"), ("a??", "???", "??c"), ("???", "???", "???")])
@pytest.mark.parametrize("columns", [(0,), (0, 1), (0, 2), (0, 1, 2)])
def test_fillings_of_some_columns_are_those_of_all_whole_tables(
    structure: str, rows: tuple[str, ...], columns: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = tuple(tuple(row) for row in rows)
    small = replace(CRT, cells=cells, row_labels=("1", "2", "3"), column_labels=("1", "2", "3"))
    member = crt_family(small, LADDER, structure)
    monkeypatch.setattr(assumed, "family", lambda _: member)
    allowed = TABLES[are_in(member, TABLES)]
    found = assumed.every(structure, product(range(3), columns))
    assert (found[0] == member.central).all()
    as_text = [found_.tobytes() for found_ in found[:, :, columns]]
    assert len(as_text) == len(set(as_text))
    assert set(as_text) == {table.tobytes() for table in allowed[:, :, columns]}
    for event in product(BOTH, repeat=3):
        monkeypatch.setattr(assumed, "RESULTS", LADDER)
        ends = assumed.extremes(structure, np.array([event]))
        inside, reached = (np.array(event)[tables].sum(axis=(1, 2)) for tables in (allowed, ends))
        assert are_in(member, ends).all()
        assert (reached.min(), reached.max()) == (inside.min(), inside.max())


TABLES = np.array(list(product(range(3), repeat=9)), np.int16).reshape(-1, 3, 3)
"""Every table of three rows, columns and results."""


def are_in(member: CrtFamily, tables: Any) -> Any:
    """Whether whole tables are members of the family, cell by cell, shape (tables,)."""
    rises = [(np.diff(tables, axis=axis) >= 0).all(axis=(1, 2)) for axis in (1, 2)]
    holds = (tables[:, member.is_known] == member.low[member.is_known]).all(axis=1)
    is_same = (tables[:, 1:, :-1] == tables[:, :-1, 1:]).all(axis=(1, 2))
    return rises[0] & rises[1] & holds & (is_same | (member.structure == "monotone"))


def test_a_modified_roll_that_reads_only_the_printed_cell_is_exact() -> None:
    answer = ask(drm=5, attacker_steps=2, defender_steps=2)
    assert (answer.basis, answer.family, chances(answer.law)) == ("rulebook", "", {"1DR": Fraction(1)})


# Schlachtenglück ------------------------------------------------------------------------------------------------------


Worth = tuple[Fraction, Fraction]


def worth_by_hand(code: str, aim: str) -> Worth:
    demand = demand_of(code)
    lost, inflicted = min(demand.attacker_steps, 2), min(demand.defender_steps, 2)
    cleared = int(demand.defender_hexes > 0 or inflicted == 2)
    first, then = {
        "clear": (cleared, inflicted - lost), "spare": (-lost, cleared),
        "bleed": (inflicted, cleared), "exchange": (inflicted - lost, cleared),
    }[aim]  # fmt: skip
    return Fraction(first), Fraction(then)


def mean(values: list[Worth]) -> Worth:
    first, second = (sum((v[i] for v in values), Fraction(0)) / len(values) for i in (0, 1))
    return first, second


def kept_by_hand(cells: list[int], aim: str) -> list[bool]:
    """Which natural rolls are kept: those worth no less than a new one."""
    worth = [worth_by_hand(RESULTS[cell], aim) for cell in cells]
    return [w >= mean(worth) for w in worth]


def law_by_hand(cells: list[int], aim: str) -> Counter[str]:
    law: Counter[str] = Counter()
    for cell, is_kept in zip(cells, kept_by_hand(cells, aim), strict=True):
        law.update({RESULTS[cell]: 6} if is_kept else Counter(RESULTS[c] for c in cells))
    return law


@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("label", ["1:1", "2:1", "4:1"])
def test_no_other_rule_for_rolling_again_is_better(aim: str, label: str) -> None:
    """All 64 sets of natural rolls to keep, at every hundredth member of a column."""
    for cells in assumed.DEFAULT.members(column(label)).tolist()[::100]:
        worth = [worth_by_hand(RESULTS[cell], aim) for cell in cells]
        again = mean(worth)
        rules = {kept: mean([w if k else again for w, k in zip(worth, kept, strict=True)])
                 for kept in product((False, True), repeat=6)}  # fmt: skip
        assert rules[tuple(kept_by_hand(cells, aim))] == max(rules.values())


@pytest.mark.in_turn
@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("label", ["1:1", "2:1", "4:1"])
def test_rolling_again_has_the_bounds_of_every_member(aim: str, label: str) -> None:
    laws = [law_by_hand(cells, aim) for cells in assumed.DEFAULT.members(column(label)).tolist()]
    told = {"attack": int(label[0]), "defense": 1, "schlachtenglueck": "attacker", "aim": aim}
    answer = ask(**told, attacker_steps=2, defender_steps=2)
    assert chances(answer.law) == {code: Fraction(n, 36) for code, n in laws[0].items()}
    assert {RESULTS[number] for (number,) in answer.bounds} == {code for law in laws for code in law}
    for (number,), bounds in answer.bounds.items():
        found = [law[RESULTS[number]] for law in laws]
        assert bounds == (Fraction(min(found), 36), Fraction(max(found), 36)), RESULTS[number]


Hand = list[tuple[str, int, int]]


def value_by_hand(cards: Hand, shift: int, holder: str, aim: str) -> Worth:
    """The worth of 2:1 on the central diagonal table, both sides looking ahead: die by die, in fractions."""
    if not cards:
        at = min(max(column("2:1") + shift, -1), len(CRT.column_labels) - 1)
        cells = assumed.family("diagonal").central[:, at].tolist()
        worth = [worth_by_hand(BELOW_RESULT if at < 0 else RESULTS[cell], aim) for cell in cells]
        return mean([max(w, mean(worth)) if holder == "attacker" else w for w in worth])
    (owner, faces, change), *rest = cards
    after = [value_by_hand(rest, shift + change * (face <= faces), holder, aim) for face in range(1, 7)]
    if holder != owner:
        return mean(after)
    other = "defender" if holder == "attacker" else "attacker"
    again = mean([value_by_hand(rest, shift + change * (face <= faces), other, aim) for face in range(1, 7)])
    return mean([max(one, again) if owner == "attacker" else min(one, again) for one in after])


HANDS: list[Hand] = [
    [("attacker", 3, 1)], [("defender", 2, -2)], [("attacker", 4, 2), ("defender", 3, -1)],
    [("defender", 3, -2), ("attacker", 2, 1), ("defender", 1, -1)],
]  # fmt: skip


@pytest.mark.in_turn
@pytest.mark.parametrize("aim", AIMS)
@pytest.mark.parametrize("holder", ["none", "attacker", "defender"])
def test_marker_and_cards_are_played_as_looking_ahead_says(holder: str, aim: str) -> None:
    for cards in HANDS:
        texts = tuple(f"{owner}:1-{n}:shift{change:+d}" for owner, n, change in cards)
        told = {"card": texts, "schlachtenglueck": holder, "aim": aim, "attacker_steps": 2, "defender_steps": 2}
        law = chances(ask(family="diagonal", **told).law)
        worth = [sum(p * worth_by_hand(code, aim)[part] for code, p in law.items()) for part in (0, 1)]
        assert tuple(worth) == value_by_hand(cards, 0, holder, aim)


def test_a_defender_without_dice_has_no_use_for_the_marker() -> None:
    plain, held = ask(attacker_steps=2, defender_steps=2), ask(
        attacker_steps=2, defender_steps=2, schlachtenglueck="defender"
    )  # fmt: skip
    assert held == replace(plain, rules=held.rules)


# a typed table --------------------------------------------------------------------------------------------------------

INVENTED = ("A2R", "A1R", "A1", "AR", "-", "A1D1R", "DR", "1D", "1DR", "D1R", "2DR", "A1DR", "3DR")


def typed(folder: Path, cells: dict[tuple[str, str], str]) -> Path:
    """A copy of the number files with some cells of the table typed in and accepted."""
    raw = folder / "raw"
    shutil.copytree(RAW, raw)
    path = raw / "donnerschlag" / "crt.csv"
    rows = list(csv.reader(path.read_text(encoding="utf8").splitlines()))
    for row in rows[1:]:
        row[1:] = [cells.get((row[0], label), cell) for label, cell in zip(rows[0][1:], row[1:], strict=True)]
    path.write_text("\n".join(",".join(row) for row in rows) + "\n", encoding="utf8")
    write_checksum(path, raw)
    return raw


ASK = """
import json, sys
from analysis.fights.odds import as_json, odds
from sim.game import load_game
told = json.load(sys.stdin)
print(json.dumps([as_json(load_game("donnerschlag"), odds("donnerschlag", **one)) for one in told]))
"""


def asked_there(raw: Path, *facts: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers over other number files, all by one process of their own."""
    done = subprocess.run(
        [sys.executable, "-c", ASK], input=json.dumps(facts),
        capture_output=True, text=True, check=False, env={**os.environ, "KESSEL_RAW": str(raw)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_a_complete_table_makes_every_answer_exact(tmp_path: Path) -> None:
    """An invented table that no family allows: worse to the right in places, codes of both spellings and sides."""
    table = {
        (row, label): INVENTED[(3 * int(row) + 5 * at) % len(INVENTED)]
        for row in CRT.row_labels for at, label in enumerate(CRT.column_labels)
    }  # fmt: skip
    raw = typed(tmp_path, table)
    ratios = [Fraction(label.split(":")[0]) for label in CRT.column_labels]
    steps = {"attacker_steps": 3, "defender_steps": 2}
    plain = [{"attack": one.numerator, "defense": one.denominator, **steps} for one in ratios]
    marked = {"attack": 6, "defense": 4, "card": ["attacker:1-3:shift+1"], "schlachtenglueck": "attacker"}
    *answers, rolled_again = asked_there(raw, *plain, {**marked, "aim": "spare"})
    for label, answer in zip(CRT.column_labels, answers, strict=True):
        assert answer["basis"] == "rulebook"
        assert "family" not in answer
        assert all("p_low" not in row for row in (*answer["outcomes"], *answer["after_choices"]))
        expected = Counter(table[row, label] for row in CRT.row_labels)
        assert {o["result"]: Fraction(o["probability"]) for o in answer["outcomes"]} == {
            code: Fraction(n, 6) for code, n in expected.items()
        }, label
    assert (rolled_again["basis"], "family" in rolled_again) == ("rulebook", False)


def test_a_column_typed_alone_is_exact_and_narrows_the_others(tmp_path: Path) -> None:
    raw = typed(
        tmp_path,
        {(row, "3:1"): code for row, code in zip(CRT.row_labels, ["AR", "-", "-", "DR", "DR", "2DR"], strict=True)},
    )
    exact, left = asked_there(raw, {"attack": 3, "defense": 1}, {"attack": 2, "defense": 1})
    assert (exact["basis"], "family" in exact) == ("rulebook", False)
    assert {o["result"] for o in left["outcomes"]} == {"A1R", "A1", "AR", "-", "1D", "DR", "1DR"}
    worst = {o["result"]: o["p_high"] for o in left["outcomes"]}
    assert worst["DR"] == pytest.approx(2 / 6)
    assert worst["-"] == pytest.approx(4 / 6)


def test_the_answer_tells_its_family_and_its_bounds() -> None:
    shown = as_json(load_game("donnerschlag"), ask(attacker_steps=2, defender_steps=2))
    assert (shown["family"], shown["member"], shown["basis"]) == ("monotone", "central", "assumed")
    assert all(row["p_low"] <= row["p"] <= row["p_high"] for row in (*shown["outcomes"], *shown["after_choices"]))
