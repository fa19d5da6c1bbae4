"""The ring around the pocket: pinned units, the garrison and its price."""

from fractions import Fraction
from itertools import product

import numpy as np

from sim.games.stalingrad_roads.systems.garrison import garrison_units, pinned_units, tied_units
from sim.numbers.tables import load_grid
from tests.games.stalingrad_roads.systems.asked import GAME, ROLLS, found_of


def test_pinned_and_garrison() -> None:
    assert [int(n) for n in pinned_units(np.arange(4))] == [0, 1, 2, 2]
    for hexes, units, held in product(range(1, 20), (1, 2, 3), (0, 1, 2)):
        garrison = {2: 24, 1: 15, 0: 0}[held]
        assert tied_units(hexes, units, held) == max(hexes * (units - (units == 3)), garrison)
    assert garrison_units(2, 5, 4) == 24
    assert garrison_units(2, 4, 4) == 0


def test_the_price_of_a_weak_garrison() -> None:
    """All supports go back, and the rolls of the next turn are missed [10.2.6]."""
    table = load_grid(GAME, "support_acquisition")
    rolled = {box: Fraction(sum(int(table.cell(str(a + b), box)) for a, b in ROLLS), 36) for box in table.column_labels}
    for held, minors in product((0, 8, 16), range(3)):
        found = found_of("garrison", {"supports_held": held, "minor_markers": minors})
        assert found["price_this_turn"] == held
        assert found["price_next_turn"] == rolled["STAVKA"] + minors * rolled["minor_offensive"]
