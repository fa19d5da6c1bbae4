"""What a study answers: its headline, the number in it with its interval, and the command that plays it again."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import duckdb
import numpy as np
import polars as pl
from scipy.special import ndtri

from analysis.errors import KesselError
from analysis.lab.changes.perturbed import ENDING, in_words, perturbed, studied
from analysis.lab.changes.variants import effects, variant_frame
from analysis.lab.favored import favored_in, headline
from analysis.lab.measures.luck_sources import in_words as in_words_of_luck
from analysis.lab.measures.luck_sources import split_of
from analysis.lab.measures.spreads import win_frame
from analysis.lab.settings import answered, settings_frame
from analysis.lab.tuning.exploited import exploited, exploited_frame
from analysis.lab.tuning.exploited import in_words as in_words_of_exploited
from analysis.matches.inquiry import LUCK, MATCH, READING, VARIATION, alternatives
from analysis.studies.edits import EDIT
from analysis.studies.record import kept_study
from analysis.studies.study import Study, find_study
from analysis.warehouse.played import CONFIDENCE, Matches, run_of
from analysis.warehouse.sql import named, quoted
from sim.game import games_with, load_game
from sim.match.variation import DECISION


@dataclass(frozen=True)
class StudyAnswer:
    """A study's question, its answer in a sentence, and the value in it with an interval, without width if exact."""

    study: str
    question: str
    answer: str
    value: float
    ci_low: float
    ci_high: float
    n_games: int
    basis: str
    command: str

    def as_json(self) -> dict[str, Any]:
        """Return it as ``kessel study show --json`` prints it."""
        return asdict(self)


def answer_of(db: duckdb.DuckDBPyConnection, name: str) -> StudyAnswer:
    """Return what the newest run of a study answers; `KesselError` says how to play it if it has none.

    Of whole games: the share that the first side wins between the strongest players of the study, or, where it varies
    readings, edits or what a player does, what the strongest of them moves the margin by. Of a system beside the map:
    its exact number, and as an interval the lowest and highest over the study's settings. Of a combat table, which is
    not played: what one column is worth on average, and the least and most of any.
    """
    if name in studied():
        return _of_table(name)
    game = name.removesuffix(ENDING)
    if game != name and game in games_with(lambda one: True):
        raise KesselError(
            f"{name}: {load_game(game).title} has no combat table to change, it rolls pools of dice; what a die, a "
            f"color or a block is worth is on the page of its combat: kessel report {game}_combat"
        )
    row = db.execute("SELECT question, system, n_games, command FROM core.run WHERE study = ?", [name]).fetchone()
    if row is None:
        find_study(name)  # says what there is if there is no such study
        raise KesselError(f"no run of {name} in the warehouse; play it with: kessel run {name}")
    question, system, n_games, command = row
    if system != MATCH:
        said, *exact, basis = answered(kept_study(name) or find_study(name))
        value, low, high = map(float, exact)
        return StudyAnswer(name, question, said, value, low, high, n_games, basis, command)
    run = run_of(db, name)
    assert run is not None
    said, value, low, high = _of_matches(run, kept_study(name))
    return StudyAnswer(name, question, said, value, low, high, n_games, "assumed", command)


def _of_table(name: str) -> StudyAnswer:
    found = perturbed(name.removesuffix(ENDING))
    title, span = load_game(found.game).title, [float(one) for one in found.columns.values()]
    question = f"What does one odds column, or one cell, do to an attack in {title}?"
    command = f"kessel study show {name}"
    said, value = in_words(found), float(found.mean)
    return StudyAnswer(name, question, said, value, min(span), max(span), 0, found.basis, command)


def _of_matches(run: Matches, study: Study | None) -> tuple[str, float, float, float]:
    if study is not None and len(study.grid.get(LUCK, ())) > 1:
        found_luck = split_of(run)
        if found_luck is not None:
            top = found_luck[0].row(0, named=True)
            return in_words_of_luck(found_luck[0]), top["share"], top["low"], top["high"]
    if study is not None and (found := varied(run, study)) is not None:
        factor, frame = found
        one = frame.row(0, named=True)
        name = label_of(study, factor, one["variant"])
        first = run.sides[0].capitalize()
        wins = f"and the wins by {100 * one['p_effect']:+.0f} points"
        said = f"{name[0].upper()}{name[1:]} moves the {first} margin most: by {one['effect_vp']:+.1f} VP, {wins}."
        if one["ci_low"] <= 0 <= one["ci_high"]:
            said = f"No variant moves the {first} margin beyond error; {name} comes to {one['effect_vp']:+.1f} VP."
        return said, one["effect_vp"], one["ci_low"], one["ci_high"]
    if gains := exploited(run):
        most = max((one.gain for one in gains if one.player == gains[0].player), key=lambda one: one.mean)
        return in_words_of_exploited(gains), most.mean, most.ci_low, most.ci_high
    best = favored_in(run)
    won = best.ends.first
    return headline(best), won.p, won.low, won.high


