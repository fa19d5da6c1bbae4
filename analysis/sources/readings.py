"""What the other reading of an unclear rule does, as a number: a fight, or a system beside the map, asked both ways.

A game's ``readings.toml`` says how each is asked: by a switch or a fact of `kessel odds`, by a factor or a policy of
`kessel track`, or by other cells in a table, which the game's own rules then read in a copy of its number files. Exact.
"""

from __future__ import annotations

import csv
import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.children import last_line, python
from analysis.crt.bounds import band, result_measures
from analysis.errors import KesselError
from analysis.fights.odds import answered
from analysis.fights.summary import Bounded
from analysis.fights.typical import clears, facts_of, steps_lost
from analysis.sources.audit import write_checksum
from analysis.sources.numbers import finding_of, mean_of, of_a_system
from analysis.words import percent
from sim.border import Keys, checked, toml_file
from sim.game import GAMES, load_game
from sim.numbers.rawfiles import RAW
from sim.system import Unit

if TYPE_CHECKING:
    import polars as pl

COUNTS = {
    "gives_way": ("chance that the defender suffers, or retreats or dies, as the table counts it", Unit.CHANCE),
    "cleared": ("chance that the hex is cleared", Unit.CHANCE),
    "attacker": ("mean steps the attacker loses", Unit.NUMBER),
    "defender": ("mean steps the defender loses", Unit.NUMBER),
}
"""What may be counted of a fight, in words, and in which unit."""
NARROWER = ", if each column is its left neighbor a row up"
"""How a fight is described that is asked of the narrower family of tables, which leaves less open."""
_EFFECT = {
    "ruling": int, "about": str, "other": str, "facts": dict, "counts": str, "system": str, "setting": dict,
    "instead": dict, "policies": dict, "cells": list, "table": str, "field": str, "said": str, "finding": str,
    "played": dict,
}  # fmt: skip
_KEYS = set(_EFFECT)
_NUMBER = (int, float)
_MATCH = {
    "ruling": int, "other": str, "reading": str, "games": int, "ours": _NUMBER, "theirs": _NUMBER, "low": _NUMBER,
    "high": _NUMBER,
}  # fmt: skip
_READINGS = Keys(
    {"columns": int, "effect": [Keys(_EFFECT, ("ruling", "about", "other"))], "match": [Keys(_MATCH, tuple(_MATCH))]}
)


@dataclass(frozen=True)
class Effect:
    """What one other reading does to one number: as we read, and the other way, each with its bounds."""

    ruling: int
    about: str
    other: str
    counts: str
    unit: Unit
    ours: Bounded
    theirs: Bounded
    table: str = ""
    """Where the soundness of the combat table itself hangs on the ruling: how, in words."""
    system: str = ""
    """The system asked, empty for a fight."""
    family: str = ""
    """The family of tables that either number is counted over, empty where no cell that is not printed is used."""
    is_central: bool = True
    """Whether a system is asked at our own values, not at a setting of the entry's."""

    @property
    def change(self) -> Fraction:
        """The other reading less ours."""
        return self.theirs.value - self.ours.value

    @property
    def is_chance(self) -> bool:
        """Whether the number is a chance."""
        return self.unit is Unit.CHANCE

    @property
    def is_sure(self) -> bool:
        """Whether no cell that is not printed leaves either number open."""
        return self.ours.low == self.ours.high and self.theirs.low == self.theirs.high

    def words(self, value: Fraction) -> str:
        """Return the number in words: a chance as percentage."""
        return percent(float(value)) if self.is_chance else f"{float(value):.2f}"

    def span(self, number: Bounded) -> str:
        """Return a number in words, from its lowest to its highest where cells that are not printed leave it open."""
        low, high = self.words(number.low), self.words(number.high)
        return low if low == high else f"{low} to {high}"


def kept_readings(game: str) -> dict[str, Any]:
    """Return a game's ``readings.toml``, empty where it has no such file; `KesselError` for a bad one."""
    path = GAMES / load_game(game).id / "readings.toml"
    label = f"{game}/readings.toml"
    found: dict[str, Any] = checked(toml_file(path, label), _READINGS, label) if path.exists() else {}
    return found


