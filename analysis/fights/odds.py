"""Exact combat odds, as a person or a program asks for them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from analysis.fights.facts import checked, spellings
from sim.combat import CombatOdds, Fact, Option
from sim.errors import GameError
from sim.exact import Bounds, Law
from sim.game import Game, load_game
from sim.numbers.family import STRUCTURES


def options(game: str) -> tuple[Option, ...]:
    """Return the facts that a game asks about a fight."""
    return load_game(game).combat.options


def odds(game: str, **facts: Fact) -> CombatOdds:
    """Return the exact law of a fight in the game's own words; `GameError` says what was wrong with the question.

    >>> law = odds("leningrad", attack=11, defense=4).law
    >>> [str(p) for _, p in law]
    ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6']
    """
    return answered(load_game(game), facts)


def answered(game: Game, facts: Mapping[str, Fact]) -> CombatOdds:
    """Return the exact law of a fight, as `odds` does, in a game that is at hand."""
    return game.combat.odds(**complete(game, facts))


def complete(game: Game, facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return every fact of a fight as the game takes it, defaults where none is given; `GameError` for a bad one.

    A fact may be given by the name that other games have for it.
    """
    known = {option.name: option for option in game.combat.options}
    own = {other: name for name in known for other in spellings(name, known)}
    twice = [name for name in facts if own.get(name, name) != name and own[name] in facts]
    if twice:
        raise GameError(f"{twice[0]} is another name of {own[twice[0]]}; expected one of the two")
    facts = {own.get(name, name): value for name, value in facts.items()}
    for name in facts:
        if name not in known:
            raise GameError(f"{game.id} has no option {name!r}; {_instead(name, known)}")
    return {name: checked(option, facts.get(name, option.default)) for name, option in known.items()}


def _instead(name: str, known: Collection[str]) -> str:
    """Return what is likely meant by a name that is no option, or all there are."""
    near = get_close_matches(name, known)
    return f"expected {' or '.join(near)}" if near else f"it takes {', '.join(known)}"


@dataclass(frozen=True)
class Wider:
    """What the widest family of a table allows where an answer rests on a narrower one: the chance to give way."""

    family: str
    low: Fraction
    high: Fraction
    about: str


def wider(game: Game, facts: Mapping[str, Fact], answer: CombatOdds) -> Wider | None:
    """Return the bounds of the chance that the defender gives way over the widest family of tables.

    `None` where the answer rests on no family of the table, or on the widest itself.

    >>> hubris, fight = load_game("traces_of_hubris"), {"attack": 20, "defense": 4}
    >>> found = wider(hubris, fight, answered(hubris, fight))
    >>> found.family, str(found.low), str(found.high)
    ('monotone', '5/6', '1')
    """
    structure = answer.family.split(", ")[0]
    if structure not in STRUCTURES or structure == game.table.widest:
        return None
    reading, widest = game.table.reading, answered(game, {**facts, **game.combat.widest})
    chances = [
        Fraction(
            sum(n for at, n in law.counts.items() if reading.gives_way(named(law, widest.labels, at))), law.denominator
        )
        for law in widest.laws
    ]
    return Wider(game.table.widest, min(chances), max(chances), reading.about)


def outcomes(answer: CombatOdds) -> list[dict[str, Any]]:
    """Return each outcome in words of the print, with its probability as fraction and number.

    Over an assumed family each outcome that any member knows has its bounds, `p_low` and `p_high`, and the `member`
    that is shown; `low` and `high` are the bounds as fractions.
    """
    return _rows(answer, answer.law, answer.bounds)


def consequences(answer: CombatOdds) -> list[dict[str, Any]]:
    """Return what the outcomes come to after both sides' choices, with probabilities and bounds as `outcomes` has."""
    return _rows(answer, answer.after, answer.after_bounds)


