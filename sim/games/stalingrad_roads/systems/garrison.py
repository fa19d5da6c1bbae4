"""What the pocket costs the Soviets who hold it [10.2.4, 10.2.6]: pinned units, and a garrison around Stalingrad."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import all_rolls
from sim.exact import count
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.games.stalingrad_roads.systems._turns import number
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, figure, roughly

LIMITS = load_list("stalingrad_roads", "fortress_limits")
GARRISON = load_list("stalingrad_roads", "garrison")


def pinned_units(units: ArrayLike) -> NDArray[np.int64]:
    """Return how many Soviet units of a hex next to the pocket may not move, shape (...) [10.2.4].

    >>> [int(pinned_units(units)) for units in range(4)]
    [0, 1, 2, 2]
    """
    units = np.asarray(units)
    is_full = units >= LIMITS.integer("pinned_hex_units")
    return np.asarray(np.where(is_full, units - LIMITS.integer("pinned_hex_free_units"), units))


def garrison_units(stalingrad_hexes: int, turn: int, declared_turn: int) -> int:
    """Return how many units must stand near the Fortress, by the Stalingrad hexes the Axis holds and the turn [10.2.6].

    >>> garrison_units(2, 2, 1), garrison_units(1, 2, 1), garrison_units(2, 1, 1), garrison_units(0, 9, 1)
    (24, 15, 0, 0)
    """
    needed = {int(row["axis_stalingrad_hexes"]): int(row["units"]) for row in GARRISON.rows}
    if turn < declared_turn + LIMITS.integer("garrison_delay_turns"):
        return 0
    return needed.get(stalingrad_hexes, 0)


def tied_units(ring_hexes: int, units_a_hex: int, stalingrad_hexes: int, *, on_top: bool = False) -> int:
    """Return how many Soviet units the pocket keeps from going elsewhere in one turn [10.2.4, 10.2.6].

    Those pinned in the ring count toward the garrison: the ring lies within its radius; or it comes `on_top` of them
    (ruling R64).

    >>> tied_units(14, 2, 2), tied_units(8, 1, 2)
    (28, 24)
    """
    pinned = ring_hexes * int(pinned_units(units_a_hex))
    garrison = garrison_units(stalingrad_hexes, number("NOV IV"), number("NOV III"))
    return pinned + garrison if on_top else max(pinned, garrison)


def tied(setting: Setting) -> Fraction:
    """Return how many Soviet units the ring and the garrison tie down."""
    factors = wholes(setting.factors)
    ring = factors["ring_hexes"], factors["units_a_hex"]
    return Fraction(tied_units(*ring, factors["stalingrad_hexes"], on_top=factors["garrison_on_top"] > 0))


def garrison_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the garrison asked for, the units pinned, and those that must be found beyond the ring."""
    factors = wholes(setting.factors)
    asked = garrison_units(factors["stalingrad_hexes"], 2, 1)
    ring = factors["ring_hexes"] * factors["units_a_hex"]
    pinned = factors["ring_hexes"] * int(pinned_units(factors["units_a_hex"]))
    counting = 0 if factors["garrison_on_top"] else ring
    found: Mapping[str, tuple[str, int]] = {
        "garrison": ("units asked for within four hexes of the marker", asked),
        "ring": ("units in the ring", ring),
        "pinned": ("units of the ring that cannot move", pinned),
        "beyond_ring": ("units the garrison needs beyond the ring", max(asked - counting, 0)),
        "free": (
            "units of the ring that may leave without breaking the garrison",
            ring - pinned if factors["garrison_on_top"] else min(ring - pinned, max(ring - asked, 0)),
        ),
    }
    for name, (about, units) in found.items():
        yield Finding(name, about, "10.2.4, 10.2.6", number=Fraction(units))
    for turn, about in (
        ("this_turn", "Soviet supports sent back to the cup if the garrison is too weak"),
        ("next_turn", "supports the Soviets then miss on the next turn, no marker west of the Donets"),
    ):
        lost = Fraction(factors["supports_held"]) if turn == "this_turn" else supports_a_turn(factors["minor_markers"])
        yield Finding(f"price_{turn}", about, "10.2.6", number=lost)


def supports_a_turn(minor_markers: int) -> Fraction:
    """Return the supports a turn is expected to draw for the STAVKA box and some minor boxes, without DRM [5.3.2]."""
    rolls = all_rolls(2)
    boxes = ["STAVKA", *["minor_offensive"] * minor_markers]
    return sum((count({"n": acquired(rolls, 0, box=box)}).mean(lambda n: n) for box in boxes), Fraction(0))


def verdict(found: Found) -> str:
    """Say how many units are tied down, and whether any of the ring may leave."""
    free, beyond = found.number("free"), found.number("beyond_ring")
    said = f"The pocket ties down {roughly(found.value, 'Soviet unit')}"
    if beyond:
        return f"{said}, {figure(beyond)} of them beyond the ring itself."
    if free:
        return f"{said}. Another {figure(free)} in the ring may leave before the garrison is too weak."
    more = found.again(garrison_on_top=1).value
    if more > found.value:
        return (
            f"The pocket ties down about {figure(found.value)} Soviet units, the whole ring as we assume it."
            f" If the garrison comes on top, it is {figure(more)}."
        )
    return f"{said}, the whole ring. None may leave while it holds."


SYSTEM = System(
    id="garrison",
    title="The ring around the pocket",
    order=12,
    group=Group.COMBAT,
    factors=factors_of("stalingrad_roads", "garrison_factors"),
    policies={},
    question="How many Soviet units does the pocket tie down?",
    rules=("10.2.4", "10.2.6"),
    tables=("fortress_limits", "garrison", "support_acquisition", "garrison_factors"),
    measured="Soviet units that cannot be used elsewhere while the pocket holds",
    things="units",
    measure=tied,
    find=garrison_findings,
    good_for="axis",
    verdict=verdict,
)
