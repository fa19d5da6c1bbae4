"""A player who plays otherwise in one thing: a decision that the rules leave to him, or a feature left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DECISION, FEATURE = "decision", "feature"
MARK = "|"
"""Stands between the name of a player and that of his variation, as a seat names them."""


@dataclass(frozen=True)
class Variation:
    """One thing that a player of a side does otherwise: its words, the rule that leaves it to him, weights changed.

    `option` names what the side goes without, where a whole option of the rules is left out, and is empty elsewhere.
    """

    id: str
    side: str
    kind: str
    says: str
    rule: str
    weights: Mapping[str, int]
    option: str = ""
