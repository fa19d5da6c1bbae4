"""Was it the players or the dice? Fights that were fought, with the dice rolled, against the exact law of each.

Everything is counted in steps of both sides, fight by fight and over the whole list, and placed among all the ways in
which the same fights could have gone: the percentile is the share of them in which a side loses fewer steps, ties
counted half. Steps are those of the combat table taken as losses; what was retreated instead is the players' choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import ceil
from typing import Any, NamedTuple

import numpy as np

from analysis.errors import KesselError
from analysis.fights.facts import fact_of
from analysis.fights.odds import answered, outcomes
from analysis.fights.sums import Spread, mean, mid_percentile, near_total, spread_of
from sim.border import csv_rows, once, shown
from sim.combat import CombatTable, CrtReading
from sim.errors import GameError
from sim.game import Game, load_game

EXPECTED = "a CSV with a column for each fact and one for the dice, or lines of fact=value,...,dice=..."
MAX_FIGHTS = 100_000
"""The most fights of one list."""
_DIGITS = 9
"""Digits after the point of a percentile that is not exact, in JSON."""
_SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True)
class Losses:
    """The steps that one side lost, the mean of their law, and the law."""

    lost: int
    expected: Fraction
    law: Spread

    @cached_property
    def percentile(self) -> Fraction:
        """The share of all ways in which the side loses fewer steps, ties counted half."""
        return mid_percentile(self.law, self.lost)


@dataclass(frozen=True)
class Battle:
    """One fight, or all of a list: what each side lost, and how lucky that was for the attackers.

    `net` is the law of steps inflicted less steps lost. Percentiles and luck are within `error`, 0 if they are exact.
    """

    place: str
    column: str
    result: str
    attacker: Losses
    defender: Losses
    net: Spread
    error: Fraction = Fraction(0)

    @cached_property
    def luck(self) -> Fraction:
        """The share of all ways, counted in steps inflicted less lost, that are worse for the attacker, ties half."""
        return mid_percentile(self.net, self.defender.lost - self.attacker.lost)


@dataclass(frozen=True)
class Verdict:
    """A list of fights: each battle, and all of them together."""

    battles: tuple[Battle, ...]

    @cached_property
    def together(self) -> Battle:
        """All battles as one: losses add up, and so do their laws, the battles being independent."""
        (attacker, first), (defender, second) = (
            _summed(sides) for sides in ([b.attacker for b in self.battles], [b.defender for b in self.battles])
        )
        net = near_total([battle.net for battle in self.battles])
        return Battle("all", "", "", attacker, defender, net.law, max(first, second, net.error))


def _summed(sides: list[Losses]) -> tuple[Losses, Fraction]:
    """Return what a side lost in all, and by how much a chance in the law may be wrong."""
    law, error = near_total([side.law for side in sides])
    return Losses(sum(side.lost for side in sides), sum((side.expected for side in sides), Fraction(0)), law), error


class Fought(NamedTuple):
    """A fight before its dice are read: column, DRM, forces, and of each side's losses the mean and the law."""

    column: str
    drm: int
    forces: tuple[Any, Any]
    laws: tuple[tuple[Fraction, Spread], tuple[Fraction, Spread]]
    net: Spread


def luck(game: str, lines: Iterable[str], label: str) -> Verdict:
    """Return the luck in a list of fights: CSV lines, or lines such as ``attack=11,defense=4,dice=3``.

    A CSV has a first line that names its columns, parted by commas, semicolons or tabs. `dice` holds the dice as
    rolled, first to last, with spaces between; a re-roll's dice follow those of the roll.
    """
    asked = load_game(game)
    known = ["dice", *(option.name for option in asked.combat.options)]
    rows = islice(_rows(list(lines), known, label), MAX_FIGHTS + 1)
    known_fights: dict[tuple[tuple[str, str], ...], Fought] = {}
    battles = tuple(_battle(asked, row, f"{label}, line {n}", known_fights) for n, row in rows)
    if len(battles) > MAX_FIGHTS:
        raise KesselError(f"{label}: more than {MAX_FIGHTS:,} fights; expected no more in one list")
    if not battles:
        raise KesselError(f"{label}: no fights; expected {EXPECTED}")
    return Verdict(battles)


