"""A problem of several attacks as people write it: targets, attackers with what they can reach, options of every fight.

From a TOML file, or from words such as ``luga:defense=4,defender_steps=2`` on the command line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.errors import KesselError
from analysis.facts import fact_of
from analysis.odds import _checked as checked
from analysis.odds import options
from sim.combat import ATTACK, Fact, Option
from sim.game import GameError, load_game

MAX_ATTACKERS, MAX_TARGETS = 6, 3
_AND = "+"
_STEPS_TOGETHER = "attacker_steps"
_STEPS = Option("steps", "int", 0, "steps, 0 if not told", low=0)

Joined = Callable[[Sequence[Mapping[str, Fact]], Mapping[str, Fact]], "dict[str, Fact] | None"]


@dataclass(frozen=True)
class Joining:
    """How a game makes the facts of a fight from those of its attackers.

    `given` names the facts of the fight that the attackers decide, `pooled` those by which two fights depend on each
    other. `central` leaves out the range of what is assumed, where that takes long.
    """

    attacker: tuple[Option, ...]
    given: tuple[str, ...]
    pooled: tuple[str, ...]
    central: Mapping[str, Fact]
    joined: Joined


@dataclass(frozen=True)
class Attacker:
    """One attacker: the targets it can reach, and its facts, for each of them."""

    name: str
    reaches: tuple[str, ...]
    facts: Mapping[str, Mapping[str, Fact]]


@dataclass(frozen=True)
class Problem:
    """Who can attack what, in one game; `targets` holds the facts of the fight for each, common ones included."""

    game: str
    joining: Joining
    targets: Mapping[str, Mapping[str, Fact]]
    attackers: tuple[Attacker, ...]


def joining_of(game: str) -> Joining:
    """Return a game's own way to join attackers; without one, strengths and steps add up."""
    known = {option.name: option.kind for option in options(game)}
    if "plan" in load_game(game).chapters:
        chapter = load_game(game).chapter("plan")
        return Joining(chapter.ATTACKER, chapter.GIVEN, chapter.POOLED, chapter.CENTRAL, chapter.joined)
    if known.get(ATTACK.name) != ATTACK.kind:
        raise KesselError(f"{game}: its combat does not ask for the strength of an attack, so nothing can be planned")
    if _STEPS_TOGETHER not in known:
        return Joining((ATTACK,), (ATTACK.name,), (), {}, _added)
    return Joining((ATTACK, _STEPS), (ATTACK.name, _STEPS_TOGETHER), (), {}, _added)


def _added(attackers: Sequence[Mapping[str, Any]], told: Mapping[str, Fact]) -> dict[str, Fact]:
    together: dict[str, Fact] = {"attack": sum(one["attack"] for one in attackers)}
    steps = [one["steps"] for one in attackers if "steps" in one]
    return together | ({_STEPS_TOGETHER: sum(steps) if all(steps) else 0} if steps else {})


