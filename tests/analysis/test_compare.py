"""The same fight on every table, against a plain count over the rolls of a table that is printed in full."""

from fractions import Fraction

import pytest

from analysis.compare import MEASURES, same_fight, same_fight_frame, same_pools
from sim.games.leningrad.results import CRT

RATIOS = range(1, 8)


def by_hand(label: str, defender_steps: int) -> list[tuple[int, int, bool]]:
    """Steps lost by attacker and defender of Leningrad, and whether the hex is cleared, roll by roll.

    The defender, who has steps enough for a 1 or 2, pays them and stays; the attacker retreats without a loss.
    """
    ends = []
    for cell in CRT.column(label):
        defender, attacker = cell.split("/")
        assert attacker != "E"
        lost = defender_steps if defender == "E" else int(defender.replace("-", "0"))
        ends.append((0, lost, defender == "E"))
    return ends


@pytest.mark.parametrize("ratio", RATIOS)
def test_leningrad_by_hand(ratio: int) -> None:
    found = same_fight("leningrad", ratio, 4, 6, 4)
    ends = by_hand(found.column, 4)
    n = len(ends)
    mean = Fraction(sum(d - a for a, d, _ in ends), n)
    assert {name: span.value for name, span in found.measures.items() if span is not None} == {
        "cleared": Fraction(sum(c for *_, c in ends), n),
        "gives_way": Fraction(sum(d > 0 for _, d, _ in ends), n),
        "bloodiness": Fraction(sum(a + d for a, d, _ in ends), n),
        "exchange": mean,
        "luck": sum(((d - a - mean) ** 2 for a, d, _ in ends), Fraction(0)) / n,
        "against": min(Fraction(sum(c for *_, c in ends), n), 1 - Fraction(sum(c for *_, c in ends), n)),
    }


@pytest.mark.parametrize("game", ["traces_of_hubris", "donnerschlag", "stalingrad_roads"])
def test_bounds_hold_the_number_shown(game: str) -> None:
    for ratio in RATIOS:
        found = same_fight(game, ratio, 4, 6, 4)
        assert set(found.measures) == set(MEASURES)
        for span in found.measures.values():
            assert span is None or span.low <= span.value <= span.high
        if not found.family:
            assert all(span is not None and span.low == span.high for span in found.measures.values())


def test_a_table_of_which_only_chances_are_bounded_says_nothing_of_sums() -> None:
    found = same_fight("donnerschlag", 3, 4, 6, 4)
    assert found.measures["luck"] is found.measures["bloodiness"] is None
    assert len(same_fight_frame([found], "luck")) == 0
    assert len(same_fight_frame([found], "cleared")) == 1


def test_one_block_against_its_like_is_even() -> None:
    """In the clear both fire at once, so neither side is ahead."""
    found = same_pools("inferno_on_the_volga", 1, "infantry 4 DF").measures
    assert found["exchange"] is not None
    assert found["exchange"].value == 0
    assert found["gives_way"] is None
