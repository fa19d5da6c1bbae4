"""Luck by hand: two fights at 3-1 in Leningrad, and a re-roll in Stalingrad Roads."""

import json
import subprocess
import sys
import time
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from analysis.cli.luck import show_luck
from analysis.errors import KesselError
from analysis.fights import sums
from analysis.fights.luck import MAX_FIGHTS, as_json, luck
from tests.analysis.commands import ROOT, kessel

THREE_TO_ONE = [(1, 1), (2, 2), (1, 1), (1, 2), (0, 1), (0, 1)]  # attacker's and defender's steps on 1 to 6 at 3-1
FIGHTS = ["attack,defense,dice", "12,4,4", "9,3,2"]


def share_below(values: list[int], actual: int) -> Fraction:
    return Fraction(2 * sum(v < actual for v in values) + sum(v == actual for v in values), 2 * len(values))


def test_two_fights_equal_a_count_over_all_36_pairs_of_dice() -> None:
    found = luck("leningrad", FIGHTS, "fights.csv")
    first, second = found.battles
    assert (first.attacker.lost, first.defender.lost, second.attacker.lost, second.defender.lost) == (1, 2, 2, 2)
    assert first.attacker.expected == Fraction(sum(a for a, _ in THREE_TO_ONE), 6)
    assert first.defender.percentile == share_below([d for _, d in THREE_TO_ONE], 2)
    nets = [d - a for a, d in THREE_TO_ONE]
    assert found.together.luck == share_below([x + y for x, y in product(nets, repeat=2)], nets[3] + nets[1])
    for side, lost in enumerate((3, 4)):
        law = [x[side] + y[side] for x, y in product(THREE_TO_ONE, repeat=2)]
        both = (found.together.attacker, found.together.defender)[side]
        assert both.lost == lost
        assert both.expected == Fraction(sum(law), 36)
        assert both.percentile == share_below(law, lost)


@pytest.mark.parametrize("fights", [
    ["attack\tdefense\tdice", "12\t4\t4", "9\t3\t2"],
    ["attack; defense; dice", "12; 4; 4", "9; 3; 2"],
    ["attack=12,defense=4,dice=4", "", "defense=3, dice=2, attack=9"],
    ["", *FIGHTS],
])  # fmt: skip
def test_pasted_lines_say_the_same_as_a_csv(fights: list[str]) -> None:
    found, known = luck("leningrad", fights, "input"), luck("leningrad", FIGHTS, "x")
    assert found.together == known.together
    assert [one.attacker for one in found.battles] == [one.attacker for one in known.battles]


def test_a_re_roll_needs_its_dice() -> None:
    fights = ["attack,defense,dice", "34,4,5 6 4 4"]
    (battle,) = luck("stalingrad_roads", fights, "x").battles
    assert battle.result == "D5 | - | DR3"  # 11: D3 and Eng; 8: D2
    assert (battle.attacker.lost, battle.defender.lost) == (0, 5)
    with pytest.raises(KesselError, match=r"x, line 2: dice '5 6' leave the result open; expected 4 dice"):
        luck("stalingrad_roads", ["attack,defense,dice", "34,4,5 6"], "x")
    assert luck("stalingrad_roads", ["attack,defense,dice", "34,4,3 4"], "x").battles[0].defender.lost == 2


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["attack,defense", "1,1"], "no column 'dice'"),
        (["attack,defense,fog,dice", "1,1,yes,1"], "column 'fog' is not known; expected dice, attack"),
        (["attack,defense,dice"], "no fights"),
        ([], "no fights; expected a CSV"),
        (["attack,defense,dice", "12,4,7"], "line 2: dice '7'; expected up to 1 numbers"),
        (["attack,defense,dice", "12,4,"], "line 2: dice ''; expected"),
        (["attack,defense,dice", "twelve,4,3"], "line 2: attack is 'twelve'; expected a whole number"),
        (["attack,defense,dice", "0,4,3"], "line 2: attack is 0; expected a whole number from 1"),
        (["attack,defense,dice", "12,4"], "line 2: 2 cells; expected 3, one for each column"),
        (["attack,defense,dice", "12,4,3,5,6"], "line 2: 5 cells; expected 3, one for each column"),
        (["attack,defense,dice", "40,4,3"], "a result may destroy the defender; give defender_steps"),
        (["attack=12,defense=4"], "line 1: no column 'dice'"),
        (["attack=12,defense=4,dice=3", "attack=12,defense"], "line 2: 'defense'; expected fact=value"),
        (["attack=12,fog=4,dice=3"], "line 1: column 'fog' is not known"),
        (["attack=12,defense=4,overrun=maybe,dice=3"], "line 1: overrun is 'maybe'; expected yes or no"),
    ],
)
def test_bad_fights_are_refused_in_words(lines: list[str], message: str) -> None:
    with pytest.raises(KesselError, match=message):
        luck("leningrad", lines, "x")


def test_a_fight_that_could_not_be_made_is_refused() -> None:
    with pytest.raises(KesselError, match="1/4 is below the table, so this attack could not be made"):
        luck("stalingrad_roads", ["attack,defense,dice", "10,35,3 4"], "x")


