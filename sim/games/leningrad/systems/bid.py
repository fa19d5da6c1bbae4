"""Bids for the German side of Leningrad [16.1-16.4]: the highest fair one, and what it is worth in steps.

German steps lost fall at random on the steps of their kind; what they cost is known exactly. The hexes of Leningrad
that are held come in as factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import comb

from sim.errors import GameError
from sim.exact import Law, Outcome
from sim.factors import factors_of, wholes
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, GamesSeen, roughly

VP = load_list("leningrad", "vp_schedule")
LEVELS = load_list("leningrad", "victory_levels")
UNITS = load_list("leningrad", "german_units")
STEPS = load_list("leningrad", "combat_limits").integer("german_steps")
_TENTHS = 10
_NOTED = 10
"""German steps that the note to 16.4 expects to be lost."""
_PRICES = {
    kind: (VP.integer(f"{kind}_reduced", "vp"), VP.integer(f"{kind}_eliminated", "vp"))
    for kind in ("infantry", "mechanized", "armor")
}
NUMBERS = {kind: sum(row["type"] == kind for row in UNITS.rows) for kind in _PRICES}
MOBILE = ("mechanized", "armor")

Ways = dict[int, int]
"""Victory points, and the number of ways to come by them."""


@cache
def loss_ways(kind: str, steps: int) -> Ways:
    """Return in how many ways so many steps of a kind can be lost, by the Soviet victory points of them [16.1].

    A way is a choice among the steps of all units of the kind, two each; both of a unit eliminate it.

    >>> loss_ways("armor", 1), loss_ways("armor", 2)  # 8 steps; 4 pairs, of 28
    ({5: 8}, {10: 24, 15: 4})
    """
    units, (reduced, eliminated) = NUMBERS[kind], _PRICES[kind]
    ways: Ways = {}
    for gone in range(max(0, steps - units), steps // STEPS + 1):
        half = steps - STEPS * gone
        vp = reduced * half + eliminated * gone
        ways[vp] = ways.get(vp, 0) + comb(units, gone) * comb(units - gone, half) * STEPS**half
    return ways


@cache
def loss_law(steps: int, mobile: int) -> Law:
    """Return the law of the Soviet victory points for some steps lost, so many of them mobile [16.1].

    `GameError` if the Germans have not so many steps.
    """
    infantry = steps - mobile
    most = {"mobile": STEPS * sum(NUMBERS[kind] for kind in MOBILE), "infantry": STEPS * NUMBERS["infantry"]}
    for name, lost in (("mobile", mobile), ("infantry", infantry)):
        if not 0 <= lost <= most[name]:
            raise GameError(f"{lost} {name} steps lost; expected 0 to {most[name]}")
    both: Ways = {}
    for armor in range(mobile + 1):
        both = _sum(both, _product(loss_ways("armor", armor), loss_ways("mechanized", mobile - armor)))
    ways = _product(both, loss_ways("infantry", infantry))
    return Law(("vp",), {(vp,): n for vp, n in sorted(ways.items())}, sum(ways.values()))


def german_vp(big_hexes: int, small_hexes: int) -> int:
    """Return the German victory points for hexes of Leningrad [16.2].

    >>> german_vp(2, 2)
    70
    """
    return VP.integer("hex_2604", "vp") * big_hexes + VP.integer("hex_2505", "vp") * small_hexes


def level(margin: int) -> str:
    """Return the victory level of a margin of German over Soviet points [16.3].

    >>> level(31), level(0)
    ('german_strategic', 'soviet_tactical')
    """
    for row in LEVELS.rows:
        low, high = row["vp_margin_low"], row["vp_margin_high"]
        if (not low or margin >= int(low)) and (not high or margin <= int(high)):
            return row["level"]
    raise GameError(f"margin is {margin}; expected one that the victory levels know")


def margin_law(factors: Mapping[str, int], steps: int) -> Law:
    """Return the law of the margin, before any bid, of Germans who lost so many steps [16.0]."""
    mobile = min(steps * factors["mobile_tenths"] // _TENTHS, STEPS * sum(NUMBERS[kind] for kind in MOBILE))
    gained = german_vp(factors["big_hexes"], factors["small_hexes"]) - factors["regenerations"] * VP.integer(
        "regeneration", "vp"
    )
    law = loss_law(steps, mobile)
    return Law(("margin",), {(gained - vp,): n for (vp,), n in reversed(list(law.counts.items()))}, law.denominator)


def allowance(factors: Mapping[str, int], bid: int) -> int:
    """Return the most steps that the Germans can lose and still win at least every other time after a bid [16.3, 16.4].

    -1 if they do not win without a loss.
    """
    low, high = -1, STEPS * sum(NUMBERS.values()) // 2  # never so many: half of all steps
    while high - low > 1:
        steps = (low + high) // 2
        is_won = _win_chance(margin_law(factors, steps), bid) >= Fraction(1, 2)
        low, high = (steps, high) if is_won else (low, steps)
    return low


def fair_bid(factors: Mapping[str, int]) -> int:
    """Return the highest bid after which the Germans still win at least every other time, 0 or more [16.4]."""
    law = margin_law(factors, factors["steps_lost"])
    bids = range(max(margin for (margin,) in law.counts) + 1)
    return max((bid for bid in bids if _win_chance(law, bid) >= Fraction(1, 2)), default=0)


def bid_in_steps(factors: Mapping[str, int]) -> int:
    """Return how many fewer steps the Germans may lose because of their bid."""
    before, after = (max(0, allowance(factors, bid)) for bid in (0, factors["bid"]))  # fewer than none they cannot lose
    return before - after


def highest_bid(setting: Setting) -> Fraction:
    """Return `fair_bid` under a setting."""
    return Fraction(fair_bid(wholes(setting.factors)))


def _win_chance(margins: Law, bid: int) -> Fraction:
    """Return the chance of a German victory of either level after a bid [16.3, 16.4]."""
    return margins.probability(lambda margin: level(margin - bid).startswith("german"))


def _product(some: Ways, others: Ways) -> Ways:
    ways: Ways = {}
    for a, n in some.items():
        for b, m in others.items():
            ways[a + b] = ways.get(a + b, 0) + n * m
    return ways


def _sum(some: Ways, others: Ways) -> Ways:
    return {vp: some.get(vp, 0) + others.get(vp, 0) for vp in {**some, **others}}


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the margin, the victory levels with and without a bid, the steps it is worth, and what a step costs."""
    factors = wholes(setting.factors)
    steps = factors["steps_lost"]
    margin = margin_law(factors, steps)
    yield Finding("margin", "German margin in victory points before a bid", "16.0", law=margin)
    levels = tuple(row["level"].capitalize() for row in LEVELS.rows)
    for name, paid in (("level", 0), ("level_after_bid", factors["bid"])):
        about = f"victory level after a bid of {paid}, {steps} steps missing at the end"
        labels: dict[str, tuple[str, ...]] = {"level": levels}
        yield Finding(name, about, "16.3, 16.4", law=_levels(margin, paid, levels), labels=labels)
    about = f"steps that a bid of {factors['bid']} takes off what they may lose and still win with 50 % or more"
    yield Finding("bid_in_steps", about, "16.3, 16.4", number=Fraction(bid_in_steps(factors)))
    about = "most steps that they can lose and win with a chance of 50 % or more, without a bid"
    most = Fraction(allowance(factors, 0))
    yield Finding("allowance", about, "16.3", number=most, values={Fraction(-1): "none"})
    if steps < (last := FACTORS["steps_lost"].high):
        more = (margin.mean(int) - margin_law(factors, last).mean(int)) / (last - steps)
        about = f"victory points that each further step lost costs on average, up to {last} missing"
        yield Finding("vp_a_step", about, "16.1", number=more)


