"""Which set of attacks clears the most, or loses the least? Every allocation of attackers to targets, exactly.

Each attacker fights once, each target is one hex and is attacked once, and the allocation is fixed before the first
die. Fights are independent: how one retreats or advances does not touch the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from analysis.errors import KesselError
from analysis.fights.odds import answered
from analysis.fights.plan_file import Problem
from analysis.fights.sums import Spread, spread_of, total
from sim.combat import CombatOdds, ComesTo, Fact
from sim.errors import GameError
from sim.exact import Law
from sim.game import Game

AIMS = {
    "cleared": "most targets cleared",
    "all": "best chance to clear all",
    "losses": "fewest steps lost",
    "exchange": "most steps inflicted less lost",
}
_CLEARED, _LOST, _INFLICTED = "is_cleared", "attacker_step_losses", "defender_step_losses"
"""How the three facts that a plan weighs are called here, whatever a game calls them."""
_NONE = Fraction(0)


@dataclass(frozen=True)
class Attack:
    """One fight of an allocation: its facts and exact answer, the chance to clear the hex, mean steps of both sides."""

    game: Game
    target: str
    attackers: tuple[str, ...]
    facts: Mapping[str, Fact]
    answer: CombatOdds
    is_pooled: bool
    p_cleared: Fraction
    lost: Fraction
    inflicted: Fraction

    @cached_property
    def p_cleared_bounds(self) -> tuple[Fraction, Fraction]:
        """Bounds of the chance to clear the hex over what is assumed; the fight is asked once more, with its range."""
        afters = answered(self.game, self.facts).afters
        chances = [_read(law, self.game.combat.comes_to, self.target).mean(_first) for law in afters] or [
            self.p_cleared
        ]
        return min(chances), max(chances)

    def law_of(self, name: str) -> Spread:
        """Return the law of one of the facts that a plan weighs."""
        law = _read(self.answer.after, self.game.combat.comes_to, self.target)
        return spread_of((value, p) for (value,), p in law.marginal(name))


@dataclass(frozen=True)
class Allocation:
    """A set of attacks; `p_all` is the chance that every target is cleared, `None` if two fights draw on one pool."""

    attacks: tuple[Attack, ...]
    cleared: Fraction
    p_all: Fraction | None
    lost: Fraction
    inflicted: Fraction

    @property
    def exchange(self) -> Fraction:
        """Expected steps inflicted less steps lost."""
        return self.inflicted - self.lost

    @property
    def n_used(self) -> int:
        """Attackers that take part."""
        return sum(len(attack.attackers) for attack in self.attacks)

    @property
    def cleared_bounds(self) -> tuple[Fraction, Fraction]:
        """Bounds of the expected number cleared over what is assumed, each fight at its own worst and best."""
        ends = [attack.p_cleared_bounds for attack in self.attacks]
        return sum((low for low, _ in ends), _NONE), sum((high for _, high in ends), _NONE)

    def total(self, name: str) -> Spread | None:
        """Return the law of the sum of a field over all fights, `None` if two of them draw on one pool."""
        if sum(attack.is_pooled for attack in self.attacks) > 1:
            return None
        return total(attack.law_of(name) for attack in self.attacks)


@dataclass(frozen=True)
class Planned:
    """All allocations looked at: how many, those that no other beats in targets cleared and steps lost, and the best.

    `best` has an allocation for each aim that can be met.
    """

    problem: Problem
    n_allocations: int
    front: tuple[Allocation, ...]
    best: dict[str, Allocation]

    @property
    def shown(self) -> list[Allocation]:
        """The front and the best, each once, the most cleared first."""
        others = [one for one in self.best.values() if one not in self.front]
        once = [one for i, one in enumerate(others) if one not in others[:i]]
        return sorted((*self.front, *once), key=lambda one: (-one.cleared, one.lost))


def plan(problem: Problem, at_least: Fraction | None = None) -> Planned:
    """Return the front and the best allocations; `at_least` so many targets cleared, expected, for the aim of losses.

    Without `at_least` it is one target, or the most that can be expected if that is less.
    """
    everyone = list(_allocations(problem))
    most = max(one.cleared for one in everyone)
    if at_least is not None and not 0 < at_least <= most:
        raise KesselError(
            f"at least {at_least} targets cleared; expected more than 0 and at most {most} ({float(most):.3f}), "
            "the most that any allocation is expected to clear"
        )
    needed = min(Fraction(1), most) if at_least is None else at_least
    sure = [one for one in everyone if one.p_all is not None]
    best = {
        "cleared": min(everyone, key=lambda one: (-one.cleared, one.lost, one.n_used)),
        "all": min(sure, key=lambda one: (-(one.p_all or 0), one.lost, one.n_used)),
        "losses": min((one for one in everyone if one.cleared >= needed),
                      key=lambda one: (one.lost, -one.cleared, one.n_used)),
        "exchange": min(everyone, key=lambda one: (-one.exchange, -one.cleared, one.n_used)),
    }  # fmt: skip
    if not best["all"].p_all:
        del best["all"]
    return Planned(problem, len(everyone), _front(everyone), best)


def _front(everyone: Iterable[Allocation]) -> tuple[Allocation, ...]:
    """Return the allocations that no other beats in both: more expected to be cleared, fewer steps lost."""
    found: list[Allocation] = []
    for one in sorted(everyone, key=lambda one: (-one.cleared, one.lost, one.n_used)):
        if one.cleared and (not found or one.lost < found[-1].lost):
            found.append(one)
    return tuple(found)


def _allocations(problem: Problem) -> Iterable[Allocation]:
    """Yield every allocation whose attacks can be made, that of no attack included."""
    names = list(problem.targets)
    known: dict[tuple[str, tuple[int, ...]], Attack | None] = {}
    for choice in product(*((None, *attacker.reaches) for attacker in problem.attackers)):
        attacks = []
        for name in names:
            who = tuple(i for i, target in enumerate(choice) if target == name)
            if who and (name, who) not in known:
                known[name, who] = _attack(problem, name, who)
            if who:
                attacks.append(known[name, who])
        if None not in attacks:
            yield _allocation([attack for attack in attacks if attack], len(names))


def _allocation(attacks: Sequence[Attack], n_targets: int) -> Allocation:
    p_all: Fraction | None = Fraction(len(attacks) == n_targets)
    for attack in attacks:
        p_all = p_all and p_all * attack.p_cleared
    if p_all and sum(attack.is_pooled for attack in attacks) > 1:
        p_all = None
    return Allocation(
        tuple(attacks), sum((attack.p_cleared for attack in attacks), _NONE), p_all,
        sum((attack.lost for attack in attacks), _NONE), sum((attack.inflicted for attack in attacks), _NONE),
    )  # fmt: skip


def _attack(problem: Problem, target: str, who: tuple[int, ...]) -> Attack | None:
    """Return the fight of some attackers for a target, or `None` if they cannot make it."""
    attackers = [problem.attackers[i] for i in who]
    facts_there = problem.targets[target]
    place = f"target {target}, attacked by {', '.join(one.name for one in attackers)}"
    try:
        given = problem.joining.joined([one.facts[target] for one in attackers], facts_there)
        facts = None if given is None else {**facts_there, **given}
        answer = None if facts is None else answered(problem.game, {**problem.joining.central, **facts})
    except GameError as error:
        raise KesselError(f"{place}: {error}") from None
    if facts is None or answer is None or answer.cancelled:
        return None
    is_pooled = any(facts.get(name) for name in problem.joining.pooled)
    law = _read(answer.after, problem.game.combat.comes_to, place)
    return Attack(
        problem.game, target, tuple(one.name for one in attackers), facts, answer, is_pooled, law.mean(_first),
        law.mean(lambda cleared, lost, inflicted: lost), law.mean(lambda cleared, lost, inflicted: inflicted),
    )  # fmt: skip


def _first(value: int, *others: int) -> int:
    return value


def _read(after: Law | None, comes_to: ComesTo, place: str) -> Law:
    """Return whether the hex is cleared, steps lost and steps inflicted, of what a fight comes to."""
    if after is None:
        raise KesselError(f"{place}: what the result comes to is not known; expected the steps of both sides")
    law = after.marginal(comes_to.cleared, comes_to.attacker_losses, comes_to.defender_losses)
    return Law((_CLEARED, _LOST, _INFLICTED), law.counts, law.denominator)


def as_json(found: Planned) -> dict[str, Any]:
    """Return a plan as ``kessel plan --json`` prints it; fractions as text."""
    return {
        "game": found.problem.game.id,
        "allocations": found.n_allocations,
        "front": [_as_json(one) for one in found.front],
        "best": {aim: _as_json(one) for aim, one in found.best.items()},
    }


def _as_json(one: Allocation) -> dict[str, Any]:
    low, high = one.cleared_bounds
    return {
        "cleared": str(one.cleared),
        **({"cleared_low": str(low), "cleared_high": str(high)} if low != high else {}),
        "all": None if one.p_all is None else str(one.p_all),
        "steps_lost": str(one.lost),
        "steps_inflicted": str(one.inflicted),
        "cleared_law": _law(one.total(_CLEARED)),
        "steps_lost_law": _law(one.total(_LOST)),
        "attacks": [
            {"target": attack.target, "attackers": list(attack.attackers), "column": attack.answer.final_column,
             "cleared": str(attack.p_cleared), "steps_lost": str(attack.lost), "basis": attack.answer.basis}
            for attack in one.attacks
        ],
    }  # fmt: skip


def _law(law: Spread | None) -> dict[str, str] | None:
    return None if law is None else {str(value): str(p) for value, p in sorted(law.items())}
