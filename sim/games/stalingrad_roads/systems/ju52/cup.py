"""The Ju 52 markers [10.4.3]: what the airlift draws from the cup of fifteen, which leave it, and what they buy.

A pocket that nobody opens or relieves, from NOV IV until its level first stands at 1. Played and unplayed markers are
back in the cup before the next draw, but for General Hube and the evacuations, which are gone once used: so only those
two need remembering. What the map decides about the airlift is held at its central value, but for two factors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.errors import GameError
from sim.factors import factors_of
from sim.games.stalingrad_roads.systems._airlift import LIMITS, TURNS, airlift_drm, airlift_result, drm_counts
from sim.games.stalingrad_roads.systems._levels import by_level
from sim.games.stalingrad_roads.systems._weather_table import weather
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Phase, Setting

EVENTS = load_list("stalingrad_roads", "ju52_events")
FACTORS = factors_of("stalingrad_roads", "ju52_factors")
MARKERS = LIMITS.integer("markers")

_MIN, _MAX = LIMITS.integer("level_min"), LIMITS.integer("level_max")
_EVACUATION = LIMITS.integer("evacuation_level_min"), LIMITS.integer("evacuation_level_max")
_RISE = np.int8(EVENTS.integer("evacuation", "level_change"))
_SORTIES = ("sortie_one_stack", "sortie_two_stacks")
_RESERVES = "last_reserves"
_CENTRAL = {factor.id: factor.value for factor in factors_of("stalingrad_roads", "pocket_factors").values()}
_COMB = np.array([[comb(n, k) for k in range(MARKERS + 1)] for n in range(MARKERS + 1)])

Levels = NDArray[np.int8]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Cup(State):
    """The pocket and its cup of Ju 52 markers, of each game."""

    level: Levels = column("supply level of the Fortress, 11 (best) to 1 [10.3]", lasts=True)
    clouds: Levels = column("0 clear, 1 overcast, 2 blizzard [3.3]", lasts=False)
    is_attacked: NDArray[np.bool_] = column("two pocket stacks or more were attacked [10.3.3]", lasts=False)
    is_doubled: NDArray[np.bool_] = column("General Hube doubled every stack that was attacked [10.4.3]", lasts=False)
    ju52_received: Levels = column("Ju 52 markers received [10.4.2]", lasts=False)
    drawn_evacuations: Levels = column("evacuations among them, each played at once [10.4.3]", lasts=False)
    drawn_hubes: Levels = column("General Hubes among them", lasts=False)
    is_sortie: NDArray[np.bool_] = column("a sortie, or the last reserves, drawn and played [10.4.3]", lasts=False)
    evacuated: Levels = column("evacuations played, gone from the cup", lasts=True, logged=False)
    hubes_played: Levels = column("General Hubes played, gone from the cup", lasts=True, logged=False)
    held_hubes: Levels = column("General Hubes on the map until the next Axis turn", lasts=True, logged=False)
    first_turn_at_1: Levels = column(
        "first turn (1 = NOV IV) on which the level stood at 1, 0 if not yet", lasts=True, logged=False
    )


RESULTS = {
    "first_turn_at_1": "first turn (1 = NOV IV) on which the level stood at 1, 0 if never",
    "evacuated": "evacuations played until then",
    "hubes_played": "General Hubes played until then",
}


def mix(factors: Mapping[str, ArrayLike]) -> dict[str, NDArray[Any]]:
    """Return how many markers there are of each kind, shape (...); unit resistance is what the others leave [10.4].

    A count typed into ``ju52_events`` overrules its factor. Raises `GameError` where the kinds are more than fifteen.

    >>> central = {f.id: f.value for f in FACTORS.values()}
    >>> int(sum(mix(central).values())), int(mix(central)["unit_resistance"])
    (15, 2)
    """
    rest = EVENTS.rows[0]["id"]
    kinds = {
        row["id"]: np.asarray(factors[row["id"]] if row["markers"] == "?" else int(row["markers"]), np.int64)
        for row in EVENTS.rows
        if row["id"] != rest
    }
    total = sum(kinds.values())
    if np.max(total) > MARKERS:
        raise GameError(f"the Ju 52 kinds make {int(np.max(total))} markers; expected at most {MARKERS}")
    return {rest: np.asarray(MARKERS - total), **kinds}


def start(n: int, setting: Setting) -> Cup:
    """Return n closed pockets whose Fortress was declared on NOV III, all fifteen markers in the cup [10.3.1, 10.4]."""
    mix(setting.factors)
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    level = np.full(n, LIMITS.integer("level_start"), np.int8)
    return Cup(level, zero, no, no, zero, zero, zero, no, zero, zero, zero, zero)


def evacuation_level(level: ArrayLike, evacuations: ArrayLike) -> Levels:
    """Return the level after some evacuations, one by one, shape (...): +1 each from 2 to 5 [10.4.3, ruling R62].

    >>> [int(evacuation_level(level, 2)) for level in (1, 2, 5, 6)]  # 5 rises to 6, where the second does nothing
    [1, 4, 6, 6]
    """
    low, high = _EVACUATION
    level, evacuations = np.asarray(level, np.int8), np.asarray(evacuations)
    for played in range(int(np.max(evacuations, initial=0))):
        is_raised = (evacuations > played) & (level >= low) & (level <= high)
        level = level + is_raised * _RISE
    return level.astype(np.int8)


def weather_phase(cup: Cup, setting: Setting, turn: int, rolls: Rolls) -> Cup:
    """Roll the turn's sky; rolls of shape (games, 2) [3.1]."""
    return replace(cup, clouds=np.where(_is_over(cup), np.int8(0), weather(TURNS[turn - 1], rolls)[2]))


