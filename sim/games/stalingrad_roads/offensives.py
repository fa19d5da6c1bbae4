"""Offensive markers [11]: the supports the two minor ones bring, and what the launch of a major one can be spent on.

The markers of the minor boxes are counted as drawn, shortage markers among them. By the policy the Soviets play all
they can at once, or keep some; a redeployment sends what is kept back to the cup.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.game import GameError, Phase, Setting
from sim.games.stalingrad_roads.inputs import CAMPAIGN, OPENING, number
from sim.games.stalingrad_roads.supports import DRM, OFFENSIVE, acquired
from sim.modifiers import net_modifier
from sim.state import State, column

TURNS = CAMPAIGN
FIRST_ON_MAP = number("NOV IV")
"""The first minor marker is placed on NOV IV, at Stalingrad [scenarios II and III]."""

Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Minors(State):
    """The boxes of the two minor offensive markers, of each game."""

    first_box: Levels = column("markers kept in the box of the first minor offensive", lasts=True)
    second_box: Levels = column("markers kept in the box of the second", lasts=True)
    returned: Levels = column("markers a redeployment sent back to the cup this turn [11.2.3]", lasts=False)
    acquired: Levels = column("markers drawn for the two boxes this turn [5.3.2]", lasts=False)
    played: NDArray[np.int16] = column("markers of the minor boxes played so far", lasts=True)


RESULTS = {"played": "markers of the minor boxes played by MAR III"}


def start(n: int, setting: Setting) -> Minors:
    """Return n games before NOV III, no minor marker on the map."""
    zero = np.zeros(n, np.int8)
    return Minors(zero, zero, zero, zero, np.zeros(n, np.int16))


def is_redeployed(turn: int, every: ArrayLike) -> NDArray[np.bool_]:
    """Return whether the minor markers move this turn, shape (...): every so many turns after NOV III, 0 never [11.2].

    >>> [turn for turn in range(1, 18) if is_redeployed(turn, 4)]
    [5, 9, 13, 17]
    """
    every = np.asarray(every)
    return np.asarray((every > 0) & (turn > FIRST_ON_MAP) & ((turn - OPENING) % np.maximum(every, 1) == 0))


def has_minor(turn: int, since: ArrayLike, is_moved: ArrayLike, is_contested: ArrayLike) -> NDArray[np.bool_]:
    """Return whether a minor marker on the map since a turn rolls for supports, shape (...) [5.3.3, 11.2.2].

    A marker taken from a hex with Axis units comes back at the end of the turn only.

    >>> bool(has_minor(5, 2, True, True)), bool(has_minor(5, 2, True, False)), bool(has_minor(5, 6, False, False))
    (False, True, False)
    """
    is_away = np.asarray(is_moved, np.bool_) & (np.asarray(is_contested) > 0)
    return np.asarray((turn >= np.asarray(since)) & ~is_away)


def minor_drm(turn: int, setting: Setting) -> NDArray[np.int8]:
    """Return the DRM of every support roll, shape (...), by all three markers west of the Donets [5.3.5, example 3].

    A minor marker counts once it is on the map.
    """
    factors = setting.factors
    first = turn >= np.asarray(factors["first_west_turn"])
    second = turn >= np.maximum(factors["second_west_turn"], factors["second_marker_turn"])
    counts = {
        "major_west_donets": turn >= np.asarray(factors["major_west_turn"]),
        "minor_west_donets": np.add(first, second, dtype=np.int8),
    }
    return net_modifier(DRM, counts)


def redeploy_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Move the minor markers; what is in their boxes goes back to the cup [11.2.3]; no dice."""
    moves = is_redeployed(turn, setting.factors["redeploy_every"])
    back = (minors.first_box + minors.second_box) * moves
    return replace(
        minors,
        first_box=(minors.first_box * ~moves).astype(np.int8),
        second_box=(minors.second_box * ~moves).astype(np.int8),
        returned=back.astype(np.int8),
    )


def minor_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls, box: str) -> Minors:
    """Roll for one minor box and play what the policy does not keep; rolls of shape (games, 2) [5.3.2, 5.5]."""
    factors = setting.factors
    since = FIRST_ON_MAP if box == "first_box" else factors["second_marker_turn"]
    moves = is_redeployed(turn, factors["redeploy_every"])
    is_there = has_minor(turn, since, moves, factors["is_contested"])
    found = acquired(rolls, minor_drm(turn, setting), factors["acquisition_shift"], "minor_offensive") * is_there
    held = getattr(minors, box) + found
    kept = np.minimum(held, setting.policies["soviet"].decide(minors, turn)["kept"])
    changed: dict[str, Any] = {box: kept.astype(np.int8)}
    return replace(
        minors,
        acquired=(minors.acquired + found).astype(np.int8),
        played=(minors.played + held - kept).astype(np.int16),
        **changed,
    )


def first_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Roll for the first minor box; rolls of shape (games, 2)."""
    return minor_phase(minors, setting, turn, rolls, "first_box")


def second_phase(minors: Minors, setting: Setting, turn: int, rolls: Rolls) -> Minors:
    """Roll for the second minor box; rolls of shape (games, 2)."""
    return minor_phase(minors, setting, turn, rolls, "second_box")


PHASES = (
    Phase("redeployment", "11.2", 0, redeploy_phase),
    Phase("first_box", "5.3", 2, first_phase),
    Phase("second_box", "5.3", 2, second_phase),
)


def left_after_launch(supports: int, chosen: int = 0, units: int = 0, armored_units: int = 0) -> int:
    """Return the supports that go to the box of the major offensive, of so many at its launch [11.4.2].

    Some are exchanged two for one of choice, three times at most, some for units of the reserve; those chosen are
    counted. Raises `GameError` where the launch cannot pay or more are chosen than allowed.

    >>> left_after_launch(10, chosen=1, units=1)  # [example 11]: seven kept, one chosen, one unit, the shortage apart
    8
    """
    most = OFFENSIVE.integer("exchange_chosen_max")
    if chosen > most:
        raise GameError(f"{chosen} supports of choice; expected at most {most} [11.4.2]")
    price = chosen * OFFENSIVE.integer("exchange_supports") + units * OFFENSIVE.integer("unit_supports")
    price += armored_units * OFFENSIVE.integer("armored_unit_supports")
    if price > supports:
        raise GameError(
            f"the launch costs {price} supports; expected at most the {supports} of the STAVKA box [11.4.2]"
        )
    return supports - price + chosen
