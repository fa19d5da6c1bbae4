"""How sure a map is: over the boards of an ensemble, how often each hex and hexside is what the central board says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.map.board import load_board
from sim.map.ensemble import MEMBERS
from sim.rawfiles import RAW


def terrain_shares(game: str, members: int = MEMBERS, root: Path = RAW) -> NDArray[np.float64]:
    """Return the share of boards on which a hex is each terrain, shape (H, terrains)."""
    boards = [load_board(game, member, root) for member in range(members)]
    kinds = np.arange(len(boards[0].terrains))
    return np.mean([board.terrain[:, None] == kinds for board in boards], axis=0)


def terrain_doubt(game: str, members: int = MEMBERS, root: Path = RAW) -> NDArray[np.float64]:
    """Return the share of boards on which a hex is not what the central board says, shape (H,)."""
    central = load_board(game, root=root)
    return 1 - terrain_shares(game, members, root)[np.arange(len(central)), central.terrain]


def side_shares_of(game: str, bit: int, members: int = MEMBERS, root: Path = RAW) -> NDArray[np.float64]:
    """Return the share of boards on which a hexside has a bit (RIVER, BARRED, ROAD), shape (H, 6)."""
    return np.mean([(load_board(game, member, root).sides & bit) > 0 for member in range(members)], axis=0)
