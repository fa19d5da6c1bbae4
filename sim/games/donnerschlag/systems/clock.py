"""The clock of Donnerschlag [6.1.e, 6.3, 14, 15]: the call, the boxes, turn 8; how good the best call is.

The march that it is called for is that of `_march`, the best moment that of `_calls`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.donnerschlag.systems._calls import SURE_CARD, best_calls
from sim.games.donnerschlag.systems._laws import at_the_end
from sim.games.donnerschlag.systems._march import (
    END_BOX,
    IS_BOX_4_ENOUGH,
    LAST_CALL,
    LAST_TURN,
    STEP,
    SURVIVAL_BOX,
    TURNS,
    first_call,
    hexes_gained,
    survival_of_36,
    turns_later,
)
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, system_of
from sim.verdict import OPEN, Found, percent

NOBODY, AXIS, SOVIET = range(3)
WINNERS = ("nobody yet", "Axis", "Soviets")

Numbers = NDArray[np.int8]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Clock(State):
    """The march to the rally zone and the marker, in each game."""

    hexes_left: Numbers = column("hexes from the spearhead to the rally zone, 0 in it", lasts=True)
    call_turn: Numbers = column("turn on which Donnerschlag was called, 0 if not yet", lasts=True)
    box: Numbers = column("box of the Donnerschlag marker", lasts=True)
    winner: Numbers = column("0 nobody yet, 1 Axis, 2 Soviets", lasts=True)
    end_turn: Numbers = column("turn at whose end the game was over, 0 if not yet", lasts=True)
    is_survival: Flags = column("the marker shows 6. Army Survival when the boxes are checked", lasts=True)


def verdict(
    turn: ArrayLike,
    call_turn: ArrayLike,
    box: ArrayLike,
    is_survival: ArrayLike,
    is_met: ArrayLike,
    later: ArrayLike = 0,
) -> Numbers:
    """Return who wins at the end of a turn, `NOBODY`, `AXIS` or `SOVIET`, shape (...), marker advanced [6.3, 14, 15].

    `is_met` says whether an Axis unit in supply and command stands in the chosen zone. Box 4 is checked on either side
    of the marker, and box 5 ends the game (ruling R30). Turn 8 needs a call on turn 4; without it turn 7 is the last,
    and a marker short of box 4 loses there (ruling R32). A call of 0 is none. Checked a turn `later` than we
    read, both boxes are one further on and the call before turn 8 is on turn 3 (ruling R29).

    >>> [WINNERS[verdict(7, 4, 4, survival, met)] for survival, met in ((False, False), (True, False), (True, True))]
    ['Soviets', 'nobody yet', 'Axis']
    """
    further = np.asarray(later, np.int64)
    box, is_met, call_turn = np.asarray(box) - further, np.asarray(is_met, bool), np.asarray(call_turn)
    is_due = (call_turn > 0) & (box >= END_BOX)
    is_last_box = is_due & (box >= np.where(is_survival, SURVIVAL_BOX, END_BOX))
    is_checked = is_due & (is_last_box | IS_BOX_4_ENOUGH)
    is_last_turn = np.asarray(turn) >= np.where(is_due & (call_turn == LAST_CALL - further), len(TURNS), LAST_TURN)
    is_lost = (is_last_box | is_last_turn) & ~(is_checked & is_met)
    return np.asarray(np.where(is_checked & is_met, AXIS, np.where(is_lost, SOVIET, NOBODY)), np.int8)


def start(n: int, setting: Setting) -> Clock:
    """Return n games at the start of turn 1."""
    zero = np.zeros(n, np.int8)
    left = zero + np.asarray(setting.factors["zone_hexes"], np.int8)
    return Clock(hexes_left=left, call_turn=zero, box=zero, winner=zero, end_turn=zero, is_survival=zero > 0)


def call(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Call Donnerschlag as the policy says, on turn 4 at the latest; never on turn 1 (ruling R25); no dice [6.1.e]."""
    last = LAST_CALL - turns_later(setting.factors)
    wants = np.asarray(setting.policies["axis"].decide(clock, turn)["call"]) | (turn == last)
    is_called = wants & (clock.call_turn == 0) & (turn >= first_call(setting.factors)) & (turn <= last)
    return replace(clock, call_turn=np.where(is_called, np.int8(turn), clock.call_turn))


