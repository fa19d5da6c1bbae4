"""The odds explorer of Traces of Hubris: halving, the table, terrain and air support [7.0, 10.2]."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.combat import Fact
from sim.explorer import Control, Explorer, Ladder, Row, Value, always, control_of
from sim.games.traces_of_hubris.combat.column import is_unknown, terrain_shift
from sim.games.traces_of_hubris.combat.facts import BUILT_UP, FORTIFICATION, HEXES, LIMITS, OPTIONS, TERRAIN
from sim.games.traces_of_hubris.combat.table import COLUMNS, DEMANDS, FAMILIES, GAME, NO_ATTACK, RATIOS
from sim.numbers.basis import weakest
from sim.numbers.tables import load_list

_OPTIONS = {option.name: option for option in OPTIONS}
_AIR = load_list(GAME, "column_shifts")["offensive_air_support"]
_MOST_MARKERS = load_list(GAME, "luftwaffe_limits").integer("offensive_markers_per_hex")


def _control(name: str, label: str, group: str, **rest: Any) -> Control:
    return control_of(_OPTIONS[name], label, group, **rest)


def _controls() -> tuple[Control, ...]:
    ground, on_top = ([one for one in HEXES if (one in BUILT_UP) is top] for top in (False, True))
    return (
        _control("attacker", "Attacker", "Strength"),
        _control("attack", "Attack strength", "Strength", default=12, low=0, high=60,
                 limits=((always(across_river=0), 1, 60),)),
        _control("across_river", "Across a river, before halving", "Strength", kind="number", default=0, low=0,
                 high=40, help="attack strength of one hex that attacks across a river [1.3, 10.2]"),
        _control("defense", "Defense strength", "Strength", default=4, low=1, high=40),
        _control("terrain", "Terrain", "The hex", default="clear",
                 choices=tuple((one, one) for one in ground), help="of the hex attacked [10.2]"),
        Control("on_top", "Town or city", "The hex", "choice", "none", "on top of the terrain [10.2]", "terrain",
                choices=tuple((one, one) for one in ("none", *on_top)), is_list=True),
        _control("fort", "Soviet fortification", "The hex", opens=always(attacker="axis", on_top=BUILT_UP)),
        _control("air_markers", "Luftwaffe markers", "More", high=_MOST_MARKERS, opens=always(attacker="axis")),
        _control("shift", "Further columns", "More", low=-10, high=10),
        _control("rounding", "Odds between two columns", "More"),
        _control("family", "Unprinted cells of the table", "More"),
    )  # fmt: skip


def _terrain_rows() -> tuple[Row, ...]:
    rows = []
    for name in (one for one in HEXES if one != "clear"):
        central, low, high = terrain_shift(name)
        basis = "assumed" if is_unknown(name) else TERRAIN.basis_of(name, "column_shift")
        when = always(on_top=name) if name in BUILT_UP else always(terrain=name)
        rule = TERRAIN[name]["rule"].split("; ")[0]
        rows.append(Row(name, str(central), rule, when, "", basis, low - central, high - central))
    return tuple(rows)


def _facts_of(column: int, contexts: Mapping[str, Value]) -> Mapping[str, Fact]:
    ratio = RATIOS[column]
    return {"attack": ratio.numerator, "defense": ratio.denominator, "family": contexts["family"]}


EXPLORER = Explorer(
    controls=_controls(),
    ladder=Ladder(
        COLUMNS, tuple(map(str, RATIOS)), ":", False, "place", f"below {COLUMNS[0]}", nearest=("rounding", "nearest"),
        is_lost_below=True,
    ),
    rounding="down",
    attack=(Row("across_river", str(LIMITS["river_attack_multiplier"]["value"]), "10.2", times="across_river",
                label="strength across a river"),),
    defense=tuple(
        Row(f"fort_{row['state']}", row["defense"], "12.3", always(fort=row["state"]))
        for row in FORTIFICATION.rows if int(row["defense"])
    ),
    shifts=(
        *_terrain_rows(),
        Row("shift", "1", "10.2", times="shift"),
        Row(_AIR["id"], _AIR["column_shift"], _AIR["rule"], times="air_markers"),
    ),
    after_test=(_AIR["id"],),
    contexts={"family": tuple((one, always(family=one)) for one in FAMILIES)},
    facts_of=_facts_of,
    nothing=NO_ATTACK,
    beside=("attacker_units", "defender_units"),
    reads=weakest(demand.basis for demand in DEMANDS),
    left_out="a defense of 0, several hexes across a river, units that retreated into the hex, option 14.4, steps and"
    " what both sides make of a result, other readings",
)  # fmt: skip
