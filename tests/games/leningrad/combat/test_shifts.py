"""Column shifts of a fight against the shift table written out."""

from itertools import combinations, product
from typing import Any

import pytest

from sim.games.leningrad.combat.facts import TERRAIN, Fight
from sim.games.leningrad.combat.shifts import WORTH, net_shift, times_of
from sim.numbers.tables import load_list
from tests.games.leningrad.combat.fights import BOTH, ask


def shift_of(**facts: Any) -> int:
    fight = Fight(**{"attack": 1, "defense": 1, **facts})
    return int(net_shift(times_of(fight, fight.attacker_armor, fight.defender_armor)))


def shift_by_hand(f: dict[str, Any]) -> int:
    """The shift table once more, row by row, with plain conditions."""
    soviet_defends, cities = f["attacker"] == "german", "soviet-city" in f["terrain"]
    gives = {"clear": 0, "forest": 1, "marsh": 1, "town": 1, "hills": 0, "soviet-city": int(soviet_defends)}
    if f["city_is_town"]:
        gives["soviet-city"] += 1
    left = 2 * f["overrun"] + 2 * f["attacker_out_of_supply"] + max(gives[hex_] for hex_ in f["terrain"])
    left += 2 * ("hills" in f["terrain"]) + f["fort"] + f["river"] + f["defender_air"]
    if soviet_defends or not cities:
        left += f["defender_armor"] + f["defender_corps"]
    right = 2 * f["defender_out_of_supply"] + f["attacker_corps"] + f["attacker_air"] + 4 * f["surprise"]
    only_clear = all(hex_ == "clear" for hex_ in f["terrain"])
    if {"no-fort": not f["fort"], "clear": only_clear and not f["fort"], "any": True}[f["unfortified"]]:
        right += f["attacker_armor"]
    return int(right - left)


PLACES = (
    [(kind,) for kind in TERRAIN] + list(combinations(TERRAIN, 2)) + [("hills", "hills"), ("marsh", "town", "clear")]
)


@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_shifts_agree_with_the_table_written_out(attacker: str) -> None:
    german = attacker == "german"
    domain = {
        "attacker": (attacker,), "terrain": PLACES, "city_is_town": BOTH, "fort": BOTH if german else (False,),
        "attacker_armor": BOTH, "defender_armor": BOTH, "unfortified": ("no-fort", "clear", "any"),
        "attacker_corps": (0, 2) if german else (0,), "defender_corps": (0,) if german else (0, 3),
        "surprise": (False,) if german else BOTH,
    }  # fmt: skip
    plain = {
        "overrun": False, "attacker_out_of_supply": False, "defender_out_of_supply": False, "river": False,
        "attacker_air": 0, "defender_air": 0,
    }  # fmt: skip
    for values in product(*domain.values()):
        facts = {**plain, **dict(zip(domain, values, strict=True))}
        assert shift_of(**facts) == shift_by_hand(facts), facts


def test_the_plain_shifts_add_to_any_of_the_others() -> None:
    plain = ("overrun", "attacker_out_of_supply", "defender_out_of_supply", "river")
    rest: dict[str, Any] = {
        "attacker": "german", "terrain": ("hills",), "city_is_town": False, "fort": True, "attacker_armor": True,
        "defender_armor": True, "unfortified": "no-fort", "attacker_corps": 1, "defender_corps": 0, "surprise": False,
        "defender_air": 0,
    }  # fmt: skip
    for *flags, air in product(*[BOTH] * 4, (0, 1, 2)):
        facts = {**rest, **dict(zip(plain, flags, strict=True)), "attacker_air": air}
        assert shift_of(**facts) == shift_by_hand(facts), facts


def test_every_row_of_the_table_applies_to_some_fight_and_no_other_can() -> None:
    rows = {row["id"] for row in load_list("leningrad", "column_shifts").rows}
    german = ask(
        attack=9, defense=3, overrun=True, attacker_out_of_supply=True, defender_out_of_supply=True,
        terrain=("soviet-city",), city_is_town=True, fort=True, river=True, attacker_armor=True, unfortified="any",
        defender_armor=True, attacker_corps=1, attacker_air=2,
    )  # fmt: skip
    soviet = ask(
        attacker="soviet", attack=9, defense=3, terrain=("hills", "clear"), defender_armor=True, defender_corps=2,
        defender_air=2, surprise=True,
    )  # fmt: skip
    assert {one.id for one in (*german.applied, *soviet.applied)} == rows
    assert {one.id: one.value for one in soviet.applied}["panzer_corps_defender"] == -2
    for fight in (german, soviet):
        net = sum(one.value for one in fight.applied)
        assert fight.final_column == ask(attack=9, defense=3, shift=net).final_column


def test_a_row_had_once_counts_once_and_a_row_per_thing_each_time() -> None:
    for row in load_list("leningrad", "column_shifts").rows:
        twice = int(net_shift({**dict.fromkeys(WORTH, 0), row["id"]: 2}))
        assert twice == int(row["column_shift"]) * (2 if row["per"] == "each" else 1)


def test_the_terrain_chart_shifts_as_the_shift_table() -> None:
    chart = load_list("leningrad", "terrain")
    for kind in TERRAIN:
        shift = int(chart[kind.replace("-", "_")]["combat_shift"] or 0)
        assert shift_of(terrain=(kind,)) == shift
