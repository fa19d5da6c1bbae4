"""The facts of a combat of Donnerschlag, in the order of its procedure, and what is refused as impossible [13.2]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.combat import ATTACK, DEFENSE, MAX_STRENGTH
from sim.numbers.tables import load_list
from sim.options import one_of, options_of, refuse, several, strength, whole_number, yes_no

GAME = "donnerschlag"
SIDES = ("axis", "soviet")
TERRAIN = ("clear", "village", "town", "city")
TOWN_WORDS = ("two", "three", "three-city-2")
BELOW = ("place", "steps", "unshifted")
FAMILIES = ("monotone", "diagonal")
AIMS = ("clear", "spare", "bleed", "exchange")
HOLDERS = ("none", "attacker", "defender")
NOT_GIVEN = -1

_HEXES = load_list(GAME, "zoc").integer("zoc_hexes")
_MOST_STEPS, _MOST_UNITS = 100, 100  # of a side in one fight, of a cup: no question goes further
_MOST_LOSING = 12  # two units a hex, and six hexes around the target
_MOST_MODIFIER = 20  # no fight is moved further, and the table ends long before


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The facts of one combat; the fields are the options of the game, in this order."""

    attacker: str = one_of("who attacks: says who draws, and whose card is whose [13.2]", SIDES)
    attack: int = strength(ATTACK, "printed strength of all declared attackers [13.2]")
    attackers: tuple[str, ...] = several(
        "an attacking hex, unit by unit, such as 3t+3m/river: strength, t tank, m motorized infantry, o out of supply;"
        " /river across an unbridged river hexside; again for each hex; the strengths add up to attack [13.1]"
    )
    attack_out_of_supply: int = whole_number(
        "how much of attack is out of supply; one hex attacks [11.2]", MAX_STRENGTH
    )
    attacker_tank: bool = yes_no("a supplied tank unit attacks [13.2]")
    attacker_motorized: bool = yes_no("a supplied motorized infantry unit attacks [13.2]")
    river: bool = yes_no("the attacking hex lies across an unbridged river hexside [13.2]")
    defense: int = strength(DEFENSE, "printed strength of all defenders [13.2]")
    defense_out_of_supply: int = whole_number("how much of defense is out of supply [11.2]", MAX_STRENGTH)
    defender_tank: bool = yes_no("a supplied tank unit defends [13.2]")
    defender_motorized: bool = yes_no("a supplied motorized infantry unit defends [13.2]")
    card: tuple[str, ...] = several(
        "a combat card, in the order of play, again for each: a name such as sturmpioniere, or attacker or defender;"
        " then, each after a colon, as needed: box, or the dice that succeed, 1-4; rolled-3; its effects, of no-river,"
        " shift+1, drm-1, attack+2, defense+2 [4.5, 4.6, 13.2]"
    )
    round_once: bool = yes_no("round halved strengths once for all hexes, not hex by hex (ruling R9)")
    below: str = one_of("what odds below the first column are to shifts (ruling R3)", BELOW)
    clamp_first: bool = yes_no("read odds beyond the last column as that before shifting (ruling R4)")
    terrain: str = one_of("of the defended hex [13.2, ruling R1]", TERRAIN)
    town_words: str = one_of("how many kinds of towns the two lists know (ruling R1)", TOWN_WORDS)
    shift: int = whole_number("further columns, right positive [13.2]", _MOST_MODIFIER, low=-_MOST_MODIFIER)
    drm: int = whole_number("further DRM, added to the roll [13.2]", _MOST_MODIFIER, low=-_MOST_MODIFIER)
    schlachtenglueck: str = one_of(
        "who holds the marker: rolls a die of his own again, then hands it over; refused with cards that lead to too"
        " many cells not printed (ruling R54) [4.7]",
        HOLDERS,
    )
    aim: str = one_of("what the attacker wants of the marker; the defender wants the contrary [4.7]", AIMS)
    family: str = one_of("structure of the cells that are not printed (ruling R49)", FAMILIES)
    attacker_steps: int = whole_number("steps of all declared attackers, 0 if not given [13.2]", _MOST_STEPS)
    barred_steps: int = whole_number(
        "how many of them are tanks that an unbridged river bars should the card fail", _MOST_STEPS
    )
    attacker_trapped_steps: int = whole_number("how many of them, unbarred, cannot retreat [13.2]", _MOST_STEPS)
    attacker_ezoc_stacks: int = whole_number("stacks of the others that can retreat into an EZOC only [13.2]", _HEXES)
    attacker_ezoc_steps: tuple[str, ...] = several(
        "steps of each of those stacks, again for each: one that loses its last step first is spared [ruling R53]"
    )
    defender_steps: int = whole_number("steps of the defenders, 0 if not given [13.2]", _MOST_STEPS)
    defender_trapped_steps: int = whole_number("how many of them cannot retreat [13.2]", _MOST_STEPS)
    defender_ezoc_stacks: int = whole_number("stacks of the others that can retreat into an EZOC only [13.2]", _HEXES)
    defender_ezoc_steps: tuple[str, ...] = several(
        "steps of each of those stacks, again for each: one that loses its last step first is spared [ruling R53]"
    )
    attacker_losing_units: int = whole_number(
        "attacking units, alike, that each lose the steps of a result; 1: the units lose them together (ruling R8)",
        _MOST_LOSING,
        low=1,
        default=1,
    )
    defender_losing_units: int = whole_number("the same of the defenders (ruling R8)", _MOST_LOSING, low=1, default=1)
    enemy_picks: bool = yes_no("the enemy of the units takes a result's steps where they hurt most (ruling R53)")
    called_off: bool = yes_no("if the card fails that its tanks need, the attack is called off (ruling R51)")
    cup_units: int = whole_number(
        "units in the cup drawn from; -1 if not given [13.2]", _MOST_UNITS, low=NOT_GIVEN, default=NOT_GIVEN
    )

    def ezoc_steps(self, side: str) -> tuple[int, ...]:
        """Return the steps of each stack of a side that can retreat into an EZOC only; empty where not given."""
        return tuple(int(text) for text in getattr(self, f"{side}_ezoc_steps"))

    @property
    def has_steps(self) -> bool:
        """Whether the steps of both sides are given."""
        return bool(self.attacker_steps and self.defender_steps)


