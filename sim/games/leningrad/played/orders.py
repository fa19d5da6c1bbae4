"""What a player tells his units for a turn, as position files and advice name it: who stays, who is sent where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from sim.games.leningrad.map import fields as f
from sim.games.leningrad.played.saved import SENT_FROM
from sim.games.leningrad.players.held import MAY_MARCH
from sim.games.leningrad.players.moves.sent import hex_told, sent_to, unit_sent
from sim.map.forces.world import Ints

_FLAGS = {"held_back": 0, "not_to_advance": MAY_MARCH}
ORDERS = tuple(_FLAGS)
"""Units that stay this turn, and those that only take no hex after a battle."""


def order_of(held: int, side: int) -> tuple[str, list[int]]:
    """Return the name of an order and the units that it is for, none if there is no order."""
    first, last = (0, f.N_GERMAN) if side == f.GERMAN else (f.N_GERMAN, f.N_UNITS)
    name = next(name for name, flag in _FLAGS.items() if held & MAY_MARCH == flag)
    return name, [u for u in range(first, last) if held >> (u - first) & 1]


def held_of(order: str, side: int, units: Sequence[int]) -> int:
    """Return the number for an order to some units of a side."""
    return _FLAGS[order] | sum(1 << (u - side * f.N_GERMAN) for u in units)


def sendings_of(told: Iterable[int]) -> list[tuple[int, int]]:
    """Return the units that are sent somewhere, each with its hex, in the order in which they march."""
    return [(int(unit_sent(one)), int(hex_told(one))) for one in told if one]


def plans_of_state(chosen: Sequence[int], held: Sequence[int], sendings: Iterable[tuple[int, int]]) -> Ints:
    """Return the plans of a `State`: by side the plan and who is held back, then who is sent where."""
    found = np.zeros(SENT_FROM + f.MOST_SENT, np.int64)
    found[:SENT_FROM] = *chosen, *held
    for k, (u, h) in enumerate(sendings):
        found[SENT_FROM + k] = sent_to(u, h)
    return found
