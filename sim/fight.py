"""A fight as the house asks for it: the facts about it, as options, and the exact answer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from sim.exact import Bounds, Law, bounds

Fact = int | bool | str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """A fact about a fight, as the command line and `analysis.fights.odds` take it.

    `default` is `None` where the fact must be given. `kind` is ``int`` (from `low` to `high`), ``yes_no``, ``text``
    (one of `choices`, or any text if there are none) or ``texts`` (may be given several times). `also` lists numbers
    out of bounds that the game itself allows or refuses. The options of a game stand in the order of its sequence of
    combat. A switch between readings of an unclear rule ends its `help` with the ruling, ``(ruling R8)``.
    """

    name: str
    kind: str
    default: Fact | None
    help: str
    choices: tuple[str, ...] = ()
    low: int = -1_000
    high: int = 1_000
    also: tuple[int, ...] = ()

    @property
    def ruling(self) -> int:
        """The ruling whose other reading this is a switch for, as its help cites it; 0 if it is none.

        >>> Option("clamp_first", "yes_no", False, "odds are held to the table first (ruling R1)").ruling
        1
        """
        found = re.search(r"\(rulings? R(\d+)(?:, R\d+)*\)$", self.help)
        return int(found[1]) if found else 0


MAX_STRENGTH = 1_000_000
ATTACK = Option("attack", "int", None, "attack strength, in all", low=1, high=MAX_STRENGTH)
DEFENSE = Option("defense", "int", None, "defense strength, in all", low=1, high=MAX_STRENGTH)


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
    outcome or of a field's value, the mean of a field, or a measure of `ComesTo`, is lowest or highest. `member` names
    the one shown. `drm` is added to the roll; `None` where a card's die decides it.

    `demands` has the laws of what the result asks of the defender, fields `DEMANDS`, of each of `laws` in their order
    (of `law` alone where there are none), where the outcomes of `law` do not say it: terrain changes them, or a fight
    has no printed result. `not_given` names the options by which a side's steps are given, of each side whose steps
    the fight does not state. `notes` warn of what the facts leave open.
    `odds_columns` and `final_columns` hold the chances of each label where hidden units or
    cards decide which it is.
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
    demands: tuple[Law, ...] = ()
    not_given: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    odds_columns: Mapping[str, Fraction] = field(default_factory=dict)
    final_columns: Mapping[str, Fraction] = field(default_factory=dict)

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
