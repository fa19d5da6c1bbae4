"""How many tank units the Soviets draw in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system

COURSE = cup_course("soviet_tanks", "Soviet tank draws over seven turns", "soviet_tank_draws", "soviet_tank")
SYSTEM = cup_system(
    COURSE,
    order=9,
    question="How many tank units do the Soviets draw in a game?",
    table="soviet_tank_draws",
    good_for="soviet",
)
