"""The comparison of two trees: one tree asked twice gives the same answers, and a planted difference is found."""

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.in_turn("with all of this file")


def same_answers(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "same_answers", *words],
        capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def write(to: Path, jobs: int) -> Path:
    few = ("--fights", "3", "--systems", "1", "--only", "fights", "--only", "systems", "--jobs", str(jobs))
    done = same_answers("write", to, *few)
    assert done.returncode == 0, done.stderr
    assert "fault" not in done.stdout
    return to


@pytest.fixture(scope="module")
def asked_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("answers") / "once.json.gz", jobs=1)


def answers_of(path: Path) -> dict[str, Any]:
    return json.loads(gzip.decompress(path.read_bytes()))


def planted(told: dict[str, Any], key: str, to: Path) -> Path:
    one = told["answers"][key]
    text = json.dumps(one["answer"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    one["sha256"] = hashlib.sha256(text.encode()).hexdigest()
    to.write_text(json.dumps(told), encoding="utf8")
    return to


def test_the_same_tree_gives_the_same_answers_for_any_jobs(asked_once: Path, tmp_path: Path) -> None:
    done = same_answers("compare", asked_once, write(tmp_path / "twice.json.gz", jobs=2))
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"all {len(answers_of(asked_once)['answers']):,} answers are equal: ")


def test_fights_of_every_game_and_a_system_are_asked(asked_once: Path) -> None:
    answers = answers_of(asked_once)["answers"]
    fights: dict[tuple[str, str], int] = {}
    for key, one in answers.items():
        if one["kind"] == "answered":
            what, game, *_ = key.split(" ")
            fights[what, game] = fights.get((what, game), 0) + 1
    games = {game for what, game in fights if what == "fight"}
    assert len(games) >= 5
    assert {fights[what, game] >= 3 for what in ("fight", "command") for game in games} == {True}
    assert any(what == "system" for what, _ in fights)


def test_the_command_answers_as_the_function_does(asked_once: Path) -> None:
    answers = answers_of(asked_once)["answers"]
    through = [key for key, one in answers.items() if key.startswith("command ") and one["kind"] == "answered"]
    assert through
    for key in through:
        assert answers[key]["answer"] == answers[key.replace("command", "fight")]["answer"], answers[key]["asked"]


def test_a_planted_difference_is_found(asked_once: Path, tmp_path: Path) -> None:
    told = answers_of(asked_once)
    key = next(key for key, one in told["answers"].items() if one["kind"] == "answered" and key.startswith("fight"))
    told["answers"][key]["answer"]["final_column"] = "moved"
    done = same_answers("compare", asked_once, planted(told, key, tmp_path / "planted.json"))
    assert done.returncode == 1
    assert f"{key}\n  {told['answers'][key]['asked']}\n  .final_column: " in done.stdout
    assert '-> "moved"' in done.stdout
    assert f"1 of {len(told['answers']):,} answers differ" in done.stdout


def test_other_words_of_a_refusal_differ_unless_they_may(asked_once: Path, tmp_path: Path) -> None:
    told = answers_of(asked_once)
    key = next(key for key, one in told["answers"].items() if one["kind"] == "refused")
    told["answers"][key]["answer"] = "said otherwise"
    planted(told, key, tmp_path / "planted.json")
    files = (asked_once, tmp_path / "planted.json")
    assert same_answers("compare", *files).returncode == 1
    assert "1 refused in other words" in same_answers("compare", *files, "--words-may-differ").stdout


def test_an_answer_that_is_missing_is_a_difference(asked_once: Path, tmp_path: Path) -> None:
    told = answers_of(asked_once)
    key, one = told["answers"].popitem()
    (tmp_path / "fewer.json").write_text(json.dumps(told), encoding="utf8")
    done = same_answers("compare", asked_once, tmp_path / "fewer.json")
    assert done.returncode == 1
    assert f"{key}\n  only in {asked_once}: {one['asked']}" in done.stdout