def _levels(margin: Law, paid: int, levels: tuple[str, ...]) -> Law:
    counts: dict[Outcome, int] = {}
    for (points,), n in margin.counts.items():
        key = (levels.index(level(points - paid).capitalize()),)
        counts[key] = counts.get(key, 0) + n
    return Law(("level",), dict(sorted(counts.items())), margin.denominator)


def verdict(found: Found) -> str:
    """Say the highest fair bid for the hexes and the losses that are taken, and what a step costs there."""
    if found.number("allowance") < 2:
        return "Do not bid for the Germans: unless they lose next to nothing they do not win half of their games."
    steps = found.given("steps_lost")
    bid = f"Bid at most {roughly(found.value, 'point').removeprefix('about ')}" if found.value else "Bid nothing"
    is_last = steps == found.system.factors["steps_lost"].high
    step = "Each further step lost" if steps else "Each step lost"
    taken = _hexes(int(found.given("big_hexes")), int(found.given("small_hexes")))
    if is_last:
        return f"{bid} at such losses{', even' * (not found.value)} if you expect to hold {taken}."
    return f"{bid} if you expect to hold {taken}. {step} costs {roughly(found.number('vp_a_step'), 'point')}."


def _hexes(big: int, small: int) -> str:
    """Return which hexes of Leningrad are held, by their points.

    >>> _hexes(1, 1), _hexes(2, 0), _hexes(0, 0)
    ('one 30-point and one 5-point hex', 'both 30-point hexes', 'no hex')
    """
    points = german_vp(1, 0), german_vp(0, 1)
    kinds = [f"{'one' if n == 1 else 'both'} {each}-point" for n, each in zip((big, small), points, strict=True) if n]
    last = small or big
    return f"{' and '.join(kinds) or 'no'} hex{'es' * (last > 1)}"


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how many steps are missing at the end of whole games, and what those of the rulebook's note allow."""
    missing, lost = (
        [one.means["german_steps_lost"] - again * one.means["regenerations"] for one in (central, everywhere)]
        for again in (1, 0)
    )
    taken = {name: int(factor.value) for name, factor in FACTORS.items()}
    noted = fair_bid({**taken, "steps_lost": _NOTED})
    return (
        f"**What to expect.** In whole games, won and lost, {missing[0]:.1f} German steps are missing at the end on our"
        f" central map and {missing[1]:.1f} over all maps, on average of {central.n:,} and {everywhere.n:,} games, of"
        f" {lost[0]:.1f} and {lost[1]:.1f} lost: {FACTORS['steps_lost'].value} are taken here. The note to 16.4 expects"
        f" about {_NOTED} lost; as many missing, all else alike, allow a bid of {noted}."
    )


FACTORS = factors_of("leningrad", "bid_factors")
SYSTEM = System(
    id="bid",
    title="A bid for the German side",
    factors=FACTORS,
    policies={},
    order=5,
    group=Group.VICTORY,
    question="How much may you bid for the German side, and what is a step worth in it?",
    rules=("16.0", "16.1", "16.2", "16.3", "16.4"),
    tables=("vp_schedule", "victory_levels", "german_units", "combat_limits", "bid_factors"),
    measured="highest bid (0 at least) after which the Germans win half of their games",
    things="points",
    shows=("steps_lost",),
    good_for="german",
    measure=highest_bid,
    find=findings,
    verdict=verdict,
    in_games=in_games,
)
