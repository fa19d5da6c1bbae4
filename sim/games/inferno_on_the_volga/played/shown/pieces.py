"""The blocks as a replay draws them: a wooden block with its symbol and number, its points on top in their colors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from sim.games.inferno_on_the_volga.map.record.words import block_names, faces
from sim.match.faces import Face
from sim.match.shown import Piece

SIDE = 27.0
_CROSS = '<path d="M-7.500-3.800L7.500 5.200M7.500-3.800L-7.500 5.200"/>'
_TRACK = '<ellipse cx="0" cy=".7" rx="5.200" ry="2.600"/>'
_LINES = {"infantry": _CROSS, "armor": _TRACK, "mechanized": _CROSS + _TRACK}
_BACK = "M0-8.500L2.100-2.900 8.100-2.600 3.400 1.100 5 6.900 0 3.600-5 6.900-3.400 1.100-8.100-2.600-2.100-2.900z"


def pieces(units: Sequence[str], readings: Mapping[str, str]) -> list[Piece]:
    """Return the blocks of a game; nobody sees what a Soviet block is before it fights [p. 3 fog of war]."""
    known, names = faces(readings["R60"], readings["R52"]), block_names(readings["R52"])
    return [_piece(unit, known[unit], names[unit]) for unit in units]


def _piece(unit: str, face: Face, name: str) -> Piece:
    hides = face.side == "soviet"
    return Piece(
        unit, face.side, "Soviet block" if hides else name, name if hides else "", len(face.values),
        _card(face.side) + (_hidden() + _front(face, "f re") if hides else _front(face, "")),
    )  # fmt: skip


def _card(side: str) -> str:
    half = SIDE / 2
    return (
        f'<rect class="card" x="{-half}" y="{-half}" width="{SIDE}" height="{SIDE}" rx="3.500"/>'
        f'<path class="bevel" d="M{-half + 2} {half - 1.2}h{SIDE - 4}"/>'
    )


def _hidden() -> str:
    return f'<path class="f un star" d="{_BACK}"/>'


def _front(face: Face, css: str) -> str:
    """Return the side with the sticker: number, symbol, and the points of each strength."""
    points = "".join(_points(len(face.values) - at, text) for at, text in enumerate(face.values))
    return (
        f'<g class="{css}"><rect class="top" x="-12" y="-12" width="24" height="6.800" rx="2"/>'
        f'<rect class="box" x="-7.500" y="-3.800" width="15" height="9"/><g class="sym">{_LINES[face.symbol]}</g>'
        f'<text class="v" y="12" font-size="7">{escape(face.label)}</text>{points}</g>'
    )


def _points(strength: int, text: str) -> str:
    """Return the points at a strength as pips, colored by the lowest die that hits."""
    fire = text.split()[1].lower()
    width = 5.4
    start = -width * (strength - 1) / 2
    centers = (start + width * k for k in range(strength))
    dots = "".join(f'<circle class="{fire}" cx="{x:.1f}" cy="-8.600" r="2.100"/>' for x in centers)
    return f'<g class="p n{strength}">{dots}</g>'
