"""How our rules work the examples of Template: a reader for each kind in ``examples.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.exact import Law
from sim.games._template.combat import results
from sim.games._template.combat.odds import odds
from sim.games._template.combat.table import CRT, combat_result
from sim.games._template.systems import siege
from sim.system import Policy, Setting

Given = Mapping[str, Any]


def _combat(given: Given) -> dict[str, Any]:
    """Resolve one combat whose die is rolled."""
    answer = odds(**{name: fact for name, fact in given.items() if name != "roll"})
    column = CRT.column_labels.index(answer.final_column)
    code = int(combat_result(column, np.array([given["roll"]], np.int8)))
    found: dict[str, Any] = {
        "initial_odds": answer.initial_odds,
        "final_column": answer.final_column,
        "result": results.CODES[code],
    }
    forces = (given["attacker_steps"], given["defender_steps"], given["retreat"])
    ends = results.after(Law(("result",), {(code,): 1}, 1), *forces)
    for end in ends.counts if ends else ():
        found |= dict(zip(results.FIELDS, end, strict=True))
    return found


def _turn(given: Given) -> dict[str, Any]:
    """Play one turn of the siege whose die is rolled."""
    decides = Policy("given", "garrison", "as given", lambda state, turn: {"sends_escort": np.array([given["escort"]])})
    setting = Setting({"bands": given["bands"]}, {"garrison": decides})
    one = {name: np.array([given[name]], np.int8) for name in ("supply", "escorts")}
    none = np.zeros(1, np.int8)
    before = siege.Siege(**one, held=none, is_fallen=none > 0, arrived=none)
    sent = siege.wagons(before, setting, 1, np.array([[given["natural_roll"]]], np.int8))
    end = siege.rations(sent, setting, 1, np.zeros((1, 0), np.int8))
    return {name: getattr(end, name)[0].item() for name in ("arrived", "supply", "escorts", "is_fallen")}


READERS = {"combat": _combat, "turn": _turn}
