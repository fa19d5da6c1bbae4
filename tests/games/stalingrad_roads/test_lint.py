"""A remark that is silent as long as the counter sheet is: counts below what the examples show."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analysis.sources.readings import answer
from analysis.sources.rulings import rulings
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


@pytest.mark.parametrize(("ruling", "entry", "unit"), [
    (2, {"facts": {"attack": 16, "defense": 8, "attacker_elite": True, "attacker_steps": 8, "defender_steps": 4},
         "counts": "defender"}, "{:.2f}"),
    (59, {"facts": {"attack": 24, "defense": 8, "terrain": "forest", "attacker_steps": 8, "defender_steps": 4}},
     "{:.1%}"),
])  # fmt: skip
def test_what_a_lost_chart_leaves_open_is_quoted_from_end_to_end(ruling: int, entry: dict[str, Any], unit: str) -> None:
    """Our guess at the chart is no other reading: the ruling tells the range alone."""
    found = answer(lint.GAME, entry)
    said = next(one.changes for one in rulings(lint.GAME) if one.number == ruling)
    ends = [unit.format(float(end)).replace("0.0%", "0%") for end in (found.low, found.high)]
    assert found.low < found.value < found.high
    assert f"{ends[0]} to {ends[1]}" in said, said
