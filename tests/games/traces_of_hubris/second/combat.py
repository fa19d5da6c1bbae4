"""Traces of Hubris: one whole fight, from the facts to what is left, read a second time from the rulebook.

The brief: the rulebook (7, 10, 12.3, 14.4), the numbered rulings, the raw tables, and a list of facts with their bounds
and conventions; nothing of the first implementation or its tests. The list fixes what the book leaves open: steps
before retreat, the whole retreat refused to who has no room, the three orders of air support, the three aims of the
defender, and how the missing cells of the table are filled: everything on a ladder of eight results that the printed
cells and a structure allow, the middle of each cell's bounds standing for all.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from tests.games.traces_of_hubris.second.columns import (  # fmt: skip
    BUILT,
    GROUNDS,
    Facts,
    chart,
    fillings,
    is_bombed_town,
    limits,
    places,
    records,
)

NO_ATTACK, BELOW = "no attack", "below 1:1"

Results = dict[str, Fraction]


class Illegal(ValueError):
    """Facts that do not go together."""


class After(NamedTuple):
    """What is left of a fight; steps of the defender are those of his units."""

    attacker_step_losses: int = 0
    attacker_units_eliminated: int = 0
    defender_step_losses: int = 0
    defender_units_eliminated: int = 0
    fortification_step_losses: int = 0
    defender_retreat_hexes: int = 0
    is_attacker_eliminated: bool = False
    is_defender_eliminated: bool = False
    is_cleared: bool = False
    advance_hexes: int = 0


class Member(NamedTuple):
    """One version of what is not printed: the column read and the chances there."""

    column: str
    results: Results
    after: dict[After, Fraction] | None


class Answer(NamedTuple):
    """What ``fight`` returns; `shown` is the middle one of the members, none of them if the attack is impossible."""

    odds: int | None
    family: str
    shown: Member | None
    members: list[Member]


# --- who may attack whom --------------------------------------------------------------------------

CHOICES = {
    "attacker": ("axis", "soviet"),
    "fort": ("none", "reduced", "ready"),
    "rounding": ("down", "nearest"),
    "air_on_towns": ("as-elsewhere", "cities-and-towns", "cities"),
    "air_order": ("last", "first", "together"),
    "family": ("diagonal", "monotone"),
    "conversion": ("each", "all"),
    "defender_takes": ("best", "retreat", "steps", "split"),
    "defender_aim": ("hold", "spare", "marker"),
}
MOST = 1_000_000
RANGES = {
    "attack": (0, MOST), "defense": (0, MOST), "air_markers": (0, 2), "air_used": (0, 3), "shift": (-1000, 1000),
    "defender_room": (0, 2), "ezoc_in_one": (0, 6), "ezoc_in_two": (0, 6),
}  # fmt: skip


def check(facts: Facts) -> None:
    """Refuse what the facts' own bounds forbid, then what does not go together."""
    for name, allowed in CHOICES.items():
        if getattr(facts, name) not in allowed:
            raise Illegal(name)
    for name, (low, high) in RANGES.items():
        if not low <= getattr(facts, name) <= high:
            raise Illegal(name)
    for text in facts.across_river:
        digits = text.lstrip("0") if text.isascii() and text.isdigit() else ""
        if not 0 < len(digits) <= len(str(MOST)) or int(digits) > MOST:
            raise Illegal("across_river")
    for name, is_bad in (*bad_ground(facts), *bad_air(facts), *bad_forces(facts)):
        if is_bad:
            raise Illegal(name)


def bad_ground(facts: Facts) -> Iterator[tuple[str, bool]]:
    """Terrain, marker and retreated units (10.2, 12.3)."""
    yield "terrain", not facts.terrain or any(name not in GROUNDS + BUILT for name in facts.terrain)
    yield "ground", sum(name in GROUNDS for name in facts.terrain) > 1
    yield "built", sum(name in BUILT for name in facts.terrain) > 1
    yield "fort of the Axis", facts.fort != "none" and facts.attacker != "axis"
    yield "fort outside", facts.fort != "none" and not any(name in BUILT for name in facts.terrain)
    yield "retreated units defend", facts.all_retreated and facts.defense > 0
    yield "marker alone", facts.marker_defends and not (facts.all_retreated and facts.fort == "ready")


def bad_air(facts: Facts) -> Iterator[tuple[str, bool]]:
    """Air support (7.0, 14.4)."""
    is_axis = facts.attacker == "axis"
    yield "minors", facts.minors_only and not is_axis
    yield "Soviet air", not is_axis and facts.air_markers + facts.air_used > 0
    yield "no Germans", facts.minors_only and facts.air_markers > 0
    rows = records("luftwaffe_limits")
    on_city = "_on_city_optional" if is_bombed_town(facts) else "_per_hex"
    yield "markers on a hex", facts.air_markers > int(rows["offensive_markers" + on_city]["value"])
    most = int(rows["offensive_markers_per_activation"]["value"])
    yield "markers in an activation", facts.air_markers + facts.air_used > most


def bad_forces(facts: Facts) -> Iterator[tuple[str, bool]]:
    """Units, hexes and room (5.0, 10.0, 10.4, 12.3)."""
    hexes = facts.attacking_hexes
    yield "nobody attacks", hexes == 0
    yield "too many hexes", hexes > int(records("combat_limits")["attacking_hexes_max"]["value"])
    rows = records("stacking")
    stack = int(rows["combat_units"]["value"]) + int(rows["headquarters"]["value"])
    yield "steps", any(text not in ("1", "2") for text in facts.attacker_units + facts.defender_units)
    yield "attackers", bool(facts.attacker_units) and not hexes <= len(facts.attacker_units) <= stack * hexes
    yield "defenders", len(facts.defender_units) > stack
    yield "no first hex", facts.defender_room < 1 and facts.ezoc_in_one > 0
    yield "no second hex", facts.defender_room < 2 and facts.ezoc_in_two > 0
    yield "nothing to pay with", facts.defender_takes in ("steps", "split") and facts.fort == "none"
    yield "half of all or nothing", facts.defender_takes == "split" and facts.conversion != "each"
    yield "mechanized across a river", facts.mechanized and facts.attack == 0


