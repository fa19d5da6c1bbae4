"""What the lab takes from a person, as formats for hostile inputs: studies of whole games, edits, logs, chats."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np

from analysis.fights.chat import PATTERNS, dice_luck, thrown
from analysis.fights.plan import plan
from analysis.fights.plan_file import problem_of
from analysis.lab.favored import TurnByTurn
from analysis.lab.table_log import table_game
from analysis.lab.unknowns.number_ranges import range_of
from analysis.studies.edits import change_of, changes_of
from analysis.studies.stopping import check_until
from analysis.studies.study import load_study
from sim.border import text_of
from sim.numbers.rawfiles import RAW
from tests.analysis.safety.hostile import PLAN, Format

STUDY = """id = "moved"
question = "what does a cell do?"
game = "leningrad"
system = "match"
games = 8
seed = 3
until = "half-width of P(german wins) < 0.05"
[policies]
german = ["tuned", "bold"]
soviet = ["tuned"]
[grid]
reading = [0, 3]
ensemble = [0, 1]
[edits]
city = ["vp_schedule,hex_2604,vp=45"]
bloody = ["crt,6,4-1=E/-", "terrain,forest,combat_shift=0"]
"""
LOG = """game = "leningrad"
[[turn]]
turn = 1
vp = -4
battles = ["attack=12,defense=4,attacker_steps=4,defender_steps=4,dice=4"]
[[turn]]
turn = 3
counted = { hex_2604 = 1, infantry_eliminated = 2, regeneration = 1 }
"""
CHAT = "*** 1d6 = 3 *** <anna>\n*** 2d6 = 3, 4 *** <bert>\n<anna> hello\n*** 1d6 = 5 *** <bert>\n"
UNTIL = "half-width of P(german wins) < 0.02\nhalf-width of mean vp_margin in [-150, 150] < 2\n"
CHANGES = "vp_schedule,hex_2604,vp=45\ncrt,6,4-1=E/-\nvp_schedule,hex_2604,vp=20..45\nsoviet_units,22,type=infantry\n"
ODDLY_PLAYED = TurnByTurn(np.arange(240).reshape(20, 12) % 37 - 18, np.arange(20) % 2 == 0, 1)


def _match_study(path: Path) -> None:
    study = load_study(path)
    assert all(one.edits == study.edits for one in (study, load_study(path)))
    assert len(study.cells()) >= 1


def _lines(read: Callable[[str], object]) -> Callable[[Path], None]:
    def each(path: Path) -> None:
        for line in text_of(path, "words").splitlines():
            read(line)

    return each


def _change(line: str) -> None:
    (range_of if ".." in line else lambda text: changes_of("leningrad", [text]))(line)
    assert change_of(line).value


def _table(path: Path) -> None:
    """Read an edited copy of a table, as `kessel diff` and a study do."""
    shutil.copy(path, path.with_name("crt_edited.csv"))
    assert changes_of("leningrad", [f"crt={path.with_name('crt_edited.csv')}"])


def _log(path: Path) -> None:
    found = table_game(path, ODDLY_PLAYED)
    assert all(0 <= one.low <= one.high <= 1 for one in found.stands)


def _chat(path: Path) -> None:
    found = dice_luck(thrown(text_of(path, "chat").splitlines(), "chat"))
    assert all(0 <= one.p_all <= 1 for one in found)


def _patterns(path: Path) -> None:
    assert thrown(CHAT.splitlines(), "chat", path) is not None


def _plan(path: Path) -> None:
    assert plan(problem_of("leningrad", text_of(path, "plan"), "plan")).best


def lab_formats() -> list[Format]:
    """Return the formats of the lab, each with a valid text of it."""
    crt = (RAW / "leningrad" / "crt.csv").read_text(encoding="utf8")
    edited = crt.replace("E/-", "1/-", 1) if "E/-" in crt else crt.replace("1/1", "1/-", 1)
    return [
        Format("study of a match", STUDY, _match_study), Format("edited table", edited, _table),
        Format("changes", CHANGES, _lines(_change)),
        Format("until", UNTIL, _lines(lambda line: check_until(line, "leningrad", "match", "until"))),
        Format("log of a table", LOG, _log), Format("chat with dice", CHAT, _chat),
        Format("patterns of a chat", PATTERNS.read_text(encoding="utf8"), _patterns), Format("plan", PLAN, _plan),
    ]  # fmt: skip
