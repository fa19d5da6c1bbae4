"""Measures against answers from outside our code: dice games by icepool, Risk, matrices by hand, the gambler's ruin."""

from importlib import import_module
from itertools import product
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom

from analysis.errors import KesselError
from analysis.lab.changes.bids import fair_bid, level_cuts
from analysis.lab.changes.paired import games_saved
from analysis.lab.measures.pacing import is_decided, killer_turns, pace, reliability, snowball, win_chances
from analysis.lab.measures.rates import ends, mean_of, share_of
from analysis.lab.measures.skill import split
from analysis.lab.tuning.equilibrium import equilibrium, solved

icepool = cast(Any, import_module("icepool"))  # its operators have no types
Table = NDArray[np.int64]


def every(*faces: int) -> Table:
    return np.array(list(product(*(range(1, n + 1) for n in faces))))


def test_two_dice_against_one_large_one_ends_as_icepool_says() -> None:
    rolls = every(6, 6, 10)
    found = ends(rolls[:, 0] + rolls[:, 1] - rolls[:, 2], within=1)
    law = icepool.d6 + icepool.d6 - icepool.d10  # dice are thrown anew where they stand twice
    for share, values in (
        (found.first, range(1, 12)), (found.draw, (0,)), (found.second, range(-9, 0)), (found.close, (-1, 0, 1)),
    ):  # fmt: skip
        assert share.p == pytest.approx(float(sum(law.probability(x) for x in values)))
    assert found.mean.value == pytest.approx(float(law.mean()))
    assert found.mean.low < found.mean.value < found.mean.high
    assert found.bias == pytest.approx(found.first.p - found.second.p)
    reached = np.cumsum(list(law.values())) / law.denominator()
    assert found.quantiles == tuple(
        next(x for x, p in zip(law.keys(), reached, strict=True) if p >= q - 1e-9)
        for q in (0.05, 0.25, 0.5, 0.75, 0.95)
    )


def test_a_battle_of_risk_ends_as_published() -> None:
    """Three dice against two: the attacker takes two with 2,890 of 7,776, loses two with 2,275, one each with 2,611.

    Osborne, "Markov chains for the Risk board game revisited", Mathematics Magazine 76, 2003, table 2.
    """
    rolls = every(6, 6, 6, 6, 6)
    attack, defense = np.sort(rolls[:, :3])[:, ::-1], np.sort(rolls[:, 3:])[:, ::-1]
    taken = (attack[:, :2] > defense).sum(axis=1)
    found = ends(2 * taken - 2, within=0)
    assert [found.first.p * 7776, found.draw.p * 7776, found.second.p * 7776] == pytest.approx([2890, 2611, 2275])


def test_matrices_solved_by_hand() -> None:
    # rock, paper, scissors where rock pays double: by symmetry value 0, each played against the others' weight
    value, rows, columns = solved([[0, -1, 2], [1, 0, -1], [-2, 1, 0]])
    assert value == pytest.approx(0, abs=1e-9)
    assert rows == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    assert columns == pytest.approx([1 / 4, 1 / 2, 1 / 4])
    # rock, paper, scissors, lizard, Spock: each beats the two after it
    five = [[(0, 1, -1, 1, -1)[(b - a) % 5] for b in range(5)] for a in range(5)]
    value, rows, _ = solved(five)
    assert value == pytest.approx(0, abs=1e-9)
    assert rows == pytest.approx([1 / 5] * 5)
    # a diagonal game: value 1 / (1 + 1/2 + 1/4 + 1/5 + 1/10), mix in the same proportions
    pays = np.array([1, 2, 4, 5, 10])
    value, rows, columns = solved(np.diag(pays))
    assert value == pytest.approx(1 / (1 / pays).sum())
    assert rows == pytest.approx(value / pays)
    assert columns == pytest.approx(value / pays)
    # a saddle: the second row and column
    assert solved([[4, 1, 3], [5, 2, 6], [0, 1, 9]])[0] == pytest.approx(2)


