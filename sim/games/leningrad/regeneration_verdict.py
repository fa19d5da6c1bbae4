"""What the page of Leningrad's regeneration says in a sentence: as counted, and whether whole games bear it out."""

from __future__ import annotations

from sim.verdict import Effects, Found, roughly

NEVER = "no regeneration"
"""The variation of whole games whose Germans never regenerate."""


def verdict(found: Found) -> str:
    """Say which kinds are worth their price, and what that comes to over the game."""
    infantry = found.number("worth_infantry")
    rest = "Infantry gains only if hit again" if infantry <= 0 else "Infantry gains too"
    if found.value <= 0:
        return f"Regeneration wins nothing while no armored or mechanized unit loses a step. {rest}."
    return f"{_advice(found)}. {rest}."


def beside_variations(found: Found, effects: Effects) -> str:
    """Say the same beside whole games that were played without regeneration: whether they bear it out."""
    if found.value <= 0 or NEVER not in effects:
        return verdict(found)
    least, most = effects[NEVER]
    shown = "bear it out" if most < 0 else "show a loss" if least > 0 else "show no clear gain"
    return f"{_advice(found)}. Whole games {shown}."


def _advice(found: Found) -> str:
    won = f"that wins {roughly(found.value, 'point')} at {_losses(found)}"
    return f"Regenerate the armor and mechanized units you can spare: {won}"


def _losses(found: Found) -> str:
    """Return whose losses are taken: those of our games, or others."""
    taken = ("mobile_twelfths", "infantry_twelfths")
    as_taken = all(found.given(one) == found.system.factors[one].value for one in taken)
    return "our games' losses" if as_taken else "such losses"
