"""The STAVKA reserve [13]: what two headquarters get out of it, what a major offensive takes, what may enter."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.exact import count
from sim.factors import factors_of, whole, wholes
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_grid, load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, system_of
from sim.verdict import Found, figure, roughly

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
    """Let the turn's arrivals enter [13.1.3, 13.2, 17.1]; no dice [13.2.1]."""
    arrivals: NDArray[Any] = np.asarray(setting.factors["arrivals"], np.int16)
    return replace(reserve, reserve=reserve.reserve + arrivals)


PHASES = (
    Phase("stavka", "13.1", 2, stavka_phase),
    Phase("reinforcement", "13.2, 17.1", 0, reinforcement_phase),
)


COURSE = Course(
    id="stavka",
    title="The STAVKA reserve from NOV IV",
    factors=factors_of("stalingrad_roads", "stavka_factors"),
    policies=policies_of("stalingrad_roads", "stavka"),
    turns=TURNS,
    state=Reserve,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
CHAIN = Chain(COURSE)


def units_a_turn(setting: Setting) -> Fraction:
    """Return how many units a turn are expected to leave the reserve."""
    return CHAIN.last(setting).law("released").mean(lambda units: units) / len(TURNS)


def stavka_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the end, what one phase allows, and what may enter through the two headquarters."""
    yield from CHAIN.results(setting, "13.1, 13.2")
    yield from _release_findings(setting)
    dry = sum(
        (turn.law("sent", "allowed").probability(lambda sent, allowed: sent < allowed)
         for turn in CHAIN.by_turn(setting)),
        Fraction(0),
    )  # fmt: skip
    yield Finding("dry", "turns on which the reserve has fewer units than it may release", "13.1", number=dry)
    factors = wholes(setting.factors)
    entry = sum(int(entry_units(factors[f"{name}_position"])) for name in _HEADQUARTERS)
    about = "units that may enter a phase through the two headquarters"
    yield Finding("entry", about, "13.1.3", number=Fraction(entry))


_HEADQUARTERS = ("first", "second")


def _release_findings(setting: Setting) -> Iterable[Finding]:
    """Yield what the two rolls of a phase allow, together and each, and what one more support adds to each."""
    decided, rolls, rules = setting.policies["soviet"].decide(None, 1), all_rolls(2), "13.1.1"
    at = {name: whole(setting.factors, f"{name}_position") for name in _HEADQUARTERS}
    spent = {name: whole(decided, f"{name}_roll") for name in _HEADQUARTERS}
    allowed = {
        name: release_units(release_drm(at[name], spent[name]), rolls[:, nth : nth + 1], is_priority=nth == 0)
        for nth, name in enumerate(_HEADQUARTERS)
    }
    yield Finding("a_phase", "units the two rolls of a phase allow", rules, law=count({"units": sum(allowed.values())}))
    for name, units in allowed.items():
        mean, about = count({"n": units}).mean(lambda n: n), f"units the {name} headquarters may release a phase"
        yield Finding(f"{name}_hq", about, rules, number=mean)
    for name in _HEADQUARTERS:
        more, as_is = (release_units(release_drm(at[name], spent[name] + extra), rolls[:, :1]) for extra in (1, 0))
        gain, about = count({"n": more - as_is}), f"units that one more support buys the {name} headquarters"
        yield Finding(f"{name}_support", about, rules, number=gain.mean(lambda n: n))


def verdict(found: Found) -> str:
    """Say how many units reach the fronts, and whether what arrives limits them or what may be released."""
    given, most = found.given("arrivals"), max(found.over("arrivals").values())
    gives = figure(found.value)
    if given > most and gives != str(given):
        return f"STAVKA gives the fronts only about {gives} of the {given} units that arrive each turn."
    said = f"STAVKA gives the fronts {roughly(found.value, 'unit')} a turn"
    if most - found.value < Fraction(1, 4) or gives == figure(most):
        return f"{said} if {given} arrive, as we assume. More arrivals would hardly raise that, fewer lower it."
    return f"{said}, all it has. If more arrived, it could pass on about {figure(most)}."


SYSTEM = system_of(
    COURSE,
    order=13,
    group=Group.REINFORCEMENTS,
    question="How many units a turn does STAVKA give to the fronts?",
    shows=("arrivals",),
    rules=("13.1", "13.2"),
    tables=("stavka_release", "stavka_release_drm", "stavka_entry", "stavka_limits", "turn_track", "stavka_factors"),
    measured="units a turn that leave the reserve from NOV IV to MAR III, an armored corps counted as two",
    things="units a turn",
    measure=units_a_turn,
    find=stavka_findings,
    good_for="soviet",
    verdict=verdict,
)
