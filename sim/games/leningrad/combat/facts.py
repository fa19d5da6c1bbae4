"""The facts of a combat of Leningrad, in the order of its sequence, and what is refused as impossible.

8.31 announces attack and attackers, 12.1 turns over untried units, 8.3 takes the shifts, 8.4 applies the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.combat import ATTACK, MAX_STRENGTH
from sim.numbers.tables import load_list
from sim.options import fact, one_of, options_of, refuse, several, strength, whole_number, yes_no

LIMITS = load_list("leningrad", "combat_limits")
_MOVEMENT = load_list("leningrad", "movement_limits")
_CORPS = load_list("leningrad", "panzer_corps")
_SURPRISE = load_list("leningrad", "surprise")
_ARRIVALS = load_list("leningrad", "german_reinforcements")
_TURNS = len(load_list("leningrad", "game_turns").rows)
_AIR = len(load_list("leningrad", "air_units").rows)
_CORPS_TOTAL = len(_CORPS.rows)
_STACK = _MOVEMENT.integer("stack_max")
_STEPS = _MOVEMENT.integer("zoc_hexes") * _STACK * LIMITS.integer("german_steps")  # six full stacks of Germans
_UNTRIED = 12  # more than four stacks of unknown units in one fight is no question anybody asks

SIDES = ("german", "soviet")
TERRAIN = ("clear", "forest", "marsh", "town", "hills", "soviet-city")
HEXES = ("hills-add", "best", "lines-add", "hills-each", "every")
TAKES = ("steps", "retreat", "split", "best")


@dataclass(frozen=True, kw_only=True)
class Fight:
    """The facts of one combat or overrun; the fields are the options of the game, in this order."""

    attacker: str = one_of("who attacks [8.0]", SIDES)
    turn: int = whole_number("game turn, 0 if not given: what there is of air units, corps, surprise [14.0]", _TURNS)
    overrun: bool = yes_no("an overrun, not a combat: two columns left [7.1]")
    attack: int = strength(ATTACK, "attack strength of all known attackers [8.3]", may_be_none=True)
    defense: int = strength(ATTACK, "defense strength of all known defenders [8.3]", may_be_none=True)
    attacker_air: int = whole_number("German air units with the attacker: a column right each [11.1, 11.2]", _AIR)
    defender_air: int = whole_number("German air units with the defender: a column left each [11.1, 11.2]", _AIR)
    untried_inf: int = whole_number("untried Soviet infantry in it, beyond the known strength [8.31, 12.1]", _UNTRIED)
    untried_armor: int = whole_number("the same, armored or mechanized; drawn from both [8.31, 12.1, 14.0]", _UNTRIED)
    seen: tuple[str, ...] = several(
        "each Soviet counter seen so far, here too: attack-defense-movement, as 4-4-7 [12.1]"
    )
    clamp_first: bool = yes_no("read odds beyond the table as its edge before shifting (ruling R1)")
    attacker_out_of_supply: bool = yes_no("an attacker is out of supply: two columns left [9.2]")
    defender_out_of_supply: bool = yes_no("a defender is out of supply: two columns right [9.2]")
    terrain: tuple[str, ...] = several(
        "of the defended hex; again for each further hex [8.21, ruling R8]", ("clear",), choices=TERRAIN
    )
    several_hexes: str = one_of("what further defended hexes add (ruling R8)", HEXES)
    city_is_town: bool = yes_no("a Soviet city is a town besides (ruling R6)")
    fort: bool = yes_no("a Soviet defender is stacked with a fort: a column left [13.1]")
    river: bool = yes_no("every attacker attacks across a river hexside: a column left (shift table, note 3)")
    attacker_armor: bool = yes_no("a known attacker is armored, not mechanized: a column right [10.2]")
    city_voids_attacker: bool = yes_no("Soviet armor has no column against Germans in a Soviet city (ruling R5)")
    unfortified: str = one_of(
        "defended hexes where the attacker's armor counts (ruling R7)", ("no-fort", "clear", "any")
    )
    defender_armor: bool = yes_no("a known defender is armored, not mechanized: a column left [10.2, 10.3]")
    attacker_corps: int = whole_number(
        "whole panzer corps that attack: a column right each, armor apart [10.1]", _CORPS_TOTAL
    )
    defender_corps: int = whole_number(
        "whole panzer corps that defend: a column left each, armor apart [10.1]", _CORPS_TOTAL
    )
    surprise: bool = yes_no("Soviet attack under the surprise of turn 8: four columns right [15.3]")
    shift: int = fact("int", 0, "further columns, right positive")
    defender_steps: int = whole_number("steps of the known defenders, 0 if not given [8.45]", _STEPS)
    defender_retreat: int = whole_number("hexes that the defender can retreat in safety [8.47]", 2, default=2)
    defender_takes: str = one_of("how the defender, first, meets a 1 or 2 [8.41-8.43]", TAKES, "best")
    defender_aim: str = one_of("what is best for him: the hex or his steps first", ("hold", "spare"))
    attacker_steps: int = whole_number("steps of the known attackers, 0 if not given [8.45]", _STEPS)
    attacker_retreat: int = whole_number("hexes that the attacker can retreat in safety [8.47]", 2, default=2)
    attacker_takes: str = one_of("how the attacker, knowing that, meets a 1 or 2 [8.41-8.43]", TAKES, "best")
    attacker_aim: str = one_of("what is best for him: the hex or his steps first", ("take", "spare"))

    @property
    def defender(self) -> str:
        """Whoever does not attack."""
        return SIDES[1 - SIDES.index(self.attacker)]

    @property
    def soviet_part(self) -> str:
        """``attacker`` or ``defender``: the part that the Soviet side plays."""
        return "attacker" if self.attacker == "soviet" else "defender"

    def strength(self, part: str) -> int:
        """Return the known strength of ``attacker`` or ``defender``."""
        return self.attack if part == "attacker" else self.defense

    def steps(self, part: str) -> int:
        """Return the steps of ``attacker`` or ``defender``, untried units included; 0 if not given [8.45]."""
        known = self.attacker_steps if part == "attacker" else self.defender_steps
        untried = self.untried_inf + self.untried_armor if part == self.soviet_part else 0
        is_known = known or not self.strength(part)  # a side without known units has no steps to give
        return known + untried * LIMITS.integer("soviet_steps") if is_known else 0


OPTIONS = options_of(Fight)


def checked(fight: Fight) -> Fight:
    """Return the fight; `GameError` names the first fact that the rules or the other facts forbid."""
    refuse(fight, _refused(fight))
    return fight


def _refused(fight: Fight) -> Iterator[tuple[str, str]]:
    """Yield each impossible fact and what was expected."""
    yield from _refused_strengths(fight)
    yield from _refused_places(fight)
    yield from _refused_germans(fight)
    turn = int(_SURPRISE["soviet_attack_shift"]["game_turn"])
    if fight.surprise and fight.attacker != "soviet":
        yield "surprise", "no where Germans attack [15.3]"
    if fight.surprise and fight.turn not in (0, turn):
        yield "surprise", f"no on turn {fight.turn}: it is only on turn {turn} [15.3]"


def _refused_strengths(fight: Fight) -> Iterator[tuple[str, str]]:
    untried = fight.untried_inf + fight.untried_armor
    for part, name in (("attacker", "attack"), ("defender", "defense")):
        known, may_be_untried = fight.strength(part), part == fight.soviet_part
        if not known and not (untried and may_be_untried):
            yield name, f"a whole number from {ATTACK.low} to {MAX_STRENGTH:,}, or 0 if all of a Soviet side is untried"
        if not known and vars(fight)[f"{part}_steps"]:
            yield f"{part}_steps", f"0 where {name} is 0: untried units are counted by themselves"


def _refused_places(fight: Fight) -> Iterator[tuple[str, str]]:
    if not fight.terrain or not set(fight.terrain) <= set(TERRAIN):
        yield "terrain", f"one or more of {', '.join(TERRAIN)}"
    if len(fight.terrain) > _MOVEMENT.integer("zoc_hexes"):
        yield "terrain", "at most six hexes: each attacker is next to all of them [8.21]"
    if fight.overrun and len(fight.terrain) > 1:
        yield "terrain", "one hex in an overrun [7.5, 8.21]"
    turn = int(_SURPRISE["soviet_no_overrun"]["game_turn"])
    if fight.overrun and fight.attacker == "soviet" and fight.turn == turn:
        yield "overrun", f"no for Soviets on turn {turn} [15.1]"
    if fight.fort and fight.defender != "soviet":
        yield "fort", "no where Germans defend [13.1, 13.2]"


def _refused_germans(fight: Fight) -> Iterator[tuple[str, str]]:
    soviet = fight.soviet_part
    for what, rule in (("corps", "10.1"), ("air", "11.0")):
        if vars(fight)[f"{soviet}_{what}"]:
            yield f"{soviet}_{what}", f"0 for a Soviet {soviet} [{rule}]"
    german = "defender" if soviet == "attacker" else "attacker"
    late = {"air": 0, "panzer_corps_39": 0}
    for row in _ARRIVALS.rows:
        if row["kind"] in late and int(row["game_turn"]) > fight.turn > 0:
            late[row["kind"]] += int(row["count"]) if row["kind"] == "air" else 1
    there = {"air": _AIR - late["air"], "corps": _CORPS_TOTAL - late["panzer_corps_39"]}
    for what, most in there.items():
        if vars(fight)[f"{german}_{what}"] > most:
            yield f"{german}_{what}", f"at most {most} on turn {fight.turn} [14.0]"
    if fight.overrun and fight.attacker_corps > 1:
        yield "attacker_corps", f"at most 1 in an overrun, made by one stack of {_STACK} [7.4, 10.1]"
    if fight.defender_corps > len(fight.terrain):
        yield (
            "defender_corps",
            f"at most 1 a defended hex, {len(fight.terrain)} here: a hex holds {_STACK} units [4.6, 10.1]",
        )