def soviet_turn(cup: Cup, setting: Setting, turn: int, rolls: Rolls) -> Cup:
    """Attack the pocket; one General Hube answers, then all markers go back to the cup [10.3.3, 10.4.3]; no dice."""
    every = np.asarray(setting.factors["attack_every"])
    may_attack = (every > 0) & ((turn - 1) % np.maximum(every, 1) == 0)
    wants = np.asarray(setting.policies["soviet"].decide(cup, turn)["attack"])
    is_attacked = may_attack & wants & ~_is_over(cup)
    is_doubled = is_attacked & (cup.held_hubes > 0) & np.asarray(setting.policies["axis"].decide(cup, turn)["has_hube"])
    after = replace(
        cup,
        level=_changed(cup.level, is_attacked * LIMITS.integer("attack_drop")),
        is_attacked=is_attacked,
        is_doubled=is_doubled,
        hubes_played=(cup.hubes_played + is_doubled).astype(np.int8),
        held_hubes=np.zeros_like(cup.held_hubes),
    )
    return _noting_1(after, turn)


def airlift_phase(cup: Cup, setting: Setting, turn: int, rolls: Rolls) -> Cup:
    """Fly the airlift, or none once both airfields are lost; rolls (games, 1) [10.4.2]."""
    factors = {**_CENTRAL, **setting.factors}
    both = (turn >= np.asarray(factors["pitomnik_falls"])) & (turn >= np.asarray(factors["gumrak_falls"]))
    drm = airlift_drm(drm_counts(factors, turn, cup.clouds) | dict(setting.forced))
    _, change, ju52 = airlift_result(drm, rolls)
    flies = ~_is_over(cup)
    change = np.where(both, np.int8(LIMITS.integer("automatic_change")), change) * flies
    after = replace(cup, level=_changed(cup.level, change), ju52_received=(ju52 * (flies & ~both)).astype(np.int8))
    return _noting_1(after, turn)


def leaving_weights(cup: Cup, setting: Setting, turn: int) -> Counts:
    """Return in how many ways each pair of evacuations and Hubes is drawn, shape (games, pairs) [10.4.2]."""
    kinds, received = mix(setting.factors), cup.ju52_received.astype(np.int64)
    left = kinds["evacuation"] - cup.evacuated, kinds["general_hube"] - cup.hubes_played
    others = np.broadcast_to(_others(kinds), received.shape)
    ways = []
    for evacuations, hubes in _PAIRS:
        rest = received - evacuations - hubes
        of_rest = np.where((rest >= 0) & (rest <= others), _COMB[others, np.clip(rest, 0, MARKERS)], 0)
        ways.append(_COMB[left[0], evacuations] * _COMB[left[1], hubes] * of_rest)
    return np.stack(ways, axis=1)


