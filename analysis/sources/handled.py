"""How each ruling of a game can be tried: by a switch, a factor, a table, as a range, or not at all as it does nothing.

Fights and systems are asked both ways whenever they are wanted (`analysis.sources.readings`). What a reading does to a
whole game is played once and kept in ``readings.toml`` under ``[[match]]``: two matches on the same dice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from math import floor
from typing import TYPE_CHECKING

from analysis.sources.readings import columns_ruling, entries_of, kept_readings
from analysis.sources.rulings import rulings

if TYPE_CHECKING:
    import polars as pl

SWITCH, FACTOR, TABLE, NOTHING, OPEN, RANGE = "switch", "factor", "table", "no effect", "open", "range"
MANNERS = (SWITCH, FACTOR, TABLE, NOTHING, OPEN, RANGE)
"""How a ruling can be tried; `OPEN` is one whose other reading nobody can ask yet, `RANGE` one on what is not printed:
every answer that needs it runs over all that it may say."""
BECAUSE, UNTRIED, RUNS = "No effect: ", "Open: ", "A range: "
"""How *What it changes* begins where the other reading changes nothing that is computed, cannot be asked yet, or where
answers run over what is not printed."""
_BEGINS = {BECAUSE: NOTHING, RUNS: RANGE}


@dataclass(frozen=True)
class PlayedReading:
    """What another reading does to a whole game: mean margins, and the 95 % interval of their paired difference.

    Of a game without points: games in a hundred that the first side wins.
    """

    ruling: int
    other: str
    reading: str
    """As ``--reading`` of `kessel match` takes it: ``R8=best``."""
    games: int
    ours: float
    theirs: float
    low: float
    high: float


@cache
def played_readings(game: str) -> tuple[PlayedReading, ...]:
    """Return the matches played under other readings, none without a whole game; `KesselError` for a bad one.

    >>> {one.games for one in played_readings("leningrad")}, played_readings("donnerschlag")
    ({1000}, ())
    """
    return tuple(PlayedReading(**one) for one in kept_readings(game).get("match", []))


def family(game: str, ruling: int) -> str:
    """Return what the readings of a ruling are members of: the words that all of them played end with.

    >>> family("inferno_on_the_volga", 60), family("inferno_on_the_volga", 52)
    ('German blocks', 'Soviet blocks')
    """
    names = [one.other.split()[::-1] for one in played_readings(game) if one.ruling == ruling]
    alike = takewhile(lambda at: len(set(at)) == 1, zip(*names, strict=False))
    return " ".join([at[0] for at in alike][::-1])


def manners(game: str) -> dict[int, str]:
    """Return how each ruling of a game can be tried, one of `MANNERS`.

    >>> found = manners("stalingrad_roads")
    >>> found[1], found[3], found[12], found[6]
    ('factor', 'switch', 'table', 'no effect')
    """
    ways: dict[int, set[str]] = {}
    for entry in entries_of(game):
        way = TABLE if "cells" in entry else FACTOR if "system" in entry else SWITCH
        ways.setdefault(entry["ruling"], set()).add(way)
    for one in played_readings(game):
        ways.setdefault(one.ruling, set()).add(SWITCH)
    ways.setdefault(columns_ruling(game), set()).add(TABLE)
    return {
        one.number: next((way for way in MANNERS if way in ways.get(one.number, ())), "")
        or next((way for begins, way in _BEGINS.items() if one.changes.startswith(begins)), OPEN)
        for one in rulings(game)
    }


def count_manners(game: str) -> Counter[str]:
    """Return how many rulings of a game can be tried in each manner."""
    return Counter(manners(game).values())


def match_frame(game: str) -> pl.DataFrame:
    """Return what other readings do to a whole game, as pages show it: one row a match."""
    import polars as pl

    from sim.game import load_game

    played = played_readings(game)
    is_scored = not played or load_game(game).whole.is_scored
    ours = "margin as we read" if is_scored else "won of 100 as we read"
    return pl.DataFrame(
        [
            {"ruling": f"R{one.ruling}", "the other reading": one.other, "games": one.games,
             ours: _tenths(one.ours), "the other way": _tenths(one.theirs), "difference": difference(one)}
            for one in played
        ]
    )  # fmt: skip


def difference(one: PlayedReading) -> str:
    """Return what a reading does with its interval, in words; where no game came out otherwise, that.

    >>> from dataclasses import replace
    >>> known = PlayedReading(5, "", "R5=counted", 4000, 16.475, 16.45, -0.07, 0.02)
    >>> difference(known), difference(replace(known, theirs=16.475, low=0.0, high=0.0))
    ('0.0 (−0.1 to 0.0)', 'no game of 4,000 differs')
    """
    if one.low == one.high == 0:
        return f"no game of {one.games:,} differs"
    return f"{_signed(one.theirs - one.ours)} ({_signed(one.low)} to {_signed(one.high)})"


def is_shown(one: PlayedReading) -> bool:
    """Return whether a reading changes a whole game beyond its sampling: its interval leaves out nothing."""
    return one.low > 0 or one.high < 0


def _signed(number: float) -> str:
    said = f"{number:+.1f}".replace("-", "\u2212")
    return said if said.strip("+\u22120.") else "0.0"


def _tenths(number: float) -> str:
    """Return a mean in tenths, halves up: what a thousand games bear."""
    return f"{floor(10 * number + 0.5) / 10:.1f}"
