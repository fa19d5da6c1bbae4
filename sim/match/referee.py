"""What a referee says of a log, as the rest of the house may ask for it; each game's referee is its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import pyarrow as pa


class Judgment(Protocol):
    """Legal or not; if not, the rule broken first and where; and how often each rule was seen to fire."""

    @property
    def is_legal(self) -> bool:
        """Whether the whole log keeps the rules."""

    @property
    def rule(self) -> str:
        """The number of the rule broken first, empty if none is."""

    @property
    def message(self) -> str:
        """One line: ``legal``, or the rule, the place in the log and what is wrong."""

    @property
    def rules_seen(self) -> Mapping[str, int]:
        """How often each rule was seen to fire."""


Referee = Callable[["pa.Table | Path | str"], Judgment]
"""Judges a log, in memory or in a file; never raises for a bad one."""
