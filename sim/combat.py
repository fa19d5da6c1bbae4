"""What a game offers about its combat: the facts it asks for, its exact answer, its table, plans, the explorer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sim.crt import WAYS as WAYS
from sim.crt import CombatTable as CombatTable
from sim.crt import CrtReading as CrtReading
from sim.crt import Further as Further
from sim.crt import TableParts as TableParts
from sim.crt import steps_of as steps_of
from sim.fight import ATTACK as ATTACK
from sim.fight import DEFENSE as DEFENSE
from sim.fight import MAX_STRENGTH as MAX_STRENGTH
from sim.fight import Applied as Applied
from sim.fight import Coded as Coded
from sim.fight import CombatOdds as CombatOdds
from sim.fight import Fact as Fact
from sim.fight import Option as Option

if TYPE_CHECKING:
    from sim.explorer import Explorer

DEMANDS = ("is_defender_hurt", "is_defender_sent_back")
"""Fields of a law of what a result asks of the defender: a step or a hex; to retreat or die, without a choice."""

Tells = Callable[[Coded, Mapping[str, Fact]], bool]
"""Whether something happens in an outcome of a law, in a fight of these facts."""


def _is(name: str) -> Tells:
    return lambda outcome, facts: bool(outcome[name])


@dataclass(frozen=True)
class ComesTo:
    """How the laws of a fight answer what a player asks: whether the hex is taken, and what it costs.

    `cleared`, `attacker_losses` and `defender_losses` are fields of the `after` law: whether no defender is left in
    the hex, and the steps that both sides lose. `taken`, `retreats` and `dies` read an outcome of that law: the
    attacker may enter the hex; the defender goes back; he is eliminated to the last unit. `suffers` and `sent_back`
    read an outcome of `law`, the result by the print: it asks a step or a hex of the defender; it has him retreat or
    die without a choice. Left out, they follow from the table's reading. `attacker_steps` and `defender_steps` name the
    options that give the steps of the sides. `narrowed_by` says what to type in to narrow a range over each family, for
    families that are not of the combat results table.
    """

    cleared: str = "is_cleared"
    attacker_losses: str = "attacker_step_losses"
    defender_losses: str = "defender_step_losses"
    taken: Tells = _is("is_taken")
    retreats: Tells = _is("defender_retreat_hexes")
    dies: Tells = _is("is_defender_eliminated")
    suffers: Tells | None = None
    sent_back: Tells | None = None
    attacker_steps: str = "attacker_steps"
    defender_steps: str = "defender_steps"
    narrowed_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """How several attacks are planned: the facts about an attacker, and those of a fight that follow from them.

    `given` are the facts of a fight that its attackers decide, and nobody else; `pooled` those that draw on one pool
    of counters, so that two fights which have any are not independent; `central` leaves out the range of what is
    assumed, for looking at many fights. `joined` gives the facts of a fight of some attackers, `None` if they cannot
    attack; it raises `GameError` for what is no attack of several units on one hex.
    """

    attacker: tuple[Option, ...]
    given: tuple[str, ...]
    pooled: tuple[str, ...]
    central: Mapping[str, Fact]
    joined: Callable[[Sequence[Mapping[str, Any]], Mapping[str, Any]], Mapping[str, Fact] | None]


@dataclass(frozen=True)
class Combat:
    """All that the rest of the house may ask of a game's combat: the value ``COMBAT`` of its folder ``combat``.

    `odds` gives the exact answer to a fight whose facts are `options`. `example` is a fight to try. `legend` says what
    the codes among those shown mean, for the line below the odds. `table` is the combat results table, `None` where
    fights are pools of dice. `explorer` and `plan` are made when they are asked for.
    """

    options: tuple[Option, ...]
    odds: Callable[..., CombatOdds]
    comes_to: ComesTo = ComesTo()
    example: Mapping[str, Fact] = field(default_factory=lambda: {"attack": 11, "defense": 4})
    legend: Callable[[Collection[str]], str] | None = None
    table: CombatTable | None = None
    explorer: Callable[[], Explorer] | None = None
    plan: Callable[[], Plan] | None = None

    @property
    def widest(self) -> Mapping[str, Fact]:
        """The fact that asks over the widest family of tables; none where every cell of the table is printed."""
        return {"family": self.table.widest} if self.table and self.table.widest else {}

    def complaint(self) -> str:
        """Return what is wrong with the value, empty if nothing is."""
        names = [option.name for option in self.options]
        if not names or len(set(names)) != len(names):
            return f"options are {', '.join(names) or 'none'}; expected each name once"
        unknown = [name for name in self.example if name not in names]
        if unknown:
            return f"example has {unknown[0]!r}; expected options, {', '.join(names)}"
        required = [
            option.name for option in self.options if option.default is None and option.name not in self.example
        ]
        if required:
            return f"example has no {required[0]}; expected every option that has no default"
        for name, (before, more) in (self.table.situations if self.table else {}).items():
            unknown = [fact for fact in (*before, *more) if fact not in names]
            if unknown:
                return f"situation {name} has {unknown[0]!r}; expected options, {', '.join(names)}"
        if self.table and self.table.widest and "family" not in names:
            return "its table names a widest family; expected an option `family` that takes it"
        return ""
