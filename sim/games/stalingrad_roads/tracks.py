"""The systems beside the map of Stalingrad Roads, each with its question, in the order of the rules."""

from __future__ import annotations

from sim.games.stalingrad_roads import (
    questions_axis,
    questions_pocket,
    questions_ring,
    questions_soviet,
    questions_victory,
)
from sim.track import Track

_ORDER = (
    "weather", "supports", "minor_offensives", "support_draw", "shortage", "mars", "kampfgruppen", "pocket", "ju52",
    "resistance", "surrender", "garrison", "stavka", "approval", "offensives", "replacements", "victory_uranus",
    "victory_campaign", "victory_backhand", "victory_gallop",
)  # fmt: skip
_ALL = (
    questions_pocket.TRACKS
    | questions_ring.TRACKS
    | questions_soviet.TRACKS
    | questions_axis.TRACKS
    | questions_victory.TRACKS
)

TRACKS: dict[str, Track] = {name: _ALL[name] for name in _ORDER}
