"""How our rules work the examples of Traces of Hubris: a reader for each kind in ``examples.toml`` of combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.dice import all_rolls
from sim.games.traces_of_hubris.combat.column import halved
from sim.games.traces_of_hubris.combat.odds import odds
from sim.games.traces_of_hubris.combat.results import choices
from sim.games.traces_of_hubris.combat.table import COLUMNS, RESULTS, combat_result, demand_of
from sim.numbers.columns import ratio_of

Given = Mapping[str, Any]


def _odds(given: Given) -> dict[str, Any]:
    return {"odds_column": odds(**given).initial_odds}


def _shift(given: Given) -> dict[str, Any]:
    """Shift the odds of a column, or of two strengths, and name every column on the way [10.2]."""
    facts: dict[str, Any] = {name: given[name] for name in ("attack", "defense") if name in given}
    if "odds_column" in given:
        ratio = ratio_of(given["odds_column"], ":")
        facts = {"attack": ratio.numerator, "defense": ratio.denominator}
    facts["terrain"] = tuple(given["terrain"]) or ("clear",)
    on_the_ground = odds(**facts)
    answer = odds(**facts, air_markers=given["offensive_markers"])
    net = sum(one.value for one in answer.applied)
    step = 1 if net > 0 else -1
    ways = [odds(**{**facts, "terrain": ("clear",)}, shift=n).final_column for n in range(0, net + step, step)]
    return {
        "column_shift": net, "odds_columns": ways, "after_terrain_odds_column": on_the_ground.final_column,
        "final_odds_column": answer.final_column,
    }  # fmt: skip


def _step_losses(given: Given) -> dict[str, Any]:
    """Let the owner divide the losses: every way that he may [10.3]."""
    steps = np.array(given["unit_steps"])
    lost = choices(demand_of(f"D{given['step_losses']}"), steps).units
    return {"steps_left": sorted(map(list, {tuple(sorted(left)) for left in (steps - lost).tolist()}))}


def _combat_result(given: Given) -> dict[str, Any]:
    """Roll in a column; of two units the owner picks one, so the other keeps its steps [10.5]."""
    roll = np.array([given["natural_roll"]], np.int8)
    code = RESULTS[int(combat_result(COLUMNS.index(given["odds_column"]), roll))]
    demand = demand_of(code)
    return {
        "result": code, "defender_step_losses": demand.defender_steps, "retreat_hexes": demand.retreat_hexes,
        "unit_steps_left": given["unit_steps"] - (demand.defender_steps or 0),
    }  # fmt: skip


def _crt_column(given: Given) -> dict[str, Any]:
    return {"results": [RESULTS[i] for i in combat_result(COLUMNS.index(given["odds_column"]), all_rolls(1))]}


def _fortification(given: Given) -> dict[str, Any]:
    """Look for a way to meet a result among all lawful ones [12.3]."""
    units, marker = given["unit_steps"], given["fortification_steps"]
    found = choices(demand_of(given["result"]), units, marker)
    ways = zip(found.units.tolist(), found.marker.tolist(), found.hexes.tolist(), strict=True)
    way = (given["unit_step_losses"], given["fortification_step_losses"], given["retreat_hexes"])
    left = [steps - lost for steps, lost in zip(units, given["unit_step_losses"], strict=True)]
    return {
        "is_allowed": way in list(ways),
        "units_eliminated": left.count(0),
        "units_reduced": sum(0 < now < was for now, was in zip(left, units, strict=True)),
        "fortification": ("destroyed", "reduced", "ready")[marker - given["fortification_step_losses"]],
    }


def _arithmetic(given: Given) -> dict[str, Any]:
    return {"halved_strength": int(halved(given["strength"]))}


READERS = {
    "arithmetic": _arithmetic, "odds": _odds, "shift": _shift, "step_losses": _step_losses,
    "combat_result": _combat_result, "crt_column": _crt_column, "fortification": _fortification,
}  # fmt: skip
