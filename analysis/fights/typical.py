"""The fights a player meets: a game's own list, what each comes to, and how sure that is. Exact."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from analysis.errors import KesselError
from analysis.fights.odds import answered
from analysis.fights.summary import Bounded
from sim.border import Keys, checked, toml_file
from sim.combat import CombatOdds, ComesTo, Fact
from sim.exact import Law
from sim.game import GAMES, Game, load_game

if TYPE_CHECKING:
    import polars as pl

_FIGHTS = Keys(others=Keys({"about": str, "facts": dict}, ("about", "facts")))
_SIDES = ("attacker", "defender")


@dataclass(frozen=True)
class Fight:
    """A fight in the words of a game: its facts, and the answer."""

    id: str
    about: str
    facts: Mapping[str, Fact]
    answer: CombatOdds
    widest: CombatOdds
    """The answer over the widest family of tables, where the game's table is not printed; else the same answer."""
    comes_to: ComesTo
    asked: Mapping[str, Fact]
    """The facts of `widest` where it differs, else those of the fight."""

    @property
    def command(self) -> str:
        """The command that gives the same answer: over the widest family, where a narrower one would guess."""
        return " ".join(word for name, value in self.asked.items() for word in _words(name, value))

    @property
    def cleared(self) -> Bounded | None:
        """The chance that the hex is cleared; `None` if the fight does not state the steps of both sides."""
        return clears(self.answer, self.comes_to)

    @property
    def is_open_after_the_table(self) -> bool:
        """Whether the column is sure and only what the ground makes of its results leaves the hex open."""
        found = self.cleared
        is_open = found is not None and found.low < found.high
        return is_open and all(law == self.answer.law for law in self.answer.laws)


def short_name(about: str) -> str:
    """Return what a fight is called in a sentence: what stands before ``: ``, not before the colon of odds.

    >>> short_name("3:1 in the open: 12 against 4, with 4 steps against 2")
    '3:1 in the open'
    """
    return about.partition(": ")[0]


def _words(name: str, value: Fact) -> list[str]:
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):  # said either way: an option may default to yes
        return [option if value else f"--no-{option.removeprefix('--')}"]
    several = value if isinstance(value, (tuple, list)) else (value,)
    return [f"{option} {shlex.quote(str(one))}" for one in several]


@cache
def fights(game: str) -> tuple[Fight, ...]:
    """Return the fights of a game's ``fights.toml``, in its order, each with its answer."""
    found = load_game(game)
    path = GAMES / found.id / "fights.toml"
    if not path.exists():
        raise KesselError(f"{game}: no fights.toml in its folder")
    label = f"{game}/fights.toml"
    entries = checked(toml_file(path, label), _FIGHTS, label)
    return tuple(_fight(found, name, one["about"], one["facts"]) for name, one in entries.items())


def _fight(game: Game, name: str, about: str, given: Mapping[str, Any]) -> Fight:
    facts, combat = facts_of(given), game.combat
    answer = answered(game, facts)
    widest = answered(game, {**facts, **combat.widest}) if combat.widest else answer
    is_narrower = answer.family != widest.family
    return Fight(
        name, about, given, answer, widest, combat.comes_to, {**given, **combat.widest} if is_narrower else given
    )


def facts_of(given: Mapping[str, Any]) -> dict[str, Fact]:
    """Return facts as `analysis.fights.odds` takes them: a list of a TOML file is a fact given several times."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def clears(answer: CombatOdds, comes_to: ComesTo) -> Bounded | None:
    """Return the chance that the defender's hex is cleared after both sides' choices; `None` if steps are not given."""
    return over_members(answer, lambda law: law.marginal(comes_to.cleared).probability(bool))


def steps_lost(answer: CombatOdds, comes_to: ComesTo, side: str) -> Bounded | None:
    """Return the mean steps a side loses after both sides' choices; `None` if steps are not given."""
    field = {"attacker": comes_to.attacker_losses, "defender": comes_to.defender_losses}[side]
    return over_members(answer, lambda law: law.marginal(field).mean(lambda lost: lost))


def over_members(answer: CombatOdds, measure: Callable[[Law], Fraction]) -> Bounded | None:
    """Return a measure of what an answer comes to, with its bounds over the assumed family; `None` without steps."""
    if answer.after is None:
        return None
    value = measure(answer.after)
    found = [measure(law) for law in answer.afters] or [value]
    return Bounded(value, min(value, *found), max(value, *found))


def fight_frame(game: str) -> pl.DataFrame:
    """Return what each fight comes to, as charts draw it; a fight whose steps are not given has nulls.

    Columns: fight, odds, column, basis, p, p_low, p_high, exactly (the hex is cleared), and the mean steps that a side
    loses with their bounds: attacker_steps, attacker_low, attacker_high, defender_steps, defender_low, defender_high.
    The bounds are over the widest family: the narrower one does not hold on known tables (`analysis.crt.inference`).
    """
    import polars as pl

    rows: list[dict[str, Any]] = []
    for fight in fights(game):
        p, wide = fight.cleared, clears(fight.widest, fight.comes_to)
        row = {
            "fight": fight.about, "odds": fight.answer.initial_odds, "column": fight.answer.final_column,
            "basis": fight.answer.basis,
            "p": None if p is None else float(p.value), "p_low": None if wide is None else float(wide.low),
            "p_high": None if wide is None else float(wide.high),
            "exactly": "" if wide is None else " to ".join(dict.fromkeys(map(str, (wide.low, wide.high)))),
        }  # fmt: skip
        for side in _SIDES:
            lost, over = (steps_lost(one, fight.comes_to, side) for one in (fight.answer, fight.widest))
            row[f"{side}_steps"] = None if lost is None else float(lost.value)
            row[f"{side}_low"] = None if over is None else float(over.low)
            row[f"{side}_high"] = None if over is None else float(over.high)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)
