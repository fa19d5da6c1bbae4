"""What games played with drawn dice say, in words: quantiles, tests, paired comparisons, sources of a spread."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from math import isfinite

import duckdb
import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from analysis.errors import KesselError
from analysis.lab.changes.paired import Gain
from analysis.lab.samples import Contrast, as_strong, ecdf_frame, quantile_frame
from analysis.systems.spread import SOURCES, Variance
from analysis.warehouse.played import MAPS, Matches, matches
from analysis.warehouse.sql import quoted
from analysis.words import whole_percent
from sim.game import load_game
from sim.system import System
from sim.verdict import GamesSeen

_SHARES, _CLOSE, _TOLD = (0.05, 0.5, 0.95), 1e-12, 3
_NAMES = {0.05: "one game in twenty below", 0.5: "the median game", 0.95: "one game in twenty above"}

SPLIT: Mapping[str, str] = {
    "dice": "the dice, once all else is known", "assumptions": "what we assume, mostly of the map",
    "choices": "how the sides play",
}  # fmt: skip
"""The sources of a spread in words."""


def beside_games(db: duckdb.DuckDBPyConnection, game: str, system: System) -> str:
    """Return what whole games show of a system's question, a paragraph; empty where it or they have nothing to say."""
    seen = seen_games(db, game) if system.in_games is not None else None
    return system.in_games(*seen) if system.in_games is not None and seen is not None else ""


def seen_games(db: duckdb.DuckDBPyConnection, game: str) -> tuple[GamesSeen, GamesSeen] | None:
    """Return what whole games came to on the central board and over all boards; `None` where they were not played."""
    try:
        found = matches(db, game)
    except KesselError:
        return None
    central, everywhere = (_seen(found, maps) for maps in MAPS)
    return (central, everywhere) if central and everywhere else None


def variations_of(game: str, system: str) -> list[str]:
    """Return what players of whole games do otherwise about a system, in words: what names it; none if none is played.

    >>> variations_of("leningrad", "regeneration"), variations_of("leningrad", "untried")
    (['no regeneration'], [])
    """
    if not load_game(game).has_whole:
        return []
    word = re.compile(rf"\b{re.escape(system)}\b")
    return [one.says for one in load_game(game).whole.variations if word.search(one.says)]


def costs_of(effects: pl.DataFrame, labels: Collection[str]) -> str:
    """Return what some variations do to their own side, points a game with the interval, in a list; empty without any.

    `effects` is `analysis.lab.changes.options.worth_frame`: label, effect_vp, ci_low, ci_high.

    >>> frame = pl.DataFrame({"label": ["no air", "all air", "early forts"], "effect_vp": [-11.2, 0.3, 0.0],
    ...                       "ci_low": [-28.1, -9.0, 0.0], "ci_high": [5.4, 9.6, 0.0]})
    >>> costs_of(frame, ["no air", "all air", "early forts"])
    'no air -11 (-28 to +5); all air +0.3 (-9 to +10); early forts 0 (no game differed)'
    """
    if effects.is_empty():
        return ""
    rows = effects.filter(pl.col("label").is_in(list(labels))).iter_rows(named=True)
    return "; ".join(
        f"{row['label']} {points(row['effect_vp'])} ("
        + (
            f"{points(row['ci_low'])} to {points(row['ci_high'])})"
            if row["ci_low"] < row["ci_high"]
            else "no game differed)"
        )
        for row in rows
    )


def points(value: float) -> str:
    """Return points with their sign, whole where that leaves one: on which side of 0 an interval ends must be seen.

    >>> points(-28.4), points(-0.2), points(0.04), points(0)
    ('-28', '-0.2', '+0.04', '0')
    """
    digits = next((digits for digits in range(9) if round(value, digits)), None)
    return "0" if digits is None else f"{value:+.{digits}f}"


def _seen(found: Matches, maps: str) -> GamesSeen | None:
    rows = found.frame(f"SELECT * FROM {{result}} WHERE maps = {quoted(maps)}")
    if rows.is_empty():
        return None
    lasts = pl.col("turns").mean() if "turns" in rows.columns else pl.lit(float(load_game(found.game).whole.turns))
    ends = rows.group_by("level").agg(pl.len().alias("n"), lasts.alias("turns"))
    columns = [name for name in load_game(found.game).whole.result_columns if name in rows.columns]
    return GamesSeen(
        rows.height, {row["level"]: row["n"] / rows.height for row in ends.iter_rows(named=True)},
        dict(zip(ends["level"], ends["turns"], strict=True)), rows.select(pl.col(columns).mean()).row(0, named=True),
    )  # fmt: skip


def ecdfs(samples: Mapping[str, ArrayLike]) -> pl.DataFrame:
    """Return the shares at or below each value with their bands, a series a sample: series, value, share, low, high."""
    return pl.concat(
        ecdf_frame(values).select(pl.lit(name).alias("series"), pl.all()) for name, values in samples.items()
    )


_UNSEEN = 0.01
"""How far two curves of shares may lie apart at most where a chart shows one line."""