def entries_of(game: str) -> list[dict[str, Any]]:
    """Return the fights and systems of a game's ``readings.toml`` that are asked both ways."""
    entries: list[dict[str, Any]] = kept_readings(game).get("effect", [])
    for n, one in enumerate(entries, 1):
        unknown = sorted(set(one) - _KEYS)
        if unknown or ("facts" in one) == ("system" in one):
            found = ", ".join(unknown) or "facts and system, or none of them"
            raise KesselError(f"{game}/readings.toml, effect {n}: {found}; expected one of facts and system, and "
                              f"{', '.join(sorted(_KEYS - {'facts', 'system'}))}")  # fmt: skip
        if one.get("counts", "cleared") not in COUNTS:
            raise KesselError(
                f"{game}/readings.toml, effect {n}: counts {one['counts']!r}; expected one of {', '.join(COUNTS)}"
            )
    return entries


@cache
def effects(game: str) -> tuple[Effect, ...]:
    """Return what the other readings of a game do, in the order of its ``readings.toml``.

    >>> [one.change for one in effects("leningrad") if one.ruling == 6]  # a Soviet city that is a town as well
    [Fraction(-1, 6)]
    """
    return tuple(_effect(game, entry) for entry in entries_of(game))


def _effect(game: str, entry: Mapping[str, Any]) -> Effect:
    if "system" in entry:
        system = load_game(game).system(entry["system"])
        counts, unit = system.measured, system.unit
        if "finding" in entry:
            found = finding_of(game, entry)
            counts, unit = found.about, found.unit
    elif "field" in entry:
        counts, unit = entry["said"], Unit.CHANCE if entry["field"].startswith("is_") else Unit.NUMBER
    else:
        counts, unit = COUNTS[entry.get("counts", "cleared")]
        if entry.get("counts") == "gives_way":
            counts = f"chance that the defender {load_game(game).table.reading.way}"
    theirs = _in_a_copy(game, entry) if "cells" in entry else answer(game, entry, other=True)
    family = _family(game, entry)
    is_narrower = family.startswith("diagonal") and "family" not in entry.get("instead", {})
    about = (entry["ruling"], f"{entry['about']}{NARROWER * is_narrower}", entry["other"], counts, unit)
    asked = entry.get("table", ""), entry.get("system", ""), family, "setting" not in entry
    return Effect(*about, answer(game, entry), theirs, *asked)


def _family(game: str, entry: Mapping[str, Any]) -> str:
    """Return the family that stands for cells which are not printed, where a fight needs them in either reading."""
    if "facts" not in entry:
        return ""
    asked = load_game(game)
    both: tuple[dict[str, Any], ...] = ({}, entry.get("instead", {}))
    found = (answered(asked, facts_of({**entry["facts"], **one})).family for one in both)
    return next(filter(None, found), "")


def table_effects(game: str) -> tuple[Effect, ...]:
    """Return the effects of the rulings on which the soundness of a game's combat table hangs, mostly none."""
    return tuple(_effect(game, entry) for entry in entries_of(game) if "table" in entry)


def fight_rulings(game: str) -> list[int]:
    """Return the rulings whose other reading changes a fight, and the one on which columns there are.

    >>> fight_rulings("traces_of_hubris")[3:5]
    [4, 5]
    """
    columns = columns_ruling(game)
    return sorted({*(one["ruling"] for one in entries_of(game) if "facts" in one), *([columns] if columns else [])})


def columns_ruling(game: str) -> int:
    """Return the ruling on which columns a combat table has, 0 where they are printed: ``columns`` of readings.toml."""
    return int(kept_readings(game).get("columns", 0))