def problem_of(game: str, text: str, label: str) -> Problem:
    """Return a problem from the text of a TOML file: tables ``common``, ``target.NAME`` and ``attacker.NAME``."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KesselError(f"{label}: not a TOML file: {error}") from None
    for name, table in told.items():
        if name not in ("common", "target", "attacker"):
            raise KesselError(f"{label}: {name!r} is not known; expected common, target and attacker")
        if not isinstance(table, dict):
            raise KesselError(f"{label}: {name} is {table!r}; expected a table")
    targets, attackers = told.get("target", {}), told.get("attacker", {})
    return problem(game, told.get("common", {}), targets, attackers, label)


def problem_of_words(game: str, common: str, targets: Iterable[str], attackers: Iterable[str]) -> Problem:
    """Return a problem from words: ``fact=value,...`` of every fight, and ``NAME:fact=value,...`` for each one else."""
    joining = joining_of(game)
    fights = {option.name: option for option in options(game)}
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
            raise KesselError(f"{place} {word!r}; expected NAME:fact=value,... with a name of its own")
        found[name] = _worded(facts, known, f"{place} {name}")
    return found


def _worded(words: str, known: Mapping[str, Option], place: str) -> dict[str, Any]:
    told: dict[str, Any] = {}
    for word in filter(None, words.split(",")):
        name, equals, text = word.partition("=")
        if not equals:
            raise KesselError(f"{place}: {word!r}; expected fact=value")
        option = known.get(name)
        if option is None or (option.kind == "yes_no" and text not in ("yes", "no")):
            told[name] = text.split(_AND)  # what it reaches, or before which targets a fact holds
        else:
            told[name] = fact_of(option, text, place, _AND)
    return told


def problem(
    game: str, common: Mapping[str, Any], targets: Mapping[str, Any], attackers: Mapping[str, Any], label: str
) -> Problem:
    """Return a problem whose every fact is of its kind; `KesselError` names the first that is not, and where."""
    joining = joining_of(game)
    for what, told, most in (("target", targets, MAX_TARGETS), ("attacker", attackers, MAX_ATTACKERS)):
        if not 1 <= len(told) <= most:
            raise KesselError(f"{label}: {len(told)} {what}s; expected 1 to {most}: every allocation is looked at")
        for name, table in told.items():
            if not isinstance(table, Mapping):
                raise KesselError(f"{label}: {what} {name} is {table!r}; expected a table")
    open_facts = {option.name: option for option in options(game) if option.name not in joining.given}
    fights = {
        name: {
            **_facts(common, open_facts, joining, f"{label}: common"),
            **_facts(told, open_facts, joining, f"{label}: target {name}"),
        }
        for name, told in targets.items()
    }
    units = tuple(_attacker(name, told, joining, tuple(targets), label) for name, told in attackers.items())
    return Problem(game, joining, fights, units)


def _facts(told: Mapping[str, Any], known: Mapping[str, Option], joining: Joining, place: str) -> dict[str, Fact]:
    for name in told:
        if name in joining.given:
            raise KesselError(f"{place}: {name} follows from the attackers; expected it nowhere else")
        if name not in known:
            raise KesselError(f"{place}: {name!r} is not known; expected one of {', '.join(known)}")
    return {name: _fact(known[name], value, place) for name, value in told.items()}


def _fact(option: Option, value: Any, place: str) -> Fact:
    if option.kind == "texts" and isinstance(value, str):
        value = (value,)
    try:
        return checked(option, value)
    except GameError as error:
        raise KesselError(f"{place}: {error}") from None


def _attacker(name: str, told: Mapping[str, Any], joining: Joining, targets: Sequence[str], label: str) -> Attacker:
    place = f"{label}: attacker {name}"
    known = {option.name: option for option in joining.attacker}
    reaches = told.get("reaches", targets)
    reaches = (reaches,) if isinstance(reaches, str) else tuple(reaches)
    for target in reaches:
        if target not in targets:
            raise KesselError(f"{place}: reaches {target!r}; expected one of {', '.join(targets)}")
    for fact in told:
        if fact not in known and fact != "reaches":
            raise KesselError(f"{place}: {fact!r} is not known; expected one of reaches, {', '.join(known)}")
    facts = {
        target: {o.name: _fact(o, _before(o, told.get(o.name, o.default), target, targets, place), place)
                 for o in joining.attacker}
        for target in reaches
    }  # fmt: skip
    return Attacker(name, reaches, facts)


def _before(option: Option, value: Any, target: str, targets: Sequence[str], place: str) -> Any:
    """Return a fact before one target: told for all, by target in a table, or as a list of those where it is yes."""
    is_list = option.kind == "yes_no" and isinstance(value, list)
    if not is_list and not isinstance(value, Mapping):
        return value
    for name in value:
        if name not in targets:
            expected = f"one of {', '.join(targets)}"
            raise KesselError(f"{place}: {option.name} before {name!r}; expected {expected}")
    return target in value if is_list else value.get(target, option.default)
