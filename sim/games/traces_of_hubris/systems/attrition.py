"""Supply attrition [8.1]: an Axis pocket that loses a step a unit with each supply chit, and what air supply spares it.

When the pocket closes, its size and its relief are decided on the map. That the closing activations all come before the
supply chit of their turn is a matter of the cup: so many given chits and the supply chit are drawn in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.factors import factors_of, whole
from sim.games.traces_of_hubris.systems._asking import mean_of, number
from sim.games.traces_of_hubris.systems._turns import (
    GAME,
    LAST_TURN,
    POINTS,
    TURNS,
    Counts,
    Flags,
    broadcast,
    is_within,
)
from sim.games.traces_of_hubris.systems.luftwaffe import LIMITS, air_supply_limits, air_supply_of, markers
from sim.laws import has_mean_between_heaps
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, result_findings, system_of
from sim.verdict import Found, figure, numbers_of, often, roughly

SUPPLY = load_list(GAME, "supply")
_LOSS = SUPPLY.integer("step_losses_out_of_supply")
_SIZE = [factors_of(GAME, "attrition_factors")[name] for name in ("hexes", "units_per_hex")]
_HELD, _MOST = prod(one.value for one in _SIZE), prod(one.high for one in _SIZE)
"""Units of the pocket as we assume it, and of the largest."""
_HEXES_A_MARKER = LIMITS.integer("air_supply_hexes")


@dataclass(frozen=True)
class Pocket(State):
    """The pocket in each game; all units of a hex have the same steps left."""

    markers: Counts = column("Luftwaffe markers of the turn [4.1]", lasts=False)
    air_supply: Counts = column("of them air supply [7.0]", lasts=False)
    is_checked: Flags = column("the pocket was closed when the supply chit was drawn", lasts=False)
    hexes_fed: Counts = column("hexes spared a step by air supply", lasts=False)
    two_steps: Counts = column("hexes whose units have two steps left", lasts=True)
    one_step: Counts = column("hexes whose units have one step left", lasts=True)
    units_starved: Counts = column("units lost to supply checks so far", lasts=True)
    units_lost: Counts = column("units lost, with those the last check after turn 9 takes [13.0]", lasts=True)


def after_check(two_steps: Counts, one_step: Counts, fed_two: Counts, fed_one: Counts) -> tuple[Counts, Counts, Counts]:
    """Return hexes with two and one step left and hexes lost, shape (...), when all but the fed lose a step [8.1].

    >>> [int(x) for x in after_check(*(np.array(n, np.int16) for n in (3, 2, 1, 0)))]
    [1, 2, 2]
    """
    hit_two, hit_one = (two_steps - fed_two) * _LOSS, (one_step - fed_one) * _LOSS
    return two_steps - hit_two, one_step - hit_one + hit_two, hit_one


def start(n: int, setting: Setting) -> Pocket:
    """Return n pockets as they stand when closed."""
    zero, no = np.zeros(n, np.int16), np.zeros(n, np.bool_)
    hexes, steps = broadcast(setting.factors["hexes"], n), broadcast(setting.factors["steps"], n)
    return Pocket(zero, zero, no, zero, hexes * (steps > 1), hexes * (steps == 1), zero, zero)


def reorganization(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Roll for the Luftwaffe and set air supply apart, first of all in the turn; rolls (games, 1) [4.1, 7.0]."""
    rolled = markers(turn, rolls, setting.factors["level"])
    pocket = replace(pocket, markers=rolled)
    least, most = air_supply_limits(rolled)
    wanted = np.asarray(setting.policies["axis"].decide(pocket, turn)["air_supply"])
    return replace(pocket, air_supply=np.clip(wanted, least, most).astype(np.int16))


