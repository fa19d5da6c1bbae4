"""How many Alarmgruppe units the Axis draws in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system
from sim.verdict import Found, roughly

COURSE = cup_course("alarmgruppe", "German Alarmgruppe units over seven turns", "alarmgruppe_draws", "alarmgruppe")


def verdict(found: Found) -> str:
    """Say how many units come in the usual fight, and what towns and rivers do to that."""
    in_open, in_towns = (found.again(drm=drm).value for drm in (0, -1))
    towns = "none" if in_towns == 0 else roughly(in_towns, "unit")
    usual = roughly(in_open, "unit")
    return f"It hangs on how often and where the Soviets attack: {usual} in the open, {towns} in towns or over rivers."


SYSTEM = cup_system(
    COURSE,
    order=8,
    question="How many Alarmgruppe units does the Axis draw in a game?",
    table="alarmgruppe_draws",
    good_for="axis",
    shows="drm",
    verdict=verdict,
)
