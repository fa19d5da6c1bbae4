"""Regeneration of Leningrad [14.6-14.9, 16.1]: reduced German units queue for a full turn in a town, at a price.

Losses, room in the towns, the way there and attacks on the towns come in as factors. A reduced unit is not thought to
lose its last step: what regeneration saves then stands beside the total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.factors import factors_of, whole, wholes
from sim.games.leningrad.regeneration_verdict import beside_variations, verdict
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Policy, Setting, result_findings, system_of
from sim.verdict import GamesSeen

LIMITS = load_list("leningrad", "regeneration_limits")
VP = load_list("leningrad", "vp_schedule")
TURNS = tuple(row["game_turn"] for row in load_list("leningrad", "game_turns").rows)
MOST = LIMITS.integer("max_per_phase")
STACK = load_list("leningrad", "movement_limits").integer("stack_max")
PRICE_VP = LIMITS.integer("vp_each")
KINDS = ("mobile", "infantry")
PRICE = "its price taken off"
SAVED = f"victory points that regenerating one unit wins, {PRICE}"
LOSSES = {"mobile": 1, "infantry": 2}
"""Steps of a kind that can be lost in a turn, each with the chance of its factor."""
TWELFTHS = 12

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Hospital(State):
    """The reduced units of each game, by kind and place."""

    front_mobile: Numbers = column("reduced mobile units at the front", lasts=True)
    front_infantry: Numbers = column("reduced infantry at the front", lasts=True)
    road_mobile: Numbers = column("reduced mobile units on the way, or waiting for a bed", lasts=True, logged=False)
    road_infantry: Numbers = column("reduced infantry on the way, or waiting for a bed", lasts=True, logged=False)
    new_mobile: Numbers = column("mobile units that came into a town this turn", lasts=True, logged=False)
    new_infantry: Numbers = column("infantry that came into a town this turn", lasts=True, logged=False)
    rest_mobile: Numbers = column("mobile units that spend this full turn in a town", lasts=True)
    rest_infantry: Numbers = column("infantry that spends this full turn in a town", lasts=True)
    flipped_mobile: Numbers = column("mobile units regenerated this turn", lasts=False)
    flipped_infantry: Numbers = column("infantry regenerated this turn", lasts=False)
    interrupted: Numbers = column("units whose turn in a town the Soviets interrupted", lasts=False)
    total: Numbers = column("regenerations so far", lasts=True)


def start(n: int, setting: Setting) -> Hospital:
    """Return n games with every German unit at full strength."""
    zero = np.zeros(n, np.int8)
    places = [f"{place}_{kind}" for place in ("front", "road", "new", "rest", "flipped") for kind in KINDS]
    return Hospital(**dict.fromkeys(places, zero), interrupted=zero, total=zero)


def regenerate(state: Hospital, setting: Setting, turn: int, rolls: Rolls) -> Hospital:
    """Turn over units that have spent a full turn in a town, mobile ones first; no dice [3.0 phase 1, 14.6, 14.8].

    Those that came in last turn now spend theirs; one that came in on turn 2 is turned over on turn 4 [14.6].
    """
    mobile = np.minimum(state.rest_mobile, MOST)
    infantry = np.minimum(state.rest_infantry, MOST - mobile)
    return replace(
        state,
        flipped_mobile=mobile.astype(np.int8),
        flipped_infantry=infantry.astype(np.int8),
        rest_mobile=(state.rest_mobile - mobile + state.new_mobile).astype(np.int8),
        rest_infantry=(state.rest_infantry - infantry + state.new_infantry).astype(np.int8),
        new_mobile=np.zeros_like(mobile, np.int8),
        new_infantry=np.zeros_like(mobile, np.int8),
        total=(state.total + mobile + infantry).astype(np.int8),
    )


def move(state: Hospital, setting: Setting, turn: int, rolls: Rolls) -> Hospital:
    """Send reduced units to the towns as the policy says, mobile ones first; no dice [3.0 phase 2, 14.6].

    A town that is a movement phase away is entered at once, one at two in the turn after; without a bed a unit waits.
    """
    sends = setting.policies["german"].decide(state, turn)
    leaving = {kind: getattr(state, f"front_{kind}") * np.asarray(sends[f"sends_{kind}"]) for kind in KINDS}
    is_far = np.asarray(setting.factors["road_turns"]) > 1
    free = np.asarray(setting.factors["beds"]) - state.rest_mobile - state.rest_infantry
    after: dict[str, NDArray[Any]] = {}
    for kind in KINDS:
        waiting = getattr(state, f"road_{kind}")
        entering = np.minimum(waiting + np.where(is_far, 0, leaving[kind]), np.maximum(free, 0))
        free = free - entering
        after |= {
            f"new_{kind}": entering,
            f"road_{kind}": waiting + leaving[kind] - entering,
            f"front_{kind}": getattr(state, f"front_{kind}") - leaving[kind],
        }
    return replace(state, **{name: number.astype(np.int8) for name, number in after.items()})


def loss_ways(mobile: ArrayLike, infantry: ArrayLike) -> NDArray[np.int64]:
    """Return in how many ways 0 or 1 mobile and 0 to 2 infantry units lose a step, shape (..., 6), mobile first.

    The arguments, shape (...), are chances in twelfths; that of infantry is taken twice.

    >>> loss_ways(4, 6).tolist()
    [288, 576, 288, 144, 288, 144]
    """
    both = _ways("mobile", mobile)[..., :, np.newaxis] * _ways("infantry", infantry)[..., np.newaxis, :]
    return both.reshape(*both.shape[:-2], -1)


def _ways(kind: str, twelfths: ArrayLike) -> NDArray[np.int64]:
    most, p = LOSSES[kind], np.asarray(twelfths, np.int64)[..., np.newaxis]
    k = np.arange(most + 1)
    return np.asarray([comb(most, n) for n in k.tolist()] * p**k * (TWELFTHS - p) ** (most - k), np.int64)


def _weights(state: Hospital, setting: Setting, turn: int) -> NDArray[np.int64]:
    ways = loss_ways(setting.factors["mobile_twelfths"], setting.factors["infantry_twelfths"])
    return np.broadcast_to(ways, (len(state.total), ways.shape[-1]))


def lose(state: Hospital, setting: Setting, turn: int, drawn: NDArray[Any]) -> Hospital:
    """Add the units that lost a step in the turn's combats to those at the front [8.45]."""
    mobile, infantry = np.divmod(drawn, LOSSES["infantry"] + 1)
    return replace(
        state,
        front_mobile=(state.front_mobile + mobile).astype(np.int8),
        front_infantry=(state.front_infantry + infantry).astype(np.int8),
    )


