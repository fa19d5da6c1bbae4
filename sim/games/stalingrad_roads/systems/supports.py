"""Soviet supports [5.3, 11.4, 12]: what the STAVKA box gathers, shortage markers, and the next major offensive.

The cup holds all shortage markers at each draw, so only the box needs remembering.

Of the book [5.3.4, 11.1.1].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.errors import GameError
from sim.factors import factors_of, whole, wholes
from sim.games.stalingrad_roads.systems._acquisition import DRM, MOST_FOR_STAVKA, acquired
from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._cup import draw_ways, returned_by_test, shortages_in_cup
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, OPENING
from sim.laws import law_of
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, system_of
from sim.verdict import Found, figure, often, roughly

OFFENSIVE = load_list("stalingrad_roads", "offensive_limits")

_FACTORS = factors_of("stalingrad_roads", "supports_factors")
_MOST = MOST_FOR_STAVKA + _FACTORS["acquisition_shift"].high
_AT_ONCE = (_MOST + 1) // 2

Counts = NDArray[np.int64]
Levels = NDArray[np.int8]


@dataclass(frozen=True)
class Stock(State):
    """The STAVKA box of each game."""

    box: Levels = column("real supports in the STAVKA box [5.3.1]", lasts=True)
    is_launched: NDArray[np.bool_] = column("a major offensive was launched [11.4]", lasts=False)
    acquired: Levels = column("supports drawn for the box, shortage markers among them [5.3.2]", lasts=False)
    shortages: Levels = column("shortage markers among them [12.2]", lasts=False)
    is_tested: NDArray[np.bool_] = column("the test marker was among them [12.3]", lasts=False)
    waited: Levels = column("turns since the last launch, until the marker is ready", lasts=True, logged=False)
    launches: Levels = column("major offensives launched so far, Uranus among them", lasts=True)


RESULTS = {
    "launches": "major offensives of the campaign, Uranus among them",
    "box": "real supports in the STAVKA box at the end",
}


def start(n: int, setting: Setting) -> Stock:
    """Return n games before NOV III, the box empty."""
    zero, no = np.zeros(n, np.int8), np.zeros(n, np.bool_)
    return Stock(zero, no, zero, zero, no, zero, zero)


def acquisition_drm(turn: int, major_west_turn: ArrayLike, minor_west_turn: ArrayLike) -> NDArray[np.int8]:
    """Return the DRM of every support roll, shape (...), by the turns from which markers have been west [5.3.5].

    >>> int(acquisition_drm(11, 11, 11))  # [example 3]: Rostov and Kharkov on FEB I
    -3
    """
    counts = {
        "major_west_donets": turn >= np.asarray(major_west_turn),
        "minor_west_donets": turn >= np.asarray(minor_west_turn),
    }
    return net_modifier(DRM, counts)


def can_launch(supports: ArrayLike, shortages: ArrayLike = 0) -> NDArray[np.bool_]:
    """Return whether a STAVKA box holds enough for a major offensive, shape (...); shortages do not count [11.4.1].

    >>> bool(can_launch(11, 1)), bool(can_launch(9, 1))  # [example 11]
    (True, False)
    """
    return np.asarray(np.asarray(supports) - np.asarray(shortages) >= OFFENSIVE.integer("launch_supports_min"))


def offensive_phase(stock: Stock, setting: Setting, turn: int, rolls: Rolls) -> Stock:
    """Launch a major offensive as soon as the box and the marker allow; nothing stays in the box [11.4]; no dice."""
    is_ready = stock.waited >= np.asarray(setting.factors["marker_away"])
    is_launched = (can_launch(stock.box) & is_ready) | (turn == OPENING)
    waited = np.minimum(stock.waited + 1, np.asarray(setting.factors["marker_away"]))
    return replace(
        stock,
        box=np.where(is_launched, np.int8(0), stock.box),
        is_launched=is_launched,
        waited=np.where(is_launched, np.int8(1), waited).astype(np.int8),
        launches=(stock.launches + is_launched).astype(np.int8),
    )


def support_phase(stock: Stock, setting: Setting, turn: int, rolls: Rolls) -> Stock:
    """Roll for the STAVKA box, not on the turn of a launch; rolls of shape (games, 2) [5.3.2, 5.3.3, 11.4.3]."""
    factors = setting.factors
    drm = acquisition_drm(turn, factors["major_west_turn"], factors["minor_west_turn"])
    found = acquired(rolls, drm, factors["acquisition_shift"])
    return replace(stock, acquired=np.where(stock.is_launched, np.int8(0), found))


def _half(stock: Stock, which: int) -> Counts:
    """Return how many of the turn's supports are drawn in the first or second half: an exact draw in small numbers."""
    first = np.minimum(stock.acquired, _AT_ONCE).astype(np.int64)
    return first if which == 0 else stock.acquired - first


