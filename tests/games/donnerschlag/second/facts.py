"""Donnerschlag: the facts of one fight and which of them go together, read a second time from the rulebook."""

import csv
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

RAW: Path = Path(__file__).parents[4] / "data" / "raw" / "donnerschlag"


class Illegal(ValueError):
    """Facts that do not go together."""


@dataclass(frozen=True)
class Facts:
    """One fight, as its asker tells it."""

    attack: int
    defense: int
    attacker: str = "axis"
    attackers: tuple[str, ...] = ()
    attack_out_of_supply: int = 0
    attacker_tank: bool = False
    attacker_motorized: bool = False
    river: bool = False
    defense_out_of_supply: int = 0
    defender_tank: bool = False
    defender_motorized: bool = False
    card: tuple[str, ...] = ()
    round_once: bool = False
    below: str = "place"
    clamp_first: bool = False
    terrain: str = "clear"
    town_words: str = "two"
    shift: int = 0
    drm: int = 0
    schlachtenglueck: str = "none"
    aim: str = "clear"
    family: str = "monotone"
    attacker_steps: int = 0
    defender_steps: int = 0
    barred_steps: int = 0
    attacker_trapped_steps: int = 0
    defender_trapped_steps: int = 0
    attacker_ezoc_stacks: int = 0
    defender_ezoc_stacks: int = 0
    cup_units: int = -1


CHOICES = {
    "attacker": ("axis", "soviet"),
    "below": ("place", "steps", "unshifted"),
    "terrain": ("clear", "village", "town", "city"),
    "town_words": ("two", "three", "three-city-2"),
    "schlachtenglueck": ("none", "attacker", "defender"),
    "aim": ("clear", "spare", "bleed", "exchange"),
    "family": ("monotone", "diagonal"),
}
MOST = 1_000_000
RANGES = {
    "attack": (1, MOST), "defense": (1, MOST), "attack_out_of_supply": (0, MOST), "defense_out_of_supply": (0, MOST),
    "shift": (-20, 20), "drm": (-20, 20), "attacker_steps": (0, 100), "defender_steps": (0, 100),
    "barred_steps": (0, 100), "attacker_trapped_steps": (0, 100), "defender_trapped_steps": (0, 100),
    "attacker_ezoc_stacks": (0, 6), "defender_ezoc_stacks": (0, 6), "cup_units": (-1, 100),
}  # fmt: skip


@cache
def rows(table: str, key: str) -> dict[str, dict[str, str]]:
    """A raw table, as text."""
    with (RAW / f"{table}.csv").open(encoding="utf-8") as file:
        return {row[key]: row for row in csv.DictReader(file)}


# --- who attacks [13.1, 8] ------------------------------------------------------------------------


class Unit(NamedTuple):
    """Printed strength and what counts of a unit."""

    strength: int
    kind: str = ""
    is_supplied: bool = True


class Hex(NamedTuple):
    """The attackers of one hex, and whether an unbridged river lies before them."""

    units: tuple[Unit, ...]
    is_across: bool


def attacking_hexes(facts: Facts) -> list[Hex]:
    """Attackers hex by hex, told by units."""
    if len(facts.attackers) > 6:
        raise Illegal("hexes around the target")
    if facts.attack_out_of_supply or facts.attacker_tank or facts.attacker_motorized or facts.river:
        raise Illegal("told twice")
    made = []
    for text in facts.attackers:
        across = text.endswith("/river")
        units = []
        for word in text.removesuffix("/river").split("+"):
            found = re.fullmatch(r"([1-9][0-9]{0,5})([tm]?)(o?)", word)
            if not found:
                raise Illegal(word)
            units.append(Unit(int(found[1]), found[2], not found[3]))
        if len(units) > int(rows("stacking", "id")["combat_units_per_hex"]["value"]):
            raise Illegal("stacking")
        made.append(Hex(tuple(units), across))
    if sum(unit.strength for one in made for unit in one.units) != facts.attack:
        raise Illegal("attack is not the sum of the units")
    return made


def is_tank_across(hexes: list[Hex]) -> bool:
    """Whether an unbridged river bars some tank."""
    return any(one.is_across and unit.kind == "t" for one in hexes for unit in one.units)


def without_barred(hexes: list[Hex]) -> list[Hex]:
    """Those who may attack where the river counts [13.2]."""
    left = [
        Hex(tuple(unit for unit in one.units if not (one.is_across and unit.kind == "t")), one.is_across)
        for one in hexes
    ]
    return [one for one in left if one.units]


# --- combat cards [4.5, 4.6, 13.2] ------------------------------------------------------------------


class Card(NamedTuple):
    """A card: whose, the dice that succeed, whether it is decided (None: its die is still to be rolled), effects."""

    is_attackers: bool
    numbers: tuple[int, int]
    decided: bool | None
    no_river: bool = False
    shift: int = 0
    drm: int = 0
    attack: int = 0
    defense: int = 0

    def may_succeed(self) -> bool:
        return self.decided is not False


def printed(name: str) -> tuple[str, tuple[int, int] | None, bool | None]:
    """Side of a named card, the numbers of its event, whether it cancels rivers; None where nothing tells."""
    cards, events = rows("cards", "id"), rows("events", "id")
    if name in cards and cards[name]["kind"] != "combat":
        raise Illegal("no combat card")
    event = events.get(name) or next((row for row in events.values() if row["card"] == name), None)
    if event is None and name not in cards:
        raise Illegal("no such card")
    side = event["side"] if event else cards[name]["side"]
    numbers = None
    if event and event["success_low"].isdigit():
        numbers = int(event["success_low"]), int(event["success_high"])
    effect = rows("event_effects", "event").get(event["id"]) if event else None
    return side, numbers, True if effect and effect["effect"] == "cancels_river" else None


