"""A remark that is silent as long as the counter sheet is: counts below what the examples show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sim.games.stalingrad_roads import lint
from sim.numbers.tables import load_list


@pytest.mark.parametrize(("counts", "named"), [
    ({}, []), ({"katyusha": "2", "tank_brigade": "3"}, []),
    ({"katyusha": "1", "tank_brigade": "2"}, ["katyusha", "tank"]),
])  # fmt: skip
def test_a_count_below_the_examples_is_a_contradiction(
    counts: dict[str, str], named: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    supports = load_list(lint.GAME, "supports")
    rows: Any = tuple({**row, "markers": counts.get(row["id"], row["markers"])} for row in supports.rows)
    monkeypatch.setattr(lint, "load_list", lambda game, name: replace(supports, rows=rows))
    remark = lint.fewer_than_shown()
    assert all(name in (remark.sentence if remark else "") for name in named)
    assert (remark is None) == (not named)
