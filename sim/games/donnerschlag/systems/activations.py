"""How often a formation of the Axis is activated [4.4, 5, 6, 10.1, 10.2, 14]: the cards of `_decks`, one formation."""

from __future__ import annotations

from sim.games.donnerschlag.systems._decks import cards_course, cards_system
from sim.verdict import Found, roughly

COURSE = cards_course("activations", "Activations of an Axis formation over the game", "activation_mix", "formation")


def verdict(found: Found) -> str:
    """Say how often a division acts, and what turn 8 may add."""
    more = found.system.factors["turn_8_share"].high - found.given("turn_8_share")
    said = f"Expect {roughly(found.value, 'activation')}"
    if found.number("idle_turns") < 1:
        said += ", roughly one a turn"
    return f"{said}; turn 8, where it is played, can add up to {more}." if more else f"{said}."


SYSTEM = cards_system(
    COURSE,
    order=1,
    question="How often is a panzer division activated in a game?",
    table="activation_mix",
    good_for="axis",
    verdict=verdict,
)
