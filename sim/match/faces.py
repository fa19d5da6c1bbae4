"""What is printed on a counter, so that a page can draw it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Face:
    """One counter: whose it is, the number of the unit, its type symbol, and the values of each side of the counter.

    `symbol` is ``infantry``, ``mechanized``, ``armor``, or empty where it is not known; `values` holds a text a step,
    full strength first, such as ``8-8``; `hidden` is what an untried side shows; `corps` is the formation whose
    colored band it bears, empty for none.
    """

    side: str
    label: str
    symbol: str
    values: tuple[str, ...]
    hidden: str = ""
    corps: str = ""
