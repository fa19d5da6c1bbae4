"""Laws written down by hand, where a chain over turns would say more than is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm

from sim.exact import Law, Outcome


def law_of(field: str, chances: Mapping[int, Fraction]) -> Law:
    """Return the law of one field from the chance of each value; the chances must sum to 1.

    >>> law_of("x", {1: Fraction(1, 3), 0: Fraction(2, 3)}).counts
    {(0,): 2, (1,): 1}
    """
    return joint_law((field,), {(value,): p for value, p in chances.items()})


def joint_law(fields: tuple[str, ...], chances: Mapping[Outcome, Fraction]) -> Law:
    """Return the law of several fields from the chance of each outcome, in rising order; the chances must sum to 1."""
    denominator = lcm(*(p.denominator for p in chances.values()))
    return Law(fields, {outcome: int(p * denominator) for outcome, p in sorted(chances.items())}, denominator)


def has_mean_between_heaps(law: Law) -> bool:
    """Return whether a law of one field lies in two heaps with its mean between them, where hardly any outcome is.

    It does if no outcome within one of the mean is half as likely as the likeliest on either side.

    >>> pocket = {0: Fraction(1, 2), 2: Fraction(1, 18), 4: Fraction(4, 9)}
    >>> has_mean_between_heaps(law_of("lost", pocket)), has_mean_between_heaps(drawn_law(3, 6, 3))
    (True, False)
    """
    mean = law.mean(int)
    near = max((p for (value,), p in law if abs(value - mean) <= 1), default=Fraction(0))
    below = max((p for (value,), p in law if value < mean - 1), default=Fraction(0))
    above = max((p for (value,), p in law if value > mean + 1), default=Fraction(0))
    return 2 * near < min(below, above)


def drawn_law(wanted: int, cup: int, draws: int) -> Law:
    """Return the law of the wanted markers among some drawn from a cup without putting back.

    >>> drawn_law(1, 4, 2).counts
    {(0,): 3, (1,): 3}
    """
    low, high = max(0, draws - (cup - wanted)), min(draws, wanted)
    counts: dict[Outcome, int] = {(k,): comb(wanted, k) * comb(cup - wanted, draws - k) for k in range(low, high + 1)}
    return Law(("wanted",), counts, comb(cup, draws))


def longest_run_law(chances: Sequence[Fraction]) -> Law:
    """Return the law of the longest run of turns with an event, independent from turn to turn, each with its chance.

    >>> longest_run_law([Fraction(1, 2)] * 2).counts
    {(0,): 1, (1,): 2, (2,): 1}
    """
    runs: Mapping[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for p in chances:
        after: dict[tuple[int, int], Fraction] = {}
        for (run, longest), weight in runs.items():
            for key, share in (((0, longest), 1 - p), ((run + 1, max(longest, run + 1)), p)):
                after[key] = after.get(key, Fraction(0)) + weight * share
        runs = {key: weight for key, weight in after.items() if weight}
    lengths: dict[int, Fraction] = {}
    for (_, longest), weight in runs.items():
        lengths[longest] = lengths.get(longest, Fraction(0)) + weight
    return law_of("longest_run", lengths)
