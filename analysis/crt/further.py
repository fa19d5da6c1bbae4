"""What an attacker may win beyond steps and the hex, column by column: how often, by the print. Exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from analysis.fights.odds import named
from sim.game import load_game


def further_chances(game: str) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the chance of each further gain of a game's table by column and name; empty where it names none.

    Of a fight in the open in which nothing is declared. Columns that are not printed are left out.

    >>> {name: str(p) for name, p in further_chances("stalingrad_roads")["3/1"].items()}
    {'E': '7/12', 'E2': '1/12'}
    """
    table = load_game(game).table
    asked = table.reading.further
    columns = {label: table.column_odds(label) for label in table.reading.columns} if asked else {}
    return {
        label: {
            one.name: law.probability(
                lambda *at, one=one, law=law, labels=odds.labels: one.holds(named(law, labels, at))
            )
            for one in asked
        }
        for label, odds in columns.items()
        if (law := odds.law) is not None
    }