def told(parts: list[str]) -> tuple[bool, list[tuple[int, int]], list[int], dict[str, int]]:
    """Box, success numbers, dice rolled and effects, as the asker tells them."""
    box, numbers, rolled, effects = False, [], [], dict[str, int]()
    for part in parts:
        if part == "box":
            box = True
        elif part == "no-river":
            effects["no_river"] = 1
        elif found := re.fullmatch(r"([1-6])-([1-6])", part):
            numbers.append((int(found[1]), int(found[2])))
        elif re.fullmatch(r"[1-6]", part):
            numbers.append((int(part), int(part)))
        elif found := re.fullmatch(r"rolled-([1-6])", part):
            rolled.append(int(found[1]))
        elif found := re.fullmatch(r"(shift|drm|attack|defense)([+-][1-9][0-9]?)", part):
            effects[found[1]] = effects.get(found[1], 0) + int(found[2])
        else:
            raise Illegal(part)
    if len({*rolled, *["box"] * box}) > 1 or len(set(numbers)) > 1:
        raise Illegal("contradiction")
    return box, numbers, rolled, effects


def read_card(text: str, attacker: str) -> Card:
    """One card; what is told replaces what the tables know."""
    name, *parts = text.split(":")
    box, numbers, rolled, effects = told(parts)
    if name in ("attacker", "defender"):
        is_attackers, known, cancels = name == "attacker", None, None
    else:
        side, known, cancels = printed(name)
        if side not in ("axis", "soviet"):
            raise Illegal("whose card?")
        is_attackers = side == attacker
    span = numbers[0] if numbers else known
    if span is None and not box:
        raise Illegal("success numbers are not known")
    low, high = span or (1, 6)
    if low > high:
        raise Illegal("numbers")
    decided = low <= rolled[0] <= high if rolled else True if box or (low, high) == (1, 6) else None
    if not effects and cancels:
        effects = {"no_river": 1}
    if not effects and decided is not False:
        raise Illegal("effect is not known")
    no_river = bool(effects.pop("no_river", 0))
    return Card(is_attackers, (low, high), decided, no_river, **effects)


def read_cards(facts: Facts) -> list[Card]:
    """All cards in their order; at most eight dice."""
    cards = [read_card(text, facts.attacker) for text in facts.card]
    if sum(card.decided is None for card in cards) > 8:
        raise Illegal("too many dice")
    return cards


# --- what goes together -----------------------------------------------------------------------------


def is_river_void(cards: list[Card]) -> bool:
    """Whether some card cancels the river whatever the dice."""
    return any(card.no_river and card.decided for card in cards)


def may_bar(facts: Facts) -> bool:
    """Whether a tank may be left behind."""
    return bool(facts.attackers) and is_tank_across(attacking_hexes(facts)) and not is_river_void(read_cards(facts))


def check(facts: Facts) -> None:
    """Refuse what the facts' own bounds forbid, then what does not go together."""
    for name, allowed in CHOICES.items():
        if getattr(facts, name) not in allowed:
            raise Illegal(name)
    for name, (low, high) in RANGES.items():
        if not low <= getattr(facts, name) <= high:
            raise Illegal(name)
    if facts.terrain == "town" and facts.town_words == "two":
        raise Illegal("town")  # R1
    check_forces(facts)
    check_steps(facts)


def check_forces(facts: Facts) -> None:
    """Strengths, kinds and the river [11.2, 13.2]."""
    cards = read_cards(facts)
    if facts.attack_out_of_supply > facts.attack or facts.defense_out_of_supply > facts.defense:
        raise Illegal("more out of supply than there is")
    if facts.attack_out_of_supply == facts.attack and (facts.attacker_tank or facts.attacker_motorized):
        raise Illegal("no supplied attacker")
    if facts.defense_out_of_supply == facts.defense and (facts.defender_tank or facts.defender_motorized):
        raise Illegal("no supplied defender")
    if facts.attackers:
        tanks_cannot = is_tank_across(attacking_hexes(facts))
        if tanks_cannot and not any(card.no_river and card.may_succeed() for card in cards):
            raise Illegal("tanks across a river")
    elif facts.river and facts.attacker_tank and not is_river_void(cards):
        raise Illegal("tanks across a river")


def check_steps(facts: Facts) -> None:
    """Steps, and who of them cannot retreat [13.2, R51, R53]."""
    if (facts.attacker_steps == 0) != (facts.defender_steps == 0):
        raise Illegal("steps of one side only")
    low = high = 0
    if facts.attacker_steps and may_bar(facts):
        is_alone = not without_barred(attacking_hexes(facts))
        low, high = (facts.attacker_steps,) * 2 if is_alone else (1, facts.attacker_steps - 1)
    if not low <= facts.barred_steps <= high:
        raise Illegal("barred_steps")
    for side, steps in (("attacker", facts.attacker_steps - facts.barred_steps), ("defender", facts.defender_steps)):
        trapped, stacks = getattr(facts, f"{side}_trapped_steps"), getattr(facts, f"{side}_ezoc_stacks")
        if trapped > steps or stacks > steps - trapped:
            raise Illegal("retreat")
