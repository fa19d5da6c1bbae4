"""The Soviet front line of Leningrad while nobody knows it: laws of its strengths, from the draws [1.0, 12.0, 12.1]."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.leningrad.combat.facts import Fight
from sim.games.leningrad.combat.untried import classes, draws
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, figure


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
    """Return by how much a law of one field misses its mean on average, either way."""
    mean = law.mean(lambda points: points)
    return law.mean(lambda points: abs(points - mean))


def luck_of_the_line(setting: Setting) -> Fraction:
    """Return by how many defense points the draw moves the line on average."""
    factors = wholes(setting.factors)
    return mean_deviation(strength_law(factors["infantry"], factors["mobile"]))


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the line, its weak divisions, and what the draw does to its attack."""
    factors = wholes(setting.factors)
    infantry, mobile = factors["infantry"], factors["mobile"]
    defense = strength_law(infantry, mobile)
    attack = strength_law(infantry, mobile, attacks=True)
    yield Finding("defense", "defense points of the whole line", "12.0, 12.1", law=defense)
    mean_line = defense.mean(int)
    yield Finding("line", "defense points of the whole line on average", "12.0, 12.1", number=mean_line)
    yield Finding("attack", "attack points of the whole line", "12.0, 12.1", law=attack)
    weak = weak_law(infantry, factors["weak"])
    about = f"infantry divisions of the line with {factors['weak']} or less in defense"
    yield Finding("weak_divisions", about, "12.0", law=weak)
    one = strength_law(factors["stack"], 0)
    yield Finding("hex", "defense points of one hex of infantry", "12.0, 12.1", law=one)
    hole = one.probability(lambda points: points <= factors["weak"])
    yield Finding("weak_hex", "chance that a hex of infantry is weak", "12.0", number=hole, unit=Unit.CHANCE)
    mean = mean_deviation(attack)
    yield Finding("luck_of_attack", "attack points by which the draw moves the line on average", "12.0", number=mean)


def verdict(found: Found) -> str:
    """Say how far the draw moves the line, and what it does decide."""
    line, moved = found.law("defense").mean(int), found.value
    most = "only about" if 8 * moved < line else "about"
    return (
        f"We assume a line of {figure(line)} defense points; the draw moves it by {most} {figure(moved)}. What it"
        " decides is which hexes are weak."
    )


SYSTEM = System(
    id="untried",
    title="The Soviet front line, untried",
    factors=factors_of("leningrad", "front_line"),
    policies={},
    order=1,
    group=Group.COMBAT,
    question="How much does the draw of untried divisions decide about the Soviet front line?",
    shows=("defense",),
    rules=("1.0", "12.0", "12.1", "14.0"),
    tables=("soviet_units", "front_line"),
    measured="defense points by which the draw moves the line from its mean, on average",
    things="points",
    measure=luck_of_the_line,
    find=findings,
    verdict=verdict,
)
