"""Results of combat in Donnerschlag, and what they come to: losses, draws, retreat, hex cleared and taken [13.2]."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.games.donnerschlag.combat.facts import GAME, NOT_GIVEN, Fight
from sim.numbers.rawfiles import MISSING, RuleDataError
from sim.numbers.tables import load_list

_PARTS = load_list(GAME, "crt_codes")
_RETREAT = load_list(GAME, "retreat")
_TRIGGERS = load_list(GAME, "draw_triggers")
_CUPS = load_list(GAME, "draw_cups")
NO_ATTACK = "no attack"
"""The outcome where nobody is left to attack once a card has failed (ruling R51)."""

_BEHIND = re.compile(r"(?:A(?=[1-3R])([1-3]?)(R?))?(?:D(?=[1-3R])([1-3]?)(R?))?")  # the figure behind its letter
_BEFORE = re.compile(r"(?:([1-3](?=A)|(?=AR))A(R?))?(?:([1-3](?=D)|(?=DR))D(R?))?")  # the figure before it


@dataclass(frozen=True)
class Demand:
    """What a result asks of either side: steps in all, hexes of retreat."""

    attacker_steps: int = 0
    attacker_hexes: int = 0
    defender_steps: int = 0
    defender_hexes: int = 0


@cache
def demand_of(result: str) -> Demand:
    """Return what a result asks, built of its parts: a side, steps, R (ruling R7); `RuleDataError` if it is not.

    >>> demand_of("1DR"), demand_of("A1R")
    (Demand(attacker_steps=0, attacker_hexes=0, defender_steps=1, defender_hexes=1), \
Demand(attacker_steps=1, attacker_hexes=1, defender_steps=0, defender_hexes=0))
    """
    if result in ("-", NO_ATTACK):
        return Demand()
    found = _BEHIND.fullmatch(result) or _BEFORE.fullmatch(result)
    if not result or found is None:
        raise RuleDataError(f"{GAME}/crt: {result!r} is no result; expected one built as A1R, 1DR, D2 or A1D1R")
    attacker, attacker_back, defender, defender_back = (part or "" for part in found.groups())
    hexes = _PARTS.integer("R", "retreat_hexes")
    steps = [_PARTS.integer(part, "step_losses") if part else 0 for part in (attacker, defender)]
    return Demand(steps[0], hexes * bool(attacker_back), steps[1], hexes * bool(defender_back))


def losses(
    demand: ArrayLike,
    hexes: ArrayLike,
    steps: int,
    trapped: int,
    ezoc_stacks: int,
    ezoc_steps: tuple[int, ...] = (),
    *,
    enemy_picks: bool = False,
) -> NDArray[np.int64]:
    """Return the steps a side loses in all, shape (...), of its steps, when asked for steps and hexes, shape (...).

    In a retreat the steps that cannot retreat are lost, and a step for each stack forced into an EZOC. The owner
    takes what the result asks from the trapped ones first, and no more goes than there is (ruling R53). Where the
    steps of each such stack are given he takes the rest from those he can spare the EZOC, the smallest first. With
    `enemy_picks` the enemy takes them from others, so that all come together (the other reading of R53).

    >>> losses([1, 1], [1, 1], steps=4, trapped=0, ezoc_stacks=2, ezoc_steps=(1, 2)).tolist()  # the one step goes
    [2, 2]
    >>> losses([1, 1, 0], [0, 1, 1], steps=4, trapped=2, ezoc_stacks=1).tolist()
    [1, 3, 3]
    """
    demand, is_retreat = np.asarray(demand, np.int64), np.asarray(hexes) > 0
    if enemy_picks:
        return np.minimum(demand + is_retreat * (trapped + ezoc_stacks), steps)
    whole = np.cumsum(sorted(ezoc_steps))  # steps that must go for so many stacks to be spared
    spared = np.searchsorted(whole, np.maximum(demand - trapped, 0), side="right")
    lost = np.where(is_retreat, np.maximum(demand, trapped) + ezoc_stacks - spared, demand)
    return np.minimum(lost, steps)


def consequences(demands: list[Demand], fight: Fight, *, is_barred: bool, can_advance: bool) -> dict[str, NDArray[Any]]:
    """Return what some results come to, each field of shape (results,), with the steps that take part.

    `is_barred` leaves out the steps of the tanks that a river bars; only tanks that `can_advance` take the hex, and
    only if their side does not have to retreat.
    """
    asked = np.array([[d.attacker_steps, d.attacker_hexes, d.defender_steps, d.defender_hexes] for d in demands])
    asked[:, 0] *= fight.attacker_losing_units
    asked[:, 2] *= fight.defender_losing_units
    steps = fight.attacker_steps - fight.barred_steps * is_barred
    attacker = losses(
        asked[:, 0], asked[:, 1], steps, fight.attacker_trapped_steps, fight.attacker_ezoc_stacks,
        fight.ezoc_steps("attacker"), enemy_picks=fight.enemy_picks,
    )  # fmt: skip
    defender = losses(
        asked[:, 2], asked[:, 3], fight.defender_steps, fight.defender_trapped_steps, fight.defender_ezoc_stacks,
        fight.ezoc_steps("defender"), enemy_picks=fight.enemy_picks,
    )  # fmt: skip
    is_attacker_gone = (attacker >= steps) & (attacker > 0)
    is_defender_gone = (defender >= fight.defender_steps) & (defender > 0)
    is_cleared = is_defender_gone | (asked[:, 3] > 0)
    stays = ~is_attacker_gone & (asked[:, 1] == 0)
    return {
        "attacker_step_losses": attacker, "defender_step_losses": defender,
        "attacker_retreat_hexes": np.where(is_attacker_gone, 0, asked[:, 1]),
        "defender_retreat_hexes": np.where(is_defender_gone, 0, asked[:, 3]),
        "is_attacker_eliminated": is_attacker_gone, "is_defender_eliminated": is_defender_gone,
        "is_cleared": is_cleared, "is_taken": is_cleared & stays & can_advance,
    }  # fmt: skip


def notes(fight: Fight, results: Collection[str]) -> tuple[str, ...]:
    """Return where it matters which stack loses its last step, and the fight does not say what each has (ruling R53).

    It does where some of the results asks a side for steps beyond those of its trapped units, and for a retreat.
    """
    demands = [demand_of(result) for result in results]
    most = {
        "attacker": max((d.attacker_steps for d in demands if d.attacker_hexes), default=0),
        "defender": max((d.defender_steps for d in demands if d.defender_hexes), default=0),
    }
    found = []
    for side, steps in most.items():
        stacks, trapped = getattr(fight, f"{side}_ezoc_stacks"), getattr(fight, f"{side}_trapped_steps")
        is_open = fight.has_steps and stacks and steps > trapped and not fight.enemy_picks
        if is_open and not fight.ezoc_steps(side):
            found.append(
                f"each of {stacks} {side} stacks pays a step for the enemy zone, but one that is lost before "
                f"is spared: give {side}_ezoc_steps, the steps of each [ruling R53]"
            )
    return tuple(found)


def is_draw(attacker: str, modified_roll: ArrayLike) -> NDArray[np.bool_]:
    """Return whether a combat of that attacker makes the enemy draw a counter, shape (...) [13.2].

    >>> is_draw("axis", [1, 2, 6]).tolist(), is_draw("soviet", [1, 5, 7]).tolist()
    ([True, False, False], [False, False, True])
    """
    row, roll = _trigger(attacker), np.asarray(modified_roll)
    low, high = row["modified_roll_at_most"], row["modified_roll_at_least"]
    draws = np.zeros(roll.shape, bool)
    if low:
        draws |= roll <= int(low)
    if high:
        draws |= roll >= int(high)
    return draws


def cup(fight: Fight) -> tuple[int, int] | None:
    """Return the units and the SNAFU counters in the cup drawn from, `None` where the units are not given.

    A full cup where the table has the number. A SNAFU goes back at once, so that it is always in (ruling R18).
    """
    row = _CUPS[_trigger(fight.attacker)["cup"]]
    if fight.cup_units == NOT_GIVEN and row["good_counters"] == MISSING:
        return None
    units = int(row["good_counters"]) if fight.cup_units == NOT_GIVEN else fight.cup_units
    return units, int(row["snafu_counters"])


def _trigger(attacker: str) -> Mapping[str, str]:
    return next(row for row in _TRIGGERS.rows if row["attacking_side"] == attacker)
