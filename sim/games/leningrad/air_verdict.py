"""What the page of Leningrad's air units says in a sentence: by steps alone, and where whole games show otherwise."""

from __future__ import annotations

from fractions import Fraction

from sim.verdict import Effects, Found, figure, roughly, spelled

NEVER_ATTACKING = "no air unit ever helps an attack"
"""The variation of whole games whose Germans do what the count in steps advises."""
NEVER_DEFENDING = "no air unit ever helps a defender"
"""The variation whose Germans do the opposite."""
_PLACES = {"with_defense": "to defend", "with_attacks": "for your attacks", "interdicting": "to interdict"}


def verdict(found: Found) -> str:
    """Say where the air units go, what they are worth there, and at which odds or before which attack that changes."""
    best, attacks = _best(found), found.given("soviet_attacks")
    if best == "with_attacks" and not attacks:
        said = (
            f"By steps, send air units with attacks at {_best_up_to(found)} or worse ({_worth(found, 'attack_alone')})"
        )
        kept = _best(found.again(soviet_attacks=1)) == "with_defense"
        return (
            f"{said}; before sure Soviet attacks keep them ({_worth(found, 'defend_1', '')})." if kept else f"{said}."
        )
    worth = roughly(found.value, "Soviet step")
    if best != "with_defense" or not attacks:
        return f"Counted in steps, keep the air units {_PLACES[best]}, worth {worth} a turn."
    pays = [column for column in found.over("german_column") if _attacks(found.again(german_column=column)) > 0]
    many = f"{spelled(attacks)} Soviet attack{'s' * (attacks > 1)}"
    said = f"Counted in steps, keep air units to meet {many}, worth {worth}"
    odds = found.word("german_column", max(pays)) if pays else ""
    return f"{said}; German attacks need them only at {odds} or worse." if pays else f"{said}."


def _worth(found: Found, case: str, thing: str = "step") -> str:
    number = found.number(case)
    return roughly(number, thing) if thing else f"about {figure(number)}"


def _attacks(found: Found) -> Fraction:
    return found.number("best_with_attacks")


def beside_variations(found: Found, effects: Effects) -> str:
    """Say where the air units go as whole games show it, where they show the count in steps to lose; else that count.

    Whole games decide: they count victory points, and see the ground that an attack wins.
    """
    low, high = effects.get(NEVER_ATTACKING, (0.0, 0.0))
    if high >= 0 or _best(found) == "interdicting":
        return verdict(found)
    said = f"Use air units to attack first: never doing so costs {-high:.0f} to {-low:.0f} VP a game"
    if NEVER_DEFENDING not in effects:
        return f"{said}."
    least, most = effects[NEVER_DEFENDING]
    shown = "costs points too" if most < 0 else "wins points" if least > 0 else "makes no difference that shows"
    return f"{said}. Never defending with them {shown}."


def _best_up_to(found: Found) -> str:
    """Return the best usual odds at which attacks still take most air units; empty where they do at none."""
    columns = range(found.system.factors["german_column"].low, found.system.factors["german_column"].high + 1)
    pays = [column for column in columns if _best(found.again(german_column=column)) == "with_attacks"]
    return found.word("german_column", max(pays)) if pays else ""


def _best(found: Found) -> str:
    """Return the use that takes most air units at best play."""
    sent = {use: found.number(f"best_{use}") for use in _PLACES}
    return max(_PLACES, key=lambda use: sent[use])
