"""How the two sides decide in the systems beside the map: apart from the rules, since every result is about both."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sim.game import Policy
from sim.games.traces_of_hubris.attrition import Pocket
from sim.games.traces_of_hubris.blucher import Blucher
from sim.games.traces_of_hubris.chits import Cup
from sim.games.traces_of_hubris.luftwaffe import Luftwaffe, air_supply_limits
from sim.games.traces_of_hubris.victory import IDS, TARGETS, Campaign

Decisions = Mapping[str, Any]
Entry = Mapping[str, Any]

_FILE = tomllib.loads(Path(__file__).with_name("policies.toml").read_text(encoding="utf8"))


def policies_of(
    system: str, reading: Callable[[Entry], Callable[[Any, int], Decisions]]
) -> dict[str, dict[str, Policy]]:
    """Return a system's policies by side: the entries of ``policies.toml``, each made a decision by `reading`."""
    return {
        side: {name: Policy(name, side, entry["about"], reading(entry)) for name, entry in named.items()}
        for side, named in _FILE[system].items()
    }


def _discard(entry: Entry) -> Callable[[Blucher, int], Decisions]:
    def decide(state: Blucher, turn: int) -> Decisions:
        return {"discard": (state.blucher_drm < entry["below_drm"]) & (entry["from_turn"] <= turn <= entry["to_turn"])}

    return decide


def _air_supply(entry: Entry) -> Callable[[Luftwaffe | Pocket, int], Decisions]:
    def decide(state: Luftwaffe | Pocket, turn: int) -> Decisions:
        _, most = air_supply_limits(state.markers)
        return {"air_supply": (most * entry["supply_halves"] + 1) // 2}

    return decide


def _feeding(entry: Entry) -> Callable[[Pocket, int], Decisions]:
    def decide(state: Pocket, turn: int) -> Decisions:
        return {**_air_supply(entry)(state, turn), "is_weak_first": entry["is_weak_first"]}

    return decide


def _from_turn(entry: Entry) -> Callable[[Any, int], Decisions]:
    def decide(state: Any, turn: int) -> Decisions:
        return {"reinforce": turn >= entry["reinforce_from"], "own": entry.get("own", True)}

    return decide


def _on_turns(entry: Entry) -> Callable[[Any, int], Decisions]:
    def decide(state: Any, turn: int) -> Decisions:
        return {"reinforce": turn in entry["turns"]}

    return decide


def _wild(entry: Entry) -> Callable[[Cup, int], Decisions]:
    def decide(state: Cup, turn: int) -> Decisions:
        return {"wild": np.full(state.run.shape, entry["wild"])}

    return decide


def _plan(entry: Entry) -> Callable[[Campaign, int], Decisions]:
    """Aim at the targets of a plan in order; -1 once all are held."""
    order = [IDS.index(target) for target in entry["order"]]
    is_caucasus = [TARGETS.rows[at]["has_caucasus_exception"] == "yes" for at in order]
    aims, held = np.array([*order, -1]), np.array([0, *np.cumsum(is_caucasus)])

    def decide(state: Campaign, turn: int) -> Decisions:
        place = np.minimum(state.taken, len(order))
        return {"target": aims[place], "caucasus": held[place]}

    return decide


BLUCHER = policies_of("blucher", _discard)
LUFTWAFFE = policies_of("luftwaffe", _air_supply)
CHITS = policies_of("chits", _wild)
VICTORY = policies_of("victory", _plan)
ATTRITION = policies_of("attrition", _feeding)
HEADQUARTERS = policies_of("headquarters", _from_turn)
RAIL = policies_of("rail", _from_turn)
RESERVES = policies_of("reserves", _on_turns)
