"""How many Alarmgruppe units the Axis draws in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system
from sim.verdict import Found, figure, roughly

COURSE = cup_course("alarmgruppe", "German Alarmgruppe units over seven turns", "alarmgruppe_draws", "alarmgruppe")


def verdict(found: Found) -> str:
    """Say how many units attacks in the open bring, and how many those on towns or over rivers."""
    in_open, in_towns = (found.again(drm=drm).value for drm in (0, -1))
    if not in_open:
        return "The Axis draws no units, since we assume here that the Soviets never attack."
    towns = "none" if in_towns == 0 else figure(in_towns)
    return (
        f"Soviet attacks in the open bring {roughly(in_open, 'unit')}, if there are as many as we assume."
        f" Attacks on towns or over rivers bring {towns}."
    )


SYSTEM = cup_system(
    COURSE,
    order=8,
    question="How many Alarmgruppe units does the Axis draw in a game?",
    table="alarmgruppe_draws",
    good_for="axis",
    shows="drm",
    verdict=verdict,
)
