"""What is a modifier worth in strength points? For one stated fight, by column and by exact law.

A modifier that hurts the attacker is worth the least extra attack that undoes it; one that helps him the least extra
attack that does the same without it. By column: the same odds column is reached. By law: the chance that the defender
gives way is at least as high, which no attack may bring about where terrain changes results as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from analysis.errors import KesselError
from analysis.fights.heat_map import gives_way
from analysis.fights.odds import answered
from sim.combat import MAX_STRENGTH, Combat, CombatOdds, Fact
from sim.game import Game, load_game


@dataclass(frozen=True)
class Worth:
    """One modifier in a stated fight: columns without and with it, attack points, change of the chance to give way.

    `points` are positive where it helps the attacker, negative where it hurts, `None` where no attack undoes it.
    `basis` is that of the fight with it, our guess alone where there is a range. `by_column` has the change in each
    column, read with the least attack that reaches it, where one does.
    """

    modifier: str
    without: str
    with_it: str
    points: int | None
    points_by_law: int | None
    change: Fraction
    basis: str
    by_column: Mapping[str, Fraction]


@dataclass
class Target:
    """A defense and facts about the fight; what it comes to for any attack is worked out once."""

    game: Game
    defense: int
    facts: Mapping[str, Fact]

    def __post_init__(self) -> None:
        """Start with nothing known."""
        self._known: dict[int, tuple[int, Fraction]] = {}

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The columns of the game's table."""
        return self.game.table.reading.columns

    def read(self, attack: int) -> tuple[int, Fraction]:
        """Return the column, -1 if the table is not read, and the chance that the defender gives way."""
        if attack not in self._known:
            answer = answered(self.game, {**self.facts, "attack": attack, "defense": self.defense})
            is_fought = not answer.cancelled and answer.final_column in self.columns
            column = self.columns.index(answer.final_column) if is_fought else -1
            self._known[attack] = column, chance(self.game.combat, answer)
        return self._known[attack]

    def least_attack(self, column: int, start: int = 1) -> int | None:
        """Return the least attack from `start` on whose column is that one or better; `None` if there is none."""
        low, high = start - 1, start
        while self.read(high)[0] < column:
            if high == MAX_STRENGTH:
                return None
            low, high = high, min(2 * high, MAX_STRENGTH)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.read(middle)[0] >= column else (middle, high)
        return high

    def least_for_chance(self, p: Fraction, start: int) -> int | None:
        """Return the least attack from `start` on with at least that chance; it depends on the column alone."""
        for column in range(max(self.read(start)[0], 0), len(self.columns)):
            attack = self.least_attack(column, start)
            if attack is not None and self.read(attack)[1] >= p:
                return attack
        return start if p == 0 else None


def chance(combat: Combat, answer: CombatOdds) -> Fraction:
    """Return the chance that the hex is cleared where the answer says it, else that the defender gives way."""
    if answer.after is not None and combat.comes_to.cleared in answer.after.fields:
        return answer.after.marginal(combat.comes_to.cleared).probability(bool)
    assert combat.table is not None
    return gives_way(combat.table.reading, answer)


def worths(game: str, attack: int, defense: int) -> list[Worth]:
    """Return what each printed modifier of a game is worth in a fight."""
    found = load_game(game)
    if not found.table.situations:
        raise KesselError(f"{game}: its combat does not say which facts bring its modifiers on")
    return [_worth(found, attack, defense, name, *facts) for name, facts in found.table.situations.items()]


def _worth(
    game: Game, attack: int, defense: int, modifier: str, before: Mapping[str, Fact], more: Mapping[str, Fact]
) -> Worth:
    without, with_it = Target(game, defense, before), Target(game, defense, {**before, **more})
    bare, changed = without.read(attack), with_it.read(attack)
    # What is worse off by column, or by chance in one column, is what more attack has to make up for.
    worse, better, sign = (with_it, bare, -1) if changed < bare else (without, changed, +1)
    needed = worse.least_attack(better[0], attack), worse.least_for_chance(better[1], attack)
    by_column, by_law = (None if n is None else sign * (n - attack) for n in needed)
    return Worth(
        modifier, _label(without, bare[0]), _label(with_it, changed[0]), by_column, by_law, changed[1] - bare[1],
        answered(game, {"attack": attack, "defense": defense, **before, **more}).basis,
        _by_column(without, with_it),
    )  # fmt: skip


def _by_column(without: Target, with_it: Target) -> dict[str, Fraction]:
    """Return the change of the chance from each column's least attack, for the columns that some attack reaches."""
    changes = {}
    for position, label in enumerate(without.columns):
        attack = without.least_attack(position)
        if attack is not None and without.read(attack)[0] == position:
            changes[label] = with_it.read(attack)[1] - without.read(attack)[1]
    return changes


def _label(setting: Target, column: int) -> str:
    return "none" if column < 0 else setting.columns[column]


def as_json(game: str, attack: int, defense: int, found: list[Worth]) -> dict[str, Any]:
    """Return worths as ``kessel crt --attack --defense --json`` prints them; fractions as text."""
    return {
        "game": game, "attack": attack, "defense": defense,
        "modifiers": [
            {**vars(one), "change": str(one.change), "by_column": {k: str(p) for k, p in one.by_column.items()}}
            for one in found
        ],
    }  # fmt: skip
