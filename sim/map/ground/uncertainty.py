"""How sure a map is: over the boards of an ensemble, how often each hex and hexside is what the central board says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sim.map.board import Board, load_board, load_hex_grid
from sim.map.draws import happens
from sim.map.ensemble import KINDS, MEMBERS, road_chances
from sim.map.layers import read_layers
from sim.map.setup import load_setup
from sim.numbers.rawfiles import RAW


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


@dataclass(frozen=True)
class Doubt:
    """One thing that is not known of a map, and what each board of an ensemble has of it, shape (members,)."""

    name: str
    kind: str
    """``terrain`` (hexes of a kind), ``road`` or ``river`` (1 where the board has it), ``set-up`` (hexes)."""
    values: NDArray[np.float64]

    @property
    def is_yes_or_no(self) -> bool:
        """Return whether a board has it or not, rather than more or less of it."""
        return set(np.unique(self.values)) <= {0.0, 1.0}


def doubts(game: str, members: int = MEMBERS, root: Path = RAW) -> tuple[Doubt, ...]:
    """Return what differs between the boards of an ensemble: kinds of terrain, roads, rivers, where units start."""
    boards = [load_board(game, member, root) for member in range(members)]
    rows = read_layers(game, "map_hexsides", root, pairs=True).values()
    rivers = {row["river"]: row for row in rows if row["river"]}
    chances = road_chances(game, root)
    found = [
        *(Doubt(kind, "terrain", _hexes_of(boards, kind)) for kind in KINDS),
        *(Doubt(name, "road", _runs("road", name, chances[name], members)) for name in chances),
        *(Doubt(name, "river", _runs("river", name, int(row["chance"]), members)) for name, row in rivers.items()),
        *(Doubt(name, "set-up", _from_border(game, name, members, root)) for name in ("infantry", "mobile")),
    ]
    return tuple(doubt for doubt in found if np.ptp(doubt.values) > 0)


def _hexes_of(boards: Sequence[Board], kind: str) -> NDArray[np.float64]:
    return np.array([(board.terrain == board.terrains.index(kind)).sum() for board in boards], dtype=float)


def _runs(purpose: str, name: str, chance: int, members: int) -> NDArray[np.float64]:
    return np.array([happens(member, purpose, name, chance) for member in range(members)], dtype=float)


def _from_border(game: str, kind: str, members: int, root: Path) -> NDArray[np.float64]:
    """Return how far from the other side's zones units of a kind start, in hexes, mean over units."""
    distances = load_hex_grid(game, root).distances
    setups = [load_setup(game, member, root) for member in range(members)]
    means = [
        np.average(
            [distances[start.hex, setup.border()].min() for start in setup.starts],
            weights=[getattr(start, kind) for start in setup.starts],
        )
        for setup in setups
    ]
    return np.array(means)
