"""How often a formation of the Axis is activated [4.4, 5, 6, 10.1, 10.2, 14]: the cards of `_decks`, one formation."""

from __future__ import annotations

from sim.games.donnerschlag.systems._decks import cards_course, cards_system, usual_and_all
from sim.verdict import Found

COURSE = cards_course("activations", "Activations of an Axis formation over the game", "activation_mix", "formation")


def verdict(found: Found) -> str:
    """Say how often a division acts with few and with all of the cards that can be spent on it."""
    return usual_and_all(found, "axis", "division")


SYSTEM = cards_system(
    COURSE,
    order=1,
    question="How often is a panzer division activated in a game?",
    table="activation_mix",
    good_for="axis",
    verdict=verdict,
)
