"""What is printed, inferred, published, assumed and missing; and how an owner's correction becomes official."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sim.game import game_ids, load_game
from sim.rawfiles import BASES, RAW, RuleDataError, basis_of, checksum, read_raw, where
from sim.tables import Grid, Records, load_family, load_grid, load_list

ORDER = (*BASES, "missing")


@dataclass(frozen=True)
class TableAudit:
    """One table: how many cells of each basis, and where its missing ones would be entered."""

    name: str
    title: str
    file: str
    rules: str
    cells: Counter[str]

    @property
    def basis(self) -> str:
        """The weakest basis of any of its cells."""
        return max((b for b, n in self.cells.items() if n), key=ORDER.index, default="rulebook")


@dataclass(frozen=True)
class Missing:
    """Something the source lacks: what it is, the rule that uses it, the file that waits for it."""

    what: str
    rule: str
    file: str
    cells: str


@dataclass(frozen=True)
class GameAudit:
    """Everything known and unknown about one game's numbers."""

    game: str
    tables: tuple[TableAudit, ...]
    missing: tuple[Missing, ...]

    def cells(self) -> Counter[str]:
        """Return the number of cells by basis, over all tables."""
        return sum((table.cells for table in self.tables), Counter())


def audit(game: str, root: Path = RAW) -> GameAudit:
    """Load and count every table of a game; raises `RuleDataError` at the first that is not in order."""
    folder = root / game
    csvs = sorted(folder.glob("*.csv"))
    if not csvs:
        raise RuleDataError(f"{where(folder, root)}: no tables")
    names = dict.fromkeys(_table_name(path) for path in csvs)
    tables = [table for name in names for table in _tables(game, name, root)]
    missing = [
        Missing(_wanted(table), table.rules, table.file, str(table.cells["missing"] + table.cells["assumed"]))
        for table in tables
        if table.cells["missing"] or (table.cells["assumed"] and _is_printed(folder / Path(table.file).name))
    ]
    return GameAudit(game, tuple(tables), (*missing, *_shapeless(folder, root)))


def _is_printed(path: Path) -> bool:
    return path.exists() and basis_of(path) == "rulebook"


def _wanted(table: TableAudit) -> str:
    """Return what a table's missing cells are; those that only our guess fills are still wanted."""
    guessed = table.cells["assumed"]
    return f"{table.title} ({guessed} of them assumed meanwhile)" if guessed else table.title


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
            _tables(path.parent.name, _table_name(path), root)
        for game in dict.fromkeys(path.parent.name for path in paths):
            _prove_playable(game, root)
    except RuleDataError:
        for path, sidecar in before.items():
            path.with_suffix(".toml").write_bytes(sidecar)
        raise
    return [(file.label, str(file.sidecar["sha256"]), to) for file, to in zip(files, new, strict=True)]


def _prove_playable(game: str, root: Path) -> None:
    """Ask the game's own chapters over the new numbers, in a process of their own; refuse what they cannot use."""
    asked = [
        (["-c", _READ, game], "combat"), (["-m", "analysis.crt", game], "crt"), (["-c", _PLAY, game], "scenarios"),
    ]  # fmt: skip
    for words, chapter in asked:
        if chapter not in load_game(game).chapters:
            continue
        done = subprocess.run(
            [sys.executable, *words], capture_output=True, text=True, check=False,
            env={**os.environ, "KESSEL_RAW": str(root)},
        )  # fmt: skip
        if done.returncode:
            raise RuleDataError(f"{game}: its {chapter} cannot use this table: {done.stderr.strip().splitlines()[-1]}")


_READ = """
import sys
from sim.game import load_game
load_game(sys.argv[1]).chapter("combat")
"""
_PLAY = """
import sys
from sim.game import load_game
from sim.play import play_exactly
for scenario in load_game(sys.argv[1]).chapter("scenarios").SCENARIOS.values():
    assert all(f.low <= f.value <= f.high and -100 <= f.low and f.high <= 100 for f in scenario.factors.values()), \\
        "a factor's value is not between its low and high, or beyond 100"
    list(play_exactly(scenario, scenario.setting()))
"""


def write_checksum(path: Path, root: Path = RAW) -> str:
    """Write a table's checksum into its sidecar, leaving every other byte, and return it."""
    sidecar, new = path.with_suffix(".toml"), checksum(path)
    text = sidecar.read_bytes().decode("utf8")
    text, n = re.subn(r'(?m)^(sha256\s*=\s*)"[^"]*"', rf'\g<1>"{new}"', text, count=1)
    if n != 1:
        raise RuleDataError(f'{where(sidecar, root)}: no line sha256 = "..." to write to')
    sidecar.write_bytes(text.encode("utf8"))
    return new


def audit_all(root: Path = RAW) -> list[GameAudit]:
    """Audit every game."""
    return [audit(game, root) for game in game_ids()]


def _table_name(path: Path) -> str:
    return path.stem if basis_of(path) == "rulebook" else path.stem.rpartition(".")[0]


def _tables(game: str, name: str, root: Path) -> list[TableAudit]:
    """Return the audit of a table and, apart, of an assumed family for it."""
    found = []
    for path in sorted((root / game).glob(f"{name}.*csv")):
        file = read_raw(path, root)
        if "family" in file.sidecar:
            family = load_family(game, name, root)
            cells = Counter(assumed=len(family.members[family.central]))
            rules = ", ".join(file.sidecar["source"]["rules"])
            found.append(TableAudit(f"{name} (family)", file.sidecar["title"], file.label, rules, cells))
        elif not found or not any(table.name == name for table in found):
            table = load_grid(game, name, root) if file.kind == "grid" else load_list(game, name, root)
            entry, rules = where(root / game / f"{name}.csv", root), ", ".join(table.rules)
            found.append(TableAudit(name, table.title, entry, rules, _count(table, game, root)))
    return found


def _count(table: Grid | Records, game: str, root: Path) -> Counter[str]:
    if isinstance(table, Grid):
        return Counter(b for row, cells in zip(table.basis, table.cells, strict=True)
                       for b, cell in zip(row, cells, strict=True) if cell)  # fmt: skip
    files = [p for p in (root / game).glob(f"{table.name}*.csv") if _table_name(p) == table.name]
    numbers = {read_raw(p, root).header[i] for p in files for i in read_raw(p, root).number_columns}
    return Counter(
        basis[field] for row, basis in zip(table.rows, table.basis, strict=True) for field in numbers if row[field]
    )  # fmt: skip


def _shapeless(folder: Path, root: Path) -> list[Missing]:
    """Return the entries of ``missing.toml``: tables whose very shape our source does not show."""
    path = folder / "missing.toml"
    if not path.exists():
        return []
    entries = tomllib.loads(path.read_text(encoding="utf8")).get("missing", [])
    for entry in entries:
        absent = {"id", "what", "rule", "file", "layout", "needed_for"} - set(entry)
        if absent:
            raise RuleDataError(f"{where(path, root)}: entry {entry.get('id')!r} lacks {', '.join(sorted(absent))}")
    return [
        Missing(e["what"], e["rule"], where(folder / e["file"], root), str(e.get("cells", "")))
        for e in entries
        if not (folder / e["file"]).exists()
    ]  # fmt: skip
