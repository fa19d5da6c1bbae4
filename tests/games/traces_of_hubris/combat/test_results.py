"""Results of a fight: codes, the defender's ways, losses of the attacker, the advance."""

from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from sim.games.traces_of_hubris.combat.facts import Fight
from sim.games.traces_of_hubris.combat.results import FIELDS, advance_hexes, after_table
from sim.games.traces_of_hubris.combat.table import (
    DEMANDS,
    READING,
    demand_by_parts,
    demand_of,
)
from sim.numbers.rawfiles import RAW, RuleDataError, read_raw
from sim.numbers.tables import load_list
from tests.games.traces_of_hubris.combat.fights import BOTH, GAME, TOLD, ask


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
