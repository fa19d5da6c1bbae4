"""Reinforcements [p. 7]: six dice on the German board, a block for each, and what an empty row costs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls, all_rolls
from sim.exact import Law, Worlds
from sim.game import Phase, Setting
from sim.games.inferno_on_the_volga.factors import GAME_ID
from sim.state import State, column
from sim.tables import load_list

RULES = load_list(GAME_ID, "reinforcement_rules")
ROWS = load_list(GAME_ID, "reinforcement_rows").rows
N_ROWS, N_DICE = RULES.integer("rows"), RULES.integer("dice")
SPACES = int(ROWS[0]["spaces"])
R_ROWS = sum(row["is_r_square"] == "yes" for row in ROWS)
"""Rows that end in the square of an R block: all but the last (ruling R4)."""
BLOCKS = sum(int(row["spaces"]) for row in ROWS)
FACES = 6
USED = -1
"""An empty row whose square has been hit: later dice on it do nothing."""
MOST_CALLS = 10
TURNS = tuple(str(call) for call in range(1, MOST_CALLS + 1))

Rows = NDArray[np.int8]


def call(left: Rows, is_used: NDArray[np.bool_], dice: Rolls) -> tuple[Rows, Rows, NDArray[np.bool_]]:
    """Return blocks taken from each row, blocks left and squares used, shape (..., 6) each; dice (..., k) [p. 7].

    A die takes the leftmost block of its row; on an empty row it uses up the square, once.

    >>> full, free = np.full(6, 5, np.int8), np.zeros(6, bool)
    >>> call(full, free, np.array([2, 3, 4, 5, 5, 5], np.int8))[0].tolist()  # example on p. 7
    [0, 1, 1, 1, 3, 0]
    """
    rows = np.arange(1, N_ROWS + 1)
    fallen = (dice[..., np.newaxis] == rows).sum(axis=-2)
    taken = np.minimum(fallen, left).astype(np.int8)
    return taken, (left - taken).astype(np.int8), is_used | (fallen > left)


def send_back(left: Rows, n_blocks: NDArray[np.integer]) -> Rows:
    """Return rows after blocks that found no room, shape (...), went back one by one [p. 7].

    Each goes to the row with the fewest blocks, of equal ones to the lowest number.

    >>> send_back(np.array([5, 2, 1, 1, 5, 5], np.int8), np.array(3)).tolist()
    [5, 3, 2, 2, 5, 5]
    """
    left = left.copy()
    for nth in range(int(np.max(n_blocks, initial=0))):
        row = left.argmin(axis=-1)[..., np.newaxis]
        more = np.take_along_axis(left, row, axis=-1) + (n_blocks > nth)[..., np.newaxis]
        np.put_along_axis(left, row, more.astype(np.int8), axis=-1)
    return left


@dataclass(frozen=True)
class Board(State):
    """The German board of each game: blocks left in each row, `USED` once its square is hit.

    Rows 1 to 5 are alike (ruling R4), so they are kept in order of what is left, whatever their number.
    """

    row_1: Rows = column(
        "blocks left in the fullest of rows 1 to 5, -1 if its square is used", lasts=True, logged=False
    )
    row_2: Rows = column("the same of the next", lasts=True, logged=False)
    row_3: Rows = column("the same of the next", lasts=True, logged=False)
    row_4: Rows = column("the same of the next", lasts=True, logged=False)
    row_5: Rows = column("the same of the emptiest", lasts=True, logged=False)
    row_6: Rows = column("the same of row 6", lasts=True, logged=False)
    blocks: NDArray[np.int16] = column("blocks that have arrived so far", lasts=True)
    r_squares: Rows = column("squares of R blocks hit so far", lasts=True)


RESULTS = {
    "blocks": "blocks of thirty that have arrived",
    "r_squares": "squares of R blocks hit: so many leave the game, of those in play",
}
_NAMES = tuple(f"row_{row}" for row in range(1, N_ROWS + 1))


def start(n: int, setting: Setting) -> Board:
    """Return n full boards [p. 5 set-up step 10]."""
    rows = {name: np.full(n, int(row["spaces"]), np.int8) for name, row in zip(_NAMES, ROWS, strict=True)}
    return Board(**rows, blocks=np.zeros(n, np.int16), r_squares=np.zeros(n, np.int8))


def one_die(board: Board, setting: Setting, turn: int, rolls: Rolls) -> Board:
    """Place one die of a call, if calls are left; rolls (games, 1): the dice are placed one by one [p. 7]."""
    codes = np.stack([getattr(board, name) for name in _NAMES], axis=-1)
    _, left, is_used = call(np.maximum(codes, 0).astype(np.int8), codes == USED, rolls)
    after = np.where(is_used, USED, left)
    after = np.where((turn <= np.asarray(setting.factors["calls"]))[..., np.newaxis], after, codes).astype(np.int8)
    after[:, :R_ROWS] = -np.sort(-after[:, :R_ROWS], axis=1)
    return replace(
        board,
        **{name: after[:, at] for at, name in enumerate(_NAMES)},
        blocks=(BLOCKS - np.maximum(after, 0).sum(axis=1)).astype(np.int16),
        r_squares=(after[:, :R_ROWS] == USED).sum(axis=1).astype(np.int8),
    )


PHASES = tuple(Phase(f"die_{nth}", "p. 7", 1, one_die) for nth in range(1, N_DICE + 1))


def arrivals(calls: int) -> Fraction:
    """Return the blocks that so many calls bring on average: each row gives what its dice ask for, up to five.

    >>> arrivals(0), arrivals(1) < 6, arrivals(100) < 30
    (Fraction(0, 1), True, True)
    """
    return N_ROWS * sum((min(hits, SPACES) * p for hits, p in _hits(calls)), Fraction(0))


def squares_hit(calls: int, rows: int) -> Fraction:
    """Return how many of some rows have had more dice than blocks after so many calls, on average."""
    return rows * sum((p for hits, p in _hits(calls) if hits > SPACES), Fraction(0))


def rows_emptied(calls: int) -> Fraction:
    """Return how many rows so many calls have emptied on average: each has then given its white infantry [p. 5]."""
    return N_ROWS * sum((p for hits, p in _hits(calls) if hits >= SPACES), Fraction(0))


def new_blocks(before: Worlds) -> Law:
    """Return the law of the blocks that one more call brings, from every board it may meet [p. 7].

    >>> full = Worlds(start(1, Setting({}, {})), (1,), 1)
    >>> new_blocks(full).counts  # six equal dice leave one block behind
    {(5,): 1, (6,): 7775}
    """
    dice = (all_rolls(N_DICE)[..., np.newaxis] == np.arange(1, N_ROWS + 1)).sum(axis=1)
    dice, n_rolls = np.unique(dice, axis=0, return_counts=True)
    left = np.stack([np.maximum(getattr(before.state, name), 0) for name in _NAMES], axis=-1)
    new = np.minimum(dice, left[:, np.newaxis]).sum(axis=-1)
    ways = {n: ((new == n) * n_rolls).sum(axis=1).tolist() for n in range(N_DICE + 1)}
    counts = {(n,): sum(w * times for w, times in zip(before.weights, found, strict=True)) for n, found in ways.items()}
    total = before.denominator * FACES**N_DICE
    return Law(("new_blocks",), {key: n for key, n in counts.items() if n}, total).reduced()


def _hits(calls: int) -> list[tuple[int, Fraction]]:
    """Return the law of the dice that fall on one row."""
    n = N_DICE * calls
    return [(hits, Fraction(comb(n, hits) * (N_ROWS - 1) ** (n - hits), N_ROWS**n)) for hits in range(n + 1)]
