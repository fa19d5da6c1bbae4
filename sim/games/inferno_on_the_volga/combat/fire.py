"""Fire: pools of dice, what they score, and stages of a fight that turn scores into losses.

A stage is one rule with two uses. Fed with rolls it plays; fed with every score a pool can make, each with its ways,
it gives the exact law. Hits fall on one block after the other in a fixed way (`blocks.path`), so the state of a side
is the number of hits that it has taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from math import lcm

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.games.inferno_on_the_volga.combat.blocks import NEVER
from sim.numbers.tables import load_list

FACES = 6
OWN_HIT = load_list("inferno_on_the_volga", "hit_modifiers").integer("khrushchev_own_hits", "natural_roll")

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class State:
    """Where a fight stands, each field of shape (...).

    Losses are the places of each side on its way of hits; `order` is the order of close combat once it is known;
    `firing` the Soviet losses with which the Soviets will fire; `odd` a hit left over in rubble (ruling R16).
    """

    german_losses: Ints
    soviet_losses: Ints
    has_rubble: Ints
    order: Ints
    firing: Ints
    odd: Ints


NAMES = tuple(field.name for field in fields(State))
Row = tuple[int, ...]
"""One state, its fields in the order of `NAMES`."""


@dataclass(frozen=True)
class Pool:
    """Dice that roll together: the lowest die that hits, for each; `counts_own` if a natural 1 hits the own side.

    With `adds_up` the score is their sum instead.
    """

    lowest: tuple[int, ...] = ()
    counts_own: bool = False
    adds_up: bool = False

    @property
    def n_dice(self) -> int:
        """How many dice these are."""
        return len(self.lowest)


@dataclass(frozen=True, eq=False)
class Mixture:
    """One of several pools, each with a whole weight: what is fired with when nobody knows the blocks.

    What it scores is weighted, so that its ways add up to the weights times the rolls of its dice. A weight may hold
    several weights, each in bits of its own, for several answers at once.
    """

    parts: tuple[tuple[int, Pool], ...]

    @property
    def n_dice(self) -> int:
        """The dice of the part that has most."""
        return max(part.n_dice for _, part in self.parts)


@dataclass(frozen=True)
class Stage:
    """One step of a fight: `pool` says which of `pools` each state rolls, `rule` takes states, hits and own hits."""

    name: str
    pools: Sequence[Pool | Mixture]
    pool: Callable[[State], Ints]
    rule: Callable[[State, Ints, Ints], State]

    @property
    def n_dice(self) -> int:
        """The dice to have at hand, more than some states roll."""
        return max(pool.n_dice for pool in self.pools)


@dataclass(frozen=True)
class Worlds:
    """Every state that a fight may have come to, with its whole weight over a denominator."""

    weights: dict[Row, int]
    denominator: int


def score(pools: Sequence[Pool], which: Ints, rolls: Rolls) -> tuple[Ints, Ints]:
    """Return hits (or the sum) and own hits of rolls, each of shape (...), from rolls of shape (..., dice).

    Dice beyond those of the pool that `which` names do not count.

    >>> hits, own = score((Pool((6, 5), counts_own=True),), np.array([0, 0]), np.array([[6, 5, 6], [1, 4, 1]]))
    >>> hits.tolist(), own.tolist()
    ([2, 0], [0, 1])
    """
    most = rolls.shape[-1]
    table = np.array([[*pool.lowest, *[NEVER] * (most - len(pool.lowest))] for pool in pools])
    lowest = table.reshape(len(pools), most)[which]
    own = ((rolls == OWN_HIT) & (lowest < NEVER)).sum(axis=-1) * np.array([pool.counts_own for pool in pools])[which]
    adds_up = np.array([pool.adds_up for pool in pools])[which]
    total = np.where(lowest < NEVER, rolls, 0).sum(axis=-1)
    return np.where(adds_up, total, (rolls >= lowest).sum(axis=-1)), own


Scores = tuple[tuple[tuple[int, int], ...], tuple[int, ...], int]
"""Every score of a pool as pairs (hits or sum, own hits), the ways to make each, and the rolls of its dice."""


@cache
def scores(pool: Pool | Mixture) -> Scores:
    """Return the law of what a pool scores.

    >>> scores(Pool((5, 6)))  # one white die, one black
    (((0, 0), (1, 0), (2, 0)), (20, 14, 2), 36)
    """
    return _mixed(pool) if isinstance(pool, Mixture) else _of_dice(pool)


def _mixed(pool: Mixture) -> Scores:
    parts: dict[Pool, int] = {}
    for weight, part in pool.parts:
        parts[part] = parts.get(part, 0) + weight
    laws = [(weight, scores(part)) for part, weight in parts.items()]
    common = lcm(*(law[2] for _, law in laws))
    ways: dict[tuple[int, int], int] = {}
    for weight, (pairs, counts, denominator) in laws:
        scale = weight * (common // denominator)
        for pair, n in zip(pairs, counts, strict=True):
            ways[pair] = ways.get(pair, 0) + n * scale
    return tuple(ways), tuple(ways.values()), common


def _of_dice(pool: Pool) -> Scores:
    ways = {(0, 0): 1}
    for lowest in pool.lowest:
        more: dict[tuple[int, int], int] = {}
        for (hits, own), n in ways.items():
            for (gain, self_hit), m in _of_one_die(lowest, pool.counts_own, pool.adds_up):
                key = hits + gain, own + self_hit
                more[key] = more.get(key, 0) + n * m
        ways = more
    return tuple(ways), tuple(ways.values()), FACES ** len(pool.lowest)


@cache
def _of_one_die(lowest: int, counts_own: bool, adds_up: bool) -> tuple[tuple[tuple[int, int], int], ...]:
    ways: dict[tuple[int, int], int] = {}
    for roll in range(1, FACES + 1):
        key = (roll if adds_up else int(roll >= lowest), int(counts_own and roll == OWN_HIT))
        ways[key] = ways.get(key, 0) + 1
    return tuple(ways.items())


def exactly(stages: Sequence[Stage], start: Row) -> Worlds:
    """Return every end of a fight from one start."""
    worlds = Worlds({start: 1}, 1)
    for stage in stages:
        worlds = _through(worlds, stage)
    return worlds


def _through(worlds: Worlds, stage: Stage) -> Worlds:
    """Send every state through a stage with every score of its pool, and merge what comes out alike."""
    rows = list(worlds.weights)
    pools = [stage.pools[i] for i in stage.pool(_state(np.array(rows))).tolist()]
    laws = [scores(pool) for pool in pools]
    common = lcm(*(law[2] for law in laws))
    pairs = np.array([pair for law in laws for pair in law[0]])
    before = _state(np.repeat(np.array(rows), [len(law[0]) for law in laws], axis=0))
    after = stage.rule(before, pairs[:, 0], pairs[:, 1])
    shares = (
        weight * (common // law[2]) * n
        for weight, law in zip(worlds.weights.values(), laws, strict=True)
        for n in law[1]
    )
    merged: dict[Row, int] = {}
    columns = [np.broadcast_to(getattr(after, name), len(pairs)).tolist() for name in NAMES]
    for row, share in zip(zip(*columns, strict=True), shares, strict=True):
        merged[row] = merged.get(row, 0) + share
    return Worlds(merged, worlds.denominator * common)


def _state(rows: Ints) -> State:
    return State(*rows.T)


def played(stages: Sequence[Stage], start: Row, rolls: Rolls) -> State:
    """Return how fights end with the rolls that fell, shape (games, dice): each stage takes its `n_dice` in turn."""
    state = _state(np.repeat(np.array([start]), len(rolls), axis=0))
    used = 0
    for stage in stages:
        mine = rolls[:, used : used + stage.n_dice]
        pools = [pool for pool in stage.pools if isinstance(pool, Pool)]
        state = stage.rule(state, *score(pools, stage.pool(state), mine))
        used += stage.n_dice
    return state
