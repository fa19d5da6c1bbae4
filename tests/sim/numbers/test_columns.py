"""Odds columns against three-line loops over a whole domain."""

from fractions import Fraction

import numpy as np
import pytest

from sim.numbers.columns import label_of, odds_rung, rung_of


def rung_by_counting(attack: int, defense: int) -> int:
    """Count along the ladder with fractions: the highest odds the attacker really reaches."""
    rung = -200
    while Fraction(attack, defense) >= (Fraction(rung + 2) if rung >= -1 else Fraction(1, -rung)):
        rung += 1
    return rung


@pytest.mark.in_turn
def test_rungs_equal_counting_with_fractions() -> None:
    strengths = np.arange(1, 61)
    rungs = odds_rung(strengths[:, None], strengths[None, :])
    counted = [[rung_by_counting(int(a), int(d)) for d in strengths] for a in strengths]
    assert rungs.tolist() == counted


@pytest.mark.parametrize("separator", ["/", "-"])
def test_labels_and_rungs_undo_each_other(separator: str) -> None:
    assert [rung_of(label_of(rung, separator), separator) for rung in range(-30, 31)] == list(range(-30, 31))


def test_a_column_that_is_no_whole_odds_is_refused() -> None:
    with pytest.raises(ValueError, match="'3-2' is not n-1"):
        rung_of("3-2", "-")
