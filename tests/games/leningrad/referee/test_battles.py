"""Odds, shifts, retreats and advances on a hand-made board: each rule kept, and broken."""

from __future__ import annotations

import pytest

from sim.games.leningrad.referee import aftermath, battle, odds, retreat, supply
from sim.games.leningrad.referee.ground import RIVER
from sim.games.leningrad.referee.state import State
from sim.referee.events import Event
from tests.games.leningrad.referee.positions import FOOT, OTHER, TANK, breaks, event, side, state
from tests.games.leningrad.referee.scribe import plain


def test_retreats_go_to_safe_hexes_only() -> None:
    made = state(3, 3, g21="1010", s00="1009", g58="0808")
    unit = made.units["s00"]
    assert set(retreat.safe(made, unit, "1009", ["1010"])) == {"1008", "1109"}
    for other, text in (("1110", "no farther"), ("0909", "zone"), ("1006", "touch")):
        found = retreat.why_unsafe(made, unit, "1009", other, ["1010"])
        assert found
        assert text in found[1]
    assert retreat.why_unsafe(made, unit, "1009", "1008", ["1010"]) is None
    made.place(made.units["s01"], "1008")
    breaks("8.47", retreat.step, made, event("retreat", "s00", "1009", "1008"), ["1010"], 0)
    retreat.step(made, event("retreat", "s00", "1009", "1109"), ["1010"], 0)


@pytest.mark.parametrize(
    ("attack", "defense", "name"),
    [(11, 4, "2-1"), (4, 4, "1-1"), (3, 4, "1-2"), (2, 9, "1-5"), (30, 2, "15-1"), (1, 3, "1-3")],
)
def test_odds_are_rounded_for_the_defender(attack: int, defense: int, name: str) -> None:
    assert odds.label(odds.step_of(attack, defense)) == name


def fight(made: State, attackers: list[str], defenders: list[str], is_overrun: bool = False) -> battle.Battle:
    units = made.units
    found = battle.Battle(0, is_overrun, units[attackers[0]].side)
    found.attackers, found.defenders = [units[u] for u in attackers], [units[u] for u in defenders]
    found.hexes = sorted({unit.hex for unit in found.defenders}, key=made.ground.index)
    found.supplied = {unit.id: supply.is_supplied(made, unit) for unit in found.attackers + found.defenders}
    found.origins = {unit.id: unit.hex for unit in found.attackers + found.defenders}
    return found


def test_shifts_add_up() -> None:
    ground = plain()
    ground.terrain["0211"] = "hills"
    side(ground, "0210", "0211", RIVER)
    made = state(2, 2, s00="0211", s01="0210", g8_56="0210", g3_56="0210", gTOT_56="0210", ground=ground)
    made.place(made.units["s01"], "")
    battle_ = fight(made, [TANK, "3-56", "TOT-56"], ["s00"], True)
    assert odds.shifts(made, battle_) == {
        "overrun": -2, "hills": -2, "river": -1, "armor_attacker": 1, "panzer_corps_attacker": 1,
        "defender_out_of_supply": 2,
    }  # fmt: skip
    made.forts["fort0"] = "0211"
    assert "armor_attacker" not in odds.shifts(made, battle_)
    assert odds.shifts(made, battle_)["fort"] == -1


def settle(made: State, found: battle.Battle, results: tuple[str, str], *rows: Event) -> None:
    aftermath.settle(made, found, results, list(rows))


def lost(unit: str) -> list[Event]:
    return [event("step_loss", unit, value=0), event("eliminated", unit)]


def test_what_retreated_in_earlier_dies_with_a_beaten_defense() -> None:
    made = state(3, 3, g21="1010", s00="1009", s01="1009")
    found = fight(made, [FOOT], ["s00"])
    found.guests, found.hexes = [made.units["s01"]], ["1009"]
    breaks("8.2", settle, made, found, ("1", "-"), *lost("s00"))
    made = state(3, 3, g21="1010", s00="1009", s01="1009")
    found = fight(made, [FOOT], ["s00"])
    found.guests = [made.units["s01"]]
    settle(made, found, ("1", "-"), event("eliminated", "s01"), *lost("s00"))
    assert made.units["s00"].is_eliminated
    assert made.units["s01"].is_eliminated


def test_a_fort_goes_when_germans_come() -> None:
    for rows in ([], [event("fort_lost", "fort0", "1009")]):
        made = state(3, 3, g21="1010", s00="1009")
        made.forts["fort0"] = "1009"
        found = fight(made, [FOOT], ["s00"])
        told = [*lost("s00"), event("advance", FOOT, "1010", "1009"), *rows]
        if rows:
            settle(made, found, ("1", "-"), *told)
            assert not made.forts
        else:
            breaks("13.2", settle, made, found, ("1", "-"), *told)


def test_a_defender_advances_only_unharmed() -> None:
    for results, rule in ((("-", "1"), ""), (("1", "1"), "8.43")):
        made = state(3, 3, g21="1010", g58="1010", s00="1009", s01="1009")
        found = fight(made, [FOOT], ["s00", "s01"])
        made.place(made.units[OTHER], "0010")
        gone = event("retreat", FOOT, "1010", "1011")
        told = [gone, event("advance", "s00", "1009", "1010")]
        if rule:
            breaks(rule, settle, made, found, results, *lost("s01"), *told)
        else:
            settle(made, found, results, *told)
            assert [made.units[unit].hex for unit in (FOOT, "s00", "s01")] == ["1011", "1010", "1009"]


def test_two_hexes_of_advance_follow_two_of_retreat() -> None:
    for last, rule in (("1008", ""), ("1108", "8.48")):
        made = state(3, 3, g21="1010", s00="1009")
        found = fight(made, [FOOT], ["s00"])
        told = [event("retreat", "s00", "1009", "1008"), event("retreat", "s00", "1008", "1007")]
        told += [event("advance", FOOT, "1010", "1009"), event("advance", FOOT, "1009", last)]
        if rule:
            breaks(rule, settle, made, found, ("2", "-"), *told)
        else:
            settle(made, found, ("2", "-"), *told)


def test_a_city_takes_the_german_defender_his_shifts() -> None:
    ground = plain()
    ground.terrain["2604"] = "soviet_city"
    made = state(9, 7, s00="2603", g8_56="2604", g3_56="2604", gTOT_56="2604", ground=ground)
    assert odds.shifts(made, fight(made, ["s00"], [TANK, "3-56", "TOT-56"])) == {"defender_out_of_supply": 2}
    made = state(9, 3, s00="2604", g8_56="2603", ground=ground)
    found = odds.shifts(made, fight(made, [TANK], ["s00"]))
    assert found == {"soviet_city": -1, "armor_attacker": 1, "attacker_out_of_supply": -2}