def march(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """March to the zone, or be pushed back from it; rolls of shape (games, 2)."""
    left = np.maximum(clock.hexes_left - hexes_gained(setting.factors, turn, rolls), 0)
    return replace(clock, hexes_left=np.where(clock.winner == NOBODY, left, clock.hexes_left).astype(np.int8))


def luftflotte(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Settle, when the marker is about to reach box 4, whether it shows its survival side; rolls (games, 2) [14]."""
    place = (rolls[..., 0].astype(np.int64) - 1) * 6 + rolls[..., 1]
    checked_in = END_BOX + turns_later(setting.factors)
    is_due = (clock.call_turn > 0) & (clock.box + STEP == checked_in) & (clock.winner == NOBODY)
    is_turned = is_due & (place <= survival_of_36(setting.factors, clock.call_turn))
    return replace(clock, is_survival=clock.is_survival | is_turned)


def advance(clock: Clock, setting: Setting, turn: int, rolls: Rolls) -> Clock:
    """Advance the marker and check victory [6.3, 14, 15]; no dice."""
    is_on = clock.winner == NOBODY
    box = clock.box + STEP * (is_on & (clock.call_turn > 0)).astype(np.int8)
    later = turns_later(setting.factors)
    found = verdict(turn, clock.call_turn, box, clock.is_survival, clock.hexes_left == 0, later)
    winner = np.where(is_on, found, clock.winner).astype(np.int8)
    end_turn = np.where(is_on & (winner != NOBODY), np.int8(turn), clock.end_turn)
    return replace(clock, box=box.astype(np.int8), winner=winner, end_turn=end_turn)


def _from_a_turn_on(entry: Entry) -> Decide:
    """Call Donnerschlag from a turn on, once so few hexes are left, and on the last useful turn at any rate."""
    since, near = int(entry["from_turn"]), int(entry["near_hexes"])
    return lambda clock, turn: {"call": (turn >= since) & (clock.hexes_left <= near)}


COURSE = Course(
    id="clock",
    title="The clock of Donnerschlag",
    factors=factors_of("donnerschlag", "clock_factors"),
    policies=policies_of("donnerschlag", "clock", _from_a_turn_on),
    turns=TURNS,
    state=Clock,
    start=start,
    phases=(
        Phase("call", "6.1.e, 14", 0, call),
        Phase("march", "15", 2, march),
        Phase("luftflotte", "14", 2, luftflotte),
        Phase("advance", "6.3, 14, 15", 0, advance),
    ),
    results={
        "winner": "who wins: 1 the Axis, 2 the Soviets",
        "end_turn": "turn at whose end the game is over",
        "call_turn": "turn on which Donnerschlag is called",
    },
)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield who wins and when, whether the extra turn is wanted, and what it adds."""
    last = at_the_end(COURSE, setting)
    winners: dict[str, tuple[str, ...]] = {"winner": WINNERS}
    policy = setting.policies["axis"].about
    yield Finding("winner", f"who wins if the Axis {policy}", "14, 15", law=last.law("winner"), labels=winners)
    yield Finding(
        "end_turn", f"turn at whose end the game is over if the Axis {policy}", "6.3, 14", law=last.law("end_turn")
    )
    alone = replace(setting, factors={**setting.factors, "luftflotte_of_36": 0})
    late = at_the_end(COURSE, alone).law("winner").probability(lambda winner: winner == SOVIET)
    about = f"chance that the Axis is not in the zone when box 4 is checked and needs an extra turn, if it {policy}"
    yield Finding("is_wanted", about, "6.3, 14, 15", number=late, unit=Unit.CHANCE)
    last_box = SURVIVAL_BOX + int(turns_later(setting.factors))
    bought = last.law("box").probability(lambda box: box == last_box)
    about = f"share of all games with that extra turn, since Luftflotte 4 has come off, if the Axis {policy}"
    yield Finding("is_bought", about, "6.3, 14", number=bought, unit=Unit.CHANCE)
    for one in COURSE.policies["axis"].values():
        end = at_the_end(COURSE, replace(setting, policies={"axis": one}))
        won = end.law("winner").probability(lambda winner: winner == AXIS)
        yield Finding(one.id, f"chance of the Axis if it {one.about}", "14, 15", number=won, unit=Unit.CHANCE)
    picked = best_calls(replace(setting, factors={**setting.factors, **SURE_CARD}))[0]
    about = "chance of the Axis if it calls at the best moment and has picked Luftflotte 4 for High Command"
    yield Finding("best_picked", about, "14, 15", number=picked, unit=Unit.CHANCE)
    worth = best_calls(setting)[0] - best_calls(alone)[0]
    yield Finding("luftflotte_worth", "what Luftflotte 4 adds to the best call", "14", number=worth, unit=Unit.POINTS)


def headline(found: Found) -> str:
    """Say that the march decides, and the chance at the pace that is taken as usual."""
    paces = found.over("gain_hexes")
    wins, ours = f"the Axis wins {percent(found.value)} of games", found.given("gain_hexes")
    if max(paces.values()) - min(paces.values()) < Fraction(1, 2):
        return f"With the march we assume, {wins} if it calls at the best moment."
    said = f"{OPEN}: {wins} at the pace we assume"
    if ours - 1 in paces:
        return f"{said}, but {percent(paces[ours - 1])} if it gains a hex less a turn."
    return f"{said}, but {percent(paces[ours + 1])} if it gains a hex more a turn."


SYSTEM = system_of(
    COURSE,
    order=11,
    group=Group.VICTORY,
    question="How good is the chance of the Axis if it calls Donnerschlag at the best moment?",
    shows=("gain_hexes",),
    rules=("6", "14", "15"),
    tables=("donnerschlag_clock", "donnerschlag_calls", "clock_factors"),
    measured="chance of the Axis if it calls at the best moment and no Soviet group stands in its zone",
    unit=Unit.CHANCE,
    good_for="axis",
    measure=lambda setting: best_calls(setting)[0],
    find=_findings,
    verdict=headline,
)
