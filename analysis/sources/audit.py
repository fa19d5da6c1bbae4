"""What is printed, inferred, published, assumed and missing: every table of a game, those of its map included.

A table goes by its place under ``data/raw/<game>``: ``crt``, ``map/map_hexes``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sim.border import checked, toml_file
from sim.game import game_ids, leave_out
from sim.map.layers import read_layers
from sim.numbers.basis import MISSING, weakest
from sim.numbers.rawfiles import RAW, RuleDataError, basis_of, checksum, read_raw, where
from sim.numbers.rawschema import MISSING_CELLS
from sim.numbers.tables import Grid, Records, load_family, load_grid, load_list

_MAP = "map/"


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
        return weakest(b for b, n in self.cells.items() if n)


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
    csvs = sorted(folder.rglob("*.csv"))
    if not csvs:
        raise RuleDataError(f"{where(folder, root)}: no tables")
    names = dict.fromkeys(table_name(path, folder) for path in csvs)
    tables = [table for name in names for table in audits_of_table(game, name, root)]
    missing = [
        Missing(_wanted(table), table.rules, table.file, str(table.cells[MISSING] + table.cells["assumed"]))
        for table in tables
        if table.cells[MISSING] or (table.cells["assumed"] and _is_printed(folder / f"{table.name}.csv"))
    ]
    return GameAudit(game, tuple(tables), (*missing, *_shapeless(folder, root)))


@cache
def audit_of(game: str) -> GameAudit:
    """Return the audit of a game as its files were when this process first asked; pages ask for it again and again."""
    return audit(game)


def _is_printed(path: Path) -> bool:
    return path.exists() and basis_of(path) == "rulebook"


def _wanted(table: TableAudit) -> str:
    """Return what a table's missing cells are; those that only our guess fills are still wanted."""
    guessed = table.cells["assumed"]
    return f"{table.title} ({guessed} of them assumed meanwhile)" if guessed else table.title


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
    """Audit every game; one whose files are not in order is named on standard error and left out."""
    found = []
    for game in game_ids():
        try:
            found.append(audit(game, root))
        except RuleDataError as error:
            leave_out(game, error)
    return found


def table_name(path: Path, folder: Path) -> str:
    """Return the name of the table to which a number file of a game's folder belongs.

    >>> table_name(RAW / "x" / "map" / "map_hexes.assumed.csv", RAW / "x")
    'map/map_hexes'
    """
    stem = path.stem if basis_of(path) == "rulebook" else path.stem.rpartition(".")[0]
    return path.relative_to(folder).with_name(stem).as_posix()


def audits_of_table(game: str, name: str, root: Path = RAW) -> list[TableAudit]:
    """Return the audit of a table and, apart, of an assumed family for it."""
    if name.startswith(_MAP):
        return [_layers(game, name, root)]
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


def _layers(game: str, name: str, root: Path) -> TableAudit:
    """Return the audit of a file of the map, a cell a row: its layers differ in columns, and the strongest counts."""
    path = next(path for path in sorted((root / game).glob(f"{name}.*csv")))
    sidecar = read_raw(path, root).sidecar
    rows = read_layers(game, name.removeprefix(_MAP), root)
    entry, rules = where(root / game / f"{name}.csv", root), ", ".join(sidecar["source"]["rules"])
    return TableAudit(name, sidecar["title"], entry, rules, Counter(row.basis for row in rows.values()))


def _count(table: Grid | Records, game: str, root: Path) -> Counter[str]:
    if isinstance(table, Grid):
        return Counter(b for row, cells in zip(table.basis, table.cells, strict=True)
                       for b, cell in zip(row, cells, strict=True) if cell)  # fmt: skip
    files = [p for p in (root / game).glob(f"{table.name}*.csv") if table_name(p, root / game) == table.name]
    numbers = {read_raw(p, root).header[i] for p in files for i in read_raw(p, root).number_columns}
    return Counter(
        basis[field] for row, basis in zip(table.rows, table.basis, strict=True) for field in numbers if row[field]
    )  # fmt: skip


def _shapeless(folder: Path, root: Path) -> list[Missing]:
    """Return the entries of ``missing.toml``: tables whose very shape our source does not show."""
    path = folder / "missing.toml"
    if not path.exists():
        return []
    entries = checked(toml_file(path, where(path, root)), MISSING_CELLS, where(path, root)).get("missing", [])
    return [
        Missing(e["what"], e["rule"], where(folder / e["file"], root), str(e.get("cells", "")))
        for e in entries
        if not (folder / e["file"]).exists()
    ]  # fmt: skip
