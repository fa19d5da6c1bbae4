"""A headline's value as a reader wants it: chances in percent, numbers with as many decimals as they need."""

from __future__ import annotations

from fractions import Fraction

from analysis.words import percent
from sim.system import Unit


def in_words(number: Fraction, unit: Unit) -> str:
    """Return a headline as a reader wants it: a chance in percent, a number to two decimals, three where it is small.

    >>> in_words(Fraction(1, 8), Unit.CHANCE), in_words(Fraction(9, 2), Unit.NUMBER)
    ('12.5 %', '4.50')
    >>> in_words(Fraction(3), Unit.NUMBER), in_words(Fraction(1, 12), Unit.NUMBER)
    ('3', '0.083')
    """
    if unit is Unit.CHANCE:
        return percent(float(number))
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.3f}" if abs(number) < Fraction(1, 10) else f"{float(number):.2f}"


def set_apart(low: Fraction, high: Fraction, unit: Unit) -> list[str]:
    """Return two numbers that differ with as many decimals as show it, six at most."""
    times, sign = (100, " %") if unit is Unit.CHANCE else (1, "")
    for decimals in range(2, 6):
        says = [f"{float(times * one):.{decimals}f}{sign}" for one in (low, high)]
        if says[0] != says[1]:
            return says
    return [f"{float(times * one):.6f}{sign}" for one in (low, high)]


def short(fraction: str) -> str:
    """Return a fraction as text, or that it is too long where nobody would read it."""
    return fraction if len(fraction) <= 24 else "too long to print"
