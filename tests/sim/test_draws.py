"""Draws from a cup: the exact law against counting every order, and the drawn ones against the exact law."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.exact import certain, through_draw
from sim.play import play_block, play_exactly
from sim.state import State, column, columns_of
from sim.system import Course, Draw, Setting

CUP = {"red": 3, "blue": 2, "snafu": 1}


@dataclass(frozen=True)
class Cup(State):
    red: NDArray[Any] = column("red markers left", lasts=True)
    blue: NDArray[Any] = column("blue markers left", lasts=True)
    snafu: NDArray[Any] = column("snafu markers left", lasts=True)


def start(n: int, setting: Setting) -> Cup:
    return Cup(*(np.full(n, count, np.int8) for count in CUP.values()))


def weights(cup: Cup, setting: Setting, turn: int) -> NDArray[Any]:
    return np.stack([cup.red, cup.blue, cup.snafu], axis=1)


def taken(cup: Cup, setting: Setting, turn: int, kind: NDArray[Any]) -> Cup:
    left = {name: getattr(cup, name) - (kind == at) for at, name in enumerate(CUP)}
    return replace(cup, **left)


def scenario(turns: int) -> Course:
    return Course(
        "cup", "A cup", {}, {}, tuple(map(str, range(turns))), Cup, start, (Draw("pull", "1", weights, taken),)
    )


def test_three_pulls_are_what_every_order_of_the_markers_gives() -> None:
    markers = [name for name, count in CUP.items() for _ in range(count)]
    orders = list(permutations(range(len(markers))))
    counted: dict[tuple[int, ...], int] = {}
    for order in orders:
        drawn = [markers[at] for at in order[:3]]
        left = tuple(count - drawn.count(name) for name, count in CUP.items())
        counted[left] = counted.get(left, 0) + 1
    *_, last = play_exactly(scenario(3), Setting({}, {}))
    law = {outcome: p for outcome, p in last.law(*CUP)}
    assert law == {left: Fraction(n, len(orders)) for left, n in counted.items()}


def test_an_empty_cup_gives_nothing() -> None:
    *_, last = play_exactly(scenario(7), Setting({}, {}))
    assert dict(last.law(*CUP)) == {(0, 0, 0): Fraction(1)}
    empty = certain(Cup(*(np.zeros(1, np.int8) for _ in CUP)))
    after = through_draw(empty, np.zeros((1, 3), np.int8), lambda cup, kind: replace(cup, red=kind))
    assert columns_of(after.state)["red"].tolist() == [-1]


def test_drawn_pulls_agree_with_the_exact_law() -> None:
    n = 60_000
    *_, last = play_exactly(scenario(2), Setting({}, {}))
    *_, played = play_block(scenario(2), Setting({}, {}), 1, 0, n)
    for (red,), p in last.law("red"):
        share = float((columns_of(played)["red"] == red).mean())
        assert abs(share - p) <= 5 * float(p * (1 - p) / n) ** 0.5
