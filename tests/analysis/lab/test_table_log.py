"""A game played at a table: its log is read or refused, its chances are those of simulated games that stood alike."""

from pathlib import Path

import numpy as np
import pytest

from analysis.errors import KesselError
from analysis.fights.luck import luck
from analysis.lab.favored import TurnByTurn
from analysis.lab.table_log import read_table_log, table_game, template, worth
from sim.errors import GameError
from sim.game import load_game

LOG = """
game = "leningrad"
[[turn]]
turn = 1
vp = -4
battles = ["attack=12,defense=4,attacker_steps=4,defender_steps=4,dice=4"]
[[turn]]
turn = 3
counted = { hex_2604 = 1, infantry_eliminated = 2, regeneration = 1 }
"""


def log_file(folder: Path, text: str = LOG) -> Path:
    path = folder / "game.toml"
    path.write_text(text, encoding="utf8")
    return path


def test_points_are_given_or_counted(tmp_path: Path) -> None:
    game, blocks = read_table_log(log_file(tmp_path))
    assert game.id == "leningrad"
    assert [(turn, vp) for turn, vp, _ in blocks] == [(1, -4), (3, 30 - 2 * 3 - 1)]
    assert worth("leningrad")["armor_eliminated"] == ("soviet", 15)


def test_the_printed_template_is_a_log(tmp_path: Path) -> None:
    _, blocks = read_table_log(log_file(tmp_path, template(load_game("leningrad"))))
    assert blocks == [(1, 0, [])]


def test_chances_are_those_of_games_that_stood_alike(tmp_path: Path) -> None:
    stands = np.repeat([[-4, 0, 23], [6, 0, -5]], 50, axis=0)
    won = np.r_[np.arange(50) < 10, np.arange(50) < 40]  # 20 % of those at -4, 80 % of those at 6
    found = table_game(log_file(tmp_path), TurnByTurn(stands, won, 1))
    first, last = found.stands
    assert found.start == 0.5
    assert first.p == pytest.approx(10.5 / 51)
    assert first.n == 50
    assert first.low < 0.2 < first.high
    assert last.n == 100  # after turn 3 more points were worse: one pool, since a lead cannot harm
    assert last.p == pytest.approx(50.5 / 101)
    assert first.luck is not None
    alone = luck("leningrad", ["attack=12,defense=4,attacker_steps=4,defender_steps=4,dice=4"], "x")
    assert first.luck.together.luck == alone.together.luck
    assert last.luck is None
    assert found.turned[0].turn in (1, 3)
    assert abs(found.turned[1]) == pytest.approx(max(abs(first.p - 0.5), abs(last.p - first.p)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("turn = 3", "turn = 1", r"\[\[turn\]\] 2: key 'turn': 1; expected a whole number from 2 to 12"),
        ("turn = 3", "turn = 13", "13; expected a whole number from 2 to 12"),
        ("vp = -4", "", "expected vp or counted, one of the two"),
        ("vp = -4", "vp = 0.5", r"key 'vp': 0\.5; expected a whole number"),
        ("vp = -4", "pv = -4", "key 'pv' is not known; expected turn, vp, counted, battles"),
        ("hex_2604 = 1", "moscow = 1", r"key 'counted\.moscow': expected one of infantry_reduced"),
        ("hex_2604 = 1", "hex_2604 = -1", "-1; expected a whole number from 0 to 1000"),
        ('"leningrad"', '"chess"', "chess"),
        ('game = "leningrad"', 'game = "leningrad"\nmap = 1', "key 'map' is not known; expected game and"),
    ],
)
def test_a_log_that_is_not_in_order_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in LOG
    with pytest.raises((KesselError, GameError), match=message):
        read_table_log(log_file(tmp_path, LOG.replace(old, new, 1)))


def test_a_battle_that_cannot_be_names_its_turn(tmp_path: Path) -> None:
    path = log_file(tmp_path, LOG.replace("dice=4", "dice=9"))
    with pytest.raises(KesselError, match=r"game\.toml, turn 1, battles, line 1: dice '9'; expected up to 1 numbers"):
        table_game(path, TurnByTurn(np.zeros((4, 3), int), np.array([True, False] * 2), 1))
