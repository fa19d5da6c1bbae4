"""What a player that looks ahead would do at a position, and what the plans that it chooses from come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from numpy.typing import NDArray


@dataclass(frozen=True)
class PlanTried:
    """A plan for the rest of a side's turn: its name, its words, the weights it changes, margins of games, shape (n,).

    All plans of an advice meet the same n sets of dice and deals, so margins pair up.
    """

    name: str
    about: str
    changes: Mapping[str, int]
    margins: NDArray[Any]


@dataclass(frozen=True)
class Advised:
    """What a side is advised to do from a position on to the end of its turn.

    `plans` begin with the player's habit; `chosen` is the place of its choice among them. `logs` are the rest of the
    turn played by that plan with several sets of fresh dice: events of the turn alone.
    """

    side: str
    turn: int
    phase: int
    player: str
    plans: Sequence[PlanTried]
    chosen: int
    logs: Sequence[pa.Table]
