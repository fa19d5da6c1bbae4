"""The schedule of the Soviet forts of Leningrad [3.0 phase 5, 13.0-13.6, 14.0]: when they come, and how many stand.

Whether a hex is legal and whether Germans enter a fort is the map's; both come in as factors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.exact import Law
from sim.factors import factors_of, whole
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, result_findings, system_of
from sim.verdict import Found, figure, part, roughly

RULES = load_list("leningrad", "forts")
MOST = RULES.integer("max_placed_per_turn")
TURNS = tuple(row["game_turn"] for row in load_list("leningrad", "game_turns").rows)
_ARRIVALS = [row for row in load_list("leningrad", "soviet_reinforcements").rows if row["kind"] == "fort"]

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Forts(State):
    """The forts of each game."""

    in_hand: Numbers = column("forts available and not placed", lasts=True)
    standing: Numbers = column("forts on the map", lasts=True)
    placed: Numbers = column("forts placed this turn", lasts=False)
    is_lost: NDArray[np.bool_] = column("a fort was entered by Germans this turn", lasts=False)


def arriving(turn: int) -> int:
    """Return how many forts become available on a turn [14.0].

    >>> [arriving(turn) for turn in range(1, 13)]
    [0, 0, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0]
    """
    return sum(int(row["count"]) for row in _ARRIVALS if int(row["game_turn"]) == turn)


def start(n: int, setting: Setting) -> Forts:
    """Return n games without a fort."""
    zero = np.zeros(n, np.int8)
    return Forts(in_hand=zero, standing=zero, placed=zero, is_lost=zero > 0)


def enter(forts: Forts, setting: Setting, turn: int, rolls: Rolls) -> Forts:
    """Let Germans who are near enter a fort, which eliminates it [13.2]; rolls of shape (games, 1)."""
    is_near = turn >= np.asarray(setting.factors["near_from"])
    is_lost = is_near & (forts.standing > 0) & (rolls[..., 0] <= np.asarray(setting.factors["taken_of_6"]))
    return replace(forts, standing=forts.standing - is_lost.astype(np.int8), is_lost=is_lost)


def fortify(forts: Forts, setting: Setting, turn: int, rolls: Rolls) -> Forts:
    """Place forts, two a turn at most, kept ones too; rolls of shape (games, 2), a legal hex for each [13.0, 13.4]."""
    there = forts.in_hand + arriving(turn)
    is_near = np.broadcast_to(np.asarray(turn >= np.asarray(setting.factors["near_from"])), there.shape)
    is_legal = ~is_near[:, np.newaxis] | (rolls <= np.asarray(setting.factors["legal_of_6"])[..., np.newaxis])
    wanted = np.minimum(there, np.asarray(setting.policies["soviet"].decide(forts, turn)["forts"]))
    tried = np.arange(MOST) < wanted[:, np.newaxis]
    placed = (is_legal & tried).sum(axis=1).astype(np.int8)
    return replace(
        forts, in_hand=(there - placed).astype(np.int8), standing=forts.standing + placed, placed=placed
    )  # fmt: skip


def placed_from(entry: Entry) -> Decide:
    """Return the decision of a policy that places so many forts a turn, from a turn on."""
    number, since = int(entry["forts"]), int(entry["from_turn"])
    return lambda state, turn: {"forts": number * (turn >= since)}


COURSE = Course(
    id="forts",
    title="The forts around Leningrad",
    factors=factors_of("leningrad", "fort_factors"),
    policies=policies_of("leningrad", "forts", placed_from),
    turns=TURNS,
    state=Forts,
    start=start,
    phases=(Phase("enter", "13.2", 1, enter), Phase("fortify", "3.0, 13.0, 13.4, 13.6", MOST, fortify)),
    results={"standing": "forts on the map at the end", "in_hand": "forts never placed"},
)


def standing_law(setting: Setting) -> Law:
    """Return the law of the forts that stand when the turn of the assault begins; those of that turn come after it."""
    turn = whole(setting.factors, "assault_turn")
    return list(play_exactly(COURSE, setting))[turn - 2].law("standing")


def mean_standing(setting: Setting) -> Fraction:
    """Return how many forts stand when the turn of the assault begins, on average [3.0]."""
    return standing_law(setting).mean(int)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the forts at the assault, the mean of each turn that can have any, and how the game ends."""
    turn = whole(setting.factors, "assault_turn")
    yield Finding(
        "at_assault", f"forts on the map when turn {turn} begins", "3.0, 13.0, 13.4", law=standing_law(setting)
    )
    for before, worlds in enumerate(list(play_exactly(COURSE, setting))[:-1], 1):
        if worlds.law("standing").counts.keys() != {(0,)}:
            new, lost = arriving(before) or "none", worlds.law("is_lost").mean(int)
            gone = figure(lost) if lost else "none"
            about = f"turn {before + 1}, after {new} new, {gone} lost: forts that stand when a turn begins"
            yield Finding(f"turn_{before + 1}", about, "13.4, 14.0", number=worlds.law("standing").mean(int))
    yield from result_findings(COURSE, setting, "13.0, 13.2, 13.4")


def verdict(found: Found) -> str:
    """Say how many forts stand at the assault, and how many fewer if Germans come near, or else if the Soviets wait."""
    is_ours = all(found.given(name) == factor.value for name, factor in found.system.factors.items())
    when = f"on turn {found.given('assault_turn')}{', as in our games,' if is_ours else ''}"
    said = f"An assault {when} meets {roughly(found.value, 'fort')}"
    near = {"bar": found.again(legal_of_6=0).value, "destroy": found.again(taken_of_6=6).value}
    least = min(near.values())
    harms = [harm for harm, left in near.items() if found.value - least >= 1 > left - least]  # as bad as each other
    waits = min(found.again({"soviet": other}).value for other in found.system.policies["soviet"])
    if harms:
        share = part(1 - least / found.value)
        many = "half as many" if share == "half" else f"{share} fewer"
        return f"{said}, {many} if Germans come close enough to {' or '.join(harms)} them."
    if found.value - waits >= 1:
        return f"{said}, fewer if the Soviets wait to place them."
    return f"{said}."


SYSTEM = system_of(
    COURSE,
    order=4,
    group=Group.COMBAT,
    question="How many forts stand around Leningrad when the Germans assault it?",
    rules=("3.0", "13.0", "13.2", "13.4", "13.6", "14.0"),
    tables=("forts", "soviet_reinforcements", "fort_factors"),
    measured="forts on the map when the German turn of the assault begins",
    things="forts",
    shows=tuple(f"turn_{at}" for at in range(4, 13)),
    good_for="soviet",
    measure=mean_standing,
    find=findings,
    verdict=verdict,
)
