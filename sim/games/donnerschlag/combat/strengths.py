"""Who attacks, and with how much: units by hex, tanks barred by a river, halved and quartered strength [11.2, 13.2].

Of the book [3].
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.errors import GameError
from sim.games.donnerschlag.combat.facts import GAME, Fight
from sim.numbers.tables import load_list

_HALVING = load_list(GAME, "halving")
OUT_ATTACK, OUT_DEFENSE = (Fraction(_HALVING[f"out_of_supply_{part}"]["factor"]) for part in ("attack", "defense"))
"""What is left of the strength of units out of supply [11.2]."""
_RIVER = load_list(GAME, "river_rules")
_UNITS_IN_HEX = load_list(GAME, "stacking").integer("combat_units_per_hex")
_HEXES = load_list(GAME, "zoc").integer("zoc_hexes")

_UNIT = re.compile(r"([1-9]\d{0,5})([tm]?)(o?)")
_KINDS = {"t": "tank", "m": "motorized_infantry", "": "infantry"}
_ACROSS = "/river"


@dataclass(frozen=True)
class Unit:
    """A combat unit, or what is known of several: printed strength, kind as in the rules of rivers, supply."""

    strength: int
    kind: str
    is_supplied: bool

    @property
    def is_barred(self) -> bool:
        """Whether an unbridged river keeps it from attacking [13.2]."""
        return _RIVER[self.kind]["is_attack_across_allowed"] == "no"


@dataclass(frozen=True)
class Stack:
    """The units that attack from one hex; `is_across` where the hexside is a river without a bridge."""

    units: tuple[Unit, ...]
    is_across: bool

    def strength(self, *, is_supplied: bool) -> int:
        """Return the printed strength of the units in supply, or of those out of it."""
        return sum(unit.strength for unit in self.units if unit.is_supplied == is_supplied)

    def barred(self) -> tuple[Unit, ...]:
        """Return the units that the river bars."""
        return tuple(unit for unit in self.units if self.is_across and unit.is_barred)


def declared(fight: Fight) -> tuple[Stack, ...]:
    """Return the attackers as declared, hex by hex; `GameError` names one that cannot be.

    >>> [unit.kind for unit in declared(Fight(attack=6, defense=4, attackers=("3t+3m/river",)))[0].units]
    ['tank', 'motorized_infantry']
    """
    if not fight.attackers:
        return (_one_hex(fight),)
    stacks = tuple(_stack(text) for text in fight.attackers)
    if len(stacks) > _HEXES:
        raise GameError(f"attackers is {len(stacks)} hexes; expected at most {_HEXES}, the neighbors of the target")
    total = sum(unit.strength for stack in stacks for unit in stack.units)
    if total != fight.attack:
        raise GameError(f"attack is {fight.attack}; expected {total}, the sum of attackers")
    return stacks


def _one_hex(fight: Fight) -> Stack:
    """Return one hex of attackers; how strength divides among kinds of units is not known, so it is all put in one."""
    units = [
        Unit(fight.attack - fight.attack_out_of_supply, "infantry", True),
        Unit(fight.attack_out_of_supply, "infantry", False),
    ]
    units += [Unit(0, "tank", True)] * fight.attacker_tank
    units += [Unit(0, "motorized_infantry", True)] * fight.attacker_motorized
    return Stack(tuple(units), fight.river)


def _stack(text: str) -> Stack:
    found = [_UNIT.fullmatch(word) for word in text.removesuffix(_ACROSS).split("+")]
    units = tuple(Unit(int(match[1]), _KINDS[match[2]], not match[3]) for match in found if match)
    if len(units) < len(found):
        raise GameError(
            f"attackers is {text!r}; expected units such as 3t, 3m or 2o with + between, then /river or not"
        )
    if len(units) > _UNITS_IN_HEX:
        raise GameError(f"attackers is {text!r}; expected at most {_UNITS_IN_HEX} units in a hex [8]")
    return Stack(units, text.endswith(_ACROSS))


def taking_part(stacks: tuple[Stack, ...], *, is_river_cancelled: bool) -> tuple[Stack, ...]:
    """Return the hexes that attack, without the units that a river bars, and without hexes left empty (ruling R51)."""
    if is_river_cancelled:
        return tuple(Stack(stack.units, False) for stack in stacks)
    left = (Stack(tuple(u for u in s.units if u not in s.barred()), s.is_across) for s in stacks)
    return tuple(stack for stack in left if stack.units)


def reduced_strength(
    supplied: ArrayLike, out_of_supply: ArrayLike, factor: Fraction, out: Fraction, *, round_once: bool = False
) -> NDArray[np.int64]:
    """Return the strength of stacks, shape (...), from printed strengths of shape (..., stacks) [11.2, 13.2].

    `factor` is what the terrain leaves of all, `out` what being out of supply leaves besides: two halves are a quarter
    (ruling R10). A stack is added up, reduced, rounded down; with `round_once` the sum of all stacks is (ruling R9).

    >>> half = Fraction(1, 2)
    >>> reduced_strength([3, 0], [0, 3], Fraction(1), half).tolist(), reduced_strength([3], [3], half, half).tolist()
    (4, 2)
    """
    unit = factor.denominator * out.denominator
    whole, part = int(factor * unit), int(factor * out * unit)
    reduced = np.asarray(supplied, np.int64) * whole + np.asarray(out_of_supply, np.int64) * part
    return np.asarray(reduced.sum(axis=-1) // unit if round_once else (reduced // unit).sum(axis=-1))


def attack_strength(stacks: tuple[Stack, ...], factor: Fraction, *, round_once: bool) -> int:
    """Return the strength with which some hexes attack, `factor` being what the terrain leaves of it."""
    supplied, out = ([stack.strength(is_supplied=s) for stack in stacks] for s in (True, False))
    return int(reduced_strength(supplied, out, factor, OUT_ATTACK, round_once=round_once))


def defense_strength(fight: Fight) -> int:
    """Return the strength of the defenders, which stand in one hex; terrain does not change it."""
    out = fight.defense_out_of_supply
    return int(reduced_strength([fight.defense - out], [out], Fraction(1), OUT_DEFENSE))
