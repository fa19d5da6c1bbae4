"""Laws out of the warehouse, as polars frames: exact and sampled, by turn, with the summaries that charts draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
import polars as pl

from analysis.errors import KesselError
from analysis.studies.intervals import mean_interval, proportion_interval, quantile
from analysis.studies.run import rules_digests
from analysis.studies.study import course_of
from sim.system import Course

CONFIDENCE = 0.99
BANDS = {"low_90": 0.05, "low_50": 0.25, "median": 0.5, "high_50": 0.75, "high_90": 0.95}


def cell_of(
    db: duckdb.DuckDBPyConnection,
    study: str,
    policies: Mapping[str, str],
    factors: Mapping[str, int] | None = None,
) -> int:
    """Return the cell of a study's run that has these policies and factor values; the others may be anything."""
    wanted = [("policy", side, name) for side, name in policies.items()]
    wanted += [("factor", name, str(value)) for name, value in (factors or {}).items()]
    found = db.execute(
        "SELECT cell FROM (SELECT run_id, cell, ('policy', side, policy) AS has FROM core.cell_policy"
        " UNION ALL SELECT run_id, cell, ('factor', factor, low::VARCHAR) FROM core.cell_factor)"
        " JOIN core.run USING (run_id) WHERE study = ? GROUP BY cell"
        " HAVING list_has_all(list(has), ?::STRUCT(a VARCHAR, b VARCHAR, c VARCHAR)[]) ORDER BY cell",
        [study, [{"a": a, "b": b, "c": c} for a, b, c in wanted]],
    ).fetchall()
    if not found:
        raise KesselError(f"study {study!r} has no cell with {dict(policies)} and {dict(factors or {})}")
    return int(found[0][0])


def exact_law(db: duckdb.DuckDBPyConnection, study: str, cell: int, field: str) -> pl.DataFrame:
    """Return turn, value, probability and p of a logged field, or of a result (turn 0)."""
    return _frame(
        db,
        "SELECT turn, value, probability, p FROM out.exact_law JOIN core.run USING (run_id)"
        " WHERE study = ? AND cell = ? AND field = ? ORDER BY turn, value",
        [study, cell, field],
    )


def chance(db: duckdb.DuckDBPyConnection, study: str, cell: int, result: str, value: int) -> float:
    """Return the exact chance that a result of the whole game has a value."""
    law = exact_law(db, study, cell, result).filter((pl.col("turn") == 0) & (pl.col("value") == value))
    return float(law["p"].sum())


def sampled_law(db: duckdb.DuckDBPyConnection, study: str, cell: int, field: str) -> pl.DataFrame:
    """Return turn, value, n, n_games and the share with its interval of a logged field, or of a result (turn 0)."""
    frame = _frame(
        db,
        "SELECT turn, value, n, turn_law.n_games FROM out.turn_law JOIN core.run USING (run_id)"
        " WHERE study = ? AND cell = ? AND field = ? ORDER BY turn, value",
        [study, cell, field],
    )
    low, high = proportion_interval(frame["n"].to_numpy(), frame["n_games"].to_numpy(), CONFIDENCE)
    share = (pl.col("n") / pl.col("n_games")).alias("sampled")
    return frame.with_columns(share, pl.Series("ci_low", low), pl.Series("ci_high", high))


def exact_summary(law: pl.DataFrame, turns: tuple[str, ...]) -> pl.DataFrame:
    """Return mean, median and bands by turn of an exact law, with the turns' names."""
    rows = []
    for (turn,), part in law.filter(pl.col("turn") > 0).group_by("turn", maintain_order=True):
        values, p = part["value"], part["p"]
        bands = {name: quantile(values, p, q) for name, q in BANDS.items()}
        rows.append({"turn_name": turns[int(str(turn)) - 1], "mean": _dot(values, p), **bands})
    return pl.DataFrame(rows)


def sampled_summary(law: pl.DataFrame, turns: tuple[str, ...], span: int) -> pl.DataFrame:
    """Return the mean by turn of a sampled law with its interval; `span` is highest possible value less lowest."""
    rows = []
    for (turn,), part in law.filter(pl.col("turn") > 0).group_by("turn", maintain_order=True):
        values, share, n = part["value"], part["sampled"], int(part["n_games"][0])
        mean = _dot(values, share)
        variance = max(_dot(values**2, share) - mean**2, 0.0) * n / (n - 1)
        low, high = mean_interval(mean, variance, n, span, CONFIDENCE)
        name = turns[int(str(turn)) - 1]
        rows.append({"turn_name": name, "mean": mean, "ci_low": low, "ci_high": high, "n_games": n})
    return pl.DataFrame(rows)


