"""Was it the player or the dice? Fights that were fought, with the dice rolled, against the exact law of each.

Luck is measured in steps: what the attacker inflicted less what he lost, compared with every way the same fights could
have gone. Steps are those of the combat table taken as losses; what was retreated instead is the players' choice.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from analysis.errors import KesselError
from analysis.odds import odds, options, outcomes
from sim.combat import CrtReading, Fact, Option
from sim.game import GameError, load_game

Spread = dict[int, Fraction]


@dataclass(frozen=True)
class Battle:
    """One fight: steps lost and inflicted by the attacker, expected and actual, and how lucky that was for him.

    `luck` is the share of all ways the fight could have gone that were worse for the attacker, ties counted half.
    """

    place: str
    column: str
    result: str
    lost: int
    inflicted: int
    expected_lost: Fraction
    expected_inflicted: Fraction
    luck: Fraction
    net: Spread


@dataclass(frozen=True)
class Verdict:
    """A list of fights: each battle, and the luck of all attacks together."""

    battles: tuple[Battle, ...]
    luck: Fraction

    def total(self, name: str) -> Fraction:
        """Return the sum of a figure over all battles."""
        return sum((Fraction(getattr(battle, name)) for battle in self.battles), Fraction(0))


def luck(game: str, lines: Iterable[str], label: str) -> Verdict:
    """Return the luck in a list of fights: CSV lines whose columns are the game's facts and ``dice``.

    `dice` holds the dice as rolled, first to last, with spaces between; a re-roll's dice follow those of the roll.
    """
    reader = csv.DictReader(lines)
    known = {option.name: option for option in options(game)}
    columns = reader.fieldnames or []
    if "dice" not in columns:
        raise KesselError(f"{label}: no column 'dice' in its first line; expected dice and {', '.join(known)}")
    for column in columns:
        if column != "dice" and column not in known:
            raise KesselError(f"{label}: column {column!r} is not known; expected dice and {', '.join(known)}")
    battles = tuple(_battle(game, known, row, f"{label}, line {n}") for n, row in enumerate(reader, 2))
    if not battles:
        raise KesselError(f"{label}: no fights; expected a line for each below the first")
    together: Spread = {0: Fraction(1)}
    for battle in battles:
        together = _sum(together, battle.net)
    actual = sum(battle.inflicted - battle.lost for battle in battles)
    return Verdict(battles, _below(together, actual))


def luck_of_file(game: str, path: Path) -> Verdict:
    """Return the luck in a file of fights."""
    if not path.is_file():
        raise KesselError(f"{path}: no such file; expected a CSV with a column for each fact and one for the dice")
    return luck(game, path.read_text(encoding="utf8").splitlines(), path.name)


def _battle(game: str, known: Mapping[str, Option], row: dict[str, Any], place: str) -> Battle:
    if None in row or None in row.values():
        raise KesselError(f"{place}: {len([v for v in row.values() if v])} cells; expected one for each column")
    facts = {
        name: _fact(known[name], text.strip(), place) for name, text in row.items() if name != "dice" and text.strip()
    }
    try:
        answer = odds(game, **facts)
    except GameError as error:
        raise KesselError(f"{place}: {error}") from None
    if answer.law is None:
        raise KesselError(f"{place}: {answer.initial_odds} is below the table, so this attack could not be made")
    reading: CrtReading = load_game(game).chapter("combat").READING
    if answer.final_column not in reading.columns:
        raise KesselError(
            f"{place}: the column depends on units not yet seen; give the strengths they turned out to have"
        )
    forces = (facts.get("attacker_steps", 0), facts.get("defender_steps", 0))
    law = [(_steps(reading, outcome, forces, place), Fraction(outcome["probability"])) for outcome in outcomes(answer)]
    result = _rolled(game, reading, answer.final_column, row["dice"], place)
    lost, inflicted = _steps(reading, result, forces, place)
    net: Spread = {}
    for (attacker, defender), p in law:
        net[defender - attacker] = net.get(defender - attacker, Fraction(0)) + p
    return Battle(
        place, answer.final_column, reading.text(result), lost, inflicted,
        sum((p * steps[0] for steps, p in law), Fraction(0)), sum((p * steps[1] for steps, p in law), Fraction(0)),
        _below(net, inflicted - lost), net,
    )  # fmt: skip


def _fact(option: Option, text: str, place: str) -> Fact:
    if option.kind == "yes_no":
        if text not in ("yes", "no"):
            raise KesselError(f"{place}: {option.name} is {text!r}; expected yes or no")
        return text == "yes"
    if option.kind == "int":
        try:
            return int(text)
        except ValueError:
            raise KesselError(f"{place}: {option.name} is {text!r}; expected a whole number") from None
    return tuple(text.split()) if option.kind == "texts" else text


def _rolled(game: str, reading: CrtReading, column: str, text: str, place: str) -> dict[str, Any]:
    """Return the outcome of the dice that were rolled; dice of a re-roll that nobody asked for may be left out."""
    dice = text.split()
    if not dice or len(dice) > reading.n_dice or any(die not in "123456" or len(die) != 1 for die in dice):
        raise KesselError(
            f"{place}: dice {text!r}; expected up to {reading.n_dice} numbers from 1 to 6, spaces between"
        )
    given = [int(die) for die in dice]
    rest = product(range(1, 7), repeat=reading.n_dice - len(given))
    rolls = np.array([[*given, *more] for more in rest], np.int8)
    chapter = load_game(game).chapter("combat")
    result = chapter.combat_result(np.full(len(rolls), reading.columns.index(column)), rolls)
    answer = chapter.column_odds(column)
    fields = result if isinstance(result, dict) else {answer.law.fields[0]: result}
    if any(len(set(values.tolist())) > 1 for values in fields.values()):
        raise KesselError(
            f"{place}: dice {text!r} leave the result open; expected {reading.n_dice} dice, re-roll included"
        )
    return {
        name: answer.labels[name][int(values[0])] if name in answer.labels else int(values[0])
        for name, values in fields.items()
    }


def _steps(reading: CrtReading, outcome: Mapping[str, Any], forces: tuple[Any, Any], place: str) -> tuple[int, int]:
    lost = reading.steps(outcome)
    for steps, force, side in zip(lost, forces, ("attacker", "defender"), strict=True):
        if steps is None and not force:
            raise KesselError(f"{place}: a result may destroy the {side}; give {side}_steps, the steps of the force")
    attacker, defender = (force if steps is None else steps for steps, force in zip(lost, forces, strict=True))
    return attacker, defender


def _sum(one: Spread, other: Spread) -> Spread:
    """Return the law of the sum of two independent whole numbers."""
    total: Spread = {}
    for a, p in one.items():
        for b, q in other.items():
            total[a + b] = total.get(a + b, Fraction(0)) + p * q
    return total


def _below(law: Spread, actual: int) -> Fraction:
    return sum((p for value, p in law.items() if value < actual), Fraction(0)) + law.get(actual, Fraction(0)) / 2
