"""What a game's chapter on combat gives to the rest of the house: the facts it asks for, and its exact answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from numpy.typing import NDArray

from sim.dice import Rolls
from sim.exact import Bounds, Law, bounds

Fact = int | bool | str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """A fact about a fight, as the command line and `analysis.odds` take it.

    `default` is `None` where the fact must be given. `kind` is ``int`` (from `low` to `high`), ``yes_no``, ``text``
    (one of `choices`, or any text if there are none) or ``texts`` (may be given several times). `also` lists numbers
    out of bounds that the game itself allows or refuses. The options of a game stand in the order of its sequence of
    combat.
    """

    name: str
    kind: str
    default: Fact | None
    help: str
    choices: tuple[str, ...] = ()
    low: int = -1_000
    high: int = 1_000
    also: tuple[int, ...] = ()


MAX_STRENGTH = 1_000_000
ATTACK = Option("attack", "int", None, "attack strength, all told", low=1, high=MAX_STRENGTH)
DEFENSE = Option("defense", "int", None, "defense strength, all told", low=1, high=MAX_STRENGTH)


@dataclass(frozen=True)
class Applied:
    """A modifier that applied: its row, what it is worth here (a shift is right positive, a DRM added), its rule."""

    id: str
    value: int
    rule: str


@dataclass(frozen=True)
class CombatOdds:
    """The exact answer to one fight: the columns it was read from and the law of what happens.

    `law` counts the printed outcomes; `labels` turns a field's integers into the codes as printed. A cancelled
    attack has no law. `after` counts what the outcomes come to once both sides have chosen: steps, retreats, hex
    cleared. Where the answer rests on an assumed family, `laws` and `afters` hold those of its members, in one order,
    the shown one among them: of every member, or, where a game says so, only of those at which the chance of an
    outcome or of a field's value, or the mean of a field, is lowest or highest. `member` names the one shown. `drm` is
    added to the roll; `None` where a card's die decides it.
    """

    initial_odds: str
    final_column: str
    law: Law | None
    labels: Mapping[str, tuple[str, ...]]
    basis: str
    rules: tuple[str, ...]
    applied: tuple[Applied, ...] = ()
    after: Law | None = None
    laws: tuple[Law, ...] = ()
    afters: tuple[Law, ...] = ()
    family: str = ""
    member: str = ""
    drm: int | None = 0

    @property
    def cancelled(self) -> bool:
        """Whether the rules call the attack off."""
        return self.law is None

    @cached_property
    def bounds(self) -> Bounds:
        """The lowest and highest chance over the family of every outcome that any member knows."""
        return bounds(self.laws)

    @cached_property
    def after_bounds(self) -> Bounds:
        """The same for what the outcomes come to."""
        return bounds(self.afters)


Coded = Mapping[str, Any]
"""An outcome: field -> code as printed, or steps."""


@dataclass(frozen=True)
class CrtReading:
    """What the outcomes of a game's combat results table come to, for charts and comparisons.

    `classes` run from the best for the attacker to the worst. `steps` gives the steps lost by attacker and defender
    if neither retreats instead, `None` for a side that is eliminated to the last unit. `gives_way` says in `about`
    what it counts. `natural_roll` gives the row in which `n_dice` dice are read, shape (...) from (..., n_dice);
    dice of a re-roll do not count. `gains` ranks what the attacker gets beyond all that, such as exploitation, one
    number a kind.
    """

    columns: tuple[str, ...]
    classes: tuple[str, ...]
    text: Callable[[Coded], str]
    class_of: Callable[[Coded], str]
    steps: Callable[[Coded], tuple[int | None, int | None]]
    gives_way: Callable[[Coded], bool]
    about: str
    n_dice: int
    natural_roll: Callable[[Rolls], NDArray[Any]]
    gains: Callable[[Coded], tuple[int, ...]] = lambda outcome: ()
