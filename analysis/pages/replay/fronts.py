"""The front lines of a game as paths on its map: drawn anew after every phase in which somebody moved."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from analysis.matches.front import front
from analysis.matches.moments import Moment
from analysis.matches.record import Record
from sim.map.board import Board
from sim.map.drawing.ground import path
from sim.map.drawing.picture import canvas_of
from sim.match.words import MatchWords

_MOVERS = ("move", "battle", "start")


def fronts(found: Sequence[Moment], record: Record, board: Board, words: MatchWords) -> tuple[list[str], list[int]]:
    """Return the front lines as paths, and for every moment which of them it shows."""
    held = {number: side == record.sides[0] for number, side in words.held.items()}
    place: dict[str, str] = {}
    lines: list[str] = []
    of_moment: list[int] = []
    for at, moment in enumerate(found):
        for unit, (where, _) in moment.stands.items():
            is_first = record.side_of[unit] == record.sides[0]
            held |= dict.fromkeys([number for number in (*moment.paths.get(unit, []), where) if number], is_first)
            place[unit] = where
        after = found[at + 1] if at + 1 < len(found) else None
        is_last = after is None or (after.kind, after.phase) != (moment.kind, moment.phase)
        if moment.kind in _MOVERS and (is_last or not lines):
            lines.append(_drawn(board, record, place, held))
        of_moment.append(max(0, len(lines) - 1))
    return lines, of_moment


def _drawn(board: Board, record: Record, place: Mapping[str, str], held: Mapping[str, bool]) -> str:
    of: dict[str, list[str]] = {side: [] for side in record.sides}
    for unit, where in place.items():
        if where:
            of[record.side_of[unit]].append(where)
    first, second = (of[side] for side in record.sides)
    canvas = canvas_of(board)
    return "".join(_rounded(path(canvas.at(line))) for line in front(board, first, second, held))


def _rounded(text: str) -> str:
    """Return a path with whole points: a tenth of a point is nothing on a front."""
    return re.sub(r"\d+\.\d+", lambda found: str(round(float(found.group()))), text)
