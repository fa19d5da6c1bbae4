"""Donnerschlag: the first implementation's answer held against the second's, in the second's words."""

from fractions import Fraction
from typing import Any

from analysis.fights.odds import odds
from sim.combat import CombatOdds
from sim.errors import GameError
from sim.exact import Law
from tests.games.donnerschlag.second.combat import Event, Illegal, Second, fight

Facts = dict[str, Any]
Spans = dict[Event, tuple[Fraction, Fraction]]


def told(law: Law, answer: CombatOdds) -> dict[Any, Fraction]:
    """A law of the first in the second's words: results by their code, what is left field by field."""
    if law.fields == ("result",):
        return {answer.labels["result"][code]: chance for (code,), chance in law if chance}
    return {left(law, outcome): chance for outcome, chance in law if chance}


def left(law: Law, outcome: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((field, int(value)) for field, value in zip(law.fields, outcome, strict=True))


def spans_of(answer: CombatOdds) -> Spans:
    """Bounds of every result, of all that is left, and of each of its fields."""
    made: Spans = {("result", answer.labels["result"][code]): span for (code,), span in answer.bounds.items()}
    if answer.afters:
        law = answer.afters[0]
        made |= {("after", left(law, outcome)): span for outcome, span in answer.after_bounds.items()}
        for field in law.fields:
            laws = [one.marginal(field) for one in answer.afters]
            for value in {value for one in laws for (value,) in one.counts}:
                chances = [Fraction(one.counts.get((value,), 0), one.denominator) for one in laws]
                made["field", (field, int(value))] = min(chances), max(chances)
            if field.endswith("step_losses"):
                means = [one.mean(int) for one in laws]
                made["mean", field] = min(means), max(means)
    return possible(made)


def possible(spans: Spans) -> Spans:
    return {event: span for event, span in spans.items() if span[1] > 0}


def assert_same(facts: Facts) -> Second | None:
    """Both refuse, or both agree in all they say; returns the second's answer."""
    try:
        second = fight(**facts)
    except Illegal:
        assert is_refused(facts), facts
        return None
    answer = odds("donnerschlag", **facts)
    assert (answer.initial_odds, answer.final_column) == (second.initial, second.final), facts
    assert answer.family == second.family, facts
    assert answer.law is not None, facts
    assert told(answer.law, answer) == second.results, facts
    assert (None if answer.after is None else told(answer.after, answer)) == second.after, facts
    firsts, seconds = spans_of(answer), possible(second.spans)
    assert firsts.keys() == seconds.keys() or not second.is_complete, facts
    for event, (low, high) in seconds.items():
        assert event in firsts, (event, facts)
        if second.is_complete:
            assert firsts[event] == (low, high), (event, facts)
        else:
            assert firsts[event][0] <= low <= high <= firsts[event][1], (event, facts)
    return second


def is_refused(facts: Facts) -> bool:
    """Whether the first refuses, in one line."""
    try:
        odds("donnerschlag", **facts)
    except GameError as why:
        return "\n" not in str(why)
    return False
