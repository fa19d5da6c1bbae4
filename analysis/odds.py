"""Exact combat odds, as a person or a program asks for them."""

from __future__ import annotations

from typing import Any

from sim.game import CombatOdds, GameError, Option, load_game


def options(game: str) -> tuple[Option, ...]:
    """Return the facts about a fight that a game takes beyond the two strengths."""
    known: tuple[Option, ...] = load_game(game).chapter("combat").OPTIONS
    return known


def odds(game: str, attack: int, defense: int, **facts: int | bool) -> CombatOdds:
    """Return the exact law of a fight; `GameError` says what was wrong with the question.

    >>> law = odds("leningrad", attack=11, defense=4).law
    >>> [str(p) for _, p in law]
    ['1/6', '1/6', '1/6', '1/6', '1/6', '1/6']
    """
    chapter = load_game(game).chapter("combat")
    known = {option.name: option for option in chapter.OPTIONS}
    for name in facts:
        if name not in known:
            raise GameError(f"{game} has no option {name!r}; it takes {', '.join(known) or 'none'}")
    for name, strength in (("attack", attack), ("defense", defense)):
        if isinstance(strength, bool) or not isinstance(strength, int) or not 1 <= strength <= 1_000_000:
            raise GameError(f"{name} is {strength!r}; expected a whole number from 1 to 1,000,000")
    for name, fact in facts.items():
        if known[name].kind is int and not -1_000 <= fact <= 1_000:
            raise GameError(f"{name} is {fact!r}; expected a whole number from -1,000 to 1,000")
    answer: CombatOdds = chapter.odds(attack, defense, **facts)
    return answer


def outcomes(answer: CombatOdds) -> list[dict[str, Any]]:
    """Return each outcome in words of the print, with its probability as fraction and number."""
    if answer.law is None:
        return []
    return [
        {
            field: answer.labels[field][value] if field in answer.labels else value
            for field, value in zip(answer.law.fields, outcome, strict=True)
        }
        | {"probability": str(p), "p": float(p)}
        for outcome, p in answer.law
    ]


def as_json(game: str, answer: CombatOdds) -> dict[str, Any]:
    """Return an answer as ``kessel odds --json`` prints it."""
    return {
        "game": game,
        "initial_odds": answer.initial_odds,
        "final_column": answer.final_column,
        "cancelled": answer.cancelled,
        "outcomes": outcomes(answer),
        "basis": answer.basis,
        "rules": list(answer.rules),
    }
