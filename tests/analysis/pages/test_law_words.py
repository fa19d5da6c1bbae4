"""A law as bars: what has one, and what is said of the rest."""

from fractions import Fraction

import polars as pl
import pytest

from analysis import charts
from analysis.pages.sentences.law_words import left_out, outcome_frame
from analysis.systems.outcomes import outcomes_of
from sim.exact import Law
from sim.system import Finding

RARE = 1  # of so many cases in all
MANY = 20_000


@pytest.mark.parametrize(
    ("counts", "bars"),
    [
        ({3: 9_999, 4: 10_001}, "3 4"),
        ({1: RARE, 3: 9_999, 4: 9_999, 6: RARE}, "3 4"),
        ({3: 9_000, 4: RARE, 5: 10_999}, "3 4 5"),  # a gap between two bars is no end
        ({2: 2, 3: 9_999, 4: 9_999}, "2 3 4"),  # one case in 10,000 is not rarer than that
    ],
)
def test_only_ends_that_nobody_could_see_have_no_bar_and_the_page_says_so(counts: dict[int, int], bars: str) -> None:
    assert sum(counts.values()) == MANY
    law = outcomes_of(
        Finding("steps", "steps lost", "8.45", law=Law(("steps",), {(n,): of for n, of in counts.items()}, MANY))
    )
    frame = outcome_frame(law)
    assert " ".join(frame["value"]) == bars
    assert frame["p"].to_list() == [float(Fraction(counts[int(value)], MANY)) for value in frame["value"]]
    assert ("have no bar" in left_out(law)) == (len(frame) < len(counts))


def test_a_drawn_game_out_of_sight_brings_no_value_back_to_the_axis() -> None:
    frame = pl.DataFrame({"value": ["3", "4"], "p": [0.5, 0.5], "probability": ["1/2", "1/2"]})
    drawn = pl.DataFrame(
        {"value": ["3", "9"], "sampled": [0.5, 0.001], "ci_low": [0.4, 0.0], "ci_high": [0.6, 0.1], "n_games": [9, 9]}
    )
    chart = charts.law_bars(frame, "steps lost", drawn)
    held = {row["value"] for rows in chart.to_dict()["datasets"].values() for row in rows}
    assert held == {"3", "4"}
