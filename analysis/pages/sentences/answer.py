"""The answer of a system in two sentences: what it is and how far it spreads, then what moves it."""

from __future__ import annotations

from fractions import Fraction

from analysis.pages.sentences.system import POINTS, SystemPage, named
from analysis.systems.ask import Span, effect

_WHOLE, _TENTHS = 20, 1
"""From which width of the drawn worlds their ends are given in whole numbers, and from which in tenths."""


def answer_sentence(shown: SystemPage) -> str:
    """Return the answer: its value and range in one sentence, what moves it and how it was found in the next."""
    return f"{_lead(shown)}. {_behind(shown)}."


def what_moves(shown: SystemPage) -> tuple[str, str]:
    """Return what moves the answer most, and from what to what; where that is all but the answer, what comes next."""
    if not shown.moving:
        return "", ""
    first, *others = shown.moving
    unit = shown.answer.system.unit
    if not (is_input(first) and others):
        return named(first), effect(first, unit)
    ahead = f"{named(first)}: {effect(first, unit)} – that is an input more than a finding; after it {named(others[0])}"
    return ahead, effect(others[0], unit)


def rounded(shown: SystemPage, number: Fraction) -> str:
    """Return a sampled end as exactly as some dozens of worlds can tell it: no more digits than their width bears."""
    assert shown.worlds is not None
    if shown.is_chance:
        return _rounded_chance(number)
    width = shown.worlds.high - shown.worlds.low
    if number.denominator == 1 or width >= _WHOLE:
        return f"{float(number):.0f}"
    return f"{float(number):.1f}" if width >= _TENTHS else f"{float(number):.2f}"


def _rounded_chance(number: Fraction) -> str:
    if number in (0, 1):
        return f"{100 * number} %"
    whole = round(100 * number)
    return "under 1 %" if whole < 1 else "over 99 %" if whole > 99 else f"{whole} %"


def is_outside(shown: SystemPage) -> bool:
    """Return whether our central answer lies outside what nine in ten of the drawn worlds give."""
    return shown.worlds is not None and not shown.worlds.low <= shown.answer.headline <= shown.worlds.high


def edge(shown: SystemPage) -> Span:
    """Return the assumption that alone takes a central answer furthest toward the worlds it lies outside of."""
    assert shown.worlds is not None
    central = shown.answer.headline
    if central < shown.worlds.low:
        return max(shown.moving, key=lambda span: span.high - central)
    return max(shown.moving, key=lambda span: central - span.low)


def is_input(span: Span) -> bool:
    """Return whether an assumption all but is the answer: none of it, nothing; or it alone runs a chance from 0 to 1.

    >>> from types import SimpleNamespace as Of
    >>> [is_input(Of(measures=found)) for found in ({0: 0, 1: 3, 2: 5}, {0: 1, 1: 3}, {1: 0, 2: 3})]
    [True, False, False]
    """
    values = list(span.measures.values())
    return (span.measures.get(0) == 0 and values == sorted(values)) or (min(values) == 0 and max(values) == 1)


def _lead(shown: SystemPage) -> str:
    """Return the answer with its range; where our central value lies outside the worlds, they come first."""
    measured = shown.answer.system.measured
    central, drawn = shown.say(shown.answer.headline), shown.worlds
    if drawn is None:
        return f"{_stated(shown, central)}, exact"
    low, high, middle = (rounded(shown, one) for one in (drawn.low, drawn.high, drawn.median))
    worlds = f"in nine of ten worlds drawn, the middle one {middle}"
    if is_outside(shown):
        head = f"{measured}: between {low} and {high}" if shown.is_chance else f"Between {low} and {high} {measured},"
        return f"{head} {worlds}; {central} with our central assumptions{_since(shown)}"
    return f"{_stated(shown, central)} with our central assumptions; {low} to {high} {worlds}"


def _stated(shown: SystemPage, value: str) -> str:
    measured = shown.answer.system.measured
    return f"{measured[0].upper()}{measured[1:]}: {value}" if shown.is_chance else f"{value} {measured},"


def _since(shown: SystemPage) -> str:
    """Return why a central answer is an edge case: the assumption that takes it furthest toward the worlds."""
    span = edge(shown)
    factor = shown.answer.system.factors[span.factor]
    value, low, high = map(span.words.value, (span.value, factor.low, factor.high))
    return f", an edge case: mostly since {named(span)} is taken as {value}, its range being {low} to {high}"


def _behind(shown: SystemPage) -> str:
    system, parts = shown.answer.system, []
    if shown.worlds:
        many = f"all {len(system.factors)} assumptions" if len(system.factors) > 1 else "the one assumption"
        parts.append(
            f"the arithmetic is exact, what it rests on is assumed; the worlds are {shown.worlds.n} that draw {many}"
            f" over {'their ranges' if len(system.factors) > 1 else 'its range'} (sampled)"
        )
    if shown.moving:
        parts.append(f"what moves it most is {': '.join(what_moves(shown))}")
    points = next((law for law in shown.laws if law.id in POINTS and not law.is_certain), None)
    if points:
        low, high = points.nine_in_ten
        parts.append(f"in single games {points.about}: {low} to {high} at least nine times in ten by the dice alone")
    if len(set(shown.played.values())) > 1:
        parts.append(f"by policy {shown.say(min(shown.played.values()))} to {shown.say(max(shown.played.values()))}")
    said = "; ".join(parts)
    return said[:1].upper() + said[1:]