def closing_weights(pocket: Pocket, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return in how many orders the supply chit comes before, or after, the last closing chit, shape (games, 2)."""
    n, given = len(pocket.markers), setting.factors
    is_first = turn == np.asarray(given["pocket_from"])
    earlier = np.where(is_first, given["closing_activations"], 0)  # of one more chit, the supply chit is last once
    return np.stack([broadcast(earlier, n), np.ones(n, np.int16)], axis=1).astype(np.int64)


def closing(pocket: Pocket, setting: Setting, turn: int, is_after: NDArray[np.int64]) -> Pocket:
    """Note whether the pocket is closed when the supply chit is drawn."""
    return replace(pocket, is_checked=(is_after > 0) & is_within(setting.factors, "pocket", turn))


def supply_check(pocket: Pocket, setting: Setting, turn: int, rolls: Rolls) -> Pocket:
    """Feed hexes and take a step from the others; after the last turn all that is left is lost; no dice [8.1, 13.0].

    With `last_check_spared` air supply that has fed no hex spares hexes then (the other reading of ruling R45).
    """
    fed = np.where(pocket.is_checked, pocket.air_supply * _HEXES_A_MARKER, 0)
    is_weak_first = np.asarray(setting.policies["axis"].decide(pocket, turn)["is_weak_first"])
    first = np.minimum(fed, np.where(is_weak_first, pocket.one_step, pocket.two_steps))
    second = np.minimum(fed - first, np.where(is_weak_first, pocket.two_steps, pocket.one_step))
    fed_one, fed_two = np.where(is_weak_first, first, second), np.where(is_weak_first, second, first)
    two, one, lost = after_check(pocket.two_steps, pocket.one_step, fed_two, fed_one)
    units = broadcast(setting.factors["units_per_hex"], len(two))
    starved = pocket.units_starved + np.where(pocket.is_checked, lost, 0) * units
    two, one = np.where(pocket.is_checked, two, pocket.two_steps), np.where(pocket.is_checked, one, pocket.one_step)
    over = (pocket.air_supply * _HEXES_A_MARKER - first - second) * (
        np.asarray(setting.factors["last_check_spared"]) > 0
    )
    left = two + one - np.minimum(two + one, over)
    is_end = (turn == LAST_TURN) & is_within(setting.factors, "pocket", turn)
    return replace(
        pocket,
        hexes_fed=(first + second).astype(np.int16),
        two_steps=two.astype(np.int16),
        one_step=one.astype(np.int16),
        units_starved=starved.astype(np.int16),
        units_lost=(starved + is_end * left * units).astype(np.int16),
    )


def feeding(entry: Entry) -> Decide:
    """Return the decision of a policy: air supply as the Luftwaffe's, and which hexes it feeds first."""

    def decide(state: Pocket, turn: int) -> Mapping[str, Any]:
        return {**air_supply_of(entry)(state, turn), "is_weak_first": entry["is_weak_first"]}

    return decide


COURSE = Course(
    id="attrition",
    title="A pocket out of supply",
    factors=factors_of(GAME, "attrition_factors"),
    policies=policies_of(GAME, "attrition", feeding),
    turns=TURNS,
    state=Pocket,
    start=start,
    phases=(
        Phase("luftwaffe", "4.1, 7.0", 1, reorganization),
        Draw("closing", "4.3, 8.1", closing_weights, closing),
        Phase("supply_check", "8.1, 13.0", 0, supply_check),
    ),
    results={
        "units_starved": "units of the pocket lost to supply chits",
        "units_lost": "units of the pocket lost, with those still unsupplied after turn 9",
    },
)


def units_starved(setting: Setting) -> Fraction:
    """Return the expected units lost to supply chits."""
    return mean_of(COURSE, "units_starved", setting)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the pocket's losses, their price, and what the airlift spares."""
    yield from result_findings(COURSE, setting, "8.1, 13.0")
    starved = Fraction(0)
    for turn, worlds in enumerate(play_exactly(COURSE, setting), 1):
        upto = worlds.law("units_starved").mean(int)
        if turn >= whole(setting.factors, "pocket_from"):
            about = f"units that the supply check of turn {turn} is expected to take"
            yield number(f"starved_{turn}", about, "8.1", upto - starved)
        starved = upto
    grounded = replace(setting, policies={**setting.policies, "axis": COURSE.policies["axis"]["no_airlift"]})
    yield number(
        "spared",
        "units that air supply keeps alive until the last check",
        "7.0",
        units_starved(grounded) - units_starved(setting),
    )
    lost = mean_of(COURSE, "units_lost", setting)
    for kind in ("german_mechanized_lost", "german_non_mechanized_lost", "minor_lost"):
        about = f"VP lost if all units are such: {POINTS[kind]['condition']}"
        yield number(f"vp_{kind}", about, "13.0", lost * POINTS.integer(kind, "vp"))


def verdict(found: Found) -> str:
    """Say how many units starve if the pocket closes when we take it to, or if early, and what the end takes."""
    since, held = found.given("pocket_from"), found.given("hexes") * found.given("units_per_hex")
    flies = found.setting.policies["axis"].id != "no_airlift"
    known = found.system.factors["pocket_from"]
    closed = {turn: found.again(pocket_from=turn).value for turn in range(known.low, known.high + 1)}
    early = closed[known.low]
    as_early = max(takewhile(lambda turn: figure(closed[turn]) == figure(early), closed))
    fed = "with the air supply we assume" if flies else "without air supply"
    ends = found.law("units_lost").probability(lambda lost: lost == held) == 1  # the last check has all that is left
    if not ends:
        said = f"A pocket of {held} units closed by turn {as_early} loses {roughly(early, 'unit')} {fed}"
        return f"{said}." if since <= as_early else f"{said}; closed on turn {since} it loses fewer."
    rest = f"Everything unsupplied dies after turn {LAST_TURN}."
    if since <= as_early:
        return f"A pocket closed by turn {as_early} loses {_of(early, held)} {fed}. {rest}"
    law = found.law("units_starved")
    if (none := law.probability(lambda lost: lost == 0)) and has_mean_between_heaps(law):
        said = f"{'A' if flies else 'An unfed'} pocket closed on turn {since} loses nothing in {often(none)}"
        of_held = "" if numbers_of(often(none)) else f" of {held}"
        return f"{said}, otherwise {roughly(found.value / (1 - none), 'unit')}{of_held}. {rest}"
    return f"A pocket closed on turn {since} loses {_of(found.value, held)} {fed}. {rest}"


def _of(lost: Fraction, held: int) -> str:
    """Return so many units, out of how many where that is one or more."""
    return f"{roughly(lost, 'unit')}{f' of {held}' if lost >= 1 else ''}"


SYSTEM = system_of(
    COURSE,
    order=3,
    group=Group.AIR_AND_SUPPLY,
    question="How fast does a pocket that lives on air supply starve?",
    shows=("pocket_from",),
    rules=("7.0", "8.1", "13.0"),
    tables=(
        "supply",
        "luftwaffe_markers",
        "luftwaffe_split",
        "luftwaffe_limits",
        "victory_points",
        "attrition_factors",
    ),
    unprinted=("level",),
    measured=f"units that starve before turn {LAST_TURN} ends, on average, of {_HELD} ({_MOST} in the largest pocket)",
    things="units starved before the end",
    good_for="soviet",
    measure=units_starved,
    find=findings,
    verdict=verdict,
)
