"""Places of the weights, in the order of their names."""

from __future__ import annotations

WEIGHTS = (
    "attack_least", "care", "ground", "goal", "company", "exposure", "cover", "supply", "line", "city", "goal_column",
    "overrun_least", "air_least", "stay", "road", "rest", "distance",
    "hold", "advance", "air_defense", "interdict_least", "regenerate_mobile", "regenerate_infantry", "late_weakest",
    "setup_apart", "setup_north", "delay", "column_road", "column_cover", "column_goal", "fort_near", "fort_city",
    "fort_manned", "effort", "gap", "man_fort", "doubt", "danger", "counter", "garrison",
    "hunt", "air_city", "guard", "relief", "lone", "man_city",
    "storm", "thrown", "spoils", "wait_trapped", "vain", "stakes", "corps", "forsake", "home", "trap",
)  # fmt: skip
(W_ATTACK, W_CARE, W_GROUND, W_GOAL, W_COMPANY, W_EXPOSURE, W_COVER, W_SUPPLY, W_LINE, W_CITY, W_COLUMN, W_OVERRUN,
 W_AIR, W_STAY, W_ROAD, W_REST, W_DISTANCE, W_HOLD, W_ADVANCE, W_AIR_DEFENSE, W_INTERDICT, W_REGEN_MOBILE,
 W_REGEN_INFANTRY, W_LATE, W_APART, W_NORTH, W_DELAY, W_COLUMN_ROAD, W_COLUMN_COVER, W_COLUMN_GOAL, W_FORT_NEAR,
 W_FORT_CITY, W_FORT_MANNED, W_EFFORT, W_GAP, W_MAN_FORT, W_DOUBT, W_DANGER, W_COUNTER, W_GARRISON,
 W_HUNT, W_AIR_CITY, W_GUARD, W_RELIEF, W_LONE, W_MAN_CITY,
 W_STORM, W_THROWN, W_SPOILS, W_WAIT, W_VAIN, W_STAKES, W_CORPS, W_FORSAKE, W_HOME, W_TRAP) = range(56)  # fmt: skip
