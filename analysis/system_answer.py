"""The answer of a system in two sentences: what it is and how far it spreads, then what moves it."""

from __future__ import annotations

import re
from fractions import Fraction

from analysis.system import POINTS, System, named
from analysis.track import Span, told

_MOVES = re.compile(
    r"what (?:moves|prolongs) it most is (?P<what>.+?)(?=; by policy |; in single games |; not being |\.$)", re.I
)
_WHOLE, _TENTHS = 20, 1
"""From which width of the worlds drawn their ends are told in whole numbers, and from which in tenths."""


def answer_sentence(system: System) -> str:
    """Return the answer: its value and range in one sentence, what moves it and how it was found in the next."""
    return f"{_lead(system)}. {_behind(system)}."


def what_moves(answer: str) -> str:
    """Return from an answer that `answer_sentence` made what moves it most, with its effect; nothing if it says none.

    >>> what_moves("3 steps; 1 to 4 in nine of ten worlds. What moves it most is the die: 1 (at 1) to 4 (at 6).")
    'the die: 1 (at 1) to 4 (at 6)'
    """
    found = _MOVES.search(answer)
    return found["what"] if found else ""


def rounded(system: System, number: Fraction) -> str:
    """Return a sampled end as exactly as some dozens of worlds can tell it: no more digits than their width bears."""
    assert system.worlds is not None
    if system.is_chance:
        return _rounded_chance(number)
    width = system.worlds.high - system.worlds.low
    if number.denominator == 1 or width >= _WHOLE:
        return f"{float(number):.0f}"
    return f"{float(number):.1f}" if width >= _TENTHS else f"{float(number):.2f}"


def _rounded_chance(number: Fraction) -> str:
    if number in (0, 1):
        return f"{100 * number} %"
    whole = round(100 * number)
    return "under 1 %" if whole < 1 else "over 99 %" if whole > 99 else f"{whole} %"


def is_outside(system: System) -> bool:
    """Return whether our central answer lies outside what nine in ten of the worlds drawn give."""
    return system.worlds is not None and not system.worlds.low <= system.answer.headline <= system.worlds.high


def edge(system: System) -> Span:
    """Return the assumption that alone takes a central answer furthest toward the worlds it lies outside of."""
    assert system.worlds is not None
    central = system.answer.headline
    if central < system.worlds.low:
        return max(system.moving, key=lambda span: span.high - central)
    return max(system.moving, key=lambda span: central - span.low)


def is_input(span: Span) -> bool:
    """Return whether an assumption all but is the answer: none of it, nothing; or it alone runs a chance from 0 to 1.

    >>> from types import SimpleNamespace as Of
    >>> [is_input(Of(measures=found)) for found in ({0: 0, 1: 3, 2: 5}, {0: 1, 1: 3}, {1: 0, 2: 3})]
    [True, False, False]
    """
    values = list(span.measures.values())
    return (span.measures.get(0) == 0 and values == sorted(values)) or (min(values) == 0 and max(values) == 1)


def _lead(system: System) -> str:
    """Return the answer with its range; where our central value lies outside the worlds, they come first."""
    measured = system.answer.track.measured
    central, drawn = system.say(system.answer.headline), system.worlds
    if drawn is None:
        return f"{_told(system, central)}, exact"
    low, high, middle = (rounded(system, one) for one in (drawn.low, drawn.high, drawn.median))
    worlds = f"in nine of ten worlds drawn, the middle one {middle}"
    if is_outside(system):
        head = f"{measured}: between {low} and {high}" if system.is_chance else f"Between {low} and {high} {measured},"
        return f"{head} {worlds}; {central} with our central assumptions{_since(system)}"
    return f"{_told(system, central)} with our central assumptions; {low} to {high} {worlds}"


def _told(system: System, value: str) -> str:
    measured = system.answer.track.measured
    return f"{measured[0].upper()}{measured[1:]}: {value}" if system.is_chance else f"{value} {measured},"


def _since(system: System) -> str:
    """Return why a central answer is an edge case: the assumption that takes it furthest toward the worlds."""
    span = edge(system)
    factor = system.answer.track.factors[span.factor]
    value, low, high = map(span.words.value, (span.value, factor.low, factor.high))
    return f", an edge case: mostly since {named(span)} is taken as {value}, its range being {low} to {high}"


def _behind(system: System) -> str:
    track, parts = system.answer.track, []
    if system.worlds:
        many = f"all {len(track.factors)} assumptions" if len(track.factors) > 1 else "the one assumption"
        parts.append(
            f"the arithmetic is exact, what it rests on is assumed; the worlds are {system.worlds.n} that draw {many}"
            f" over {'their ranges' if len(track.factors) > 1 else 'its range'} (sampled)"
        )
    if system.moving:
        parts.append(_most(system))
    points = next((law for law in system.laws if law.id in POINTS and not law.is_certain), None)
    if points:
        low, high = points.nine_in_ten
        parts.append(f"in single games {points.about}: {low} to {high} at least nine times in ten by the dice alone")
    if len(set(system.played.values())) > 1:
        parts.append(
            f"by policy {system.say(min(system.played.values()))} to {system.say(max(system.played.values()))}"
        )
    said = "; ".join(parts)
    return said[:1].upper() + said[1:]


def _most(system: System) -> str:
    """Return what moves the answer most, and what comes next where the first is all but the answer itself."""
    first, *others = system.moving
    measured = system.answer.track.measured
    said = f"what moves it most is {named(first)}: {told(first, measured)}"
    if is_input(first) and others:
        said += f" – that is an input more than a finding; after it {named(others[0])}: {told(others[0], measured)}"
    return said
