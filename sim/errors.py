"""The errors of a request that cannot be met: a game's, and the border's, where what people write is read."""


class GameError(ValueError):
    """A request that a game cannot meet; the message says what it can."""


class BorderError(ValueError):
    """What was written is not in order; the message names the place, the value and what was expected."""
