"""Hostile inputs from seeds: a valid file of each format, and what a hostile or unlucky person makes of it."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import sim.policies
from analysis.cli._answers import integers, number, pairs
from analysis.fights.luck import luck
from analysis.fights.plan import plan
from analysis.fights.plan_file import problem_of, problem_of_words
from analysis.sources.audit import _shapeless
from analysis.studies.parts import JOURNAL, noted
from analysis.studies.record import recorded
from analysis.studies.run import LATEST, RECORD, run_study
from analysis.studies.study import MAX_GAMES, load_study
from sim.border import MAX_BYTES, is_control, text_of
from sim.game import load_game
from sim.games.leningrad.players.roster import weights_of
from sim.match.whole import Seats
from sim.numbers.rawfiles import RAW, read_raw
from sim.numbers.tables import load_grid, load_list

STUDY = """id = "small"
question = "does it hold?"
game = "stalingrad_roads"
system = "pocket"
games = 20
seed = 4
[policies]
soviet = ["press", "starve"]
[grid]
vvs = [0, 2]
"""
PLAN = """[target.luga]
defense = 4
defender_steps = 2
[attacker.a]
attack = 9
steps = 2
reaches = ["luga"]
"""
LUCK = "attack,defense,attacker_steps,defender_steps,dice\n11,4,6,2,3\n12,4,6,2,5\n"
CHAT = "attack=11,defense=4,attacker_steps=6,defender_steps=2,dice=3\n"
POLICIES = """[siege.garrison.always]
about = "always"
supply_most = 9
[siege.garrison.never]
about = "never"
supply_most = -1
"""
WEIGHTS = """[german.mine]
care = 30
[soviet.mine]
care = 20
"""
WORDS = "near_from=5\nnear_from=5,vvs=2\n3/2\n"


class Format(NamedTuple):
    """A valid text, and what reads it from a file in a folder: it must return, or refuse in one line."""

    name: str
    text: str
    read: Callable[[Path], None]


def _study(path: Path) -> None:
    study = load_study(path)
    assert 1 <= study.games <= MAX_GAMES
    assert study.seed >= 0
    assert re.fullmatch("[A-Za-z0-9_]+", study.id)
    assert not any(map(is_control, study.question))


def _luck(path: Path) -> None:
    lines = text_of(path, "fights").splitlines()
    found = luck("leningrad", lines, "fights")
    assert len(found.battles) <= sum(bool(line.strip()) for line in lines)
    assert 0 <= found.together.luck <= 1


def _plan(path: Path) -> None:
    found = plan(problem_of("leningrad", text_of(path, "plan"), "plan"))
    assert found.best


def _words(path: Path) -> None:
    for line in text_of(path, "words").splitlines():
        integers([line])
        pairs([line])
        number("--at-least", line)
        problem_of_words("leningrad", "", [f"a:{line}"], [f"b:{line}"])


def _policies(path: Path) -> None:
    folder = path.parent / "_template" / "systems"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, folder / "policies.toml")
    sim.policies._file.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sim.policies, "GAMES", path.parent)
        for named in sim.policies._file("_template").values():
            for policies in named.values():
                assert len({tuple(entry) for entry in policies.values()}) <= 1
    sim.policies._file.cache_clear()


def _in_tables(name: str) -> Callable[[Path], None]:
    """Put the file in its place among the tables of a game, and read them."""

    def read(path: Path) -> None:
        root = path.parent / "raw"
        folder = root / "leningrad"
        if not folder.exists():
            shutil.copytree(RAW / "leningrad", folder, ignore=shutil.ignore_patterns("map"))
        before = (folder / name).read_bytes()
        try:
            shutil.copy(path, folder / name)
            for load in (load_grid, load_list):
                load.cache_clear()
            table = read_raw(folder / ("crt.csv" if "crt" in name else "column_shifts.csv"), root, verify=False)
            assert len(set(table.keys())) == len(table.rows)
            load_list("leningrad", "german_units", root)
            _shapeless(folder, root)
        finally:
            (folder / name).write_bytes(before)

    return read


def _weights(path: Path) -> None:
    """Read a player's weights from a file, as a match does; its name says that it is one."""
    named = path.with_name("weights.toml")
    shutil.copy(path, named)
    tuning = load_game("leningrad").whole.tuning
    assert tuning is not None
    weights_of.cache_clear()
    assert all(abs(weight) < 10**7 for weight in tuning.weights_of(str(named), "german").values())


