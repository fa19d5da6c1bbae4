"""Points of every box and turn, and what they bring back."""

from itertools import product

import pytest

from sim.errors import GameError
from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN
from sim.games.stalingrad_roads.systems.replacements import (
    COSTS,
    allied_points,
    box_gives,
    free_divisions,
    points_of,
    rebuilt_steps,
    withdrawal_findings,
)
from tests.games.stalingrad_roads.systems.asked import GAME


def test_points_of_every_box_and_turn() -> None:
    # [17.3.1, 17.3.4]
    values = {factor.id: factor.value for factor in factors_of(GAME, "approval_values").values()}
    for what in ("supports", "replacement_points"):
        given = [box_gives(box, what, values) for box in range(8)]
        assert given == sorted(given)
    assert [allied_points(points) for points in range(6)] == [points // 2 for points in range(6)]
    assert sum(points_of("soviet", "III", turn) for turn in CAMPAIGN) == 2 * 16
    with pytest.raises(GameError, match="box 8 is not on the approval track; expected 0 to 7"):
        box_gives(8, "supports", values)


def test_what_points_bring_back() -> None:
    """One point a step, two steps for an eliminated Soviet division; a support for armor [1.3.1, 17.3.6-17.3.12]."""
    for points, held in product(range(6), range(6)):
        for kind in (row["id"] for row in COSTS.rows):
            times = min(points, held) if "armored" in kind else points
            assert rebuilt_steps(kind, points, held) == times * (2 if kind.startswith("soviet") else 1)
    assert [free_divisions(fall) for fall in range(15, 19)] == [3, 2, 1, 0]


def test_points_are_at_stake_from_the_withdrawal_to_the_end() -> None:
    """A side that cannot withdraw so many loses its points for good: two a turn from FEB II on [18.1.2]."""
    for fall in range(1, 18):
        found = {one.id: one.number for one in withdrawal_findings(fall)}
        turn = max(fall, CAMPAIGN.index("FEB II") + 1)
        assert found["points_at_stake"] == 2 * (len(CAMPAIGN) - turn + 1)
