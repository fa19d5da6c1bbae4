"""Whom a player holds back or sends elsewhere in a turn, as position files and advice name it."""

from __future__ import annotations

from collections.abc import Sequence

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.players.held import MAY_MARCH, MOST_PLACES, MUST_GO, OTHER_END, PLACE

_FLAGS = {"held_back": 0, "not_to_advance": MAY_MARCH, "to_leave": MUST_GO}
_PAST = {f"past_{n}_best": n for n in range(1, MOST_PLACES + 1)}
FOR_ONE = tuple(_PAST)
ORDERS = (*_FLAGS, *FOR_ONE)
"""Units that stay this turn, that only take no hex after a battle, that leave, and that pass over their best ends."""


def order_of(held: int, side: int) -> tuple[str, list[int]]:
    """Return the name of an order and the units that it is for, none if there is no order."""
    first, last = (0, f.N_GERMAN) if side == f.GERMAN else (f.N_GERMAN, f.N_UNITS)
    if held & OTHER_END == OTHER_END:
        return next(name for name, n in _PAST.items() if n == held // PLACE % PLACE), [held % PLACE]
    name = next(name for name, flag in _FLAGS.items() if held & OTHER_END == flag)
    return name, [u for u in range(first, last) if held >> (u - first) & 1]


def held_of(order: str, side: int, units: Sequence[int]) -> int:
    """Return the number for an order to some units of a side."""
    if order in _PAST:
        (u,) = units
        return OTHER_END | _PAST[order] * PLACE | u
    return _FLAGS[order] | sum(1 << (u - side * f.N_GERMAN) for u in units)
