"""Where the hexes lie: a similarity from hex centers to the ground, by least squares, from places that the rules name.

The ground is taken flat by Lambert's conformal conic projection, as maps of these latitudes are drawn; four grids are
tried (columns or rows, either parity) and a fit above one hex rms is refused.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.map.board import load_hex_grid
from sim.map.grid import HexGrid, Layout
from sim.map.layers import read_layers, read_settings
from sim.numbers.rawfiles import RAW, RuleDataError

EARTH_KM = 6371.0
WORST_RMS_HEXES = 1.0
"""A fit that misses its places by more than this is no fit."""


@dataclass(frozen=True)
class ControlPoint:
    """A place that a rule puts into a hex, and where it lies."""

    place: str
    hex: str
    lat: float
    lon: float
    rule: str


@dataclass(frozen=True)
class Projection:
    """Lambert's conformal conic with one standard parallel; kilometers east and south of its origin."""

    lat: float
    lon: float

    def project(self, lat: ArrayLike, lon: ArrayLike) -> NDArray[np.complex128]:
        """Return x + iy in kilometers (y to the south) of latitudes and longitudes, shape (...)."""
        n = math.sin(math.radians(self.lat))
        radius, origin = self._radius(np.asarray(lat, dtype=float)), self._radius(np.asarray(self.lat))
        theta = n * np.radians(np.asarray(lon, dtype=float) - self.lon)
        return np.asarray(radius * np.sin(theta) - 1j * (origin - radius * np.cos(theta)))

    def unproject(self, at: NDArray[np.complex128]) -> NDArray[np.float64]:
        """Return latitudes and longitudes, shape (..., 2), of x + iy in kilometers, shape (...)."""
        n, phi = math.sin(math.radians(self.lat)), math.radians(self.lat)
        down = at.imag + float(self._radius(np.asarray(self.lat)))
        scale = EARTH_KM * math.cos(phi) * math.tan(math.pi / 4 + phi / 2) ** n / n
        lat = 2 * np.degrees(np.arctan((scale / np.hypot(at.real, down)) ** (1 / n))) - 90
        return np.stack([lat, self.lon + np.degrees(np.arctan2(at.real, down)) / n], axis=-1)

    def _radius(self, lat: NDArray[np.float64]) -> NDArray[np.float64]:
        n, phi = math.sin(math.radians(self.lat)), math.radians(self.lat)
        scale = EARTH_KM * math.cos(phi) * math.tan(math.pi / 4 + phi / 2) ** n / n
        return np.asarray(scale / np.tan(math.pi / 4 + np.radians(lat) / 2) ** n)


@dataclass(frozen=True)
class Fit:
    """One grid laid over the ground; residuals and leave-one-out errors in hexes, one a control point."""

    grid: HexGrid
    projection: Projection
    turn: complex
    shift: complex
    points: tuple[ControlPoint, ...]
    residuals: tuple[float, ...]
    left_out: tuple[float, ...]

    @property
    def km_per_hex(self) -> float:
        """The fitted scale."""
        return abs(self.turn)

    @property
    def rotation(self) -> float:
        """Degrees by which the map's up lies west of north."""
        return -math.degrees(math.atan2(self.turn.imag, self.turn.real))

    @property
    def rms(self) -> float:
        """Root mean square of the residuals, in hexes."""
        return math.sqrt(sum(r * r for r in self.residuals) / len(self.residuals))

    @property
    def rms_left_out(self) -> float:
        """Root mean square of the errors of each place foretold by the others, in hexes."""
        return math.sqrt(sum(r * r for r in self.left_out) / len(self.left_out))

    def to_map(self, lat: ArrayLike, lon: ArrayLike) -> NDArray[np.float64]:
        """Return map positions in hexes, shape (..., 2), of latitudes and longitudes, shape (...)."""
        at = (self.projection.project(lat, lon) - self.shift) / self.turn
        return np.stack([at.real, at.imag], axis=-1)

    def to_ground(self, positions: ArrayLike) -> NDArray[np.float64]:
        """Return latitudes and longitudes, shape (..., 2), of map positions in hexes, shape (..., 2)."""
        at = np.asarray(positions, dtype=float)
        return self.projection.unproject(self.turn * (at[..., 0] + 1j * at[..., 1]) + self.shift)

    def hex_at(self, lat: float, lon: float) -> str:
        """Return the printed number of the hex that holds a place; raises `ValueError` if it lies off the map."""
        away = np.hypot(*(self.grid.centers - self.to_map(lat, lon)).T)
        at = int(np.argmin(away))
        if away[at] > 1 / math.sqrt(3):
            raise ValueError(f"{lat} N {lon} E lies off the map")
        return self.grid.numbers[at]


