"""Every way to spoil a log that the referee must notice: `CORRUPTIONS`, by name."""

from __future__ import annotations

from tests.games.inferno_on_the_volga.referee import corrupt_battles, corrupt_moves, corrupt_procedure
from tests.games.inferno_on_the_volga.referee.tampering import CORRUPTIONS
from tests.games.spoiling import Corruption

CHAPTERS = (corrupt_moves, corrupt_battles, corrupt_procedure)

__all__ = ["CHAPTERS", "CORRUPTIONS", "Corruption"]
