"""What a game's rules ask of the generic kernels: one frozen value, packed into numbers that kernels read.

Movement points are counted in half points throughout. Pairs are by side, tuples of four by side and class (first side
mobile, first side infantry, second side mobile, second side infantry).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sim.map.forces.world import STACK_ROWS, Ints

(P_STACK, P_LINE, P_LEAVE, _P2, _P3, _P4, P_ANYTIME, _P6, _P7, _P8, P_MINIMUM, P_HALF_UNIT, P_RETREAT_ZOC,
 P_RETREAT_CAP, P_PREFER_VACANT, P_UNSAFE, P_ROAD_ZOC, P_MINIMUM_LEAVES, P_PACES_MULTIPLY,
 P_ROUND_WATER, N_RULES) = range(21)  # fmt: skip

Four = tuple[int, int, int, int]


@dataclass(frozen=True)
class MapRules:
    """Rules of movement, supply and retreat as numbers.

    `leave_cost` is what leaving an enemy zone of control costs; `leave_anytime` says whether it may be done in the
    middle of a move. `line` is the longest supply line before the road. `minimum_move_leaves` says whether a move of
    one hex for the whole allowance may leave an enemy zone; `paces_multiply` whether the factors of the hex left and
    the hex entered do, or the larger counts; `retreat_round_water` whether the hexes between a retreating unit and the
    enemy are counted by the way over land, or straight.
    """

    stack_max: int
    line: int
    leave_cost: Four
    leave_anytime: tuple[bool, bool, bool, bool]
    minimum_move: bool
    half_unit: int
    retreat_blocked_by_zoc: bool
    retreat_stack_max: int
    retreat_prefers_vacant: bool
    may_retreat_unsafe: bool = False
    roads_blocked_by_zoc: bool = True
    minimum_move_leaves: bool = True
    paces_multiply: bool = False
    retreat_round_water: bool = False

    def __post_init__(self) -> None:
        """Refuse what the arrays cannot hold."""
        if not 1 <= self.stack_max <= STACK_ROWS:
            raise ValueError(f"stack_max is {self.stack_max}; expected 1 to {STACK_ROWS}")

    def packed(self, n_more: int = 0) -> Ints:
        """Return the numbers in the order of the `P_` places, with room for so many of the game's own."""
        numbers = [
            self.stack_max, self.line, *self.leave_cost, *self.leave_anytime, self.minimum_move, self.half_unit,
            self.retreat_blocked_by_zoc, self.retreat_stack_max, self.retreat_prefers_vacant, self.may_retreat_unsafe,
            self.roads_blocked_by_zoc, self.minimum_move_leaves, self.paces_multiply,
            self.retreat_round_water,
        ]  # fmt: skip
        assert len(numbers) == N_RULES
        return np.array(numbers + [0] * n_more, np.int64)
