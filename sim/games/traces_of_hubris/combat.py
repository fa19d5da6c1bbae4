"""Combat of Traces of Hubris in the order of 10.1: strengths and odds, shifts, the table, what the result comes to.

Most of the table is not printed: an answer from an unprinted column is that of the central member of a family, with the
laws of all members beside it. Where the column is printed, or typed in by an owner, the answer is exact and of no
family.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from sim.combat import Coded, CombatOdds, CrtReading
from sim.game import GameError
from sim.games.traces_of_hubris.columns import LAST, applied, columns_of, is_automatic, is_unknown
from sim.games.traces_of_hubris.crt import (
    BELOW,
    CENTRAL,
    COLUMNS,
    CRT,
    DEMANDS,
    RATIOS,
    RESULTS,
    Demand,
    column_laws,
    combat_result,
    demand_of,
    is_printed,
)
from sim.games.traces_of_hubris.facts import OPTIONS, TERRAIN, Fight, checked
from sim.games.traces_of_hubris.results import after, after_table
from sim.rawfiles import BASES

__all__ = ("COLUMNS", "CRT", "OPTIONS", "READING", "RESULTS", "column_odds", "combat_result", "every_column", "odds")

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
        "rules": tuple(dict.fromkeys((*_ODDS_RULES, *_cited(fight), *(_AFTER_RULES if table is not None else ())))),
    }
    if columns == (BELOW,):
        return CombatOdds(law=None, basis=_weakest(_terrain_bases(fight)), **known)
    laws = tuple(law for column in columns for law in column_laws(column, fight.family))
    family = _family_of(fight, columns)
    bases = _terrain_bases(fight) + [_column_basis(column) for column in columns]
    answer: dict[str, Any] = {"law": laws[0], "laws": laws if family else (), "family": family}
    if table is not None:
        afters = tuple(after(law, table) for law in laws)
        answer |= {"after": afters[0], "afters": afters if family else ()}
        bases += [DEMANDS[result].basis for law in laws for (result,) in law.counts]
    return CombatOdds(basis=_weakest(bases), member=CENTRAL if family else "", **answer, **known)


def _label(position: int) -> str:
    """Return a position as the table prints it, or as odds where it lies beyond."""
    if position == BELOW:
        return UNDER_THE_TABLE
    return COLUMNS[position] if position <= LAST else f"{int(RATIOS[LAST]) + position - LAST}:1"


def _family_of(fight: Fight, columns: tuple[int, ...]) -> str:
    parts = [fight.family] if not all(is_printed(column) for column in columns) else []
    return ", ".join(parts + ([TERRAIN_RANGE] if len(columns) > 1 else []))


def _cited(fight: Fight) -> list[str]:
    """Return the rules of the facts that were told."""
    told = [o for o in OPTIONS if o.default is not None and getattr(fight, o.name) != o.default]
    return [rule for option in told for rule in re.findall(r"\d+\.\d+", option.help)]


def _terrain_bases(fight: Fight) -> list[str]:
    """Return the bases of the shifts that count; clear terrain has none to read, nor does an attack on no defense."""
    shifting = () if is_automatic(fight) else tuple(name for name in fight.terrain if name != "clear")
    return ["assumed" if is_unknown(name) else TERRAIN.basis_of(name, "column_shift") for name in shifting]


def _column_basis(column: int) -> str:
    if not is_printed(column):
        return "assumed"
    return _weakest([row[column] for row in CRT.basis] if column != BELOW else [])


def _weakest(bases: list[str]) -> str:
    return max(["rulebook", *bases], key=BASES.index)


def column_odds(label: str) -> CombatOdds:
    """Return the exact law of one column, such as ``"3:1"``; `GameError` names the columns there are."""
    columns = _columns()
    if label not in columns:
        raise GameError(f"no column {label!r}; expected one of {', '.join(columns)}")
    return columns[label]


def every_column() -> dict[str, CombatOdds]:
    """Return the exact law of each column, as of a fight whose odds are those and that nothing shifts."""
    return {label: odds(ratio.numerator, ratio.denominator) for label, ratio in zip(COLUMNS, RATIOS, strict=True)}


_columns = cache(every_column)

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
