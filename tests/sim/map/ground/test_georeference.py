"""The similarity through named places: what is known comes back, what is wrong is refused."""

from __future__ import annotations

import hashlib
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.map.grid import HexGrid
from sim.map.ground.georeference import (
    ControlPoint,
    Projection,
    accepted_fit,
    fit_points,
    fit_report,
    fits,
    layouts,
    load_fit,
    load_pairs,
    load_points,
    touching,
)
from sim.map.layers import read_layers
from sim.numbers.rawfiles import RAW, RuleDataError

GRID = HexGrid("columns", 1, 30, 13)
MIDDLE = Projection(58.0, 26.0)


def _exact(grid: HexGrid, numbers: list[str], km: float = 31.0, degrees: float = 20.0) -> list[ControlPoint]:
    """Return points that lie exactly where a similarity puts the hexes."""
    turn, found = km * np.exp(-1j * np.radians(degrees)), []
    for number in numbers:
        x, y = grid.centers[grid.index(number)]
        lat, lon = MIDDLE.unproject(np.asarray(turn * (x + 1j * y) + (-400 - 300j)))
        found.append(ControlPoint(number, number, float(lat), float(lon), ""))
    return found


def test_projection_leads_back() -> None:
    lat, lon = np.meshgrid(np.linspace(54, 61, 8), np.linspace(20, 34, 8))
    back = MIDDLE.unproject(MIDDLE.project(lat, lon))
    np.testing.assert_allclose(back[..., 0], lat, atol=1e-9)
    np.testing.assert_allclose(back[..., 1], lon, atol=1e-9)


def test_projection_is_true_to_scale_at_its_parallel() -> None:
    east = abs(complex(MIDDLE.project(58.0, 26.1)))
    north = abs(complex(MIDDLE.project(58.1, 26.0)))
    assert east == pytest.approx(6371 * np.cos(np.radians(58)) * np.radians(0.1), rel=1e-5)
    assert north == pytest.approx(6371 * np.radians(0.1), rel=1e-4)


def test_an_exact_map_comes_back_with_its_layout_and_parity() -> None:
    numbers = ["0205", "0908", "1601", "2204", "2604", "2813", "0012", "1307"]
    for true in layouts(GRID):
        points = _exact(true, numbers)
        found = {(g.layout, g.parity): fit_points(g, points, MIDDLE) for g in layouts(GRID)}
        best = found[(true.layout, true.parity)]
        assert best.km_per_hex == pytest.approx(31.0)
        assert best.rotation == pytest.approx(20.0)
        assert best.rms < 1e-9
        assert best.rms_left_out < 1e-9
        assert sum(fit.rms < 1e-6 for fit in found.values()) == 1


def test_no_other_similarity_fits_better() -> None:
    best = load_fit("leningrad")
    here = best.grid.centers[[best.grid.index(p.hex) for p in best.points]]
    there = best.projection.project([p.lat for p in best.points], [p.lon for p in best.points])

    def squares(turn: complex, shift: complex) -> float:
        return float((np.abs(there - turn * (here[:, 0] + 1j * here[:, 1]) - shift) ** 2).sum())

    least = squares(best.turn, best.shift)
    for dt, ds in ((0.05, 0), (-0.05, 0), (0.05j, 0), (-0.05j, 0), (0, 1), (0, -1), (0, 1j), (0, -1j)):
        assert squares(best.turn + dt, best.shift + ds) > least


def test_left_out_errors_are_those_of_a_fit_without_the_place() -> None:
    best = load_fit("leningrad")
    for i, point in enumerate(best.points):
        others = fit_points(best.grid, [p for p in best.points if p != point], best.projection)
        away = np.hypot(*(others.to_map(point.lat, point.lon) - best.grid.centers[best.grid.index(point.hex)]))
        assert best.left_out[i] == pytest.approx(float(away))


def test_leningrads_grid_is_the_best_by_places_and_by_adjacencies() -> None:
    found = fits("leningrad")
    assert (found[0].grid.layout, found[0].grid.parity) == ("columns", 1)
    assert found[0].rms == min(fit.rms for fit in found)
    assert found[0].rms < 0.4
    assert all(fit.rms > 0.6 for fit in found[1:])
    assert touching(found[0].grid, load_pairs("leningrad")) == 3
    assert all(touching(fit.grid, load_pairs("leningrad")) < 3 for fit in found[1:])
    assert found[0].km_per_hex == pytest.approx(32, abs=0.6)  # the printed scale, which the fit was not told


def test_a_bad_fit_is_refused_in_one_line() -> None:
    points = list(load_points("leningrad"))
    points[3] = replace(points[3], lat=points[3].lat + 2.5)
    with pytest.raises(
        RuleDataError, match=r"^here: the best grid misses its places by \d\.\d\d hexes rms; expected 1 at most$"
    ):
        accepted_fit(fit_points(GRID, points, MIDDLE), "here")
    with pytest.raises(RuleDataError, match="2 control points; expected three at least"):
        fit_points(GRID, points[:2], MIDDLE)


def test_files_that_say_otherwise_are_refused(tmp_path: Path) -> None:
    shutil.copytree(RAW / "leningrad" / "map", tmp_path / "leningrad" / "map")
    grid = tmp_path / "leningrad" / "map" / "grid.toml"
    grid.write_text(grid.read_text().replace("parity       = 1", "parity       = 0"))
    with pytest.raises(RuleDataError, match="columns, parity 0; expected the best fit, columns, parity 1"):
        load_fit("leningrad", tmp_path)
    grid.write_text((RAW / "leningrad" / "map" / "grid.toml").read_text())
    points = tmp_path / "leningrad" / "map" / "control_points.csv"
    points.write_text(points.read_text().replace("56.51,21.01", "51.51,21.01"))
    side = points.with_suffix(".toml")
    old = hashlib.sha256((RAW / "leningrad" / "map" / "control_points.csv").read_bytes()).hexdigest()
    side.write_text(side.read_text().replace(old, hashlib.sha256(points.read_bytes()).hexdigest()))
    for cached in (read_layers, load_points, fits, load_fit):
        cached.cache_clear()
    with pytest.raises(
        RuleDataError, match=r"control_points.csv: the best grid misses its places by \d\.\d\d hexes rms"
    ):
        fit_report("leningrad", tmp_path)


def test_the_report_names_every_place_and_all_four_grids() -> None:
    text = fit_report("leningrad")
    assert all(point.place in text for point in load_points("leningrad"))
    assert text.count(" of 3") == 4
    assert "0.38" in text


def test_places_fall_where_they_should() -> None:
    fit = load_fit("leningrad")
    known = {"Luga": (58.74, 29.85, "2308"), "Dorpat": (58.38, 26.73, "1706"), "Pernau": (58.39, 24.50, "1304")}
    for name, (lat, lon, number) in known.items():
        assert fit.hex_at(lat, lon) == number, name
    np.testing.assert_allclose(fit.to_ground(fit.to_map(58.0, 30.0)), [58.0, 30.0], atol=1e-9)
    with pytest.raises(ValueError, match="off the map"):
        fit.hex_at(52.0, 30.0)
