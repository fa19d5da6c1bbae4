"""Numbers over their ranges, in games whose answer is known: the effects, the shares of doubt, the dice."""

import numpy as np
import pytest

from analysis.errors import KesselError
from analysis.lab.changes import levers
from analysis.lab.unknowns.number_ranges import over_ranges, range_of
from tests.analysis.lab.changes.test_proposals import TRIAL, stand_in, straight

RANGES = {"vp_schedule,armor_eliminated,vp": (5, 25), "vp_schedule,hex_2604,vp": (20, 40),
          "vp_schedule,infantry_eliminated,vp": (1, 9)}  # fmt: skip


def test_effects_and_worths_of_knowing_are_those_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levers, "played", stand_in(straight))
    found = over_ranges(TRIAL, RANGES, 64)
    rows = {row["name"].split(",")[1]: row for row in found.frame.iter_rows(named=True)}
    for name, slope in (("armor_eliminated", -1.0), ("hex_2604", 0.5), ("infantry_eliminated", 0.0)):
        row = rows[name]
        assert row["ci_low"] <= slope * (row["high"] - row["low"]) <= row["ci_high"]
    assert found.frame["name"][0] == "vp_schedule,armor_eliminated,vp"
    assert rows["armor_eliminated"]["known"] == pytest.approx(0.8, abs=0.1)  # 1 of 1 + 1/4, both ranges alike
    assert rows["hex_2604"]["known"] == pytest.approx(0.2, abs=0.1)
    assert found.noise < 0.001  # the same dice: only rounding differs


def test_games_that_differ_by_dice_alone_are_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    def noisy(trial: levers.Trial, edits: dict[str, list[str]]) -> list[levers.Ended]:
        rng = np.random.default_rng(5)
        drawn = [rng.integers(-30, 31, trial.games) for _ in range(len(edits) + 1)]
        return [levers.Ended(margin, margin > 0, margin) for margin in drawn]

    monkeypatch.setattr(levers, "played", noisy)
    assert over_ranges(TRIAL, RANGES, 64).noise > 0.6


@pytest.mark.parametrize("text", ["vp_schedule,hex_2604,vp=20", "a,b,c=9..3", "a,b,c=x..y", "a=1..2"])
def test_what_is_no_range_is_named(text: str) -> None:
    with pytest.raises(KesselError, match=r"expected (LOW\.\.HIGH|TABLE,ROW,COLUMN)"):
        range_of(text)


def test_too_few_points_are_refused() -> None:
    with pytest.raises(KesselError, match="5 points for 3 numbers; expected 7 to 1024"):
        over_ranges(TRIAL, RANGES, 5)
