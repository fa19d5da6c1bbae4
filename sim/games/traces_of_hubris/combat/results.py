"""What a result comes to in Traces of Hubris: steps, retreats, a fortification's bargain, advance [10.3-10.5, 12.3].

The owner divides losses [10.3]. On a fortification each R may be paid in a step of the marker or of a unit instead of a
hex [12.3, ruling R16]. A unit that enters an enemy zone of control in its retreat loses a step for each [10.4].
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.exact import Law, Outcome
from sim.games.traces_of_hubris.combat.facts import FORTIFICATION, Fight
from sim.games.traces_of_hubris.combat.table import DEMANDS, GAME, NO_ATTACK, RESULTS, Demand
from sim.numbers.tables import load_list

_ADVANCE = load_list(GAME, "advance")
_CONVERSION = load_list(GAME, "fortification_conversion")
_TOLL = load_list(GAME, "retreat").integer("ezoc_loss")
_PRICE = np.array([0, *(_CONVERSION.integer(row["result"], "step_losses") for row in _CONVERSION.rows)])
"""Steps that pay for no hex, for that of R, for the two of RR."""

FIELDS = (
    "attacker_step_losses", "attacker_units_eliminated", "defender_step_losses", "defender_units_eliminated",
    "fortification_step_losses", "defender_retreat_hexes", "is_attacker_eliminated", "is_defender_eliminated",
    "is_cleared", "advance_hexes",
)  # fmt: skip
"""What `after` says of a fight; steps of the defender are those of his units, the marker's are apart."""

_FIELDS_R7 = (*FIELDS, "attacker_retreat_hexes")  # where the other reading of ruling R7 is


@dataclass(frozen=True)
class Choices:
    """The ways in which a defender may meet a result: what each pays and keeps, shape (choices,).

    `paid` are hexes paid in steps, `hexes` those left to go, `marker` the steps that the fortification loses, `units`
    those of each unit before the retreat, shape (choices, units).
    """

    paid: NDArray[np.int64]
    hexes: NDArray[np.int64]
    marker: NDArray[np.int64]
    units: NDArray[np.int64]


def choices(demand: Demand, units: ArrayLike, marker: int = 0, *, all_or_nothing: bool = False) -> Choices:
    """Return every lawful way to meet a result with the steps of units, shape (units,), and of a marker [10.3, 12.3].

    Losses beyond the last step lapse. `all_or_nothing` is the other reading of ruling R16.

    >>> from sim.games.traces_of_hubris.combat.table import demand_of
    >>> found = choices(demand_of("R"), [2])  # no fortification, so it retreats
    >>> found.units.tolist(), found.hexes.tolist()
    ([[0]], [1])
    """
    units = np.asarray(units, np.int64)
    if demand.defender_steps is None:  # a marker does not save units that are eliminated outright, nor go with them
        marker = 0
    asked = int(units.sum()) if demand.defender_steps is None else demand.defender_steps
    sizes = (len(_PRICE), marker + 1, *(units + 1))
    paid, lost_marker, *lost = (axis.ravel() for axis in np.indices(sizes))
    each = np.stack(lost, axis=-1)
    is_open = (paid <= demand.retreat_hexes) & ((paid == 0) | (marker > 0))
    if all_or_nothing:
        is_open &= (paid == 0) | (paid == demand.retreat_hexes)
    kept = is_open & (each.sum(axis=1) + lost_marker == np.minimum(asked + _PRICE[paid], units.sum() + marker))
    return Choices(paid[kept], demand.retreat_hexes - paid[kept], lost_marker[kept], each[kept])


def advance_hexes(is_mechanized: ArrayLike, can_go_on: ArrayLike) -> NDArray[np.int64]:
    """Return the largest advance of a unit into an empty hex, shape (...) [10.5].

    `can_go_on`: a clear hex lies beyond that it may enter, and it crosses no river on the way.

    >>> advance_hexes([True, False], True).tolist()  # the 14th Panzer and the 44th [10.5]
    [2, 1]
    """
    far = _ADVANCE.integer("mechanized", "advance_hexes")
    near = _ADVANCE.integer("non_mechanized", "advance_hexes")
    return np.where(np.logical_and(is_mechanized, can_go_on), far, near)


