"""The strengths of both sides, from printed sums to what the odds are made of [1.9, 8.5.2-8.5.4]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from sim.combat import Applied, Fact
from sim.games.stalingrad_roads.combat.chart import TERRAIN
from sim.games.stalingrad_roads.combat.facts import BY_CHART, Facts
from sim.numbers.tables import load_list

MODIFIERS = load_list("stalingrad_roads", "combat_modifiers")
JU52 = load_list("stalingrad_roads", "ju52_events")
EFFECTS = load_list("stalingrad_roads", "weather_effects")
_SHOWN: Mapping[str, Fact] = {"central_only": True}
SITUATIONS: Mapping[str, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = {
    "shift": (_SHOWN, {"shift": 1}),
    **{
        row["terrain"]: (_SHOWN, {"terrain": row["terrain"]})
        for row in TERRAIN.rows
        if row["kind"] == "hex" and row["defense_bonus"].lstrip("+").isdigit()
    },
    "river": (_SHOWN, {"across": "river"}),
    "major_river": (_SHOWN, {"across": "major_river"}),
    "frozen_river_defense": ({**_SHOWN, "weather": "frozen_rivers"}, {"across": "river"}),
    "mud_bridge_attack": ({**_SHOWN, "weather": "mud"}, {"across": "river", "bridge": True}),
    "oos_attack": (_SHOWN, {"attacker_out_of_supply": True}),
    "oos_defense": (_SHOWN, {"defender_out_of_supply": True}),
}
"""How each modifier is brought on: the facts of a fight without it, and what is added to them."""

_SHARES = {"unchanged": Fraction(1), "half": Fraction(1, 2)}
"""The words of the pocket's levels for a share of the defense; the other one is so much a unit."""


@dataclass
class Strength:
    """One side's factors, and the modifiers that made them, each with what it was worth."""

    factors: int
    applied: list[Applied] = field(default_factory=list)
    basis: list[str] = field(default_factory=list)

    def becomes(self, factors: int | Fraction, id: str, rule: str) -> None:
        """Set the factors, rounded up [1.9.1], and keep what the modifier was worth, if anything."""
        changed = ceil(factors) - self.factors
        if changed:
            self.applied.append(Applied(id, changed, rule))
        self.factors += changed


def hex_terrain(facts: Facts) -> str:
    """Return the terrain that counts: a marsh is forest for every rule once major rivers are frozen [3.4]."""
    if facts.weather == "frozen_major_rivers" and facts.terrain == "marsh":
        return TERRAIN["frozen_marsh"]["defense_bonus"].removeprefix("as ")
    return facts.terrain


def water(facts: Facts) -> str:
    """Return the kind of water that counts [3.2.2, 3.4; rulings R32, R33]: a row of the terrain table, or ``none``.

    >>> water(Facts(1, 1, across="major_river", weather="frozen_major_rivers"))
    'river'
    """
    if facts.across == "none":
        return "none"
    if facts.is_mud:
        return "major_river"
    if facts.across == "major_river":
        is_frozen = facts.weather == "frozen_major_rivers"
        return TERRAIN["frozen_major_river"]["defense_bonus"].removeprefix("as ") if is_frozen else "major_river"
    return "frozen_river" if facts.weather.startswith("frozen") else "river"


def attack_strength(facts: Facts) -> Strength:
    """Return the attack: halved out of supply, a third over a bridge in mud, then supports (ruling R50) [8.5.3].

    >>> attack_strength(Facts(7, 1, attacker_out_of_supply=True)).factors
    4
    """
    strength = Strength(facts.attack)
    if facts.attacker_out_of_supply:
        _scale(strength, "oos_attack")
    if facts.is_mud and facts.across != "none":
        _scale(strength, "mud_bridge_attack")
    strength.becomes(strength.factors + facts.attack_bonus, "attack_bonus", "8.5.3")
    return strength


def defense_strength(facts: Facts) -> Strength:
    """Return the defense: supply or level, doubling, units that retreated here, terrain, supports, frozen river last.

    >>> defense_strength(Facts(20, 9, fortress_level=8, ju52_resistance="stack")).factors  # [example 10]
    18
    """
    strength = Strength(facts.defense)
    if facts.defender_out_of_supply:
        _scale(strength, "oos_defense")
    if facts.level:
        _in_the_pocket(strength, facts)
    late = facts.retreated_units * MODIFIERS.integer("retreated_unit_defense")
    if facts.ju52_resistance == "stack":
        late *= JU52.integer("stack_resistance", "defense_factor")
    strength.becomes(strength.factors + late, "retreated_unit_defense", MODIFIERS["retreated_unit_defense"]["rule"])
    if facts.terrain_bonus != BY_CHART:
        strength.becomes(strength.factors + facts.terrain_bonus, "terrain_bonus", "8.5.2")
    else:
        _terrain(strength, facts)
    strength.becomes(strength.factors + facts.defense_bonus, "defense_bonus", "8.5.2")
    if water(facts) == "frozen_river":
        row = MODIFIERS["frozen_river_defense"]
        strength.becomes(strength.factors + int(row["value"]), row["id"], row["rule"])
    return strength


def share_of(row: Mapping[str, str]) -> Fraction:
    """Return what part of a factor is left by a row of the modifiers that multiplies or divides.

    >>> share_of(MODIFIERS["mud_bridge_attack"])  # [3.2.2]
    Fraction(1, 3)
    """
    return Fraction(row["value"]) if row["operation"] == "multiply" else 1 / Fraction(row["value"])


def _scale(strength: Strength, id: str) -> None:
    strength.becomes(strength.factors * share_of(MODIFIERS[id]), id, MODIFIERS[id]["rule"])


def bonus_rows(facts: Facts) -> tuple[str, ...]:
    """Return the rows of the chart that add to the defense: of hex and hexside, none in the clear.

    In mud the third of the attack stands for the river's own effect (ruling R51).
    """
    rows = [hex_terrain(facts)] if hex_terrain(facts) != "clear" else []
    if not facts.is_mud and water(facts) in ("river", "major_river"):
        rows.append(water(facts))
    return tuple(rows)


def _terrain(strength: Strength, facts: Facts) -> None:
    """Add the bonuses of hex and hexside, and what this version of the chart has beyond our guess at them."""
    for row in bonus_rows(facts):
        bonus = TERRAIN.integer(row, "defense_bonus")
        strength.becomes(strength.factors + bonus, row, "8.5.2")
        strength.basis.append(TERRAIN.basis_of(row, "defense_bonus"))
    strength.becomes(strength.factors + facts.ground.more, "terrain_range", "8.5.2")


def _in_the_pocket(strength: Strength, facts: Facts) -> None:
    """Apply the supply level, then the doubling: half and double leave a number as it was [1.9.2, 10.3.2, 10.4.3]."""
    word, printed, doubled = facts.level["defense"], facts.defense, facts.ju52_unit
    if word in _SHARES:
        share = _SHARES[word]
    else:  # so much a unit (ruling R43)
        share, printed, doubled = Fraction(1), int(word) * facts.defender_units, int(word)
    strength.becomes(printed * share, f"level_{facts.fortress_level}", "10.3.2")
    id = f"{facts.ju52_resistance}_resistance"
    if facts.ju52_resistance == "stack":
        strength.becomes(printed * share * JU52.integer(id, "defense_factor"), id, JU52[id]["rule"])
    if facts.ju52_resistance == "unit":
        others = ceil((printed - doubled) * share)
        strength.becomes(others + doubled * share * JU52.integer(id, "defense_factor"), id, JU52[id]["rule"])
