"""A problem of several attacks as people write it: targets, attackers with what they can reach, options of every fight.

From a TOML file, or from words such as ``luga:defense=4,defender_steps=2`` on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.errors import KesselError
from analysis.fights.facts import checked, fact_of
from sim.border import shown, toml_of
from sim.combat import ATTACK, Fact, Option, Plan
from sim.errors import GameError
from sim.game import Game, load_game

MAX_ATTACKERS, MAX_TARGETS = 6, 3
_AND = "+"
_NAME = re.compile(r"[\w .'/()&-]{1,40}")
_STEPS_TOGETHER = "attacker_steps"
_STEPS = Option("steps", "int", 0, "steps, 0 if not given", low=0)


@dataclass(frozen=True)
class Attacker:
    """One attacker: the targets it can reach, and its facts, for each of them."""

    name: str
    reaches: tuple[str, ...]
    facts: Mapping[str, Mapping[str, Fact]]


@dataclass(frozen=True)
class Problem:
    """Who can attack what, in one game; `targets` holds the facts of the fight for each, common ones included."""

    game: Game
    joining: Plan
    targets: Mapping[str, Mapping[str, Fact]]
    attackers: tuple[Attacker, ...]


def joining_of(game: Game) -> Plan:
    """Return a game's own way to join attackers; without one, strengths and steps add up."""
    known = {option.name: option.kind for option in game.combat.options}
    if game.combat.plan is not None:
        return game.combat.plan()
    if known.get(ATTACK.name) != ATTACK.kind:
        raise KesselError(
            f"{game.id}: its combat does not ask for the strength of an attack, so nothing can be planned"
        )
    if _STEPS_TOGETHER not in known:
        return Plan((ATTACK,), (ATTACK.name,), (), {}, _added)
    return Plan((ATTACK, _STEPS), (ATTACK.name, _STEPS_TOGETHER), (), {}, _added)


def _added(attackers: Sequence[Mapping[str, Any]], target: Mapping[str, Any]) -> dict[str, Fact]:
    together: dict[str, Fact] = {"attack": sum(one["attack"] for one in attackers)}
    steps = [one["steps"] for one in attackers if "steps" in one]
    return together | ({_STEPS_TOGETHER: sum(steps) if all(steps) else 0} if steps else {})


def problem_of(game: str, text: str, label: str) -> Problem:
    """Return a problem from the text of a TOML file: tables ``common``, ``target.NAME`` and ``attacker.NAME``."""
    entries = toml_of(text, label)
    for name, table in entries.items():
        if name not in ("common", "target", "attacker"):
            raise KesselError(f"{label}: {shown(name)} is not known; expected common, target and attacker")
        if not isinstance(table, dict):
            raise KesselError(f"{label}: {name} is {shown(table)}; expected a table")
    targets, attackers = entries.get("target", {}), entries.get("attacker", {})
    return problem(game, entries.get("common", {}), targets, attackers, label)


def problem_of_words(game: str, common: str, targets: Iterable[str], attackers: Iterable[str]) -> Problem:
    """Return a problem from words: ``fact=value,...`` of every fight, and ``NAME:fact=value,...`` for each one else."""
    asked = load_game(game)
    joining, fights = joining_of(asked), {option.name: option for option in asked.combat.options}
    units = {option.name: option for option in joining.attacker}
    return problem(
        game, _worded(common, fights, "--common"), _named(targets, fights, "--target"),
        _named(attackers, units, "--attacker"), "command line",
    )  # fmt: skip