OPTIONS = options_of(Fight)


def checked(fight: Fight) -> Fight:
    """Return the fight; `GameError` names the first fact that the rules or the other facts forbid."""
    refuse(fight, _refused(fight))
    return fight


def _refused(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield each impossible fact and what was expected."""
    for name in ("attack_out_of_supply", "attacker_tank", "attacker_motorized", "river"):
        if fight.attackers and getattr(fight, name):
            yield name, f"{0 if name == 'attack_out_of_supply' else 'no'} where attackers says it"
    for part, side in (("attack", "attacker"), ("defense", "defender")):
        total, out = getattr(fight, part), getattr(fight, f"{part}_out_of_supply")
        if out > total:
            yield f"{part}_out_of_supply", f"at most {total}, all of {part}"
        for kind in ("tank", "motorized"):
            if out == total and getattr(fight, f"{side}_{kind}"):
                yield f"{side}_{kind}", f"no where all of {part} is out of supply [11.2]"
    if fight.terrain == "town" and fight.town_words == "two":
        yield "terrain", "clear, village or city; a third kind is there with town_words three (ruling R1)"
    yield from _refused_steps(fight)


def _refused_steps(fight: Fight) -> Iterator[tuple[str, str]]:
    if fight.barred_steps > fight.attacker_steps:
        yield "barred_steps", f"at most {fight.attacker_steps}, all of attacker_steps"
    for side, other in (("attacker", "defender"), ("defender", "attacker")):
        steps = getattr(fight, f"{side}_steps")
        if steps and not fight.has_steps:
            yield f"{other}_steps", f"a whole number from 1 to {_MOST_STEPS} where {side}_steps is given"
        left = steps - (fight.barred_steps if side == "attacker" else 0)
        if getattr(fight, f"{side}_trapped_steps") > left:
            yield f"{side}_trapped_steps", f"at most {left}, all that could retreat"
        if getattr(fight, f"{side}_ezoc_stacks") > left - getattr(fight, f"{side}_trapped_steps"):
            yield f"{side}_ezoc_stacks", "at most a stack for each step that is not trapped"
        yield from _refused_stacks(fight, side, left - getattr(fight, f"{side}_trapped_steps"))


def _refused_stacks(fight: Fight, side: str, left: int) -> Iterator[tuple[str, str]]:
    given, stacks = getattr(fight, f"{side}_ezoc_steps"), getattr(fight, f"{side}_ezoc_stacks")
    if not all(text.isascii() and text.isdecimal() and 1 <= int(text) <= _MOST_STEPS for text in given):
        yield f"{side}_ezoc_steps", f"for each stack a whole number from 1 to {_MOST_STEPS}"
    elif given and len(given) != stacks:
        yield f"{side}_ezoc_steps", f"a number for each of {stacks} {side}_ezoc_stacks"
    elif sum(map(int, given)) > left:
        yield f"{side}_ezoc_steps", f"at most {left} in all, the steps that are not trapped"
