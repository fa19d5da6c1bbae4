"""The warehouse: one DuckDB file with every printed table, the newest run of every study, and their summaries.

It is always built anew beside the old file and put in place by renaming, so nobody who reads the old one is
disturbed, and a
build that fails leaves it as it was. Tables in the old file that Kessel did not build are their user's and are
carried over.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa

from analysis.crt import crt_rows
from analysis.errors import KesselError
from analysis.run import KINDS, RUNS
from analysis.study import ROOT, Study
from sim.game import Scenario, game_ids, games_with, load_game
from sim.rawfiles import RAW, RawFile, read_raw
from sim.state import logged_fields
from sim.tables import Grid, load_grid, load_list

WAREHOUSE = ROOT / "data" / "warehouse.duckdb"
OURS = ("raw", "core", "out")
NOT_CONTENT = {"core.run": ("commit_id", "finished_at")}
"""Columns that differ between equal warehouses: when and from which commit a run was played."""


def build(path: Path = WAREHOUSE, runs: Path = RUNS) -> Path:
    """Build the warehouse from the number files and the newest run of each study; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new-{os.getpid()}")
    beside.unlink(missing_ok=True)
    try:
        with duckdb.connect(beside) as db:
            db.execute("SET preserve_insertion_order = true")
            db.execute((ROOT / "analysis" / "schema.sql").read_text(encoding="utf8"))
            _load_games(db)
            _load_tables(db)
            _load_crt_odds(db)
            for folder in finished_runs(runs):
                _load_run(db, folder)
            _note_built(db)
            _carry_over(db, path)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return path


def finished_runs(runs: Path = RUNS) -> list[Path]:
    """Return the folder of the newest finished run of each study."""
    latest = [mark.parent / mark.read_text(encoding="utf8") for mark in sorted(runs.glob("*/latest"))]
    return [folder for folder in latest if (folder / "run.json").exists()]


def open_warehouse(path: Path = WAREHOUSE) -> duckdb.DuckDBPyConnection:
    """Open the warehouse for reading."""
    if not path.exists():
        raise KesselError(f"no warehouse at {path.name}; build it with: kessel warehouse")
    return duckdb.connect(path, read_only=True)


def content_hash(path: Path = WAREHOUSE) -> dict[str, str]:
    """Return an ordered hash of the content of each table, timestamps and commits aside.

    Rows count in the order in which they stand, columns in theirs; equal studies give equal hashes on any machine.
    """
    with open_warehouse(path) as db:
        found = db.execute(
            "SELECT schema_name || '.' || table_name FROM duckdb_tables() WHERE NOT internal ORDER BY 1"
        ).fetchall()
        return {name: _table_hash(db, name) for (name,) in found}


def _table_hash(db: duckdb.DuckDBPyConnection, name: str) -> str:
    schema, table = name.split(".", 1)
    columns = [
        column
        for (column,) in db.execute(
            "SELECT column_name FROM duckdb_columns() WHERE schema_name = ? AND table_name = ? ORDER BY column_index",
            [schema, table],
        ).fetchall()
        if column not in NOT_CONTENT.get(name, ())
    ]
    digests = [hashlib.sha256(column.encode()) for column in columns]
    chosen = ", ".join(f'"{column}"' for column in columns)
    for batch in db.sql(f'SELECT {chosen} FROM "{schema}"."{table}"').to_arrow_reader(100_000):
        for digest, column in zip(digests, batch.columns, strict=True):
            values = column.to_numpy(zero_copy_only=False)
            is_text = values.dtype == object
            digest.update("".join(f"{value}\x1f" for value in values).encode() if is_text else values.tobytes())
    return hashlib.sha256(b"".join(digest.digest() for digest in digests)).hexdigest()[:16]


def _load_games(db: duckdb.DuckDBPyConnection) -> None:
    games = [load_game(game) for game in game_ids()]
    _insert(db, "core.game", [(g.id, g.title, g.edition, g.version, *g.sides) for g in games])


def _load_tables(db: duckdb.DuckDBPyConnection) -> None:
    sources: list[tuple[Any, ...]] = []
    cells: list[tuple[str, ...]] = []
    for game in game_ids():
        names: dict[str, str] = {}
        for path in sorted((RAW / game).glob("*.csv")):
            file = read_raw(path)
            sources.append(_source_row(game, file))
            _mirror(db, f"{game}_{path.stem.replace('.', '_')}", file)
            if "family" not in file.sidecar:
                names[path.name.split(".")[0]] = file.kind
        for name, kind in names.items():
            cells += _effective_cells(game, name, kind)
    _insert(db, "core.source_table", sources)
    _insert(db, "core.table_cell", cells)


