"""How often a color of a Soviet army is activated [4.4, 5, 6, 10.1, 10.2, 14]: the cards of `_decks`, one color."""

from __future__ import annotations

from sim.games.donnerschlag.systems._decks import cards_course, cards_system, usual_and_all
from sim.verdict import Found

COURSE = cards_course("colors", "Activations of a color of a Soviet army over the game", "color_mix", "color")


def verdict(found: Found) -> str:
    """Say how often a color acts with few and with all of the cards that can be spent on it."""
    return usual_and_all(found, "soviet", "color")


SYSTEM = cards_system(
    COURSE,
    order=2,
    question="How often is a color of a Soviet army activated in a game?",
    table="color_mix",
    good_for="soviet",
    verdict=verdict,
)
