"""What an option is worth: the first side's effects, turned to the side that goes without, ends of intervals too."""

import duckdb
import polars as pl
import pytest

from analysis.lab.changes import options
from sim.game import load_game


def test_each_effect_is_turned_to_its_own_side(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = load_game("leningrad").whole
    n = len(whole.variations)
    frame = pl.DataFrame({
        "variation": list(range(1, n + 1)), "effect_vp": [3.0] * n, "ci_low": [1.0] * n, "ci_high": [4.0] * n,
        "p_effect": [0.1] * n, "p_low": [0.05] * n, "p_high": [0.2] * n,
    })  # fmt: skip
    monkeypatch.setattr(options, "variation_frame", lambda *_: frame)
    kind = next(one.kind for one in whole.variations if one.option)
    found = options.worth_frame(duckdb.connect(), "leningrad", kind, left_out=True)
    assert set(found["option"]) == {one.option for one in whole.variations if one.option and one.kind == kind}
    assert set(found["side"]) == set(whole.sides)
    numbers = ("effect_vp", "ci_low", "ci_high", "p_effect", "p_low", "p_high")
    for row in found.iter_rows(named=True):
        own = (
            (3.0, 1.0, 4.0, 0.1, 0.05, 0.2) if row["side"] == whole.sides[0] else (-3.0, -4.0, -1.0, -0.1, -0.2, -0.05)
        )
        assert tuple(row[name] for name in numbers) == own
