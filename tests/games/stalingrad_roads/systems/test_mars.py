"""Operation Mars by every sequence of rolls."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from sim.errors import GameError
from sim.games.stalingrad_roads.systems.mars import mars_chances, mars_findings
from tests.games.stalingrad_roads.systems.asked import ROLLS, SYSTEMS


def test_mars_by_every_sequence_of_rolls() -> None:
    # [6.1.1, 6.1.3]
    steps = Counter((a + b >= 9) - (a + b <= 5) for a, b in ROLLS)
    for spaces in (1, 2, 3):
        found: Counter[int] = Counter()
        for walk in product((-1, 0, 1), repeat=4):
            place, ways = 0, 1
            for step in walk:
                ways *= steps[step]
                place += step if abs(place) < spaces else 0
            found[place] += ways
        law = mars_chances({"spaces": spaces, "back_roll": 5, "forward_roll": 9})
        assert {place: p for place, p in law.items() if p} == {k: Fraction(n, 36**4) for k, n in found.items()}
    with pytest.raises(GameError, match="a roll of 5 moves Mars both ways; expected more than 5"):
        mars_chances({"spaces": 1, "back_roll": 5, "forward_roll": 5})


def test_spaces_are_named_from_the_collapse_to_the_breakthrough() -> None:
    (found,) = mars_findings(SYSTEMS["mars"].setting({"spaces": 3}))
    assert found.labels["place"] == (
        "collapse", "2 toward collapse", "1 toward collapse", "Status Quo", "1 toward breakthrough",
        "2 toward breakthrough", "breakthrough",
    )  # fmt: skip
