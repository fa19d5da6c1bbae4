"""A headquarters lost and returning [2.3, 11.2, 12.2]: which of its chits find it off the map.

The turns count from the loss. The chit of the enemy activation that destroys it, its own and the reinforcement chit
come out of the cup in any order; a chit of its own that finds it off the map does nothing. It is back when the next
reinforcement chit is drawn: for the Axis out of the rail transfer box, where the first comes free (ruling R26), for the
Soviets from their track. Whether its chits go into the cup while it is away is a policy.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._asking import mean_of, number
from sim.games.traces_of_hubris.systems._turns import GAME, POINTS, Counts, Flags, broadcast, reinforce_from
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, Words, result_findings, system_of
from sim.verdict import Found, counted, figure, roughly

TURNS = ("the turn of the loss", "1 turn later", "2 turns later", "3 turns later")
NEVER = "not within four"
_LOSS, _OWN, _REINFORCEMENT = range(3)
_CHITS = 4  # the loss, two of its own, reinforcement: the most of them in one cup


@dataclass(frozen=True)
class Headquarters(State):
    """One headquarters in each game."""

    loss: Counts = column("the activation that destroys it is still in the cup", lasts=True, logged=False)
    own: Counts = column("its own chits left in the cup", lasts=False, logged=False)
    reinforcement: Counts = column("reinforcement chits left in the cup", lasts=False, logged=False)
    is_on_map: Flags = column("the headquarters is on the map", lasts=True)
    return_turn: Counts = column("turn on which it returned, 1 the turn of the loss; 0 not yet", lasts=True)
    activations: Counts = column("activations on this turn", lasts=False)
    activations_lost: Counts = column("activations it lost so far, its chits left out included", lasts=True)


def start(n: int, setting: Setting) -> Headquarters:
    """Return n games with the headquarters on the map and the chit that destroys it in the cup."""
    zero = np.zeros(n, np.int16)
    return Headquarters(zero + np.int16(1), zero, zero, zero == 0, zero, zero, zero)


def selection(state: Headquarters, setting: Setting, turn: int, rolls: Rolls) -> Headquarters:
    """Put its chits and the reinforcement chit into the cup, where the policy wants them; no dice [4.2]."""
    given, n = setting.factors, len(state.own)
    since = turn - 1 - np.asarray(given["room_from"])
    has_room = (since >= 0) & (since % np.maximum(given["room_every"], 1) == 0)
    wants = setting.policies["axis"].decide(state, turn)
    every = broadcast(given["own_chits"], n)
    own = np.where(state.is_on_map | np.asarray(wants["own"]), every, 0).astype(np.int16)
    return replace(
        state, own=own, reinforcement=broadcast(has_room & np.asarray(wants["reinforce"]), n),
        activations_lost=(state.activations_lost + every - own).astype(np.int16),
    )  # fmt: skip


def weights(state: Headquarters, setting: Setting, turn: int) -> NDArray[np.int16]:
    """Return the chits left that matter, shape (games, 3)."""
    return np.stack([state.loss, state.own, state.reinforcement], axis=1)


def drawn(state: Headquarters, setting: Setting, turn: int, kind: NDArray[np.int64]) -> Headquarters:
    """Take the chit out: the headquarters is destroyed, acts or does not, or returns [11.2, 12.2]."""
    acts = (kind == _OWN) & state.is_on_map
    returns = (kind == _REINFORCEMENT) & ~state.is_on_map
    return replace(
        state,
        loss=(state.loss - (kind == _LOSS)).astype(np.int16),
        own=(state.own - (kind == _OWN)).astype(np.int16),
        reinforcement=(state.reinforcement - (kind == _REINFORCEMENT)).astype(np.int16),
        is_on_map=(state.is_on_map & (kind != _LOSS)) | returns,
        return_turn=np.where(returns, np.int16(turn), state.return_turn),
        activations=(state.activations + acts).astype(np.int16),
        activations_lost=(state.activations_lost + ((kind == _OWN) & ~acts)).astype(np.int16),
    )


COURSE = Course(
    id="headquarters",
    title="A headquarters lost",
    factors=factors_of(GAME, "headquarters_factors"),
    policies=policies_of(GAME, "headquarters", reinforce_from),
    turns=TURNS,
    state=Headquarters,
    start=start,
    phases=(
        Phase("chit_selection", "4.2, 12.2", 0, selection),
        *(Draw(f"chit_{at + 1}", "4.3, 12.2", weights, drawn) for at in range(_CHITS)),
    ),
    results={
        "return_turn": "turn on which the headquarters returns, 1 the turn of the loss; 0 not within four",
        "activations_lost": "activations that the headquarters loses",
    },
)


def activations_lost(setting: Setting) -> Fraction:
    """Return the activations that a headquarters is expected to lose."""
    return mean_of(COURSE, "activations_lost", setting)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the return and of the activations lost, and the points."""
    about = "turn on which the headquarters returns"
    words = Words(about, NEVER, labels=(NEVER, *TURNS))
    yield from result_findings(COURSE, setting, "11.2, 12.2", {"return_turn": words})
    yield number("vp", "VP of the Axis for its loss", "13.0", POINTS.integer("hq_lost", "vp"))


def verdict(found: Found) -> str:
    """Say what the loss costs by how soon the cup has room, all else held."""
    least, most = found.span("room_from")
    if most < 2 * least:
        price = counted(-found.number("vp"), "victory point")
        return f"Losing a headquarters costs {roughly(found.value, 'activation')} and {price}."
    chits = "one chit" if found.given("own_chits") == 1 else "both its chits"
    few, many = figure(least), counted(most, "activation")
    if few == "½":
        few, many = counted(least, "activation"), figure(most)
    return (
        f"Losing a headquarters with {chits} in the cup costs {few} to {many}, depending on how soon"
        " a reinforcement chit brings it back."
    )


SYSTEM = system_of(
    COURSE,
    order=6,
    group=Group.COMMAND,
    question="How many activations does the loss of a headquarters cost?",
    shows=("room_from",),
    rules=("2.3", "11.2", "12.2", "13.0"),
    tables=("victory_points", "headquarters_factors"),
    measured="activations that the headquarters loses within four turns",
    things="activations",
    measure=activations_lost,
    find=findings,
    verdict=verdict,
)
