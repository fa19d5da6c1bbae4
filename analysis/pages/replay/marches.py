"""A game of marches and battles as a replay shows it: counters on a hex map, odds, shifts, a die, a front line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from analysis.matches.battles import Names
from analysis.matches.diary import diary
from analysis.matches.moments import Moment, losses, moments
from analysis.matches.places import Places
from analysis.matches.record import Engagement, Record, read_record
from analysis.pages.replay.counters import faces, symbols
from analysis.pages.replay.fronts import fronts
from analysis.pages.replay.story import Story
from analysis.words import signed
from sim.game import Game, load_game
from sim.map.board import Board, load_board
from sim.map.drawing.ground import path
from sim.map.drawing.picture import MARGIN, SIZE, TOP, canvas_of, draw_board
from sim.match.play import Played
from sim.match.shown import Backdrop, Clash, Lines, Piece, Scene, Shown, Strip
from sim.match.whole import Seats

_FIGURES = re.compile(r"^[^:]*?, \d+ against .*?result \S+?\. ")
"""What a battle is told with at first: figures that the panel has shown by then."""
_FORT = '<path class="fort" d="M-17 17l-2-9 6 3 3-8 5 6 5-9 5 9 5-6 3 8 6-3-2 9z"/>'
_RAID = (
    '<g transform="translate(-18 -17)"><circle class="raid disc" r="11"/>'
    '<path class="raid" d="M-8-1h16M0-7v13M-3.500 6h7" stroke-linecap="round"/></g>'
)


def marches(game: Game, played: Played, seats: Seats, hidden: Mapping[str, str]) -> Shown:
    """Return a game whose log tells of marches and battles (docs/event-log.md) as a replay shows it."""
    return _Marches(game, played, seats, hidden).shown()


@lru_cache(3)
def _backdrop(game: str, member: int) -> Backdrop:
    """Return the ground of a game's board, drawn once for all replays on it."""
    board = load_board(game, member)
    canvas = canvas_of(board)
    top, left = TOP + MARGIN - 6, MARGIN - 6
    signs = f"<defs>{symbols()}</defs>"
    return Backdrop(
        draw_board(board, title=f"{load_game(game).title}: map", overlays=[signs], has_legend=False),
        (left, top, canvas.width - 2 * left, canvas.map_height - top + 6),
        list(board.numbers), [name or "" for name in board.names],
        [canvas.center(h) for h in range(len(board))], SIZE,
        "".join(path(corners) for corners in canvas.at(board.grid.corners())[board.playable]),
        {"fort": _FORT, "raid": _RAID}, ("raid",),
    )  # fmt: skip


