"""Counters drawn as in a box of wargame counters: color of the army, type symbol, values, corps band; one a unit.

A page shows one face of each at a time, by the class on its group: ``s1`` for reduced, ``hid`` for untried, ``tried``.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sim.match.faces import Face

SIDE = 27.0
"""Points a counter's side; a hex is 46 across."""
_BOX = 'x="-8" y="-5.6" width="16" height="10.4"'
_LINES = {
    "infantry": '<path d="M-8-5.6L8 4.8M8-5.6L-8 4.8"/>',
    "armor": '<ellipse cx="0" cy="-.4" rx="5.4" ry="2.7"/>',
    "mechanized": '<path d="M-8-5.6L8 4.8M8-5.6L-8 4.8"/><ellipse cx="0" cy="-.4" rx="5.4" ry="2.7"/>',
    "": "",
}


def symbols() -> str:
    """Return the type symbols, to be used by name."""
    return "".join(
        f'<g id="sym-{name or "unknown"}"><rect class="box" {_BOX}/><g class="sym">{lines}</g></g>'
        for name, lines in _LINES.items()
    )


def faces(face: Face, known: Face | None, band: int) -> str:
    """Return all faces of a counter, round (0, 0).

    `known` is what lies under an untried unit, `band` the place of its formation among the formations with a band,
    below 0 for none.
    """
    half = SIDE / 2
    body = f'<rect class="card" x="{-half}" y="{-half}" width="{SIDE}" height="{SIDE}" rx="3"/>'
    return body + "".join(_front(*shown, band) for shown in _faces(face, known))


def _faces(face: Face, known: Face | None) -> Sequence[tuple[str, str, str, str]]:
    """Return class, name, symbol and values of each face."""
    if face.hidden:
        under = [("f re", known.label, known.symbol, known.values[0])] if known is not None else []
        return [("f un", "?", face.symbol, face.hidden), *under]
    return [(f"f k{at}", face.label, face.symbol, text) for at, text in enumerate(face.values)]


def _front(css: str, label: str, symbol: str, values: str, band: int) -> str:
    colored = f'<rect class="band c{band}" x="-13" y="-13" width="26" height="6.9" rx="2.4"/>' if band >= 0 else ""
    strip = '<rect class="strip" x="-12.6" y="5.4" width="25.2" height="7.6" rx="2"/>' if css == "f k1" else ""
    size = 8.4 if len(values) <= 4 else 7.6
    return (
        f'<g class="{css}">{colored}{strip}<text class="n" x="-11.4" y="-7.3">{escape(label)}</text>'
        f'<use href="#sym-{symbol or "unknown"}"/>'
        f'<text class="v" y="11.9" font-size="{size}">{escape(values)}</text></g>'
    )
