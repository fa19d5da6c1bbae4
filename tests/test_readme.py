"""What the README prints runs as printed, and the output it shows is the output.

`make test` plays fewer games, and runs a part of the README; which, changes with the code.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from tests import warm
from tests.sampled import sampled

ROOT = Path(__file__).parents[1]
KESSEL = str(Path(sys.executable).with_name("kessel"))
README = (ROOT / "README.md").read_text(encoding="utf8")


def blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", text, re.S)


SHOWN = "kessel odds leningrad --attack 11 --defense 4 --attacker-steps 6 --defender-steps 4"
"""The command whose output the README prints."""
FEW = 4
_MANY = re.compile(r"(?<=--)(games|rollouts|trials) \d+|(?<=^games    = )\d+", re.MULTILINE)
"""Where a command or the study of the README says how much it plays."""


def fewer(text: str) -> str:
    """Return commands or a study with so few games that they say nothing, and run all the same."""
    return _MANY.sub(lambda found: f"{found[1]} {FEW}" if found[1] else "400", text)


BEGINNINGS = (
    "", "## What is not printed", "## A whole game", "Stalingrad: Inferno on the Volga is a German", "## A study"
)  # fmt: skip
PARTS = {
    begins: README[README.index(begins) : README.index(after) if after else None]
    for begins, after in pairwise((*BEGINNINGS, ""))
}
"""The README in parts, by how they begin; none needs what a command of another leaves behind."""


@pytest.fixture(
    scope="module",
    params=[*sampled(PARTS, 1, "parts of the README"), pytest.param("as printed", marks=pytest.mark.verification)],
)
def printed(request: pytest.FixtureRequest) -> str:
    """Return the README as printed, or a part of it with fewer games."""
    return fewer(PARTS[request.param]) if request.param in PARTS else README


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, printed: str) -> Path:
    folder = tmp_path_factory.mktemp("readme")
    text_of_all = README if printed == README else fewer(README)
    (folder / "my_study.toml").write_text(blocks("toml", text_of_all)[0], encoding="utf8")
    for name, text in re.findall(r"```(?:toml|csv|text) (\S+)\n(.*?)```", text_of_all, re.S):
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


def test_every_command_and_example_runs_and_shows_what_is_printed(place: Path, printed: str) -> None:
    commands = [line for block in blocks("sh", printed) for line in block.strip().splitlines()]
    ours = [command for command in commands if not command.startswith("make ")]
    assert len(ours) >= 3
    outputs = {command: ran(place, *_started(command)) for command in ours}
    if SHOWN in outputs:
        lines = [line.rstrip() for line in outputs[SHOWN].splitlines()]
        assert "\n".join(lines).strip() == blocks("text")[0].strip()
    for code in blocks("python", printed):
        assert ran(place, sys.executable, "-c", code)


def test_it_begins_with_the_two_commands_and_shows_what_odds_print() -> None:
    commands = [line for block in blocks("sh") for line in block.strip().splitlines()]
    assert commands[:2] == ["make reports", "make test"]
    assert SHOWN in commands


def test_the_parts_are_the_whole() -> None:
    assert "".join(PARTS.values()) == README
    assert sum(len(blocks("sh", part)) for part in PARTS.values()) == len(blocks("sh")) >= 25


def test_with_fewer_games_it_is_another_text() -> None:
    printed = "kessel play leningrad --seed 7 --rollouts 20\nkessel match leningrad --games 100 --german bold\n"
    assert fewer(printed) == printed.replace("rollouts 20", "rollouts 4").replace("games 100", "games 4")
    assert "games    = 400\n" in fewer(README)
    assert fewer(README).count("\n") == README.count("\n")


def test_every_make_target_it_names_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    for target in set(re.findall(r"make ([a-z]+)", README)):
        assert re.search(rf"(?m)^{target}:", makefile), target


def test_every_file_it_links_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / link).exists(), link