@pytest.mark.in_turn
def test_what_is_left_to_gain_is_nothing_at_an_equilibrium_and_the_interval_holds() -> None:
    truth, error, held = np.array([[0.6, 0.3], [0.35, 0.5]]), 0.02, 0
    value = solved(truth)[0]
    assert value == pytest.approx((0.6 * 0.5 - 0.3 * 0.35) / (0.6 + 0.5 - 0.3 - 0.35))
    rng = np.random.default_rng(2)
    for _ in range(20):
        found = equilibrium(truth + error * rng.standard_normal((2, 2)), np.full((2, 2), error), 0.9, draws=30)
        held += found.low <= value <= found.high
        assert max(found.left) < 1e-9
    assert held >= 0.9 * 20 - 5 * (20 * 0.9 * 0.1) ** 0.5
    exact = equilibrium([[1, -1], [-1, 1]], np.zeros((2, 2)))
    assert (exact.low, exact.high) == (exact.value, exact.value)


@pytest.fixture(scope="module")
def ruin() -> tuple[Table, NDArray[np.bool_]]:
    """A gambler with 10 of 20 coins, even odds: where he stands after 20, 40, ... bets, and whether he wins in the end.

    Known: with k coins he wins with chance k / 20 (Feller, An Introduction to Probability Theory I, XIV.2).
    """
    rng = np.random.default_rng(19)
    coins, stands = np.full(4000, 10), []
    for bet in range(1, 3001):
        step = rng.integers(0, 2, 4000) * 2 - 1
        coins = np.where((coins > 0) & (coins < 20), coins + step, coins)
        if bet % 20 == 0 and bet <= 160:
            stands.append(coins.copy())
    assert np.isin(coins, (0, 20)).all()
    return np.array(stands).T, coins == 20


def test_the_chance_of_a_gambler_is_his_share_of_the_coins(ruin: tuple[Table, NDArray[np.bool_]]) -> None:
    stands, won = ruin
    chances = win_chances(stands, won)
    apart = chances - stands / 20
    assert np.abs(apart).mean() < 0.03
    for low, high, n, given, p, ci_low, ci_high in reliability(chances, won[:, None].repeat(8, axis=1)).rows():
        assert low <= given <= high
        assert n > 50
        assert abs(p - given) < 0.05
        assert ci_low <= p <= ci_high
    known = stands / 20
    assert is_decided(chances, won).mean() == pytest.approx(is_decided(known, won).mean(), abs=0.04)


def test_pace_of_a_gambler(ruin: tuple[Table, NDArray[np.bool_]]) -> None:
    stands, won = ruin
    found, exact = pace(win_chances(stands, won), won), pace(stands / 20, won)
    assert found.comeback == pytest.approx(exact.comeback, abs=0.04)
    assert found.swing == pytest.approx(exact.swing, rel=0.1)
    assert found.drama == pytest.approx(exact.drama, abs=0.02)
    assert found.resolved.sum() == pytest.approx(1)
    # a fair game gives away its variance bet by bet: after 20 bets about 20 / 400 of k (20 - k) / 400 at the start
    assert exact.resolved[0] == pytest.approx(20 / 400 / 0.25, rel=0.15)
    assert found.resolved[0] == pytest.approx(exact.resolved[0], rel=0.25)
    assert (np.diff(found.decided) >= 0).all()


def test_the_lead_changes_as_counted_by_hand() -> None:
    chances = np.array([[0.6, 0.4, 0.7], [0.3, 0.3, 0.8], [0.9, 0.9, 0.9], [0.2, 0.1, 0.2]])
    assert pace(chances, np.array([True, True, True, False])).lead_changes == (2 + 1 + 0 + 0) / 4


def test_a_gambler_lasts_as_long_as_his_coins_and_the_rivals_multiplied() -> None:
    """Even odds, 4 coins against 6: 24 bets in the mean (Feller, XIV.3); the interval at five sigma holds it."""
    rng = np.random.default_rng(23)
    coins, bets = np.full(4000, 4), np.zeros(4000)
    while (plays := (coins > 0) & (coins < 10)).any():
        coins = coins + plays * (rng.integers(0, 2, 4000) * 2 - 1)
        bets += plays
    length = mean_of(bets, 1 - 5.7e-7)
    assert length.low < 4 * 6 < length.high
    assert length.high - length.low < 4


