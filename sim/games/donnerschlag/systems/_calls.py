"""When to call Donnerschlag [6.1.e, 14]: the best moment by hexes left, against calls on a turn fixed beforehand.

Backward over the turns, exactly: a call is checked in box 4, and in box 5 if Luftflotte 4 has come off. The march is
that of `_march`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from sim.dice import all_rolls
from sim.exact import Law, count
from sim.factors import whole
from sim.games.donnerschlag.systems._march import (
    CHANCES,
    CLOCK,
    END_BOX,
    IS_BOX_4_ENOUGH,
    LAST_CALL,
    STEP,
    TURNS,
    first_call,
    hexes_gained,
    survival_of_36,
    turns_later,
)
from sim.system import Factor, Setting

USUAL = range(CLOCK.integer("usual_call_turn_low"), CLOCK.integer("usual_call_turn_high") + 1)
"""The turns on which it is mostly called, by the text [6]."""
SURE_CARD = {"luftflotte_of_36": 36, "luftflotte_less_3": 0, "luftflotte_less_2": 0}
"""The factors of a Luftflotte 4 that comes off for certain, whenever Donnerschlag is called."""
NO_MATTER = 0
MARCH = ("zone_hexes", "gain_hexes", "slower_halves")
"""The factors that say how the march goes."""


def chances_by_call(setting: Setting) -> dict[int, list[Fraction]]:
    """Return, for each turn on which a call can win, the Axis chances by hexes left at the call, from 0 on.

    Victory is checked in box 4, and in box 5 if Luftflotte 4 came off, whatever turn these fall on [14].
    """
    return {
        turn: [Fraction(value, _scale(turn)) for value in values] for turn, values in _called(setting).items()
    }  # fmt: skip


def best_calls(setting: Setting) -> tuple[Fraction, dict[int, int]]:
    """Return the Axis chance under the best rule of calling, and for each turn the most hexes left that call for it.

    -1 where waiting is better whatever is left.
    """
    value, calls = _best(setting)
    most = {turn: max((left for left, now in enumerate(is_called) if now), default=-1)
            for turn, is_called in calls.items()}  # fmt: skip
    return Fraction(value[_zone(setting)], _scale(1)), dict(sorted(most.items()))


def call_law(setting: Setting) -> Law:
    """Return the law of the turn of the call under the best rule; of two turns alike it is the later one."""
    _, calls = _best(setting)
    ways = [int(left == _zone(setting)) for left in range(_farthest(setting) + 1)]
    called: dict[tuple[int, ...], int] = {}
    last = _last_call(setting)
    for turn in range(1, last + 1):
        is_called = calls.get(turn, [turn == last] * len(ways))
        now = sum(n for n, is_now in zip(ways, is_called, strict=True) if is_now)
        if now:
            called[(turn,)] = now * CHANCES ** (last - turn)
        ways = _marched([0 if is_now else n for n, is_now in zip(ways, is_called, strict=True)], setting, turn)
    return Law(("turn",), called, CHANCES ** (last - 1)).reduced()


def fixed_calls(setting: Setting) -> dict[int, Fraction]:
    """Return the Axis chance for each turn of a call that is settled before the game [14, 15]."""
    return {
        turn: Fraction(values[_zone(setting)], _scale(1)) for turn, values in _from_the_start(setting).items()
    }  # fmt: skip


def best_turns(setting: Setting, factors: Iterable[Factor]) -> Iterator[tuple[dict[str, int], int]]:
    """Yield every march in the factors' ranges with the best turn of a call settled beforehand, all else as set.

    Of turns alike the latest; `NO_MATTER` where all are alike.
    """
    zones, gains, slower = (range(one.low, one.high + 1) for one in factors)
    for gain, halves in product(gains, slower):
        march = {"gain_hexes": gain, "slower_halves": halves}
        farthest = replace(setting, factors={**setting.factors, **march, "zone_hexes": zones[-1]})
        chances = _from_the_start(farthest)
        for zone in zones:
            at = {turn: values[zone] for turn, values in chances.items()}
            best = max((n, turn) for turn, n in at.items())[1]
            yield {"zone_hexes": zone, **march}, best if len(set(at.values())) > 1 else NO_MATTER


def _best(setting: Setting) -> tuple[list[int], dict[int, list[bool]]]:
    """Return the values at the start, by hexes left, and for each turn but the last where a call beats waiting.

    Backward from the last turn, mostly 4, on which a call is due (ruling R32).
    """
    by_call = _called(setting)
    last = _last_call(setting)
    value, calls = by_call[last], {}
    for turn in range(last - 1, 0, -1):
        value = _expected(value, setting, turn)
        if turn in by_call:
            calls[turn] = [now > waits for now, waits in zip(by_call[turn], value, strict=True)]
            value = [max(now, waits) for now, waits in zip(by_call[turn], value, strict=True)]
    return value, calls


def _from_the_start(setting: Setting) -> dict[int, list[int]]:
    """Return, for each turn of a call, the Axis chances by hexes left at the start of turn 1, times its `_scale`."""
    found = {}
    for turn, values in _called(setting).items():
        for before in range(turn - 1, 0, -1):
            values = _expected(values, setting, before)
        found[turn] = values
    return found


def _called(setting: Setting) -> dict[int, list[int]]:
    """Return, for each turn of a call, the Axis chances by hexes left at its start, times `_scale` of the turn."""
    top = _farthest(setting)
    found = {}
    for turn in range(int(first_call(setting.factors)), _last_call(setting) + 1):
        check = turn + END_BOX - STEP + int(turns_later(setting.factors))
        survives = int(survival_of_36(setting.factors, turn))
        won = _scale(check + 2)
        second = _expected([won] + [0] * top, setting, check + 1)
        lasts = 0 if IS_BOX_4_ENOUGH else survives
        at_once = (CHANCES - lasts) * _scale(check + 1) + lasts * second[0]
        values = [at_once // CHANCES] + [survives * again // CHANCES for again in second[1:]]
        for before in range(check, turn - 1, -1):
            values = _expected(values, setting, before)
        found[turn] = values
    return found


def _scale(turn: int) -> int:
    """Return what chances at the start of a turn are multiplied by: 36 a turn still to come, and once for the card."""
    return CHANCES ** (len(TURNS) + 3 - turn)


def _last_call(setting: Setting) -> int:
    """Return the last turn on which a call can win: turn 8 is the end (rulings R29, R32)."""
    return LAST_CALL - int(turns_later(setting.factors))


def _zone(setting: Setting) -> int:
    return whole(setting.factors, "zone_hexes")


def _farthest(setting: Setting) -> int:
    """Return the most hexes that can ever be left: the way to the zone, and every turn pushed back the farthest."""
    back = [-int(hexes_gained(setting.factors, turn, np.array([1, 6], np.int8))) for turn in range(1, len(TURNS) + 1)]
    return _zone(setting) + sum(max(0, hexes) for hexes in back)


def _expected(values: list[int], setting: Setting, turn: int) -> list[int]:
    """Return 36 times the mean of values by hexes left, over the march of a turn."""
    top, mean = len(values) - 1, _mean(setting, turn)
    return [sum(n * values[min(max(left - mean - more, 0), top)] for more, n in _friction()) for left in range(top + 1)]


def _marched(ways: list[int], setting: Setting, turn: int) -> list[int]:
    """Return the ways to stand at each number of hexes left after the march of a turn, from those before it."""
    top, mean = len(ways) - 1, _mean(setting, turn)
    after = [0] * (top + 1)
    for left, before in enumerate(ways):
        for more, n in _friction():
            after[min(max(left - mean - more, 0), top)] += n * before
    return after


def _mean(setting: Setting, turn: int) -> int:
    return int(hexes_gained(setting.factors, turn, np.array([1, 1], np.int8)))


@cache
def _friction() -> tuple[tuple[int, int], ...]:
    """Return each difference of two dice with the number of its rolls."""
    rolls = all_rolls(2)
    law = count({"more": rolls[:, 0].astype(np.int64) - rolls[:, 1]})
    return tuple((more, n) for (more,), n in law.counts.items())