def leaving_drawn(cup: Cup, setting: Setting, turn: int, kind: NDArray[Any]) -> Cup:
    """Play the evacuations drawn and hold the Hubes; `kind` is the position of a pair [10.4.3]."""
    evacuations, hubes = (np.array(part, np.int8)[kind] for part in zip(*_PAIRS, strict=True))
    is_lifted = np.asarray(setting.factors["needs_division"]) == 0  # or none is there to withdraw (ruling R62)
    return replace(
        cup,
        level=evacuation_level(cup.level, evacuations * is_lifted),
        drawn_evacuations=evacuations,
        drawn_hubes=hubes,
        evacuated=(cup.evacuated + evacuations).astype(np.int8),
        held_hubes=hubes,
    )


def sortie_weights(cup: Cup, setting: Setting, turn: int) -> Counts:
    """Return in how many ways no event that attacks, or one at least, is among the rest of a draw, shape (games, 2).

    Those are the sorties, and for a policy that plays them the last reserves, never beside a sortie [10.4.3].
    """
    kinds, decided = mix(setting.factors), setting.policies["axis"].decide(cup, turn)
    rest = (cup.ju52_received - cup.drawn_evacuations - cup.drawn_hubes).astype(np.int64)
    others = _others(kinds)
    sorties = sum(kinds[kind] for kind in _SORTIES) + kinds[_RESERVES] * np.asarray(decided["has_reserves"])
    wants = np.asarray(decided["has_sally"]) & (rest > 0)
    without = _COMB[others - sorties, rest]
    return np.stack([without, _COMB[others, rest] - without], axis=1) * np.expand_dims(wants, -1)


def axis_turn(cup: Cup, setting: Setting, turn: int, kind: NDArray[Any]) -> Cup:
    """Play one attack where one was drawn: -1 for attacking and -1 for the event [10.3.3, 10.4.3].

    Or -1 in all (ruling R31).
    """
    has_both = np.asarray(setting.factors["sortie_once"]) == 0
    drop = LIMITS.integer("sortie_drop") + EVENTS.integer(_SORTIES[0], "level_change") * has_both
    is_sortie = (kind == 1) & ~_is_over(cup)
    return _noting_1(replace(cup, level=_changed(cup.level, is_sortie * drop), is_sortie=is_sortie), turn)


PHASES = (
    Phase("weather", "3.1", 2, weather_phase),
    Phase("soviet_turn", "10.3.3, 10.4.3", 0, soviet_turn),
    Phase("airlift", "10.4", 1, airlift_phase),
    Draw("leaving", "10.4.2, 10.4.3", leaving_weights, leaving_drawn),
    Draw("sorties", "10.4.3", sortie_weights, axis_turn),
)


def _upto(kind: str) -> range:
    """Return how many of a kind may be drawn at once, whatever its factor or an owner's table says."""
    typed = EVENTS[kind]["markers"]
    return range((FACTORS[kind].high if typed == "?" else int(typed)) + 1)


_PAIRS = [(evacuations, hubes) for evacuations in _upto("evacuation") for hubes in _upto("general_hube")]


def _others(kinds: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Return the markers that always come back."""
    return np.asarray(MARKERS - kinds["evacuation"] - kinds["general_hube"])


def _is_over(cup: Cup) -> NDArray[np.bool_]:
    return np.asarray(cup.first_turn_at_1 > 0)


def _changed(level: Levels, by: NDArray[Any]) -> Levels:
    return np.clip(level + by, _MIN, _MAX).astype(np.int8)


def _noting_1(cup: Cup, turn: int) -> Cup:
    is_first = (cup.level == _MIN) & ~_is_over(cup)
    return replace(cup, first_turn_at_1=np.where(is_first, np.int8(turn), cup.first_turn_at_1))


COURSE = Course(
    id="ju52",
    title="The Ju 52 markers of the airlift, until level 1",
    factors=FACTORS,
    policies=policies_of("stalingrad_roads", "ju52", by_level),
    turns=TURNS,
    state=Cup,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
