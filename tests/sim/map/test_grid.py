"""The grid against brute force, over whole small maps of both layouts and either parity."""

from __future__ import annotations

from collections import deque
from itertools import pairwise, product

import numpy as np
import pytest

from sim.map.grid import OFF, Growth, HexGrid, Layout, Numbering, opposite

LAYOUTS: tuple[Layout, ...] = ("columns", "rows")
NUMBERINGS: tuple[Numbering, ...] = ("CCRR", "RRCC")
GROWTHS: tuple[Growth, ...] = ("south", "north")
GRIDS = [
    HexGrid(layout, parity, 7, 6, first_column=column, first_row=1, numbering=numbering, rows_grow=grow)
    for layout, parity, column, numbering, grow in product(LAYOUTS, (0, 1), (0, 3), NUMBERINGS, GROWTHS)
]
ids = [f"{g.layout}-{g.parity}-{g.first_column}-{g.numbering}-{g.rows_grow}" for g in GRIDS]
LENINGRAD = HexGrid("columns", 1, 30, 13)


@pytest.mark.parametrize("grid", GRIDS, ids=ids)
def test_neighbors_are_the_hexes_one_hex_away(grid: HexGrid) -> None:
    away = np.hypot(*np.moveaxis(grid.centers[:, None] - grid.centers[None, :], -1, 0))
    for h in range(len(grid)):
        touching = {int(n) for n in np.flatnonzero(np.abs(away[h] - 1) < 1e-9)}
        assert {int(n) for n in grid.neighbors[h] if n != OFF} == touching
        assert away[h][away[h] > 0].min() > 1 - 1e-9


@pytest.mark.parametrize("grid", GRIDS, ids=ids)
def test_directions_run_clockwise_and_lead_back(grid: HexGrid) -> None:
    first = -90.0 if grid.layout == "columns" else -60.0
    for h, d in product(range(len(grid)), range(6)):
        there = int(grid.neighbors[h, d])
        if there == OFF:
            continue
        dx, dy = grid.centers[there] - grid.centers[h]
        assert (np.degrees(np.arctan2(dy, dx)) - first - 60 * d) % 360 == pytest.approx(0, abs=1e-6) or (
            np.degrees(np.arctan2(dy, dx)) - first - 60 * d
        ) % 360 == pytest.approx(360, abs=1e-6)
        assert grid.neighbors[there, opposite(d)] == h
        assert grid.direction(h, there) == d


@pytest.mark.parametrize("grid", GRIDS, ids=ids)
def test_distances_are_those_of_a_search(grid: HexGrid) -> None:
    # a border of two more hexes all around, so that the shortest way is never cut by the edge
    for start in range(0, len(grid), 5):
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in map(int, grid.neighbors[here]):
                if there != OFF and there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        assert [int(v) for v in grid.distances[start]] == [found[h] for h in range(len(grid))]


@pytest.mark.parametrize("grid", GRIDS, ids=ids)
def test_paths_are_shortest_and_unbroken(grid: HexGrid) -> None:
    for one, other in product(grid.numbers[::7], grid.numbers[::5]):
        walk = [grid.index(number) for number in grid.path(one, other)]
        assert len(walk) == grid.distance(one, other) + 1
        assert all(b in grid.neighbors[a] for a, b in pairwise(walk))


@pytest.mark.parametrize("grid", GRIDS, ids=ids)
def test_corners_of_a_hexside_are_shared_with_the_neighbor(grid: HexGrid) -> None:
    corners = grid.corners()
    for h, d in product(range(len(grid)), range(6)):
        there = int(grid.neighbors[h, d])
        if there != OFF:
            mine = {tuple(np.round(corners[h, c], 6)) for c in (d, (d + 1) % 6)}
            back = opposite(d)
            assert mine == {tuple(np.round(corners[there, c], 6)) for c in (back, (back + 1) % 6)}


def test_numbers_stand_in_order_and_are_found() -> None:
    for grid in GRIDS:
        assert list(grid.numbers) == sorted(grid.numbers)
        assert [grid.index(number) for number in grid.numbers] == list(range(len(grid)))
    assert [LENINGRAD.index(n) for n in ("0001", "0013", "0101", "2604")] == [0, 12, 13, 26 * 13 + 3]


def test_parity_decides_who_touches_leningrad() -> None:
    around = {LENINGRAD.numbers[n] for n in LENINGRAD.neighbors[LENINGRAD.index("2604")]}
    assert around == {"2603", "2704", "2705", "2605", "2505", "2504"}
    even = HexGrid("columns", 0, 30, 13)
    assert "2505" not in {even.numbers[n] for n in even.neighbors[even.index("2604")]}


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match="no hex '3001' on a map that runs from 0001 to 2913"):
        LENINGRAD.index("3001")
    with pytest.raises(ValueError, match="2604 and 2601 do not touch"):
        LENINGRAD.direction(LENINGRAD.index("2604"), LENINGRAD.index("2601"))
    with pytest.raises(ValueError, match="do not touch"):
        LENINGRAD.direction(0, OFF)
    with pytest.raises(ValueError, match="parity is 2"):
        HexGrid("columns", 2, 3, 3)
