"""How our rules work the examples of Donnerschlag: a reader for each kind in ``examples.toml`` that they can work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.errors import GameError
from sim.games.donnerschlag.combat.answer import Answer
from sim.games.donnerschlag.combat.cards import cards_of, event_of, success_faces
from sim.games.donnerschlag.combat.column import DRMS, SHIFTS
from sim.games.donnerschlag.combat.facts import GAME, Fight
from sim.games.donnerschlag.combat.families import RESULTS
from sim.games.donnerschlag.combat.odds import column_label
from sim.games.donnerschlag.combat.results import consequences, demand_of
from sim.games.donnerschlag.combat.table import combat_result
from sim.numbers.tables import load_list

Given = Mapping[str, Any]


def _attack(given: Given) -> dict[str, Any]:
    """Resolve an attack whose cards and die are rolled; `is_refused` where it may not be made."""
    facts: dict[str, Any] = {
        name: tuple(fact) if isinstance(fact, list) else fact for name, fact in given.items() if name != "die"
    }
    try:
        (one,) = Answer.of(Fight(**facts)).situations
    except GameError:
        return defaultdict(str, is_refused=True)
    modified = given["die"] + one.drm
    result = RESULTS[int(combat_result(one.column, np.array([modified], np.int8)))]
    ends = consequences([demand_of(result)], Fight(**facts), is_barred=one.is_barred, can_advance=one.can_advance)
    return {
        "is_refused": False, "initial_odds": one.initial_odds, "final_column": column_label(one.column),
        **{row["id"]: 0 for row in (*SHIFTS.rows, *DRMS.rows)}, **{mod.id: mod.value for mod in one.applied},
        "modified_roll": modified, "result": result, **{name: values[0] for name, values in ends.items()},
    }  # fmt: skip


def _event_roll(given: Given) -> dict[str, Any]:
    """Roll for the event of a card: the numbers that succeed, and what becomes of the card."""
    event = load_list(GAME, "events")[event_of(given["card"])]
    faces = success_faces(event["id"]) or ()
    (card,) = cards_of(Fight(attack=1, defense=1, card=(f"{given['card']}:rolled-{given['die']}",)))
    return {
        "success_low": faces[0], "success_high": faces[-1], "is_success": bool(card.faces),
        "is_card_removed": bool(card.faces) and "card removed" in event["on_success"],
        "is_card_discarded": not card.faces and "card discarded" in event["on_failure"],
        "river_effects_cancelled": bool(card.faces * card.effects.cancels_river),
    }  # fmt: skip


READERS = {"attack": _attack, "event_roll": _event_roll}