def position() -> Format:
    """Return the format of a stopped game; to write one compiles the kernels that set a game up."""
    games = load_game("leningrad").whole.positions
    text = games.text(next(games.walk(Seats(), 7, 0, None)))

    def read(path: Path) -> None:
        taken = games.text(games.read(text_of(path, "position"), "position"))
        assert games.text(games.read(taken, "again")) == taken

    return Format("position", text, read)


def formats(folder: Path) -> list[Format]:
    """Return the formats; a finished run in the folder stands for its three files."""
    (folder / "small.toml").write_text(STUDY, encoding="utf8")
    run = run_study(load_study(folder / "small.toml"), jobs=1, runs=folder / "runs")
    mark = run.folder.parent / LATEST

    def of_a_run(place: Path) -> Callable[[Path], None]:
        whole = place.read_bytes()

        def read(path: Path) -> None:
            shutil.copy(path, place)
            try:
                noted(run.folder)
                found = recorded(mark)
                assert found.study.id == "small"
                assert place.name != RECORD or json.loads(path.read_bytes()) == json.loads(whole)
            finally:
                place.write_bytes(whole)

        return read

    table, sidecar = RAW / "leningrad" / "crt.csv", RAW / "leningrad" / "crt.toml"
    places = [run.folder / RECORD, run.folder / JOURNAL, mark]
    in_tables = ["crt.csv", "crt.toml", "column_shifts.csv", "errata.toml", "missing.toml"]
    assert table.exists()
    assert sidecar.exists()
    return [
        Format("study", STUDY, _study), Format("plan", PLAN, _plan), Format("luck", LUCK, _luck),
        Format("chat", CHAT, _luck), Format("policies", POLICIES, _policies), Format("words", WORDS, _words),
        Format("weights", WEIGHTS, _weights),
        *(Format(name, (RAW / "leningrad" / name).read_text(encoding="utf8"), _in_tables(name)) for name in in_tables),
        *(Format(place.name, place.read_text(encoding="utf8"), of_a_run(place)) for place in places),
    ]  # fmt: skip


TOKENS = (
    "9" * 5_000, "-" + "9" * 30, "0x" + "f" * 5_000, "²", "--5", "1e999999", "NaN", "inf", "1_0", "٣", "", "-0", "1.5",
    "1" * 19, "-1000000000000", "true", "[" * 500, "{a=" * 500, "[/]", "[res]", "[bold red]x", "\x1b[31m", "\\u001b[2J",
    '"', "'", "'''", "x" * 131_073, "x" * 200_000, 'x" VARCHAR); COPY (SELECT 1) TO \'stolen\'; --', "$(id)", "null",
    "../../../../etc/passwd", "{{7*7}}", "<script>", "\u202egnp", "=cmd|' /C calc'!A0", "None", "__class__", "a\tb",
    ",,,,", "\r", "é" * 300,
)  # fmt: skip
"""What is put in the place of a word."""


def hostile(base: str, random: Random) -> tuple[bytes, bool]:
    """Return what a seed makes of a text, and whether no reader may take it."""
    data = base.encode()
    at = random.randrange(len(data))
    kind = random.choice(
        ("nul", "latin", "escape", "large", "utf16", *("word",) * 9, *("line",) * 4, "cut", "bit", "twice")
    )
    if kind in ("nul", "latin", "escape"):
        return data[:at] + {"nul": b"\0", "latin": b"\xe9\n", "escape": b"\x1b"}[kind] + data[at:], kind != "latin"
    if kind == "large":
        return data + b"\n# " + b"x" * MAX_BYTES, True
    if kind == "utf16":
        return base.encode("utf-16"), True
    if kind == "cut":
        return data[:at], False
    if kind == "bit":
        return data[:at] + bytes([data[at] ^ (1 << random.randrange(7))]) + data[at + 1 :], False
    if kind == "twice":
        return data + data, False
    if kind == "line":
        lines = base.splitlines(keepends=True)
        first, second = random.randrange(len(lines)), random.randrange(len(lines))
        lines[first] = random.choice((lines[second], "", lines[first] * 2, lines[first].replace("=", "==")))
        return "".join(lines).encode(), False
    words = list(re.finditer(r"[\w.-]+", base))
    word = random.choice(words)
    return (base[: word.start()] + random.choice(TOKENS) + base[word.end() :]).encode(), False
