"""The surrender of the pocket, step by step."""

from itertools import product

from sim.games.stalingrad_roads.systems.surrender import units_by_surrender
from tests.games.stalingrad_roads.systems.asked import SYSTEMS, found_of


def test_surrender_step_by_step() -> None:
    """Half of the weak go, rounded up, then the full ones are reduced [1.9.1, 10.3.5]."""
    for full, weak in product(range(21), range(31)):
        units = [2] * full + [1] * weak
        expected = [(full, weak)]
        while units:
            gone = (units.count(1) + 1) // 2
            units = [1] * (units.count(2) + units.count(1) - gone)
            expected.append((0, len(units)))
        assert units_by_surrender(full, weak) == expected
    for full, weak in ((0, 0), (6, 10), (20, 30)):
        system = SYSTEMS["surrender"]
        turns = system.measure(system.setting({"full_units": full, "one_step_units": weak}))
        assert turns == len(units_by_surrender(full, weak)) - 1
    found = found_of("surrender")
    assert found["first_steps"] == 6 + 5
    assert [found[name] for name in SYSTEMS["surrender"].shows] == [2 * 6 + 10, 11, 5, 2, 1, 0], "to the last step"