@pytest.mark.in_turn
def test_the_command_reads_files_and_what_is_pasted(tmp_path: Path) -> None:
    path = tmp_path / "fights.csv"
    path.write_text("\ufeff" + "\n".join(FIGHTS), encoding="utf8")  # as a spreadsheet saves it
    from_file = json.loads(kessel("luck", "leningrad", str(path), "--json").stdout)
    pasted = subprocess.run(
        [str(Path(sys.executable).with_name("kessel")), "luck", "leningrad", "-", "--json"],
        input="\n".join(FIGHTS), capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert json.loads(pasted.stdout)["together"] == from_file["together"]
    assert from_file["together"]["attacker"] == {"lost": 3, "expected": "5/3", "percentile": "8/9"}
    text = kessel("luck", "leningrad", str(path)).stdout
    assert "ties half" in text
    assert "88.9%" in text


def test_a_missing_file_is_refused_in_words() -> None:
    done = kessel("luck", "leningrad", "nowhere.csv")
    assert "no such file" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_drm_is_added_to_the_dice_as_they_lay() -> None:
    """A village takes 1 from the roll: a natural 6 at 2:1 reads row 5, and with +1 the one printed cell, 1DR."""
    (plain,) = luck("donnerschlag", ["attack=8,defense=4,dice=6"], "x").battles
    (added,) = luck("donnerschlag", ["attack=8,defense=4,drm=1,dice=5"], "x").battles
    assert plain.result == added.result == "1DR"
    (less,) = luck("donnerschlag", ["attack=8,defense=4,terrain=village,dice=6"], "x").battles
    assert less.result == odds_at("donnerschlag", attack=8, defense=4, dice=5)


def odds_at(game: str, *, attack: int, defense: int, dice: int) -> str:
    (battle,) = luck(game, [f"attack={attack},defense={defense},dice={dice}"], "x").battles
    return battle.result


def test_a_drm_that_hangs_on_a_card_is_asked_for() -> None:
    with pytest.raises(KesselError, match="the DRM hangs on a card"):
        luck("donnerschlag", ["attack=8,defense=4,card=attacker:1-3:drm+1,dice=5"], "x")


def fights(n: int) -> list[str]:
    """Return so many fights of Leningrad from 1-1 to 4-1, odd strengths and dice drawn from a seed."""
    random, lines = Random(14), ["attack,defense,dice"]
    for _ in range(n):
        defense = random.randint(1, 9)
        attack = defense * random.randint(1, 4) + random.randint(0, defense - 1)
        lines.append(f"{attack},{defense},{random.randint(1, 6)}")
    return lines


@pytest.mark.in_turn
@pytest.mark.parametrize("direct", [10**6, 0], ids=["term_by_term", "by_fourier"])
def test_a_long_list_is_as_near_to_the_exact_sum_as_it_says(monkeypatch: pytest.MonkeyPatch, direct: int) -> None:
    exact = luck("leningrad", fights(400), "x").together
    assert exact.error == 0
    monkeypatch.setattr(sums, "EXACT_BITS", 0)
    monkeypatch.setattr(sums, "_DIRECT", direct)
    found = luck("leningrad", fights(400), "x")
    near = found.together
    assert 0 < near.error < Fraction(1, 10**9)
    assert (near.attacker.expected, near.defender.expected) == (exact.attacker.expected, exact.defender.expected)
    assert near.luck != exact.luck
    assert abs(near.luck - exact.luck) <= near.error
    for side in ("attacker", "defender"):
        assert abs(getattr(near, side).percentile - getattr(exact, side).percentile) <= near.error
    said = as_json(found)
    assert abs(Fraction(said["together"]["luck"]) - exact.luck) <= Fraction(said["within"]) < Fraction(1, 10**8)


def test_the_ends_that_are_cut_off_a_long_sum_are_in_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as much cut as one percent, chances are off by less than the error says, and by more than rounding does."""
    rare = {0: Fraction(999, 1000), 100: Fraction(1, 1000)}
    monkeypatch.setattr(sums, "EXACT_BITS", 0)
    monkeypatch.setattr(sums, "_TAIL", 0.01 * 64)
    law, error = sums.near_total([rare] * 64)
    exact = sums.total([rare] * 64)
    missing = sum(exact.values()) - sum(law.values())
    assert Fraction(1, 10**9) < missing <= error < Fraction(7, 10)
    assert max(law) < max(exact)


@pytest.mark.verification
def test_luck_is_linear_to_its_cap() -> None:
    spent = {}
    for n in (MAX_FIGHTS // 4, MAX_FIGHTS):
        start = time.process_time()
        assert luck("leningrad", fights(n), "x").together.error < Fraction(1, 10**8)
        spent[n] = time.process_time() - start
    assert spent[MAX_FIGHTS] < 6 * spent[MAX_FIGHTS // 4]  # four times, and a logarithm
    assert spent[MAX_FIGHTS] < 60


def test_more_fights_than_the_most_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analysis.fights.luck.MAX_FIGHTS", 3)
    luck("leningrad", fights(3), "x")
    with pytest.raises(KesselError, match="x: more than 3 fights; expected no more in one list"):
        luck("leningrad", fights(4), "x")


@pytest.mark.in_turn
def test_of_a_list_that_nobody_reads_only_the_sum_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    show_luck(luck("leningrad", fights(1_500), "x"))
    said = capsys.readouterr().out
    assert "1,500 fights, of which only the sum is shown" in said
    assert "Those of the sum are within 2e-09 of the exact" in said
    assert len(said.splitlines()) < 12
