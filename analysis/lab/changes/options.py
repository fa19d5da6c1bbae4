"""What each option of a side is worth: its player does one thing otherwise, or never, on the same dice."""

from __future__ import annotations

import duckdb
import polars as pl

from analysis.lab.favored import variation_frame
from sim.game import load_game


def worth_frame(db: duckdb.DuckDBPyConnection, game: str, kind: str, *, left_out: bool = False) -> pl.DataFrame:
    """Return what each variation of a kind does to its own side, a row a variation, the most costly first.

    `kind` is `DECISION` or `FEATURE`; `left_out` keeps those that take a whole option from a side. Columns label, side,
    rule, option and those of `variation_frame`, all effects turned to the side's own: below 0 it loses by it. No rows
    where no study of variations was played.
    """
    frame = variation_frame(db, game)
    if frame.is_empty():
        return frame
    whole = load_game(game).whole
    named = pl.DataFrame(
        [
            (at, one.says, one.side, one.rule, one.option, 1.0 if one.side == whole.sides[0] else -1.0)
            for at, one in enumerate(whole.variations, 1)
            if one.kind == kind and (one.option or not left_out)
        ],
        schema={"variation": pl.Int64, "label": pl.String, "side": pl.String, "rule": pl.String, "option": pl.String,
                "sign": pl.Float64}, orient="row",
    )  # fmt: skip
    is_second = pl.col("sign") < 0
    pairs = (("ci_low", "ci_high"), ("ci_high", "ci_low"), ("p_low", "p_high"), ("p_high", "p_low"))
    ends = [pl.when(is_second).then(-pl.col(b)).otherwise(pl.col(a)).alias(a) for a, b in pairs]
    effects = [pl.col(name) * pl.col("sign") for name in ("effect_vp", "p_effect")]
    return frame.join(named, on="variation").with_columns(*ends, *effects).drop("sign").sort("effect_vp")
