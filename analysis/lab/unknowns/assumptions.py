"""Which assumed number moves the exact answer of a system most, all moved at once; what knowing each is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

from analysis.errors import KesselError
from analysis.lab.unknowns.sensitivity import Sensitivity, over_grid, over_unit_cube, sensitivity
from sim.game import load_game


def of_system(
    game: str, name: str, n: int, seed: int, tick: Callable[[], object] = lambda: None
) -> Sensitivity:  # fmt: skip
    """Return the sensitivity of a system's headline to its factors, each uniform over its range; exact at each point.

    The first-order index is also the value of knowing a factor: the share of the variance that would go (Saltelli et
    al., Global Sensitivity Analysis, 2008, 1.2). Where there are no more settings than n points would ask for, every
    one is asked and nothing is sampled. `tick` is called before each point.
    """
    system = load_game(game).system(name)
    ranges = {factor.id: (factor.low, factor.high) for factor in system.factors.values() if factor.low < factor.high}
    if not ranges:
        raise KesselError(f"{name} of {game} takes nothing as given; expected a system with factors that have a range")

    def headline(factors: Mapping[str, int]) -> float:
        tick()
        return float(system.measure(system.setting(factors, None)))

    if prod(high - low + 1 for low, high in ranges.values()) <= n * (len(ranges) + 2):
        return over_grid(headline, ranges)
    return sensitivity(over_unit_cube(headline, ranges), tuple(ranges), n, seed)
