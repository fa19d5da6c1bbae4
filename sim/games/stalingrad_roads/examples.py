"""How our rules work the examples of Stalingrad Roads: a reader for each kind in ``examples.toml`` that is built."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import GameError
from sim.games.stalingrad_roads.combat.odds import after_roll, odds
from sim.games.stalingrad_roads.combat.table import COLUMNS, SEPARATOR, TACTICAL, attrition, tactical
from sim.games.stalingrad_roads.systems import stavka, supports
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.games.stalingrad_roads.systems._airlift import DRM, airlift_drm, airlift_result
from sim.games.stalingrad_roads.systems.approval import markers
from sim.games.stalingrad_roads.systems.replacements import box_gives
from sim.numbers.columns import label_of, odds_rung

Given = Mapping[str, Any]


def _odds(given: Given) -> dict[str, Any]:
    answer = odds(**given)
    return {
        "initial_odds": answer.initial_odds,
        "final_column": answer.final_column,
        "cancelled": answer.cancelled,
    }


def _rounding(given: Given) -> dict[str, Any]:
    return {"odds": label_of(int(odds_rung(given["attack"], given["defense"])), SEPARATOR)}


def _crt(given: Given) -> dict[str, Any]:
    """Read one cell through the rules, not the table."""
    column, rolls = COLUMNS.index(given["column"]), _dice(given["roll"])
    attacker, defender = (int(steps) for steps in attrition(column, rolls))
    a, d = (TACTICAL[int(code)] for code in tactical(column, rolls))
    losses = (f"A{attacker}" if attacker else "") + (f"D{defender}" if defender else "") or "-"
    return {"losses": losses, "attacker_tactical": a, "defender_tactical": d}


def _dice(total: int) -> NDArray[np.int8]:
    low = max(1, total - 6)
    return np.array([low, total - low], np.int8)


def _combat(given: Given) -> dict[str, Any]:
    """Resolve a whole fight; no example rolls an Eng, so the second roll does not matter."""
    facts = {name: fact for name, fact in given.items() if name != "roll"}
    answer = odds(**facts)
    after = after_roll(np.array([*_dice(given["roll"]), 3, 4], np.int8), **facts)
    columns = {"initial_odds": answer.initial_odds, "final_column": answer.final_column}
    return {**columns, "armored_exploitation_units": None, **after}


def _airlift(given: Given) -> dict[str, Any]:
    counts = {row["id"]: given.get(row["id"], 0) for row in DRM.rows}
    unknown = set(given) - set(counts) - {"roll"}
    if unknown:
        raise GameError(f"no airlift DRM {min(unknown)!r}; expected one of {', '.join(counts)}")
    drm = airlift_drm(counts)
    modified, change, ju52 = airlift_result(drm, np.array([given["roll"]], np.int8))
    return {
        "drm": int(drm),
        "modified_roll": int(modified),
        "level_change": int(change),
        "ju52_received": int(ju52),
    }


def _support_acquisition(given: Given) -> dict[str, Any]:
    drawn = acquired(_dice(given["natural_roll"]), given["drm"], box=given["box"])
    return {"modified_roll": given["natural_roll"] + given["drm"], "supports": int(drawn)}


def _approval(given: Given) -> dict[str, Any]:
    """Move both markers as an example says, and read what the higher one gives."""
    if "roll" in given:
        change, box, owed, gain = (int(x) for x in markers.crisis_result(given["roll"]))
        crisis = markers.CRISIS[str(given["roll"])]
        return {
            "approval": box, "manstein": int(markers.moved(given["manstein"], change)),
            "armored_attacks_min": owed, "armored_attacks_manstein_change": gain,
            "is_city_movement_barred": crisis["is_city_movement_barred"] == "yes",
        }  # fmt: skip
    events = Counter[str](given.get("events", []))
    lost = Counter[str](given.get("strategic_hexes_lost", []))
    change = int(markers.event_change("approval", events)) + int(markers.hex_change(lost))
    found: dict[str, Any] = {"approval_change": change}
    if "approval" in given:
        after = int(markers.moved(given["approval"], change))
        manstein = int(markers.moved(given["manstein"], markers.event_change("manstein", events)))
        box = max(after, manstein)
        found |= {"approval": after, "manstein": manstein, "is_crisis": after == markers.BOX_MIN, "box": box}
        if box == 4:
            found |= {what: box_gives(box, what, {}) for what in ("supports", "replacement_points")}
    return found


def _stavka(given: Given) -> dict[str, Any]:
    """Answer an example of offensives and the reserve."""
    limit = supports.OFFENSIVE.integer
    if "shortages" in given:
        counted = given["supports"] - given["shortages"]
        launches = bool(supports.can_launch(given["supports"], given["shortages"]))
        return {"counted_supports": counted, "can_launch": launches}
    if "supports_given" in given:
        a_unit = limit("armored_unit_supports" if given.get("armored") else "unit_supports")
        chosen, units = given["supports_given"] // limit("exchange_supports"), given["supports_given"] // a_unit
        return {"supports_chosen": chosen, "units": units}
    if "armored_corps" in given:
        return {"units": stavka.units_counted(given["armored_corps"], given["other_units"])}
    drm = int(stavka.release_drm(stavka.POSITIONS.index(given["position"]), given["supports"]))
    units = stavka.release_units(drm, np.array([given["roll"]], np.int8), given["is_priority_front"])
    return {"drm": drm, "modified_roll": given["roll"] + drm, "units": int(units)}


READERS = {
    "odds": _odds,
    "rounding": _rounding,
    "crt": _crt,
    "combat": _combat,
    "airlift": _airlift,
    "support_acquisition": _support_acquisition,
    "approval": _approval,
    "stavka": _stavka,
}
