"""Off the map [8.2, 11.1, 11.2]: German withdrawals, Axis reinforcements by the die, Soviet ones by their number.

Of each table one line is quoted, the others are our guess, and factors move just these. Withdrawals come every turn
with the supply chit; a reinforcement chit comes when its side took it into the cup, which is a policy. Units of a type
that the force pool lacks are lost [11.2].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._asking import mean_of, number
from sim.games.traces_of_hubris.systems._turns import GAME, TURNS, Counts, Flags, broadcast
from sim.numbers.tables import Records, load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Words, result_findings, system_of
from sim.verdict import Found, roughly

WITHDRAWALS = load_list(GAME, "german_withdrawals")
AXIS = load_list(GAME, "axis_reinforcements")
SOVIET = load_list(GAME, "soviet_reinforcements")
MINORS = ("romanian", "italian", "hungarian")
_SOVIET_OTHERS = ("tank", "guards_rifle", "nkvd_motorized")


def cells(table: Records, field: str, more: ArrayLike, line: NDArray[np.integer]) -> Counts:
    """Return a table's cells of some lines (1 is the first), shape (...), `more` added to those that are our guess.

    >>> int(cells(WITHDRAWALS, "german_infantry", 5, np.array(3)))  # [8.2, example]
    2
    """
    at = np.asarray(line) - 1
    printed = np.array([int(row[field]) for row in table.rows], np.int16)
    is_guess = np.array([basis[field] == "assumed" for basis in table.basis])
    return np.asarray(np.maximum(printed[at] + is_guess[at] * np.asarray(more), 0), np.int16)


@dataclass(frozen=True)
class Reserves(State):
    """Arrivals and withdrawals of each game."""

    infantry_pool: Counts = column("German infantry divisions in the force pool", lasts=True, logged=False)
    panzer_pool: Counts = column("German armored divisions in the force pool", lasts=True, logged=False)
    has_wiking: Flags = column("SS Wiking has arrived", lasts=True)
    withdrawn: Counts = column("German divisions withdrawn on this turn [8.2]", lasts=False)
    received: Counts = column("German divisions received on this turn [11.2]", lasts=False)
    minors: Counts = column("units of Axis minors received on this turn, if the pool holds them [11.2]", lasts=False)
    german_net: Counts = column("German divisions received less those withdrawn so far", lasts=True)
    soviet_number: Counts = column("Soviet reinforcement number, 1 at the start [11.1]", lasts=True)
    soviet_rifle: Counts = column("Soviet rifle divisions received so far", lasts=True)
    soviet_other: Counts = column("Soviet tank, Guards rifle and NKVD units received so far", lasts=True)


def start(n: int, setting: Setting) -> Reserves:
    """Return n games before the first turn [3.0]."""
    zero, given = np.zeros(n, np.int16), setting.factors
    pools = broadcast(given["infantry_pool"], n), broadcast(given["panzer_pool"], n)
    first = zero + np.int16(load_list(GAME, "setup_markers").integer("soviet_reinforcement_number"))
    return Reserves(*pools, zero > 0, zero, zero, zero, zero, first, zero, zero)


def withdrawal(state: Reserves, setting: Setting, turn: int, rolls: Rolls) -> Reserves:
    """Withdraw German divisions, which never return; rolls (games, 1) [8.2]."""
    given, die = setting.factors, rolls[..., 0]
    infantry = cells(WITHDRAWALS, "german_infantry", given["withdrawal_level"], die)
    panzers = cells(WITHDRAWALS, "german_panzer", given["withdrawal_panzers"], die)
    gone = (infantry + panzers).astype(np.int16)
    destroyed = np.asarray(given["infantry_destroyed"]) * (turn % 2 == 0)  # into the pool, on every second turn
    return replace(
        state, withdrawn=gone, german_net=state.german_net - gone,
        infantry_pool=(state.infantry_pool + destroyed).astype(np.int16),
    )  # fmt: skip


def axis_reinforcement(state: Reserves, setting: Setting, turn: int, rolls: Rolls) -> Reserves:
    """Receive what the die grants and the pool holds, if the chit is in the cup; rolls (games, 1) [11.2; R23]."""
    given, die = setting.factors, rolls[..., 0]
    is_on = np.asarray(setting.policies["axis"].decide(state, turn)["reinforce"])
    infantry = (
        np.minimum(cells(AXIS, "german_infantry", given["reinforcement_level"], die), state.infantry_pool) * is_on
    )
    panzers = np.minimum(cells(AXIS, "german_panzer", 0, die), state.panzer_pool) * is_on
    wiking = (cells(AXIS, "german_ss", 0, die) > 0) & is_on & ~state.has_wiking
    came = (infantry + panzers + wiking).astype(np.int16)
    minors = sum(cells(AXIS, nation, given["minor_level"], die) for nation in MINORS) * is_on
    return replace(
        state, received=came, minors=minors.astype(np.int16),
        german_net=state.german_net + came, has_wiking=state.has_wiking | wiking,
        infantry_pool=(state.infantry_pool - infantry).astype(np.int16),
        panzer_pool=(state.panzer_pool - panzers).astype(np.int16),
    )  # fmt: skip


def soviet_reinforcement(state: Reserves, setting: Setting, turn: int, rolls: Rolls) -> Reserves:
    """Receive the next line of the Soviet table, if the chit is in the cup; no dice [11.1]."""
    is_on = np.asarray(setting.policies["soviet"].decide(state, turn)["reinforce"])
    rifle = cells(SOVIET, "rifle", setting.factors["rifle_level"], state.soviet_number) * is_on
    other = sum(cells(SOVIET, kind, 0, state.soviet_number) for kind in _SOVIET_OTHERS) * is_on
    return replace(
        state, soviet_number=(state.soviet_number + is_on).astype(np.int16),
        soviet_rifle=(state.soviet_rifle + rifle).astype(np.int16),
        soviet_other=(state.soviet_other + other).astype(np.int16),
    )  # fmt: skip


def on_turns(entry: Entry) -> Decide:
    """Return the decision of a policy that wants the reinforcement chit on some turns."""

    def decide(state: Any, turn: int) -> Mapping[str, Any]:
        return {"reinforce": turn in entry["turns"]}

    return decide


COURSE = Course(
    id="reserves",
    title="Arrivals and withdrawals",
    factors=factors_of(GAME, "reserves_factors"),
    policies=policies_of(GAME, "reserves", on_turns),
    turns=TURNS,
    state=Reserves,
    start=start,
    phases=(
        Phase("withdrawal", "8.2", 1, withdrawal),
        Phase("axis_reinforcement", "11.2", 1, axis_reinforcement),
        Phase("soviet_reinforcement", "11.1", 0, soviet_reinforcement),
    ),
    results={
        "german_net": "German divisions received less those withdrawn, in nine turns",
        "has_wiking": "SS Wiking has arrived",
        "soviet_number": "Soviet reinforcement number after nine turns",
        "soviet_rifle": "Soviet rifle divisions received, if the pool holds them",
        "soviet_other": "Soviet tank, Guards rifle and NKVD units received, if the pool holds them",
    },
)


def german_net(setting: Setting) -> Fraction:
    """Return the German divisions expected to arrive, less those withdrawn."""
    return mean_of(COURSE, "german_net", setting)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of arrivals and withdrawals."""
    yield from result_findings(COURSE, setting, "8.2, 11.1, 11.2", {"has_wiking": Words(labels=("no", "yes"))})
    fields = {
        "withdrawn": "German divisions withdrawn in nine turns",
        "received": "German divisions received in nine turns",
        "minors": "units of Axis minors received in nine turns, if the pool holds them",
    }
    turns = list(play_exactly(COURSE, setting))
    for field, about in fields.items():
        mean = sum((worlds.law(field).mean(int) for worlds in turns), Fraction(0))
        yield number(field, f"{about}, on average", "8.2, 11.2", mean)


