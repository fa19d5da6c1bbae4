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


def test_the_value_of_knowing_is_the_variance_it_takes_away() -> None:
    system = load_game("stalingrad_roads").system("weather")
    ranges = {f.id: range(f.low, f.high + 1) for f in system.factors.values()}
    grid = np.array([
        float(system.measure(system.setting(dict(zip(ranges, values, strict=True)), None)))
        for values in product(*ranges.values())
    ]).reshape([len(span) for span in ranges.values()])  # fmt: skip
    found = of_system("stalingrad_roads", "weather", 256, 1)
    for at, name in enumerate(ranges):
        others = tuple(axis for axis in range(grid.ndim) if axis != at)
        known = float(grid.mean(axis=others).var() / grid.var())
        row = next(one for one in found.frame.iter_rows(named=True) if one["factor"] == name)
        assert row["first"] == pytest.approx(known, abs=0.08)
    assert found.mean == pytest.approx(float(grid.mean()), rel=0.05)
    assert found.noise == 0


def test_the_command_says_what_to_look_up() -> None:
    words = ["stalingrad_roads", "weather", "--points", "16", "--json"]
    told = json.loads(CliRunner().invoke(COMMAND, words, catch_exceptions=False).stdout)
    assert {one["factor"] for one in told["factors"]} == {"frost_lasts", "frost_exception"}
    assert "Look up " in CliRunner().invoke(COMMAND, words[:-1], catch_exceptions=False).stdout
    with pytest.raises(KesselError, match="12 points; expected a power of two"):
        CliRunner().invoke(COMMAND, [*words[:2], "--points", "12"], catch_exceptions=False, standalone_mode=False)
