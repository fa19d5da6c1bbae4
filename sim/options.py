"""How a game tells the facts of a fight: fields of a frozen dataclass, each the option of that name."""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import Any

from sim.combat import Fact, Option


def fact(kind: str, default: Fact | None, about: str, **bounds: Any) -> Any:
    """Declare a fact of a kind that `Option` knows; it must be told where the default is `None`."""
    told = {"option": Option("", kind, default, about, **bounds)}
    return field(metadata=told) if default is None else field(default=default, metadata=told)


def strength(option: Option, about: str, *, may_be_none: bool = False) -> Any:
    """Declare a strength that must be told, within the bounds of another option; 0 too where it `may_be_none`."""
    return fact("int", None, about, low=option.low, high=option.high, also=(0,) if may_be_none else ())


def yes_no(about: str) -> Any:
    """Declare a fact that is no unless told."""
    return fact("yes_no", False, about)


def whole(about: str, high: int, *, low: int = 0, default: int = 0) -> Any:
    """Declare a whole number from `low` to `high`."""
    return fact("int", default, about, low=low, high=high)


def one_of(about: str, choices: tuple[str, ...], default: str = "") -> Any:
    """Declare one of some words, the first unless told otherwise."""
    return fact("text", default or choices[0], about, choices=choices)


def several(about: str, default: tuple[str, ...] = (), choices: tuple[str, ...] = ()) -> Any:
    """Declare a fact that may be told several times: any words, or some of the choices."""
    return fact("texts", default, about, choices=choices)


def options_of(facts: type) -> tuple[Option, ...]:
    """Return the options that the fields of a dataclass are, in their order.

    >>> from dataclasses import make_dataclass
    >>> Fight = make_dataclass("Fight", [("river", bool, yes_no("every attacker is across a river"))])
    >>> [(option.name, option.kind, option.default) for option in options_of(Fight)]
    [('river', 'yes_no', False)]
    """
    return tuple(replace(f.metadata["option"], name=f.name) for f in fields(facts))
