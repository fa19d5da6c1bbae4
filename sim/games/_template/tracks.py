"""The systems of Template, each with its question."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.game import Setting
from sim.games._template.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding, result_findings, track_of

SIEGE = SCENARIOS["siege"]


def chance_to_hold(setting: Setting) -> Fraction:
    """Return the chance that the fort has not surrendered by the end [3.3]."""
    *_, last = play_exactly(SIEGE, setting)
    return last.law("is_fallen").probability(lambda is_fallen: not is_fallen)


def _findings(setting: Setting) -> Iterable[Finding]:
    yield from result_findings(SIEGE, setting, "3.1, 3.2, 3.3")
    *_, last = play_exactly(SIEGE, setting)
    yield Finding("mean_held", "turns that the fort holds, on the average", "3.3", number=last.law("held").mean(int))


TRACKS = {
    "siege": track_of(
        SIEGE,
        question="Does the fort hold until it is relieved?",
        rules=("3.0", "3.1", "3.2", "3.3"),
        tables=("wagons", "wagon_drms", "siege", "siege_factors"),
        measured="chance that the fort holds to the end",
        measure=chance_to_hold,
        find=_findings,
    ),
}
