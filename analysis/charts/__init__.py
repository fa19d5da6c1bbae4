"""Charts: data in, Altair chart out; nothing is read or written here.

Exact values are drawn as lines, bars and bands; sampled ones as points with their interval.
"""

from analysis.charts.across import count_bars, coverage_bars, fight_grid, kind_bars, measure_grid, reading_bars
from analysis.charts.combat import (
    at_least_lines,
    band_bars,
    fight_bars,
    heat_map,
    outcome_bars,
    share_bars,
    shift_bars,
    side_lines,
)
from analysis.charts.fronts import front_lines
from analysis.charts.matches import (
    chance_line,
    decided_lines,
    doubt_points,
    loss_lines,
    margin_bars,
    pace_bands,
    pair_points,
    reliability_points,
    when_map,
)
from analysis.charts.samples import ecdf_lines, rank_points, split_bars, stacked_shares, turn_bands
from analysis.charts.spans import gain_bars, span_bars
from analysis.charts.systems import exact_and_sampled_shares, law_bars, level_bands, measure_lines
from analysis.charts.theme import HEIGHT, WIDTH

__all__ = (
    "HEIGHT",
    "WIDTH",
    "at_least_lines",
    "band_bars",
    "chance_line",
    "count_bars",
    "coverage_bars",
    "decided_lines",
    "doubt_points",
    "ecdf_lines",
    "exact_and_sampled_shares",
    "fight_bars",
    "fight_grid",
    "front_lines",
    "gain_bars",
    "heat_map",
    "kind_bars",
    "law_bars",
    "level_bands",
    "loss_lines",
    "margin_bars",
    "measure_grid",
    "measure_lines",
    "outcome_bars",
    "pace_bands",
    "pair_points",
    "rank_points",
    "reading_bars",
    "reliability_points",
    "share_bars",
    "shift_bars",
    "side_lines",
    "span_bars",
    "split_bars",
    "stacked_shares",
    "turn_bands",
    "when_map",
)
