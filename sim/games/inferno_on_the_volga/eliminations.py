"""The race to ten eliminated German blocks, R blocks counted twice [p. 3 victory]."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.exact import Law
from sim.game import Setting
from sim.games.inferno_on_the_volga.clock import MOST_TURNS, TURNS
from sim.games.inferno_on_the_volga.factors import GAME_ID, one
from sim.state import State, column
from sim.tables import load_list

VICTORY = load_list(GAME_ID, "victory_conditions")
NEEDED = VICTORY.integer("soviet_a")
R_WEIGHT = VICTORY.integer("soviet_a_r_block_weight")
NOTHING, PLAIN, R_BLOCK = range(3)
_POINTS = np.array([0, 1, R_WEIGHT], np.int8)
_TWELFTHS = 12

__all__ = ("RESULTS", "TURNS", "blocks_until_ten", "last_turn_law", "lose", "start", "weights")

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Dead(State):
    """The German pool of the dead of each game."""

    points: Numbers = column("German blocks eliminated, R blocks counted twice, ten at most", lasts=True)
    r_lost: Numbers = column("R blocks among them", lasts=True)
    blocks_lost: Numbers = column("blocks among them", lasts=True)
    last_turn: Numbers = column("turn on which the tenth point fell, 0 if not yet", lasts=True, logged=False)


RESULTS = {
    "last_turn": f"turn on which the tenth point falls, 0 if not within {MOST_TURNS}",
    "blocks_lost": "German blocks eliminated, until ten points or the last turn looked at",
}


def start(n: int, setting: Setting) -> Dead:
    """Return n empty pools."""
    zero = np.zeros(n, np.int8)
    return Dead(points=zero, r_lost=zero, blocks_lost=zero, last_turn=zero)


def weights(dead: Dead, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return how likely a turn costs nothing, a plain block or an R block, shape (games, 3).

    The blocks at risk are made up by reinforcements, the R blocks are not.
    """
    chance, blocks, r_blocks = (
        np.asarray(setting.factors[name], np.int64) for name in ("losses_in_12", "blocks_at_risk", "r_blocks_at_risk")
    )
    r_left = r_blocks - dead.r_lost
    parts = ((_TWELFTHS - chance) * blocks, chance * (blocks - r_left), chance * r_left)
    ways = np.stack(np.broadcast_arrays(*parts), axis=-1)
    return ways * (dead.points < NEEDED)[:, np.newaxis]


def lose(dead: Dead, setting: Setting, turn: int, kind: NDArray[Any]) -> Dead:
    """Move what a turn cost to the pool of the dead [p. 5]; a decided game stays as it is."""
    is_lost = kind > NOTHING
    points = np.minimum(dead.points + _POINTS[np.maximum(kind, 0)], NEEDED)
    is_over = (points == NEEDED) & (dead.points < NEEDED)
    return replace(
        dead,
        points=points.astype(np.int8),
        r_lost=(dead.r_lost + (kind == R_BLOCK)).astype(np.int8),
        blocks_lost=(dead.blocks_lost + is_lost).astype(np.int8),
        last_turn=np.where(is_over, turn, dead.last_turn).astype(np.int8),
    )


def blocks_until_ten(blocks: int, r_blocks: int) -> Law:
    """Return the law of the blocks that have fallen when ten points are full: six to ten with enough R blocks at risk.

    >>> blocks_until_ten(16, 0).counts
    {(10,): 1}
    """
    ways = {(0, 0): 1}
    ended: dict[tuple[int, ...], int] = {}
    denominator = 1
    for fallen in range(1, NEEDED + 1):
        more: dict[tuple[int, int], int] = {}
        denominator *= blocks
        ended = {key: n * blocks for key, n in ended.items()}
        for (points, r_lost), n in ways.items():
            r_left = r_blocks - r_lost
            for worth, share, r in ((1, blocks - r_left, r_lost), (R_WEIGHT, r_left, r_lost + 1)):
                if share and points + worth >= NEEDED:
                    ended[(fallen,)] = ended.get((fallen,), 0) + n * share
                elif share:
                    more[points + worth, r] = more.get((points + worth, r), 0) + n * share
        ways = more
    return Law(("blocks_lost",), ended, denominator).reduced()


def last_turn_law(setting: Setting) -> Law:
    """Return the exact law of `last_turn`, 0 if not within `MOST_TURNS`; a loss is as likely on every turn."""
    names = ("blocks_at_risk", "r_blocks_at_risk", "losses_in_12")
    blocks, r_blocks, chance = (one(setting.factors, name) for name in names)
    needed = blocks_until_ten(blocks, r_blocks)
    ended = {(turn,): _falls_on(turn, needed, Fraction(chance, _TWELFTHS)) for turn in range(1, MOST_TURNS + 1)}
    ended[(0,)] = 1 - sum(ended.values(), Fraction(0))
    common = _TWELFTHS**MOST_TURNS * needed.denominator
    return Law(("last_turn",), {key: int(p * common) for key, p in sorted(ended.items()) if p}, common).reduced()


def _falls_on(turn: int, needed: Law, chance: Fraction) -> Fraction:
    """Return the chance that the last of the blocks needed falls on a turn."""
    return sum(
        (p * comb(turn - 1, n - 1) * chance**n * (1 - chance) ** (turn - n) for (n,), p in needed if n <= turn),
        Fraction(0),
    )
