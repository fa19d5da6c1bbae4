"""Which doubt about a map moves the margin: a planted effect is found, and chance alone is not taken for one."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from analysis.matches.map_doubts import doubt_effects, in_words
from sim.map.ground.uncertainty import Doubt, doubts

MEMBERS = 400


def drawn(rng: np.random.Generator, n: int) -> list[Doubt]:
    return [Doubt(f"road {at}", "road", rng.integers(0, 2, MEMBERS).astype(float)) for at in range(n)]


def test_a_planted_effect_comes_first_and_within_its_interval() -> None:
    rng = np.random.default_rng(5)
    things = drawn(rng, 30)
    margins = 6.0 * things[7].values + rng.normal(0, 10, MEMBERS)
    first = doubt_effects(things, pl.DataFrame({"board": range(MEMBERS), "margin": margins})).row(0, named=True)
    assert first["name"] == "road 7"
    assert 0 < first["ci_low"] < 6.0 < first["ci_high"]


@pytest.mark.in_turn
def test_chance_alone_is_rarely_taken_for_an_effect() -> None:
    """All intervals hold together in 95 % of trials: over 20 failures of 200 have a chance under one in a thousand."""
    rng = np.random.default_rng(6)
    failed = 0
    for _ in range(200):
        frame = pl.DataFrame({"board": range(MEMBERS), "margin": rng.normal(0, 10, MEMBERS)})
        found = doubt_effects(drawn(rng, 30), frame)
        failed += found.filter((pl.col("ci_low") > 0) | (pl.col("ci_high") < 0)).height > 0
    assert 1 <= failed <= 20


def test_doubts_of_a_map_are_what_its_boards_differ_in() -> None:
    found = {one.name: one for one in doubts("leningrad", 12)}
    assert {"forest", "marsh", "infantry"} <= set(found)
    assert "Riga-Pskov" not in found, "a road that is printed is on every map"
    assert found["Libau-Riga"].is_yes_or_no
    assert not found["forest"].is_yes_or_no
    assert in_words("marsh", "terrain", 30.4, 45) == "marsh: 30 to 45 hexes"
