"""What stops a replay: a rule broken, or a log that cannot be read."""

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

        >>> Breach("8.47", "61 retreats into an enemy zone of control at 1404", 312, 3).message()
        '8.47: seq 312, turn 3: 61 retreats into an enemy zone of control at 1404'
        """
        if self.seq < 0:
            return f"{self.rule}: {self.what}"
        return f"{self.rule}: seq {self.seq}, turn {self.turn}: {self.what}"
