"""Soviet supports [5.3, 11.4, 12]: what the STAVKA box gathers, shortage markers, and the next major offensive.

Every shortage marker goes back to the cup at the end of its support phase, as 12.2 lets it: so the cup holds them all
at each draw, and only the box needs remembering.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.game import Draw, Phase, Setting
from sim.games.stalingrad_roads.inputs import CAMPAIGN, OPENING, factors_of
from sim.modifiers import net_modifier
from sim.state import State, column
from sim.tables import load_grid, load_list

TABLE = load_grid("stalingrad_roads", "support_acquisition")
DRM = load_list("stalingrad_roads", "support_acquisition_drm")
OFFENSIVE = load_list("stalingrad_roads", "offensive_limits")
CUP = load_list("stalingrad_roads", "support_limits")
TURNS = CAMPAIGN

_GUESSED = np.array(
    [[TABLE.basis[row][at] == "assumed" for at in range(len(TABLE.column_labels))] for row in range(len(TABLE.cells))]
)
_STAVKA = TABLE.column_labels.index("STAVKA")
_MOST = int(TABLE.numbers[:, _STAVKA].max()) + factors_of("supports_factors")["acquisition_shift"].high
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


def acquired(rolls: Rolls, drm: ArrayLike, shift: ArrayLike = 0, box: str = "STAVKA") -> Levels:
    """Return how many supports a roll draws for a box, shape (...); rolls (..., 2) [5.3.2].

    `shift` moves the guessed cells.

    >>> int(acquired(np.array([4, 4], np.int8), -3)), int(acquired(np.array([4, 4], np.int8), -3, 1))  # [example 3]
    (3, 3)
    """
    row = TABLE.row_index(rolls[..., 0] + rolls[..., 1] + np.asarray(drm))
    at = TABLE.column_labels.index(box)
    shifted = TABLE.numbers[row, at] + _GUESSED[row, at] * np.asarray(shift)
    return np.maximum(shifted, 0).astype(np.int8)


def can_launch(supports: ArrayLike, shortages: ArrayLike = 0) -> NDArray[np.bool_]:
    """Return whether a STAVKA box holds enough for a major offensive, shape (...); shortages do not count [11.4.1].

    >>> bool(can_launch(11, 1)), bool(can_launch(9, 1))  # [example 11]
    (True, False)
    """
    return np.asarray(np.asarray(supports) - np.asarray(shortages) >= OFFENSIVE.integer("launch_supports_min"))


def shortages_in_cup(turn: int, hq_moves: ArrayLike, moves_start: ArrayLike) -> Counts:
    """Return the shortage markers in the cup in a turn's support phase, the test marker among them, shape (...) [12.1].

    Headquarters move after the support phase, so a move counts from the next turn on.

    >>> [int(shortages_in_cup(turn, 2, 3)) for turn in (3, 4, 5)]
    [0, 2, 4]
    """
    markers = np.asarray(hq_moves, np.int64) * CUP.integer("shortage_markers_per_hq_move")
    return np.asarray(markers * np.maximum(turn - np.asarray(moves_start), 0))


def returned_by_test(shortages: ArrayLike, supports: ArrayLike) -> NDArray[Any]:
    """Return how many real supports a test sends back, shape (...): one for each plain shortage [12.3, ruling R63].

    `shortages` counts the test marker. What the box cannot pay are stacks that the Axis puts out of supply.

    >>> int(returned_by_test(4, 2)), int(returned_by_test(3, 9))
    (2, 2)
    """
    return np.minimum(np.maximum(np.asarray(shortages) - 1, 0), supports)


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

    The played scenario gives the same; this one forgets what happens after the launch, and is asked many times.
    """
    boxes, total = {0: 1}, 1
    found: dict[int, Fraction] = {}
    for turn in range(OPENING + 1, len(TURNS) + 1):
        is_ready = turn - OPENING >= int(setting.factors["marker_away"])  # type: ignore[arg-type]
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
    spent = int(setting.policies["soviet"].decide(None, turn)["spent"])  # type: ignore[arg-type]
    parts = []
    for box, weight in boxes.items():
        real = int(factors["cup_supports"]) - box  # type: ignore[arg-type]
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


@lru_cache(maxsize=1 << 16)
def draw_ways(n: int, real: int, short: int) -> list[tuple[int, bool, int, int]]:
    """Return shortage markers drawn, whether the test marker is one of them, in how many ways of how many [12.3].

    n markers are drawn from so many real supports and so many shortage markers, one of which is the test.

    >>> draw_ways(1, 1, 1)
    [(0, False, 1, 2), (1, True, 1, 2)]
    """
    of, ways = comb(real + short, n) * max(short, 1), []
    for k in range(min(n, short) + 1):
        of_k = comb(real, n - k) * comb(short, k)
        ways += [(k, False, of_k * (max(short, 1) - k), of), (k, True, of_k * k, of)]
    return [way for way in ways if way[2]]


_PASCAL = np.array([[comb(n, k) for k in range(_AT_ONCE + 1)] for n in range(200)], np.int64)


def _ways(of: NDArray[Any], n: NDArray[Any]) -> Counts:
    """Return the number of ways to draw n of some markers, 0 where n is negative or too many."""
    is_possible = (n >= 0) & (n <= of)
    return np.where(is_possible, _PASCAL[np.maximum(of, 0), np.clip(n, 0, _AT_ONCE)], 0)
