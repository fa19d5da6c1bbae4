"""Draws for the boards of an ensemble: a number depends on member, purpose and place alone, never on another draw."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SCALE = 1 << 32


def number(member: int, purpose: str, place: str, n: int) -> int:
    """Return a whole number from 0 to n - 1, the same on any machine.

    >>> number(0, "road", "Riga-Pskov", 100) == number(0, "road", "Riga-Pskov", 100)
    True
    """
    digest = hashlib.sha256(f"{member}|{purpose}|{place}".encode()).digest()
    return int.from_bytes(digest[:4], "big") * n // SCALE


def happens(member: int, purpose: str, place: str, chance: int) -> bool:
    """Return whether something with `chance` in a hundred happens on a board; on the central one, if it is likely."""
    if member < 0:
        return chance >= 50
    return number(member, purpose, place, 100) < chance


def pick(member: int, purpose: str, place: str, weights: Sequence[int]) -> int:
    """Return a position, drawn by weight; on the central board the (first) heaviest."""
    if member < 0:
        return max(range(len(weights)), key=lambda i: (weights[i], -i))
    at = number(member, purpose, place, sum(weights))
    for i, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return i
    raise ValueError(f"weights {list(weights)}; expected some above 0")
