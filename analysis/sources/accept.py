"""How an owner's correction of a table becomes official: it is checked, played, and its checksum written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from analysis.sources.audit import table_name, tables_of, write_checksum
from sim.game import load_game
from sim.rawfiles import RAW, RuleDataError, read_raw, where
from sim.tables import load_family, load_grid, load_list


def accept(paths: Sequence[Path], root: Path = RAW) -> list[tuple[str, str, str]]:
    """Make edited tables official: check them, write their checksums; return file, old and new checksum of each.

    Layers of one table that were changed together must be accepted together. The sidecars are left as they were if a
    table, or what is built on it, is not in order.
    """
    paths = [path.resolve() for path in paths]
    for path in paths:
        if path.suffix != ".csv" or not path.is_relative_to(root) or not path.exists():
            raise RuleDataError(f"{path.name}: expected an existing CSV under {where(root, root).rstrip('/.')}")
    files = [read_raw(path, root, verify=False) for path in paths]
    before = {path: path.with_suffix(".toml").read_bytes() for path in paths}
    try:
        new = [write_checksum(path, root) for path in paths]
        for load in (load_grid, load_list, load_family):
            load.cache_clear()
        for path in paths:
            tables_of(_game_of(path, root), table_name(path, root / _game_of(path, root)), root)
        for game in dict.fromkeys(_game_of(path, root) for path in paths):
            _prove_playable(game, root)
    except RuleDataError:
        for path, sidecar in before.items():
            path.with_suffix(".toml").write_bytes(sidecar)
        raise
    return [(file.label, str(file.sidecar["sha256"]), to) for file, to in zip(files, new, strict=True)]


def _game_of(path: Path, root: Path) -> str:
    return path.relative_to(root).parts[0]


def _prove_playable(game: str, root: Path) -> None:
    """Ask what the game offers over the new numbers, in a process of its own; refuse what it cannot use."""
    found = load_game(game)
    asked = [
        ("combat", found.has_combat, ["-c", _READ, game]),
        ("combat table", found.has_table, ["-m", "analysis.crt.columns", game]),
        ("systems", found.has_systems, ["-c", _PLAY, game]),
    ]
    for what, has, words in asked:
        if not has:
            continue
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False,
            env={**os.environ, "KESSEL_RAW": str(root)},
        )  # fmt: skip
        if done.returncode:
            raise RuleDataError(f"{game}: its {what} cannot use this table: {done.stderr.strip().splitlines()[-1]}")


_READ = """
import sys
from sim.game import load_game
load_game(sys.argv[1]).combat
"""
_PLAY = """
import sys
from sim.game import load_game
from sim.play import play_exactly
for system in load_game(sys.argv[1]).systems.values():
    assert all(f.low <= f.value <= f.high and -100 <= f.low and f.high <= 100 for f in system.factors.values()), \\
        "a factor's value is not between its low and high, or beyond 100"
    if system.course and not system.course.sampled_because:
        list(play_exactly(system.course, system.setting()))
"""
