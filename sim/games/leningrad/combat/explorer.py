"""The odds explorer of Leningrad: what one may set, and which rows of the printed shifts follow [8.3]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from sim.combat import Fact
from sim.exact import Law
from sim.explorer import ALL_STEPS, Control, Explorer, Ladder, Row, Told, Value, When, always, control_of
from sim.games.leningrad.combat import untried
from sim.games.leningrad.combat.facts import OPTIONS, SIDES, TERRAIN, Fight
from sim.games.leningrad.combat.results import CRT, RESULTS, after
from sim.games.leningrad.combat.shifts import SHIFTS, WORTH, rule_of
from sim.numbers.columns import ratio_of

_OPTIONS = {option.name: option for option in OPTIONS}
_GERMAN, _SOVIET = always(attacker="german"), always(attacker="soviet")
_NOT_GERMANS_IN_CITY = (*_GERMAN, *always(terrain=tuple(one for one in TERRAIN if one != "soviet-city")))
_CONDITIONS: Mapping[str, tuple[When, str]] = {
    "overrun": (always(overrun=True), ""),
    "attacker_out_of_supply": (always(attacker_out_of_supply=True), ""),
    "hills": (always(terrain="hills"), ""),
    "forest_marsh_town": (always(terrain=("forest", "marsh", "town")), ""),
    "soviet_city": (always(terrain="soviet-city", attacker="german"), ""),
    "fort": (always(fort=True), ""),
    "river": (always(river=True), ""),
    "armor_defender": (tuple({"defender_armor": (True,), **one} for one in _NOT_GERMANS_IN_CITY), ""),
    "panzer_corps_defender": (_NOT_GERMANS_IN_CITY, "defender_corps"),
    "air_defender": ((), "defender_air"),
    "armor_attacker": (always(attacker_armor=True, fort=False), ""),
    "panzer_corps_attacker": ((), "attacker_corps"),
    "air_attacker": ((), "attacker_air"),
    "defender_out_of_supply": (always(defender_out_of_supply=True), ""),
    "soviet_surprise": (always(surprise=True), ""),
}
"""When each row applies, and the control that says how often; note 4 leaves Germans in a Soviet city without armor."""
_LABELS = {
    "forest_marsh_town": "forest, marsh or town", "attacker_out_of_supply": "attacker out of supply",
    "armor_defender": "defender's armor", "panzer_corps_defender": "defender's panzer corps",
    "air_defender": "defender's air unit", "armor_attacker": "attacker's armor",
    "panzer_corps_attacker": "attacker's panzer corps", "air_attacker": "attacker's air unit",
    "defender_out_of_supply": "defender out of supply", "soviet_surprise": "Soviet surprise",
    "soviet_city": "Soviet city",
}  # fmt: skip
_ON_PAPER = {
    "river": "river, if all attack across it", "armor_attacker": "attacker's armor, no fort in the hex",
    "armor_defender": "defender's armor, not Germans in a city", "soviet_city": "Soviet city, Soviets defend",
    "panzer_corps_defender": "defender's corps, each, not in a city", "fort": "fort, Soviets defend",
}  # fmt: skip
"""Rows with their conditions, for the card [note 3, note 4, 10.2, 10.3]."""
_UNTRIED = {"untried_inf": 3, "untried_armor": 2}
_STEPS = {"attacker": 12, "defender": 8}
_USUAL = ((1, "a Soviet unit: one"), (2, "a German unit: two"))
"""Steps of the usual defender [8.45]."""
_MOST_STEPS = 3
"""No 1 or 2 takes so many: a side of more steps answers as one of three does."""
_TAKES = (
    ("best", "as is best for the hex"), ("steps", "stands and loses steps"), ("retreat", "retreats"),
    ("split", "half in hexes, half in steps"),
)  # fmt: skip
_RETREATS = range(_OPTIONS["defender_retreat"].high + 1)


def _control(name: str, label: str, group: str, **rest: Any) -> Control:
    return control_of(_OPTIONS[name], label, group, **rest)


def _controls() -> tuple[Control, ...]:
    nobody = always(untried_inf=0, untried_armor=0)  # then there is no strength but the known one [8.3]
    return (
        _control("attacker", "Attacker", "Strength"),
        _control("attack", "Attack strength", "Strength", default=12, low=0, high=60,
                 limits=(((*_GERMAN, *nobody), 1, 60),)),
        _control("defense", "Defense strength", "Strength", default=4, low=0, high=40,
                 limits=(((*_SOVIET, *nobody), 1, 40),)),
        *(_control(name, label, "Strength", high=_UNTRIED[name])
          for name, label in (("untried_inf", "Untried Soviet infantry"), ("untried_armor", "Untried Soviet armor"))),
        _control("overrun", "Overrun", "Strength"),
        _control("terrain", "Terrain", "The hex", default=TERRAIN[0], help="of the defended hex [8.21]"),
        _control("river", "Across a river", "The hex"),
        _control("fort", "Fort", "The hex", opens=_GERMAN),
        _control("attacker_armor", "Armor", "Attacker"),
        _control("attacker_corps", "Panzer corps", "Attacker", opens=_GERMAN, limits=((always(overrun=True), 0, 1),)),
        _control("attacker_air", "Air units", "Attacker", opens=_GERMAN),
        _control("attacker_out_of_supply", "Out of supply", "Attacker"),
        _control("surprise", "Surprise of turn 8", "Attacker", opens=_SOVIET),
        _control("defender_armor", "Armor", "Defender"),
        _control("defender_corps", "Panzer corps", "Defender", opens=_SOVIET, high=1),
        _control("defender_air", "Air units", "Defender", opens=_SOVIET),
        _control("defender_out_of_supply", "Out of supply", "Defender"),
        _control("attacker_steps", "Attacker's steps", "Losses and retreats", default=6, low=1, high=_STEPS["attacker"],
                 opens=nobody, closed=0),
        _control("defender_steps", "Defender's steps", "Losses and retreats", default=1, low=1, high=_STEPS["defender"],
                 opens=nobody, closed=0, usual=_USUAL),
        _control("defender_retreat", "Hexes the defender can retreat", "Losses and retreats", opens=nobody,
                 closed=_RETREATS[-1]),
        *(_control(f"{side}_takes", f"{side.capitalize()} meets a 1 or 2", "Losses and retreats", choices=_TAKES,
                   opens=nobody, closed="best") for side in ("defender", "attacker")),
        _control("shift", "Further columns", "More", low=-10, high=10),
    )  # fmt: skip


def _shifts() -> tuple[Row, ...]:
    rows = [
        Row(row["id"], str(WORTH[row["id"]]), rule_of(row["id"]), *_CONDITIONS[row["id"]],
            SHIFTS.basis_of(row["id"], "column_shift"), label=_LABELS.get(row["id"], ""),
            on_paper=_ON_PAPER.get(row["id"], ""))
        for row in SHIFTS.rows
    ]  # fmt: skip
    return (*rows, Row("shift", "1", "", times="shift", label="further columns"))


def _facts_of(column: int, contexts: Mapping[str, Value]) -> Mapping[str, Fact]:
    ratio = ratio_of(CRT.column_labels[column], "-")
    return {"attack": ratio.numerator, "defense": ratio.denominator}


def _draws() -> Mapping[str, Any]:
    """Return for attacker and untried units: the cases, and the basis without and with armor that matters [12.1]."""
    found: dict[str, Any] = {}
    up_to = {name: range(most + 1) for name, most in _UNTRIED.items()}
    for side, infantry, armor in product(SIDES, up_to["untried_inf"], up_to["untried_armor"]):
        fight = Fight(attacker=side, attack=1, defense=1, untried_inf=infantry, untried_armor=armor)
        strength, has_armor, ways = untried.draws(fight)
        part, flag = ("defense", "defender_armor") if side == "german" else ("attack", "attacker_armor")
        found[f"{side} {infantry} {armor}"] = {
            "part": part, "flag": flag, "basis": [untried.basis(fight, armor_matters=m) for m in (False, True)],
            "cases": [[int(s), bool(a), str(w)] for s, a, w in zip(strength, has_armor, ways, strict=True)],
            "rules": ["12.1"] if infantry or armor else [],
        }  # fmt: skip
    return found


def _after() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """Return what each result comes to by overrun, steps of both sides, the defender's room, and the choices [8.4]."""
    found: dict[str, Mapping[str, Sequence[int]]] = {}
    steps, takes = range(1, _MOST_STEPS + 1), [choice for choice, _ in _TAKES]
    for word, attackers, defenders, room, *chosen in product(("false", "true"), steps, steps, _RETREATS, takes, takes):
        fight = Fight(attack=1, defense=1, overrun=word == "true", attacker_steps=attackers, defender_steps=defenders,
                      defender_retreat=room, defender_takes=chosen[0], attacker_takes=chosen[1])  # fmt: skip
        key = f"{word} {attackers} {defenders} {room} {' '.join(chosen)}"
        found[key] = {text: _comes_to(position, fight) for position, text in enumerate(RESULTS)}
    return found


