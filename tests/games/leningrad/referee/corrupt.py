"""Every way to spoil a log that the referee must notice: `CORRUPTIONS`, by name.

Each is called with a legal log and a `random.Random` and returns the log spoiled, or None if it has no place for it;
its `rules` are those of which the referee must name one.
"""

from __future__ import annotations

from tests.games.leningrad.referee import corrupt_battles, corrupt_moves, corrupt_results
from tests.games.leningrad.referee.tampering import CORRUPTIONS
from tests.games.spoiling import Corruption

CHAPTERS = (corrupt_moves, corrupt_battles, corrupt_results)

__all__ = ["CHAPTERS", "CORRUPTIONS", "Corruption"]
