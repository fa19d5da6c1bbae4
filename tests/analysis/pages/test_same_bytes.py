"""What a page is made of comes out the same whatever was made before it, and in whatever order its parts are held."""

from typing import cast

import altair as alt
import numpy as np
import polars as pl

from analysis.lab.measures.spreads import margin_frame
from analysis.pages.parts import stable, static_svg
from analysis.warehouse.played import Matches
from sim.games.inferno_on_the_volga.map.city.board import load_city
from sim.games.inferno_on_the_volga.played.shown.ground import front


def test_a_chart_is_the_same_picture_however_many_were_drawn_before() -> None:
    rows = pl.DataFrame({"x": [1, 2, 3], "y": [1, 3, 2]})
    chart = alt.Chart(rows).mark_rect(clip=True).encode(x="x:O", y="y:O", color="y:Q").properties(width=90)
    first, second = (static_svg(stable(chart.to_dict()), "page-1") for _ in range(2))
    assert first == second
    assert "url(#page-1-" in first
    assert 'id="page-1-1"' in first


class _Log:
    """A table of results that answers any question with the same rows."""

    def frame(self, _sql: str) -> pl.DataFrame:
        margins = np.arange(-200, 200)
        levels = np.where(margins % 2 == 0, "tactical", "strategic")
        return pl.DataFrame({"vp_margin": margins, "level": levels, "n": np.ones(400, int)})


def test_bars_of_one_bin_stand_in_the_order_of_their_levels() -> None:
    found = margin_frame(cast(Matches, _Log())).select("low", "level").rows()
    assert len(found) == 161
    assert found == sorted(found)


def test_a_front_is_one_line_in_whatever_order_hexes_are_held() -> None:
    city = load_city()
    held = sorted(city.lattice.at)[::3]
    assert front(city, held) == front(city, held[::-1]) != ""
