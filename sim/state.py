"""States of many games at once: a frozen dataclass of arrays whose first axis is the game."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class State:
    """Base of every scenario's state; each field is an array of shape (games,) made by `column`."""


S = TypeVar("S", bound=State)


def column(about: str, *, lasts: bool, logged: bool = True) -> Any:
    """Declare a field of a state.

    `about` becomes its comment in the warehouse; `lasts` says whether it is carried to the next turn or only
    holds what happened on this one; `logged` whether the per-turn log shows it.
    """
    return field(metadata={"about": about, "lasts": lasts, "logged": logged})


def columns_of(state: State) -> dict[str, NDArray[Any]]:
    """Return the arrays of a state by field name."""
    return {f.name: getattr(state, f.name) for f in fields(state)}


def take(state: S, index: NDArray[np.intp]) -> S:
    """Return the games at some positions, as `numpy.take` does."""
    return type(state)(**{name: values[index] for name, values in columns_of(state).items()})


def new_turn(state: S) -> S:
    """Return the state with everything cleared that does not last beyond its turn."""
    passing = [f.name for f in fields(state) if not f.metadata["lasts"]]
    return replace(state, **{name: np.zeros_like(getattr(state, name)) for name in passing})


def logged_fields(kind: type[State]) -> list[Field[Any]]:
    """Return the fields that the per-turn log shows, in their order."""
    return [f for f in fields(kind) if f.metadata["logged"]]
