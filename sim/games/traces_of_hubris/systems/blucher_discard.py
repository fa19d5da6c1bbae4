"""What the discard for Blücher is worth [7.0, 12.4]: the choice of every turn, solved backward from the last one.

Markers come back every turn, so the price of +1 is always three of this turn's. The Axis sees how many it has left when
the supply chit is drawn and then chooses; it wants the landing it expects, less what the markers were worth elsewhere.
All worth is counted in German divisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from numpy.typing import ArrayLike

from sim.dice import all_rolls
from sim.factors import factors_of, whole, wholes
from sim.games.traces_of_hubris.systems._asking import number
from sim.games.traces_of_hubris.systems._turns import GAME, LAST_TURN
from sim.games.traces_of_hubris.systems.blucher import DRM, FIRST_TURN, HQS, LANDS, blucher_drm, drm_counts, is_success
from sim.games.traces_of_hubris.systems.luftwaffe import LIMITS, chance_at_hand
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import OPEN, Found, counted

MARKERS = LIMITS.integer("blucher_markers")
HUNDREDTHS, _TENTHS = 100, 10  # the units in which the factors state a price and a worth
_DRM = DRM.integer("luftwaffe", "drm")


@dataclass(frozen=True)
class Turn:
    """A turn's choice: the landing's worth, and by threes of markers spent the chance of success and to have them.

    Position k of `success` and of `at_hand` is that of k threes; without any it is certain to have them. `is_seen`:
    the roll is seen before markers are discarded.
    """

    turn: int
    worth: Fraction
    success: tuple[Fraction, ...]
    at_hand: tuple[Fraction, ...]
    is_seen: bool = False


@dataclass(frozen=True)
class Plan:
    """Best play from a turn on: its value less the price paid, the threes spent on average, and on which turns."""

    value: Fraction
    spent: Fraction
    turns: tuple[int, ...]


def turns_of(factors: Mapping[str, ArrayLike]) -> tuple[Turn, ...]:
    """Return the choice of every turn from the first roll to the last."""
    given = wholes(factors)
    threes = range(1 + given["threes_that_count"])
    return tuple(
        Turn(
            turn,
            worth_of(given, turn),
            tuple(chance(given, turn, n) for n in threes),
            (Fraction(1), *(chance_at_hand(turn, MARKERS * n + given["spent_before"], given) for n in threes[1:])),
            given["after_roll"] > 0,
        )
        for turn in range(FIRST_TURN, LAST_TURN + 1)
    )


def chance(factors: Mapping[str, ArrayLike], turn: int, threes: int) -> Fraction:
    """Return the chance that a turn's roll succeeds if that many threes of markers count (ruling R27) [12.4]."""
    drm = blucher_drm(drm_counts(factors, turn)) + threes * _DRM
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
    return Fraction(whole(factors, "price"), HUNDREDTHS)


def best(turns: tuple[Turn, ...], price: Fraction) -> Plan:
    """Return the best plan over some turns: discard where the gain beats the markers' price; a tie keeps them."""
    plan = Plan(Fraction(0), Fraction(0), ())
    for turn in reversed(turns):
        plan = _seen(turn, plan, price) if turn.is_seen else _unseen(turn, plan, price)
    return plan


def _unseen(turn: Turn, later: Plan, price: Fraction) -> Plan:
    """Return the best plan of a turn on which markers go before the roll (ruling R36)."""
    ways = [
        (p * turn.worth + (1 - p) * later.value - n * MARKERS * price, n + (1 - p) * later.spent)
        for n, p in enumerate(turn.success)
    ]
    chosen = [max(range(most + 1), key=lambda n: (ways[n][0], -n)) for most in range(len(ways))]
    have = [more - less for more, less in zip(turn.at_hand, (*turn.at_hand[1:], Fraction(0)), strict=True)]
    value, spent = (sum((p * ways[n][at] for p, n in zip(have, chosen, strict=True)), Fraction(0)) for at in (0, 1))
    return Plan(value, spent, (turn.turn, *later.turns) if chosen[-1] else later.turns)


def _seen(turn: Turn, later: Plan, price: Fraction) -> Plan:
    """Return the best plan of a turn on which markers go after the roll: as many threes as it lacks, or none."""
    value, spent, missed = turn.success[0] * turn.worth, Fraction(0), 1 - turn.success[0]
    turns = later.turns
    for n in range(1, len(turn.success)):
        lacks = turn.success[n] - turn.success[n - 1]
        net = turn.worth - n * MARKERS * price
        if lacks and net > later.value:
            buys = lacks * turn.at_hand[n]
            value, spent, missed = value + buys * net, spent + buys * n, missed - buys
            turns = (turn.turn, *later.turns)
    return Plan(value + missed * later.value, spent + missed * later.spent, turns)


