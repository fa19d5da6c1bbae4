"""What is worth knowing first of a whole game: every unknown in one ranking, by how far it leaves the verdict open.

A verdict is the mean margin, or the games won in a hundred where a game has no points. What an unknown leaves open is
the standard deviation of the verdict over what it may be: over the boards of the ensemble for the map as a whole and
for each thing on it; over a ruling's readings, and over an edit and the cell as assumed, each as likely as the others.
Unknowns are taken as independent, so that variances add up: the share of an unknown is what knowing it alone would
take away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.stats import f as fisher

from analysis.errors import KesselError
from analysis.lab.changes.variants import variant_frame
from analysis.matches.inquiry import READING, alternatives
from analysis.matches.map_doubts import doubt_effects, in_words
from analysis.sources.handled import played_readings
from analysis.sources.rulings import rulings
from analysis.studies.edits import EDIT, change_of, printed_cell
from analysis.studies.record import kept_study
from analysis.warehouse.played import Matches, runs_of, widest
from analysis.warehouse.sql import named
from sim.game import load_game
from sim.map.ground.uncertainty import doubts
from sim.numbers.rawfiles import RAW
from sim.verdict import joined

MAP, ON_MAP, RULING, NUMBER = "map", "on the map", "ruling", "number"
"""Kinds of unknowns; what is on the map is part of the map."""
CONFIDENCE = 0.95
_NAMED = 3
"""Unknowns that a sentence names as the first to settle, at most."""


@dataclass(frozen=True)
class Unknown:
    """One unknown: what it is, how far it leaves the verdict open (a standard deviation, with its interval), and why.

    `study` is the run, or the file, that tells; `how` where an owner types it in, or whom to ask.
    """

    name: str
    kind: str
    spread: float
    low: float
    high: float
    n_games: int
    study: str
    how: str

    @property
    def said(self) -> str:
        """The name in a sentence: a ruling by its title, a number without its cells.

        >>> Unknown("R7: armor", RULING, 1, 0, 2, 9, "s", "h").said
        'the ruling “armor”'
        """
        if self.kind == RULING:
            return f"the ruling “{self.name.partition(': ')[2] or self.name}”"
        return self.name.partition(" (")[0] if self.kind == NUMBER else self.name

    def open_by(self, unit: str) -> str:
        """Return how far it leaves the verdict open, with the interval."""
        return f"{self.spread:.1f} {unit} ({self.low:.1f} to {self.high:.1f})"


def knowing(db: duckdb.DuckDBPyConnection, game: str) -> list[Unknown]:
    """Return every unknown of a whole game that was played, the widest first that surely leave the verdict open."""
    found = [*_map(db, game), *_rulings(db, game), *_numbers(db, game)]
    return sorted(found, key=lambda one: (one.low > 0, one.spread), reverse=True)


def advice(unknowns: Sequence[Unknown], unit: str) -> str:
    """Return what to settle first, in a sentence: more than one where no interval lies below the widest's."""
    sure = [one for one in unknowns if one.low > 0 and one.kind != ON_MAP]
    if not sure:
        return "Nothing is known to matter yet: play more games."
    first = [one for one in sure if one.high >= sure[0].low][:_NAMED]
    names, opens = joined([one.said for one in first]), joined([one.open_by(unit) for one in first])
    said = f"Settle {names} first: {'it leaves' if len(first) == 1 else 'they leave'} the verdict open by {opens}"
    said += ", and which leaves more is not shown" * (len(first) > 1)
    rest = [one for one in sure if one not in first]
    return f"{said}; then {rest[0].said} ({rest[0].spread:.1f})." if rest else f"{said}."


def knowing_frame(unknowns: Sequence[Unknown]) -> pl.DataFrame:
    """Return the ranking as a frame: name, kind, spread, low, high, share, n_games, study, how.

    `share` is of the variance of all unknowns together, in which the map counts as a whole: what is on it has its own.
    """
    total = sum(one.spread**2 for one in unknowns if one.kind != ON_MAP)
    rows = [
        (one.name, one.kind, one.spread, one.low, one.high, one.spread**2 / total if total else 0.0, one.n_games,
         one.study, one.how) for one in unknowns
    ]  # fmt: skip
    return pl.DataFrame(
        rows, schema=["name", "kind", "spread", "low", "high", "share", "n_games", "study", "how"], orient="row"
    )


def unit_of(game: str) -> str:
    """Return what the verdict is counted in."""
    return "VP" if load_game(game).whole.is_scored else "games in a hundred"


def _verdict(found: Matches) -> str:
    return "vp_margin" if load_game(found.game).whole.is_scored else f"100 * ({found.is_won})::INTEGER"


