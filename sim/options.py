"""The facts of a fight, fields of a frozen dataclass, each the option of that name; how they are refused and cited."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field, fields, replace
from typing import Any

from sim.combat import Fact, Option
from sim.errors import GameError

RULE = r"\d+\.\d+(?:\.\d+)?"
"""A rule as help texts cite it, such as 8.47 or 10.3.2."""


def fact(kind: str, default: Fact | None, about: str, **bounds: Any) -> Any:
    """Declare a fact of a kind that `Option` knows; it must be given where the default is `None`."""
    option = {"option": Option("", kind, default, about, **bounds)}
    return field(metadata=option) if default is None else field(default=default, metadata=option)


def strength(option: Option, about: str, *, may_be_none: bool = False) -> Any:
    """Declare a strength that must be given, within the bounds of another option; 0 too where it `may_be_none`."""
    return fact("int", None, about, low=option.low, high=option.high, also=(0,) if may_be_none else ())


def yes_no(about: str) -> Any:
    """Declare a fact that is no by default."""
    return fact("yes_no", False, about)


def whole_number(about: str, high: int, *, low: int = 0, default: int = 0) -> Any:
    """Declare a whole number from `low` to `high`."""
    return fact("int", default, about, low=low, high=high)


def one_of(about: str, choices: tuple[str, ...], default: str = "") -> Any:
    """Declare one of some words, the first by default."""
    return fact("text", default or choices[0], about, choices=choices)


def several(about: str, default: tuple[str, ...] = (), choices: tuple[str, ...] = ()) -> Any:
    """Declare a fact that may be given several times: any words, or some of the choices."""
    return fact("texts", default, about, choices=choices)


def options_of(facts: type) -> tuple[Option, ...]:
    """Return the options that the fields of a dataclass are, in their order.

    >>> from dataclasses import make_dataclass
    >>> Fight = make_dataclass("Fight", [("river", bool, yes_no("every attacker is across a river"))])
    >>> [(option.name, option.kind, option.default) for option in options_of(Fight)]
    [('river', 'yes_no', False)]
    """
    return tuple(replace(f.metadata["option"], name=f.name) for f in fields(facts))


def refuse(facts: Any, refused: Iterable[tuple[str, str]]) -> None:
    """Raise `GameError` for the first of the refused facts, each a name and what was expected instead.

    >>> from types import SimpleNamespace
    >>> refuse(SimpleNamespace(fort=True), [("fort", "no where Germans defend [13.1]")])
    Traceback (most recent call last):
    sim.errors.GameError: fort is yes; expected no where Germans defend [13.1]
    """
    for name, expected in refused:
        raise GameError(f"{name} is {shown(vars(facts)[name])}; expected {expected}")


def shown(fact: Fact) -> str:
    """Return a fact as a message shows it.

    >>> shown(True), shown(("hills", "town")), shown(()), shown("snow"), shown(3)
    ('yes', 'hills, town', 'empty', "'snow'", '3')
    """
    if isinstance(fact, bool):
        return "yes" if fact else "no"
    return (", ".join(fact) or "empty") if isinstance(fact, tuple) else repr(fact)


def cited(facts: Any, options: Sequence[Option], rule: str = RULE) -> tuple[str, ...]:
    """Return the rules that the help of those options cites which are not at their default, in order.

    `rule` is the regular expression of a rule or page.
    """
    values = vars(facts)
    given = (one.help for one in options if one.default is not None and values[one.name] != one.default)
    return tuple(found for text in given for found in re.findall(rule, text))