def fit_points(grid: HexGrid, points: Sequence[ControlPoint], projection: Projection) -> Fit:
    """Return the least-squares similarity of a grid through control points, three at least, without judging it."""
    if len(points) < 3:
        raise RuleDataError(f"{len(points)} control points; expected three at least")
    there = projection.project([p.lat for p in points], [p.lon for p in points])
    centers = grid.centers[[grid.index(p.hex) for p in points]]
    here = centers[:, 0] + 1j * centers[:, 1]
    turn, shift = _similarity(here, there)
    residuals = np.abs(there - (turn * here + shift)) / abs(turn)
    left_out = []
    for i in range(len(points)):
        t, s = _similarity(np.delete(here, i), np.delete(there, i))
        left_out.append(float(abs(there[i] - (t * here[i] + s)) / abs(t)))
    return Fit(grid, projection, turn, shift, tuple(points), tuple(float(r) for r in residuals), tuple(left_out))


def _similarity(here: NDArray[np.complex128], there: NDArray[np.complex128]) -> tuple[complex, complex]:
    """Return (a, b) that minimize the sum of |a * here + b - there| squared."""
    table = np.stack([here, np.ones_like(here)], axis=1)
    (turn, shift), *_ = np.linalg.lstsq(table, there, rcond=None)
    return complex(turn), complex(shift)


def layouts(grid: HexGrid) -> tuple[HexGrid, ...]:
    """Return the same numbers in columns and in rows, with either parity."""
    kinds: tuple[Layout, ...] = ("columns", "rows")
    return tuple(replace(grid, layout=layout, parity=parity) for layout in kinds for parity in (0, 1))


def touching(grid: HexGrid, pairs: Sequence[tuple[str, str]]) -> int:
    """Return how many pairs of hexes touch in a grid."""
    return sum(grid.distance(one, other) == 1 for one, other in pairs)


def accepted_fit(fit: Fit, place: str) -> Fit:
    """Return the fit, or raise `RuleDataError` in one line if it misses by more than a hex."""
    if not fit.rms <= WORST_RMS_HEXES:
        raise RuleDataError(
            f"{place}: the best grid misses its places by {fit.rms:.2f} hexes rms; "
            f"expected {WORST_RMS_HEXES:.0f} at most"
        )
    return fit


@cache
def load_points(game: str, root: Path = RAW) -> tuple[ControlPoint, ...]:
    """Return the control points of a game."""
    return tuple(
        ControlPoint(row["place"], row["hex"], _degrees(row["lat"], game), _degrees(row["lon"], game), row["rule"])
        for row in read_layers(game, "control_points", root).values()
    )


def _degrees(text: str, game: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RuleDataError(f"{game}/map/control_points: {text!r}; expected degrees such as 59.93") from None


def load_pairs(game: str, root: Path = RAW) -> tuple[tuple[str, str], ...]:
    """Return the pairs of hexes that must touch, from ``map/grid.toml``."""
    return tuple((one, other) for one, other in read_settings(game, "grid", root).get("touching", []))


@cache
def fits(game: str, root: Path = RAW) -> tuple[Fit, ...]:
    """Return the fits of the four layouts, best first: most printed adjacencies kept, then least rms."""
    origin = read_settings(game, "grid", root)["projection"]
    projection = Projection(origin["lat"], origin["lon"])
    points, pairs = load_points(game, root), load_pairs(game, root)
    found = [fit_points(grid, points, projection) for grid in layouts(load_hex_grid(game, root))]
    return tuple(sorted(found, key=lambda fit: (-touching(fit.grid, pairs), fit.rms)))


@cache
def load_fit(game: str, root: Path = RAW) -> Fit:
    """Return the best fit of a game's map; raises `RuleDataError` if it is too bad or ``grid.toml`` says otherwise."""
    best = accepted_fit(fits(game, root)[0], f"data/raw/{game}/map/control_points.csv")
    written = load_hex_grid(game, root)
    if best.grid != written:
        raise RuleDataError(
            f"data/raw/{game}/map/grid.toml: {written.layout}, parity {written.parity}; "
            f"expected the best fit, {best.grid.layout}, parity {best.grid.parity}"
        )
    return best


def fit_report(game: str, root: Path = RAW) -> str:
    """Return what `kessel map fit` prints: the four grids, then each place's residual under the best."""
    best, pairs = load_fit(game, root), load_pairs(game, root)
    lines = [
        f"{game}: {len(best.points)} places, {len(pairs)} adjacencies that the rules imply",
        "",
        f"{'grid':<22}{'km a hex':>9}{'rotation':>10}{'rms':>8}{'left out':>10}{'touching':>10}",
    ]
    for fit in fits(game, root):
        name = f"{fit.grid.layout}, {'odd' if fit.grid.parity else 'even'} ones {_ahead(fit.grid)}"
        lines.append(
            f"{name:<22}{fit.km_per_hex:>9.2f}{fit.rotation:>9.1f}°{fit.rms:>8.2f}{fit.rms_left_out:>10.2f}"
            f"{f'{touching(fit.grid, pairs)} of {len(pairs)}':>10}"
        )
    lines += ["", f"kept: the first. {'place':<16}{'hex':>6}{'residual':>10}{'left out':>10}   hexes"]
    for point, residual, left_out in zip(best.points, best.residuals, best.left_out, strict=True):
        lines.append(f"{'':<16} {point.place:<16}{point.hex:>6}{residual:>10.2f}{left_out:>10.2f}")
    return "\n".join(lines)


def _ahead(grid: HexGrid) -> str:
    return "up" if grid.layout == "columns" else "left"