def attack_ways(state: Hospital, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many ways the Soviets do not, and do, attack a town in which units regenerate, shape (games, 2)."""
    sixths = np.asarray(setting.factors["attacked_of_6"], np.int64)
    is_there = state.rest_mobile + state.rest_infantry > 0
    attacked = np.where(is_there, sixths, 0)
    return np.stack([len(all_rolls(1)) - attacked, attacked], axis=-1)


def interrupt(state: Hospital, setting: Setting, turn: int, drawn: NDArray[Any]) -> Hospital:
    """Make the units of the hex attacked begin again: the next turn is their full turn at the earliest [14.9].

    They are the stack of one hex, mobile units first, since an attack on them costs the Germans most (ruling R33). A
    step that the attack may cost is not counted here.
    """
    is_hit = drawn == 1
    mobile = np.minimum(state.rest_mobile, STACK) * is_hit
    infantry = np.minimum(state.rest_infantry, STACK - mobile) * is_hit
    return replace(
        state,
        rest_mobile=(state.rest_mobile - mobile).astype(np.int8),
        rest_infantry=(state.rest_infantry - infantry).astype(np.int8),
        new_mobile=(state.new_mobile + mobile).astype(np.int8),
        new_infantry=(state.new_infantry + infantry).astype(np.int8),
        interrupted=(mobile + infantry).astype(np.int8),
    )


def saved_vp(factors: Mapping[str, ArrayLike]) -> dict[str, int]:
    """Return the victory points that each regeneration of a kind saves, its price taken off [14.8, 16.1].

    >>> saved_vp({"is_armor": 1})
    {'mobile': 4, 'infantry': 0}
    """
    mobile = "armor_reduced" if whole(factors, "is_armor") else "mechanized_reduced"
    return {"mobile": VP.integer(mobile, "vp") - PRICE_VP, "infantry": VP.integer("infantry_reduced", "vp") - PRICE_VP}


def saved_if_hit_again(factors: Mapping[str, ArrayLike]) -> dict[str, int]:
    """Return what a regeneration of a kind saves if the unit is hit once more: reduced, not eliminated [16.1].

    >>> saved_if_hit_again({"is_armor": 1})
    {'mobile': 9, 'infantry': 1}
    """
    names = {"mobile": "armor" if whole(factors, "is_armor") else "mechanized", "infantry": "infantry"}
    return {
        kind: VP.integer(f"{name}_eliminated", "vp") - VP.integer(f"{name}_reduced", "vp") - PRICE_VP
        for kind, name in names.items()
    }


def sends(entry: Entry) -> Decide:
    """Return the decision of a policy that sends the kinds that its entry names, until its last turn."""
    mobile, infantry, last = entry["mobile"] == "yes", entry["infantry"] == "yes", int(entry["last_turn"])
    return lambda state, turn: {"sends_mobile": mobile & (turn <= last), "sends_infantry": infantry & (turn <= last)}


COURSE = Course(
    id="regeneration",
    title="Regeneration and its price",
    factors=factors_of("leningrad", "regeneration_factors"),
    policies=policies_of("leningrad", "regeneration", sends),
    turns=TURNS,
    state=Hospital,
    start=start,
    phases=(
        Phase("regenerate", "3.0, 14.6, 14.8", 0, regenerate),
        Phase("move", "3.0, 14.6", 0, move),
        Draw("losses", "8.45", _weights, lose),
        Draw("interrupted", "14.9", attack_ways, interrupt),
    ),
    results={"total": "regenerations over the game (each costs a victory point)"},
)


def _flips(setting: Setting) -> dict[str, Fraction]:
    """Return the mean regenerations of each kind over the game; remembered, as ranges ask for it again."""
    counted = wholes(setting.factors)
    factors = tuple((name, value) for name, value in counted.items() if name != "is_armor")  # says what a flip saves
    return _remembered(factors, tuple(setting.policies.items()))


@cache
def _remembered(factors: tuple[tuple[str, int], ...], policies: tuple[tuple[str, Policy], ...]) -> dict[str, Fraction]:
    """Count on the first state of each turn, and follow the rest of the turn without the counts: far fewer states."""
    setting = Setting(dict(factors), dict(policies))

    def forgotten(state: Any, setting: Setting, turn: int, rolls: Any) -> Any:
        none = np.zeros_like(state.total)
        return replace(state, total=none, flipped_mobile=none, flipped_infantry=none)

    first, *steps = COURSE.phases
    flips = dict.fromkeys(KINDS, Fraction(0))
    turns = play_exactly(replace(COURSE, phases=(first, Phase("forget", "", 0, forgotten), *steps)), setting)
    for turn, worlds in enumerate(turns, 2):
        if turn <= len(TURNS):
            after = first.apply(worlds.state, setting, turn, np.empty((len(worlds.weights), 0), np.int8))
            for kind in flips:
                turned = getattr(after, f"flipped_{kind}").tolist()
                counted = sum(weight * n for weight, n in zip(worlds.weights, turned, strict=True))
                flips[kind] += Fraction(counted, worlds.denominator)
    return flips


def saved_by_regeneration(setting: Setting) -> Fraction:
    """Return the victory points that regeneration wins for the Germans, its price taken off."""
    saved = saved_vp(setting.factors)
    return sum((saved[kind] * flips for kind, flips in _flips(setting).items()), Fraction(0))


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the regenerations over the game, by kind, what each wins, and the reduced units at the end."""
    yield from result_findings(COURSE, setting, "14.6, 14.8")
    for kind, flips in _flips(setting).items():
        yield Finding(kind, f"{kind} units regenerated over the game", "14.6", number=flips)
    for unit, is_armor in {"an armored": 1, "a mechanized": 0, "an infantry": 0}.items():
        kind = "infantry" if unit == "an infantry" else "mobile"
        for later, saved in {"not hit again": saved_vp, "hit once more": saved_if_hit_again}.items():
            name = f"{'again' if saved is saved_if_hit_again else 'worth'}_{unit.split()[1]}"
            about = f"{unit} unit that is {later}: {SAVED}"
            yield Finding(name, about, "14.8, 16.1", number=Fraction(saved({"is_armor": is_armor})[kind]))
    *_, last = play_exactly(COURSE, setting)
    waiting = last.law("front_mobile", "front_infantry").mean(lambda mobile, infantry: mobile + infantry)
    yield Finding("at_front", "reduced units at the front at the end", "14.6", number=waiting)


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how many units the Germans turn over in whole games."""
    units, lost = (f"{central.means[one]:.1f}" for one in ("regenerations", "german_steps_lost"))
    said = f"**In whole games** the Germans turn over {units} units of {lost} steps lost, on average of {central.n:,}"
    return f"{said} on our central map. Units at rest do not fight: there that counts, on this page it does not."


SYSTEM = system_of(
    COURSE,
    order=3,
    group=Group.REINFORCEMENTS,
    question="Which units is it worth regenerating, and how many victory points does it win?",
    rules=("14.6", "14.7", "14.8", "14.9", "16.1"),
    tables=("regeneration_limits", "vp_schedule", "regeneration_factors"),
    measured=f"victory points that regeneration wins for the Germans if no unit is hit again, {PRICE}",
    things="points",
    shows=tuple(f"{hit}_{unit}" for unit in ("armored", "mechanized", "infantry") for hit in ("worth", "again")),
    good_for="german",
    measure=saved_by_regeneration,
    find=findings,
    verdict=verdict,
    in_games=in_games,
    beside_variations=beside_variations,
)