def _rows(lines: list[str], known: list[str], label: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the facts of each fight as written, with the number of its line."""
    first = next((line for line in lines if line.strip()), "")
    if "=" in first:
        for n, line in enumerate(lines, 1):
            if line.strip():
                words = list(_words(line, f"{label}, line {n}"))
                once([name for name, _ in words], f"{label}, line {n}: a fact")
                row = dict(words)
                _check_names(row, known, f"{label}, line {n}")
                yield n, row
        return
    names: list[str] = []
    text = "\n".join(line.removesuffix("\r") for line in lines)
    for n, cells in csv_rows(text, label, max(_SEPARATORS, key=first.count)):
        if names:
            if len(cells) != len(names):
                raise KesselError(f"{label}, line {n}: {len(cells)} cells; expected {len(names)}, one for each column")
            yield n, dict(zip(names, cells, strict=True))
        else:
            names = once([name.strip() for name in cells], f"{label}, line {n}: a column name")
            _check_names(names, known, f"{label}, line {n}")


def _words(line: str, place: str) -> Iterator[tuple[str, str]]:
    for word in line.split(","):
        name, equals, text = word.partition("=")
        if not equals:
            raise KesselError(f"{place}: {shown(word.strip())}; expected fact=value")
        yield name.strip(), text.strip()


def _check_names(names: Iterable[str], known: list[str], place: str) -> None:
    if "dice" not in names:
        raise KesselError(f"{place}: no column 'dice'; expected {', '.join(known)}")
    for name in names:
        if name not in known:
            raise KesselError(f"{place}: column {shown(name)} is not known; expected {', '.join(known)}")


def _battle(
    game: Game, row: Mapping[str, str], place: str, before: dict[tuple[tuple[str, str], ...], Fought]
) -> Battle:
    """Return one fight of a list; `before` holds those with other dice, by their facts as written."""
    facts = tuple((name, text.strip()) for name, text in row.items() if name != "dice" and text.strip())
    if (fought := before.get(facts)) is None:
        fought = before[facts] = _fought(game, dict(facts), place)
    reading = game.table.reading
    result = _rolled(game.table, fought.column, row["dice"], fought.drm, place)
    lost = _steps(reading, result, fought.forces, place)
    attacker, defender = (Losses(lost[side], *fought.laws[side]) for side in (0, 1))
    return Battle(place, fought.column, reading.text(result), attacker, defender, fought.net)


def _fought(game: Game, written: Mapping[str, str], place: str) -> Fought:
    known = {option.name: option for option in game.combat.options}
    facts = {name: fact_of(known[name], text, place) for name, text in written.items()}
    try:
        answer = answered(game, facts)
    except GameError as error:
        raise KesselError(f"{place}: {error}") from None
    if answer.law is None:
        raise KesselError(f"{place}: {answer.initial_odds} is below the table, so this attack could not be made")
    reading = game.table.reading
    if answer.final_column not in reading.columns:
        raise KesselError(
            f"{place}: the column depends on units not yet seen; give the strengths they turned out to have"
        )
    forces = (facts.get("attacker_steps", 0), facts.get("defender_steps", 0))
    law = [(_steps(reading, outcome, forces, place), Fraction(outcome["probability"])) for outcome in outcomes(answer)]
    if answer.drm is None:
        raise KesselError(f"{place}: the DRM hangs on a card; say how its die fell, as in card=NAME:rolled-3")
    laws = [spread_of((steps[side], p) for steps, p in law) for side in (0, 1)]
    net = spread_of((steps[1] - steps[0], p) for steps, p in law)
    return Fought(answer.final_column, answer.drm, forces, ((mean(laws[0]), laws[0]), (mean(laws[1]), laws[1])), net)


def _rolled(table: CombatTable, column: str, text: str, drm: int, place: str) -> dict[str, Any]:
    """Return the outcome of the dice that were rolled, as they lay on the table; the DRM is added here.

    Dice of a re-roll that nobody asked for may be left out.
    """
    dice, reading = text.split(), table.reading
    if not dice or len(dice) > reading.n_dice or any(die not in "123456" or len(die) != 1 for die in dice):
        raise KesselError(
            f"{place}: dice {shown(text)}; expected up to {reading.n_dice} numbers from 1 to 6, spaces between"
        )
    given = [int(die) for die in dice]
    rest = product(range(1, 7), repeat=reading.n_dice - len(given))
    rolls = np.array([[*given, *more] for more in rest], np.int8)
    fields = table.results(column, rolls + np.int8(drm))
    if any(len(set(values.tolist())) > 1 for values in fields.values()):
        raise KesselError(
            f"{place}: dice {shown(text)} leave the result open; expected {reading.n_dice} dice, re-roll included"
        )
    labels = table.column_odds(column).labels
    return {name: labels[name][int(values[0])] if name in labels else int(values[0]) for name, values in fields.items()}


def _steps(reading: CrtReading, outcome: Mapping[str, Any], forces: tuple[Any, Any], place: str) -> tuple[int, int]:
    lost = reading.steps(outcome)
    for steps, force, side in zip(lost, forces, ("attacker", "defender"), strict=True):
        if steps is None and not force:
            raise KesselError(f"{place}: a result may destroy the {side}; give {side}_steps, the steps of the force")
    attacker, defender = (force if steps is None else steps for steps, force in zip(lost, forces, strict=True))
    return attacker, defender


def as_json(found: Verdict) -> dict[str, Any]:
    """Return a verdict as ``kessel luck --json`` prints it; fractions as text, rounded to a billionth if not exact."""
    together = found.together
    entries = {"battles": [_as_json(one) for one in found.battles], "together": _as_json(together)}
    return entries if not together.error else {**entries, "within": str(within(together))}


def within(together: Battle) -> Fraction:
    """Return how far percentiles and luck as written may be from the exact ones: their error, and the rounding's."""
    return Fraction(ceil(together.error * 10**_DIGITS) + 1, 10**_DIGITS)


def _as_json(one: Battle) -> dict[str, Any]:
    sides = {
        name: {"lost": side.lost, "expected": str(side.expected), "percentile": _written(side.percentile, one)}
        for name, side in (("attacker", one.attacker), ("defender", one.defender))
    }
    return {"place": one.place, "column": one.column, "result": one.result, **sides, "luck": _written(one.luck, one)}


def _written(share: Fraction, one: Battle) -> str:
    return str(round(share, _DIGITS) if one.error else share)
