"""Column shifts of Template: which rows of the table apply, and what they are worth [2.2]."""

from __future__ import annotations

from collections.abc import Mapping

from sim.combat import Applied, Fact
from sim.games._template.combat.facts import OPTIONS, Fight
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_list

SHIFTS = load_list("_template", "column_shifts")
_ONCE: Mapping[str, Fact] = {option.name: True if option.kind == "yes_no" else 1 for option in OPTIONS}
SITUATIONS: Mapping[str, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = {
    row["id"]: ({}, {row["id"]: _ONCE[row["id"]]}) for row in SHIFTS.rows
}
"""How each row is brought on, once: the facts of a fight without it, and those that are added."""


def times_of(fight: Fight) -> dict[str, int]:
    """Return how often each row applies: its fact has its name."""
    return {row["id"]: int(vars(fight)[row["id"]]) for row in SHIFTS.rows}


def net_shift(times: Mapping[str, int]) -> int:
    """Return the sum of all shifts, right positive; a row counts no more often than its cap [2.2].

    >>> net_shift(dict.fromkeys(SITUATIONS, 0) | {"river": 1, "artillery": 3})
    1
    """
    return int(net_modifier(SHIFTS, times))


def applied(times: Mapping[str, int]) -> tuple[Applied, ...]:
    """Return the rows that apply and what they are worth together, each on its own so that its cap counts."""
    none = dict.fromkeys(times, 0)
    return tuple(Applied(name, net_shift(none | {name: n}), SHIFTS[name]["rule"]) for name, n in times.items() if n)
