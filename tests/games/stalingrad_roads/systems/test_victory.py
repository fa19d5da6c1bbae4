"""Victory in the four scenarios: every score, every count."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from analysis.systems.spread import spreads
from sim.dice import all_rolls
from sim.errors import GameError
from sim.exact import count
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.games.stalingrad_roads.systems._turns import number
from sim.games.stalingrad_roads.systems._victory import LEVELS, level_by, levels
from sim.games.stalingrad_roads.systems.victory_backhand import backhand_level
from sim.games.stalingrad_roads.systems.victory_campaign import campaign_points, late_turns
from sim.games.stalingrad_roads.systems.victory_uranus import uranus_points
from sim.numbers.tables import load_list
from tests.games.stalingrad_roads.systems.asked import GAME, SYSTEMS, by_turn, setting


def test_every_score_has_one_level() -> None:
    # [scenario V]
    for scenario, low, high in (("II", -12, 12), ("III", -30, 40)):
        found = [level_by(scenario, "vp", vp) for vp in range(low, high)]
        assert set(found) <= set(levels(scenario))
        assert len([1 for a, b in pairwise(found) if a != b]) == len(set(found)) - 1
    printed = {row["level"]: row for row in LEVELS.rows if row["scenario"] == "III" and row["measure"] == "vp"}
    for level, row in printed.items():
        for edge in (row["low"], row["high"]):
            assert not edge or level_by("III", "vp", int(edge)) == level
    with pytest.raises(GameError, match="no victory levels of scenario 'I'; expected one of II, III, IV, V"):
        levels("I")


def test_points_of_uranus_and_the_campaign() -> None:
    # [scenario II, scenario III]
    assert int(uranus_points({"fortress_level": np.int64(7), "stavka_support": 9, "open_a_turn": 1})) == -7 + 6 - 1
    held = {name: 1 for name in ("hex_1333", "hex_1433", "hex_1129", "hex_1624", "hex_1125", "hex_1023", "hex_0729")}
    assert int(uranus_points(held)) == 4 * 2 + 3 * 5
    unsupplied = {f"{name}_out_of_supply": 1 for name in held}
    assert int(uranus_points(unsupplied)) == 4 * 1 + 3 * 3
    everything = {name: 1 for name in (row["id"] for row in load_list(GAME, "victory_schedule_III").rows)}
    assert int(campaign_points(everything)) == 5 + 3 + 9 * 2 + 5 * 4 + 1 + 3 - 5
    assert [late_turns(fall) for fall in range(11, 19)] == [0, 0, 0, 1, 2, 3, 4, 5]
    with pytest.raises(GameError, match="nothing scores for 'hex_9999'; expected one of"):
        campaign_points({"hex_9999": 1})


def level_of(name: str, given: Mapping[str, int]) -> dict[str, Fraction]:
    system = SYSTEMS[name]
    finding = next(f for f in system.find(system.setting(given)) if f.id == "level")
    assert finding.law is not None
    return {finding.labels["level"][at]: p for (at,), p in finding.law}


def test_decisive_victories_end_the_count() -> None:
    for taken, free in product((0, 1), repeat=2):
        found = level_of("victory_uranus", {"hex_taken": taken, "free_at_end": free})
        expected = "Soviet decisive" if taken else "Axis decisive" if free else None
        assert found == {expected: 1} if expected else all("decisive" not in level for level in found)
    for fall, rostov, supplied in product((3, 6, 7, 18), (0, 1), (0, 1)):
        given = {"both_hexes_turn": fall, "rostov_by_dec_iv": rostov, "supplied_on_dec_iv": supplied}
        found = level_of("victory_campaign", given)
        in_time = fall <= number("DEC IV")
        expected = "Soviet decisive" if in_time and rostov else None
        expected = expected or ("Axis decisive" if supplied and not in_time and not rostov else None)
        assert found == {expected: 1} if expected else all("decisive" not in level for level in found)


def test_the_backhand_over_every_count() -> None:
    # [scenario IV]
    for majors, cities in product(range(4), range(-2, 8)):
        if majors == 0:
            expected = "soviet_decisive"
        elif majors >= 2 or cities >= 4:
            expected = "axis_decisive"
        else:
            expected = {3: "axis_marginal", 2: "draw"}.get(cities, "soviet_marginal")
        assert backhand_level(majors, cities) == expected


def test_coins_by_every_sequence() -> None:
    """Half and half for each city: the laws count the subsets."""
    system = SYSTEMS["victory_gallop"]
    wins = sum(sum(cities) >= 2 for cities in product((0, 1), repeat=4))
    assert system.measure(system.setting()) == Fraction(wins, 16)
    system = SYSTEMS["victory_backhand"]
    given = {
        "major_cities": 2,
        "cities": 3,
        "cities_at_risk": 1,
        "major_percent": 50,
        "city_percent": 50,
        "loss_percent": 50,
    }
    wins = sum(backhand_level(sum(c[:2]), sum(c[2:5]) - c[5]).startswith("axis") for c in product((0, 1), repeat=6))
    assert system.measure(system.setting(given)) == Fraction(wins, 64)


def test_a_hex_of_uranus_is_held_in_supply_or_out_of_it_not_both() -> None:
    """Three hexes of 5 points, 3 out of supply, and four of 2, 1 out of supply: never more than three and four held."""
    system = SYSTEMS["victory_uranus"]
    base = system.measure(system.setting())
    for kind, hexes, full, less in (("large", 3, 5, 3), ("small", 4, 2, 1)):
        for held, out in product(range(hexes + 1), repeat=2):
            given = {f"{kind}_hexes": held, f"{kind}_unsupplied": out}
            expected = full * held + less * min(out, hexes - held)
            assert system.measure(system.setting(given)) - base == expected


def test_the_score_of_uranus_is_the_sum_of_its_laws() -> None:
    system = SYSTEMS["victory_uranus"]
    levels_law = by_turn("pocket", setting("pocket"))[1].law("level")
    rolls = all_rolls(4)
    drawn = acquired(rolls[:, :2], 0) + acquired(rolls[:, 2:], 0)
    scored = count({"vp": np.clip(drawn.astype(int) - 2, 0, 6)}).mean(lambda vp: vp)
    fixed = 3 * 1 + 1 + 4 - 3
    assert system.measure(system.setting()) == fixed - levels_law.mean(lambda level: level) + scored


def test_every_end_of_the_campaign_at_once_is_what_each_is_alone() -> None:
    system = SYSTEMS["victory_campaign"]
    assert system.at_once is not None
    rng = np.random.default_rng(7)
    drawn = {one.id: rng.integers(one.low, one.high + 1, 12) for one in system.factors.values()}
    drawn |= {"both_hexes_turn": np.repeat([6, 7, 18], 4), "rostov_by_dec_iv": np.tile([0, 0, 1, 1], 3)}
    drawn["supplied_on_dec_iv"] = np.tile([0, 1, 0, 1], 3)
    found = system.at_once(system.setting(drawn))
    for at in range(12):
        asked = system.setting({name: int(values[at]) for name, values in drawn.items()})
        for finding in list(system.find(asked))[:2]:
            assert finding.law is not None
            values, chances = (one[at] for one in found[finding.id])
            together = {(int(value),): float(chances[values == value].sum()) for value in values}
            assert together == pytest.approx({value: float(p) for value, p in finding.law}), (asked, finding.id)


def test_points_over_every_combination_of_the_campaign_are_those_counted_by_hand() -> None:
    """Printed points alone [scenario III], each range counted out in plain loops; Manstein's are worth 0 or 3."""
    system = SYSTEMS["victory_campaign"]
    spread = spreads(GAME, system, {"vp": None})["vp"]
    assert spread.is_every
    assert len(spread.drawn) == 11 * 3 * 2 * 4 * 2 * 2 * 2 * 2
    scored = [
        5 * (cities + (turn <= 17)) + 3 * unsupplied + 2 * near + 4 * far + bend - 5 * max(0, min(turn, 18) - 13)
        for turn, cities, unsupplied, near, far, bend in product(
            range(6, 17), range(3), range(2), range(4), range(2), range(2)
        )
    ]
    for least in (10, 15, 25):
        without, with_him = (sum(vp + gone >= least for vp in scored) / len(scored) for gone in (0, 3))
        counted = sum(p for vp, p in spread.law().items() if vp >= least)
        assert without < counted < with_him
