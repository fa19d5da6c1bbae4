"""Long checks of the pocket, by hand: `make verify`."""

from collections.abc import Mapping

import numpy as np
import pytest

from sim.games.stalingrad_roads.systems.pocket import COURSE
from sim.play import play_block, play_exactly
from sim.state import logged_fields
from sim.streams import BLOCK
from tests.games.stalingrad_roads.second.test_book import compare_pocket as compare

pytestmark = pytest.mark.verification
PAIRS = [(soviet, axis) for soviet in ("press", "finish", "starve") for axis in ("hold", "sally")]


def deviations(factors: Mapping[str, int], policies: Mapping[str, str], blocks: int) -> list[float]:
    """Return the deviation of every sampled share from its exact one, in standard errors."""
    setting = COURSE.setting(factors, policies)
    games = [list(play_block(COURSE, setting, 31, block)) for block in range(blocks)]
    n, found = blocks * BLOCK, []
    for turn, worlds in enumerate(play_exactly(COURSE, setting)):
        for name in [f.name for f in logged_fields(COURSE.state)]:
            values = np.concatenate([getattr(block[turn], name).astype(int) for block in games])
            law = {int(value[0]): float(p) for value, p in worlds.law(name)}
            assert set(np.unique(values).tolist()) <= set(law), (turn, name)
            for value, p in law.items():
                error = (p * (1 - p) / n) ** 0.5
                miss = abs(np.count_nonzero(values == value) / n - p)
                assert error or not miss, (turn, name, value)
                found.append(miss / error if error else 0.0)
    return found


@pytest.mark.parametrize(("soviet", "axis"), PAIRS)
def test_a_million_games_agree_with_the_exact_law(soviet: str, axis: str) -> None:
    found = deviations({}, {"soviet": soviet, "axis": axis}, blocks=16)
    assert max(found) < 5.5
    assert np.mean(np.square(found)) < 1.5


@pytest.mark.parametrize("factor", list(COURSE.factors))
def test_each_factor_at_its_ends(factor: str) -> None:
    event, _, kind = factor.rpartition("_")
    window = {f"{event}_turns": 2} if kind == "from" else {}
    for value in (COURSE.factors[factor].low, COURSE.factors[factor].high):
        assert max(deviations({**window, factor: value}, {}, blocks=2)) < 5.5


@pytest.mark.parametrize(("soviet", "axis"), PAIRS)
def test_the_second_implementation_over_many_more_games(soviet: str, axis: str) -> None:
    compare(soviet, axis, n=15_000, seed=2024)
