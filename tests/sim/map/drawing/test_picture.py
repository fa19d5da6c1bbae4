"""The drawn map: well-formed, self-contained, with what was asked for on it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest

from sim.map.board import ROAD, load_board
from sim.map.drawing.lines import border_path, river_path, road_path
from sim.map.drawing.picture import Counter, canvas_of, draw_board
from sim.map.setup import load_setup
from tests.analysis.html_tree import tree

BOARD = load_board("leningrad")


@pytest.mark.in_turn
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_it_is_one_svg_that_needs_nothing_else(theme: str) -> None:
    svg = draw_board(BOARD, title="A <b>", theme=theme, setup=load_setup("leningrad"))
    root = ET.fromstring(svg)
    assert root.tag.endswith("svg")
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", svg)
    assert "A &lt;b&gt;" in svg
    assert ("prefers-color-scheme" in svg) == (theme == "auto")
    assert len(svg) < 400_000
    assert "nan" not in svg


@pytest.mark.in_turn
def test_all_playable_hexes_are_numbered_and_names_stand_once() -> None:
    svg = draw_board(BOARD, title="Map")
    numbers = [one.text() for one in tree(svg).all("text") if one.has("number")]
    assert numbers == [n for n, playable in zip(BOARD.numbers, BOARD.playable, strict=True) if playable]
    for name in ("Riga", "Leningrad", "Pskov", "Novgorod"):
        assert svg.count(f">{name}</text>") == 1
    assert ">0908<" not in draw_board(BOARD, is_plain=True)


@pytest.mark.in_turn
def test_overlays_values_and_counters_are_drawn() -> None:
    values = np.full(len(BOARD), np.nan)
    values[BOARD.index("2604")] = 0.75
    svg = draw_board(
        BOARD, values=values, value_label="held", counters=[Counter(BOARD.index("1812"), "8-8", "3 Pz")],
        overlays=['<g id="mine"/>'], value_ticks=[(0, "none"), (0.5, "half of it"), (1, "most")],
    )  # fmt: skip
    assert svg.count("<title>") == 1
    assert "<title>2604: 0.75</title>" in svg
    assert svg.index(">none<") < svg.index(">half of it<") < svg.index(">most<") < svg.index(">held<")
    assert 'fill-opacity="0.61"' in svg
    assert svg.index('fill-opacity="0.74"') < svg.index("<title>2604")  # the ground is paled first
    assert '<g id="mine"/>' in svg
    assert ">8-8<" in svg
    assert ">3 Pz<" in svg
    with pytest.raises(ValueError, match=r"values has shape \(3,\); expected one value a hex, \(390,\)"):
        draw_board(BOARD, values=[1, 2, 3])
    with pytest.raises(ValueError, match="theme is 'sepia'"):
        draw_board(BOARD, theme="sepia")


def test_every_road_side_and_river_is_on_the_drawing() -> None:
    canvas = canvas_of(BOARD)
    roads = road_path(BOARD, canvas)
    for h, d in np.argwhere(BOARD.sides & ROAD)[::9]:
        x, y = canvas.at((BOARD.grid.centers[h] + BOARD.grid.centers[BOARD.neighbors[h, d]]) / 2)
        assert f"{x:.1f} {y:.1f}" in roads
    assert river_path(BOARD, canvas).count("M") > 80
    assert border_path(BOARD, canvas, load_setup("leningrad").border()).count("M") >= 8


@pytest.mark.in_turn
def test_the_drawing_is_the_same_twice() -> None:
    assert draw_board(BOARD) == draw_board(load_board("leningrad"))
