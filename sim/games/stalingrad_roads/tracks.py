"""The systems beside the map of Stalingrad Roads, each with its question."""

from __future__ import annotations

from fractions import Fraction

from sim.game import Setting
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import result_findings, track_of

_POCKET = SCENARIOS["pocket"]


def turns_above_1(setting: Setting) -> Fraction:
    """Return how many turns the pocket is expected to stay above level 1; the turn it first stands there is not one."""
    turns = len(_POCKET.turns)
    *_, last = play_exactly(_POCKET, setting)
    return last.law("first_turn_at_1").mean(lambda first_turn_at_1: (first_turn_at_1 or turns + 1) - 1)


TRACKS = {
    "pocket": track_of(
        _POCKET,
        question="How long does the Stalingrad pocket stay above supply level 1?",
        rules=("3.1", "10.1", "10.3", "10.4"),
        tables=("airlift", "airlift_drm", "airlift_limits", "weather", "turn_track", "pocket_factors"),
        measured="turns of ten, from NOV IV, that the pocket stays above supply level 1",
        measure=turns_above_1,
        find=lambda setting: result_findings(_POCKET, setting, "10.3, 10.4"),
    ),
}
