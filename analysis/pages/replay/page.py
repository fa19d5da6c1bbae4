"""A replay laid out: the map with every piece, the scenes as data, charts, diary; one file, no network, any game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from analysis.charts.fonts import font_faces
from analysis.matches.chances import Chance
from analysis.pages.parts import in_script
from analysis.pages.replay.marches import marches
from analysis.pages.replay.timelines import chance_chart, pair_chart
from analysis.words import minus
from sim.game import Game
from sim.match.play import Played
from sim.match.shown import Clash, Gauge, Scene, Shown, Strip
from sim.match.whole import Seats, WholeGame

_TEMPLATES = Path(__file__).parents[1] / "templates"
TEMPLATE = _TEMPLATES / "replay" / "replay.html"


@dataclass(frozen=True)
class Telling:
    """What a replay is made of: the game played, what lay hidden, the chances along the way; its title and links.

    `note` is kept in the page's head, for who asks whether it must be made again.
    """

    game: Game
    played: Played
    seats: Seats
    hidden: Mapping[str, str]
    chances: Sequence[Chance] = ()
    title: str = ""
    lead: str = ""
    links: Sequence[tuple[str, str]] = field(default_factory=tuple)
    note: str = ""


def render(telling: Telling) -> str:
    """Return the page of a replay as HTML."""
    whole = telling.game.whole
    if whole.show is not None:
        return _Maker(telling, whole.show(telling.played, telling.seats, telling.hidden)).page()
    return _Maker(telling, marches(telling.game, telling.played, telling.seats, telling.hidden)).page()


class _Maker:
    """Gathers all that the page shows."""

    def __init__(self, telling: Telling, shown: Shown) -> None:
        self.telling, self.shown, self.whole = telling, shown, telling.game.whole
        self.index = {piece.unit: at for at, piece in enumerate(shown.pieces)}
        self.hexes = {number: h for h, number in enumerate(shown.ground.hexes)}
        self.times = self._times()

    def page(self) -> str:
        """Return the page."""
        telling, shown, result = self.telling, self.shown, self.telling.played.result
        opening, turns, ending = _parts(shown.diary)
        assert telling.played.events is not None
        head = json.loads(telling.played.events.table["note"][0].as_py())
        lines = [(one, Markup(self._chart(one.key, one.values, one.label))) for one in shown.lines]
        return _environment().get_template("replay/replay.html").render(
            faces=Markup(font_faces(single=True)), title=telling.title or f"{telling.game.title}: a replay",
            lead=telling.lead, links=telling.links, note=telling.note,
            opening=opening, ending=ending, turns=turns, winner=result.winner, sides=self.whole.sides,
            players=(telling.seats.first, telling.seats.second), map=Markup(self._map()), lines=lines,
            chance=Markup(chance_chart(self._timed(), shown.turns, self.whole.sides)) if telling.chances else "",
            data=Markup(in_script(self._data())), n=telling.chances[0].n if telling.chances else 0, head=head,
            last=(shown.dates or [f"turn {result.turns}"])[-1], shown=shown, end_gauges=self._end(),
            goes_on=_who_goes_on(self.whole, telling.seats),
            chance_at="turn" if len({one.phase for one in telling.chances if one.phase}) == 1 else "half-turn",
        )  # fmt: skip

    def _times(self) -> list[float]:
        """Return the time of every scene in turns: those of a turn are spread evenly over it."""
        count: dict[int, int] = {}
        for scene in self.shown.scenes:
            count[scene.turn] = count.get(scene.turn, 0) + 1
        seen: dict[int, int] = {}
        found = []
        for scene in self.shown.scenes:
            seen[scene.turn] = seen.get(scene.turn, 0) + 1
            found.append(max(0.0, scene.turn - 1 + seen[scene.turn] / count[scene.turn]) if scene.turn else 0.0)
        return found

    def _data(self) -> dict[str, Any]:
        shown, ground = self.shown, self.shown.ground
        return {
            "units": [[one.unit, one.side, one.name, one.under, one.steps] for one in shown.pieces],
            "xy": [[round(x, 1), round(y, 1)] for x, y in ground.centers], "size": ground.size,
            "numbers": list(ground.hexes), "names": list(ground.names), "above": list(ground.above),
            "moments": [self._scene(scene) for scene in shown.scenes],
            "gauges": [[one.key, one.most] for one in shown.gauges],
            "lines": {one.key: [f"{a:g} : {b:g}" for a, b in one.values] for one in shown.lines},
            "front": list(shown.fronts), "frontOf": list(shown.front_of), "dates": list(shown.dates),
            "sides": list(self.whole.sides), "times": [round(t, 3) for t in self.times],
            "chances": [[round(time, 3), round(one.p, 3), one.margin] for time, one in self._timed()],
            "scored": self.whole.is_scored, "chart": [30.0, 400.0 - 30.0 - 12.0, shown.turns],
        }  # fmt: skip

    def _scene(self, scene: Scene) -> dict[str, Any]:
        hexes = {**self.hexes, "": -1}
        found: dict[str, Any] = {
            "t": scene.turn, "p": scene.phase, "s": scene.side, "k": scene.kind, "h": scene.head, "x": scene.text,
            "u": [[self.index[unit], hexes[h], steps] for unit, (h, steps) in scene.stands.items()],
        }  # fmt: skip
        optional = {
            "w": [[self.index[unit], *(hexes[h] for h in way)] for unit, way in scene.paths.items()],
            "r": [[self.index[unit], *(hexes[h] for h in way)] for unit, way in scene.retreats.items()],
            "v": [self.index[unit] for unit in scene.up], "c": [self.index[unit] for unit in scene.down],
            "o": [self.index[unit] for unit in scene.cut if unit in self.index],
            "on": [[mark, hexes[h]] for mark, h in scene.on], "off": [[mark, hexes[h]] for mark, h in scene.off],
            "m": [hexes[h] for h in scene.look], "g": [self._row(row) for row in scene.rows], "q": dict(scene.gauges),
            "b": self._clash(scene.clash) if scene.clash else None,
        }  # fmt: skip
        return found | {key: value for key, value in optional.items() if value}

    def _row(self, row: Strip) -> dict[str, Any]:
        cells = {
            "l": row.label, "u": [self.index[unit] for unit in row.pieces], "d": list(row.dice), "c": list(row.cards),
            "w": list(row.words),
        }  # fmt: skip
        return {key: value for key, value in cells.items() if value}

    def _clash(self, clash: Clash) -> dict[str, Any]:
        return {
            "hex": self.hexes[clash.hex], "tag": clash.tag,
            "a": [[self.index[unit], self.hexes[at]] for unit, at in clash.attackers.items()],
            "d": [self.index[unit] for unit in clash.defenders],
        }  # fmt: skip

    def _end(self) -> list[tuple[Gauge, Any]]:
        """Return every gauge with what it shows at the end."""
        last: dict[str, Any] = {}
        for scene in self.shown.scenes:
            last |= scene.gauges
        return [(gauge, last.get(gauge.key, 0)) for gauge in self.shown.gauges]

    def _map(self) -> str:
        """Return the map as it stands at the end, with every piece; a script moves them."""
        ground, state = self.shown.ground, _State(self.shown)
        last = self.shown.fronts[-1] if self.shown.fronts else ""
        marks = {above: [m for m in state.marks if (m[0] in ground.above) == above] for above in (False, True)}
        overlay = (
            f"<defs>{''.join(_symbol(name, drawn) for name, drawn in ground.marks.items())}"
            f'<clipPath id="land"><path d="{ground.land}"/></clipPath>{_ARROWS}</defs>'
            f'<g id="marks">{"".join(self._mark(*mark) for mark in marks[False])}</g>'
            f'<g clip-path="url(#land)"><path class="front case" d="{last}"/><path class="front" d="{last}"/></g>'
            f'<g id="arrows"></g><g id="units">{self._units(state)}</g>'
            f'<g id="raids">{"".join(self._mark(*mark) for mark in marks[True])}</g><g id="fight"></g>'
        )
        svg = ground.svg.removesuffix("</svg>") + overlay + "</svg>"
        start = svg.index('viewBox="') + 9
        return svg[:start] + " ".join(f"{part:.0f}" for part in ground.box) + svg[svg.index('"', start) :]

    def _mark(self, name: str, number: str) -> str:
        x, y = self.shown.ground.centers[self.hexes[number]]
        return f'<use href="#mark-{name}" x="{x:.1f}" y="{y:.1f}"/>'

    def _units(self, state: _State) -> str:
        stacks: dict[str, list[str]] = {}
        for unit, (where, _) in state.stands.items():
            if where:
                stacks.setdefault(where, []).append(unit)
        place = {unit: (where, at, len(stack)) for where, stack in stacks.items() for at, unit in enumerate(stack)}
        return "".join(self._unit(at, state, place) for at in range(len(self.shown.pieces)))

    def _unit(self, at: int, state: _State, place: Mapping[str, tuple[str, int, int]]) -> str:
        piece = self.shown.pieces[at]
        side = "first" if piece.side == self.whole.sides[0] else "second"
        if piece.unit not in place:
            return f'<g class="u {side} none" id="u{at}">{piece.faces}</g>'
        where, level, n = place[piece.unit]
        x, y = self.shown.ground.centers[self.hexes[where]]
        shift = (level - (n - 1) / 2) * STACK
        steps = state.stands[piece.unit][1]
        css = f"{side}{' s1' if steps < piece.steps else ''} n{steps} {'hid' if piece.unit in state.hid else 'tried'}"
        return (
            f'<g class="u {css}" id="u{at}" style="transform:translate({x + shift:.1f}px,{y + shift:.1f}px)">'
            f"{piece.faces}</g>"
        )

    def _timed(self) -> list[tuple[float, Chance]]:
        """Return the chances with their times; the last is the result itself."""
        found = []
        for one in self.telling.chances:
            before = [
                time for time, scene in zip(self.times, self.shown.scenes, strict=True)
                if scene.turn < one.turn or (scene.turn == one.turn and (not one.phase or scene.phase < one.phase))
            ]  # fmt: skip
            found.append((max(before, default=0.0), one))
        return found

    def _chart(self, key: str, values: Sequence[tuple[float, float]], label: str) -> str:
        lines = {
            side: [(time, float(pair[at])) for time, pair in zip(self.times, values, strict=True)]
            for at, side in enumerate(self.whole.sides)
        }
        return pair_chart(key, lines, self.shown.turns, label)


class _State:
    """Where all stands after the last scene: what a page without a script shows."""

    def __init__(self, shown: Shown) -> None:
        self.stands: dict[str, tuple[str, int]] = {}
        self.hid = {piece.unit for piece in shown.pieces if piece.under}
        self.marks: dict[tuple[str, str], None] = {}
        for scene in shown.scenes:
            self.stands |= scene.stands
            self.hid = (self.hid - set(scene.up)) | set(scene.down)
            self.marks |= dict.fromkeys(scene.on)
            for mark in scene.off:
                self.marks.pop(mark, None)


STACK = 7.0
"""Points by which each piece of a stack lies further down and right than the one below it."""
_ARROWS = "".join(
    f'<marker id="tip-{side}" class="tip {side}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="9" '
    f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
    f'<path d="M0 0L10 5L0 10L2.6 5Z"/></marker>'
    for side in ("first", "second", "back")
)


def _symbol(name: str, drawn: str) -> str:
    return f'<g id="mark-{escape(name)}">{drawn}</g>'


def _parts(lines: Sequence[str]) -> tuple[list[str], list[tuple[str, list[tuple[int, str]]]], list[str]]:
    """Return the opening of a diary, its turns (heading, lines with their depth), and its end."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(minus(line))
        else:
            blocks.append([])
    turns = [(block[0], [((len(s) - len(s.lstrip())) // 2, s.strip()) for s in block[1:]]) for block in blocks[1:-1]]
    return blocks[0], turns, blocks[-1]


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(_TEMPLATES)
    return jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)


def _who_goes_on(whole: WholeGame, seats: Seats) -> str:
    """Return in words who plays the games that go on from a position."""
    if whole.goes_on(seats) != seats:
        quicker = dict.fromkeys((whole.goes_on(seats).first, whole.goes_on(seats).second))
        return f"{' and '.join(quicker)} players, who are quicker"
    return "the same players, without look-ahead" if whole.plays_on_by_habit else "the same players"
