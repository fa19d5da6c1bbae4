"""What a designer or a player has said of a game, and what nobody should do: what played games are held against."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import pyarrow as pa


@dataclass(frozen=True)
class Claim:
    """One statement: in our words, where it stands, its basis, and what is counted in a game to check it.

    `counted` says when a game speaks for the claim, with every threshold of ours; `number` what is averaged beside it,
    with {} for the mean, empty if nothing is; `otherwise` what the other games are compared for, empty if no game is
    left out. `by_rule` says why the rules alone make it true, whatever is played: then no game is counted for it.
    Advice is no statement: a player may do otherwise, and contradicts nobody. Advice that is compared is followed in
    the games it is about, and `pays` says what is counted of them.
    """

    id: str
    says: str
    source: str
    basis: str
    counted: str
    number: str = ""
    otherwise: str = ""
    by_rule: str = ""
    is_advice: bool = False
    pays: str = ""


@dataclass(frozen=True)
class Answer:
    """What one game says: whether it speaks for the claim, None if the claim is not about such a game.

    `otherwise` is then the same event in a game that the claim is not about; `number` the figure that is averaged.
    """

    holds: bool | None = None
    number: float | None = None
    otherwise: bool | None = None


@dataclass(frozen=True)
class Blunders:
    """What nobody should do: `about` says what is counted, by name; `rates` reads event logs.

    It returns by side and name how often, and out of how many.
    """

    about: Mapping[str, str]
    rates: Callable[[Iterable[pa.Table]], Mapping[tuple[str, str], tuple[int, int]]]


@dataclass(frozen=True)
class Claims:
    """The claims of a game; `check` reads the event log of one game and answers those that are counted, by id."""

    made: tuple[Claim, ...]
    check: Callable[[pa.Table], Mapping[str, Answer]]
