"""Players of the whole game: `random`, which does any legal thing, and the quick characters, weights in TOML a side."""