def verdict(found: Found) -> str:
    """Say whether the army grows or shrinks, by how much, and what would turn that around."""
    by_level, level = found.over("withdrawal_level"), found.given("withdrawal_level")
    way, step, turned = ("shrinks", 1, "grow") if found.value < 0 else ("grows", -1, "shrink")
    size = abs(found.value)
    by = roughly(size, "division") if size >= 1 else "less than one division"
    said = f"With the withdrawals we assume, the German army {way} by {by}"
    if min(by_level.values()) * max(by_level.values()) >= 0:
        return f"{said}. It also {way} with all others that we tried."
    is_next = by_level.get(level - step, found.value) * found.value < 0
    other = "less" if step > 0 else "more"
    if is_next:
        return f"{said}. If each took one division {other}, it would {turned}."
    return f"{said}. Only if each took several divisions {other} would it {turned}."


SYSTEM = system_of(
    COURSE,
    order=5,
    group=Group.REINFORCEMENTS,
    question="Does the German army grow or shrink by what arrives and what is withdrawn?",
    shows=("withdrawal_level",),
    rules=("8.2", "11.1", "11.2"),
    tables=(
        "german_withdrawals",
        "axis_reinforcements",
        "soviet_reinforcements",
        "setup_markers",
        "reserves_factors",
    ),
    unprinted=("withdrawal_level", "withdrawal_panzers", "reinforcement_level", "minor_level", "rifle_level"),
    measured="German divisions received less those withdrawn, in nine turns, without Blücher",
    things="divisions",
    good_for="axis",
    measure=german_net,
    find=findings,
    verdict=verdict,
)
