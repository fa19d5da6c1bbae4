"""Ways that every kernel looks up: how far each hex lies from each by open sides, and where roads lead."""

from __future__ import annotations

import numpy as np
import pytest

from sim.games.leningrad.map.build import plan
from sim.map.board import BARRED, ROAD, Board, load_board
from sim.map.forces.world import TOO_FAR, World
from sim.map.grid import OFF


@pytest.fixture(scope="module", params=[-1, 5])
def planned(request: pytest.FixtureRequest) -> tuple[Board, World]:
    board = load_board("leningrad", request.param)
    return board, plan(board)


def _walked(world: World, start: int) -> list[int]:
    """Return how far each hex is from one, ring by ring over open sides."""
    far, ring, away = [TOO_FAR] * len(world.neighbors), [start], 0
    while ring:
        for h in ring:
            far[h] = away
        away += 1
        ring = sorted({int(n) for h in ring for n in world.neighbors[h] if n >= 0 and far[n] == TOO_FAR})
    return far


def test_hexes_lie_as_far_apart_as_one_walks(planned: tuple[Board, World]) -> None:
    _, world = planned
    for h in range(len(world.neighbors)):
        assert world.away[h].tolist() == _walked(world, h)
    assert (world.away > world.apart).any(), "water is walked round somewhere"


def test_roads_lead_where_the_board_says(planned: tuple[Board, World]) -> None:
    board, world = planned
    for h, sides in enumerate(board.sides):
        open_roads = (board.neighbors[h] != OFF) & (sides & ROAD > 0) & (sides & BARRED == 0)
        leads = board.neighbors[h, open_roads].tolist()
        assert [n for n in world.along[h].tolist() if n >= 0] == leads
        assert (np.diff((world.along[h] < 0).astype(int)) >= 0).all(), "what is beyond the last comes last"
