"""How many ad hoc infantry units the Soviets draw in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system
from sim.verdict import Found, figure, roughly

COURSE = cup_course("ad_hoc", "Soviet ad hoc infantry over seven turns", "ad_hoc_draws", "ad_hoc_infantry")


def verdict(found: Found) -> str:
    """Say how many units attacks in the open bring, and how many those on larger towns across rivers."""
    _, high = found.span("drm")
    if not high:
        return "The Soviets draw no units, since we assume here that the Axis never attacks."
    in_open = roughly(found.again(drm=0).value, "unit")
    return (
        f"Axis attacks in the open bring {in_open}, if there are as many as we assume."
        f" Attacks on larger towns across rivers bring {figure(high)}."
    )


SYSTEM = cup_system(
    COURSE,
    order=7,
    question="How many ad hoc infantry units do the Soviets draw in a game?",
    table="ad_hoc_draws",
    good_for="soviet",
    shows="drm",
    verdict=verdict,
)