def varied(run: Matches, study: Study) -> tuple[str, pl.DataFrame] | None:
    """Return the factor that a study of whole games tries variants by, and what they do; None if it tries none."""
    grids = ((factor, study.grid.get(factor, ())) for factor in (READING, VARIATION))
    for factor, values in ((EDIT, study.edits), *grids):
        if len(values) > (factor != EDIT) and not (frame := variant_frame(run, factor)).is_empty():
            return factor, frame
    return None


def label_of(study: Study, factor: str, variant: int) -> str:
    """Return a variant in words: the edit with its changes, the ruling with its other reading, what a player does."""
    if factor == EDIT:
        name, changes = list(study.edits.items())[variant - 1]
        return f"{name} ({'; '.join(changes)})"
    if factor == VARIATION:
        one = load_game(study.game).whole.variations[variant - 1]
        return one.says if one.kind == DECISION else f"leaving out {one.says}"
    ruling, value = alternatives(load_game(study.game).whole)[variant - 1]
    return f"{ruling}: {value}"


def table_of(db: duckdb.DuckDBPyConnection, name: str) -> pl.DataFrame:
    """Return the evidence behind the answer of a study: its variants, its pairs of players, its settings, its columns.

    Columns name, n_games, value and, of what is sampled, its interval; of variants also saved.
    """
    if name in studied():
        columns = perturbed(name.removesuffix(ENDING)).columns
        return pl.DataFrame({"name": list(columns), "value": [float(worth) for worth in columns.values()]})
    run, study = run_of(db, name), kept_study(name)
    if study is not None and not study.is_match:
        return settings_frame(study)
    if run is None or study is None:
        return pl.DataFrame()
    if (found := varied(run, study)) is not None:
        factor, frame = found
        names = [label_of(study, factor, at) for at in frame["variant"]]
        return frame.select(
            pl.Series("name", names), "n_games", pl.col("effect_vp").alias("value"), "ci_low", "ci_high", "saved"
        )
    if len(study.grid.get(LUCK, ())) > 1 and (luck := split_of(run)) is not None:
        return luck[0].select(pl.col("source").alias("name"), "n_games", pl.col("share").alias("value"),
                              pl.col("low").alias("ci_low"), pl.col("high").alias("ci_high"))  # fmt: skip
    if gains := exploited(run):
        return exploited_frame(gains)
    first, second = run.sides
    return win_frame(run).select(
        pl.format("{} against {}, {}", first, second, "maps").alias("name"), "n_games", pl.col("p").alias("value"),
        "ci_low", "ci_high",
    )  # fmt: skip


@dataclass(frozen=True)
class Difference:
    """What a second study has more than a first: of the margin in VP if both play whole games, else of their values.

    `saved` is how many times as many games unpaired runs would need, 0 where they share no dice.
    """

    value: float
    ci_low: float
    ci_high: float
    n_paired: int
    saved: float


def difference(db: duckdb.DuckDBPyConnection, one: str, other: str) -> Difference:
    """Return the difference of two studies: paired where they play the same games by the same players, else not."""
    runs = run_of(db, one), run_of(db, other)
    if runs[0] is None or runs[1] is None or runs[0].game != runs[1].game:
        first, second = (answer_of(db, name) for name in (one, other))
        low, high = second.ci_low - first.ci_high, second.ci_high - first.ci_low
        return Difference(second.value - first.value, low, high, 0, 0.0)
    rows = [_games(db, run, at) for at, run in enumerate(runs) if run is not None]
    seeds = db.execute("SELECT DISTINCT seed FROM core.run WHERE study IN (?, ?)", [one, other]).fetchall()
    if len(seeds) == 1:
        found = effects(pl.concat(rows), [*runs[0].sides, "board", "game"])
        if found.height and found["n_games"][0] > 1:
            row = found.row(0, named=True)
            return Difference(row["effect_vp"], row["ci_low"], row["ci_high"], row["n_games"], row["saved"])
    margins = [frame["vp_margin"].to_numpy().astype(float) for frame in rows]
    apart = float(margins[1].mean() - margins[0].mean())
    wide = float(ndtri((1 + CONFIDENCE) / 2)) * float(np.sqrt(sum(m.var(ddof=1) / len(m) for m in margins)))
    return Difference(apart, apart - wide, apart + wide, 0, 0.0)


def _games(db: duckdb.DuckDBPyConnection, run: Matches, variant: int) -> pl.DataFrame:
    """Return the games of a run as printed and as we read the rules, a row a game of two players on a board."""
    first, second = map(named, run.sides)
    return run.frame(
        f"SELECT {first}, {second}, board, game, vp_margin, ({run.is_won})::INTEGER AS won, {variant} AS variant"
        " FROM {result} r WHERE NOT EXISTS (FROM core.cell_factor f WHERE f.run_id = r.run_id AND f.cell = r.cell"
        f" AND f.factor IN ({quoted(READING)}, {quoted(EDIT)}) AND f.low <> 0)"
    ).unique([*run.sides, "board", "game"])
