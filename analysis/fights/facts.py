"""Facts about a fight as people write them, in a cell or on a command line; and whether one is what it must be."""

from __future__ import annotations

from analysis.errors import KesselError
from sim.border import is_whole, shown
from sim.combat import Fact, Option
from sim.errors import GameError


def fact_of(option: Option, text: str, place: str, separator: str | None = None) -> Fact:
    """Return a written fact as its option's kind; of several texts, what the separator (or a space) parts.

    >>> from sim.combat import ATTACK
    >>> fact_of(ATTACK, "11", "line 2")
    11
    """
    if option.kind == "yes_no":
        if text not in ("yes", "no"):
            raise KesselError(f"{place}: {option.name} is {shown(text)}; expected yes or no")
        return text == "yes"
    if option.kind == "int":
        if not is_whole(text.strip()):
            raise KesselError(f"{place}: {option.name} is {shown(text)}; expected a whole number")
        return int(text)
    return tuple(text.split(separator)) if option.kind == "texts" else text


def checked(option: Option, fact: Fact | None) -> Fact:
    """Return a fact that is of its option's kind and within its bounds."""
    is_right = {
        "int": isinstance(fact, int)
        and not isinstance(fact, bool)
        and (option.low <= fact <= option.high or fact in option.also),
        "yes_no": isinstance(fact, bool),
        "text": isinstance(fact, str) and (not option.choices or fact in option.choices),
        "texts": isinstance(fact, (tuple, list)) and all(isinstance(part, str) for part in fact),
    }[option.kind]
    if fact is None or not is_right:
        given = "missing" if fact is None else shown(fact)
        raise GameError(f"{option.name} is {given}; expected {_expected(option)}")
    return tuple(fact) if isinstance(fact, (tuple, list)) else fact


def _expected(option: Option) -> str:
    if option.choices:
        return f"one of {', '.join(option.choices)}"
    return {
        "int": f"a whole number from {option.low:,} to {option.high:,}",
        "yes_no": "yes or no", "text": "text", "texts": "a list of texts",
    }[option.kind]  # fmt: skip
