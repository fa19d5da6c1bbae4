"""Combat of Traces of Hubris in the order of 10.1: strengths and odds, shifts, the table, what the result comes to.

Most of the table is not printed: an answer from an unprinted column is that of the central member of a family, with the
laws of all members beside it. Where the column is printed, or typed in by an owner, the answer is exact and of no
family.
"""

from __future__ import annotations

from typing import Any

from sim.combat import CombatOdds, CombatTable
from sim.games.traces_of_hubris.combat.column import LAST, applied, columns_of, is_automatic, is_unknown
from sim.games.traces_of_hubris.combat.facts import OPTIONS, TERRAIN, Fight, checked
from sim.games.traces_of_hubris.combat.results import after, after_table
from sim.games.traces_of_hubris.combat.table import (
    BELOW,
    CENTRAL,
    COLUMNS,
    CRT,
    DEMANDS,
    LADDER,
    RATIOS,
    READING,
    RESULTS,
    column_laws,
    combat_result,
    is_printed,
)
from sim.numbers.basis import weakest
from sim.numbers.family import STRUCTURES
from sim.options import cited

UNDER_THE_TABLE = f"below {COLUMNS[0]}"
TERRAIN_RANGE = "terrain_shifts"
"""The name, in `family`, of the range of a shift that is not printed."""

_ODDS_RULES = ("10.1", "10.2", "10.3")
_AFTER_RULES = ("10.4", "10.5")


def odds(attack: int, defense: int, shift: int = 0, **facts: Any) -> CombatOdds:
    """Return the exact law of a combat; facts are those of `Fight`, and `GameError` names one that cannot be.

    `family` names what the answer rests on: ``diagonal`` or ``monotone`` for unprinted columns of the table,
    ``terrain_shifts`` for a shift that is not printed, both with a comma, or nothing.

    >>> answer = odds(14, 4, terrain=("town",), air_markers=1)  # [10.5]
    >>> answer.initial_odds, answer.final_column, answer.law.denominator, answer.family
    ('3:1', '4:1', 6, '')
    >>> odds(5, 6, air_markers=1).cancelled
    True
    """
    fight = checked(Fight(attack=attack, defense=defense, shift=shift, **facts))
    first, columns = columns_of(fight)
    table = after_table(fight)
    known: dict[str, Any] = {
        "initial_odds": _label(first),
        "final_column": _label(columns[0]),
        "labels": {"result": RESULTS},
        "applied": applied(fight),
        "rules": tuple(
            dict.fromkeys((*_ODDS_RULES, *cited(fight, OPTIONS), *(_AFTER_RULES if table is not None else ())))
        ),
    }
    known["not_given"] = tuple(name for name in ("attacker_units", "defender_units") if not vars(fight)[name])
    if columns == (BELOW,):
        return CombatOdds(law=None, basis=weakest(_terrain_bases(fight)), **known)
    laws = tuple(law for column in columns for law in column_laws(column, fight.family))
    family = _family_of(fight, columns)
    bases = _terrain_bases(fight) + [_column_basis(column) for column in columns]
    answer: dict[str, Any] = {"law": laws[0], "laws": laws if family else (), "family": family}
    if table is not None:
        afters = tuple(after(law, table) for law in laws)
        answer |= {"after": afters[0], "afters": afters if family else ()}
        bases += [DEMANDS[result].basis for law in laws for (result,) in law.counts]
    return CombatOdds(basis=weakest(bases), member=CENTRAL if family else "", **answer, **known)


def _label(position: int) -> str:
    """Return a position as the table prints it, or as odds where it lies beyond."""
    if position == BELOW:
        return UNDER_THE_TABLE
    return COLUMNS[position] if position <= LAST else f"{int(RATIOS[LAST]) + position - LAST}:1"


def _family_of(fight: Fight, columns: tuple[int, ...]) -> str:
    parts = [fight.family] if not all(is_printed(column) for column in columns) else []
    return ", ".join(parts + ([TERRAIN_RANGE] if len(columns) > 1 else []))


def _terrain_bases(fight: Fight) -> list[str]:
    """Return the bases of the shifts that count; clear terrain has none to read, nor does an attack on no defense."""
    shifting = () if is_automatic(fight) else tuple(name for name in fight.terrain if name != "clear")
    return ["assumed" if is_unknown(name) else TERRAIN.basis_of(name, "column_shift") for name in shifting]


def _column_basis(column: int) -> str:
    if not is_printed(column):
        return "assumed"
    return weakest([row[column] for row in CRT.basis] if column != BELOW else [])


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each column, as of a fight whose odds are those and that nothing shifts."""
    return {label: odds(ratio.numerator, ratio.denominator) for label, ratio in zip(COLUMNS, RATIOS, strict=True)}


TABLE = CombatTable(READING, every_column, combat_result, ladder=LADDER, widest=STRUCTURES[-1])