def after(law: Law, table: NDArray[np.int64]) -> Law:
    """Return what the results of a law come to, `table` being that of `after_table`."""
    counts: dict[Outcome, int] = {}
    for (result,), n in law.counts.items():
        outcome = tuple(table[result].tolist())
        counts[outcome] = counts.get(outcome, 0) + n
    fields = _FIELDS_R7[: table.shape[1]]
    return Law(fields, dict(sorted(counts.items())), law.denominator)


def after_table(fight: Fight) -> NDArray[np.int64] | None:
    """Return what each of `RESULTS` comes to, shape (results, fields of `FIELDS`); `None` where steps are not given.

    Where attackers may retreat (ruling R7) a last column tells by how many hexes they do.
    """
    if not fight.attacker_units or not fight.defender_units:
        return None
    attackers = np.array([int(steps) for steps in fight.attacker_units])
    rows = []
    for result, demand in zip(RESULTS, DEMANDS, strict=True):
        is_driven = fight.attacker_retreats and demand.attacker_steps != 0
        lost, gone = _attacker(demand, attackers, fight.attacker_ezoc * _TOLL if is_driven else 0)
        is_gone = gone == len(attackers)
        defender = _defender(demand, fight) if result != NO_ATTACK else (0, 0, 0, 0, 0, 0)
        *known, is_eliminated, is_cleared = defender
        may_advance = is_cleared and not is_gone and not is_driven
        far = int(advance_hexes(fight.mechanized, fight.clear_beyond)) if may_advance else 0
        back = (int(is_driven and not is_gone),) if fight.attacker_retreats else ()
        rows.append((lost, gone, *known, is_gone, is_eliminated, is_cleared, far, *back))
    return np.array(rows, np.int64)


def _attacker(demand: Demand, units: NDArray[np.int64], toll: int = 0) -> tuple[int, int]:
    """Return steps and units that the attacker loses: he flips all he can before he gives up a unit.

    Where each unit that is left then pays a step as `toll`, he gives up units first, the weak ones before others: the
    fewer are left, the fewer steps go.
    """
    total = int(units.sum())
    lost = total if demand.attacker_steps is None else min(demand.attacker_steps, total)
    if not toll or lost == total:
        return lost, max(lost - int((units - 1).sum()), 0)
    upto = np.cumsum(np.sort(units))
    given_up = int((upto <= lost).sum())
    left = np.sort(units)[given_up:]
    left[-1] -= lost - (int(upto[given_up - 1]) if given_up else 0)  # what is over flips a unit of two steps
    return lost + len(left), given_up + int((left == 1).sum())


def _defender(demand: Demand, fight: Fight) -> tuple[int, ...]:
    """Return the defender's fields of `FIELDS` after the choice that his aim ranks first."""
    units = np.array([int(steps) for steps in fight.defender_units])
    marker = FORTIFICATION.integer(fight.fort, "steps") if fight.fort != "none" else 0
    may = choices(demand, units, marker, all_or_nothing=fight.conversion == "all")
    room = fight.defender_room
    asked = np.minimum(may.hexes, room) if fight.stops_short and room else may.hexes  # ruling R39
    toll = np.array([0, fight.ezoc_in_one, fight.ezoc_in_two])[asked] * _TOLL
    lost = np.minimum(may.units + toll[:, np.newaxis], units)
    lost = np.where((asked > room)[:, np.newaxis], units, lost)  # nowhere to go [10.4]
    steps, gone = lost.sum(axis=1), (lost == units).sum(axis=1)
    is_gone = gone == len(units)
    hexes = np.where(is_gone, 0, asked)
    is_cleared = is_gone | (hexes > 0)
    rank = {
        "hold": (is_cleared, steps, gone, may.marker, hexes),
        "spare": (steps, gone, is_cleared, may.marker, hexes),
        "marker": (is_cleared, may.marker, steps, gone, hexes),
    }[fight.defender_aim]
    wanted = {"retreat": 0, "steps": demand.retreat_hexes, "split": demand.retreat_hexes // 2}
    is_refused = may.paid != wanted.get(fight.defender_takes, may.paid)
    best = np.lexsort((*rank[::-1], is_refused))[0]
    ends = (steps, gone, may.marker, hexes, is_gone, is_cleared)
    return tuple(int(values[best]) for values in ends)
