"""The fights a player meets: a game's own list, what each comes to, and how sure that is. Exact."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from analysis.errors import KesselError
from analysis.odds import odds, options
from sim.combat import CombatOdds, Fact
from sim.exact import Law
from sim.game import GAMES, load_game

if TYPE_CHECKING:
    import polars as pl

_CLEARED = ("is_cleared", "is_emptied", "is_hex_cleared")
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

    @property
    def command(self) -> str:
        """The command that gives the same answer."""
        return " ".join(word for name, value in self.facts.items() for word in _words(name, value))


@dataclass(frozen=True)
class Span:
    """An exact number with its bounds over what is assumed; the three are one where nothing is."""

    value: Fraction
    low: Fraction
    high: Fraction


def _words(name: str, value: Fact) -> list[str]:
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [option] if value else []
    several = value if isinstance(value, (tuple, list)) else (value,)
    return [f"{option} {shlex.quote(str(one))}" for one in several]


@cache
def fights(game: str) -> tuple[Fight, ...]:
    """Return the fights of a game's ``fights.toml``, in its order, each with its answer."""
    path = GAMES / load_game(game).id / "fights.toml"
    if not path.exists():
        raise KesselError(f"{game}: no fights.toml in its folder")
    told = tomllib.loads(path.read_text(encoding="utf8"))
    return tuple(_fight(game, name, one["about"], one["facts"]) for name, one in told.items())


def _fight(game: str, name: str, about: str, told: Mapping[str, Any]) -> Fight:
    facts = facts_of(told)
    answer = odds(game, **facts)
    has_families = "family" in {option.name for option in options(game)}
    return Fight(name, about, told, answer, odds(game, **facts, family="monotone") if has_families else answer)


def facts_of(told: Mapping[str, Any]) -> dict[str, Fact]:
    """Return facts as `analysis.odds` takes them: a list of a TOML file is a fact that is given several times."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}


def clears(answer: CombatOdds) -> Span | None:
    """Return the chance that the defender's hex is cleared after both sides' choices; `None` if steps are not told."""
    return _over(answer, lambda law: law.marginal(_cleared(law)).probability(bool))


def steps_lost(answer: CombatOdds, side: str) -> Span | None:
    """Return the mean steps a side loses after both sides' choices; `None` if steps are not told."""
    return _over(answer, lambda law: law.marginal(f"{side}_step_losses").mean(lambda lost: lost))


def _over(answer: CombatOdds, measure: Callable[[Law], Fraction]) -> Span | None:
    if answer.after is None:
        return None
    value = measure(answer.after)
    found = [measure(law) for law in answer.afters] or [value]
    return Span(value, min(value, *found), max(value, *found))


def _cleared(law: Law) -> str:
    return next(name for name in _CLEARED if name in law.fields)


def fight_frame(game: str) -> pl.DataFrame:
    """Return what each fight comes to, as charts draw it; a fight whose steps are not told has nulls.

    Columns: fight, odds, column, basis, p, p_low, p_high, exactly (the hex is cleared), and the mean steps that a side
    loses with their bounds: attacker_steps, attacker_low, attacker_high, defender_steps, defender_low, defender_high.
    The bounds are over the widest family: the narrower one does not hold on known tables (`analysis.inference`).
    """
    import polars as pl

    rows: list[dict[str, Any]] = []
    for fight in fights(game):
        p, wide = clears(fight.answer), clears(fight.widest)
        row = {
            "fight": fight.about, "odds": fight.answer.initial_odds, "column": fight.answer.final_column,
            "basis": fight.answer.basis,
            "p": None if p is None else float(p.value), "p_low": None if wide is None else float(wide.low),
            "p_high": None if wide is None else float(wide.high), "exactly": "" if p is None else str(p.value),
        }  # fmt: skip
        for side in _SIDES:
            lost, over = steps_lost(fight.answer, side), steps_lost(fight.widest, side)
            row[f"{side}_steps"] = None if lost is None else float(lost.value)
            row[f"{side}_low"] = None if over is None else float(over.low)
            row[f"{side}_high"] = None if over is None else float(over.high)
        rows.append(row)
    return pl.DataFrame(rows, infer_schema_length=None)