def _source_row(game: str, file: RawFile) -> tuple[str, ...]:
    side = file.sidecar
    source = side["source"]
    return (
        game, file.path.stem, file.kind, side["title"], file.basis, source["document"], source["section"],
        ", ".join(source["rules"]), side.get("evidence", ""), side["sha256"],
    )  # fmt: skip


def _mirror(db: duckdb.DuckDBPyConnection, name: str, file: RawFile) -> None:
    """Mirror a number file as text, column by column, with a comment each."""
    columns = ", ".join(f'"{column}" VARCHAR' for column in file.header)
    comments = [f"""COMMENT ON TABLE raw."{name}" IS {_quoted(file.sidecar["title"])}"""]
    for at, column in enumerate(file.header):
        about = _about_column(file, at)
        comments.append(f'COMMENT ON COLUMN raw."{name}"."{column}" IS {_quoted(about)}')
    db.execute(f'CREATE TABLE raw."{name}" ({columns}); ' + "; ".join(comments))
    _insert(db, f'raw."{name}"', file.rows)


def _about_column(file: RawFile, at: int) -> str:
    column = file.header[at]
    if file.kind == "list":
        return str(file.sidecar["fields"][column]) or column
    side = file.sidecar
    return str(side["rows"]["name"]) if at == 0 else f"{side['columns']['name']} {column}"


def _effective_cells(game: str, name: str, kind: str) -> Iterable[tuple[str, ...]]:
    if kind == "grid":
        grid: Grid = load_grid(game, name)
        for row, cells, basis in zip(grid.row_labels, grid.cells, grid.basis, strict=True):
            for column, cell, of in zip(grid.column_labels, cells, basis, strict=True):
                yield game, name, row, column, cell, of
        return
    records = load_list(game, name)
    for record, basis_of in zip(records.rows, records.basis, strict=True):
        for field, value in record.items():
            if field not in records.key:
                yield game, name, records.key_of(record), field, value, basis_of[field]


def _load_crt_odds(db: duckdb.DuckDBPyConnection) -> None:
    for game in games_with("combat"):
        _insert(db, "out.crt_odds", crt_rows(game))


def _load_run(db: duckdb.DuckDBPyConnection, folder: Path) -> None:
    record = json.loads((folder / "run.json").read_text(encoding="utf8"))
    given = record["study"]
    spans = {name: (low, high) for name, (low, high) in given["ranges"].items()}
    study = Study(**{**given, "question": record["question"], "ranges": spans})
    scenario = study.plays()
    run_id, cells = record["run_id"], study.cells()
    _insert(db, "core.run", [(
        run_id, study.id, study.question, study.game, record["game_version"], study.scenario, study.seed, study.games,
        len(cells), study.games * len(cells), record["block"], record["code"], record["tables"], record["numpy"],
        record["command"], record["commit"], record["finished_at"],
    )])  # fmt: skip
    _insert(db, "core.cell_policy", [
        (run_id, cell.index, side, policy.id, policy.about)
        for cell in cells for side, policy in scenario.setting(None, cell.policies).policies.items()
    ])  # fmt: skip
    _insert(db, "core.cell_factor", [
        (run_id, cell.index, name, *_span(study, name, value), name in study.grid or name in study.ranges,
         scenario.factors[name].basis, scenario.factors[name].about)
        for cell in cells for name, value in scenario.setting(cell.factors, None).factors.items()
    ])  # fmt: skip
    _load_log(db, scenario, study, run_id, folder)


def _span(study: Study, name: str, value: Any) -> tuple[int, int]:
    return study.ranges.get(name, (value, value))


