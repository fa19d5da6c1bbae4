"""Column shifts of Leningrad: which rows of the printed table apply, how often, and their sum [8.3, 10.4]."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Applied, Fact
from sim.games.leningrad.combat.facts import Fight
from sim.numbers.tables import load_list

SHIFTS = load_list("leningrad", "column_shifts")
WORTH = {row["id"]: int(row["column_shift"]) for row in SHIFTS.rows}
_LINES = {
    "clear": (),
    "forest": ("forest_marsh_town",),
    "marsh": ("forest_marsh_town",),
    "town": ("forest_marsh_town",),
    "hills": ("hills",),
    "soviet-city": ("soviet_city",),
}  # the lines of the table for a hex of each terrain
_NOT_IN_CITIES = "4"  # the note that takes shifts from Germans who defend in a Soviet city

_SOVIETS = {"attacker": "soviet"}
SITUATIONS: Mapping[str, tuple[Mapping[str, Fact], Mapping[str, Fact]]] = {
    "overrun": ({}, {"overrun": True}),
    "attacker_out_of_supply": ({}, {"attacker_out_of_supply": True}),
    "hills": ({}, {"terrain": ("hills",)}),
    "forest_marsh_town": ({}, {"terrain": ("forest",)}),
    "soviet_city": ({}, {"terrain": ("soviet-city",)}),
    "fort": ({}, {"fort": True}),
    "river": ({}, {"river": True}),
    "armor_defender": ({}, {"defender_armor": True}),
    "panzer_corps_defender": (_SOVIETS, {"defender_corps": 1}),
    "air_defender": (_SOVIETS, {"defender_air": 1}),
    "armor_attacker": ({}, {"attacker_armor": True}),
    "panzer_corps_attacker": ({}, {"attacker_corps": 1}),
    "air_attacker": ({}, {"attacker_air": 1}),
    "defender_out_of_supply": ({}, {"defender_out_of_supply": True}),
    "soviet_surprise": (_SOVIETS, {"surprise": True}),
}
"""How each row is brought on, once: the facts of a fight without it, and those that are added."""

Times = Mapping[str, ArrayLike]


def net_shift(times: Times, each: Collection[str] = ()) -> NDArray[np.int64]:
    """Return the sum of all shifts, shape (...), right positive, from how often each row applies, shape (...).

    Every row of the table must be answered for: `KeyError` names one that is not. Rows had once a combat count once,
    unless `each` names them.

    >>> int(net_shift({**dict.fromkeys(WORTH, 0), "attacker_out_of_supply": 1, "panzer_corps_attacker": 2}))
    0
    """
    total: NDArray[np.int64] = np.zeros((), np.int64)
    for row in SHIFTS.rows:
        count = np.asarray(times[row["id"]], np.int64)
        total = total + WORTH[row["id"]] * (np.minimum(count, 1) if _is_once(row, each) else count)
    return total


def _is_once(row: Mapping[str, str], each: Collection[str]) -> bool:
    return row["per"] == "once" and row["id"] not in each


def had_each(fight: Fight) -> tuple[str, ...]:
    """Return the rows that the table has once a combat and this reading of several hexes for each [ruling R8]."""
    return ("hills",) if fight.several_hexes == "hills-each" else ()


def times_of(fight: Fight, attacker_armor: ArrayLike, defender_armor: ArrayLike) -> Times:
    """Return how often each row applies, shape (...), given whether there is armor on each side, shape (...).

    A row is had only by its nationality, and by Germans in a Soviet city only without note 4 [10.3; rulings R5, R27].
    """
    hex_lines = _terrain_times(fight)
    situation: dict[str, ArrayLike] = {
        "overrun": fight.overrun,
        "attacker_out_of_supply": fight.attacker_out_of_supply,
        **{line: hex_lines.get(line, 0) for line in ("hills", "forest_marsh_town", "soviet_city")},
        "fort": fight.fort,
        "river": fight.river,
        "armor_defender": defender_armor,
        "panzer_corps_defender": fight.defender_corps,
        "air_defender": fight.defender_air,
        "armor_attacker": np.logical_and(attacker_armor, is_unfortified(fight)),
        "panzer_corps_attacker": fight.attacker_corps,
        "air_attacker": fight.attacker_air,
        "defender_out_of_supply": fight.defender_out_of_supply,
        "soviet_surprise": fight.surprise,
    }
    return {name: np.asarray(count, np.int64) * _is_open(fight, name) for name, count in situation.items()}


def is_unfortified(fight: Fight) -> bool:
    """Return whether the defender's hexes let the attacker's armor count [10.2; ruling R7].

    As printed, no fort; read as clear terrain, only clear hexes without one; or any hex, as the table has it.
    """
    is_clear = set(fight.terrain) == {"clear"}
    return {"no-fort": not fight.fort, "clear": is_clear and not fight.fort, "any": True}[fight.unfortified]


def _is_open(fight: Fight, name: str) -> bool:
    """Return whether a row is open to the side that would have it."""
    row = SHIFTS[name]
    side = fight.attacker if row["side"] == "attacker" else fight.defender
    is_meant = row["side"] == "defender" or fight.city_voids_attacker  # [10.3], or wherever the note stands
    is_void = row["note"] == _NOT_IN_CITIES and is_meant and fight.defender == "german"
    return row["nationality"] in ("any", side) and not (is_void and "soviet-city" in fight.terrain)


def _terrain_times(fight: Fight) -> dict[str, int]:
    """Return how often each line of the defended hexes counts: hills beside the one column of note 1 [ruling R8].

    By the other readings the best hex counts alone, every line once, hills for each hex, or a line must be that of
    every hex.
    """
    towns = {"soviet-city": ("forest_marsh_town", "soviet_city")} if fight.city_is_town else {}
    lines = [{**_LINES, **towns}[kind] for kind in fight.terrain]
    best = min(lines, key=lambda one: _worth(fight, one))
    if fight.several_hexes == "every":
        return {line: 1 for line in best if all(line in others for others in lines)}
    times = dict.fromkeys(best, 1)
    hills = fight.terrain.count("hills")
    if fight.several_hexes == "hills-each" and hills:
        times = {"hills": hills}
    if fight.several_hexes == "lines-add":
        return dict.fromkeys((line for one in lines for line in one), 1)
    if fight.several_hexes == "hills-add" and hills:
        others = [one for one in lines if "hills" not in one]
        times = {"hills": 1, **dict.fromkeys(min(others, key=lambda one: _worth(fight, one), default=()), 1)}
    return times


def _worth(fight: Fight, lines: Iterable[str]) -> int:
    return sum(WORTH[line] for line in lines if _is_open(fight, line))


def rule_of(name: str) -> str:
    """Return the rule of a row in this edition's numbers; some rows only the table has [ruling R2]."""
    return SHIFTS[name]["rule_meant"] or "Column Shifts Table"


def applied(times: Times) -> tuple[Applied, ...]:
    """Return the rows that apply, and alike in every case of `times`, with what they are worth together."""
    found = []
    for row in SHIFTS.rows:
        counts = np.asarray(times[row["id"]])
        least, most = int(counts.min()), int(counts.max())
        if least == most != 0:
            found.append(Applied(row["id"], WORTH[row["id"]] * most, rule_of(row["id"])))
    return tuple(found)
