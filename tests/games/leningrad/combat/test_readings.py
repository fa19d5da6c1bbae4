"""The other readings of Leningrad's rulings R5 and R8, and the figures that the rulings quote."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from analysis.crt.columns import column_summary
from analysis.fights.odds import odds
from sim.games.leningrad.combat.facts import HEXES, TERRAIN, Fight
from sim.games.leningrad.combat.results import CRT, RESULTS
from sim.games.leningrad.combat.shifts import had_each, net_shift, times_of
from sim.games.leningrad.combat.table import TABLE

COVER = ("forest", "marsh", "town")


def terrain_by_hand(hexes: tuple[str, ...], reading: str, is_soviet: bool) -> int:
    """Columns to the left, once more with plain conditions: the note of one column, and the two of hills."""
    covered = [h in COVER or (h == "soviet-city" and is_soviet) for h in hexes]
    hills = hexes.count("hills")
    if reading == "every":
        kinds = {"hills" if h == "hills" else "cover" if h in COVER else h for h in hexes}
        same = kinds.pop() if len(kinds) == 1 else "clear"
        return {"hills": 2, "cover": 1, "soviet-city": int(is_soviet), "clear": 0}[same]
    if reading == "hills-each":
        return 2 * hills or int(any(covered))
    if reading == "hills-add":
        return 2 * (hills > 0) + any(covered)
    if reading == "lines-add":
        return 2 * (hills > 0) + any(h in COVER for h in hexes) + (is_soviet and "soviet-city" in hexes)
    return 2 if hills else int(any(covered))


@pytest.mark.parametrize("reading", HEXES)
@pytest.mark.parametrize("attacker", ["german", "soviet"])
def test_several_hexes_by_every_reading(reading: str, attacker: str) -> None:
    for hexes in (*product(TERRAIN, repeat=1), *product(TERRAIN, repeat=2), *product(TERRAIN, repeat=3)):
        fight = Fight(attack=1, defense=1, attacker=attacker, terrain=hexes, several_hexes=reading)
        shift = int(net_shift(times_of(fight, False, False), had_each(fight)))
        assert -shift == terrain_by_hand(hexes, reading, attacker == "german"), hexes


def test_note_4_on_the_attackers_side_touches_soviet_armor_before_a_city_alone() -> None:
    for attacker, terrain, switch in product(("german", "soviet"), TERRAIN, (False, True)):
        facts: dict[str, Any] = {"attacker": attacker, "terrain": (terrain,), "city_voids_attacker": switch}
        with_armor, without = (odds("leningrad", attack=9, defense=3, **facts, attacker_armor=a) for a in (True, False))
        is_lost = switch and attacker == "soviet" and terrain == "soviet-city"
        assert (with_armor.final_column == without.final_column) == is_lost


def test_the_figures_of_the_rulings() -> None:
    """R5: what a column to the left costs, in points of the chance that the defender gives way; R8: two columns."""
    chances = [column_summary("leningrad", label)["gives_way"] for label in CRT.column_labels]
    by_column = dict(zip(CRT.column_labels, chances, strict=True))
    steps = {"1-3": 1, "1-2": 1, "1-1": 2, "2-1": 1, "3-1": 1}
    for i, label in enumerate(CRT.column_labels[1:]):
        assert by_column[label] - chances[i] == Fraction(steps.get(label, 0), 6), label
    twice = {label: by_column[label] - chances[i] for i, label in enumerate(CRT.column_labels[2:])}
    assert max(twice.values()) == twice["1-1"] == twice["2-1"] == Fraction(1, 2)


def test_the_figures_of_ruling_r1() -> None:
    seen = []
    for clamp_first in (False, True):
        answer = odds("leningrad", attack=60, defense=4, shift=-3, clamp_first=clamp_first)
        law = answer.law
        assert law is not None
        seen.append((answer.final_column, law.probability(lambda result: RESULTS[result] == "E/-")))
    assert seen == [("10-1", Fraction(5, 6)), ("7-1", Fraction(2, 6))]
    assert all(TABLE.column_odds(label).law is not None for label, _ in seen)
