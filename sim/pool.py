"""Pools of dice that each hit or miss: the law of their hits, one exchange of fire, and a fight to the end.

For every game with buckets of dice. All is whole numbers over one denominator; `to_the_end_float` alone is in floats,
and says how far from the exact answer it can be at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb, prod
from numbers import Rational
from operator import index

import numpy as np
from numpy.typing import NDArray

from sim.errors import GameError
from sim.exact import Law, Outcome

MOST_EXACT, MOST_FLOAT = 40, 200
"""Dice a side beyond which a fight to the end is refused: with chances in sixths, 3 seconds and 0.3 seconds."""

_FIELDS = ("attackers_left", "defenders_left")
_UNIT, _TINY = Fraction(1, 2**53), Fraction(1, 2**1022)
"""Of a double: what a rounding may be off by, relatively, and the least number that is held in full."""


@dataclass(frozen=True)
class Hits:
    """The law of the hits of a pool: `counts[k]` ways to score k, of `denominator` in all.

    Pools that roll together are added: their dice are independent.

    >>> hits(1, Fraction(1, 2)) + hits(2, Fraction(1, 6))
    Hits(counts=(25, 35, 11, 1), denominator=72)
    """

    counts: tuple[int, ...]
    denominator: int

    def __add__(self, other: Hits) -> Hits:
        """Return the law of the hits of both pools together."""
        counts = [0] * (len(self.counts) + len(other.counts) - 1)
        for mine, n in enumerate(self.counts):
            for theirs, m in enumerate(other.counts):
                counts[mine + theirs] += n * m
        return Hits(tuple(counts), self.denominator * other.denominator)

    def capped(self, most: int) -> Hits:
        """Return the law of the hits that count where a target takes so many at most.

        >>> hits(3, Fraction(1, 2)).capped(1)
        Hits(counts=(1, 7), denominator=8)
        """
        if most >= len(self.counts) - 1:
            return self
        return Hits((*self.counts[:most], sum(self.counts[most:])), self.denominator)

    def law(self, field: str = "hits") -> Law:
        """Return the same as a law of one field; what cannot happen is left out."""
        return Law((field,), {(k,): n for k, n in enumerate(self.counts) if n}, self.denominator)


def hits(n_dice: int, chance: Fraction | int) -> Hits:
    """Return the law of the hits of so many dice that hit with the same chance each, a fraction from 0 to 1.

    Raises `GameError` for other chances, floats among them, and for fewer than no dice.

    >>> hits(2, Fraction(1, 3))  # two dice that hit on 5 and 6
    Hits(counts=(4, 4, 1), denominator=9)
    """
    n, p = _dice("n_dice", n_dice), _chance("chance", chance)
    hit, miss = p.numerator, p.denominator - p.numerator
    return Hits(tuple(comb(n, k) * hit**k * miss ** (n - k) for k in range(n + 1)), p.denominator**n)


def mixed_hits(groups: Iterable[tuple[int, Fraction | int]]) -> Hits:
    """Return the law of the hits of a pool of several groups: so many dice with such a chance each.

    >>> mixed_hits([(1, Fraction(1, 2)), (2, Fraction(1, 6))]) == hits(1, Fraction(1, 2)) + hits(2, Fraction(1, 6))
    True
    """
    return sum((hits(n_dice, chance) for n_dice, chance in groups), Hits((1,), 1))


def one_round(attackers: Hits, defenders: Hits) -> Law:
    """Return the joint law of the hits of two pools that fire at each other at the same time.

    >>> law = one_round(hits(1, Fraction(1, 3)), hits(1, Fraction(1, 2)))
    >>> law.fields, law.counts, law.denominator
    (('attacker_hits', 'defender_hits'), {(0, 0): 2, (0, 1): 2, (1, 0): 1, (1, 1): 1}, 6)
    """
    theirs = [(k, n) for k, n in enumerate(defenders.counts) if n]
    counts: dict[Outcome, int] = {(k, other): n * m for k, n in enumerate(attackers.counts) if n for other, m in theirs}
    return Law(("attacker_hits", "defender_hits"), counts, attackers.denominator * defenders.denominator)


def to_the_end(attackers: int, defenders: int, p_attacker: Fraction | int, p_defender: Fraction | int) -> Law:
    """Return the exact law of who is left when both sides fire together, round after round, until a side has none.

    Each has a die per unit, each hit takes one unit; `p_attacker` is the chance of an attacker's die. Raises
    `GameError` past `MOST_EXACT` dice a side, and where nobody can ever hit.

    >>> law = to_the_end(1, 2, Fraction(1, 2), Fraction(1, 2))
    >>> {outcome: str(p) for outcome, p in law}
    {(0, 0): '1/21', (0, 1): '10/21', (0, 2): '3/7', (1, 0): '1/21'}
    """
    fight = _Fight.of(attackers, defenders, p_attacker, p_defender, MOST_EXACT)
    states = ((a, d, n) for a, row in enumerate(fight.counts()) for d, n in enumerate(row))
    over: dict[Outcome, int] = {(a, d): n for a, d, n in states if n and not (a and d)}
    return Law(_FIELDS, over, fight.denominator).reduced()


@dataclass(frozen=True)
class FloatLaw:
    """A law in floats, each chance off by at most `relative_error` of the true one plus `absolute_error`."""

    fields: tuple[str, ...]
    chances: Mapping[Outcome, float]
    relative_error: Fraction
    absolute_error: Fraction

    def between(self, outcome: Outcome) -> tuple[Fraction, Fraction]:
        """Return what the true chance of an outcome is proven to lie between."""
        found = Fraction(self.chances.get(outcome, 0.0))
        low, high = found - self.absolute_error, found + self.absolute_error
        return max(low, Fraction(0)) / (1 + self.relative_error), min(high / (1 - self.relative_error), Fraction(1))


def to_the_end_float(
    attackers: int, defenders: int, p_attacker: Fraction | int, p_defender: Fraction | int
) -> FloatLaw:
    """Return the law of `to_the_end` in double precision, with a proven bound on its error; up to `MOST_FLOAT` a side.

    Bound: with u = 2**-53 and N = (a + d)(a + 2d + 6) for a against d dice, a chance p comes out within
    N u / (1 - N u) of p, and 8 (a + 1)**2 (d + 1)**2 F / 2**1022 more for underflow, F being one over the chance
    that a single die of each side scores at all.

    Proof. Nothing is subtracted: what is found for an outcome is a sum, over the ways the fight can go, of products of
    numbers from 0 up, and each rounding turns a term t into t(1 + e), abs(e) <= u. So it is enough to count the
    roundings that a term meets. One move multiplies the chance of a state by three numbers, each rounded once from
    whole numbers: 6 roundings. The result then meets at most d additions in the product of matrices, in whatever order
    that adds (a fused multiply-add only saves one), a when rows are added up, and d within its row. Each move costs
    somebody a unit, so there are fewer than a + d. N such factors stay within N u / (1 - N u) of 1 [Higham, *Accuracy
    and Stability of Numerical Algorithms*, lemma 3.1]. A product that underflows, even one flushed to zero, is off by
    2**-1022 at most; the later moves split this as they split chances, so it does not grow, except that a rounded
    chance to hit is still multiplied by at most F: under 8 F / 2**1022 for each pair of states.

    >>> law = to_the_end_float(20, 20, Fraction(1, 3), Fraction(1, 2))
    >>> float(law.relative_error) < 1e-12, float(law.absolute_error) < 1e-300
    (True, True)
    """
    fight = _Fight.of(attackers, defenders, p_attacker, p_defender, MOST_FLOAT)
    a, d = fight.attackers, fight.defenders
    n = (a + d) * (a + 2 * d + 6)
    chances = fight.floats()
    over = [(x, 0) for x in range(a + 1)] + [(0, y) for y in range(1, d + 1)]
    return FloatLaw(
        fields=_FIELDS,
        chances={outcome: float(chances[outcome]) for outcome in sorted(over) if chances[outcome]},
        relative_error=n * _UNIT / (1 - n * _UNIT),
        absolute_error=8 * (a + 1) ** 2 * (d + 1) ** 2 * fight.longest_wait() * _TINY,
    )


@dataclass(frozen=True)
class _Fight:
    """A fight to the end, looked at only in rounds that hit somebody; a state is (attackers, defenders)."""

    attackers: int
    defenders: int
    p_attacker: Fraction
    p_defender: Fraction

    @classmethod
    def of(
        cls, attackers: int, defenders: int, p_attacker: Fraction | int, p_defender: Fraction | int, most: int
    ) -> _Fight:
        """Return a fight that can end, and in reasonable time."""
        sizes = _dice("attackers", attackers, most), _dice("defenders", defenders, most)
        chances = _chance("p_attacker", p_attacker), _chance("p_defender", p_defender)
        if all(sizes) and max(chances) < _UNIT:
            raise GameError(f"p_attacker is {chances[0]} and p_defender {chances[1]}; expected one of 1/2**53 or more")
        return cls(*sizes, *chances)

    @cached_property
    def by_attackers(self) -> list[Hits]:
        """The hits of 0, 1, ... attackers."""
        return [hits(n, self.p_attacker) for n in range(self.attackers + 1)]

    @cached_property
    def by_defenders(self) -> list[Hits]:
        """The hits of 0, 1, ... defenders."""
        return [hits(n, self.p_defender) for n in range(self.defenders + 1)]

    @cached_property
    def moving(self) -> list[list[int]]:
        """The weight with which somebody is hit in each state, of the weight of all its rolls; 1 where it is over."""
        return [
            [a.denominator * d.denominator - a.counts[0] * d.counts[0] if i and j else 1
             for j, d in enumerate(self.by_defenders)]
            for i, a in enumerate(self.by_attackers)
        ]  # fmt: skip

    @property
    def denominator(self) -> int:
        """The product of `moving`: what every chance of a state is a whole number of."""
        return prod(map(prod, self.moving))

    def counts(self) -> list[list[int]]:
        """Return the weight of every state over `denominator`; those where nobody is left on a side add up to it.

        No path meets a state twice, so a state's weight still holds that state's own factor of the denominator: its
        share is whole, and there is no fraction to reduce on the way. A round without hits changes nothing, so it is
        left out and the rest weighed up.
        """
        weights = [[0] * (self.defenders + 1) for _ in range(self.attackers + 1)]
        weights[self.attackers][self.defenders] = self.denominator
        for a in range(self.attackers, 0, -1):
            for d in range(self.defenders, 0, -1):
                share = weights[a][d] // self.moving[a][d]
                attackers_hit, defenders_hit = self.by_defenders[d].capped(a), self.by_attackers[a].capped(d)
                for x, n in enumerate(attackers_hit.counts):
                    row, part = weights[a - x], share * n
                    for y, m in enumerate(defenders_hit.counts):
                        row[d - y] += part * m
        return weights

    def floats(self) -> NDArray[np.float64]:
        """Return the chance of every state, shape (attackers + 1, defenders + 1), as `counts` does."""
        attackers_to = _losses(self.by_defenders, self.attackers)
        defenders_to = _losses(self.by_attackers, self.defenders)
        waits = self.waits()
        chances = np.zeros(waits.shape)
        chances[-1, -1] = 1
        with np.errstate(under="ignore"):
            for a in range(self.attackers, 0, -1):
                row, share = chances[a], waits[a].copy()
                for d in range(self.defenders, 0, -1):
                    share[d] *= row[d]
                    row[:d] += share[d] * attackers_to[d, a, a] * defenders_to[a, d, :d]
                chances[:a] += (attackers_to[1:, a, :a] * share[1:, np.newaxis]).T @ defenders_to[a, 1:]
        return chances

    def waits(self) -> NDArray[np.float64]:
        """Return the mean rounds until somebody is hit, shape (attackers + 1, defenders + 1), each rounded once."""
        waits = np.ones((self.attackers + 1, self.defenders + 1))
        for a, row in enumerate(self.moving[1:], 1):
            for d, moving in enumerate(row[1:], 1):
                waits[a, d] = self.by_attackers[a].denominator * self.by_defenders[d].denominator / moving
        return waits

    def longest_wait(self) -> Fraction:
        """Return the mean rounds until somebody is hit with one die a side, where that lasts longest."""
        loud = 1 - (1 - self.p_attacker) * (1 - self.p_defender)
        return 1 / loud if loud else Fraction(1)  # where nobody can hit, there is nobody either


def _losses(firing: list[Hits], side: int) -> NDArray[np.float64]:
    """Return the chance that so many dice leave of so many units so many, shape (dice + 1, side + 1, side + 1)."""
    exactly, at_least = np.zeros((len(firing), side + 2)), np.zeros((len(firing), side + 1))
    for n, fire in enumerate(firing):
        top = min(n, side) + 1
        tails = list(accumulate(reversed(fire.counts)))[::-1]
        exactly[n, :top] = [ways / fire.denominator for ways in fire.counts[:top]]
        at_least[n, :top] = [ways / fire.denominator for ways in tails[:top]]
    lost = np.subtract.outer(np.arange(side + 1), np.arange(side + 1))
    chances = exactly[:, np.where(lost >= 0, lost, side + 1)]  # the last column is 0: nobody comes back
    chances[:, :, 0] = at_least
    return chances


def _dice(name: str, n: int, most: int | None = None) -> int:
    """Return a number of dice as Python's own integer, which does not overflow."""
    try:
        found = index(n)
    except TypeError:
        found = -1
    if found < 0 or (most is not None and found > most):
        raise GameError(f"{name} is {n!r}; expected a whole number " + (f"from 0 to {most}" if most else "from 0 up"))
    return found


def _chance(name: str, chance: Fraction | int) -> Fraction:
    if not isinstance(chance, Rational) or not 0 <= chance <= 1:
        raise GameError(f"{name} is {chance!r}; expected a Fraction from 0 to 1")
    return Fraction(int(chance.numerator), int(chance.denominator))  # of Python's own integers
