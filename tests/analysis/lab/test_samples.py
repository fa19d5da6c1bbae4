"""Statistics of drawn games, each against what it must be by hand or by counting."""

from itertools import product
from math import comb, inf

import numpy as np
import polars as pl
import pytest

from analysis.errors import KesselError
from analysis.lab.samples import against_law, ecdf_frame, never_last, quantile_frame, rank_frame, two_laws
from sim.system import Factor

RNG = np.random.default_rng(1942)


@pytest.mark.in_turn
def test_a_band_holds_the_true_law_everywhere_as_often_as_it_says() -> None:
    n, tries, missed = 50, 200, 0
    for _ in range(tries):
        found = ecdf_frame(RNG.random(n), 0.9)
        steps = found["value"].to_numpy()
        before = np.r_[0.0, found["share"].to_numpy()[:-1]] + (found["high"][0] - found["share"][0])
        missed += bool((steps < found["low"].to_numpy()).any() or (steps > np.minimum(before, 1.0)).any())
    assert abs(missed - 0.1 * tries) < 5 * (0.1 * 0.9 * tries) ** 0.5


def test_shares_are_counted_and_the_band_stays_within_certain_and_impossible() -> None:
    values = np.r_[RNG.integers(1, 6, 300), 0]
    found = ecdf_frame(values)
    assert found["share"].to_list() == [np.mean(values <= value) for value in found["value"]]
    assert found["low"].min() == 0.0
    assert found["high"].max() == 1.0
    assert (found["low"] < found["share"]).all()


@pytest.mark.parametrize(("n", "share"), list(product((20, 101), (0.05, 0.5, 0.9))))
def test_the_interval_of_a_quantile_is_binomial(n: int, share: float) -> None:
    found = quantile_frame(np.arange(n), [share]).row(0, named=True)
    # of any continuous law: at least 95 % of samples have the true quantile between these two of their sorted values
    low = -1 if found["low"] == -inf else int(found["low"])
    high = n if found["high"] == inf else int(found["high"])
    inside = sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(low + 1, high + 1))
    assert inside >= 0.95
    assert found["value"] == np.ceil(share * n - 1e-9) - 1


def test_two_samples_of_one_law_agree_and_of_two_laws_differ() -> None:
    one, other, third = RNG.integers(1, 7, 2_000), RNG.integers(1, 7, 3_000), RNG.integers(1, 6, 2_000)
    assert not two_laws(one, other).differs
    assert two_laws(one, third).differs
    by_hand = np.array([[30, 70], [50, 50]])
    first, second = (np.repeat([0, 1], row) for row in by_hand)
    expected = by_hand.sum(axis=0) / 2
    assert two_laws(first, second).statistic == pytest.approx(((by_hand - expected) ** 2 / expected).sum())
    with pytest.raises(KesselError, match="a single value"):
        two_laws([1, 1], [1])


def test_games_are_held_to_an_exact_law() -> None:
    law = {pips: 1 / 6 for pips in range(1, 7)}
    dice = RNG.integers(1, 7, 6_000)
    assert not against_law(dice, law).differs
    assert against_law(np.r_[dice, np.full(300, 6)], law).differs
    assert against_law([1, 2, 9], law).p_value == 0.0
    seen = np.bincount(dice, minlength=7)[1:]
    assert against_law(dice, law).statistic == pytest.approx(((seen - 1000) ** 2 / 1000).sum())


def test_rare_values_are_pooled_until_chi_square_may_be_asked() -> None:
    law = {0: 0.98, **{rare: 0.002 for rare in range(1, 11)}}
    dice = RNG.choice(list(law), 1_000, p=list(law.values()))
    assert against_law(dice, law).cells == 4  # 980 | 6 of 2+2+2 | 6 | 8, the last two added to what is full
    assert against_law([0] * 9, {0: 1.0}).p_value == 1.0


def test_rank_correlations_are_those_of_ranks_and_idle_factors_are_left_out() -> None:
    n = 4_000
    cause, noise = RNG.integers(0, 10, n), RNG.integers(0, 10, n)
    frame = pl.DataFrame({"cause": cause, "noise": noise, "idle": [3] * n, "out": 5 * cause + noise})
    found = rank_frame(frame, "out", ["noise", "idle", "cause"])
    assert found["factor"].to_list() == ["cause", "noise"]
    ranks = [frame[name].rank("average").to_numpy() for name in ("cause", "out")]
    assert found["rho"][0] == pytest.approx(np.corrcoef(np.stack(ranks))[0, 1])
    assert (found["low"] < found["rho"]).all()
    assert (found["high"] > found["rho"]).all()
    assert abs(rank_frame(frame, "noise", ["cause"])["rho"][0]) < 5 / n**0.5


def test_never_ranks_after_every_other_turn_and_a_window_of_no_turns_before() -> None:
    known = {
        "every": Factor("every", 1, 0, 3, "every how many turns they attack; 0 never", "assumed", values={0: "never"}),
        "lasts": Factor("lasts", 1, 0, 3, "on how many turns in a row; 0 is never", "assumed", values={0: "never"}),
    }
    frame = pl.DataFrame({"every": [0, 1, 2, 3], "lasts": [0, 1, 2, 3], "out": [9, 1, 2, 3]})
    ordered = never_last(frame, known)
    assert ordered["every"].to_list() == [4, 1, 2, 3]
    assert ordered["lasts"].to_list() == [0, 1, 2, 3]
    assert rank_frame(ordered, "out", ["every"])["rho"][0] == pytest.approx(1.0)


def test_an_empty_sample_is_refused() -> None:
    with pytest.raises(KesselError, match="at least one game"):
        ecdf_frame([])
