"""What a player wants to know of a fight: whether the hex is taken, and what it costs. Exact, with exact bounds.

Over an assumed family each figure is worked out for every member that the answer holds, so its bounds are those of the
figure itself, not of the outcomes it is made of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.fights.odds import named
from sim.combat import DEMANDS, Coded, CombatOdds, ComesTo, Fact
from sim.exact import Law
from sim.game import Game
from sim.numbers.family import STRUCTURES


@dataclass(frozen=True)
class Bounded:
    """An exact number with its bounds over what is assumed; the three are one where nothing is."""

    value: Fraction
    low: Fraction
    high: Fraction

    @property
    def is_range(self) -> bool:
        """Whether the members of the family disagree."""
        return self.low != self.high


@dataclass(frozen=True)
class Asked:
    """A figure of the summary: a chance or a number of steps, what it is in words, whose steps it needs."""

    about: str
    needs: tuple[str, ...] = ()
    is_chance: bool = True


_BOTH = ("attacker", "defender")
MEASURES: Mapping[str, Asked] = {
    "hex_cleared": Asked("no defender is left in the hex once both sides have chosen", ("defender",)),
    "hex_taken": Asked("it is cleared, and an attacker is left who may enter it", _BOTH),
    "defender_suffers": Asked("the result asks a step or a hex of the defender"),
    "defender_sent_back": Asked("the result has the defender retreat or die, without a choice"),
    "defender_retreats": Asked("the defender goes back once both sides have chosen", ("defender",)),
    "defender_dies": Asked("the defender is eliminated to the last unit", ("defender",)),
    "attacker_step_losses": Asked("steps that the attacker loses, expected", ("attacker",), is_chance=False),
    "attacker_loses_none": Asked("the attacker loses no step", ("attacker",)),
    "defender_step_losses": Asked("steps that the defender loses, expected", ("defender",), is_chance=False),
    "defender_loses_none": Asked("the defender loses no step", ("defender",)),
}
"""The figures, defined once for every game; what a game's own outcomes say of them is in its `ComesTo`."""

_AFTER: Mapping[str, Callable[[ComesTo, Coded, Mapping[str, Fact]], int]] = {
    "hex_cleared": lambda to, after, fight: bool(after[to.cleared]),
    "hex_taken": lambda to, after, fight: to.taken(after, fight),
    "defender_retreats": lambda to, after, fight: to.retreats(after, fight),
    "defender_dies": lambda to, after, fight: to.dies(after, fight),
    "attacker_step_losses": lambda to, after, fight: after[to.attacker_losses],
    "attacker_loses_none": lambda to, after, fight: after[to.attacker_losses] == 0,
    "defender_step_losses": lambda to, after, fight: after[to.defender_losses],
    "defender_loses_none": lambda to, after, fight: after[to.defender_losses] == 0,
}
_CALLED_OFF = {"attacker_loses_none": 1, "defender_loses_none": 1}


@dataclass(frozen=True)
class Summary:
    """The figures of a fight, in the order of `MEASURES`, and those that are left out, each with what it would need."""

    figures: Mapping[str, Bounded]
    left_out: Mapping[str, tuple[str, ...]]
    narrowed_by: tuple[str, ...] = ()
    """What to type in to narrow the range, a line a family."""

    @property
    def is_range(self) -> bool:
        """Whether the answer is a range, as some figure differs between members."""
        return any(one.is_range for one in self.figures.values())

    @property
    def missing(self) -> tuple[str, ...]:
        """The options that would have to be given for what is left out."""
        return tuple(sorted({name for names in self.left_out.values() for name in names}))


