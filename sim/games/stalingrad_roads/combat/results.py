"""Tactical results as applied: terrain or mud, superiority, weak allies, the pocket [8.10, 8.11, 10.2.3, 14.1; R39]."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from sim.games.stalingrad_roads.combat.chart import RESULTS as TERRAIN
from sim.games.stalingrad_roads.combat.chart import changes
from sim.games.stalingrad_roads.combat.facts import Facts
from sim.games.stalingrad_roads.combat.strengths import hex_terrain, water
from sim.games.stalingrad_roads.combat.table import ENG, NONE, TACTICAL, Codes
from sim.numbers.tables import load_list

MUD = load_list("stalingrad_roads", "mud_results")
FORTRESS = load_list("stalingrad_roads", "fortress_results")
ALLIES = load_list("stalingrad_roads", "weak_axis_allies")
EXPLOITATION = load_list("stalingrad_roads", "exploitation")
LEVELS = (TACTICAL[NONE], *(row["result"] for row in EXPLOITATION.rows))
"""Levels of exploitation: none, then the results that let so many units exploit."""

AR, D1 = TACTICAL.index("AR"), TACTICAL.index("D1")
_ALL = np.arange(len(TACTICAL), dtype=np.int8)
_BREAKTHROUGH = LEVELS.index("E2")  # and more: E4 counts as E3 does (ruling R25)
_UNITS = np.array([EXPLOITATION.integer(code, "units") if code in LEVELS[1:] else 0 for code in TACTICAL], np.int8)
_ATTACKERS_ORDER = {
    "ground": ("AR", "toll", "-", "Eng", "D1"),
    "steps": ("AR", "toll", "Eng", "-", "D1"),
}
"""What an attacker likes the better the later, at one level of exploitation; toll is the Eng of mud."""


@dataclass(frozen=True)
class AttackerResult:
    """The attacker's result as applied: a code without exploitation, its level apart, each of shape (...).

    `is_toll` marks the Eng that mud makes of an E: only the attacker takes its losses [3.2.2]. `is_breakthrough` and
    `is_rout` say whether E2 or more was reached before and after overwhelming attack, as 14.1 asks.
    """

    code: Codes
    level: NDArray[np.int8]
    is_toll: NDArray[np.bool_]
    is_breakthrough: NDArray[np.bool_]
    is_rout: NDArray[np.bool_]


@cache
def terrain_map(terrain: str, level: str) -> Codes:
    """Return what terrain makes of each code of `TACTICAL`, guessed cells at a level; the clear changes nothing."""
    if terrain == "clear":
        return _ALL
    cells = changes(terrain, level)
    return np.array([TACTICAL.index(cells.get(code, code)) for code in TACTICAL], np.int8)


def result_rows(facts: Facts) -> tuple[str, ...]:
    """Return the rows of the chart that may change results here; a river changes the attacker's, unless in mud."""
    is_crossed = not facts.is_mud and water(facts) == "major_river"
    rows = (hex_terrain(facts), "major_river") if is_crossed else (hex_terrain(facts),)
    return tuple(row for row in rows if row != "clear")


def terrain_basis(facts: Facts) -> tuple[str, ...]:
    """Return the bases of the results of the terrain that counts here."""
    return tuple(basis for row in result_rows(facts) for basis in TERRAIN.basis[TERRAIN.row_labels.index(row)])


def attacker_result(facts: Facts, codes: Codes) -> AttackerResult:
    """Return the attacker's results as applied, from printed ones, shape (...)."""
    if facts.exploitation:  # [9.3.2], Eng and an extra E as well (ruling R54)
        codes = np.zeros_like(codes)
    code, level, is_toll = _on_the_ground(facts, codes)
    is_breakthrough = level >= _BREAKTHROUGH
    if facts.overwhelming_attack and not facts.is_mud and not facts.exploitation:
        # [14.1] It may be taken; in mud it would only cost (ruling R53).
        level = np.where(code == AR, level, _raised(level))
    is_rout = level >= _BREAKTHROUGH
    if facts.weak_allies and not facts.exploitation:
        if facts.is_mud:  # the extra E becomes an Eng too (ruling R26)
            is_toll = np.ones_like(is_toll)
        else:  # or beside AR none (ruling R24)
            level = np.where((code == AR) & facts.ar_stays, level, _raised(level))
    return AttackerResult(code, level, is_toll, is_breakthrough, is_rout)


