"""The odds explorer of Donnerschlag: supply, terrain, column, DRM, and the Schlachtenglück marker [4.7, 11.2, 13.2]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np

from sim.combat import Fact
from sim.dice import all_rolls
from sim.explorer import Aftermath, Control, Explorer, Ladder, Row, Told, Value, When, WithEnds, always, control_of
from sim.games.donnerschlag.combat.column import (
    BELOW,
    BELOW_LABEL,
    CRT,
    DRMS,
    LINES,
    RATIOS,
    SHIFTS,
    TERRAIN_LINES,
)
from sim.games.donnerschlag.combat.facts import FAMILIES, OPTIONS, TERRAIN, Fight
from sim.games.donnerschlag.combat.families import BELOW_RESULT, DEMANDS, RESULTS, Tables, extremes, family
from sim.games.donnerschlag.combat.results import consequences
from sim.games.donnerschlag.combat.strengths import OUT_ATTACK, OUT_DEFENSE
from sim.numbers.family import IN_WORDS
from sim.numbers.rawfiles import RuleDataError

_OPTIONS = {option.name: option for option in OPTIONS}
_WORDS = LINES["two"]
_KNOWN = tuple(name for name in TERRAIN if name == "clear" or name in _WORDS)
_MOST = 5
_STEPS = {"attacker": 8, "defender": 6}
_USUAL = ((2, "two steps"), (1, "one step"))
_ROLLS = all_rolls(1)[:, 0].astype(np.int64)


def _is_possible(structure: str) -> bool:
    """Return whether a family is not refuted by what an owner has typed in."""
    try:
        return bool(family(structure))
    except RuleDataError:
        return False


_FAMILIES = tuple(one for one in FAMILIES if _is_possible(one))


_LOSSES = "Losses and retreats"
_NO_MARKER = always(schlachtenglueck="none")  # what a holder of the marker rolls again depends on the steps


def _control(name: str, label: str, group: str, **given: Any) -> Control:
    return control_of(_OPTIONS[name], label, group, **given)


def _controls() -> tuple[Control, ...]:
    supplied = {part: always(**{f"{part}_out_of_supply": f"<{part}"}) for part in ("attack", "defense")}
    return (
        _control("attacker", "Attacker", "Strength"),
        _control("attack", "Attack strength", "Strength", default=12, high=60),
        _control("attack_out_of_supply", "Attack out of supply", "Strength", high=60, most="attack"),
        _control("defense", "Defense strength", "Strength", default=4, high=40),
        _control("defense_out_of_supply", "Defense out of supply", "Strength", high=40, most="defense"),
        _control("terrain", "Terrain", "The hex", choices=tuple((one, one) for one in _KNOWN)),
        _control("river", "Across an unbridged river", "The hex"),
        _control("attacker_tank", "A supplied tank unit", "Attacker",
                 opens=tuple({**one, "river": (False,)} for one in supplied["attack"])),
        _control("attacker_motorized", "Supplied motorized infantry", "Attacker", opens=supplied["attack"]),
        _control("schlachtenglueck", "Schlachtenglück marker", "Attacker",
                 help="rolls a die of his own again, then hands it over [4.7]",
                 choices=(("none", "not used"), ("attacker", "the attacker's, to clear the hex"))),
        _control("defender_tank", "A supplied tank unit", "Defender", opens=supplied["defense"]),
        _control("defender_motorized", "Supplied motorized infantry", "Defender", opens=supplied["defense"]),
        _control("attacker_steps", "Attacker's steps", _LOSSES, default=4, low=1, high=_STEPS["attacker"],
                 opens=_NO_MARKER, closed=0),
        _control("defender_steps", "Defender's steps", _LOSSES, default=2, low=1, high=_STEPS["defender"],
                 opens=_NO_MARKER, closed=0, usual=_USUAL),
        _control("defender_trapped_steps", "Of these, cannot retreat", _LOSSES, high=_STEPS["defender"],
                 most="defender_steps", opens=_NO_MARKER),
        _control("shift", "Further columns, cards too", "More", low=-_MOST, high=_MOST),
        _control("drm", "Further DRM, cards too", "More", low=-_MOST, high=_MOST),
        _control("family", "Unprinted cells of the table", "More",
                 choices=tuple((one, IN_WORDS[one]) for one in _FAMILIES)),
    )  # fmt: skip


def _where(column: str, **given: Any) -> When:
    """Return the condition that holds where the terrain does not take a shift away."""
    lines = {name: TERRAIN_LINES[_WORDS[name][0]] if name in _WORDS else None for name in _KNOWN}
    return always(terrain=tuple(name for name, row in lines.items() if row is None or row[column] != "no"), **given)


_SHIFTS: Mapping[str, When] = {
    "tank_attack": _where("has_tank_shift", attacker_tank=True),
    "tank_defense": always(defender_tank=True),
    "combined_arms_attack": _where("has_combined_arms_shift", attacker_tank=True, attacker_motorized=True),
    "combined_arms_defense": _where("has_combined_arms_shift", defender_tank=True, defender_motorized=True),
}
_DRMS: Mapping[str, When] = {
    **{line: always(terrain=name) for name, (_, line) in _WORDS.items() if line},
    "unbridged_river": always(river=True),
}
_TOWNS = {"village": "a smaller town", "town": "a town", "city": "a larger town (city)"}
"""Kinds of towns as people read them, who know both printed lists (ruling R1)."""


def _but(column: str, where: str) -> str:
    """Return against which towns a shift does not count, in words."""
    barred = [name for name, (line, _) in _WORDS.items() if line and TERRAIN_LINES[line][column] == "no"]
    return f", not {where} {'towns' if len(barred) == len(_WORDS) else ' or '.join(_TOWNS[name] for name in barred)}"


_LABELS = {
    "tank_attack": f"attacker's tanks{_but('has_tank_shift', 'against')}", "tank_defense": "defender's tanks",
    "combined_arms_attack": f"attacker's combined arms{_but('has_combined_arms_shift', 'against')}",
    "combined_arms_defense": f"defender's combined arms{_but('has_combined_arms_shift', 'in')}",
    "shift": "further columns", "drm": "further DRM",
    **{line: _TOWNS[name] for name, (_, line) in _WORDS.items() if line},
}  # fmt: skip


def _half_of_terrain() -> tuple[Row, ...]:
    return tuple(
        Row(line, f"*{TERRAIN_LINES[line]['attack_factor']}", TERRAIN_LINES[line]["rule"], always(terrain=name),
            label=f"against {_TOWNS[name]}")
        for name, (line, _) in _WORDS.items()
        if line and TERRAIN_LINES[line]["attack_factor"]
    )  # fmt: skip


def _facts_of(column: int, contexts: Mapping[str, Value]) -> Mapping[str, Fact]:
    attack, defense = (1, 2) if column == BELOW else RATIOS[column].as_integer_ratio()
    return {"attack": attack, "defense": defense, **contexts}


_TOLD = (
    Told("attacker_back", "Chance that the attacker goes back", "attacker goes back",
         lambda end: int(end["attacker_retreat_hexes"] > 0), is_chance=True),
)  # fmt: skip
_MOST_LOST = max(demand.attacker_steps for demand in DEMANDS)
_ENDS = {
    "attacker": (("attacker_lost", "attacker_back"), ("attacker_steps",)),
    "defender": (("cleared", "defender_lost"), ("defender_steps", "defender_trapped_steps")),
}
"""The measures of each side, and the controls that they depend on beside the marker."""


def _sides(side: str) -> Iterator[tuple[str, Fight]]:
    """Yield the steps of a side that may be set without the marker; more than can be lost are alike."""
    start = Fight(attack=1, defense=1, attacker_steps=_MOST_LOST + 1, defender_steps=1)
    if side == "attacker":
        for steps in range(1, _MOST_LOST + 2):
            yield f"none {steps}", replace(start, attacker_steps=steps)
        return
    for steps in range(1, _STEPS["defender"] + 1):
        for trapped in range(steps + 1):
            yield f"none {steps} {trapped}", replace(start, defender_steps=steps, defender_trapped_steps=trapped)


@cache
def _worths() -> tuple[Mapping[str, Mapping[str, tuple[int, ...]]], list[list[int]]]:
    """Return by side and its steps which worths are its measures, and what each worth gives every result."""
    found: dict[tuple[int, ...], int] = {}
    keys: dict[str, dict[str, tuple[int, ...]]] = {side: {} for side in _ENDS}
    for side, known in keys.items():
        for key, fight in _sides(side):
            end = consequences(DEMANDS, fight, is_barred=False, can_advance=True)
            first = end["is_cleared"] if side == "defender" else end["attacker_step_losses"]
            then = end["defender_step_losses"] if side == "defender" else end["attacker_retreat_hexes"] > 0
            told = [tuple(worth.astype(int).tolist()) for worth in (first, then)]
            known[key] = tuple(found.setdefault(worth, len(found)) for worth in told)
    return keys, [list(worth) for worth in found]


@cache
def _tables(structure: str) -> Tables:
    """Return tables of a family among which each worth is lowest and highest in every column, the central one first."""
    return extremes(structure, _worths()[1])


def _of_cell(side: str, column: int, contexts: Mapping[str, Value]) -> Mapping[str, Sequence[WithEnds]]:
    if contexts["schlachtenglueck"] != "none":
        return {}
    tables, (keys, worths) = _tables(str(contexts["family"])), _worths()
    rows = CRT.row_index(_ROLLS + int(contexts["drm"]))
    results = np.array([[RESULTS.index(BELOW_RESULT)]]) if column == BELOW else tables[:, rows, column]
    totals = np.array(worths)[:, results].sum(axis=2)
    spans = [
        (Fraction(int(one[0]), results.shape[1]), Fraction(int(one.min()), results.shape[1]),
         Fraction(int(one.max()), results.shape[1]))
        for one in totals
    ]  # fmt: skip
    return {key: [spans[worth] for worth in measures] for key, measures in keys[side].items()}


EXPLORER = Explorer(
    controls=_controls(),
    ladder=Ladder(CRT.column_labels, tuple(map(str, RATIOS)), ":", False, "place", BELOW_LABEL, counts_beyond=True),
    rounding="down",
    attack=(
        Row("out_of_supply_attack", str(OUT_ATTACK - 1), "11.2", times="attack_out_of_supply",
            label="attack out of supply"),
        *_half_of_terrain(),
    ),
    defense=(Row("out_of_supply_defense", str(OUT_DEFENSE - 1), "11.2", times="defense_out_of_supply",
                 label="defense out of supply"),),
    shifts=(
        *(Row(row["id"], row["column_shift"], row["rule"], _SHIFTS[row["id"]], label=_LABELS[row["id"]])
          for row in SHIFTS.rows if row["id"] in _SHIFTS),
        Row("shift", "1", "13.2", times="shift", label=_LABELS["shift"]),
    ),
    drms=(
        *(Row(row["id"], row["value"], row["rule"], _DRMS[row["id"]], label=_LABELS.get(row["id"], ""))
          for row in DRMS.rows if row["id"] in _DRMS),
        Row("drm", "1", "13.2", times="drm", label=_LABELS["drm"]),
    ),
    drm_limit=len(CRT.row_labels) - 1,
    contexts={
        "schlachtenglueck": tuple((one, always(schlachtenglueck=one)) for one in ("none", "attacker")),
        "family": tuple((one, always(family=one)) for one in _FAMILIES),
    },
    facts_of=_facts_of,
    told=_TOLD,
    ends=tuple(
        Aftermath(measures, ("schlachtenglueck", *by), partial(_of_cell, side), {"attacker_steps": _MOST_LOST + 1})
        for side, (measures, by) in _ENDS.items()
    ),
    choices={"schlachtenglueck": "attacker"},
    before="Without the marker",
    about_choices="No side may lose steps instead of going back, or the other way round: a result asks for what it"
    " says, and its owner only picks the units [13.2]. The holder of the"
    " Schlachtenglück marker may roll a die again [4.7].",
    left_out="several attacking hexes, combat cards by their names, attackers who cannot retreat, zones of control on"
    " the way back, steps with the marker, draws from the cup, other aims of the marker, other readings",
)  # fmt: skip
