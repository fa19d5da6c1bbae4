"""Combat of Traces of Hubris: odds, columns and shifts against the rules written out; refusals."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from sim.errors import GameError
from sim.games.traces_of_hubris.combat.column import (
    attack_strength,
    final_column,
    first_column,
    terrain_shift,
)
from sim.games.traces_of_hubris.combat.facts import HEXES, OPTIONS
from sim.games.traces_of_hubris.combat.odds import UNDER_THE_TABLE
from sim.games.traces_of_hubris.combat.table import (
    BELOW,
)
from sim.numbers.tables import load_list
from tests.games.traces_of_hubris.combat.fights import BOTH, GAME, ODDS, TOLD, ask


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
