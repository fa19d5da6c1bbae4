"""The odds explorer of Stalingrad Roads: strengths, weather, terrain, the pocket, the elite bonus [8.2.1]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sim.combat import MAX_STRENGTH, Fact
from sim.explorer import Aftermath, Control, Explorer, Ladder, Row, Told, Value, When, WithEnds, always, control_of
from sim.games.stalingrad_roads.combat.chart import RANGES
from sim.games.stalingrad_roads.combat.chart import TERRAIN as CHART
from sim.games.stalingrad_roads.combat.ends import MEASURES, most_steps, of_cell
from sim.games.stalingrad_roads.combat.facts import OPTIONS, POCKET, Facts
from sim.games.stalingrad_roads.combat.strengths import MODIFIERS, defense_strength, share_of
from sim.games.stalingrad_roads.combat.table import COLUMNS, SEPARATOR
from sim.numbers.columns import ratio_of

_OPTIONS = {option.name: option for option in OPTIONS}
_ASSUMED = "assumed"
_LEVELS = tuple(int(row["level"]) for row in POCKET.rows if row["defense"] in ("unchanged", "half"))
_UNCHANGED = next(int(row["level"]) for row in POCKET.rows if row["defense"] == "unchanged")
_FLOWING, _FROZEN = ("snow", "frozen_rivers"), ("frozen_rivers", "frozen_major_rivers")
_WET = ("river", "major_river")
_IN_POCKET = always(fortress_level=_LEVELS)
_FOREST: When = (*always(terrain="forest"), *always(terrain="marsh", weather="frozen_major_rivers"))
_TERRAIN: Mapping[str, When] = {
    "forest": _FOREST,
    "marsh": always(terrain="marsh", weather=("snow", "mud", "frozen_rivers")),
    **{name: always(terrain=name) for name in ("village", "city", "major_city")},
}
"""When each row of the chart counts; a marsh is forest once major rivers are frozen [3.4]."""
_WATER: Mapping[str, When] = {
    "river": (*always(across="river", weather="snow"), *always(across="major_river", weather="frozen_major_rivers")),
    "major_river": always(across="major_river", weather=_FLOWING),
}
"""The same for hexsides; in mud the third of the attack stands for them [3.2.2, ruling R51]."""


_LOSSES = "Losses and retreats"
_USUAL = ((2, "a division: two"), (1, "one step"), (4, "two divisions: four"))
"""Steps of the usual defender [1.3]."""
_SAVES: Mapping[str, Mapping[str, str]] = {
    "defender": {"ground": "stays, with the loss of S, while a step is left", "steps": "goes from S, stays on F"},
    "attacker": {"ground": "stays with the loss, while a step is left", "steps": "goes back"},
}
"""What each of `AIMS` does with the results that leave a choice (CRT legend)."""


def _control(name: str, label: str, group: str, **more: Any) -> Control:
    return control_of(_OPTIONS[name], label, group, **more)


def _controls() -> tuple[Control, ...]:
    outside = always(fortress_level=0)
    elite = always(fortress_level=0, terrain="clear", across="none")
    levels = ((0, "not in the pocket"), *((level, f"supply level {level}") for level in sorted(_LEVELS)))
    only = "asked here in the open and without a river only"
    return (
        _control("attacker", "Attacker", "Strength"),
        _control("attack", "Attack factors", "Strength", default=24, low=1, high=80),
        _control("defense", "Defense factors", "Strength", default=8, low=1, high=60),
        _control("attack_bonus", "Added by the attacker's supports", "Strength", high=20),
        _control("defense_bonus", "Added by the defender's supports", "Strength", high=20),
        _control("shift", "Columns from supports", "Strength", low=-10, high=10),
        _control("weather", "Ground and rivers", "The hex"),
        _control("terrain", "Terrain", "The hex"),
        _control("across", "Across", "The hex"),
        _control("attacker_out_of_supply", "Attacker out of supply", "Supply and elite"),
        _control("defender_out_of_supply", "Defender out of supply", "Supply and elite", opens=outside),
        _control("fortress_level", "Pocket", "Supply and elite", kind="choice", choices=levels,
                 opens=always(attacker="soviet")),
        _control("attacker_elite", "Attacker's elite bonus", "Supply and elite", opens=elite, help=only),
        _control("defender_elite", "Defender's elite bonus", "Supply and elite", opens=elite, help=only),
        _control("attacker_steps", "Attacker's steps", _LOSSES, default=8, low=1, high=24),
        _control("defender_steps", "Defender's steps", _LOSSES, default=4, low=1, high=12, usual=_USUAL),
        _control("defender_aim", "Defender meets S or F", _LOSSES, choices=tuple(_SAVES["defender"].items()),
                 opens=always(defender_elite=False)),
        _control("attacker_aim", "Attacker meets AR", _LOSSES, choices=tuple(_SAVES["attacker"].items()),
                 opens=always(attacker_elite=False)),  # with the bonus the aim decides which result is taken
    )  # fmt: skip


def _share(id: str, when: When, label: str) -> Row:
    return Row(id, f"*{share_of(MODIFIERS[id])}", MODIFIERS[id]["rule"], when, label=label)


def _of_chart(name: str, when: When) -> Row:
    """Return the bonus of a row of the lost chart, with the range of a guess (ruling R59)."""
    bonus, basis = CHART.integer(name, "defense_bonus"), CHART.basis_of(name, "defense_bonus")
    low, high = (
        RANGES.integer(name, end) - RANGES.integer(name) if basis == _ASSUMED else 0 for end in ("low", "high")
    )
    on_paper = f"{name.replace('_', ' ')}, to the defense"
    return Row(name, str(bonus), "8.5.2", when, "", basis, low, high, on_paper=on_paper)


def _left_at(level: int) -> Fraction:
    """Return what a supply level of the pocket leaves of the defense [10.3.2]."""
    return Fraction(defense_strength(Facts(1, MAX_STRENGTH, fortress_level=level)).factors, MAX_STRENGTH)


def _attack() -> tuple[Row, ...]:
    return (
        _share("oos_attack", always(attacker_out_of_supply=True), "attack out of supply"),
        _share("mud_bridge_attack", always(weather="mud", across=_WET), "attack over a bridge in mud"),
        Row("attack_bonus", "1", "8.5.3", times="attack_bonus", label="attacker's supports"),
    )


def _defense() -> tuple[Row, ...]:
    frozen = MODIFIERS["frozen_river_defense"]
    return (
        _share("oos_defense", always(defender_out_of_supply=True), "defense out of supply"),
        *(Row(f"level_{n}", f"*{_left_at(n)}", "10.3.2", always(fortress_level=n),
              label=f"pocket's defense at supply level {n}")
          for n in _LEVELS if n != _UNCHANGED and _left_at(n) != 1),
        *(_of_chart(name, when) for name, when in (*_TERRAIN.items(), *_WATER.items())),
        Row("defense_bonus", "1", "8.5.2", times="defense_bonus", label="defender's supports"),
        Row(frozen["id"], frozen["value"], frozen["rule"], always(across="river", weather=_FROZEN),
            label="frozen river", on_paper="frozen river, to the defense"),
    )  # fmt: skip


def _facts_of(column: int, contexts: Mapping[str, Value]) -> Mapping[str, Fact] | None:
    """Return a fight of the column, without what the chart adds to the defense."""
    ratio = ratio_of(COLUMNS[column], SEPARATOR)
    elite = {name: contexts[name] for name in ("attacker_elite", "defender_elite")}
    is_plain = contexts["terrain"] == "clear" and contexts["water"] != "major_river" and contexts["pocket"] == "no"
    if any(elite.values()) and not is_plain:
        return None
    return {
        "attack": ratio.numerator, "defense": ratio.denominator, "terrain_bonus": 0, "terrain": contexts["terrain"],
        "weather": "mud" if contexts["water"] == "mud" else "snow",
        "across": "major_river" if contexts["water"] == "major_river" else "none",
        "fortress_level": _UNCHANGED if contexts["pocket"] == "yes" else 0, **elite,
    }  # fmt: skip


def _of_cell(side: str, column: int, contexts: Mapping[str, Value]) -> Mapping[str, Sequence[WithEnds]]:
    facts = _facts_of(column, contexts)
    return of_cell(side, facts, column) if facts else {}


_YES_NO = (True, False)
_TOLD = (
    Told("attacker_back", "Chance that the attacker goes back", "attacker goes back",
         lambda end: int(end["is_attacker_retreat"]), is_chance=True),
)  # fmt: skip
EXPLORER = Explorer(
    controls=_controls(),
    ladder=Ladder(COLUMNS, tuple(str(ratio_of(label, SEPARATOR)) for label in COLUMNS), SEPARATOR, True, "cancel"),
    attack=_attack(),
    defense=_defense(),
    shifts=(Row("shift", "1", "8.5.6", times="shift", label="columns from supports"),),
    contexts={
        "terrain": (*_TERRAIN.items(), ("clear", ())),
        "water": (("mud", always(weather="mud")), ("major_river", _WATER["major_river"]), ("none", ())),
        "pocket": (("yes", _IN_POCKET), ("no", ())),
        **{name: tuple((is_so, always(**{name: is_so})) for is_so in _YES_NO)
           for name in ("attacker_elite", "defender_elite")},
    },
    facts_of=_facts_of,
    implied=(("bridge", True, always(weather="mud", across=_WET)),),
    told=_TOLD,
    ends=tuple(
        Aftermath(MEASURES[side], (f"{side}_steps", f"{side}_aim"), partial(_of_cell, side),
             {f"{side}_steps": most_steps(side)})
        for side in _SAVES
    ),
    choices={"defender_aim": "defender", "attacker_aim": "attacker"},
    before="Both sides stay while they can",
    about_choices="The table leaves three choices (CRT legend): on S the defender stays with a loss or goes back; on F"
    " he stays, or goes back with a loss; on AR the attacker goes back or stays with losses. A DR leaves none, but in"
    " the pocket, where it becomes an S [10.2.3].",
    left_out="supply level 1 of the pocket, Ju 52 events, units that retreated here, German superiority, exploitation,"
    " weak allies, an elite side that saves its steps, an owner's terrain chart, other readings",
)  # fmt: skip
