"""The siege of Template [3]: wagons that may come through, escorts, rations; by turns, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_grid, load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, result_findings, system_of
from sim.verdict import Found, often

WAGONS = load_grid("_template", "wagons")
DRMS = load_list("_template", "wagon_drms")
NUMBERS = load_list("_template", "siege")
TURNS = tuple(str(turn) for turn in range(1, NUMBERS.integer("turns") + 1))

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Siege(State):
    """The fort of each game."""

    supply: Numbers = column("supply points in the fort", lasts=True)
    escorts: Numbers = column("escorts left", lasts=True)
    held: Numbers = column("turns that the fort has held", lasts=True)
    is_fallen: NDArray[np.bool_] = column("the fort has surrendered", lasts=True)
    arrived: Numbers = column("supply points that came through this turn", lasts=False)


def start(n: int, setting: Setting) -> Siege:
    """Return n games as the siege begins [3.0].

    >>> start(1, SYSTEM.setting()).supply.tolist()
    [2]
    """
    supply, escorts = (np.full(n, NUMBERS.integer(name), np.int8) for name in ("start_supply", "start_escorts"))
    zero = np.zeros(n, np.int8)
    return Siege(supply=supply, escorts=escorts, held=zero, is_fallen=zero > 0, arrived=zero)


def wagons_arriving(natural_roll: ArrayLike, bands: ArrayLike, escort: ArrayLike) -> Numbers:
    """Return the supply points that come through, shape (...), past so many bands, escorted or not [3.1, 3.2].

    >>> wagons_arriving([6, 6, 1], [0, 2, 0], [False, True, True]).tolist()  # modified 6, 5 and 2
    [2, 2, 0]
    """
    drm = net_modifier(DRMS, {"band": bands, "escort": np.asarray(escort, np.int8)})
    points = WAGONS.numbers[:, 0].astype(np.int8)
    return points[WAGONS.row_index(np.asarray(natural_roll) + drm)]


def escorts(entry: Entry) -> Decide:
    """Return the decision of a policy that sends an escort when there are at most so many supply points [3.2]."""
    most = int(entry["supply_most"])
    return lambda siege, turn: {"sends_escort": siege.supply <= most}


def wagons(siege: Siege, setting: Setting, turn: int, rolls: Rolls) -> Siege:
    """Send the wagons, and an escort if the garrison wants one and has one; rolls of shape (games, 1) [3.1, 3.2]."""
    natural = rolls[..., 0]
    wants = np.asarray(setting.policies["garrison"].decide(siege, turn)["sends_escort"])
    is_sent = wants & (siege.escorts > 0) & ~siege.is_fallen
    arrived = np.where(siege.is_fallen, 0, wagons_arriving(natural, setting.factors["bands"], is_sent))
    is_lost = is_sent & (natural <= NUMBERS.integer("escort_lost_on"))
    return replace(
        siege,
        supply=np.minimum(siege.supply + arrived, NUMBERS.integer("most_supply")).astype(np.int8),
        escorts=(siege.escorts - is_lost).astype(np.int8),
        arrived=arrived.astype(np.int8),
    )


def rations(siege: Siege, setting: Setting, turn: int, rolls: Rolls) -> Siege:
    """Eat, or surrender; no dice, rolls of shape (games, 0) [3.3]."""
    eaten = NUMBERS.integer("rations")
    is_fallen = siege.is_fallen | (siege.supply < eaten)
    return replace(
        siege,
        supply=np.where(is_fallen, 0, siege.supply - eaten).astype(np.int8),
        held=(siege.held + ~is_fallen).astype(np.int8),
        is_fallen=is_fallen,
    )


COURSE = Course(
    id="siege",
    title="The siege",
    factors=factors_of("_template", "siege_factors"),
    policies=policies_of("_template", "siege", escorts),
    turns=TURNS,
    state=Siege,
    start=start,
    phases=(Phase("wagons", "3.1, 3.2", 1, wagons), Phase("rations", "3.3", 0, rations)),
    results={
        "is_fallen": "the fort surrendered before the end",
        "held": "turns that the fort held",
        "escorts": "escorts left at the end",
    },
)


def chance_to_hold(setting: Setting) -> Fraction:
    """Return the chance that the fort has not surrendered by the end [3.3]."""
    *_, last = play_exactly(COURSE, setting)
    return last.law("is_fallen").probability(lambda is_fallen: not is_fallen)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of each result, and how long the fort holds."""
    yield from result_findings(COURSE, setting, "3.1, 3.2, 3.3")
    *_, last = play_exactly(COURSE, setting)
    yield Finding("mean_held", "turns that the fort holds, on average", "3.3", number=last.law("held").mean(int))


def verdict(found: Found) -> str:
    """Say how often the fort holds, and how often with as many bands on the road as there may be."""
    worst, _ = found.span("bands")
    said = f"The fort holds in {often(found.value)}"
    return f"{said}, with the most bands on the road in {often(worst)}." if worst < found.value else f"{said}."


SYSTEM = system_of(
    COURSE,
    order=1,
    group=Group.AIR_AND_SUPPLY,
    question="Does the fort hold until it is relieved?",
    rules=("3.0", "3.1", "3.2", "3.3"),
    tables=("wagons", "wagon_drms", "siege", "siege_factors"),
    measured="chance that the fort holds to the end",
    unit=Unit.CHANCE,
    good_for="garrison",
    measure=chance_to_hold,
    find=findings,
    verdict=verdict,
)
