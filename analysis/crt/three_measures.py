"""The three measures of every table, column by column: suffers, retreats or dies by the print, hex cleared. Exact.

The first two are of the printed results alone, with bounds over the family where a table is not printed. The third is
of the game's first fight, after both sides' choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.crt.bounds import band
from analysis.crt.ground_won import cleared_by_column
from analysis.fights.summary import MEASURES, Bounded
from analysis.fights.typical import fights
from sim.combat import DEMANDS, CombatOdds, CrtReading
from sim.game import load_game

NAMES = ("defender_suffers", "defender_sent_back", "hex_cleared")
"""The measures, under the names that they have in the summary of a fight."""


@dataclass(frozen=True)
class Three:
    """The measures of one column; `None` where the forces of the first fight never attack in it."""

    odds_column: str
    figures: Mapping[str, Bounded | None]


def about(name: str) -> str:
    """Return what a measure is, in the words of the summary of a fight."""
    return MEASURES[name].about


def cleared_in(game: str) -> str:
    """Return the fight that the chance of a cleared hex is of, in words; empty where a game has none."""
    return fights(game)[0].about if cleared_by_column(game) else ""


def three_measures(game: str) -> list[Three]:
    """Return the three measures of every column of a game's table.

    >>> found = {one.odds_column: one.figures for one in three_measures("leningrad")}
    >>> [str(found["5-1"][name].value) for name in NAMES]
    ['1', '0', '1']
    """
    table, cleared = load_game(game).table, cleared_by_column(game)
    found = []
    for label in table.reading.columns:
        answer, p = table.column_odds(label), cleared.get(label)
        by_the_print = _asked(answer) if answer.demands else _read(table.reading, answer)
        found.append(Three(label, {**by_the_print, "hex_cleared": None if p is None else Bounded(p, p, p)}))
    return found


def _asked(answer: CombatOdds) -> dict[str, Bounded | None]:
    """Return the first two measures where the game itself says what a result asks of the defender."""
    chances = {
        name: [law.marginal(field).probability(bool) for law in answer.demands]
        for name, field in zip(NAMES, DEMANDS, strict=False)
    }
    return {name: Bounded(found[0], min(found), max(found)) for name, found in chances.items()}


def _read(reading: CrtReading, answer: CombatOdds) -> dict[str, Bounded | None]:
    tells = (reading.suffers, reading.sent_back)
    return {
        name: Bounded(*band(answer, lambda one, tell=tell: int(tell(one))))  # type: ignore[misc]
        for name, tell in zip(NAMES, tells, strict=False)
    }


def as_json(found: list[Three]) -> list[dict[str, Any]]:
    """Return the measures as ``kessel crt --json`` has them, fractions as text."""
    return [
        {"odds_column": one.odds_column} | {name: _json(figure) for name, figure in one.figures.items()}
        for one in found
    ]


def _json(figure: Bounded | None) -> dict[str, str] | None:
    if figure is None:
        return None
    return {name: str(value) for name, value in vars(figure).items() if isinstance(value, Fraction)}
