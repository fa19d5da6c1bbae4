"""Results of combat in Template, and what they come to for two forces [2.4, 2.5]."""

from __future__ import annotations

from collections.abc import Collection

from sim.exact import Law
from sim.numbers.tables import load_list

DEMANDS = load_list("_template", "results")
CODES = tuple(row["code"] for row in DEMANDS.rows)
FIELDS = (
    "attacker_step_losses", "defender_step_losses", "defender_retreat_hexes", "is_defender_eliminated", "is_cleared",
    "is_taken",
)  # fmt: skip
"""The fields that `sim.combat.ComesTo` reads, by their usual names."""
_ALL = "all"


def steps(code: str, side: str) -> int | None:
    """Return the steps that a result takes from a side, `None` for all that it has [2.4].

    >>> steps("EX", "attacker"), steps("DE", "defender")
    (1, None)
    """
    lost = DEMANDS[code][f"{side}_step_losses"]
    return None if lost == _ALL else int(lost)


def retreat_hexes(code: str) -> int:
    """Return the hexes that a result sends the defender back [2.4]."""
    return DEMANDS.integer(code, "retreat_hexes")


def after(law: Law, attacker_steps: int, defender_steps: int, can_retreat: bool) -> Law | None:
    """Return the law of what the results come to, `FIELDS`, for forces of so many steps; `None` if one is 0.

    A defender who cannot retreat loses a step for each hex instead [2.5].
    """
    if not attacker_steps or not defender_steps:
        return None
    counts: dict[tuple[int, ...], int] = {}
    for (code,), n in law.counts.items():
        end = _end(CODES[code], attacker_steps, defender_steps, can_retreat)
        counts[end] = counts.get(end, 0) + n
    return Law(FIELDS, dict(sorted(counts.items())), law.denominator)


def _end(code: str, attacker_steps: int, defender_steps: int, can_retreat: bool) -> tuple[int, ...]:
    hexes = retreat_hexes(code)
    attacker, defender = steps(code, "attacker"), steps(code, "defender")
    stays = 0 if can_retreat else hexes
    lost = defender_steps if defender is None else min(defender + stays, defender_steps)
    is_eliminated = lost == defender_steps
    goes = hexes if can_retreat and not is_eliminated else 0
    cost = min(attacker_steps if attacker is None else attacker, attacker_steps)
    is_cleared = is_eliminated or goes > 0
    return cost, lost, goes, int(is_eliminated), int(is_cleared), int(is_cleared and cost < attacker_steps)


def legend(shown: Collection[str]) -> str:
    """Return what the codes among those shown mean, for the line below the odds.

    >>> legend({"A1", "DR"})
    'A1: attacker loses 1 step; DR: defender retreats 1 hex'
    """
    return "; ".join(f"{row['code']}: {row['about']}" for row in DEMANDS.rows if row["code"] in shown)