def summary(game: Game, facts: Mapping[str, Fact], answer: CombatOdds) -> Summary:
    """Return the figures of an answered fight, each exact with its bounds over the whole family.

    >>> from analysis.fights.odds import answered
    >>> from sim.game import load_game
    >>> hubris = load_game("traces_of_hubris")
    >>> fight = {"attack": 24, "defense": 4, "attacker_units": ("2", "2"), "defender_units": ("2",)}
    >>> lost = summary(hubris, fight, answered(hubris, fight)).figures["defender_step_losses"]
    >>> str(lost.value), str(lost.low), str(lost.high)
    ('5/6', '1/2', '5/6')
    """
    if answer.cancelled:
        zero = {name: Fraction(_CALLED_OFF.get(name, 0)) for name in MEASURES}
        return Summary({name: Bounded(one, one, one) for name, one in zero.items()}, {})
    to = game.combat.comes_to
    steps = {"attacker": to.attacker_steps, "defender": to.defender_steps}
    figures, left_out = {}, {}
    for name, measure in MEASURES.items():
        lacks = tuple(steps[side] for side in measure.needs if steps[side] in answer.not_given)
        if lacks or (name in _AFTER and answer.after is None):
            left_out[name] = lacks or answer.not_given
        else:
            figures[name] = _bounded(_values(game, facts, answer, name))
    found = Summary(figures, left_out)
    return Summary(figures, left_out, narrowed_by(game, answer)) if found.is_range else found


def narrowed_by(game: Game, answer: CombatOdds) -> tuple[str, ...]:
    """Return what to type in to narrow an answer over assumed families, a line a family."""
    if not answer.family:
        return ()
    table = f"data/raw/{game.id}/{game.combat.table.name}.csv" if game.combat.table else ""
    known = {structure: f"the cells marked ? in {table}" for structure in STRUCTURES}
    known |= dict(game.combat.comes_to.narrowed_by)
    return tuple(known[name] for name in answer.family.split(", "))


def _values(game: Game, facts: Mapping[str, Fact], answer: CombatOdds, name: str) -> list[Fraction]:
    """Return a figure of the shown member, then of every member."""
    to = game.combat.comes_to
    if name in _AFTER:
        assert answer.after is not None
        laws = (answer.after, *answer.afters)
        return [law.mean(_reader(answer, law, lambda one: _AFTER[name](to, one, facts))) for law in laws]
    if answer.demands:
        field = DEMANDS[("defender_suffers", "defender_sent_back").index(name)]
        return [law.marginal(field).probability(bool) for law in (answer.demands[0], *answer.demands)]
    assert answer.law is not None
    happens = _by_the_print(game, facts, name)
    laws = (answer.law, *answer.laws)
    return [law.mean(_reader(answer, law, lambda one: int(happens(one)))) for law in laws]


def _by_the_print(game: Game, facts: Mapping[str, Fact], name: str) -> Callable[[Coded], bool]:
    """Return whether a printed result hurts the defender, or sends him back, as the game or its table has it."""
    to, reading = game.combat.comes_to, game.table.reading
    tells = {"defender_suffers": to.suffers, "defender_sent_back": to.sent_back}[name]
    if tells is not None:
        return lambda one: tells(one, facts)
    return reading.suffers if name == "defender_suffers" else reading.sent_back


def _reader(answer: CombatOdds, law: Law, value: Callable[[Coded], int]) -> Callable[..., int]:
    def read(*outcome: int) -> int:
        return int(value(named(law, answer.labels, outcome)))

    return read


def _bounded(values: Sequence[Fraction]) -> Bounded:
    return Bounded(values[0], min(values), max(values))


def as_json(found: Summary) -> dict[str, Any]:
    """Return the figures as ``kessel odds --json`` has them: a chance as `probability` and `p`, steps as `mean`, `n`.

    Bounds are `low` and `high` as fractions, and `p_low`, `p_high` or `n_low`, `n_high` as numbers.
    """
    shown = {}
    for name, one in found.figures.items():
        exactly, short = ("probability", "p") if MEASURES[name].is_chance else ("mean", "n")
        shown[name] = {
            exactly: str(one.value), short: float(one.value), f"{short}_low": float(one.low),
            f"{short}_high": float(one.high), "low": str(one.low), "high": str(one.high),
        }  # fmt: skip
    return shown
