"""The look of every chart: one Altair theme, one color a side, safe for color-blind readers, on paper and in the dark.

Text and axes carry no color of their own: the page's style sheet colors them, in the live chart and in the static one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from analysis.charts.fonts import STACK, register

WIDTH, HEIGHT = 680, 300
VEGA_LITE = "6.4"
register()

AXIS, SOVIET = "#2f6db3", "#d1622b"
"""The sides, on every page; blue and orange can be distinguished by every kind of color vision."""

ATTACKER, DEFENDER = "#a23b72", "#2a8f83"
"""Who attacks and who defends, whichever side that is; outcomes take the color of the one who suffers."""

EXACT, SAMPLED = "#3a3a3a", "#8a5fb0"

_LINES = (AXIS, SOVIET, SAMPLED, EXACT)


def few_lines(series: Sequence[str]) -> alt.Scale:
    """Return the colors of a few lines, in their order: the same lines are alike in the next chart."""
    return alt.Scale(domain=list(series), range=list(_LINES[: len(series)]))


BEST_TO_WORST = {
    5: ["#14665d", "#4fb0a3", "#b9b9b9", "#cd8fae", "#8c2d5f"],
    6: ["#0f5b52", DEFENDER, "#86c7bd", "#b9b9b9", "#cd8fae", "#8c2d5f"],
    7: ["#0f5b52", DEFENDER, "#86c7bd", "#d9c98e", "#b98a4e", "#9a9a9a", ATTACKER],
}
"""Ordered outcome classes, from the attacker's best to his worst."""


def class_colors(n: int) -> list[str]:
    """Return the colors of so many classes of outcomes, the attacker's best first; the ends of a palette always.

    >>> class_colors(3) == [BEST_TO_WORST[5][at] for at in (0, 2, 4)]
    True
    """
    palette = BEST_TO_WORST[min(most for most in BEST_TO_WORST if most >= n)]
    return [palette[round(at * (len(palette) - 1) / max(1, n - 1))] for at in range(n)]


SHADES = "shades"
"""The name of a chart whose shades run from pale to dark: in the dark its style sheet turns them round."""

_LADDER = ("#2f6db3", "#7a5cc0", "#a84fa6", "#bf4a6b", "#b85a1f", "#8a7414", "#4b8a34", "#1f8a7a")
"""Hues about as bright as each other, so that a line of any of them is seen on white and on black."""


_NUMBERS: Any = {"decimal": ".", "thousands": ",", "grouping": [3], "currency": ["$", ""], "percent": "\u00a0%"}
"""How charts write numbers: "33 %", as pages do."""

_SLANTED_WHEN_NARROW: Any = {
    "labelAngle": {"expr": "width < 480 ? -50 : 0"},
    "labelAlign": {"expr": "width < 480 ? 'right' : 'center'"},
    "labelBaseline": {"expr": "width < 480 ? 'middle' : 'top'"},
}

_COLUMNS: Any = {"expr": "width < 480 ? 1 : 2"}
"""Two long words beside each other do not fit a phone."""

_FEW_TICKS: Any = {"tickCount": {"expr": "width < 480 ? 5 : 8"}}
"""Every tenth of an axis of chances on a page, every fifth on a phone: more would touch."""


@alt.theme.register("kessel", enable=True)
def _kessel() -> alt.theme.ThemeConfig:
    return {
        "config": {
            "background": "transparent",
            "font": STACK,
            "locale": {"number": _NUMBERS},
            "view": {"stroke": None},
            "axis": {
                "labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal", "grid": True,
                "gridOpacity": 0.5, "domain": False, "ticks": False, "labelPadding": 6, "titlePadding": 8,
            },
            "axisX": {"grid": False},
            "axisXQuantitative": _FEW_TICKS,
            "axisQuantitative": {"labelFlush": False},
            "axisY": {"labelLimit": 330},
            "axisXDiscrete": _SLANTED_WHEN_NARROW,
            "legend": {"labelFontSize": 13, "titleFontSize": 13, "titleFontWeight": "normal", "orient": "bottom",
                       "direction": "horizontal", "labelLimit": 320, "symbolType": "square", "columns": _COLUMNS},
            "title": {"fontSize": 14},
            "range": {"category": ["#7a4ea3", "#3d9a75", "#c08a00", "#5b8fd0", "#8f8f8f"]},
        }
    }  # fmt: skip


def in_order(n: int) -> list[str]:
    """Return so many colors that follow each other, each of which shows on white paper and on black."""
    stops = [tuple(int(one[at : at + 2], 16) for at in (1, 3, 5)) for one in _LADDER]
    found = []
    for k in range(n):
        place = k * (len(stops) - 1) / max(1, n - 1)
        at = min(int(place), len(stops) - 2)
        mixed = (a + (b - a) * (place - at) for a, b in zip(stops[at], stops[at + 1], strict=True))
        found.append("#" + "".join(f"{round(part):02x}" for part in mixed))
    return found


def enable_offline() -> None:
    """Show charts in a notebook as SVG: no network, any frontend; JupyterLab does not know Vega-Lite 6 yet."""
    alt.renderers.enable("svg")