def never(turns: tuple[Turn, ...]) -> Fraction:
    """Return the worth of the landing expected when no marker is ever discarded."""
    value = Fraction(0)
    for turn in reversed(turns):
        value = turn.success[0] * turn.worth + (1 - turn.success[0]) * value
    return value


def break_even(turns: tuple[Turn, ...]) -> Fraction:
    """Return the price of a marker up to which it is right to discard on the first of some turns, in divisions.

    Later turns are played best at the same price. Where the roll is seen first, it is the price for a roll that lacks
    no more than the markers give.
    """
    first = turns[0]
    gains = [(n, p - first.success[0]) for n, p in enumerate(first.success) if p > first.success[0]]
    if first.is_seen:
        gains = [(n, Fraction(1)) for n, _ in gains if first.success[n] > first.success[n - 1]]
    return max((_root(turns, gain, n * MARKERS) for n, gain in gains), default=Fraction(0))


def _root(turns: tuple[Turn, ...], gain: Fraction, markers: int) -> Fraction:
    """Return the price at which a chance gained on the first turn is worth just so many markers.

    What is gained less what is paid is concave in the price and made of straight pieces, so tangents from above end
    at its root after finitely many steps.
    """
    first, rest = turns[0], turns[1:]
    price = gain * first.worth / markers  # more than it can be worth: the later turns count for nothing
    while True:
        later = best(rest, price)
        excess = gain * (first.worth - later.value) - markers * price
        if excess == 0:
            return price
        price += excess / (markers - gain * MARKERS * later.spent)


def highest_price(setting: Setting) -> Fraction:
    """Return the worth of three markers elsewhere up to which the discard of the first roll pays, in divisions."""
    return break_even(turns_of(setting.factors)) * MARKERS


def findings(setting: Setting) -> Iterable[Finding]:
    """Return the best plan at the given price, and for each turn the price at which its choice turns."""
    turns, price = turns_of(setting.factors), price_of(setting.factors)
    plan, without = best(turns, price), never(turns)
    given = f"at {price * HUNDREDTHS} hundredths a marker"
    rows: tuple[tuple[str, str, Fraction], ...] = (
        ("value", f"worth of what the best plan lands {given}, in German divisions, less markers", plan.value),
        (
            "never",
            "worth of what lands without a discard, Romanians and headquarters too, in German divisions",
            without,
        ),
        ("gain", "what the choice is worth, in German divisions: the difference", plan.value - without),
        ("markers", f"markers that the best plan discards on average {given}", plan.spent * MARKERS),
    )
    for name, about, value in rows:
        yield number(name, about, "7.0, 12.4", value)
    for at, turn in enumerate(turns):
        does = "discards" if turn.turn in plan.turns else "keeps them"
        yield number(
            f"price_{turn.turn}",
            f"turn {turn.turn}: highest price of a marker at which three go, in hundredths of a division;"
            f" {given} the best plan {does}",
            "7.0, 12.4",
            break_even(turns[at:]) * HUNDREDTHS,
        )
        yield number(
            f"at_hand_{turn.turn}",
            f"turn {turn.turn}: chance of having three markers left",
            "7.0",
            turn.at_hand[1],
            Unit.CHANCE,
        )


def verdict(found: Found) -> str:
    """Say below which worth of the three markers elsewhere they go, before the roll and with the roll seen."""
    before, after = (found.again(after_roll=is_after).value for is_after in (0, 1))
    if after < 2 * before:
        return f"Yes, if the three markers are worth less than {counted(before, 'division')} elsewhere."
    unseen = f"only up to {counted(before, 'division').removesuffix(' of a division')}" if before else "never"
    return (
        f"{OPEN}: discard three markers worth up to {counted(after, 'division')} elsewhere if you may roll first, but"
        f" {unseen} if not."
    )


SYSTEM = System(
    id="blucher_discard",
    title="Three markers for Blücher",
    factors=factors_of(GAME, "blucher_discard_factors"),
    policies={},
    order=8,
    group=Group.REINFORCEMENTS,
    question="Is it worth three Luftwaffe markers to hasten Blücher on turn 3?",
    rules=("7.0", "12.4"),
    tables=(
        "blucher_drm",
        "blucher_conditions",
        "blucher_arrival",
        "luftwaffe_markers",
        "luftwaffe_limits",
        "blucher_discard_factors",
    ),
    measured="worth of three markers elsewhere, in German divisions, up to which discarding them pays",
    things="divisions",
    measure=highest_price,
    find=findings,
    verdict=verdict,
)
