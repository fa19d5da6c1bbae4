"""How our rules work the examples of Leningrad: a reader for each kind in ``examples.toml`` that is beside the map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.exact import Law
from sim.games.leningrad.combat.facts import Fight
from sim.games.leningrad.combat.odds import odds
from sim.games.leningrad.combat.results import RESULTS, after, demands
from sim.games.leningrad.combat.shifts import WORTH, net_shift
from sim.games.leningrad.systems.bid import level
from sim.numbers.tables import load_list

Given = Mapping[str, Any]


def _odds(given: Given) -> dict[str, Any]:
    answer = odds(**given)
    return {"initial_odds": answer.initial_odds, "final_column": answer.final_column, "cancelled": answer.cancelled}


def _fight(given: Given) -> dict[str, Any]:
    return _odds({**given, "terrain": (given["terrain"],)})


def _shift(given: Given) -> dict[str, Any]:
    """Net a number of columns to the right against one to the left, as rows of the table worth one each [10.4]."""
    times = {**dict.fromkeys(WORTH, 0), "air_attacker": given["right"], "air_defender": given["left"]}
    return {"net_shift": int(net_shift(times))}


def _panzer_corps(given: Given) -> dict[str, Any]:
    """Attack with a corps; it counts as whole when as many of its units are stacked as the table says it has [10.1]."""
    units = load_list("leningrad", "german_units")
    belong = sum(units[unit]["panzer_corps"] == given["corps"] for unit in given["units_stacked"])
    is_whole = belong == load_list("leningrad", "panzer_corps").integer(given["corps"], "units")
    return {"column_shift": int(net_shift({**dict.fromkeys(WORTH, 0), "panzer_corps_attacker": is_whole}))}


def _result(given: Given) -> dict[str, Any]:
    """Read a result back from what it asks of each side; first is he whose answer the other's depends on [8.43]."""
    codes = {0: "-", -1: "E"}
    defender, attacker = (codes.get(n, str(n)) for n in demands(given["result"]))
    shared = Law(("result",), {(RESULTS.index("1/1"),): 1}, 1)
    fights = [
        Fight(attack=1, defense=1, attacker_steps=4, defender_steps=4, defender_takes=takes)
        for takes in ("steps", "retreat")
    ]
    ends = [law for law in (after(shared, one) for one in fights) if law is not None]
    lost = [end.marginal("attacker_step_losses").counts for end in ends]
    return {"defender": defender, "attacker": attacker, "first": "defender" if lost[0] != lost[1] else "attacker"}


def _victory_level(given: Given) -> dict[str, Any]:
    return {"level": level(given["vp_margin"])}


READERS = {
    "odds": _odds, "fight": _fight, "shift": _shift, "panzer_corps": _panzer_corps, "result": _result,
    "victory_level": _victory_level,
}  # fmt: skip
