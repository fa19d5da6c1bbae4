"""What a printed number does to a whole game, and how far it must go to make it fair."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.cli.diff import COMMAND as DIFF
from analysis.cli.levers import COMMAND as LEVERS
from analysis.errors import KesselError
from analysis.lab.changes import levers
from analysis.lab.changes.levers import Ended, Lever, Trial, compared, numbers_of

WORTH = {"hex_2604": 0.5, "armor_eliminated": -1.0, "regeneration": -2.0}
"""Points of margin for one more of each number, in the game that stands in for Leningrad."""
TRIAL = Trial("leningrad", {"german": "balanced", "soviet": "balanced"}, 400, 3, 1)


def stand_in(trial: Trial, edits: dict[str, list[str]]) -> list[Ended]:
    """Games whose margin is dice, less ten, and what the edited numbers are worth: the answer is known."""
    printed = {row: value for table, row, _, value in numbers_of("leningrad", ["vp_schedule"])}
    dice = np.random.default_rng(trial.seed).integers(-30, 31, trial.games) - 10
    found = []
    for changes in ([], *edits.values()):
        margin = dice.astype(float)
        for change in changes:
            cell, _, value = change.partition("=")
            row = cell.split(",")[1]
            margin = margin + WORTH.get(row, 0.0) * (int(value) - printed[row])
        whole = np.rint(margin).astype(np.int64)
        found.append(Ended(whole, whole > 0, whole - 1))
    return found


def test_all_numbers_worth_points_are_found() -> None:
    found = {row: value for _, row, column, value in numbers_of("leningrad") if column == "vp"}
    assert found["hex_2604"] == 30
    assert len(found) == 11
    assert {table for table, *_ in numbers_of("leningrad", ["supply_limits"])} == {"supply_limits"}
    with pytest.raises(KesselError, match="leningrad has no table 'points'; expected one of air_factors"):
        numbers_of("leningrad", ["points"])
    with pytest.raises(KesselError, match="no whole number but 0 in crt; expected a table with some, by --table"):
        numbers_of("leningrad", ["crt"])


def test_the_two_strongest_numbers_are_moved_as_far_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levers, "played", stand_in)
    found = levers.levers(TRIAL, ["vp_schedule"])
    slopes = {one.row: one.slope for one in found.levers}
    assert slopes == pytest.approx({row: WORTH.get(row, 0.0) for row in slopes}, abs=0.01)
    assert found.share.p == pytest.approx(1 / 3, abs=0.08)  # 20 of 61 faces
    points = -found.bid[0]
    both, one, other = found.proposals
    share = points / (0.5 * 30 + 1.0 * 15)  # both by the same share of what is printed
    up, down = round(30 * (1 + share)), round(15 * (1 - share))
    assert set(both.changes) == {f"vp_schedule,hex_2604,vp={up}", f"vp_schedule,armor_eliminated,vp={down}"}
    assert {one.changes, other.changes} == {
        (f"vp_schedule,hex_2604,vp={30 + round(points / 0.5)}",), (f"vp_schedule,armor_eliminated,vp={15 - points}",),
    }  # fmt: skip
    for proposal in found.proposals:
        assert proposal.share.low < 0.5 < proposal.share.high


def test_a_number_goes_no_further_than_is_reasonable() -> None:
    one = Lever("t", "r", "vp", 10, 2, (-2.0, -3.0, -1.0, 0.0), (2.0, 1.0, 3.0, 0.0))
    assert levers._proposed([one], 500.0) == [((one, 30),)]
    assert levers._proposed([one], -500.0) == [((one, 1),)]
    assert levers._proposed([one], 0.0) == []
    dull = Lever("t", "r", "vp", 10, 2, (-2.0, -5.0, 1.0, 0.0), (2.0, -1.0, 5.0, 0.0))
    assert levers._proposed([dull], 5.0) == []  # it may be nothing but dice


def test_one_cell_says_what_it_does_to_the_whole_game() -> None:
    words = ["leningrad", "--change", "vp_schedule,regeneration,vp=5", "--games", "6", "--jobs", "1", "--json"]
    found = json.loads(CliRunner().invoke(DIFF, words, catch_exceptions=False).stdout)
    assert found["changes"] == ["vp_schedule,regeneration,vp=5"]
    assert found["n_games"] == 6
    assert found["effect_vp"] < 0  # what it costs goes to the Soviets
    assert found["p_after"] <= found["p_before"]


@pytest.mark.parametrize(
    ("command", "words", "message"),
    [
        (DIFF, ["leningrad"], "name an edited copy of a table, or cells by --change; expected one of the two"),
        (DIFF, ["leningrad", "--change", "crt,1,1-4=2/2"], "--change needs --games"),
        (
            DIFF,
            ["leningrad", "--change", "crt,1,1-4=2/2", "--games", "2", "--players", "french=bold"],
            "the side 'french'",
        ),
        (DIFF, ["leningrad", "--change", "crt,1,1-4=2/2", "--games", "2", "--players", "german=x"], "--german is 'x'"),
        (LEVERS, ["leningrad", "--german", "x", "--games", "2"], "--german is 'x'; expected one of random"),
    ],
)
def test_a_question_that_cannot_be_is_refused(command: object, words: list[str], message: str) -> None:
    with pytest.raises(KesselError, match=message):
        CliRunner().invoke(command, words, catch_exceptions=False, standalone_mode=False)  # type: ignore[arg-type]


def test_effects_are_paired_by_game() -> None:
    before, after = (Ended(np.array(m), np.array(m) > 0, np.array(m)) for m in ([5, -3, 2, 8], [6, -1, 2, 9]))
    one = compared([before, after]).row(0, named=True)
    assert one["effect_vp"] == 1.0
    assert one["p_effect"] == 0.0
    assert one["saved"] > 10