def _load_log(db: duckdb.DuckDBPyConnection, scenario: Scenario, study: Study, run_id: str, folder: Path) -> None:
    """Load turns and results of a run into the scenario's own tables, and their laws into ``out``."""
    base = f"{study.game}_{scenario.id}"
    fields = {f.name: f.metadata["about"] for f in logged_fields(scenario.state)}
    keys = {"run_id": "run", "cell": "cell, from 0", "game": "game, from 0"}
    factors = {f.id: f.about for f in scenario.factors.values()}
    comments = {
        "turn": (f"{scenario.title}: the log, one row a game and turn", {**keys, "turn": "turn, from 1", **fields}),
        "result": (f"{scenario.title}: results and factors, one row a game", {**keys, **scenario.results, **factors}),
    }  # fmt: skip
    for kind in ("turn", "result"):
        table = f'core."{base}_{kind}"'
        source = f"SELECT '{run_id}' AS run_id, * FROM read_parquet({_files(folder, kind)})"
        if db.execute(
            "SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'core' AND table_name = ?", [f"{base}_{kind}"]
        ).fetchone() == (0,):
            db.execute(f"CREATE TABLE {table} AS {source}")
            about, columns = comments[kind]
            db.execute(f"COMMENT ON TABLE {table} IS {_quoted(about)}")
            for name, text in columns.items():
                db.execute(f'COMMENT ON COLUMN {table}."{name}" IS {_quoted(text)}')
        else:
            db.execute(f"INSERT INTO {table} BY NAME {source}")
    for name in fields:
        _tally(db, f'core."{base}_turn"', run_id, name, "turn", study.games)
    for name in scenario.results:
        _tally(db, f'core."{base}_result"', run_id, name, "0", study.games)
    if list(folder.glob("exact-*.parquet")):
        db.execute(
            f"INSERT INTO out.exact_law SELECT '{run_id}', cell, turn, field, value, probability, p "
            f"FROM read_parquet({_files(folder, 'exact')})"
        )


def _tally(db: duckdb.DuckDBPyConnection, table: str, run_id: str, field: str, turn: str, games: int) -> None:
    db.execute(
        f"INSERT INTO out.turn_law SELECT run_id, cell, {turn}, '{field}', \"{field}\"::SMALLINT, count(*), {games} "
        f"FROM {table} WHERE run_id = '{run_id}' GROUP BY ALL ORDER BY ALL"
    )


def _files(folder: Path, kind: str) -> str:
    assert kind in KINDS
    return "[" + ", ".join(_quoted(str(path)) for path in sorted(folder.glob(f"{kind}-*.parquet"))) + "]"


def _note_built(db: duckdb.DuckDBPyConnection) -> None:
    db.execute(
        "INSERT INTO core.built_table SELECT schema_name, table_name FROM duckdb_tables()"
        " WHERE NOT internal ORDER BY ALL"
    )


def _carry_over(db: duckdb.DuckDBPyConnection, path: Path) -> None:
    """Copy what its user added to the old warehouse; an old file that cannot be read is kept under another name."""
    if not path.exists():
        return
    try:
        db.execute(f"ATTACH {_quoted(str(path))} AS old (READ_ONLY)")
    except duckdb.Error:
        path.rename(_free_name(path))
        return
    mine = db.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = 'old' AND NOT internal"
    ).fetchall()
    try:
        built = set(db.execute("SELECT schema_name, table_name FROM old.core.built_table").fetchall())
    except duckdb.Error:
        built = set()
    here = set(
        db.execute("SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name != 'old'").fetchall()
    )
    for schema, table in mine:
        if (schema, table) in built or (schema, table) in here:
            continue
        db.execute(f'CREATE SCHEMA IF NOT EXISTS "{schema}"')
        db.execute(f'CREATE TABLE "{schema}"."{table}" AS SELECT * FROM old."{schema}"."{table}"')
    views = db.execute("SELECT sql FROM duckdb_views() WHERE database_name = 'old' AND NOT internal").fetchall()
    db.execute("DETACH old")
    for (sql,) in views:
        db.execute(sql)


def _free_name(path: Path) -> Path:
    return next(kept for n in range(1, 10_000) if not (kept := path.with_name(f"{path.name}.kept-{n}")).exists())


def _insert(db: duckdb.DuckDBPyConnection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert rows in one statement; a few thousand at most, logs come from Parquet."""
    rows = list(rows)
    if not rows:
        return
    names = [f"c{i}" for i in range(len(rows[0]))]
    given = pa.table(dict(zip(names, map(list, zip(*rows, strict=True)), strict=True)))
    db.register("given", given)
    db.execute(f"INSERT INTO {table} SELECT * FROM given")
    db.unregister("given")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
