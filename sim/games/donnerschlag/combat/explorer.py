"""The odds explorer of Donnerschlag: supply, terrain, column, DRM, and the Schlachtenglück marker [4.7, 11.2, 13.2]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.combat import Fact
from sim.explorer import Control, Explorer, Ladder, Row, Value, When, always, control_of
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
from sim.games.donnerschlag.combat.facts import FAMILIES, OPTIONS, TERRAIN
from sim.games.donnerschlag.combat.families import family
from sim.games.donnerschlag.combat.strengths import OUT_ATTACK, OUT_DEFENSE
from sim.numbers.rawfiles import RuleDataError

_OPTIONS = {option.name: option for option in OPTIONS}
_WORDS = LINES["two"]
_KNOWN = tuple(name for name in TERRAIN if name == "clear" or name in _WORDS)
_MOST = 5


def _is_possible(structure: str) -> bool:
    """Return whether a family is not refuted by what an owner has typed in."""
    try:
        return bool(family(structure))
    except RuleDataError:
        return False


_FAMILIES = tuple(one for one in FAMILIES if _is_possible(one))


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
        _control("shift", "Further columns, cards too", "More", low=-_MOST, high=_MOST),
        _control("drm", "Further DRM, cards too", "More", low=-_MOST, high=_MOST),
        _control("family", "Unprinted cells of the table", "More", choices=tuple((one, one) for one in _FAMILIES)),
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
_LABELS = {
    "tank_attack": "attacker's tanks", "tank_defense": "defender's tanks",
    "combined_arms_attack": "attacker's combined arms", "combined_arms_defense": "defender's combined arms",
    "shift": "further columns", "drm": "further DRM",
}  # fmt: skip


def _half_of_terrain() -> tuple[Row, ...]:
    return tuple(
        Row(line, f"*{TERRAIN_LINES[line]['attack_factor']}", TERRAIN_LINES[line]["rule"], always(terrain=name),
            label=f"against a {name}")
        for name, (line, _) in _WORDS.items()
        if line and TERRAIN_LINES[line]["attack_factor"]
    )  # fmt: skip


def _facts_of(column: int, contexts: Mapping[str, Value]) -> Mapping[str, Fact]:
    attack, defense = (1, 2) if column == BELOW else RATIOS[column].as_integer_ratio()
    return {"attack": attack, "defense": defense, **contexts}


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
        *(Row(row["id"], row["value"], row["rule"], _DRMS[row["id"]]) for row in DRMS.rows if row["id"] in _DRMS),
        Row("drm", "1", "13.2", times="drm", label=_LABELS["drm"]),
    ),
    drm_limit=len(CRT.row_labels) - 1,
    contexts={
        "schlachtenglueck": tuple((one, always(schlachtenglueck=one)) for one in ("none", "attacker")),
        "family": tuple((one, always(family=one)) for one in _FAMILIES),
    },
    facts_of=_facts_of,
    beside=("attacker_steps", "defender_steps"),
    left_out="several attacking hexes, combat cards by their names, steps, draws from the cup, other aims of the"
    " marker, other readings",
)  # fmt: skip
