"""Variants on the same dice: what no game has shown may still be there, and an interval says how much of it."""

import polars as pl
import pytest

from analysis.lab.changes.variants import TOGETHER, effects, unseen

GAMES = 32


def games(variant: int, won: list[int], margin: int = 0) -> pl.DataFrame:
    return pl.DataFrame(
        {"variant": [variant] * GAMES, "game": list(range(GAMES)), "vp_margin": [margin] * GAMES, "won": won}
    )


def test_the_rule_of_three_is_the_share_that_would_show_with_the_confidence_asked_for() -> None:
    for n, together in ((12, 1), (32, 38), (4096, 38)):
        assert (1 - unseen(n, together)) ** n == pytest.approx((1 - TOGETHER) / together)
    assert unseen(3000) == pytest.approx(3 / 3000, rel=0.01)


def test_a_change_that_no_game_has_noticed_is_not_said_to_have_none() -> None:
    base = [0, 1] * (GAMES // 2)
    one_other = [1, *base[1:]]
    turned = [1 - won for won in base]
    frame = effects(pl.concat([games(0, base), games(1, base), games(2, one_other), games(3, turned)]), ["game"])
    found = {row["variant"]: row for row in frame.iter_rows(named=True)}
    assert [found[at]["n_decided"] for at in (1, 2, 3)] == [0, 1, GAMES]
    assert found[1]["p_effect"] == found[3]["p_effect"] == 0
    least = unseen(GAMES, 3)
    assert (found[1]["p_low"], found[1]["p_high"]) == pytest.approx((-least, least))
    assert all(one["p_high"] - one["p_low"] >= 2 * least - 1e-12 for one in found.values())
    assert found[3]["p_high"] > least
    assert all(one["ci_low"] == one["ci_high"] == 0 for one in found.values())
