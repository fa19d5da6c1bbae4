"""The STAVKA reserve: printed examples, the whole table, nothing lost or made."""

from fractions import Fraction
from itertools import product

import numpy as np

from sim.games.stalingrad_roads.systems import stavka
from tests.games.stalingrad_roads.systems.asked import by_turn, found_of, last, setting


def test_every_release_over_the_whole_table() -> None:
    # [13.1]
    shifts = {"road": -1, "rail": 0, "city_rail": 1, "major_city_rail": 2}
    for (at, name), spent, die, front in product(enumerate(stavka.POSITIONS), range(4), range(1, 7), (False, True)):
        modified = die + shifts[name] + spent
        expected = (1 if modified <= 3 else 2 if modified <= 5 else 3) + front
        found = stavka.release_units(stavka.release_drm(at, spent), np.array([die], np.int8), front)
        assert int(found) == expected
    assert [int(stavka.entry_units(at)) for at in range(4)] == [1, 2, 2, 3]


def test_no_unit_is_lost_or_made_in_the_reserve() -> None:
    # [13.1.2, 13.2.1, 17.1]
    for factors in ({}, {"arrivals": 0, "reserve_start": 24}, {"arrivals": 8, "offensive_every": 0}):
        chosen = setting("stavka", factors)
        start, arrivals = (int(chosen.factors[name]) for name in ("reserve_start", "arrivals"))  # type: ignore[arg-type]
        for turn, worlds in enumerate(by_turn("stavka", chosen), 1):
            law = worlds.law("reserve", "released", "sent", "allowed", "is_offensive")
            for reserve, released, sent, allowed, is_offensive in law.counts:
                assert reserve + released == start + arrivals * turn
                assert 0 <= sent <= allowed
                assert reserve >= arrivals
                if is_offensive:
                    assert allowed == 8


def test_a_full_reserve_gives_the_mean_of_the_table() -> None:
    """With more than the dice can ask for: (1, 1, 1, 1, 2, 2) + 1 on a road and (1, 1, 2, 2, 3, 3) in a city."""
    chosen = setting("stavka", {"reserve_start": 24, "arrivals": 8, "offensive_every": 0})
    mean = last("stavka", chosen).law("released").mean(lambda units: units)
    assert mean == len(stavka.TURNS) * (Fraction(8, 6) + 1 + Fraction(12, 6))


def test_a_support_buys_the_mean_step_of_the_table() -> None:
    """1, 1, 1, 2, 2, 3 by the modified roll, 1 and 6 without end [13.1.1]."""
    units = [1, 1, 1, 2, 2, 3]
    for at, drm in enumerate((-1, 0, 1, 2)):
        found = found_of("stavka", {"first_position": at, "second_position": at})
        means = [
            Fraction(sum(units[min(max(die + drm + more, 1), 6) - 1] for die in range(1, 7)), 6) for more in (0, 1)
        ]
        assert found["first_support"] == found["second_support"] == means[1] - means[0]
    assert found_of("stavka", {"reserve_start": 24, "arrivals": 8, "offensive_every": 0})["dry"] == 0