def answer(game: str, entry: Mapping[str, Any], *, other: bool = False) -> Bounded:
    """Return the number that an entry asks for, as we read or the other way."""
    instead = dict(entry.get("instead", {})) if other else {}
    if "system" in entry:
        value = of_a_system(game, entry, instead, dict(entry.get("policies", {})) if other else {})
        return Bounded(value, value, value)
    asked = load_game(game)
    found = answered(asked, facts_of({**entry["facts"], **instead}))
    counts = entry.get("counts", "cleared")
    if found.cancelled:  # a fight that a reading forbids
        return Bounded(Fraction(0), Fraction(0), Fraction(0))
    if "field" in entry:
        return mean_of(found.afters or (found.after,), entry["field"])
    if counts == "gives_way":
        return Bounded(*band(found, result_measures(asked.table.reading)["gives way"]))
    comes_to = asked.combat.comes_to
    number = clears(found, comes_to) if counts == "cleared" else steps_lost(found, comes_to, counts)
    if number is None:
        raise KesselError(f"{game}/readings.toml, ruling {entry['ruling']}: steps of both sides are not given")
    return number


def _in_a_copy(game: str, entry: Mapping[str, Any]) -> Bounded:
    """Return the number by the rules over a copy of the number files in which some cells read otherwise."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / game
        shutil.copytree(RAW / game, copy)
        for table, row, column, value in entry["cells"]:
            _put(copy / f"{table}.csv", row, column, value)
            write_checksum(copy / f"{table}.csv", Path(folder))
        words = ("-m", "analysis.sources.readings", game)
        done = python(*words, env={"KESSEL_RAW": folder}, given=json.dumps({**entry, "cells": []}))
    if done.returncode:
        place = f"{game}/readings.toml, ruling {entry['ruling']}"
        raise KesselError(f"{place}: {last_line(done.stderr)}")
    return Bounded(*(Fraction(text) for text in json.loads(done.stdout)))


def _put(path: Path, row: str, column: str, value: str) -> None:
    rows = list(csv.reader(path.read_text(encoding="utf8").splitlines()))
    at = [n for n, cells in enumerate(rows) if cells[0] == row]
    if len(at) != 1 or column not in rows[0]:
        raise KesselError(f"{path.name}: row {row!r}, column {column!r}; expected one such cell")
    rows[at[0]][rows[0].index(column)] = value
    with path.open("w", encoding="utf8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def effect_frame(game: str) -> pl.DataFrame:
    """Return the effects as charts draw them: ruling, about, other, counts, is_chance, ours, theirs, change, exactly.

    `ours` and `theirs` are of the central member where a table is assumed; `bounds` tells the range of both, and
    `system` which system was asked, empty for a fight; `family` which tables stand for cells that are not printed.
    `as_we_read` and `the_other_way` are the two in words, from the lowest to the highest where they are open.
    """
    import polars as pl

    return pl.DataFrame(
        [
            {
                "ruling": f"R{one.ruling}", "about": one.about, "other": one.other, "counts": one.counts,
                "is_chance": one.is_chance, "ours": float(one.ours.value), "theirs": float(one.theirs.value),
                "change": float(one.change), "as_we_read": one.span(one.ours), "the_other_way": one.span(one.theirs),
                "exactly": f"{_short(one.ours.value)} to {_short(one.theirs.value)}",
                "bounds": "" if one.is_sure else f"{one.span(one.ours)}; {one.span(one.theirs)}", "system": one.system,
                "family": one.family,
            }
            for one in effects(game)
        ],
        schema={
            **dict.fromkeys(("ruling", "about", "other", "counts"), pl.String), "is_chance": pl.Boolean,
            **dict.fromkeys(("ours", "theirs", "change"), pl.Float64),
            **dict.fromkeys(("as_we_read", "the_other_way", "exactly", "bounds", "system", "family"), pl.String),
        },
    )  # fmt: skip


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 13 else f"{float(value):.4f}"


if __name__ == "__main__":  # asked by `_in_a_copy`, where the number files are an edited copy
    found = answer(sys.argv[1], json.load(sys.stdin))
    json.dump([str(found.value), str(found.low), str(found.high)], sys.stdout)
