"""The Soviet front line of Leningrad while nobody knows it: laws of its strengths, from the draws [1.0, 12.0, 12.1]."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from sim.exact import Law
from sim.game import Setting
from sim.games.leningrad.facts import Fight
from sim.games.leningrad.outside import told
from sim.games.leningrad.untried import classes, draws


def strength_law(infantry: int, mobile: int, *, attacks: bool = False) -> Law:
    """Return the law of the defense strength, or the attack strength, of some untried divisions together [12.1].

    >>> strength_law(1, 0).counts  # the defense strengths of the 46 infantry
    {(1,): 6, (2,): 12, (3,): 12, (4,): 10, (5,): 4, (6,): 1, (7,): 1}
    """
    side, german = ("soviet", 0) if attacks else ("german", 1)
    strength, _, ways = draws(
        Fight(attacker=side, attack=german, defense=1 - german, untried_inf=infantry, untried_armor=mobile)
    )  # fmt: skip
    counts: dict[tuple[int, ...], int] = {}
    for points, n in zip(strength.tolist(), ways.tolist(), strict=True):
        counts[(points,)] = counts.get((points,), 0) + n
    return Law(("strength",), dict(sorted(counts.items())), sum(counts.values()))


def weak_law(infantry: int, weak: int) -> Law:
    """Return the law of how many of some untried infantry divisions have this defense strength or less."""
    pool = [kind for kind in classes().values() if kind.movement_class == "infantry"]
    total = sum(kind.count for kind in pool)
    low = sum(kind.count for kind in pool if kind.defense <= weak)
    counts = {(k,): comb(low, k) * comb(total - low, infantry - k) for k in range(infantry + 1)}
    return Law(("weak_divisions",), {o: n for o, n in counts.items() if n}, comb(total, infantry))


def mean_deviation(law: Law) -> Fraction:
    """Return by how much a law of one field misses its mean, on the average, either way."""
    mean = law.mean(lambda points: points)
    return law.mean(lambda points: abs(points - mean))


def luck_of_the_line(setting: Setting) -> Fraction:
    """Return by how many defense points the draw moves the line, on the average."""
    factors = told(setting.factors)
    return mean_deviation(strength_law(factors["infantry"], factors["mobile"]))