# --- the chances, and what they come to ------------------------------------------------------------


def member(facts: Facts, place: int | None, filling: tuple[int, ...], left: dict[str, After]) -> Member:
    """The chances in one version of a column; `left` is what each result comes to, empty if forces are not given."""
    columns, _, ladder = chart()
    codes = [NO_ATTACK] if place is None else [ladder[value] for value in filling]
    results: Results = {}
    after: dict[After, Fraction] = {}
    for code in codes:
        results[code] = results.get(code, Fraction(0)) + Fraction(1, len(codes))
        if left:
            after[left[code]] = after.get(left[code], Fraction(0)) + Fraction(1, len(codes))
    return Member(BELOW if place is None else columns[place], results, after or None)


def aftermath(facts: Facts, code: str) -> After:
    """What one result comes to once both sides have chosen."""
    if code == NO_ATTACK:
        return After()
    if code.startswith("A"):
        return attacker_pays(facts, int(code[1:]))
    hexes = code.count("R")
    losses = int(code.rstrip("R") or 0) if code != "—" else 0
    left = min(replies(facts, losses, hexes), key=lambda reply: wish(facts, reply))
    further = 2 if facts.mechanized and facts.clear_beyond else 1
    return left._replace(advance_hexes=further if left.is_cleared else 0)


def attacker_pays(facts: Facts, losses: int) -> After:
    """The attacker flips every unit he can before he gives one up (10.3)."""
    steps = [int(text) for text in facts.attacker_units]
    lost = min(losses, sum(steps))
    gone = max(0, lost - steps.count(2))
    return After(lost, gone, is_attacker_eliminated=gone == len(steps))


def replies(facts: Facts, losses: int, hexes: int) -> Iterator[After]:
    """Every lawful answer of the defender: what he pays, on whom it falls, and the retreat of the rest."""
    units = [int(text) for text in facts.defender_units]
    marker = int(records("fortification")[facts.fort]["steps"]) if facts.fort != "none" else 0
    for paid in payments(facts, hexes):
        due = min(losses + paid, sum(units) + marker)
        for on_marker, *on_units in product(range(marker + 1), *(range(steps + 1) for steps in units)):
            if on_marker + sum(on_units) == due:
                left = [steps - lost for steps, lost in zip(units, on_units, strict=True)]
                yield retreat(facts, left, on_marker, hexes - paid)


def payments(facts: Facts, hexes: int) -> list[int]:
    """Hexes of the retreat that may be paid, a step each; nothing without a marker (12.3, R16)."""
    if facts.fort == "none":
        return [0]
    free = list(range(hexes + 1)) if facts.conversion == "each" else [0, hexes]
    return {"best": free, "retreat": [0], "steps": [hexes], "split": [hexes // 2]}[facts.defender_takes]


def retreat(facts: Facts, left: list[int], on_marker: int, hexes: int) -> After:
    """Units with steps left go; each pays for the zones on its way, all are lost without room (10.4, R38, R39)."""
    toll = (0, facts.ezoc_in_one, facts.ezoc_in_two)[hexes]
    if facts.stops_short and facts.defender_room:  # R39 the other way
        hexes = min(hexes, facts.defender_room)
        toll = (0, facts.ezoc_in_one, facts.ezoc_in_two)[hexes]
    if hexes > facts.defender_room:
        left = [0 for _ in left]
    left = [max(0, steps - toll) for steps in left]
    gone = left.count(0)
    all_gone = gone == len(left)
    return After(
        defender_step_losses=sum(int(text) for text in facts.defender_units) - sum(left),
        defender_units_eliminated=gone,
        fortification_step_losses=on_marker,
        defender_retreat_hexes=0 if all_gone else hexes,
        is_defender_eliminated=all_gone,
        is_cleared=all_gone or hexes > 0,
    )


def wish(facts: Facts, reply: After) -> tuple[int, ...]:
    """What the defender keeps low, in his order."""
    cleared, marker = int(reply.is_cleared), reply.fortification_step_losses
    steps, units, hexes = reply.defender_step_losses, reply.defender_units_eliminated, reply.defender_retreat_hexes
    return {
        "hold": (cleared, steps, units, marker, hexes),
        "spare": (steps, units, cleared, marker, hexes),
        "marker": (cleared, marker, steps, units, hexes),
    }[facts.defender_aim]


def fight(**given: Any) -> Answer:
    """One fight in full; raises `Illegal`."""
    facts = Facts(**given)
    check(facts)
    odds, middle, every = places(facts)
    if every == {None}:
        return Answer(odds, "", None, [])
    is_told = facts.attacker_units and facts.defender_units
    left = {code: aftermath(facts, code) for code in (*chart()[2], NO_ATTACK)} if is_told else {}
    family: list[str] = []
    members: list[Member] = []
    for place in every:
        versions = [()] if place is None else fillings(place, facts.family)
        if len(versions) > 1:
            family = [facts.family]
        members += [member(facts, place, filling, left) for filling in versions]
    if len(every) > 1:
        family.append("terrain_shifts")
    shown = () if middle is None else tuple((low + high) // 2 for low, high in limits(middle, facts.family))
    return Answer(odds, ", ".join(family), member(facts, middle, shown, left), members if family else [])