def _named(words: Iterable[str], known: Mapping[str, Option], place: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for word in words:
        name, colon, facts = word.partition(":")
        if not colon or not name or name in found:
            raise KesselError(f"{place} {shown(word)}; expected NAME:fact=value,... with a name of its own")
        found[name] = _worded(facts, known, f"{place} {name}")
    return found


def _worded(words: str, known: Mapping[str, Option], place: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for word in filter(None, words.split(",")):
        name, equals, text = word.partition("=")
        if name in given:
            raise KesselError(f"{place}: {shown(name)} stands twice; expected it once")
        if not equals:
            raise KesselError(f"{place}: {shown(word)}; expected fact=value")
        option = known.get(name)
        if option is None or (option.kind == "yes_no" and text not in ("yes", "no")):
            given[name] = text.split(_AND)  # what it reaches, or before which targets a fact holds
        else:
            given[name] = fact_of(option, text, place, _AND)
    return given


def problem(
    game: str, common: Mapping[str, Any], targets: Mapping[str, Any], attackers: Mapping[str, Any], label: str
) -> Problem:
    """Return a problem whose every fact is of its kind; `KesselError` names the first that is not, and where."""
    asked = load_game(game)
    joining = joining_of(asked)
    for what, named, most in (("target", targets, MAX_TARGETS), ("attacker", attackers, MAX_ATTACKERS)):
        if not 1 <= len(named) <= most:
            raise KesselError(f"{label}: {len(named)} {what}s; expected 1 to {most}: every allocation is looked at")
        for name, table in named.items():
            if not _NAME.fullmatch(name):
                raise KesselError(f"{label}: {what} {shown(name)}; expected a name of up to 40 letters and digits")
            if not isinstance(table, Mapping):
                raise KesselError(f"{label}: {what} {name} is {shown(table)}; expected a table")
    open_facts = {option.name: option for option in asked.combat.options if option.name not in joining.given}
    fights = {
        name: {
            **_facts(common, open_facts, joining, f"{label}: common"),
            **_facts(given, open_facts, joining, f"{label}: target {name}"),
        }
        for name, given in targets.items()
    }
    units = tuple(_attacker(name, given, joining, tuple(targets), label) for name, given in attackers.items())
    return Problem(asked, joining, fights, units)


def _facts(given: Mapping[str, Any], known: Mapping[str, Option], joining: Plan, place: str) -> dict[str, Fact]:
    for name in given:
        if name in joining.given:
            raise KesselError(f"{place}: {name} follows from the attackers; expected it nowhere else")
        if name not in known:
            raise KesselError(f"{place}: {shown(name)} is not known; expected one of {', '.join(known)}")
    return {name: _fact(known[name], value, place) for name, value in given.items()}


def _fact(option: Option, value: Any, place: str) -> Fact:
    if option.kind == "texts" and isinstance(value, str):
        value = (value,)
    try:
        return checked(option, value)
    except GameError as error:
        raise KesselError(f"{place}: {error}") from None


def _attacker(name: str, given: Mapping[str, Any], joining: Plan, targets: Sequence[str], label: str) -> Attacker:
    place = f"{label}: attacker {name}"
    known = {option.name: option for option in joining.attacker}
    reaches = given.get("reaches", targets)
    reaches = [reaches] if isinstance(reaches, str) else reaches
    if not isinstance(reaches, (list, tuple)) or not all(isinstance(one, str) for one in reaches):
        raise KesselError(f"{place}: reaches is {shown(reaches)}; expected names of targets")
    if len(set(reaches)) != len(reaches) or not reaches:
        raise KesselError(f"{place}: reaches is {shown(reaches)}; expected each target once, and one at least")
    reaches = tuple(reaches)
    for target in reaches:
        if target not in targets:
            raise KesselError(f"{place}: reaches {shown(target)}; expected one of {', '.join(targets)}")
    for fact in given:
        if fact not in known and fact != "reaches":
            raise KesselError(f"{place}: {shown(fact)} is not known; expected one of reaches, {', '.join(known)}")
    facts = {
        target: {o.name: _fact(o, _before(o, given.get(o.name, o.default), target, targets, place), place)
                 for o in joining.attacker}
        for target in reaches
    }  # fmt: skip
    return Attacker(name, reaches, facts)


def _before(option: Option, value: Any, target: str, targets: Sequence[str], place: str) -> Any:
    """Return a fact before one target: given for all, by target in a table, or as a list of those where it is yes."""
    is_list = option.kind == "yes_no" and isinstance(value, list)
    if not is_list and not isinstance(value, Mapping):
        return value
    for name in value:
        if name not in targets:
            expected = f"one of {', '.join(targets)}"
            raise KesselError(f"{place}: {option.name} before {shown(name)}; expected {expected}")
    return target in value if is_list else value.get(target, option.default)
