"""Dice in a chat as VASSAL writes them: read line by line, and judged by counting every fall of fair dice."""

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from analysis.cli.luck import COMMAND
from analysis.errors import KesselError
from analysis.fights.chat import PATTERNS, dice_luck, thrown
from sim.border import toml_file

CHAT = """- Anna moves 58 Inf
*** 1d6 = 3 *** <Anna>
* Attack on Luga *
*** Combat 2d6 = 3,4 *** <Bert (Soviet)>
*** 2d6 = 9 *** <Anna>
<Bert (Soviet)> rolls 2d6: 6, 6
*** 1d10 = 10 *** <Anna>
"""


def test_each_pattern_reads_its_own_example() -> None:
    for entry in toml_file(PATTERNS, "patterns")["pattern"]:
        found = thrown([entry["example"]], "example")
        assert (found[0].player, found[0].count, found[0].sides, found[0].dice) == ("Anna", 2, 6, (3, 4))


def test_a_chat_is_read_line_by_line() -> None:
    found = thrown(CHAT.splitlines(), "chat")
    assert [(one.line, one.player, one.count, one.sides, one.dice) for one in found] == [
        (2, "Anna", 1, 6, (3,)), (4, "Bert (Soviet)", 2, 6, (3, 4)), (5, "Anna", 2, 6, (9,)),
        (6, "Bert (Soviet)", 2, 6, (6, 6)), (7, "Anna", 1, 10, (10,)),
    ]  # fmt: skip


def test_luck_equals_a_count_over_every_fall() -> None:
    falls = Counter(sum(dice) for dice in product(range(1, 7), repeat=5))
    for total in (5, 12, 17, 18, 26, 30):
        dice = [1] * 5
        while sum(dice) < total:
            dice[next(at for at, die in enumerate(dice) if die < 6)] += 1
        one = dice_luck(thrown([f"*** 5d6 = {','.join(map(str, dice))} *** <A>"], "chat"))[0]
        below, at = sum(n for s, n in falls.items() if s < total), falls[total]
        assert one.percentile == Fraction(2 * below + at, 2 * 6**5)
        assert one.p == min(Fraction(2 * min(below + at, 6**5 - below), 6**5), 1) == one.p_all
        assert one.mean == Fraction(35, 2)


def test_looking_at_many_players_finds_no_luck_that_is_not_there() -> None:
    rng, alarms = np.random.default_rng(5), 0
    for _ in range(200):
        lines = [f"*** 20d6 = {','.join(map(str, rng.integers(1, 7, 20)))} *** <P{at}>" for at in range(6)]
        found = dice_luck(thrown(lines, "chat"))
        alarms += any(one.p_all < Fraction(1, 20) for one in found)
        assert all(one.p_all >= one.p for one in found)
    assert alarms / 200 <= 0.05 + 5 * (0.05 * 0.95 / 200) ** 0.5
    loaded = dice_luck(thrown(["*** 9d6 = 6,6,6,6,6,6,6,6,6 *** <A>", "*** 2d6 = 3,4 *** <B>"], "chat"))
    assert loaded[0].p_all == 2 * Fraction(2, 6**9)
    assert loaded[1].p_all == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nothing here", "chat: no line with dice; expected lines such as *** 1d6 = 3 *** <player>"),
        ("*** 1d6 = 7 *** <A>", "chat, line 1: '7' of 1d6; expected numbers from 1 to 6"),
        ("*** 2d6 = 1 *** <A>", "chat, line 1: '1' of 2d6; expected numbers from 2 to 12"),
        ("*** 3d6 = 1,2 *** <A>", "chat, line 1: 2 numbers for 3 dice; expected each die, or their sum"),
        ("*** 1d0 = 1 *** <A>", "chat, line 1: 1d0; expected 1 to 5,000 dice of 2 to 100 sides"),
    ],
)
def test_what_cannot_be_is_refused_in_words(line: str, message: str) -> None:
    with pytest.raises(KesselError, match=re.escape(message)):
        thrown([line], "chat")


def test_patterns_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[[pattern]]\nline = '(?P<player>\\w+) threw (?P<dice>[\\d ]+)'\n", encoding="utf8")
    assert thrown(["Carl threw 5 2"], "chat", file)[0].dice == (5, 2)
    file.write_text("[[pattern]]\nline = '(?P<player>'\n", encoding="utf8")
    with pytest.raises(KesselError, match=r"mine\.toml, \[\[pattern\]\] 1: .* is no pattern"):
        thrown(["x"], "chat", file)
    file.write_text("[[pattern]]\nline = 'x'\n", encoding="utf8")
    with pytest.raises(KesselError, match="expected named parts dice and player"):
        thrown(["x"], "chat", file)


def test_the_command_asks_for_what_a_chat_lacks(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_text(CHAT, encoding="utf8")
    done = CliRunner().invoke(COMMAND, ["leningrad", str(file), "--chat"], catch_exceptions=False)
    assert "attack=?,defense=?,dice=3 4" in done.stdout
    assert "allowing for 3 looks" in done.stdout
    found = json.loads(CliRunner().invoke(COMMAND, ["leningrad", str(file), "--chat", "--json"]).stdout)
    assert [one["dice"] for one in found["dice"]] == [3, 4, 1]
