"""Several measures of one fight in a grid: each column has its own darkest cell, and a range has no color."""

import polars as pl

from analysis.charts import measure_grid


def test_each_measure_has_its_own_darkest_cell_and_ranges_none() -> None:
    rows = [
        ("One", "steps lost", 0, 2.0, 2.0, 2.0, False), ("Two", "steps lost", 0, 1.0, 1.0, 1.0, False),
        ("Open", "steps lost", 0, None, 0.17, 2.83, False), ("One", "hex cleared", 1, 0.25, 0.25, 0.25, True),
        ("Two", "hex cleared", 1, 0.5, 0.5, 0.5, True), ("Open", "hex cleared", 1, None, 0.1, 1.0, True),
    ]  # fmt: skip
    columns = ["game", "measure", "position", "value", "low", "high", "is_chance"]
    frame = pl.DataFrame(rows, schema=columns, orient="row").with_columns(exactly=pl.lit(""))
    (drawn,) = measure_grid(frame, ["One", "Two", "Open"], "the fight").to_dict()["datasets"].values()
    shade = {(one["game"], one["measure"]): one["shade"] for one in drawn}
    says = {(one["game"], one["measure"]): one["says"] for one in drawn}
    assert shade["One", "steps lost"] == shade["Two", "hex cleared"] > shade["Two", "steps lost"]
    assert shade["Open", "steps lost"] == shade["Open", "hex cleared"] == 0
    assert says["Two", "hex cleared"] == "50 %"
    assert says["Open", "hex cleared"] == "10–100 %"
    assert says["Open", "steps lost"] == "0.17–2.83"
