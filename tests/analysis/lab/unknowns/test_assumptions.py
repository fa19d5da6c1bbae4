"""Sensitivities of a system's exact answer, against a count over every setting of its factors."""

import json
from itertools import product

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.cli.sensitivity import COMMAND
from analysis.errors import KesselError
from analysis.lab.unknowns.assumptions import of_system
from sim.game import load_game


def counted(game: str, name: str) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], list[str]]:
    """Return the answer of a system in every setting of its factors, an axis a factor."""
    system = load_game(game).system(name)
    ranges = {f.id: range(f.low, f.high + 1) for f in system.factors.values() if f.low < f.high}
    grid = [
        float(system.measure(system.setting(dict(zip(ranges, values, strict=True)), None)))
        for values in product(*ranges.values())
    ]
    return np.array(grid).reshape([len(span) for span in ranges.values()]), list(ranges)


@pytest.mark.in_turn
@pytest.mark.parametrize(
    ("game", "name", "is_whole"), [("stalingrad_roads", "weather", True), ("leningrad", "untried", False)]
)
def test_the_value_of_knowing_is_the_variance_it_takes_away(game: str, name: str, is_whole: bool) -> None:
    grid, names = counted(game, name)
    found = of_system(game, name, 128, 1)
    assert found.is_whole == is_whole
    for at, factor in enumerate(names):
        others = tuple(axis for axis in range(grid.ndim) if axis != at)
        known = float(grid.mean(axis=others).var() / grid.var())
        row = next(one for one in found.frame.iter_rows(named=True) if one["factor"] == factor)
        assert row["first"] == pytest.approx(known, abs=1e-9 if is_whole else 0.2)
        assert row["first_low"] - 1e-9 <= known <= row["first_high"] + 1e-9
        assert (row["first_low"] == row["first_high"]) == (is_whole or known < 1e-12)
    assert found.mean == pytest.approx(float(grid.mean()), rel=0.05)
    assert found.noise == 0


def test_the_command_says_what_to_look_up() -> None:
    words = ["stalingrad_roads", "weather", "--json"]
    told = json.loads(CliRunner().invoke(COMMAND, words, catch_exceptions=False).stdout)
    assert {one["factor"] for one in told["factors"]} == {"frost_lasts", "frost_exception"}
    assert told["is_exact"] is True
    assert "Look up " in CliRunner().invoke(COMMAND, words[:-1], catch_exceptions=False).stdout
    words = ["leningrad", "air", "--points", "200"]
    with pytest.raises(KesselError, match="200 points; expected a power of two"):
        CliRunner().invoke(COMMAND, words, catch_exceptions=False, standalone_mode=False)
