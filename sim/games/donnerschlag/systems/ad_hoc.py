"""How many ad hoc infantry units the Soviets draw in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system
from sim.verdict import Found, figure, roughly

COURSE = cup_course("ad_hoc", "Soviet ad hoc infantry over seven turns", "ad_hoc_draws", "ad_hoc_infantry")


def verdict(found: Found) -> str:
    """Say how many units come in the usual fight, and what towns and rivers do to that."""
    _, high = found.span("drm")
    in_open = found.again(drm=0).value
    if high < 2 * in_open or not high:
        return f"Expect {roughly(found.value, 'unit')}; where the Axis attacks makes little difference."
    return (
        f"So many Axis attacks as we assume bring {roughly(in_open, 'unit')} in the open, {figure(high)} in larger"
        " towns across rivers."
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
