"""The error of a request that a game cannot meet."""


class GameError(ValueError):
    """A request that a game cannot meet; the message says what it can."""