def share_by_turn(
    db: duckdb.DuckDBPyConnection, study: str, cell: int, field: str, value: int, turns: tuple[str, ...]
) -> pl.DataFrame:
    """Return by turn the exact chance that a field has a value, beside the sampled share and its interval."""
    exact = exact_law(db, study, cell, field).filter(pl.col("value") == value)
    sampled = sampled_law(db, study, cell, field)
    n_games = int(sampled["n_games"][0])
    every = pl.DataFrame({"turn": range(1, len(turns) + 1), "turn_name": turns}, schema_overrides={"turn": pl.UInt8})
    joined = every.join(exact.drop("value"), on="turn", how="left").join(
        sampled.filter(pl.col("value") == value).select("turn", "n"), on="turn", how="left"
    )
    joined = joined.with_columns(
        pl.col("p").fill_null(0.0), pl.col("probability").fill_null("0"), pl.col("n").fill_null(0)
    )
    low, high = proportion_interval(joined["n"].to_numpy(), n_games, CONFIDENCE)
    return joined.with_columns(
        (pl.col("n") / n_games).alias("sampled"), pl.Series("ci_low", low), pl.Series("ci_high", high),
        pl.lit(n_games).alias("n_games"),
    )  # fmt: skip


def studies_kept(db: duckdb.DuckDBPyConnection, game: str, system: str) -> list[str]:
    """Return the studies in the warehouse that played a system."""
    found = db.execute("SELECT study FROM core.run WHERE game = ? AND system = ? ORDER BY study", [game, system])
    return [study for (study,) in found.fetchall()]


def means_against_exact(db: duckdb.DuckDBPyConnection, study: str) -> pl.DataFrame:
    """Return each result's sampled mean with its interval beside the exact mean, cell by cell, and whether it holds.

    Columns: cell, result, games, exact, sampled, ci_low, ci_high, holds. Cells whose factors are drawn have no exact
    law and are left out; so is a result that is certain.
    """
    found = db.execute(
        "WITH exact AS (SELECT run_id, cell, field, sum(p * value) AS mean, min(value) AS low, max(value) AS high"
        " FROM out.exact_law WHERE turn = 0 GROUP BY ALL), seen AS (SELECT run_id, cell, field, max(n_games) AS games,"
        " sum(n * value) / max(n_games) AS mean, sum(n * value * value) / max(n_games) AS square"
        " FROM out.turn_law WHERE turn = 0 GROUP BY ALL)"
        " SELECT cell, field, games, exact.mean, seen.mean, square, low, high"
        " FROM exact JOIN seen USING (run_id, cell, field) JOIN core.run USING (run_id)"
        " WHERE study = ? AND low < high ORDER BY field, cell", [study]
    ).fetchall()  # fmt: skip
    rows = []
    for cell, field, games, exact, mean, square, low, high in found:
        variance = max(square - mean**2, 0.0) * games / (games - 1)
        ci_low, ci_high = mean_interval(mean, variance, games, high - low, CONFIDENCE)
        rows.append((cell, field, games, exact, mean, ci_low, ci_high, ci_low <= exact <= ci_high))
    names = ["cell", "result", "games", "exact", "sampled", "ci_low", "ci_high", "holds"]
    return pl.DataFrame(rows, schema=names, orient="row")


def has_run(db: duckdb.DuckDBPyConnection, studies: Sequence[str]) -> bool:
    """Return whether the warehouse holds a run of any of these studies."""
    return bool(db.execute("SELECT 1 FROM core.run WHERE list_contains(?, study)", [list(studies)]).fetchall())


def course_of_study(db: duckdb.DuckDBPyConnection, study: str) -> Course:
    """Return the course of the system that a study in the warehouse played."""
    found = db.execute(
        "SELECT game, system, game_version, code_digest, tables_digest FROM core.run WHERE study = ?", [study]
    ).fetchone()
    if found is None:
        raise KesselError(f"no run of study {study!r} in the warehouse; play it with: kessel run {study}")
    if tuple(found[2:]) != tuple(rules_digests(found[0]).values()):
        raise KesselError(f"the run of study {study!r} is of other rules or tables; play it with: kessel run {study}")
    return course_of(found[0], found[1])


def _dot(values: pl.Series, weights: pl.Series) -> float:
    return float((values.cast(pl.Float64) * weights).sum())


def _frame(db: duckdb.DuckDBPyConnection, query: str, parameters: list[Any]) -> pl.DataFrame:
    found = pl.from_arrow(db.sql(query, params=parameters).to_arrow_table())
    assert isinstance(found, pl.DataFrame)
    return found
