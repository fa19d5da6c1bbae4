"""How often a color of a Soviet army is activated [4.4, 5, 6, 10.1, 10.2, 14]: the cards of `_decks`, one color."""

from __future__ import annotations

from fractions import Fraction

from sim.games.donnerschlag.systems._decks import cards_course, cards_system
from sim.verdict import Found, roughly

COURSE = cards_course("colors", "Activations of a color of a Soviet army over the game", "color_mix", "color")


def verdict(found: Found) -> str:
    """Say how often a color acts, whether it idles, and what turn 8 may add."""
    more = found.system.factors["turn_8_share"].high - found.given("turn_8_share")
    idle = found.number("idle_turns")
    turns = "with some turns idle" if idle >= Fraction(1, 2) else "with hardly a turn idle"
    said = f"Expect {roughly(found.value, 'activation')}, {turns}"
    return f"{said}; turn 8, where it is played, can add up to {more}." if more else f"{said}."


SYSTEM = cards_system(
    COURSE,
    order=2,
    question="How often is a color of a Soviet army activated in a game?",
    table="color_mix",
    good_for="soviet",
    verdict=verdict,
)
