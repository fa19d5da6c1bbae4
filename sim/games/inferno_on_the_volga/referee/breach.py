"""What stops a replay: a rule broken, or a log that cannot be read. A rule is named by page and heading of the book."""

from __future__ import annotations

from dataclasses import dataclass

LOG = "log"
"""What stands in the place of a rule when a log cannot be read as a game."""


@dataclass(eq=False)
class Breach(Exception):
    """A rule is broken, here and in this way; `seq` is of the event that breaks it or shows the omission."""

    rule: str
    what: str
    seq: int = -1
    turn: int = 0

    def message(self) -> str:
        """Return the one line that a reader gets.

        >>> Breach("p. 11 spawn", "soviet_tank_3 comes to 9", 312, 3).message()
        'p. 11 spawn: seq 312, turn 3: soviet_tank_3 comes to 9'
        """
        if self.seq < 0:
            return f"{self.rule}: {self.what}"
        return f"{self.rule}: seq {self.seq}, turn {self.turn}: {self.what}"
