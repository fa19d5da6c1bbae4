"""How sure a number is: printed, inferred, published or assumed; the weakest part of an answer is the answer's."""

from __future__ import annotations

from collections.abc import Iterable

BASES = ("rulebook", "inferred", "published", "assumed")
"""From the surest to the least sure."""

MISSING = "missing"
"""The basis of a cell that nobody has filled."""

ORDER = (*BASES, MISSING)


def weakest(bases: Iterable[str]) -> str:
    """Return the weakest of some bases; ``rulebook`` where there is none.

    >>> weakest(["rulebook", "assumed", "inferred"]), weakest([])
    ('assumed', 'rulebook')
    """
    return max(bases, key=ORDER.index, default=BASES[0])
