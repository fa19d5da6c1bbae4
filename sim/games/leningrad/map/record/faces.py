"""The counters of Leningrad as printed: Germans by their id, Soviet slots untried, Soviet counters once they are tried.

A German counter has one strength, a Soviet one attack and defense; both end in the movement allowance [2.4-2.8].
"""

from __future__ import annotations

from collections.abc import Mapping

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map.tables import slots, table, unit_names
from sim.match.faces import Face


def faces() -> Mapping[str, Face]:
    """Return every counter by the id that the event log uses; a Soviet slot shows no values until it is revealed."""
    soviets = table("soviet_units").rows
    allowance = {row["movement_class"]: row["movement_allowance"] for row in soviets}
    found = {
        row["id"]: Face(
            "german", row["designation"], row["type"],
            (f"{row['strength']}-{row['movement_allowance']}",
             f"{row['reduced_strength']}-{row['reduced_movement_allowance']}"), corps=row["panzer_corps"],
        )
        for row in table("german_units").rows
    }  # fmt: skip
    for name, slot in zip(unit_names()[f.N_GERMAN :], slots(), strict=True):
        is_infantry = slot.movement == f.INFANTRY
        hidden = f"?-?-{allowance['infantry' if is_infantry else 'mobile']}"
        found[name] = Face("soviet", "", "infantry" if is_infantry else "", (), hidden)
    for row in soviets:
        values = f"{row['attack']}-{row['defense']}-{row['movement_allowance']}"
        found[f"counter {row['id']}"] = Face("soviet", row["designation"], row["type"], (values,))
    return found
