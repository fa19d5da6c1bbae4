"""Units that move: along a path, onto the map, and the forced moves of turn 1."""
