"""Rail transfer [8.3, 11.2]: what leaves when the supply chit is drawn comes back with the Axis reinforcement chit.

Units leave on turn 1 of this scenario. If the reinforcement chit is still in the cup then, some are back on that turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.exact import Law
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._asking import end_of, number
from sim.games.traces_of_hubris.systems._turns import GAME, LAST_TURN, TURNS, Counts, Flags, broadcast, reinforce_from
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, Unit, Words, result_findings, system_of
from sim.verdict import Found, roughly, spelled

LIMITS = load_list(GAME, "rail_transfer")
_SUPPLY, _REINFORCEMENT = range(2)
NEVER = "not within nine"


@dataclass(frozen=True)
class Transfer(State):
    """The rail transfer box of each game."""

    supply: Counts = column("supply chits left in the cup", lasts=False, logged=False)
    reinforcement: Counts = column("reinforcement chits left in the cup", lasts=False, logged=False)
    is_away: Flags = column("the units have left", lasts=True, logged=False)
    units: Counts = column("combat units not yet back", lasts=True)
    hqs: Counts = column("headquarters not yet back", lasts=True)
    back_turn: Counts = column("turn on which the last came back, 0 if not yet", lasts=True, logged=False)


def arrivals(
    units: ArrayLike, hqs: ArrayLike, option_14_3: ArrayLike, all_hqs_free: ArrayLike = 0
) -> tuple[Counts, Counts]:
    """Return combat units and headquarters that one reinforcement chit brings back, shape (...) [11.2, 14.3; R26].

    One headquarters is free, further ones count among the two units and come before them; with the option all count.
    `all_hqs_free` is the other reading of ruling R26, which the option overrides.

    >>> [int(x) for x in arrivals(4, 1, 0)]
    [2, 1]
    """
    option = np.asarray(option_14_3) > 0
    one = np.where(np.asarray(all_hqs_free) > 0, hqs, LIMITS.integer("free_hq_arrivals"))
    free = np.where(option, LIMITS.integer("free_hq_arrivals_option_14_3"), one)
    room = LIMITS.integer("arrivals")
    came = np.minimum(hqs, free + room)
    left = room - np.maximum(came - free, 0)
    return np.minimum(units, left).astype(np.int16), came.astype(np.int16)


def start(n: int, setting: Setting) -> Transfer:
    """Return n games with everything still on the map."""
    zero, given = np.zeros(n, np.int16), setting.factors
    return Transfer(zero, zero, zero > 0, broadcast(given["units"], n), broadcast(given["hqs"], n), zero)


def selection(state: Transfer, setting: Setting, turn: int, rolls: Rolls) -> Transfer:
    """Fill the cup: the supply chit and, where there is room and the policy wants it, reinforcement; no dice [4.2]."""
    n = len(state.units)
    has_room = (turn - 1) % np.maximum(setting.factors["room_every"], 1) == 0
    wants = np.asarray(setting.policies["axis"].decide(state, turn)["reinforce"])
    return replace(state, supply=broadcast(1, n), reinforcement=broadcast(has_room & wants, n))


def weights(state: Transfer, setting: Setting, turn: int) -> NDArray[np.int16]:
    """Return the chits left that matter, shape (games, 2)."""
    return np.stack([state.supply, state.reinforcement], axis=1)


def drawn(state: Transfer, setting: Setting, turn: int, kind: NDArray[np.int64]) -> Transfer:
    """Take the chit out: the units leave with the first supply chit, or some come back [8.3, 11.2; R44]."""
    given = setting.factors
    may_return = (np.asarray(given["waits_a_turn"]) == 0) | (turn > 1)  # they leave on turn 1
    brings = (kind == _REINFORCEMENT) & state.is_away & may_return
    units, hqs = (n * brings for n in arrivals(state.units, state.hqs, given["option_14_3"], given["all_hqs_free"]))
    left = state.units - units + state.hqs - hqs
    is_last = brings & (left == 0) & (state.back_turn == 0)
    return replace(
        state,
        supply=(state.supply - (kind == _SUPPLY)).astype(np.int16),
        reinforcement=(state.reinforcement - (kind == _REINFORCEMENT)).astype(np.int16),
        is_away=state.is_away | (kind == _SUPPLY),
        units=(state.units - units).astype(np.int16),
        hqs=(state.hqs - hqs).astype(np.int16),
        back_turn=np.where(is_last, np.int16(turn), state.back_turn),
    )


COURSE = Course(
    id="rail",
    title="Rail transfer",
    factors=factors_of(GAME, "rail_factors"),
    policies=policies_of(GAME, "rail", reinforce_from),
    turns=TURNS,
    state=Transfer,
    start=start,
    phases=(
        Phase("chit_selection", "4.2", 0, selection),
        Draw("chit_1", "4.3, 8.3", weights, drawn),
        Draw("chit_2", "4.3, 11.2", weights, drawn),
    ),
    results={"back_turn": "turn on which the last came back, 1 the turn of departure; 0 not within nine"},
)


def turns_on_the_rails(setting: Setting) -> Fraction:
    """Return after how many turns the last is expected back; not within nine counts as nine."""
    law: Law = end_of(COURSE, setting).law("back_turn")
    return law.mean(lambda back: (back or LAST_TURN + 1) - 1)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of the turn on which the last is back."""
    words = Words("turn on which the last came back, 1 the turn of departure", NEVER, labels=(NEVER, *TURNS))
    yield from result_findings(COURSE, setting, "8.3, 11.2", {"back_turn": words})
    back = end_of(COURSE, setting).law("back_turn").probability(lambda turn: turn == 1)
    yield number("same_turn", "chance that all are back on the turn of departure", "8.3, 11.2", back, Unit.CHANCE)


def verdict(found: Found) -> str:
    """Say how long so many units are away if the reinforcement chit comes as often as assumed, and if every turn."""
    units, often = found.given("units"), found.given("room_every")
    who = f"{spelled(units).capitalize()} unit{'s' * (units > 1)}" if units else "Headquarters"
    away = f"{who} {'is' if units == 1 else 'are'} away {roughly(found.value, 'turn')}"
    always = found.again(room_every=1).value
    if often == 1 or found.value < 2 * always:
        return f"{away} on average; more units take longer."
    comes = f"if the reinforcement chit comes {found.word('room_every', often)}"
    than = "half as long" if found.value == 2 * always else "far less"
    return f"{away} on average {comes}, {than} if it comes {found.word('room_every', 1)}."


SYSTEM = system_of(
    COURSE,
    order=4,
    group=Group.AIR_AND_SUPPLY,
    question="How long are units that go by rail away from the front?",
    shows=("room_every",),
    rules=("8.3", "11.2", "14.3"),
    tables=("rail_transfer", "rail_factors"),
    measured="turns after that of departure until the last is back on the map",
    things="turns",
    good_for="soviet",
    measure=turns_on_the_rails,
    find=findings,
    verdict=verdict,
)
