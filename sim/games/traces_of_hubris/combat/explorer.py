"""The odds explorer of Traces of Hubris: halving, the table, terrain and air support [7.0, 10.2]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import product
from typing import Any

from sim.combat import Fact
from sim.explorer import Aftermath, Control, Explorer, Ladder, Row, Told, Value, WithEnds, always, control_of, span_of
from sim.games.traces_of_hubris.combat.column import is_unknown, terrain_shift
from sim.games.traces_of_hubris.combat.facts import (
    BUILT_UP,
    FORTIFICATION,
    FORTS,
    HEXES,
    LIMITS,
    OPTIONS,
    TAKES,
    TERRAIN,
    Fight,
)
from sim.games.traces_of_hubris.combat.results import FIELDS, after_table
from sim.games.traces_of_hubris.combat.table import (
    COLUMNS,
    DEMANDS,
    FAMILIES,
    GAME,
    NO_ATTACK,
    RATIOS,
    column_laws,
)
from sim.numbers.basis import weakest
from sim.numbers.family import IN_WORDS
from sim.numbers.tables import load_list

_OPTIONS = {option.name: option for option in OPTIONS}
_AIR = load_list(GAME, "column_shifts")["offensive_air_support"]
_MOST_MARKERS = load_list(GAME, "luftwaffe_limits").integer("offensive_markers_per_hex")


_STACKS = (("1", "one unit of one step"), ("2", "one unit of two steps"), ("1 1", "two of one step"),
           ("2 1", "one of two steps, one of one"), ("2 2", "two of two steps"),
           ("2 2 1", "two of two steps, one of one"), ("2 2 2", "three of two steps"))  # fmt: skip
"""The stacks that may be set: the steps of each unit [2.2]."""
_USUAL = (("2", "two steps"), ("1", "one step"))
_TAKES = {
    "best": "as is best for what he saves", "retreat": "goes back", "steps": "stands and pays steps",
    "split": "of RR pays for one hex, goes one",
}  # fmt: skip
_AIMS = {"hold": "the hex", "spare": "steps of the units", "marker": "the hex, then the marker"}


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
        *_of_the_sides(),
        _control("air_markers", "Luftwaffe markers", "More", high=_MOST_MARKERS, opens=always(attacker="axis")),
        _control("shift", "Further columns", "More", low=-10, high=10),
        _control("rounding", "Odds between two columns", "More"),
        _control("family", "Unprinted cells of the table", "More", default=tuple(FAMILIES)[-1],
                 choices=tuple((one, IN_WORDS[one]) for one in reversed(FAMILIES))),
    )  # fmt: skip


def _of_the_sides() -> tuple[Control, ...]:
    """Return the controls of units, and of how the defender meets a result [10.3, 10.4, 12.3]."""
    group, on_fort = "Losses and retreats", always(fort=tuple(one for one in FORTS if one != "none"))
    return (
        _control("attacker_units", "Attackers", group, kind="choice", default="2 2", choices=_STACKS, is_list=True,
                 opens=(*always(across_river=0), *always(attack=0))),  # two hexes need two units
        _control("defender_units", "Defenders", group, kind="choice", default="2", choices=_STACKS, is_list=True,
                 usual=_USUAL),
        _control("defender_room", "Hexes the defender can retreat", group),
        _control("defender_takes", "Defender meets an R or RR", group, choices=tuple(_TAKES.items()), opens=on_fort),
        _control("defender_aim", "Defender saves first", group, choices=tuple(_AIMS.items()), opens=on_fort),
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
    units = {"attacker_units": ("2",), "defender_units": ("2",)}
    return {"attack": ratio.numerator, "defense": ratio.denominator, "family": contexts["family"], **units}


_TOLD = (
    Told("fort_lost", "Steps the fortification loses, on average", "fortification loses",
         lambda end: end["fortification_step_losses"]),
)  # fmt: skip


@cache
def _ends(part: str) -> Mapping[str, Sequence[Sequence[int]]]:
    """Return for each key of a part of `_ENDS` the values of each measure by result: lists of as many as `RESULTS`."""
    found = {}
    for values in product(*_VALUES[part]):
        facts: dict[str, Any] = dict(zip(_BY[part], values, strict=True))
        units = {name: tuple(str(facts.get(name, "2")).split()) for name in ("attacker_units", "defender_units")}
        fight = Fight(attack=1, defense=1, terrain=("town",), **{**facts, **units})
        if fight.fort == "none" and (fight.defender_takes, fight.defender_aim) != (TAKES[0], next(iter(_AIMS))):
            continue  # a closed control counts as its default
        table = after_table(fight)
        assert table is not None
        found[" ".join(map(str, values))] = [table[:, FIELDS.index(name)].tolist() for name in _FIELDS[part]]
    return found


_BY = {
    "attacker": ("attacker_units",),
    "defender": ("fort", "defender_units", "defender_room", "defender_takes", "defender_aim"),
}
_VALUES = {
    "attacker": (tuple(stack for stack, _ in _STACKS),),
    "defender": (FORTS, tuple(stack for stack, _ in _STACKS), range(_OPTIONS["defender_room"].high + 1), TAKES,
                 tuple(_AIMS)),
}  # fmt: skip
_FIELDS = {
    "attacker": ("attacker_step_losses",),
    "defender": ("is_cleared", "defender_step_losses", "fortification_step_losses"),
}


def _of_cell(part: str, column: int, contexts: Mapping[str, Value]) -> Mapping[str, Sequence[WithEnds]]:
    laws = column_laws(column, str(contexts["family"]))
    known: dict[tuple[int, ...], WithEnds] = {}

    def span(worths: Sequence[int]) -> WithEnds:
        if tuple(worths) not in known:
            known[tuple(worths)] = span_of(laws, worths)
        return known[tuple(worths)]

    return {key: [span(worths) for worths in measures] for key, measures in _ends(part).items()}


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
        Row(_AIR["id"], _AIR["column_shift"], _AIR["rule"], times="air_markers",
            on_paper="offensive air support, one a hex"),
    ),
    after_test=(_AIR["id"],),
    contexts={"family": tuple((one, always(family=one)) for one in FAMILIES)},
    facts_of=_facts_of,
    nothing=NO_ATTACK,
    told=_TOLD,
    ends=(
        Aftermath(("attacker_lost",), _BY["attacker"], partial(_of_cell, "attacker")),
        Aftermath(("cleared", "defender_lost", "fort_lost"), _BY["defender"], partial(_of_cell, "defender")),
    ),
    choices={"defender_takes": "defender", "defender_aim": "defender"},
    before="The defender at his best for the hex",
    about_choices="An R or RR sends the defender back, and the attacker has no choice [10.3, 10.4]. On a fortification"
    " the defender may pay each hex with a step of the marker or of a unit, and stand [12.3].",
    reads=weakest(demand.basis for demand in DEMANDS),
    left_out="a defense of 0, several hexes across a river, units that retreated into the hex, option 14.4, enemy"
    " zones of control on the way back, other readings",
)  # fmt: skip
