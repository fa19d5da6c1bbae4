"""Places of the weights, in the order of their names."""

from __future__ import annotations

WEIGHTS = (
    "attack_least", "care", "ground", "goal", "company", "exposure", "cover", "supply", "line", "city", "goal_column",
    "overrun_least", "air_least", "stay", "road", "rest", "distance",
)  # fmt: skip
(W_ATTACK, W_CARE, W_GROUND, W_GOAL, W_COMPANY, W_EXPOSURE, W_COVER, W_SUPPLY, W_LINE, W_CITY, W_COLUMN, W_OVERRUN,
 W_AIR, W_STAY, W_ROAD, W_REST, W_DISTANCE) = range(17)  # fmt: skip
