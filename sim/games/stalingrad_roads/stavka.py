"""The STAVKA reserve [13]: what two headquarters get out of it, what a major offensive takes, what may enter."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.game import Phase, Setting
from sim.games.stalingrad_roads.inputs import CAMPAIGN
from sim.modifiers import net_modifier
from sim.state import State, column
from sim.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "stavka_release")
DRM = load_list("stalingrad_roads", "stavka_release_drm")
ENTRY = load_list("stalingrad_roads", "stavka_entry")
LIMITS = load_list("stalingrad_roads", "stavka_limits")

POSITIONS = ("road", "rail", "city_rail", "major_city_rail")
"""Where a headquarters stands, as positions in this tuple; off road and rail it cannot be chosen (ruling R42)."""
TURNS = CAMPAIGN[1:]
"""NOV IV to MAR III: there is no STAVKA phase on NOV III [scenario III]."""

Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Reserve(State):
    """The STAVKA reserve of each game; an armored corps counts as two units."""

    reserve: NDArray[np.int16] = column("units in the reserve at the end of the turn [13.2.1]", lasts=True)
    is_offensive: NDArray[np.bool_] = column("a major offensive starts this turn [13.1.2]", lasts=False)
    allowed: Levels = column("units that may leave this turn [13.1]", lasts=False)
    sent: Levels = column("units that leave this turn", lasts=False)
    released: NDArray[np.int16] = column("units that have left so far", lasts=True, logged=False)


RESULTS = {"released": "units released from NOV IV to MAR III", "reserve": "units in the reserve at the end"}


def start(n: int, setting: Setting) -> Reserve:
    """Return n reserves at the start of NOV IV."""
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    reserve = np.broadcast_to(np.asarray(setting.factors["reserve_start"], np.int16), n).copy()
    return Reserve(reserve, no, zero, zero, np.zeros(n, np.int16))


def release_drm(position: ArrayLike, supports: ArrayLike = 0) -> NDArray[np.int8]:
    """Return the DRM of a headquarters' roll, shape (...), by its place in `POSITIONS` and supports spent [13.1.1].

    >>> int(release_drm(POSITIONS.index("road"))), int(release_drm(POSITIONS.index("city_rail"), 2))  # [example 12]
    (-1, 3)
    """
    at = np.asarray(position)
    return net_modifier(DRM, {name: at == i for i, name in enumerate(POSITIONS)} | {"support": supports})


def release_units(drm: ArrayLike, rolls: Rolls, is_priority: ArrayLike = False) -> Levels:
    """Return how many units a headquarters may release, shape (...); rolls (..., 1) [13.1.1, example 12].

    >>> int(release_units(-1, np.array([1], np.int8), True)), int(release_units(1, np.array([4], np.int8)))
    (2, 2)
    """
    units = TABLE.numbers[TABLE.row_index(rolls[..., 0] + np.asarray(drm)), 0]
    return (units + np.asarray(is_priority) * LIMITS.integer("priority_front_units")).astype(np.int8)


def entry_units(position: ArrayLike) -> Levels:
    """Return how many units may enter the reserve through a headquarters, shape (...) [13.1.3].

    >>> [int(entry_units(at)) for at in range(4)]
    [1, 2, 2, 3]
    """
    return np.array([ENTRY.integer(name, "units") for name in POSITIONS], np.int8)[np.asarray(position)]


def units_counted(armored_corps: int, other_units: int) -> int:
    """Return what units count against a release [13.1.1].

    >>> units_counted(1, 0)  # [example 12]
    2
    """
    return armored_corps * LIMITS.integer("armored_corps_count") + other_units


def stavka_phase(reserve: Reserve, setting: Setting, turn: int, rolls: Rolls) -> Reserve:
    """Release units, eight without a roll when a major offensive starts; rolls of shape (games, 2) [13.1.1, 13.1.2]."""
    factors, decided = setting.factors, setting.policies["soviet"].decide(reserve, turn)
    first = release_units(release_drm(factors["first_position"], decided["first_roll"]), rolls[..., :1], True)
    second = release_units(release_drm(factors["second_position"], decided["second_roll"]), rolls[..., 1:])
    every = np.asarray(factors["offensive_every"])
    is_offensive = np.broadcast_to((every > 0) & (turn % np.maximum(every, 1) == 0), first.shape)
    allowed = np.where(is_offensive, LIMITS.integer("major_offensive_units"), first + second)
    sent = np.minimum(allowed, reserve.reserve)
    return replace(
        reserve,
        reserve=reserve.reserve - sent,
        is_offensive=is_offensive.copy(),
        allowed=allowed.astype(np.int8),
        sent=sent.astype(np.int8),
        released=reserve.released + sent,
    )


def reinforcement_phase(reserve: Reserve, setting: Setting, turn: int, rolls: Rolls) -> Reserve:
    """Let the turn's arrivals enter [13.1.3, 13.2, 17.1]; no dice."""
    arrivals: NDArray[Any] = np.asarray(setting.factors["arrivals"], np.int16)
    return replace(reserve, reserve=reserve.reserve + arrivals)


PHASES = (
    Phase("stavka", "13.1", 2, stavka_phase),
    Phase("reinforcement", "13.2, 17.1", 0, reinforcement_phase),
)