def cup_weights(stock: Stock, setting: Setting, turn: int, which: int) -> Counts:
    """Return in how many ways each number of shortage markers is drawn, shape (games, numbers) [5.1.2, 12.2]."""
    factors, n = setting.factors, _half(stock, which)
    drawn_before = _half(stock, 0) * which - stock.shortages * which
    short = shortages_in_cup(turn, factors["hq_moves"], factors["moves_start"]) - stock.shortages
    real = np.asarray(factors["cup_supports"]) - stock.box - drawn_before
    short, real, n = np.broadcast_arrays(short, real, n)
    ways = [_ways(real, n - k) * _ways(short, np.full(n.shape, k)) for k in range(_AT_ONCE + 1)]
    return np.stack(ways, axis=1)


def cup_drawn(stock: Stock, setting: Setting, turn: int, kind: NDArray[Any]) -> Stock:
    """Note the shortage markers of half a draw."""
    return replace(stock, shortages=(stock.shortages + kind).astype(np.int8))


def weights_of_test(stock: Stock, setting: Setting, turn: int) -> Counts:
    """Return the weights of the test marker staying in the cup and being drawn, shape (games, 2)."""
    short = shortages_in_cup(turn, setting.factors["hq_moves"], setting.factors["moves_start"])
    drawn = stock.shortages.astype(np.int64)
    return np.stack(np.broadcast_arrays(short - drawn, drawn), axis=1)


def stock_up(stock: Stock, setting: Setting, turn: int, kind: NDArray[Any]) -> Stock:
    """Add the real supports to the box, pay for a test, and spend what the policy spends [5.5, 12.3, 13.1.1]."""
    is_tested = kind == 1
    box = stock.box + stock.acquired - stock.shortages
    box = box - returned_by_test(stock.shortages, box) * is_tested
    spent = np.minimum(box, setting.policies["soviet"].decide(stock, turn)["spent"])
    return replace(stock, box=(box - spent).astype(np.int8), is_tested=is_tested)


PHASES = (
    Phase("offensive", "11.4", 0, offensive_phase),
    Phase("acquisition", "5.3", 2, support_phase),
    Draw("cup_first", "5.1.2, 12.2", lambda stock, setting, turn: cup_weights(stock, setting, turn, 0), cup_drawn),
    Draw("cup_second", "5.1.2, 12.2", lambda stock, setting, turn: cup_weights(stock, setting, turn, 1), cup_drawn),
    Draw("test", "12.3", weights_of_test, stock_up),
)


def next_launch_chances(setting: Setting) -> dict[int, Fraction]:
    """Return the chance of each turn to see the next major offensive after Uranus, 0 for none: the chain in short.

    The played course gives the same; this one forgets what happens after the launch, and is asked many times.
    """
    boxes, total = {0: 1}, 1
    found: dict[int, Fraction] = {}
    for turn in range(OPENING + 1, len(CAMPAIGN) + 1):
        is_ready = turn - OPENING >= whole(setting.factors, "marker_away")
        launched = {box for box in boxes if is_ready and can_launch(box)}
        found[turn] = Fraction(sum(boxes[box] for box in launched), total)
        boxes, scale = _boxes_after({box: n for box, n in boxes.items() if box not in launched}, setting, turn)
        total *= scale
    found[0] = 1 - sum(found.values(), Fraction(0))
    return {turn: p for turn, p in found.items() if p}


