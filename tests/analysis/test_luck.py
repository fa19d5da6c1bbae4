"""Luck by hand: two fights at 3-1 in Leningrad, and a re-roll in Stalingrad Roads."""

from fractions import Fraction
from itertools import product

import pytest

from analysis.errors import KesselError
from analysis.luck import luck
from tests.analysis.test_odds import kessel

THREE_TO_ONE = [(1, 1), (2, 2), (1, 1), (1, 2), (0, 1), (0, 1)]  # attacker's and defender's steps on 1 to 6 at 3-1


def test_two_fights_equal_a_count_over_all_36_pairs_of_dice() -> None:
    found = luck("leningrad", ["attack,defense,dice", "12,4,4", "9,3,2"], "fights.csv")
    first, second = found.battles
    assert (first.lost, first.inflicted, second.lost, second.inflicted) == (1, 2, 2, 2)
    assert first.expected_lost == Fraction(sum(a for a, _ in THREE_TO_ONE), 6)
    nets = [b - a for a, b in THREE_TO_ONE]
    actual = nets[3] + nets[1]
    sums = [x + y for x, y in product(nets, repeat=2)]
    assert found.luck == Fraction(2 * sum(s < actual for s in sums) + sum(s == actual for s in sums), 72)


def test_a_re_roll_needs_its_dice() -> None:
    fights = ["attack,defense,dice", "34,4,5 6 4 4"]
    (battle,) = luck("stalingrad_roads", fights, "x").battles
    assert (battle.result, battle.lost, battle.inflicted) == ("D5 | - | DR3", 0, 5)  # 11: D3 and Eng; 8: D2
    with pytest.raises(KesselError, match=r"x, line 2: dice '5 6' leave the result open; expected 4 dice"):
        luck("stalingrad_roads", ["attack,defense,dice", "34,4,5 6"], "x")
    assert luck("stalingrad_roads", ["attack,defense,dice", "34,4,3 4"], "x").battles[0].inflicted == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["attack,defense", "1,1"], "no column 'dice'"),
        (["attack,defense,fog,dice", "1,1,yes,1"], "column 'fog' is not known; expected dice and attack"),
        (["attack,defense,dice"], "no fights"),
        (["attack,defense,dice", "12,4,7"], "line 2: dice '7'; expected up to 1 numbers"),
        (["attack,defense,dice", "12,4,"], "line 2: dice ''; expected"),
        (["attack,defense,dice", "twelve,4,3"], "line 2: attack is 'twelve'; expected a whole number"),
        (["attack,defense,dice", "0,4,3"], "line 2: attack is 0; expected a whole number from 1"),
        (["attack,defense,dice", "12,4"], "line 2: 2 cells; expected one for each column"),
        (["attack,defense,dice", "40,4,3"], "a result may destroy the defender; give defender_steps"),
    ],
)
def test_bad_fights_are_refused_in_words(lines: list[str], message: str) -> None:
    with pytest.raises(KesselError, match=message):
        luck("leningrad", lines, "x")


def test_a_fight_that_could_not_be_made_is_refused() -> None:
    with pytest.raises(KesselError, match="1/4 is below the table, so this attack could not be made"):
        luck("stalingrad_roads", ["attack,defense,dice", "10,35,3 4"], "x")


def test_a_missing_file_is_refused_in_words() -> None:
    assert "no such file" in kessel("luck", "leningrad", "nowhere.csv").stderr
