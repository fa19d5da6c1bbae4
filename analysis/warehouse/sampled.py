"""Games played with drawn dice beside an exact law: the shares of the warehouse whose exact law is the one shown."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import polars as pl

from analysis.systems.outcomes import Outcomes
from analysis.warehouse import read as laws


def sampled_beside(db: duckdb.DuckDBPyConnection, studies: Sequence[str], law: Outcomes) -> pl.DataFrame | None:
    """Return the sampled shares of a law, from the first cell of a study whose exact law is this one; None without."""
    exact = {value: float(p) for value, p in zip(law.values, law.chances, strict=True) if p}
    for study in studies:
        cells = db.execute(
            "SELECT DISTINCT cell FROM out.exact_law JOIN core.run USING (run_id)"
            " WHERE study = ? AND field = ? AND turn = 0 ORDER BY cell", [study, law.id]
        ).fetchall()  # fmt: skip
        for (cell,) in cells:
            known = laws.exact_law(db, study, cell, law.id).filter(pl.col("turn") == 0)
            held = dict(zip(known["value"], known["p"], strict=True))
            if held.keys() == exact.keys() and all(abs(held[value] - p) < 1e-9 for value, p in exact.items()):
                return _named_shares(laws.sampled_law(db, study, cell, law.id), law)
    return None


def diamonds(drawn: pl.DataFrame, law: Outcomes) -> str:
    """Return what the diamonds are, and how many of their intervals hold the exact chance."""
    exact = {name: float(p) for name, p in zip(law.names, law.chances, strict=True)}
    held = [row["ci_low"] <= exact[row["value"]] <= row["ci_high"] for row in drawn.iter_rows(named=True)]
    return (
        f"Diamonds, each with a 99 % interval: {drawn['n_games'][0]:,} games played with drawn dice; {sum(held)} of"
        f" {len(held)} intervals hold the exact chance (one in a hundred misses by luck)."
    )


def _named_shares(drawn: pl.DataFrame, law: Outcomes) -> pl.DataFrame:
    """Return sampled shares of a result under the names of its values; a value that no game brought has none."""
    names = {value: name for value, name in zip(law.values, law.names, strict=True)}
    drawn = drawn.filter(pl.col("turn") == 0)
    return drawn.select(
        pl.col("value").replace_strict(names, return_dtype=pl.String), "sampled", "ci_low", "ci_high", "n_games"
    )
