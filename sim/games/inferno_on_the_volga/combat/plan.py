"""Whoever takes part decides: the blocks of several attacking hexes as the attackers of one fight [p. 9-10].

For plans of several attacks: some hexes full of blocks and a hex in, the facts of that fight out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sim.combat import Fact, Option, Plan

_Given = Mapping[str, Any]


def joined(attackers: Sequence[_Given], rest: _Given) -> dict[str, Fact] | None:
    """Return the facts of a fight of these hexes, or `None` if they hold no block; `rest` is the rest of it.

    >>> joined([{"blocks": ("panzer 4 TF",)}, {"blocks": ("2x infantry 3 DF",)}], {})
    {'attacker': ('panzer 4 TF @1', '2x infantry 3 DF @2')}
    """
    blocks = [f"{block} @{at}" for at, one in enumerate(attackers, 1) for block in one["blocks"]]
    return {"attacker": tuple(blocks)} if blocks else None


PLAN = Plan(
    attacker=(Option("blocks", "texts", (), "the blocks of one hex, such as 2x infantry 3 DF"),),
    given=("attacker",),
    pooled=(),  # unknown blocks are drawn fight by fight
    central={},
    joined=joined,
)
