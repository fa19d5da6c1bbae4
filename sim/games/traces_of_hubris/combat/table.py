"""The Combat Results Table of Traces of Hubris: what is printed of it, and the families of what may be missing [10.3].

Three columns of eleven are printed (rulings R5, R6). The other cells are filled in every way that a ladder of results
and a structure allow (ruling R37). A cell that an owner types into ``crt.csv`` is a fact like the printed ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Coded, CrtReading
from sim.dice import Rolls, all_rolls
from sim.exact import Law, count, count_each
from sim.numbers.basis import MISSING, weakest
from sim.numbers.columns import ratio_of
from sim.numbers.family import STRUCTURES, CrtFamily, crt_family
from sim.numbers.rawfiles import RuleDataError
from sim.numbers.tables import load_grid, load_list

GAME = "traces_of_hubris"
CRT = load_grid(GAME, "crt")
COLUMNS = CRT.column_labels
RATIOS = tuple(ratio_of(label, ":") for label in COLUMNS)
"""The odds that each column stands for."""

LADDER = tuple(row["code"] for row in load_list(GAME, "crt_ladder").rows)
_CODES = load_list(GAME, "crt_codes")
_RETREATS = load_list(GAME, "retreat")
_PARTS = ("attacker_step_losses", "defender_step_losses", "retreat_hexes")
_PATTERN = re.compile(
    r"(?:A(?P<attacker>[\dE]))?(?:(?<=.)/(?=.))?(?:(?P<gone>DE)|D?(?P<defender>\d))?(?P<retreat>R{0,2})"
)


def _families() -> Iterator[tuple[str, CrtFamily]]:
    """Yield the families that the print allows; a cell may refute the diagonal, and then there is none (ruling R37)."""
    for structure in STRUCTURES:
        try:
            yield structure, crt_family(CRT, LADDER, structure)
        except RuleDataError:
            if structure == STRUCTURES[-1]:
                raise


FAMILIES = dict(_families())
DEFAULT = next(iter(FAMILIES))
CENTRAL = "central"

NO_ATTACK = "no attack"
"""The outcome where an unknown shift of terrain makes the attack impossible, in some values of its range [10.2]."""

RESULTS = (*FAMILIES[DEFAULT].codes, NO_ATTACK)
"""Every result of the ladder from the attacker's worst to his best, then other printed ones, then `NO_ATTACK`."""

BELOW = -1
"""The position of odds below the first column, at which no attack may be made [10.2]."""


@dataclass(frozen=True)
class Demand:
    """What a result asks: steps of either side, `None` for all of them, and hexes of retreat."""

    attacker_steps: int | None
    defender_steps: int | None
    retreat_hexes: int
    basis: str


@cache
def demand_of(result: str) -> Demand:
    """Return what a result asks, from the list of codes, or from its parts where the list does not have it (ruling R7).

    >>> demand = demand_of("1RR")
    >>> demand.defender_steps, demand.retreat_hexes  # [10.5]
    (1, 2)
    """
    for row, basis in zip(_CODES.rows, _CODES.basis, strict=True):
        if row["code"] == result and MISSING not in (row[part] for part in _PARTS):
            attacker, defender, hexes = (int(row[part]) for part in _PARTS)
            return Demand(attacker, defender, hexes, weakest(basis[part] for part in _PARTS))
    return demand_by_parts(result)


def demand_by_parts(result: str) -> Demand:
    """Return what the parts of a result ask; `RuleDataError` names one that is not built so (ruling R7).

    A and a figure are the attacker's steps, a figure (or D and one) the defender's, each R a hex of retreat, E all.

    >>> demand_by_parts("A1/2R")
    Demand(attacker_steps=1, defender_steps=2, retreat_hexes=1, basis='inferred')
    """
    if result in ("—", "-", NO_ATTACK):
        return Demand(0, 0, 0, "inferred")
    found = _PATTERN.fullmatch(result)
    if not result or found is None:
        raise RuleDataError(f"{GAME}/crt: {result!r} is no result; expected one such as A1, R, 1RR, DE or A1/R")
    lost = None if found["attacker"] == "E" else int(found["attacker"] or 0)
    inflicted = None if found["gone"] else int(found["defender"] or 0)
    retreat = _RETREATS.integer(f"retreat_{found['retreat'].lower()}") if found["retreat"] else 0
    return Demand(lost, inflicted, retreat, "inferred")


DEMANDS = tuple(demand_of(result) for result in RESULTS)
"""What each of `RESULTS` asks; made at once, so that a code that cannot be read is noticed on loading."""

_CENTRAL_CELLS = FAMILIES[DEFAULT].central


def combat_result(column: ArrayLike, rolls: Rolls) -> NDArray[np.int16]:
    """Return the result of each combat, shape (...), as positions in `RESULTS`; rolls of shape (..., 1) [10.3].

    Where a cell is not printed, that of the central member of the default family.

    >>> [RESULTS[i] for i in combat_result(COLUMNS.index("4:1"), all_rolls(1))]  # [10.5]
    ['—', 'R', 'R', 'RR', 'RR', '1RR']
    """
    return _CENTRAL_CELLS[CRT.row_index(rolls[..., 0]), np.asarray(column)]


def column_laws(column: int, family: str) -> list[Law]:
    """Return the law of the results of a column under every member of a family, the central one first.

    A printed column has one law, as has `BELOW`: no attack.
    """
    if column == BELOW:
        return [count({"result": [RESULTS.index(NO_ATTACK)]})]
    cells = FAMILIES[family].members(column)
    return count_each({"result": cells[:, CRT.row_index(all_rolls(1)[:, 0])]})


def is_printed(column: int) -> bool:
    """Return whether every cell of a column is known, so that no family is needed."""
    return column == BELOW or FAMILIES[DEFAULT].is_exact(column)


_CLASSES = (
    "defender eliminated", "defender retreats and loses steps", "defender retreats", "defender loses steps",
    "both suffer", "nothing happens", "only the attacker suffers",
)  # fmt: skip


def _demand(outcome: Coded) -> Demand:
    return demand_of(str(outcome["result"]))


def _class_of(outcome: Coded) -> str:
    demand = _demand(outcome)
    is_defender_hurt, suffers = demand.defender_steps != 0, demand.defender_steps != 0 or demand.retreat_hexes > 0
    if demand.attacker_steps != 0:
        return "both suffer" if suffers else "only the attacker suffers"
    if demand.defender_steps is None:
        return "defender eliminated"
    return {
        (True, True): "defender retreats and loses steps",
        (False, True): "defender retreats",
        (True, False): "defender loses steps",
        (False, False): "nothing happens",
    }[is_defender_hurt, demand.retreat_hexes > 0]


READING = CrtReading(
    columns=COLUMNS,
    classes=_CLASSES,
    text=lambda outcome: str(outcome["result"]),
    class_of=_class_of,
    steps=lambda outcome: (_demand(outcome).attacker_steps, _demand(outcome).defender_steps),
    gives_way=lambda outcome: _demand(outcome).retreat_hexes > 0 or _demand(outcome).defender_steps is None,
    about="the defender must retreat or is eliminated; on a fortification he may pay in steps [10.4, 12.3]",
    n_dice=1,
    natural_roll=lambda rolls: rolls[..., 0],
    gains=lambda outcome: (_demand(outcome).retreat_hexes,),
)
"""How the outcomes are read; over a family, those of the central member of the default one."""