def test_killer_turns_are_where_the_chance_moved_most() -> None:
    chances = np.array([[0.5, 0.9, 0.8], [0.5, 0.4, 0.95]])
    turns, moved = killer_turns(chances)
    assert turns.tolist() == [2, 3]
    assert moved == pytest.approx([0.4, 0.55])


@pytest.mark.parametrize("growth", [-0.3, 0.0, 0.2])
def test_a_snowball_grows_as_it_was_made_to(growth: float) -> None:
    rng = np.random.default_rng(8)
    stands = [rng.normal(0, 10, 4000)]
    for _ in range(3):
        stands.append(stands[-1] * (1 + growth) + rng.normal(0, 5, 4000))
    found = snowball(np.array(stands).T)
    assert found == pytest.approx([growth] * 3, abs=5 * 5 / 7 / 4000**0.5)


def test_luck_and_skill_are_what_the_games_were_made_of() -> None:
    rng = np.random.default_rng(12)
    first, second = rng.normal(0, 3, 30), rng.normal(0, 2, 30)
    results = first[:, None, None] + second[None, :, None] + rng.normal(0, 5, (30, 30, 20))
    found = split(results)
    assert found.dice == pytest.approx(25, rel=0.05)
    assert found.first == pytest.approx(first.var(ddof=1), rel=0.1)
    assert found.second == pytest.approx(second.var(ddof=1), rel=0.15)
    assert found.pairing < 0.2
    assert found.luck_low <= found.luck <= found.luck_high
    assert found.luck == pytest.approx(25 / (25 + first.var(ddof=1) + second.var(ddof=1)), rel=0.05)
    assert split(rng.normal(0, 1, (2, 2, 50))).luck > 0.9
    with pytest.raises(KesselError, match=r"shape \(1, 2, 3\)"):
        split(np.zeros((1, 2, 3)))


def test_a_fair_bid_holds_the_true_median_as_often_as_it_says() -> None:
    rng, held = np.random.default_rng(6), 0
    for _ in range(300):
        _, low, high = fair_bid(rng.geometric(0.02, 101), 0.9)
        held += low <= 35 <= high  # 1 - 0.98 ** 35 > 1 / 2 > 1 - 0.98 ** 34
    assert held / 300 >= 0.9 - 5 * (0.09 / 300) ** 0.5


def test_cuts_give_the_levels_their_shares() -> None:
    margins = np.random.default_rng(9).integers(-60, 61, 20_000)
    shares = (0.1, 0.4, 0.3, 0.2)
    cuts = [cut for cut, *_ in level_cuts(margins, shares)]
    levels = np.digitize(-margins, [-cut for cut in cuts], right=True)
    assert [float((levels == at).mean()) for at in range(4)] == pytest.approx(shares, abs=0.02)
    for cut, low, high in level_cuts(margins, shares):
        assert low <= cut <= high
    with pytest.raises(KesselError, match="expected two or more that add up to 1"):
        level_cuts(margins, (0.5, 0.6))


def test_common_dice_save_what_they_take_from_the_variance() -> None:
    rng = np.random.default_rng(1)
    dice, own = rng.normal(0, 3, 5000), rng.normal(0, 1, (2, 5000))
    assert games_saved(dice + own[0], dice + own[1]) == pytest.approx((10 + 10) / 2, rel=0.1)
    assert games_saved(own[0], own[1]) == pytest.approx(1, abs=0.1)


def test_a_share_holds_as_often_as_it_says() -> None:
    for p in (0.02, 0.5, 0.9):
        k = np.arange(41)
        law = binom.pmf(k, 40, p)
        held = [share_of(np.arange(40) < x, 0.95) for x in k]
        assert sum(q for q, one in zip(law, held, strict=True) if one.low <= p <= one.high) >= 0.95
