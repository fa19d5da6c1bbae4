"""Facts about a fight as people write them, in a cell or on a command line."""

from __future__ import annotations

from analysis.errors import KesselError
from sim.combat import Fact, Option


def fact_of(option: Option, text: str, place: str, separator: str | None = None) -> Fact:
    """Return a written fact as its option's kind; of several texts, what the separator (or a space) parts.

    >>> from sim.combat import ATTACK
    >>> fact_of(ATTACK, "11", "line 2")
    11
    """
    if option.kind == "yes_no":
        if text not in ("yes", "no"):
            raise KesselError(f"{place}: {option.name} is {text!r}; expected yes or no")
        return text == "yes"
    if option.kind == "int":
        try:
            return int(text)
        except ValueError:
            raise KesselError(f"{place}: {option.name} is {text!r}; expected a whole number") from None
    return tuple(text.split(separator)) if option.kind == "texts" else text
