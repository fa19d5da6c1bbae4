"""A turn of the air units of Leningrad [11.0-11.5, 14.0]: with a German attack, with a defense, or to interdict.

Each unit serves once a turn, and is placed before the die falls. The odds of each attack show before the choice: a
usual column, or one beside it, by a die. Both sides answer results in steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.factors import factors_of, wholes
from sim.games.leningrad.air_verdict import beside_variations, verdict
from sim.games.leningrad.combat.results import CRT, answer, demands
from sim.games.leningrad.combat.shifts import WORTH
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, result_findings, system_of

_UNITS = load_list("leningrad", "air_units")
_ARRIVALS = [row for row in load_list("leningrad", "german_reinforcements").rows if row["kind"] == "air"]
MOST_ATTACKS = 4
_COLUMNS = len(CRT.column_labels)
_DEMANDS = np.array([[demands(cell) for cell in row] for row in CRT.cells])  # row, column, defender and attacker

Numbers = NDArray[np.int8]
Steps = NDArray[np.int64]
Plan = tuple[Fraction, tuple[Fraction, ...]]
"""What air units are worth, and how many of them each of `USES` has on average."""
USES = ("with_attacks", "interdicting", "with_defense")


@dataclass(frozen=True)
class Turn(State):
    """The air units of one turn, and what its combats came to."""

    air: Numbers = column("air units not used yet", lasts=True)
    odds: Numbers = column("column of the attack at hand, before air units, 0 for 1-4", lasts=False, logged=False)
    with_attacks: Numbers = column("air units used with German attacks", lasts=True)
    with_defense: Numbers = column("air units used with German defenders", lasts=True)
    interdicting: Numbers = column("air units that interdict", lasts=True)
    net: NDArray[np.int16] = column("Soviet steps lost, less German ones at their worth", lasts=True)


def air_units(turn: ArrayLike) -> NDArray[np.int64]:
    """Return how many air units there are on a game turn, shape (...) [14.0].

    >>> air_units([1, 6, 7, 12]).tolist()
    [1, 1, 2, 2]
    """
    arrived = [int(row["count"]) * (np.asarray(turn) >= int(row["game_turn"])) for row in _ARRIVALS]
    return np.asarray(np.minimum(sum(arrived), len(_UNITS.rows)), np.int64)


def seen_column(usual: ArrayLike, rolls: Rolls) -> NDArray[np.int64]:
    """Return the column an attack shows, shape (...): one left on 1 and 2, one right on 5 and 6; rolls (..., 1)."""
    beside = (rolls[..., 0].astype(np.int64) - 1) // 2 - 1
    return np.asarray(np.clip(np.asarray(usual) + beside, 0, _COLUMNS - 1), np.int64)


def net_steps(at: ArrayLike, rolls: Rolls, is_german: bool, setting: Setting) -> Steps:
    """Return Soviet steps lost less German ones at their worth, shape (...), of an attack in a column [8.4, 8.45].

    `rolls` of shape (..., 1). Columns beyond the table are its edge [8.32].
    """
    factors = setting.factors
    cells = _DEMANDS[CRT.row_index(rolls[..., 0]), CRT.column_index(at)]
    german, soviet = (1, 0) if is_german else (0, 1)
    lost_german = _lost(cells[..., german], factors["german_steps"])
    lost_soviet = _lost(cells[..., soviet], factors["soviet_steps"])
    return np.asarray(lost_soviet - np.asarray(factors["step_worth"]) * lost_german, np.int64)


def _lost(demand: NDArray[Any], steps: ArrayLike) -> Steps:
    """Return the steps lost by forces of so many steps, from 1 to 6, that answer in steps."""
    return np.asarray(_losses()[np.asarray(steps) - 1, demand + 1], np.int64)


@cache
def _losses() -> Steps:
    """Return the steps that forces of 1 to 6 steps lose, a row each, to each demand from E on; every attack asks."""
    return np.stack([answer(np.arange(-1, 3), n, 0, "steps")[0] for n in range(1, 7)])


def start(n: int, setting: Setting) -> Turn:
    """Return n turns before the German combat phase, no air unit used."""
    zero = np.zeros(n, np.int8)
    air = zero + air_units(setting.factors["game_turn"]).astype(np.int8)
    return Turn(
        air=air, odds=zero, with_attacks=zero, with_defense=zero, interdicting=zero, net=zero.astype(np.int16)
    )  # fmt: skip


def german_attack(state: Turn, setting: Setting, number: int, rolls: Rolls) -> Turn:
    """Make a German attack, if the turn has so many; rolls (games, 2), the odds and the combat [8.3, 11.1]."""
    return _attack(state, setting, number, rolls, "german", "with_attacks", WORTH["air_attacker"])


def soviet_attack(state: Turn, setting: Setting, number: int, rolls: Rolls) -> Turn:
    """Meet a Soviet attack, if the turn has so many; rolls as for a German one [8.3, 11.1]."""
    return _attack(state, setting, number, rolls, "soviet", "with_defense", WORTH["air_defender"])


def interdict(state: Turn, setting: Setting, turn: int, rolls: Rolls) -> Turn:
    """Place what air units the policy sends to interdict; no dice [3.0 phase 4, 11.3]."""
    sent = _sent(state, setting, "interdicting")
    return replace(state, air=state.air - sent, interdicting=state.interdicting + sent)


def _attack(
    state: Turn, setting: Setting, number: int, rolls: Rolls, side: str, use: str, shift: int
) -> Turn:  # fmt: skip
    factors = setting.factors
    is_made = number < np.asarray(factors[f"{side}_attacks"])
    odds = seen_column(factors[f"{side}_column"], rolls[..., :1])
    shown = replace(state, odds=odds.astype(np.int8))
    sent = (_sent(shown, setting, use) * is_made).astype(np.int8)
    net = net_steps(odds + shift * sent, rolls[..., 1:], side == "german", setting) * is_made
    used = {use: getattr(state, use) + sent}
    return replace(shown, air=state.air - sent, net=(state.net + net).astype(np.int16), **used)


def _sent(state: Turn, setting: Setting, use: str) -> Numbers:
    """Return the air units that the German policy uses now, of those left [11.5]."""
    wish = np.asarray(setting.policies["german"].decide(state, 1)[use])
    return np.minimum(state.air, wish).astype(np.int8)


def phases() -> tuple[Phase, ...]:
    """Return the steps of the turn: German attacks, interdiction, Soviet attacks."""

    def attack(rule: Any, number: int) -> Any:
        return lambda state, setting, turn, rolls: rule(state, setting, number, rolls)

    german = [
        Phase(f"german_attack_{n + 1}", "8.3, 11.1, 11.5", 2, attack(german_attack, n)) for n in range(MOST_ATTACKS)
    ]
    soviet = [
        Phase(f"soviet_attack_{n + 1}", "8.3, 11.1, 11.5", 2, attack(soviet_attack, n)) for n in range(MOST_ATTACKS)
    ]
    return (*german, Phase("interdiction", "11.3", 0, interdict), *soviet)


def means(setting: Setting, is_german: bool) -> list[Fraction]:
    """Return the mean of `net_steps` in each column, from the first to the last."""
    rolls = all_rolls(1)
    net = net_steps(np.arange(_COLUMNS)[:, np.newaxis], rolls, is_german, setting)
    return [Fraction(int(total), len(rolls)) for total in net.sum(axis=1)]


def worth(setting: Setting, is_german: bool) -> list[list[Fraction]]:
    """Return what 0, 1, ... air units add to the mean of an attack, by the column it shows."""
    shift = WORTH["air_attacker" if is_german else "air_defender"]
    mean = means(setting, is_german)
    moved = [[min(max(at + shift * sent, 0), _COLUMNS - 1) for sent in range(len(_UNITS.rows) + 1)]
             for at in range(_COLUMNS)]  # fmt: skip
    return [[mean[to] - mean[at] for to in row] for at, row in enumerate(moved)]


def best_use(setting: Setting) -> Fraction:
    """Return what the air units of the turn are worth, in Soviet steps, at best play."""
    return best_plan(setting)[0]


def best_plan(setting: Setting) -> Plan:
    """Return what the air units are worth at best, and how many of them, on average, each of `USES` has then.

    Backward over the turn's chances: each attack shows its odds, then so many units are used there or kept; of two
    ways alike the units are kept.
    """
    factors = wholes(setting.factors)
    units = int(air_units(factors["game_turn"]))
    plans = [(Fraction(0), (Fraction(0),) * len(USES))] * (units + 1)
    for _ in range(factors["soviet_attacks"]):
        plans = _before(plans, worth(setting, is_german=False), factors["soviet_column"], "with_defense")
    each = Fraction(factors["interdiction_sixths"], len(all_rolls(1)))
    plans = [_best(plans, [each * sent for sent in range(left + 1)], left, "interdicting") for left in range(units + 1)]
    for _ in range(factors["german_attacks"]):
        plans = _before(plans, worth(setting, is_german=True), factors["german_column"], "with_attacks")
    return plans[units]


def _best(plans: list[Plan], adds: list[Fraction], left: int, use: str) -> Plan:
    """Return the plan after the best number of units sent to a use now, of so many left."""
    sent = max(range(left + 1), key=lambda number: (adds[number] + plans[left - number][0], -number))
    value, uses = plans[left - sent]
    return adds[sent] + value, tuple(n + sent * (name == use) for name, n in zip(USES, uses, strict=True))


def _before(plans: list[Plan], adds: list[list[Fraction]], usual: int, use: str) -> list[Plan]:
    """Return the plans, by air units left, before an attack shows its odds, from those after it."""
    shown = seen_column(usual, all_rolls(1)).tolist()
    found = []
    for left in range(len(plans)):
        best = [_best(plans, adds[at], left, use) for at in shown]
        uses = zip(*(uses for _, uses in best), strict=True)
        found.append(
            (sum((value for value, _ in best), Fraction(0)) / len(shown), tuple(sum(n) / len(shown) for n in uses))
        )
    return found


def uses_by_odds(entry: Entry) -> Decide:
    """Return the decision of a policy: so many air units for each use; with an attack only between two columns."""
    uses = {name: int(entry[name]) for name in USES}
    low, high = int(entry["attack_low"]), int(entry["attack_high"])

    def decide(state: Turn, turn: int) -> dict[str, Any]:
        is_near = (state.odds >= low) & (state.odds <= high)
        return {**uses, "with_attacks": np.where(is_near, uses["with_attacks"], 0)}

    return decide


COURSE = Course(
    id="air",
    title="A turn of the air units",
    factors=factors_of("leningrad", "air_factors"),
    policies=policies_of("leningrad", "air", uses_by_odds),
    turns=("the turn",),
    state=Turn,
    start=start,
    phases=phases(),
    results={
        "net": "Soviet steps lost in the turn's combats, less German ones at their worth",
        "with_attacks": "air units used with German attacks",
        "with_defense": "air units used with German defenders",
        "interdicting": "air units that interdict",
    },
)


def _played(setting: Setting, units: bool) -> Fraction:
    """Return the mean of a turn in Soviet steps under its policy, with or without its air units."""
    if not units:
        decides = replace(
            setting.policies["german"], decide=lambda state, turn: dict.fromkeys(USES, 0)
        )  # fmt: skip
        setting = replace(setting, policies={**setting.policies, "german": decides})
    *_, last = play_exactly(COURSE, setting)
    each = Fraction(wholes(setting.factors)["interdiction_sixths"], 6)
    return last.law("net").mean(int) + each * last.law("interdicting").mean(int)


_OTHERS = ("german_attacks", "interdiction_sixths")
SAVED = "Soviet steps that the turn's air units are worth"
_CASES: dict[str, tuple[str, dict[str, int]]] = {
    "attack_alone": ("with German attacks, no Soviet attack to come", {"soviet_attacks": 0, "interdiction_sixths": 0}),
    "interdict_alone": ("to interdict, no Soviet attack to come", {"german_attacks": 0, "soviet_attacks": 0}),
    "defend_1": ("kept for one sure Soviet attack", {"soviet_attacks": 1, **dict.fromkeys(_OTHERS, 0)}),
}
"""What a turn of one use alone is called, and what it takes away of the others; by the id of its finding."""
_USE_WORDS = ("with German attacks", "to interdict", "with German defenders")


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield what the turn comes to, the best use, and the worth of each policy and of one unit in an attack."""
    yield from result_findings(COURSE, setting, "8.4, 11.0, 11.5")
    for use, words, units in zip(USES, _USE_WORDS, best_plan(setting)[1], strict=True):
        about = f"air units {words} at best play, which sees the odds of each attack first"
        yield Finding(f"best_{use}", about, "11.5", number=units)
    for name, (words, taken) in _CASES.items():
        alone = best_use(replace(setting, factors={**setting.factors, **taken}))
        yield Finding(name, f"{words}: {SAVED}", "8.3, 11.0, 11.5", number=alone)
    base = _played(setting, units=False)
    for name, policy in COURSE.policies["german"].items():
        gained = _played(replace(setting, policies={"german": policy}), units=True) - base
        yield Finding(name, f"Soviet steps that the air units are worth: {policy.about}", "11.0, 11.5", number=gained)
    factors = wholes(setting.factors)
    for is_german, usual in ((True, factors["german_column"]), (False, factors["soviet_column"])):
        side = "German" if is_german else "Soviet"
        adds = worth(setting, is_german)[usual][1]
        about = f"Soviet steps that one air unit is worth in a {side} attack at the usual odds"
        yield Finding(f"{side.lower()}_attack", about, "8.3, 11.1", number=adds)


SYSTEM = system_of(
    COURSE,
    order=2,
    group=Group.AIR_AND_SUPPLY,
    question="What are the German air units of a turn worth, and where are they used best?",
    rules=("8.3", "8.4", "11.0", "11.1", "11.3", "11.5", "14.0"),
    tables=("crt", "column_shifts", "german_reinforcements", "air_limits", "combat_limits", "air_factors"),
    measured="Soviet steps that the air units of the turn are worth at best play",
    things="steps",
    shows=tuple(_CASES),
    good_for="german",
    measure=best_use,
    find=findings,
    verdict=verdict,
    beside_variations=beside_variations,
)
