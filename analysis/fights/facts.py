"""Facts about a fight as people write them, in a cell or on a command line; and whether one is what it must be."""

from __future__ import annotations

from collections.abc import Collection
from operator import index
from typing import Any

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


def checked(option: Option, fact: Any) -> Fact:
    """Return a fact that is of its option's kind and within its bounds; `GameError` says what was expected.

    Taken as well: NumPy's numbers and truths, 1 and 0 for yes and no, one text for a list of one, texts with commas for
    several, and a choice in another spelling, such as ``soviet_city`` for ``soviet-city`` or ``wood`` for ``forest``.

    >>> terrain = Option("terrain", "texts", ("clear",), "of the hex", choices=("clear", "soviet-city", "forest"))
    >>> checked(terrain, "Soviet city,wood")
    ('soviet-city', 'forest')
    """
    taken = {"int": _whole, "yes_no": _truth, "text": _text, "texts": _texts}[option.kind](option, fact)
    if taken is None:
        given = "missing" if fact is None else shown(fact)
        raise GameError(f"{option.name} is {given}; expected {_expected(option)}")
    return taken


_SAME = (
    {"forest", "wood", "woods"},
    {"hill", "hills"},
    {"city", "urban"},
    {"axis", "german", "germans"},
)
"""What games call by different names; a game that has one of them understands the others."""
_NAMES = (
    ("defender_aim", "aim"),
    ("fort", "fortified"),
)
"""Options that games call by different names; the first name is that of the house, and the others are understood."""


def spellings(name: str, known: Collection[str]) -> tuple[str, ...]:
    """Return the names by which an option of a game may be given, its own first; `known` are all of the game's.

    >>> spellings("aim", ("attack", "aim")), spellings("fort", ("attack", "fort"))
    (('aim', 'defender_aim'), ('fort', 'fortified'))
    """
    same = next((names for names in _NAMES if name in names), ())
    return (name, *(other for other in same if other not in known))


def _whole(option: Option, fact: Any) -> int | None:
    if isinstance(fact, bool) or not hasattr(fact, "__index__"):
        return None
    number = index(fact)
    return number if option.low <= number <= option.high or number in option.also else None


def _truth(option: Option, fact: Any) -> bool | None:
    is_truth = isinstance(fact, bool) or type(fact).__name__ == "bool" or hasattr(fact, "__index__")
    return bool(fact) if is_truth and fact in (0, 1) else None


def _text(option: Option, fact: Any) -> str | None:
    if not isinstance(fact, str):
        return None
    return _choice(option, fact) if option.choices else str(fact)


def _texts(option: Option, fact: Any) -> tuple[str, ...] | None:
    """Return several texts; a word that is no choice is left for the game to refuse in its own words."""
    if isinstance(fact, str) or hasattr(fact, "__index__"):
        fact = (fact,)
    if not hasattr(fact, "__iter__") or not all(isinstance(one, str) or hasattr(one, "__index__") for one in fact):
        return None
    parts = [part.strip() for one in fact for part in str(one).split(",")]
    return tuple(_choice(option, part) or part for part in parts)


def _choice(option: Option, text: str) -> str | None:
    """Return the choice that a text means, `None` if none or several."""
    if text in option.choices:
        return text
    plain = _plain(text)
    also = next((same for same in _SAME if plain in same), {plain})
    found = [one for one in option.choices if _plain(one) == plain] or [
        one for one in option.choices if _plain(one) in also
    ]
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return text.strip().lower().replace("-", "_").replace(" ", "_")


def _expected(option: Option) -> str:
    if option.choices:
        return f"one of {', '.join(option.choices)}"
    return {
        "int": f"a whole number from {option.low:,} to {option.high:,}",
        "yes_no": "yes or no", "text": "text", "texts": "a list of texts",
    }[option.kind]  # fmt: skip