def _rows(answer: CombatOdds, law: Law | None, bounds: Bounds) -> list[dict[str, Any]]:
    if law is None:
        return []
    rows = []
    for outcome in bounds or law.counts:
        p = Fraction(law.counts.get(outcome, 0), law.denominator)
        row = named(law, answer.labels, outcome) | {"probability": str(p), "p": float(p)}
        if bounds:
            low, high = bounds[outcome]
            row |= {"p_low": float(low), "p_high": float(high), "member": answer.member}
            row |= {"low": str(low), "high": str(high)}
        rows.append(row)
    return rows


def named(law: Law, labels: Mapping[str, tuple[str, ...]], outcome: tuple[int, ...]) -> dict[str, Any]:
    """Return an outcome field by field: codes as printed, truths as such, counts as numbers."""
    named: dict[str, Any] = {}
    for field, value in zip(law.fields, outcome, strict=True):
        named[field] = labels[field][value] if field in labels else bool(value) if field.startswith("is_") else value
    return named


def idle(game: Game, facts: Mapping[str, Fact], answer: CombatOdds) -> tuple[str, ...]:
    """Return the given facts that make no difference to an answer: without them it is the same, modifiers and all.

    >>> leningrad, fight = load_game("leningrad"), {"attack": 12, "defense": 4, "defender_aim": "spare"}
    >>> idle(leningrad, fight, answered(leningrad, fight))
    ('defender_aim',)
    """
    whole = complete(game, facts)
    given = [o.name for o in game.combat.options if o.default is not None and whole[o.name] != o.default]
    return tuple(name for name in given if _is_idle(game, facts, name, answer))


def _is_idle(game: Game, facts: Mapping[str, Fact], name: str, answer: CombatOdds) -> bool:
    try:
        without = answered(game, {other: fact for other, fact in facts.items() if other != name})
    except GameError:
        return False
    return replace(without, rules=answer.rules, basis=answer.basis) == answer


def readings(game: Game, facts: Mapping[str, Fact]) -> dict[str, tuple[Fact, int]]:
    """Return the readings of unclear rules by which a fight is read otherwise than by default: fact and ruling."""
    whole = complete(game, facts)
    switches = [option for option in game.combat.options if option.ruling]
    return {one.name: (whole[one.name], one.ruling) for one in switches if whole[one.name] != one.default}


def as_json(
    game: Game, answer: CombatOdds, wide: Wider | None = None, facts: Mapping[str, Fact] | None = None
) -> dict[str, Any]:
    """Return an answer as ``kessel odds --json`` prints it; `wide` is what `wider` found, `facts` are the fight's."""
    from analysis.fights import summary

    found = summary.summary(game, facts or {}, answer)
    shown: dict[str, Any] = {
        "game": game.id,
        "summary": summary.as_json(found),
        "left_out": {name: list(needs) for name, needs in found.left_out.items()},
        "is_range": found.is_range,
        "initial_odds": answer.initial_odds,
        "final_column": answer.final_column,
        "cancelled": answer.cancelled,
        "outcomes": outcomes(answer),
        "basis": answer.basis,
        "rules": list(answer.rules),
    }
    for name, chances in (("odds_columns", answer.odds_columns), ("final_columns", answer.final_columns)):
        if len(chances) > 1:
            shown[name] = {label: {"probability": str(p), "p": float(p)} for label, p in chances.items()}
    if found.narrowed_by:
        shown["narrowed_by"] = list(found.narrowed_by)
    if facts is not None:
        read = readings(game, facts)
        shown["readings"] = {name: {"value": fact, "ruling": ruling} for name, (fact, ruling) in read.items()}
        shown["without_effect"] = list(idle(game, facts, answer))
    if answer.notes:
        shown["notes"] = list(answer.notes)
    if answer.applied:
        shown["modifiers"] = [{"id": one.id, "value": one.value, "rule": one.rule} for one in answer.applied]
    if answer.after is not None:
        shown["after_choices"] = consequences(answer)
    if answer.family:
        shown |= {"family": answer.family, "member": answer.member}
    if wide:
        bounds = {"low": float(wide.low), "high": float(wide.high)}
        shown["widest"] = {"family": wide.family, "gives_way": bounds, "about": wide.about}
    return shown
