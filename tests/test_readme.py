"""What the README prints runs as printed, and the output it shows is the output."""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import warm

ROOT = Path(__file__).parents[1]
KESSEL = str(Path(sys.executable).with_name("kessel"))
README = (ROOT / "README.md").read_text(encoding="utf8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", README, re.S)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    (folder / "my_study.toml").write_text(blocks("toml")[0], encoding="utf8")
    for name, text in re.findall(r"```(?:toml|csv|text) (\S+)\n(.*?)```", README, re.S):
        (folder / name).write_text(text, encoding="utf8")
    (folder / "data").symlink_to(ROOT / "data")
    return folder


def _by_itself(command: Sequence[str], cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)


def ran(place: Path, *command: str) -> str:
    environment = {**os.environ, "KESSEL_DATA": str(place / "mine"), "COLUMNS": "120"}
    is_ours = command[0] in (KESSEL, sys.executable)
    done = (warm.run if is_ours else _by_itself)(command, cwd=place, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _started(command: str) -> list[str]:
    program, *words = command.split()
    return [KESSEL if program == "kessel" else program, *words]


def test_every_command_and_example_runs_and_shows_what_is_printed(place: Path) -> None:
    commands = [line for block in blocks("sh") for line in block.strip().splitlines()]
    assert commands[:2] == ["make reports", "make test"]
    outputs = {command: ran(place, *_started(command)) for command in commands[2:]}
    shown = [
        line.rstrip()
        for line in outputs[
            "kessel odds leningrad --attack 11 --defense 4 --attacker-steps 6 --defender-steps 4"
        ].splitlines()
    ]
    assert "\n".join(shown).strip() == blocks("text")[0].strip()
    for code in blocks("python"):
        assert ran(place, sys.executable, "-c", code)


def test_every_make_target_it_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    for target in set(re.findall(r"make ([a-z]+)", README)):
        assert re.search(rf"(?m)^{target}:", makefile), target


def test_every_file_it_links_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
