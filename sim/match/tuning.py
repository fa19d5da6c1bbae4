"""What a game gives to whoever tunes its players: named weights with ranges, and games between nameless players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sim.border import Keys, checked, shown, toml_file, within
from sim.game import GameError

if TYPE_CHECKING:
    from sim.match.whole import Seats

WeightsByName = Mapping[str, int]


@dataclass(frozen=True)
class Tuning:
    """Players as weights.

    `characters` are the players that are nothing but weights; `weights_of(name, side)` tells them. `ranges(side)` says
    between which bounds, both included, each weight of a side may be moved; weights that it leaves out stay.
    `margins(side, weights, seats, seed, first, n)` lets these weights play a side against whoever `seats` names for the
    other one, and returns the first side's margin of each game, shape (n,); in a game without points 100 for one that
    it wins. `file` is where the game keeps them. `rivals` are whom a side meets if nobody is named, by side; where a
    side is left out, all characters but the last.
    """

    characters: tuple[str, ...]
    weights_of: Callable[[str, str], WeightsByName]
    ranges: Callable[[str], Mapping[str, tuple[int, int]]]
    margins: Callable[[str, WeightsByName, Seats, int, int, int], NDArray[np.int64]]
    file: Path
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def rivals_of(self, side: str) -> tuple[str, ...]:
        """Return whom a side meets if nobody is named."""
        return self.rivals.get(side, self.characters[:-1])


def weights_in(path: Path, side: str, most: int) -> dict[str, int]:
    """Return the weights of a side in a file that `kessel tune` wrote, each at most so far from zero.

    `GameError` says that the file does not hold one table of that side, `BorderError` which weight is not in order.
    """
    given = toml_file(path, str(path)).get(side)
    found = [table for table in given.values() if isinstance(table, dict)] if isinstance(given, dict) else []
    if len(found) != 1:
        raise GameError(f"{path}: {len(found)} tables [{side}.NAME]; expected one")
    for name, weight in checked(found[0], Keys(others=int), str(path), side).items():
        within(weight, f"{path}, {side}, {shown(name)}", -most, most)
    return dict(found[0])
