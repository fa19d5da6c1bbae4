"""The cup [4.2, 4.3]: command chits of both sides drawn one by one, and who acts how often before the other.

A draw of the cup is a turn of this scenario; the whole is one game turn. What is in the cup are factors, and each
side's choice between its reinforcement and its wild chit (STAVKA, OKH) is a policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._turns import GAME, Counts, broadcast
from sim.numbers.tables import load_list
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Draw, Phase, Setting

ACTIVATION = load_list(GAME, "activation")
KINDS = ("soviet", "axis", "reinforcement", "supply")
"""What a chit does: activate a headquarters of a side (its own chit or the wild one), reinforcement, supply check."""

_IN_CUP = (
    "soviet_hq_chits", "soviet_reinforcement_or_stavka_chits", "german_hq_chits", "axis_minor_hq_chits",
    "axis_reinforcement_and_okh_chits", "supply_chits", "blucher_hq_chits",
)  # fmt: skip
DRAWS = tuple(str(n + 1) for n in range(sum(ACTIVATION.integer(row, "count_max") for row in _IN_CUP)))
"""As many draws as the fullest cup holds chits [4.2, 12.4]."""

_SOVIET_SPECIALS = ACTIVATION.integer("soviet_reinforcement_or_stavka_chits", "count_max")
_AXIS_KINDS_OF_SPECIALS = ACTIVATION.integer("axis_reinforcement_and_okh_chits", "count_max")
FREE = ACTIVATION.integer("special_activations_turn_1", "count_max")
_SOVIET, _AXIS, _REINFORCEMENT, _SUPPLY = range(len(KINDS))


def activation_chits(factors: Mapping[str, ArrayLike], axis_wild: ArrayLike, soviet_wild: ArrayLike) -> list[Counts]:
    """Return how many chits of each of `KINDS` go into the cup [4.2].

    `axis_wild`, `soviet_wild`: whether a side takes its wild chit where it has one place for it or reinforcement. With
    two places the Axis takes both, with none it has neither (ruling R30).

    >>> cup = {"soviet_hq": 3, "german_hq": 6, "minor_hq": 1, "axis_specials": 2}
    >>> [int(n) for n in activation_chits(cup, True, True)]
    [4, 8, 1, 1]
    """
    places = np.asarray(factors["axis_specials"], np.int16)
    both = places >= _AXIS_KINDS_OF_SPECIALS
    okh = np.where(both, 1, places * np.asarray(axis_wild))
    stavka = _SOVIET_SPECIALS * np.asarray(soviet_wild)
    axis = np.asarray(factors["german_hq"]) + np.asarray(factors["minor_hq"]) + okh
    other = places - okh + _SOVIET_SPECIALS - stavka
    found = np.asarray(factors["soviet_hq"]) + stavka, axis, other, ACTIVATION.integer("supply_chits", "count_max")
    return [np.asarray(n, np.int16) for n in found]


@dataclass(frozen=True)
class Cup(State):
    """The cup of one game turn in each game."""

    soviet: Counts = column("chits left that activate Soviets", lasts=True)
    axis: Counts = column("chits left that activate the Axis", lasts=True)
    reinforcement: Counts = column("reinforcement chits left", lasts=True)
    supply: Counts = column("supply chits left", lasts=True)
    drawn: Counts = column("chit drawn: 0 none, 1 Soviet, 2 Axis, 3 reinforcement, 4 supply", lasts=False)
    run: Counts = column("Axis activations since the last Soviet one", lasts=True)
    longest_run: Counts = column("longest run of Axis activations so far", lasts=True, logged=False)
    axis_before_supply: Counts = column("Axis activations before the supply chit so far", lasts=True, logged=False)
    soviet_before_supply: Counts = column("Soviet ones", lasts=True, logged=False)


def start(n: int, setting: Setting) -> Cup:
    """Return n empty cups; on turn 1 one Axis headquarters has acted already, and no chit was used [12.1; R32]."""
    # [4.2.1]
    zero = np.zeros(n, np.int16)
    free = broadcast(np.asarray(setting.factors["free_activation"]) * FREE, n)
    return Cup(zero, zero, zero, zero, zero, free, free, zero, zero)


def selection(cup: Cup, setting: Setting, turn: int, rolls: Rolls) -> Cup:
    """Fill the cup before the first draw; no dice [4.2]."""
    if turn > 1:
        return cup
    axis, soviet = (np.asarray(setting.policies[side].decide(cup, turn)["wild"]) for side in ("axis", "soviet"))
    chits = activation_chits(setting.factors, axis, soviet)
    return replace(cup, **{kind: broadcast(n, len(cup.run)) for kind, n in zip(KINDS, chits, strict=True)})


def weights(cup: Cup, setting: Setting, turn: int) -> NDArray[np.int16]:
    """Return the chits left of each kind, shape (games, kinds)."""
    return np.stack([getattr(cup, kind) for kind in KINDS], axis=1)


def drawn(cup: Cup, setting: Setting, turn: int, kind: NDArray[np.int64]) -> Cup:
    """Take the chit out and let its side act; the supply chit may bring Blücher's into the cup at once [4.3, 12.4]."""
    left = {name: (getattr(cup, name) - (kind == at)).astype(np.int16) for at, name in enumerate(KINDS)}
    brought = (kind == _SUPPLY) * np.asarray(setting.factors["blucher_chit"])
    left["axis"] = (left["axis"] + brought).astype(np.int16)
    run = np.where(kind == _SOVIET, 0, cup.run + (kind == _AXIS)).astype(np.int16)
    early = cup.supply > 0
    return replace(
        cup, **left, drawn=(kind + 1).astype(np.int16), run=run, longest_run=np.maximum(cup.longest_run, run),
        axis_before_supply=cup.axis_before_supply + (early & (kind == _AXIS)),
        soviet_before_supply=cup.soviet_before_supply + (early & (kind == _SOVIET)),
    )  # fmt: skip


def wild_of(entry: Entry) -> Decide:
    """Return the decision of a policy: the wild chit instead of reinforcement, or not."""

    def decide(state: Cup, turn: int) -> Mapping[str, Any]:
        return {"wild": np.full(state.run.shape, entry["wild"])}

    return decide


COURSE = Course(
    id="chits",
    title="The cup: one turn's command chits",
    factors=factors_of(GAME, "chit_factors"),
    policies=policies_of(GAME, "chits", wild_of),
    turns=DRAWS,
    state=Cup,
    start=start,
    phases=(
        Phase("chit_selection", "4.2", 0, selection),
        Draw("chit", "4.3", weights, drawn),
    ),
    results={
        "longest_run": "most Axis activations in a row, no Soviet one between",
        "axis_before_supply": "Axis activations drawn before the supply chit",
        "soviet_before_supply": "Soviet activations drawn before the supply chit",
    },
)
