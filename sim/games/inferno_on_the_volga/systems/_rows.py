"""The rows of the German board [p. 7]: what a call's dice take from them, and what goes back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.numbers.tables import load_list

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