def hidden(samples: Mapping[str, ArrayLike]) -> str:
    """Return a sentence on each series of `ecdfs` that lies on one before it in a chart; empty where all are seen."""
    said, seen = "", list(samples)
    for at, name in enumerate(seen):
        mine = np.asarray(samples[name])
        for other in seen[:at]:
            theirs = np.asarray(samples[other])
            points = np.union1d(mine, theirs)
            shares = [np.searchsorted(np.sort(one), points, side="right") / len(one) for one in (mine, theirs)]
            if np.max(np.abs(shares[0] - shares[1])) < _UNSEEN:
                said += f" The curves “{other}” and “{name}” lie on each other."
                break
    return said


def quantile_rows(samples: Mapping[str, ArrayLike], say: Callable[[float], str] = "{:.0f}".format) -> pl.DataFrame:
    """Return a row a sample: how many games, and three quantiles each with its 95 % interval."""
    rows = []
    for name, values in samples.items():
        found = quantile_frame(values, _SHARES)
        said = {_NAMES[row["share"]]: _with_ends(row, say) for row in found.iter_rows(named=True)}
        rows.append({"games": name, "how many": f"{np.size(values):,}", **said})
    return pl.DataFrame(rows)


def _with_ends(row: Mapping[str, float], say: Callable[[float], str]) -> str:
    low, high = (say(row[end]) if isfinite(row[end]) else "open" for end in ("low", "high"))
    return say(row["value"]) if low == high == say(row["value"]) else f"{say(row['value'])} ({low} to {high})"


def strongest(ranks: pl.DataFrame, what: str) -> str:
    """Return which factors of `rank_frame`, each with its `label`, go with a thing most: all that are alike.

    Where more than three are alike no one stands out: they are counted, and the first is named.
    """
    said = [f"{row['label']} ({row['rho']:+.2f})" for row in as_strong(ranks).to_dicts()]
    if len(said) == 1:
        return f"one thing goes with {what} most: {said[0]}"
    if len(said) > _TOLD:
        return (
            f"no one thing stands out: {len(said)} go with {what} about alike, among them {said[0].rpartition(' (')[0]}"
        )
    return f"these go with {what} most, too close to tell apart: {'; '.join(said[:-1])}; and {said[-1]}"


def row_of_test(about: str, found: Contrast) -> dict[str, str]:
    """Return a row of a table of tests: what is compared, the statistic, the chance of it by luck, what it says.

    Games that fill a single cell cannot be tested, and the row says so.
    """
    if found.cells < 2:
        return {
            "compared": about, "games": f"{found.n:,}", "chi-square": "", "chance of this by luck": "",
            "so": "too few games to test",
        }  # fmt: skip
    says = "they differ" if found.differs else "no difference seen"
    statistic = f"{found.statistic:,.{1 if found.statistic < 100 else 0}f}" if isfinite(found.statistic) else "infinite"
    return {
        "compared": about, "games": f"{found.n:,}", "chi-square": f"{statistic}, {found.cells} cells",
        "chance of this by luck": found.in_words, "so": says,
    }  # fmt: skip


def gained(gain: Gain, unit: str, digits: int = 1) -> str:
    """Return a paired gain with its interval, as a clause.

    >>> gained(Gain(1.25, 1.0, 1.5, 100), "columns")
    '+1.2 columns a game (95 % interval +1.0 to +1.5)'
    """
    if gain.ci_low == gain.ci_high:
        return f"{gain.mean:+.{digits}f} {unit} in every game"
    while f"{gain.ci_low:.{digits}f}" == f"{gain.ci_high:.{digits}f}":
        digits += 1
    low, high = (f"{end:+.{digits}f}" for end in (gain.ci_low, gain.ci_high))
    interval = f"95 % interval {low} to {high}"
    return f"{gain.mean:+.{digits}f} {unit} a game ({interval})"


def between(law: Mapping[int, float]) -> str:
    """Return where nine cases in ten of a law lie, a twentieth or less on either side.

    >>> between({0: 0.5, 1: 0.48, 9: 0.02})
    '0 to 1'
    """
    order, upto, ends = sorted(law), 0.0, list[int]()
    for value in order:
        upto += law[value]
        ends += [value] * ((upto >= _SHARES[0] - _CLOSE) + (upto >= _SHARES[-1] - _CLOSE) - len(ends))
    return f"{ends[0]} to {ends[1]}"


def split_frame(spreads: Mapping[str, Variance]) -> pl.DataFrame:
    """Return where each spread comes from: label, source, share, words: the standard deviation that it leaves."""
    return pl.DataFrame(
        [
            (label, source, one.share(source), f"standard deviation {getattr(one, source) ** 0.5:.2f}")
            for label, one in spreads.items()
            for source in SOURCES
        ],
        schema=["label", "source", "share", "words"],
        orient="row",
    )


def split_words(one: Variance) -> str:
    """Return what accounts for how much of a spread, the largest first, as a clause."""
    first, *others = sorted(SOURCES, key=lambda source: -one.share(source))
    said = [f"{_source(first)} account{'' if first == 'dice' else 's'} for {whole_percent(one.share(first))}"]
    return ", ".join(said + [f"{_source(other)} for {whole_percent(one.share(other))}" for other in others])


def _source(source: str) -> str:
    return SPLIT[source].partition(",")[0]
