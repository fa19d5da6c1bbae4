"""How many Alarmgruppe units the Axis draws in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system

COURSE = cup_course("alarmgruppe", "German Alarmgruppe units over seven turns", "alarmgruppe_draws", "alarmgruppe")
SYSTEM = cup_system(
    COURSE,
    order=8,
    question="How many Alarmgruppe units does the Axis draw in a game?",
    table="alarmgruppe_draws",
    good_for="axis",
)
