"""A replay laid out: the map with every counter, the moments as data, charts, diary; one file, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from analysis.matches.battles import Names
from analysis.matches.chances import Chance
from analysis.matches.diary import diary
from analysis.matches.moments import Moment, losses, moments, standing
from analysis.matches.places import Places
from analysis.matches.record import Record, read_record
from analysis.pages.parts import in_script
from analysis.pages.replay.counters import counter, faces_of, symbols
from analysis.pages.replay.fronts import fronts
from analysis.pages.replay.story import Story
from analysis.pages.replay.timelines import chance_chart, pair_chart
from sim.game import Game
from sim.map.board import Board, load_board
from sim.map.drawing.ground import path
from sim.map.drawing.picture import MARGIN, TOP, canvas_of, draw_board
from sim.match.faces import Face
from sim.match.play import Played
from sim.match.whole import Seats

_TEMPLATES = Path(__file__).parents[1] / "templates"
TEMPLATE = _TEMPLATES / "replay" / "replay.html"
SECOND_HALF = 5
"""The first phase of the second side."""


@dataclass(frozen=True)
class Telling:
    """What a replay is made of: the game played, what lay hidden, the chances along the way; its title and links."""

    game: Game
    played: Played
    seats: Seats
    hidden: Mapping[str, str]
    chances: Sequence[Chance] = ()
    title: str = ""
    lead: str = ""
    links: Sequence[tuple[str, str]] = field(default_factory=tuple)


def render(telling: Telling) -> str:
    """Return the page of a replay as HTML."""
    return _Maker(telling).page()


class _Maker:
    """Gathers all that the page shows."""

    def __init__(self, telling: Telling) -> None:
        self.telling, self.whole, self.words = telling, telling.game.whole, telling.game.whole.words
        assert telling.played.events is not None, "a replay needs the events of the game"
        events = telling.played.events.table
        self.record: Record = read_record(events, self.whole.sides, self.words)
        self.board: Board = load_board(telling.game.id, telling.seats.board)
        self.moments = moments(events, self.record, self.words)
        self.units = list(dict.fromkeys(unit for moment in self.moments for unit in moment.stands))
        self.index = {unit: at for at, unit in enumerate(self.units)}
        self.canvas = canvas_of(self.board)
        self.hexes = {number: h for h, number in enumerate(self.board.numbers)}
        self.times = self._times()
        self.fronts = fronts(self.moments, self.record, self.board, self.words)

    def page(self) -> str:
        """Return the page."""
        telling, result = self.telling, self.telling.played.result
        story = Story(self.words, Names(self.words, self.record), Places(self.board))
        opening, turns, ending = _parts(diary(telling.game, telling.played))
        first, second = self.whole.sides
        return _environment().get_template("replay/replay.html").render(
            title=telling.title or f"{telling.game.title}: a replay", lead=telling.lead,
            links=telling.links, opening=opening,
            ending=ending, turns=turns, level=self.words.levels.get(result.level, result.level), margin=result.margin,
            winner=result.winner, sides=self.whole.sides, players=(telling.seats.first, telling.seats.second),
            map=Markup(self._map()), charts=[Markup(chart) for chart in self._charts()],
            data=Markup(in_script(self._data(story))), n=telling.chances[0].n if telling.chances else 0,
            head=self.record.head, points=(result.numbers[f"{first}_vp"], result.numbers[f"{second}_vp"]),
            dates=self.words.dates, basis=self.words.basis, goal=self.words.goal,
        )  # fmt: skip

    def _times(self) -> list[float]:
        """Return the time of every moment in turns: those of a turn are spread evenly over it."""
        count: dict[int, int] = {}
        for moment in self.moments:
            count[moment.turn] = count.get(moment.turn, 0) + 1
        seen: dict[int, int] = {}
        found = []
        for moment in self.moments:
            seen[moment.turn] = seen.get(moment.turn, 0) + 1
            found.append(max(0.0, moment.turn - 1 + seen[moment.turn] / count[moment.turn]) if moment.turn else 0.0)
        return found

    def _data(self, story: Story) -> dict[str, Any]:
        lost = losses(self.moments, self.words, self.record.side_of)
        fronts, of_moment = self.fronts
        return {
            "units": [
                [unit, self.record.side_of[unit], story.names.words.units.get(unit, unit), self._counter_name(unit)]
                for unit in self.units
            ],
            "xy": [[round(v, 1) for v in self.canvas.center(h)] for h in range(len(self.board))],
            "numbers": list(self.board.numbers), "names": [name or "" for name in self.board.names],
            "moments": [self._moment(moment, story, k) for k, moment in enumerate(self.moments)],
            "lost": [list(row.values()) for row in lost], "front": fronts, "frontOf": of_moment,
            "dates": list(self.words.dates), "sides": list(self.whole.sides),
            "times": [round(t, 3) for t in self.times],
            "chances": [[round(time, 3), round(one.p, 3), one.margin] for time, one in self._timed()],
            "vp": [row[:2] for row in self._summary()], "chart": [30.0, 400.0 - 30.0 - 12.0, self.whole.turns],
        }  # fmt: skip

    def _counter_name(self, unit: str) -> str:
        counter_id = self.telling.hidden.get(unit) or self.record.revealed.get(unit, (0, ""))[1]
        return self.words.counters.get(counter_id, "")

    def _moment(self, moment: Moment, story: Story, at: int) -> dict[str, Any]:
        hexes = {**self.hexes, "": -1}
        found: dict[str, Any] = {
            "t": moment.turn, "p": moment.phase, "s": moment.side, "k": moment.kind, "h": story.head(moment),
            "x": story.text(moment),
            "u": [[self.index[unit], hexes[h], steps] for unit, (h, steps) in moment.stands.items()],
        }  # fmt: skip
        ways = {"w": moment.paths, "r": moment.retreats}
        for key, held in ways.items():
            if held:
                found[key] = [[self.index[unit], *(hexes[h] for h in way)] for unit, way in held.items()]
        if moment.tried:
            found["v"] = [self.index[unit] for unit in moment.tried]
        if moment.marks:
            found["m"] = [hexes[h] for h in moment.marks]
        if moment.forts_lost:
            found["fl"] = [hexes[h] for h in moment.forts_lost]
        if moment.unsupplied:
            found["o"] = [self.index[unit] for unit in moment.unsupplied if unit in self.index]
        if moment.battle is not None and moment.battle.note:
            found["b"] = story.battle(moment.battle, self.index, self.hexes)
        return found

    def _map(self) -> str:
        """Return the map as it stands at the end, with every counter; a script moves them."""
        under = {unit: counter_id for unit, (_, counter_id) in self.record.revealed.items()} | dict(self.telling.hidden)
        faces = faces_of(self.units, self.whole.faces, {unit: c for unit, c in under.items() if unit in self.index})
        land = "".join(path(corners) for corners in self.canvas.at(self.board.grid.corners())[self.board.playable])
        last = self.fronts[0][-1]
        overlay = (
            f'<defs>{symbols()}<clipPath id="land"><path d="{land}"/></clipPath>{_ARROWS}</defs>'
            f'<g clip-path="url(#land)"><path class="front case" d="{last}"/><path class="front" d="{last}"/></g>'
            f'<g id="marks">{self._forts()}</g><g id="arrows"></g>'
            f'<g id="units">{"".join(self._counter(at, *face) for at, face in enumerate(faces))}</g>'
            f'<g id="raids"></g><g id="fight"></g>'
        )
        svg = draw_board(
            self.board, title=f"{self.telling.game.title}: map", overlays=[self._placed(overlay)], has_legend=False
        )
        top, left = TOP + MARGIN - 6, MARGIN - 6
        box = f"{left:.0f} {top:.0f} {self.canvas.width - 2 * left:.0f} {self.canvas.map_height - top + 6:.0f}"
        start = svg.index('viewBox="') + 9
        return svg[:start] + box + svg[svg.index('"', start) :]

    def _forts(self) -> str:
        """Return the forts that stand at the end, as the script draws them."""
        standing_forts: dict[str, None] = {}
        for moment in self.moments:
            standing_forts |= dict.fromkeys(moment.marks if moment.kind == "fort" else [])
            for number in moment.forts_lost:
                standing_forts.pop(number, None)
        corners = (self.canvas.center(self.hexes[number]) for number in standing_forts)
        return "".join(f'<path class="fort" d="M{x - 17:.1f} {y + 17:.1f}{FORT}"/>' for x, y in corners)

    def _counter(self, at: int, face: Face, known: Face | None) -> str:
        formations = sorted({one.corps for one in self.whole.faces.values() if one.corps})
        band = formations.index(face.corps) if face.corps else -1
        return counter(at, self._css(self.units[at]), face, known, band)

    def _css(self, unit: str) -> str:
        return "first" if self.record.side_of[unit] == self.whole.sides[0] else "second"

    def _placed(self, overlay: str) -> str:
        """Set the counters where they stand at the end of the game."""
        stacks: dict[str, list[str]] = {}
        end = standing(self.moments)
        for unit in self.units:
            if unit in end:
                stacks.setdefault(end[unit][0], []).append(unit)
        for where, stack in stacks.items():
            x, y = self.canvas.center(self.hexes[where])
            for level, unit in enumerate(stack):
                shift = (level - (len(stack) - 1) / 2) * STACK
                css = self._classes(unit, end[unit][1])
                at = self.index[unit]
                overlay = overlay.replace(
                    f'{self._css(unit)} none" id="u{at}"',
                    f'{css}" id="u{at}" style="transform:translate({x + shift:.1f}px,{y + shift:.1f}px)"',
                )
        return overlay

    def _classes(self, unit: str, steps: int) -> str:
        reduced = " s1" if steps < self.words.steps[self.record.side_of[unit]] else ""
        return f"{self._css(unit)}{reduced}{' hid' if unit in self.telling.hidden else ' tried'}"

    def _summary(self) -> list[list[int]]:
        assert self.telling.played.turns is not None
        return [[int(n) for n in row] for row in self.telling.played.turns]

    def _timed(self) -> list[tuple[float, Chance]]:
        """Return the chances with their times; the last is the result itself."""
        found = []
        for one in self.telling.chances:
            before = [
                time for time, moment in zip(self.times, self.moments, strict=True)
                if moment.turn < one.turn or (moment.turn == one.turn and (not one.phase or moment.phase < one.phase))
            ]  # fmt: skip
            found.append((max(before, default=0.0), one))
        return found

    def _charts(self) -> list[str]:
        turns, (first, second) = self.whole.turns, self.whole.sides
        lost = losses(self.moments, self.words, self.record.side_of)
        rows = self._summary()
        columns = list(self.whole.turn_columns)
        vp = {
            side: [(float(t), float(row[columns.index(f"{side}_vp")])) for t, row in enumerate(rows)]
            for side in (first, second)
        }
        steps = {
            side: [(t, float(row[side])) for t, row in zip(self.times, lost, strict=True)] for side in (first, second)
        }
        found = [
            pair_chart("vp", vp, turns, "Victory points if the game ended then, by turn"),
            pair_chart("lost", steps, turns, "Steps lost so far, by turn"),
        ]
        return [chance_chart(self._timed(), turns, self.whole.sides), *found] if self.telling.chances else ["", *found]


FORT = "l-2-9 6 3 3-8 5 6 5-9 5 9 5-6 3 8 6-3-2 9z"
STACK = 7.0
"""Points by which each counter of a stack lies further down and right than the one below it."""
_ARROWS = "".join(
    f'<marker id="tip-{side}" class="tip {side}" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="9" '
    f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
    f'<path d="M0 0L10 5L0 10L2.6 5Z"/></marker>'
    for side in ("first", "second", "back")
)


def _parts(lines: Sequence[str]) -> tuple[list[str], list[tuple[str, list[tuple[int, str]]]], list[str]]:
    """Return the opening of a diary, its turns (heading, lines with their depth), and its end."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line:
            blocks[-1].append(line)
        else:
            blocks.append([])
    turns = [(block[0], [((len(s) - len(s.lstrip())) // 2, s.strip()) for s in block[1:]]) for block in blocks[1:-1]]
    return blocks[0], turns, blocks[-1]


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(_TEMPLATES)
    return jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
