"""Small charts over the time of a game: the chance to win, points, losses; a script moves their cursor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from analysis.matches.chances import Chance

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 400.0, 132.0, 30.0, 12.0, 10.0, 20.0
Track = Sequence[tuple[float, float]]


class Timeline:
    """A small chart of time in turns: axes first, then what is drawn into it."""

    def __init__(self, name: str, turns: int, low: float, high: float, ticks: Sequence[tuple[float, str]]) -> None:
        self.name, self.turns, self.low, self.high = name, turns, low, max(high, low + 1e-9)
        self.parts = [self._grid(ticks)]

    def x(self, turn: float) -> float:
        """Return where a time lies."""
        return LEFT + (WIDTH - LEFT - RIGHT) * turn / self.turns

    def y(self, value: float) -> float:
        """Return where a value lies."""
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - self.low) / (self.high - self.low)

    def line(self, points: Track, css: str, *, steps: bool = False) -> None:
        """Draw a line; with `steps` it keeps its height until the next point."""
        found, last = "", 0.0
        for at, (turn, value) in enumerate(points):
            if at and steps:
                found += f"L{self.x(turn):.1f} {last:.1f}"
            last = self.y(value)
            found += f"{'L' if at else 'M'}{self.x(turn):.1f} {last:.1f}"
        self.parts.append(f'<path class="line {css}" d="{found}"/>')

    def area(self, lower: Track, upper: Track, css: str) -> None:
        """Fill what lies between two lines."""
        there = "L".join(f"{self.x(t):.1f} {self.y(v):.1f}" for t, v in upper)
        back = "L".join(f"{self.x(t):.1f} {self.y(v):.1f}" for t, v in reversed(lower))
        self.parts.append(f'<path class="area {css}" d="M{there}L{back}Z"/>')

    def svg(self, label: str) -> str:
        """Return the chart with its cursor at the end of the game."""
        x = self.x(self.turns)
        cursor = f'<line class="cursor" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
        return (
            f'<svg class="timeline" data-chart="{self.name}" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" '
            f'aria-label="{label}">{"".join(self.parts)}{cursor}</svg>'
        )

    def _grid(self, ticks: Sequence[tuple[float, str]]) -> str:
        lines = "".join(
            f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{self.y(v):.1f}" y2="{self.y(v):.1f}"/>'
            f'<text class="tick" text-anchor="end" x="{LEFT - 5}" y="{self.y(v) + 3.5:.1f}">{text}</text>'
            for v, text in ticks
        )
        every = next(step for step in (1, 5, 10, 20, 50) if self.turns / step <= 15)
        turns = "".join(
            f'<text class="tick" text-anchor="middle" x="{self.x(t - 0.5):.1f}" y="{HEIGHT - 6}">{t}</text>'
            for t in range(1, self.turns + 1)
            if t % every == 0
        )
        marks = "".join(
            f'<line class="rule soft" x1="{self.x(t):.1f}" x2="{self.x(t):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
            for t in range(every, self.turns, every)
        )
        return marks + lines + turns


def chance_chart(found: Sequence[tuple[float, Chance]], turns: int, sides: tuple[str, str]) -> str:
    """Return the chance of the first side to win over time, with its interval."""
    chart = Timeline("chance", turns, 0, 1, [(0, "0"), (0.5, "50"), (1, "100")])
    line = [(time, one.p) for time, one in found]
    chart.area([(t, 0.0) for t, _ in line], line, "first")
    chart.area(line, [(t, 1.0) for t, _ in line], "second")
    chart.area([(t, one.low) for t, one in found], [(t, one.high) for t, one in found], "band")
    chart.line(line, "ink")
    return chart.svg(f"Chance of the {sides[0].capitalize()} side to win, in percent, by turn")


def pair_chart(name: str, lines: Mapping[str, Track], turns: int, label: str) -> str:
    """Return two lines over time, one a side, the first side's first."""
    high = max((value for points in lines.values() for _, value in points), default=1.0)
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if high / step <= 4)
    chart = Timeline(name, turns, 0, max(high, step), [(v, f"{v}") for v in range(0, int(high) + 1, step)])
    for css, points in zip(("first", "second"), lines.values(), strict=True):
        chart.line(points, css, steps=True)
    return chart.svg(label)
