"""A headline's value as a reader wants it: chances in percent, numbers with as many decimals as they need."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from analysis import words
from sim.system import Unit
from sim.verdict import percent


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
        return f"{int(100 * number + Fraction(1, 2))} %" if is_whole else words.percent(float(number))
    if number.denominator == 1:
        return str(number.numerator)
    if size < Fraction(1, 200):
        return "under 0.01" if number > 0 else "over −0.01"
    decimals = next((n for n, tenths in enumerate((200, 10)) if 10 * size >= tenths), 2)
    return f"{float(number):.{decimals}f}"


_LONG = 9
"""Characters of the longest fraction that is shown, such as 1275/5832."""
_WHOLE, _TENTHS = 20, 1
"""From which size of its largest number on a column is whole, and from which in tenths."""


def decimals_of(numbers: Iterable[Fraction]) -> int:
    """Return how many decimals numbers of one column have, all the same: none from 20 up, two where all are below 1.

    >>> decimals_of([Fraction(3, 5), Fraction(41, 2)]), decimals_of([Fraction(3, 5), Fraction(4)])
    (0, 1)
    """
    known = list(numbers)
    most = max((abs(one) for one in known), default=Fraction(0))
    if most >= _WHOLE or all(one.denominator == 1 for one in known):
        return 0
    return 1 if most >= _TENTHS else 2


def in_column(number: Fraction, unit: Unit, decimals: int) -> str:
    """Return an answer as it stands among others: a chance in whole percent, a number with the column's decimals.

    >>> [in_column(Fraction(one), Unit.NUMBER, 1) for one in ("0", "0.02", "3", "13.64")]
    ['0', 'under 0.1', '3.0', '13.6']
    >>> in_column(Fraction(1, 400), Unit.CHANCE, 0), in_column(Fraction(1, 24), Unit.POINTS, 0)
    ('under 1 %', '4 points')
    """
    if unit is Unit.CHANCE:
        return percent(number)
    if unit is Unit.POINTS:
        whole = int(100 * abs(number) + Fraction(1, 2))
        said = "under 1" if number and not whole else f"{'-' if number < 0 else ''}{whole}"
        return f"{said} {'point' if whole == 1 or said == 'under 1' else 'points'}"
    said = f"{float(number):.{decimals}f}"
    if float(said) != 0:
        return said
    least = f"{10**-decimals:.{decimals}f}"
    return "0" if number == 0 else f"under {least}" if number > 0 else f"over -{least}"


def short(fraction: str) -> str:
    """Return a fraction as text, or a dash where it is so long that nobody would read it."""
    return fraction if len(fraction) <= _LONG else "–"
