"""A headline's value as a reader wants it: chances in percent, numbers with as many decimals as they need."""

from __future__ import annotations

from fractions import Fraction

from analysis.words import percent
from sim.system import Unit


def in_words(number: Fraction, unit: Unit) -> str:
    """Return a headline as exactly as assumptions carry it: two digits of a chance or a number, hardly ever more.

    >>> [in_words(Fraction(1, n), Unit.CHANCE) for n in (8, 30, 3000)]
    ['13 %', '3.3 %', 'under 0.1 %']
    >>> [in_words(Fraction(n, 12), Unit.NUMBER) for n in (36, 599, 54, 5, 1)]
    ['3', '50', '4.5', '0.42', '0.08']
    >>> in_words(Fraction(13, 70), Unit.POINTS)  # of percent, by which two chances differ
    '19 points'
    """
    size = abs(number)
    if unit is Unit.POINTS:
        said = in_words(number, Unit.CHANCE)
        return f"{said.removesuffix(' %')} {'point' if said == '1 %' else 'points'}"
    if unit is Unit.CHANCE:
        is_whole = Fraction(1, 10) <= size <= Fraction(99, 100)
        return f"{int(100 * number + Fraction(1, 2))} %" if is_whole else percent(float(number))
    if number.denominator == 1:
        return str(number.numerator)
    if size < Fraction(1, 200):
        return "under 0.01" if number > 0 else "over −0.01"
    decimals = next((n for n, tenths in enumerate((200, 10)) if 10 * size >= tenths), 2)
    return f"{float(number):.{decimals}f}"


def set_apart(low: Fraction, high: Fraction, unit: Unit) -> list[str]:
    """Return two numbers that differ with as many decimals as show it, six at most."""
    times, sign = {Unit.CHANCE: (100, " %"), Unit.POINTS: (100, " points")}.get(unit, (1, ""))
    for decimals in range(2, 6):
        says = [f"{float(times * one):.{decimals}f}{sign}" for one in (low, high)]
        if says[0] != says[1]:
            return says
    return [f"{float(times * one):.6f}{sign}" for one in (low, high)]


def short(fraction: str) -> str:
    """Return a fraction as text, or a dash where it is so long that nobody would read it."""
    return fraction if len(fraction) <= 15 else "–"