def _comes_to(position: int, fight: Fight) -> Sequence[int]:
    law = after(Law(("result",), {(position,): 1}, 1), fight)
    assert law is not None
    (outcome,) = law.counts
    end = dict(zip(law.fields, outcome, strict=True))
    lost = [
        ALL_STEPS if end[f"is_{side}_eliminated"] else end[f"{side}_step_losses"] for side in ("attacker", "defender")
    ]
    return [end["is_cleared"], *lost, *(one.of(end) for one in _TOLD)]


_TOLD = (
    Told("attacker_back", "Chance that the attacker goes back", "attacker goes back",
         lambda end: int(end["attacker_retreat_hexes"] > 0), is_chance=True),
)  # fmt: skip
EXPLORER = Explorer(
    controls=_controls(),
    ladder=Ladder(
        CRT.column_labels, tuple(str(ratio_of(label, "-")) for label in CRT.column_labels), "-", True, "hold"
    ),
    shifts=_shifts(),
    facts_of=_facts_of,
    drawn=("attacker", *_UNTRIED),
    draws=_draws,
    comes_to=("overrun", "attacker_steps", "defender_steps", "defender_retreat", "defender_takes", "attacker_takes"),
    after=_after,
    most_steps=_MOST_STEPS,
    told=_TOLD,
    choices={"defender_takes": "defender", "attacker_takes": "attacker"},
    about_choices="A side that is asked for a 1 or 2 loses so many steps, goes back so many hexes, or takes half of"
    " each; the defender answers first [8.41-8.43]. An E leaves no choice.",
    left_out="several defended hexes, Soviet counters already turned over, what air units and corps a game turn has,"
    " sides that would save steps rather than the hex, attackers who cannot retreat, known steps beside untried units,"
    " other readings of the rules",
)