def _map(db: duckdb.DuckDBPyConnection, game: str) -> Iterator[Unknown]:
    """Yield the map as a whole, and each thing on it where the boards of an ensemble say what they have."""
    try:
        found = widest(db, game)
    except KesselError:
        return
    first, second = map(named, found.sides)
    rows = found.frame(
        f"SELECT board, {first} || {second} AS pair, {_verdict(found)} AS value FROM {{result}} WHERE board >= 0"
    )
    if rows["board"].n_unique() < 3:
        return
    pairs = rows.with_columns(pl.col("value") - pl.col("value").mean().over("pair"))  # who plays is not the map
    by = [part["value"].to_numpy() for part in pairs.partition_by("board", maintain_order=False)]
    yield Unknown("the map as a whole", MAP, *between(by), rows.height, found.study, f"data/raw/{game}/map")
    if not (RAW / game / "map" / "grid.toml").is_file():
        return  # boards that are searched for, not drawn thing by thing
    boards = pairs.group_by("board", maintain_order=True).agg(pl.col("value").mean().alias("margin")).sort("board")
    known = doubts(game, int(rows["board"].max()) + 1)  # type: ignore[arg-type]
    spans = {(one.name, one.kind): one.values[boards["board"].to_numpy()] for one in known}
    for row in doubt_effects(known, boards).iter_rows(named=True):
        at = (row["name"], row["kind"])
        scale = float(spans[at].std(ddof=1)) / (row["high"] - row["low"])
        size, low, high = (abs(x) * scale for x in (row["effect_vp"], *_size(row["ci_low"], row["ci_high"])))
        name = in_words(*at, row["low"], row["high"])
        yield Unknown(name, ON_MAP, size, low, high, rows.height, found.study, f"data/raw/{game}/map")


def between(groups: Sequence[NDArray[np.float64]], confidence: float = CONFIDENCE) -> tuple[float, float, float]:
    """Return the standard deviation between the means of groups without what is dice, with its interval.

    Groups of about one size, each the results on one board. The interval is that of the ratio of variances by
    Fisher's F (Searle, Casella and McCulloch, Variance Components, 1992, 3.6).
    """
    sizes = np.array([len(one) for one in groups])
    n, k = float(sizes.mean()), len(groups)
    within = sum(float(one.var()) * len(one) for one in groups) / max(int(sizes.sum()) - k, 1)
    means = np.array([one.mean() for one in groups])
    ratio = float(means.var(ddof=1)) * n / within if within else np.inf
    tails = fisher.ppf([0.5 + confidence / 2, 0.5, 0.5 - confidence / 2], k - 1, max(int(sizes.sum()) - k, 1))
    low, _, high = (float(np.sqrt(max(ratio / tail - 1, 0.0) * within / n)) for tail in tails)
    middle = float(np.sqrt(max(ratio - 1, 0.0) * within / n))
    return middle, min(low, middle), max(high, middle)


def _size(low: float, high: float) -> tuple[float, float]:
    """Return the least and the greatest size of what lies between two ends."""
    return 0.0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high))


def _rulings(db: duckdb.DuckDBPyConnection, game: str) -> Iterator[Unknown]:
    """Yield each ruling whose other readings were played: in the largest run there is, else in the matches kept."""
    titles = {f"R{one.number}": one.title for one in rulings(game)}
    effects: dict[str, dict[str, tuple[float, float, float]]] = {}
    told: dict[str, tuple[int, str]] = {}
    for one in played_readings(game):
        name, _, value = one.reading.partition("=")
        effects.setdefault(name, {})[value] = (one.theirs - one.ours, one.low, one.high)
        told[name] = (one.games, "readings.toml")
    others = alternatives(load_game(game).whole)
    for run in runs_of(db, game, READING)[:1]:
        value, ends = ("effect_vp", ("ci_low", "ci_high"))
        if not load_game(game).whole.is_scored:
            value, ends = "p_effect", ("p_low", "p_high")
        for row in variant_frame(run, READING).iter_rows(named=True):
            name, other = others[row["variant"] - 1]
            if name in titles and row["n_games"] >= told.get(name, (0, ""))[0]:
                scale = 1.0 if value == "effect_vp" else 100.0
                effects.setdefault(name, {})[other] = (scale * row[value], *(scale * row[end] for end in ends))
                told[name] = (row["n_games"], run.study)
    for name, by in effects.items():
        spread = over(list(by.values()))
        yield Unknown(
            f"{name}: {titles.get(name, name)}", RULING, *spread, *told[name], "the publisher, or the counters"
        )


def over(effects: Sequence[tuple[float, float, float]]) -> tuple[float, float, float]:
    """Return the standard deviation over nothing and some effects (mean, low, high), each as likely, with its interval.

    The interval is the span over all that the effects may be within theirs.

    >>> over([(4.0, 2.0, 6.0)])
    (2.0, 1.0, 3.0)
    """
    ends = [(low, high, min(max(0.0, low), high)) for _, low, high in effects]
    spreads = [float(np.std([0.0, *corner])) for corner in product(*ends)]
    middle = float(np.std([0.0, *(mean for mean, *_ in effects)]))
    return middle, min(*spreads, middle), max(*spreads, middle)


def _numbers(db: duckdb.DuckDBPyConnection, game: str) -> Iterator[Unknown]:
    """Yield what each edit does whose cells are assumed, and nothing else: what they may hold as well."""
    seen: set[str] = set()
    for run in runs_of(db, game, EDIT):
        study = kept_study(run.study)
        if study is None:
            continue
        edits = list(study.edits.items())
        for row in variant_frame(run, EDIT).iter_rows(named=True):
            name, changes = edits[row["variant"] - 1]
            files = {printed_cell(game, change_of(one))[0].path.name for one in changes}
            if name in seen or not all(".assumed." in file for file in files):
                continue
            seen.add(name)
            spread = over([(row["effect_vp"], row["ci_low"], row["ci_high"])])
            said = f"{name.replace('_', ' ')} ({'; '.join(changes)})"
            yield Unknown(said, NUMBER, *spread, row["n_games"], run.study, ", ".join(sorted(files)))
