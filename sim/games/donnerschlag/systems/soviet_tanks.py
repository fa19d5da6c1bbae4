"""How many tank units the Soviets draw in a game [5, 13.2, 18]: one of the three cups of `_cups`."""

from __future__ import annotations

from sim.games.donnerschlag.systems._cups import cup_course, cup_system
from sim.verdict import Found, figure, roughly

COURSE = cup_course("soviet_tanks", "Soviet tank draws over seven turns", "soviet_tank_draws", "soviet_tank")


def verdict(found: Found) -> str:
    """Say how many units one card a turn brings, and what the next one adds."""
    cards = found.over("cards")
    one, two, most = cards[1], cards[2], max(cards.values())
    rest = "further cards add little" if most - two < (two - one) / 2 else "further cards add more still"
    said = f"Expect {roughly(one, 'unit')} with one tank card a turn, and {figure(two)} with a second"
    return f"{said}. With the cup we assume, {rest}."


SYSTEM = cup_system(
    COURSE,
    order=9,
    question="How many tank units do the Soviets draw in a game?",
    table="soviet_tank_draws",
    good_for="soviet",
    shows="cards",
    verdict=verdict,
)
