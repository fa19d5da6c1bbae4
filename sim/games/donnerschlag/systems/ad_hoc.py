"""How many ad hoc infantry units the Soviets draw in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system

COURSE = cup_course("ad_hoc", "Soviet ad hoc infantry over seven turns", "ad_hoc_draws", "ad_hoc_infantry")
SYSTEM = cup_system(
    COURSE,
    order=7,
    question="How many ad hoc infantry units do the Soviets draw in a game?",
    table="ad_hoc_draws",
    good_for="soviet",
)