def _boxes_after(boxes: Mapping[int, int], setting: Setting, turn: int) -> tuple[dict[int, int], int]:
    """Return whole weights of the box after a support phase, and by what the denominator has grown."""
    factors = setting.factors
    drm = acquisition_drm(turn, factors["major_west_turn"], factors["minor_west_turn"])
    rolls = np.bincount(acquired(all_rolls(2), drm, factors["acquisition_shift"])).tolist()
    short = int(shortages_in_cup(turn, factors["hq_moves"], factors["moves_start"]))
    spent = whole(setting.policies["soviet"].decide(None, turn), "spent")
    parts = []
    for box, weight in boxes.items():
        real = whole(factors, "cup_supports") - box
        for n, times in enumerate(rolls):
            for k, is_tested, ways, of in draw_ways(n, real, short) if times else ():
                held = box + n - k
                left = held - (min(max(k - 1, 0), held) if is_tested else 0)
                parts.append((max(left - spent, 0), weight * times * ways, of))
    common = lcm(*(of for _, _, of in parts))
    after: dict[int, int] = {}
    for left, weight, of in parts:
        after[left] = after.get(left, 0) + weight * (common // of)
    return after, common * sum(rolls)


_PASCAL = np.array([[comb(n, k) for k in range(_AT_ONCE + 1)] for n in range(200)], np.int64)


def _ways(of: NDArray[Any], n: NDArray[Any]) -> Counts:
    """Return the number of ways to draw n of some markers, 0 where n is negative or too many."""
    is_possible = (n >= 0) & (n <= of)
    return np.where(is_possible, _PASCAL[np.maximum(of, 0), np.clip(n, 0, _AT_ONCE)], 0)


def left_after_launch(supports: int, chosen: int = 0, units: int = 0, armored_units: int = 0) -> int:
    """Return the supports that go to the box of the major offensive, of so many at its launch [11.4.2].

    Some are exchanged two for one of choice, three times at most, some for units of the reserve; those chosen are
    counted. Raises `GameError` where the launch cannot pay or more are chosen than allowed.

    >>> left_after_launch(10, chosen=1, units=1)  # [example 11]: seven kept, one chosen, one unit, the shortage apart
    8
    """
    most = OFFENSIVE.integer("exchange_chosen_max")
    if chosen > most:
        raise GameError(f"{chosen} supports of choice; expected at most {most} [11.4.2]")
    price = chosen * OFFENSIVE.integer("exchange_supports") + units * OFFENSIVE.integer("unit_supports")
    price += armored_units * OFFENSIVE.integer("armored_unit_supports")
    if price > supports:
        raise GameError(
            f"the launch costs {price} supports; expected at most the {supports} of the STAVKA box [11.4.2]"
        )
    return supports - price + chosen


COURSE = Course(
    id="supports",
    title="Soviet supports and major offensives from NOV III",
    factors=_FACTORS,
    policies=policies_of("stalingrad_roads", "supports"),
    turns=CAMPAIGN,
    state=Stock,
    start=start,
    phases=PHASES,
    results=RESULTS,
)
CHAIN = Chain(COURSE)


def turns_to_offensive(setting: Setting) -> Fraction:
    """Return how many turns after Uranus the next major offensive is expected, 17 where none comes."""
    chances = next_launch_chances(setting)
    return sum(((turn or len(CAMPAIGN) + 1) - OPENING) * p for turn, p in chances.items()) + Fraction(0)


def support_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the turn of the next offensive, how many there are, and the box at the end."""
    yield Finding(
        "next_offensive", "turn (1 = NOV III) of the next major offensive after Uranus, 0 if none", "11.4",
        law=law_of("next_offensive", next_launch_chances(setting)),
        label="turn of the next major offensive after Uranus", zero="none", is_turn=True,
    )  # fmt: skip
    yield Finding(
        "if_spent", "the same if a pair of supports is spent elsewhere each turn", "11.4",
        law=law_of("if_spent", next_launch_chances(COURSE.setting(wholes(setting.factors), {"soviet": "spend"}))),
        label="turn of the next major offensive after Uranus if a pair of supports is spent elsewhere each turn",
        zero="none", is_turn=True, policies={"soviet": "spend"},
    )  # fmt: skip
    yield from CHAIN.results(setting, "5.3, 11.4, 12")
    least, most = (OFFENSIVE.integer(name) for name in ("launch_supports_min", "exchange_chosen_max"))
    chosen, price = Fraction(left_after_launch(least, chosen=most)), least // OFFENSIVE.integer("unit_supports")
    about = f"supports left for a major offensive of {least} with {most} of them chosen, two for one"
    yield Finding("launch_chosen", about, "11.4.2", number=chosen)
    about = "units out of the reserve, armor counted twice, if all of them are spent on units"
    yield Finding("launch_units", about, "11.4.2", number=Fraction(price))


def verdict(found: Found) -> str:
    """Say when the next major offensive comes, and what spending the supports elsewhere does to that."""
    saved, spent = (found.again({"soviet": policy}).value for policy in ("save", "spend"))
    none = found.law("if_spent").probability(lambda turn: turn == 0)
    said = f"Save supports: we expect the next major offensive {roughly(saved, 'turn')} after Uranus"
    if none > Fraction(1, 50):
        games = often(none)
        see = "see" if "games" in games else "sees"
        return f"{said}. Spend a pair a turn, and {games} {see} none."
    return f"{said}. Spend a pair a turn, and it takes about {figure(spent)}." if spent > saved else f"{said}."


SYSTEM = system_of(
    COURSE,
    order=2,
    group=Group.COMMAND,
    question="How soon after Uranus can the Soviets launch the next major offensive?",
    shows=("soviet",),
    rules=("5.3", "11.4", "12"),
    tables=(
        "support_acquisition", "support_acquisition_drm", "support_limits", "offensive_limits", "turn_track",
        "supports_factors",
    ),
    unprinted=("acquisition_shift",),
    measured="turns after NOV III until the next major offensive, 17 where none comes",
    things="turns",
    measure=turns_to_offensive,
    find=support_findings,
    good_for="axis",
    turns=CAMPAIGN,
    verdict=verdict,
)  # fmt: skip
