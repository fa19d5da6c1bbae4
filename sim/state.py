"""States of many games at once: a frozen dataclass of arrays whose first axis is the game."""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class State:
    """Base of every scenario's state; each field is an array of shape (games,) made by `column`."""


S = TypeVar("S", bound=State)
T = TypeVar("T", bound=np.integer[Any])


def column(about: str, *, lasts: bool, logged: bool = True) -> Any:
    """Declare a field of a state.

    `about` becomes its comment in the warehouse; `lasts` says whether it is carried to the next turn or only
    holds what happened on this one; `logged` whether the per-turn log shows it. No field is called `turn`: the log
    has a column of that name.
    """
    return field(metadata={"about": about, "lasts": lasts, "logged": logged})


def columns_of(state: State) -> dict[str, NDArray[Any]]:
    """Return the arrays of a state by field name."""
    return {name: getattr(state, name) for name in type(state).__dataclass_fields__}


def take(state: S, index: NDArray[np.intp]) -> S:
    """Return the games at some positions, as `numpy.take` does."""
    return type(state)(*(values[index] for values in columns_of(state).values()))


def put(values: NDArray[T], where: NDArray[np.bool_], new: ArrayLike) -> NDArray[T]:
    """Return whole numbers with new ones in some games, shape (games,), in their own type.

    As `numpy.where` does, and four times as fast, since it is arithmetic; neither `values` nor `new` is changed.

    >>> put(np.array([3, 4, 5], np.int8), np.array([True, False, True]), 9)
    array([9, 4, 9], dtype=int8)
    """
    if not where.any():
        return values
    return values + (np.asarray(new, values.dtype) - values) * where


def new_turn(state: S) -> S:
    """Return the state with everything cleared that does not last beyond its turn."""
    passing = [f.name for f in fields(state) if not f.metadata["lasts"]]
    return replace(state, **{name: np.zeros_like(getattr(state, name)) for name in passing})


def logged_fields(kind: type[State]) -> list[Field[Any]]:
    """Return the fields that the per-turn log shows, in their order."""
    return [f for f in fields(kind) if f.metadata["logged"]]
