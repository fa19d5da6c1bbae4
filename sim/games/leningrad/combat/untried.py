"""Untried Soviet units of Leningrad: the exact law of what is drawn from the counters still unseen [12.0, 12.1].

Counters that print the same are one class. Numbers of draws are whole, counted with binomials over classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, gcd

import numpy as np
from numpy.typing import NDArray

from sim.errors import GameError
from sim.games.leningrad.combat.facts import Fight
from sim.numbers.basis import weakest
from sim.numbers.tables import load_list

UNITS = load_list("leningrad", "soviet_units")
_POOLS = {"untried_inf": "infantry", "untried_armor": "mobile"}  # fact -> movement class, the side both players see

Ways = NDArray[np.int64]
"""Numbers of draws, shape (strengths, 2): total strength from 0, without and with armor among them."""


@dataclass(frozen=True)
class CounterClass:
    """Counters that print the same figures: how many there are, and how many of them are armor."""

    text: str
    movement_class: str
    attack: int
    defense: int
    count: int
    armored: int
    type_basis: str


@cache
def classes() -> Mapping[str, CounterClass]:
    """Return the classes of Soviet counters by what they print, attack-defense-movement.

    >>> classes()["5-5-7"].count, classes()["5-5-7"].armored  # the 21st Tank and the 185th
    (2, 1)
    """
    alike: dict[str, list[tuple[Mapping[str, str], str]]] = {}
    for row, row_basis in zip(UNITS.rows, UNITS.basis, strict=True):
        text = f"{row['attack']}-{row['defense']}-{row['movement_allowance']}"
        alike.setdefault(text, []).append((row, row_basis["type"]))
    return {text: _class_of(text, *zip(*counters, strict=True)) for text, counters in alike.items()}


def _class_of(text: str, rows: Sequence[Mapping[str, str]], type_bases: Sequence[str]) -> CounterClass:
    return CounterClass(
        text, rows[0]["movement_class"], int(rows[0]["attack"]), int(rows[0]["defense"]), len(rows),
        sum(row["type"] == "armor" for row in rows), weakest(type_bases),
    )  # fmt: skip


def unseen(fight: Fight) -> dict[str, int]:
    """Return how many counters of each class are unseen; `GameError` names a seen one that cannot be."""
    seen = Counter(fight.seen)
    for text, n in seen.items():
        if text not in classes():
            raise GameError(f"seen is {text!r}; expected attack-defense-movement of a Soviet counter, such as 4-4-7")
        if n > classes()[text].count:
            raise GameError(f"seen is {text!r} {n} times; expected at most {classes()[text].count}: no more exist")
    left = {text: kind.count - seen[text] for text, kind in classes().items()}
    for fact, pool in _POOLS.items():
        there = sum(n for text, n in left.items() if classes()[text].movement_class == pool)
        if (wanted := vars(fight)[fact]) > there:
            raise GameError(f"{fact} is {wanted}; expected at most {there}: so many are unseen")
    return left


def draws(fight: Fight) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]:
    """Return every drawn strength, whether armor is in it, and its number of draws, each of shape (cases,).

    Without untried units it is one case, of no strength.

    >>> strength, is_armored, ways = draws(Fight(attack=9, defense=0, untried_inf=1))
    >>> strength.tolist(), ways.tolist()  # the defense strengths of the 46 infantry
    ([1, 2, 3, 4, 5, 6, 7], [6, 12, 12, 10, 4, 1, 1])
    """
    left = unseen(fight)
    field = "attack" if fight.soviet_part == "attacker" else "defense"
    infantry = _drawn(left, field, "infantry", fight.untried_inf)[:, 0]
    mobile = _drawn(left, field, "mobile", fight.untried_armor)
    ways = np.stack([np.convolve(infantry, mobile[:, has]) for has in (0, 1)], axis=-1)
    strength, is_armored = np.nonzero(ways)
    return strength, is_armored.astype(bool), ways[strength, is_armored]


def _drawn(left: Mapping[str, int], field: str, pool: str, n: int) -> Ways:
    """Return the numbers of ways to draw n counters of a pool, summed over what the seen ones may have been."""
    kinds = [kind for kind in classes().values() if kind.movement_class == pool]
    splits = [_splits(kind, left[kind.text]) for kind in kinds]
    total: Ways = np.zeros((1, 2), np.int64)
    for case in product(*splits):
        groups: Counter[tuple[int, int]] = Counter()
        weight = 1
        for kind, (armored, times) in zip(kinds, case, strict=True):
            groups[vars(kind)[field], 1] += armored
            groups[vars(kind)[field], 0] += left[kind.text] - armored
            weight *= times
        total = total + weight * _ways(groups, n)
    return total


def _splits(kind: CounterClass, left: int) -> list[tuple[int, int]]:
    """Return how many of the unseen counters of a class may be armor, with the relative weight of each number.

    What was seen is any of those that print the same, all alike likely [ruling R29].
    """
    least, most = max(0, left - (kind.count - kind.armored)), min(left, kind.armored)
    armored = range(least, most + 1)
    times = [comb(kind.armored, a) * comb(kind.count - kind.armored, left - a) for a in armored]
    return [(a, n // gcd(*times)) for a, n in zip(armored, times, strict=True)]


def _ways(groups: Mapping[tuple[int, int], int], n: int) -> Ways:
    """Return the numbers of ways to draw n counters from groups of (strength, is_armor): how many there are."""
    top = n * max(strength for strength, _ in groups)
    ways = np.zeros((n + 1, top + 1, 2), np.int64)  # drawn so far, their strength, whether armor is among them
    ways[0, 0, 0] = 1
    for (strength, is_armor), size in groups.items():
        more = np.zeros_like(ways)
        for k in range(min(size, n) + 1):
            part = comb(size, k) * ways[: n + 1 - k, : top + 1 - k * strength]
            if k and is_armor:
                more[k:, k * strength :, 1] += part.sum(axis=-1)
            else:
                more[k:, k * strength :] += part
        ways = more
    return ways[n]


def basis(fight: Fight, *, armor_matters: bool) -> str:
    """Return the weakest basis of what the draws rest on: the pools, and the types of armor where they matter."""
    is_any = fight.untried_inf or fight.untried_armor
    used = [one["movement_class"] for one in UNITS.basis] if is_any else []
    if armor_matters and fight.untried_armor:
        left = unseen(fight)
        used += [k.type_basis for k in classes().values() if left[k.text] and k.movement_class == "mobile"]
    return weakest(used)
