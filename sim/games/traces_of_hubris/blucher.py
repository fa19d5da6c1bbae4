"""Operation Blücher [12.4]: one roll with each supply chit from turn 3 until the 11th Army has crossed to Taman.

Which places the Axis holds, or stands near, when the chit is drawn is decided on the map and comes in as factors. So
does whether three Luftwaffe markers are left by then; whether they are spent is the policy's. The roll must be made
[8.0].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.game import Phase, Setting
from sim.games.traces_of_hubris.factors import GAME, LAST_TURN, Counts, Flags, as_modifiers, broadcast, is_within
from sim.modifiers import net_modifier
from sim.state import State, column
from sim.tables import load_list

DRM = as_modifiers(load_list(GAME, "blucher_drm"), "drm")
CONDITIONS = load_list(GAME, "blucher_conditions")
FIRST_TURN = CONDITIONS.integer("first_turn")
HQS = ("none", "11A", "KG")
"""The headquarters that lands, by its code in the state."""

_PLACES = tuple(row["id"] for row in DRM.rows if row["id"] not in ("turn_6", "luftwaffe"))
_MARKERS = load_list(GAME, "luftwaffe_limits").integer("blucher_markers")


def _schedule() -> NDArray[np.int16]:
    """Return headquarters, German and Romanian divisions by turn of success; row 0, never, is empty."""
    lands = np.zeros((LAST_TURN + 1, 3), np.int16)
    for row in load_list(GAME, "blucher_arrival").rows:  # "6+" holds from turn 6 to the end
        since = int(row["turn"].rstrip("+"))
        lands[since:] = HQS.index(row["hq"]), int(row["german_infantry"]), int(row["romanian_mountain"])
    return lands


LANDS = _schedule()


@dataclass(frozen=True)
class Blucher(State):
    """Blücher in each game."""

    blucher_drm: NDArray[np.int8] = column("net DRM of the roll, the discard included; 0 if none", lasts=False)
    is_rolled: Flags = column("the roll was made [8.0, 12.4]", lasts=False)
    is_discarded: Flags = column("three Luftwaffe markers were discarded for it [7.0]", lasts=False)
    markers_discarded: Counts = column("Luftwaffe markers discarded so far", lasts=True)
    success_turn: Counts = column("turn on which Blücher succeeded, 0 if not yet", lasts=True)
    hq: Counts = column("headquarters landed: 0 none, 1 11th Army, 2 Kampfgruppe", lasts=True)
    german_infantry: Counts = column("German infantry divisions landed", lasts=True)
    romanian_mountain: Counts = column("Romanian mountain divisions landed", lasts=True)


RESULTS = {
    "success_turn": "turn on which Blücher succeeds",
    "german_infantry": "German infantry divisions landed",
    "romanian_mountain": "Romanian mountain divisions landed",
    "markers_discarded": "Luftwaffe markers discarded for the roll",
}


def blucher_drm(counts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """Return the net DRM of the roll, shape (...); `counts` says for every row of `DRM` whether it applies [12.4].

    Three markers count once a roll, however many are left (ruling R27).

    >>> none = {row["id"]: 0 for row in DRM.rows}
    >>> int(blucher_drm(none | {"rostov_na_donu": 1, "novorossiysk": 1}))
    3
    """
    return net_modifier(DRM, {name: np.minimum(np.asarray(times), 1) for name, times in counts.items()})


def is_success(drm: ArrayLike, rolls: Rolls) -> Flags:
    """Return whether a roll succeeds, shape (...); rolls (..., 1) [12.4].

    >>> is_success(2, np.array([[3], [4]], np.int8)).tolist()
    [False, True]
    """
    return np.asarray(rolls[..., 0] + np.asarray(drm) >= CONDITIONS.integer("success"))


def drm_counts(factors: Mapping[str, ArrayLike], turn: int) -> dict[str, ArrayLike]:
    """Return which modifiers apply on a turn before any markers are discarded; places by their windows."""
    held = {place: is_within(factors, place.partition("_")[0], turn) for place in _PLACES}
    return {**held, "turn_6": turn >= CONDITIONS.integer("late_turn"), "luftwaffe": 0}


def start(n: int, setting: Setting) -> Blucher:
    """Return n games before the first turn."""
    zero, no = np.zeros(n, np.int16), np.zeros(n, np.bool_)
    return Blucher(zero.astype(np.int8), no, no, zero, zero, zero, zero, zero)


def conditions(blucher: Blucher, setting: Setting, turn: int, rolls: Rolls) -> Blucher:
    """Add up the map's modifiers, and let the Axis discard before the roll (ruling R36); no dice [7.0, 12.4]."""
    is_rolled = (blucher.success_turn == 0) & (turn >= FIRST_TURN)
    counts = drm_counts(setting.factors, turn)
    bare = broadcast(blucher_drm(counts | dict(setting.forced)), len(is_rolled)).astype(np.int8)
    wants = np.asarray(setting.policies["axis"].decide(replace(blucher, blucher_drm=bare), turn)["discard"])
    is_discarded = is_rolled & wants & is_within(setting.factors, "discard", turn)
    drm = blucher_drm(counts | {"luftwaffe": is_discarded} | dict(setting.forced))
    return replace(
        blucher,
        blucher_drm=(drm * is_rolled).astype(np.int8),
        is_rolled=is_rolled,
        is_discarded=is_discarded,
        markers_discarded=(blucher.markers_discarded + _MARKERS * is_discarded).astype(np.int16),
    )


def roll(blucher: Blucher, setting: Setting, turn: int, rolls: Rolls) -> Blucher:
    """Roll for Blücher, and land what the turn of success allows; rolls (games, 1) [12.4]."""
    succeeds = blucher.is_rolled & is_success(blucher.blucher_drm, rolls)
    success_turn = np.where(succeeds, np.int16(turn), blucher.success_turn)
    lands = LANDS[success_turn]
    return replace(
        blucher, success_turn=success_turn, hq=lands[:, 0], german_infantry=lands[:, 1], romanian_mountain=lands[:, 2]
    )


PHASES = (
    Phase("blucher_conditions", "7.0, 12.4", 0, conditions),
    Phase("blucher_roll", "8.0, 12.4", 1, roll),
)
