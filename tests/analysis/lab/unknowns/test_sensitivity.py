"""Sobol' indices against Ishigami's closed form, the dice's noise against what was put in, designs that fill."""

import numpy as np
import pytest
from numpy.typing import NDArray

from analysis.errors import KesselError
from analysis.lab.unknowns.sensitivity import DESIGNS, design, over_grid, over_unit_cube, sensitivity

A, B = 7.0, 0.1
Points = NDArray[np.float64]


def ishigami(points: Points) -> Points:
    x = 2 * np.pi * points - np.pi
    return np.asarray(np.sin(x[0]) + A * np.sin(x[1]) ** 2 + B * x[2] ** 4 * np.sin(x[0]))


def closed_form() -> tuple[list[float], list[float], float]:
    """Ishigami and Homma 1990; Saltelli et al., Sensitivity Analysis, 2000, 2.9."""
    one, two = 0.5 * (1 + B * np.pi**4 / 5) ** 2, A**2 / 8
    both = B**2 * np.pi**8 * 8 / 225
    total = one + two + both
    return [one / total, two / total, 0.0], [(one + both) / total, two / total, both / total], total


def test_ishigamis_indices_come_out() -> None:
    found = sensitivity(ishigami, ("x1", "x2", "x3"), 2048, seed=3)
    first, total, variance = closed_form()
    assert found.frame["factor"].to_list() == ["x1", "x2", "x3"]  # by total: 0.56, 0.44, 0.24
    assert found.frame["first"].to_list() == pytest.approx(first, abs=0.02)
    assert found.frame["total"].to_list() == pytest.approx(total, abs=0.02)
    for row, one, all_ in zip(found.frame.iter_rows(named=True), first, total, strict=True):
        assert row["first_low"] <= one <= row["first_high"]
        assert row["total_low"] <= all_ <= row["total_high"]
    assert found.sd**2 == pytest.approx(variance, rel=0.02)
    assert found.noise == 0


def test_the_dices_share_is_what_was_put_in() -> None:
    dice = 2.0
    rng = np.random.default_rng(4)

    def played(points: Points) -> Points:
        return ishigami(points) + rng.normal(0, dice, points.shape[1])

    found = sensitivity(played, ("x1", "x2", "x3"), 2048, seed=3, again=played)
    assert found.noise == pytest.approx(dice**2 / (closed_form()[2] + dice**2), abs=0.03)


def test_whole_factors_are_asked_once_each() -> None:
    asked = []

    def model(factors: dict[str, int]) -> float:
        asked.append(tuple(factors.values()))
        return factors["a"] + 0 * factors["b"]

    found = sensitivity(over_unit_cube(model, {"a": (0, 3), "b": (1, 2)}), ("a", "b"), 128, seed=1)  # type: ignore[arg-type]
    assert len(asked) == len(set(asked)) == 8
    assert found.frame["factor"].to_list() == ["a", "b"]
    assert found.frame["total"].to_list() == pytest.approx([1, 0], abs=0.01)
    with pytest.raises(KesselError, match="the answer is the same at every point"):
        sensitivity(lambda points: points[0] * 0, ("a",), 128, seed=1)
    for n in (200, 64):
        with pytest.raises(KesselError, match=f"{n} points; expected a power of two, 128 or more"):
            sensitivity(ishigami, ("a",), n, seed=1)


def test_a_design_gives_the_same_intervals_again() -> None:
    once, again = (sensitivity(ishigami, ("x1", "x2", "x3"), 128, seed=8).frame for _ in range(2))
    assert once.equals(again)


def test_a_grid_that_is_asked_whole_is_exact() -> None:
    """Counted by hand: a + 10 b over 0 to 3 and 1 to 2 has variances 1.25 and 25, and nothing together."""
    found = over_grid(lambda factors: factors["a"] + 10 * factors["b"], {"a": (0, 3), "b": (1, 2)})
    assert (found.points, found.is_whole, found.mean) == (8, True, 16.5)
    rows = {row["factor"]: row for row in found.frame.iter_rows(named=True)}
    for name, share in (("a", 1.25 / 26.25), ("b", 25 / 26.25)):
        row = rows[name]
        assert [row["first"], row["first_low"], row["first_high"], row["total"]] == pytest.approx([share] * 4)
    with pytest.raises(KesselError, match="the answer is the same in every setting"):
        over_grid(lambda _: 1.0, {"a": (0, 3)})


@pytest.mark.parametrize("kind", DESIGNS)
def test_a_design_fills_its_ranges_evenly(kind: str) -> None:
    points = design(kind, {"a": (-2, 1), "b": (0, 7)}, 64, seed=5)
    assert points.shape == (64, 2)
    for at, values in ((0, range(-2, 2)), (1, range(8))):
        counts = [int((points[:, at] == value).sum()) for value in values]
        assert sum(counts) == 64
        assert max(counts) - min(counts) <= 3  # chance would leave eight or so between them
    with pytest.raises(KesselError, match="no design 'grid'; expected one of sobol, halton, latin"):
        design("grid", {"a": (0, 1)}, 4, seed=0)
