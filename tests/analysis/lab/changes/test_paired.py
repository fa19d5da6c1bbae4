"""A share of few games against one known from far more: where its interval comes from, and which way it points."""

import numpy as np
import pytest

from analysis.lab.changes.paired import gain_over_many
from analysis.studies.intervals import proportion_interval


def test_a_share_known_for_certain_leaves_the_interval_of_the_few() -> None:
    low, high = (100 * float(end) for end in proportion_interval(12, 96, 0.95))
    gain = gain_over_many(12, 96, 0.165, 10**9)
    assert gain.mean == pytest.approx(100 * (12 / 96 - 0.165))
    assert (gain.ci_low, gain.ci_high) == pytest.approx((low - 16.5, high - 16.5), abs=0.01)


def test_the_two_shares_change_places_with_the_sign() -> None:
    one, other = gain_over_many(12, 96, 0.25, 400), gain_over_many(100, 400, 0.125, 96)
    assert (one.mean, one.ci_low, one.ci_high) == pytest.approx((-other.mean, -other.ci_high, -other.ci_low))


def test_nineteen_intervals_in_twenty_hold_the_truth() -> None:
    rng, n, many, true, usual = np.random.default_rng(8), 96, 400, 0.1, 0.2
    few, lots = rng.binomial(n, true, 2000), rng.binomial(many, usual, 2000)
    gains = [gain_over_many(int(k), n, m / many, many) for k, m in zip(few, lots, strict=True)]
    held = np.mean([one.ci_low <= 100 * (true - usual) <= one.ci_high for one in gains])
    assert held > 0.95 - 5 * (0.95 * 0.05 / 2000) ** 0.5
    wide = [one.ci_high - one.ci_low for one in gains]
    assert max(wide) < 20, "an interval that is no use"
