"""Building the map files again gives the same files; rivers and roads hold together."""

from __future__ import annotations

import hashlib
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from sim.map.board import BARRED, ROAD, load_board
from sim.map.draws import happens, number, pick
from sim.map.grid import OFF, HexGrid
from sim.map.ground.build import build_map
from sim.map.ground.contours import outlines, simplified
from sim.map.ground.geography import LAND, load_raster, shares, side_shares
from sim.map.ground.georeference import load_fit
from sim.map.ground.traces import distance_to_line, trace_river, trace_road
from sim.map.layers import read_layers
from sim.numbers.rawfiles import RAW, RuleDataError


@pytest.mark.in_turn
def test_the_files_are_those_that_the_geography_gives(tmp_path: Path) -> None:
    shutil.copytree(RAW / "leningrad" / "map", tmp_path / "leningrad" / "map")
    for path in build_map("leningrad", tmp_path):
        assert path.read_text() == (RAW / "leningrad" / "map" / path.name).read_text(), path.name
        assert (
            path.with_suffix(".toml").read_text()
            == (RAW / "leningrad" / "map" / path.with_suffix(".toml").name).read_text()
        )


def test_a_place_in_the_water_is_refused(tmp_path: Path) -> None:
    shutil.copytree(RAW / "leningrad" / "map", tmp_path / "leningrad" / "map")
    places = tmp_path / "leningrad" / "map" / "geography" / "places.assumed"
    text = Path(f"{places}.csv").read_text()
    Path(f"{places}.csv").write_text(text.replace("Dorpat,58.381,26.725,,", "Dorpat,58.381,26.725,0303,"))
    side = Path(f"{places}.toml")
    old, new = hashlib.sha256(text.encode()).hexdigest(), hashlib.sha256(Path(f"{places}.csv").read_bytes()).hexdigest()
    side.write_text(side.read_text().replace(old, new))
    with pytest.raises(RuleDataError, match="'Dorpat': hex 0303 is all water"):
        build_map("leningrad", tmp_path)


def test_shares_sum_to_one_and_lakes_have_their_size() -> None:
    fit, raster = load_fit("leningrad"), load_raster("leningrad")
    share = shares(raster, fit.grid)
    np.testing.assert_allclose(share.sum(axis=1), 1)
    hex_km2 = fit.km_per_hex**2 * np.sqrt(3) / 2
    index = fit.grid.index
    ilmen = sum(share[index(n), 2] for n in ("2409", "2410", "2411", "2509", "2510", "2511", "2610", "2611", "2609"))
    assert ilmen * hex_km2 == pytest.approx(980, rel=0.2)
    assert share[index("1412"), LAND] == 1
    sides = side_shares(raster, fit.grid)
    np.testing.assert_allclose(sides.sum(axis=2), 1)


def test_a_river_is_an_unbroken_chain_of_hexsides() -> None:
    grid = HexGrid("columns", 1, 12, 9)
    line = np.array([[1.0, 1.5], [3.5, 4.2], [6.0, 4.0], [8.5, 8.0]])
    sides = trace_river(grid, line)
    assert len(sides) > 8
    for (a, b), (c, d) in pairwise(sides):
        assert grid.neighbors[a].tolist().count(b) == 1
        assert len({a, b} & {c, d}) == 1  # two hexsides that meet in a corner share one hex
    middles = np.array([(grid.centers[a] + grid.centers[b]) / 2 for a, b in sides])
    assert distance_to_line(middles, line).max() < 0.8


def test_a_road_goes_around_what_is_shut() -> None:
    grid = HexGrid("columns", 1, 9, 7)
    start, end = grid.index("0003"), grid.index("0803")
    line = grid.centers[[start, end]]
    lake = {grid.index(n) for n in ("0402", "0403", "0404", "0303")}
    free = trace_road(grid, [start, end], line, lambda a, b: False)
    bent = trace_road(grid, [start, end], line, lambda a, b: b in lake)
    assert len(free) == 8
    assert not lake & {h for step in bent for h in step}
    assert all(a[1] == b[0] for a, b in pairwise(bent))
    with pytest.raises(ValueError, match="no way"):
        trace_road(grid, [start, end], line, lambda a, b: True)


def test_every_road_of_the_file_lies_on_land() -> None:
    board = load_board("leningrad")
    for row in read_layers("leningrad", "map_roads", pairs=True).values():
        one, other = board.index(row["hex"]), board.index(row["neighbor"])
        assert board.playable[one]
        assert board.playable[other]
        side = board.side_of(row["hex"], row["neighbor"])
        assert not (side & ROAD and side & BARRED)
    assert int((board.neighbors == OFF).sum()) > 0


def test_draws_are_even_and_stay_what_they_are() -> None:
    drawn = np.bincount([number(m, "terrain", "2604", 6) for m in range(6000)], minlength=6)
    assert abs(drawn - 1000).max() < 5 * (6000 * (1 / 6) * (5 / 6)) ** 0.5
    assert [number(m, "road", "Riga-Pskov", 100) for m in range(4)] == [37, 71, 26, 22]
    assert pick(-1, "x", "y", [3, 7, 7]) == 1
    assert {pick(m, "x", "y", [0, 1, 0]) for m in range(20)} == {1}
    assert happens(-1, "x", "y", 50)
    assert not any(happens(m, "x", "y", 0) for m in range(50))


def test_outlines_enclose_what_lies_above() -> None:
    rng = np.random.default_rng(4)
    field = np.zeros((24, 30))
    field[4:20, 5:25] = 1
    field[9:14, 10:18] = 0
    around, hole = sorted(outlines(field), key=len, reverse=True)
    assert _area(around) * _area(hole) < 0
    assert abs(_area(around)) == pytest.approx(16 * 20, rel=0.05)
    assert abs(_area(hole)) == pytest.approx(5 * 8, rel=0.15)
    assert abs(_area(simplified(around, 0.3))) == pytest.approx(16 * 20, rel=0.05)
    assert len(simplified(around, 0.3)) < 12
    for line in outlines(rng.random((40, 40))):
        steps = np.hypot(*np.diff(np.concatenate([line, line[:1]]), axis=0).T)
        assert steps.max() < 1.5


def _area(line: np.ndarray) -> float:
    x, y = line.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2)
