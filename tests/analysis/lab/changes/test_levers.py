"""What a printed number does to a whole game, and how far it must go to make it fair."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.cli.diff import COMMAND as DIFF
from analysis.cli.levers import COMMAND as LEVERS
from analysis.errors import KesselError
from analysis.lab.changes.levers import Ended, compared, numbers_of


def test_all_numbers_worth_points_are_found() -> None:
    found = {row: value for _, row, column, value in numbers_of("leningrad") if column == "vp"}
    assert found["hex_2604"] == 30
    assert len(found) == 11
    assert {table for table, *_ in numbers_of("leningrad", ["supply_limits"])} == {"supply_limits"}
    with pytest.raises(KesselError, match="leningrad has no table 'points'; expected one of air_factors"):
        numbers_of("leningrad", ["points"])
    with pytest.raises(KesselError, match="no whole number but 0 in crt; expected a table with some, by --table"):
        numbers_of("leningrad", ["crt"])


@pytest.mark.in_turn
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
