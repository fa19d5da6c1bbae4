"""What the discard for Blücher is worth [7.0, 12.4]: the choice of every turn, solved backward from the last one.

Markers come back every turn, so the price of +1 is always three of this turn's. The Axis sees how many it has left when
the supply chit is drawn and then chooses; it wants the landing it expects, less what the markers were worth elsewhere.
All worth is counted in German divisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from numpy.typing import ArrayLike

from sim.dice import all_rolls
from sim.games.traces_of_hubris.blucher import FIRST_TURN, HQS, LANDS, blucher_drm, drm_counts, is_success
from sim.games.traces_of_hubris.factors import LAST_TURN
from sim.games.traces_of_hubris.luftwaffe import LIMITS, chance_at_hand

MARKERS = LIMITS.integer("blucher_markers")
_HUNDREDTHS, _TENTHS = 100, 10  # the units in which the factors state a price and a worth


@dataclass(frozen=True)
class Turn:
    """A turn's choice: chances of success with and without three markers, the landing's worth, chance to have them."""

    turn: int
    without: Fraction
    with_markers: Fraction
    worth: Fraction
    at_hand: Fraction


@dataclass(frozen=True)
class Plan:
    """Best play from a turn on: its value less the price paid, the discards expected, and on which turns to discard."""

    value: Fraction
    discards: Fraction
    turns: tuple[int, ...]


def turns_of(factors: Mapping[str, ArrayLike]) -> tuple[Turn, ...]:
    """Return the choice of every turn from the first roll to the last."""
    told = {name: int(value) for name, value in factors.items()}  # type: ignore[arg-type]
    wanted = MARKERS + told["spent_before"]
    return tuple(
        Turn(
            turn, chance(told, turn, False), chance(told, turn, True), worth_of(told, turn),
            chance_at_hand(turn, wanted, told),
        )
        for turn in range(FIRST_TURN, LAST_TURN + 1)
    )  # fmt: skip


def chance(factors: Mapping[str, ArrayLike], turn: int, is_discarded: bool) -> Fraction:
    """Return the chance that a turn's roll succeeds [12.4]."""
    drm = blucher_drm(drm_counts(factors, turn) | {"luftwaffe": is_discarded})
    rolls = all_rolls(1)
    return Fraction(int(is_success(drm, rolls).sum()), len(rolls))


def worth_of(factors: Mapping[str, int], turn: int) -> Fraction:
    """Return the worth of the landing that a success on a turn brings, in German divisions [12.4].

    >>> str(worth_of({"romanian_worth": 5, "hq_worth": 10}, 3))  # 5 German, 2 Romanian, a headquarters
    '7'
    """
    hq, german, romanian = (int(n) for n in LANDS[turn])
    tenths = romanian * factors["romanian_worth"] + (hq != HQS.index("none")) * factors["hq_worth"]
    return german + Fraction(tenths, _TENTHS)


def price_of(factors: Mapping[str, ArrayLike]) -> Fraction:
    """Return the price of a marker, in German divisions."""
    return Fraction(int(factors["price"]), _HUNDREDTHS)  # type: ignore[arg-type]


def best(turns: tuple[Turn, ...], price: Fraction) -> Plan:
    """Return the best plan over some turns: discard where the gain beats three markers' price; a tie keeps them."""
    plan = Plan(Fraction(0), Fraction(0), ())
    for turn in reversed(turns):
        keep = turn.without * turn.worth + (1 - turn.without) * plan.value
        spend = turn.with_markers * turn.worth + (1 - turn.with_markers) * plan.value - MARKERS * price
        at_hand = turn.at_hand if spend > keep else Fraction(0)
        success = turn.without + at_hand * (turn.with_markers - turn.without)
        plan = Plan(
            keep + at_hand * (spend - keep),
            at_hand + (1 - success) * plan.discards,
            (turn.turn, *plan.turns) if spend > keep else plan.turns,
        )
    return plan


def never(turns: tuple[Turn, ...]) -> Fraction:
    """Return the worth of the landing expected when no marker is ever discarded."""
    value = Fraction(0)
    for turn in reversed(turns):
        value = turn.without * turn.worth + (1 - turn.without) * value
    return value


def break_even(turns: tuple[Turn, ...]) -> Fraction:
    """Return the price of a marker at which discarding on the first of some turns is as good as keeping, in divisions.

    Later turns are played best at the same price. What is gained less what is paid is concave in the price and made of
    straight pieces, so tangents from above end at its root after finitely many steps.
    """
    first, rest = turns[0], turns[1:]
    gained = first.with_markers - first.without
    price = gained * first.worth / MARKERS  # more than any discard can be worth: the later turns count for nothing
    while True:
        later = best(rest, price)
        excess = gained * (first.worth - later.value) - MARKERS * price
        if excess == 0 or gained == 0:
            return price
        price += excess / (MARKERS * (1 - gained * later.discards))
