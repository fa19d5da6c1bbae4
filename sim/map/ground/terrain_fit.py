"""Forest, marsh, hills and open country by hex: how much of each area a hex holds, as weights in a hundred."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.map.ensemble import KINDS
from sim.map.ground.georeference import Fit
from sim.map.ground.traces import distance_to_line
from sim.map.layers import read_layers
from sim.numbers.rawfiles import RAW

BACKGROUND = {"forest": 9, "marsh": 4, "hills": 2}
"""Weights that every hex has, whatever the areas say: nobody knows what a designer saw."""
WHOLE = 0.65
"""A hex this much inside an area counts as wholly inside: one kind of terrain has to stand for the hex."""
_MOST = 96


@dataclass(frozen=True)
class Weights:
    """What one hex may be: weights of KINDS that sum to 100, and the areas that speak for them."""

    weights: tuple[int, ...]
    areas: tuple[str, ...]

    @property
    def likeliest(self) -> str:
        """The kind of most weight."""
        return KINDS[max(range(len(KINDS)), key=lambda i: (self.weights[i], -i))]


def hex_weights(game: str, fit: Fit, root: Path = RAW) -> list[Weights]:
    """Return the weights of every hex of a game's map, from the areas of ``geography/areas``."""
    points = _samples(fit)
    shares: list[dict[str, list[tuple[float, str]]]] = [{} for _ in range(len(fit.grid))]
    for row in read_layers(game, "geography/areas", root).values():
        ends = fit.to_map([float(row["lat"]), float(row["to_lat"])], [float(row["lon"]), float(row["to_lon"])])
        away = distance_to_line(points.reshape(-1, 2), ends).reshape(points.shape[:2])
        inside = (away <= float(row["radius_km"]) / fit.km_per_hex).mean(axis=1)
        for h in np.flatnonzero(inside > 0.05):
            share = min(1.0, float(inside[h]) / WHOLE) * int(row["chance"])
            shares[int(h)].setdefault(row["kind"], []).append((share, row["area"]))
    return [_weigh(kinds) for kinds in shares]


def _samples(fit: Fit) -> NDArray[np.float64]:
    """Return points spread evenly over every hex, shape (H, n, 2)."""
    step = np.arange(-6, 7) / 12.5
    spread = np.array([(x, y) for x in step for y in step if np.hypot(x, y) < 0.5])
    return fit.grid.centers[:, None, :] + spread[None, :, :]


def _weigh(kinds: dict[str, list[tuple[float, str]]]) -> Weights:
    """Return weights from shares times chances, then the background; open country takes the rest."""
    score = {kind: min(_MOST, sum(share for share, _ in kinds.get(kind, []))) for kind in KINDS}
    rough = {kind: score[kind] + BACKGROUND[kind] * (1 - score["clear"] / 100) for kind in BACKGROUND}
    total = sum(rough.values())
    if total > _MOST:
        rough = {kind: value * _MOST / total for kind, value in rough.items()}
    weights = {kind: round(value) for kind, value in rough.items()}
    areas = sorted((pair for pairs in kinds.values() for pair in pairs), reverse=True)
    clear = 100 - sum(weights.values())
    return Weights((clear, *(weights[kind] for kind in KINDS[1:])), tuple(name for share, name in areas if share >= 8))