class _Marches:
    """Gathers what there is to show."""

    def __init__(self, game: Game, played: Played, seats: Seats, hidden: Mapping[str, str]) -> None:
        self.game, self.whole, self.words = game, game.whole, game.whole.words
        self.played, self.seats, self.hidden = played, seats, hidden
        assert played.events is not None, "a replay needs the events of the game"
        events = played.events.table
        self.record: Record = read_record(events, self.whole.sides, self.words)
        self.board: Board = load_board(game.id, seats.board)
        self.moments = moments(events, self.record, self.words)
        self.units = list(dict.fromkeys(unit for moment in self.moments for unit in moment.stands))
        self.lost = losses(self.moments, self.words, self.record.side_of)
        self.story = Story(self.words, Names(self.words, self.record), Places(self.board))
        self.points = self._points()

    def shown(self) -> Shown:
        """Return the game."""
        first, second = (side.capitalize() for side in self.whole.sides)
        result, found = self.played.result, fronts(self.moments, self.record, self.board, self.words)
        margin = signed(f"{result.margin:+d}")
        points = [result.numbers[f"{side}_vp"] for side in self.whole.sides]
        return Shown(
            _backdrop(self.game.id, self.seats.board), self._pieces(), self._scenes(), (), self._lines(),
            self.words.levels.get(result.level, result.level),
            f"{first} ({self.seats.first}) {points[0]} VP · {second} ({self.seats.second}) {points[1]} VP · "
            f"margin {margin}",
            self.words.dates, *found, diary(self.game, self.played), _legend(first, second), self.words.basis,
            self.whole.turns,
        )  # fmt: skip

    def _pieces(self) -> list[Piece]:
        under = {unit: counter for unit, (_, counter) in self.record.revealed.items()} | dict(self.hidden)
        formations = sorted({one.corps for one in self.whole.faces.values() if one.corps})
        found = []
        for unit in self.units:
            side, face = self.record.side_of[unit], self.whole.faces[unit]
            known = self.whole.faces[f"counter {under[unit]}"] if unit in under else None
            band = formations.index(face.corps) if face.corps else -1
            name = self.words.counters.get(under.get(unit, ""), "")
            steps = self.words.steps[side]
            found.append(Piece(unit, side, self.words.units.get(unit, unit), name, steps, faces(face, known, band)))
        return found

    def _points(self) -> list[tuple[int, int]]:
        """Return the points of both sides if the game ended after each turn, from turn 0."""
        assert self.played.turns is not None
        at = [list(self.whole.turn_columns).index(f"{side}_vp") for side in self.whole.sides]
        return [(int(row[at[0]]), int(row[at[1]])) for row in self.played.turns]

    def _scenes(self) -> list[Scene]:
        raids: list[str] = []
        found = []
        for at, moment in enumerate(self.moments):
            scene = self._scene(moment, at)
            if moment.kind == "fort":
                scene.on = [("fort", hex_) for hex_ in moment.marks]
            if moment.kind == "air":
                scene.on = [("raid", hex_) for hex_ in moment.marks]
                raids += moment.marks
            if moment.kind == "end":
                scene.off = [("raid", hex_) for hex_ in raids]
                raids = []
            scene.off = [*scene.off, *(("fort", hex_) for hex_ in moment.forts_lost)]
            found.append(scene)
        return found

    def _scene(self, moment: Moment, at: int) -> Scene:
        fight = moment.battle if moment.battle is not None and moment.battle.note else None
        return Scene(
            moment.turn, moment.phase, moment.side, moment.kind, self.story.head(moment),
            self._standing(moment.turn, at)
            if moment.kind == "end"
            else _FIGURES.sub("", self.story.text(moment)),
            moment.stands, moment.paths, moment.retreats, up=list(moment.tried), cut=moment.unsupplied,
            look=moment.marks, clash=_clash(fight) if fight else None, rows=self._rows(fight) if fight else (),
        )  # fmt: skip

    def _standing(self, turn: int, at: int) -> str:
        first, second = (side.capitalize() for side in self.whole.sides)
        lost, (a, b) = list(self.lost[at].values()), self.points[turn]
        return (
            f"VP if it ended here: {first} {a}, {second} {b}. Steps lost so far: {first} {lost[0]}, {second} {lost[1]}."
        )

    def _rows(self, fight: Engagement) -> list[Strip]:
        note, other = fight.note, next(side for side in self.whole.sides if side != fight.side)
        shifts = [(self.words.shifts.get(name, name), worth) for name, worth in note["shifts"].items()]
        words = [(str(note["initial"]), "col")]
        words += [(f"{why} {by:+d}".replace("-", "−"), "up" if by > 0 else "down") for why, by in shifts]
        words += [("→", "to"), (str(note["column"]), "col")] if shifts else []
        words += [(str(fight.die), "die"), (str(note["result"]), "out")]
        return [
            Strip(f"{fight.side.capitalize()} attack: {note['attack']}", list(fight.attackers)),
            Strip(f"{other.capitalize()} defense: {note['defense']}", list(fight.defenders)),
            Strip(words=words),
        ]

    def _lines(self) -> list[Lines]:
        ended, points = 0, []
        for moment in self.moments:
            ended = moment.turn if moment.kind == "end" else ended
            points.append(self.points[ended])
        lost = [(row[self.whole.sides[0]], row[self.whole.sides[1]]) for row in self.lost]
        return [
            Lines("vp", "Victory points", "Points if the game ended after each turn.", points,
                  "Victory points if the game ended then, by turn"),
            Lines("lost", "Steps lost", "All steps lost so far; one turned up again and lost anew counts twice.", lost,
                  "Steps lost so far, by turn"),
        ]  # fmt: skip


def _clash(fight: Engagement) -> Clash:
    tag = f"{fight.note['column']} · {fight.die} · {fight.note['result']}"
    return Clash(fight.hex, fight.attackers, fight.defenders, tag)


def _legend(first: str, second: str) -> str:
    return (
        "A counter carries the name of its division, the symbol of its type, and its values: strength and movement for "
        f"a {first} division, attack, defense and movement for a {second} one. A pale strip under the values marks a "
        "division at reduced strength, a question mark one that nobody has tried yet; its values come out in its first "
        "combat. Divisions of one hex lie in a stack; a click on the hex names them. The broken red line is the front, "
        "between what the two sides hold. Arrows follow the way that a division took, dashed ones a retreat."
    )