def _on_the_ground(facts: Facts, codes: Codes) -> tuple[Codes, NDArray[np.int8], NDArray[np.bool_]]:
    """Return code, level and toll after terrain, water or mud."""
    if facts.is_mud:
        becomes = dict(zip((row["result"] for row in MUD.rows), (row["becomes"] for row in MUD.rows), strict=True))
        after = np.array([TACTICAL.index(becomes.get(code, code)) for code in TACTICAL], np.int8)[codes]
        is_toll = (after == ENG) & (codes != ENG)
        return np.where(is_toll, np.int8(NONE), after), np.zeros_like(codes), is_toll
    by_hex = terrain_map(hex_terrain(facts), facts.ground.attacker)[codes]
    if water(facts) == "major_river":  # the defender takes the one that is worse for the attacker [8.10.4]
        by_river = terrain_map("major_river", facts.ground.attacker)[codes]
        value = np.array([_value("ground", int(_UNITS[c]), TACTICAL[c]) for c in _ALL])
        by_hex = np.where(value[by_river] < value[by_hex], by_river, by_hex)
    level = _UNITS[by_hex]
    return np.where(level > 0, np.int8(NONE), by_hex), level, np.zeros(codes.shape, bool)


def _raised(level: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the level after an extra E [8.11.1]; E4 stays."""
    after = [LEVELS.index(ALLIES[name]["becomes"]) for name in LEVELS[:-1]]
    return np.array([*after, after[-1]], np.int8)[level]


def defender_result(facts: Facts, codes: Codes) -> Codes:
    """Return the defender's results as applied, shape (...): terrain, then the pocket [8.10.2, 10.2.3].

    >>> forest = Facts(1, 1, terrain="forest")
    >>> [TACTICAL[defender_result(forest, np.array(TACTICAL.index(code)))] for code in ("S", "DR")]  # [8.10.2]
    ['-', 'S']
    """
    after = terrain_map(hex_terrain(facts), facts.ground.defender)[codes]
    if not facts.fortress_level:
        return after
    becomes = {row["result"]: row["becomes"] for row in FORTRESS.rows}
    return np.array([TACTICAL.index(becomes.get(code, code)) for code in TACTICAL], np.int8)[after]


def _printed(facts: Facts) -> Facts:
    """Return a fight in which nothing changes a printed result, of players with the same aims."""
    return Facts(
        facts.attack,
        facts.defense,
        attacker_aim=facts.attacker_aim,
        defender_aim=facts.defender_aim,
        losses_either_way=facts.losses_either_way,
    )


def attacker_values(facts: Facts) -> NDArray[np.intp]:
    """Return what each printed code is worth to the attacker once applied, shape (codes,): more is better.

    Or as printed (ruling R56).
    """
    facts = _printed(facts) if facts.elite_by_print else facts
    after = attacker_result(facts, _ALL)
    names = [
        "toll" if toll and code == NONE else TACTICAL[code]
        for code, toll in zip(after.code, after.is_toll, strict=True)
    ]
    return np.array([_value(facts.attacker_aim, int(n), c) for n, c in zip(after.level, names, strict=True)])


def _value(aim: str, level: int, code: str) -> int:
    order = _ATTACKERS_ORDER[aim]
    return level * len(order) + (order.index(code) if code in order else order.index("-"))


def defender_values(facts: Facts) -> NDArray[np.intp]:
    """Return what each printed code is worth to the defender once applied, shape (codes,): more is better.

    Or as printed (ruling R56).
    """
    facts = _printed(facts) if facts.elite_by_print else facts
    order = ("DR3", "DR2", "DR", "Eng", "S", "F", "-", "R")
    if facts.defender_aim == "steps":
        order = ("Eng", "DR3", "DR2", "DR", "S", "F", "-", "R")
        if facts.losses_either_way:  # S and F cost a step whatever he does
            order = ("Eng", "S", "F", "DR3", "DR2", "DR", "-", "R")
    after = defender_result(facts, _ALL)
    return np.array([order.index(TACTICAL[c]) if TACTICAL[c] in order else -1 for c in after])
