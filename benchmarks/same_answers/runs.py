"""Every small study played, and each table of the warehouse read."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import pyarrow as pa

from benchmarks.same_answers.asking import NAMES_THE_CODE, PROSE, ROWS_KEPT, Record, kessel, record


def all_runs(games: int, jobs: int) -> Iterator[tuple[str, Record]]:
    """Play every small shipped study and read each table of the warehouse."""
    played = kessel("run", "--all", "--games", str(games), "--jobs", str(jobs))
    if played["kind"] != "answered":
        sys.exit(f"{played['asked']}: {played['answer']}")
    with duckdb.connect(Path(os.environ["KESSEL_DATA"]) / "warehouse.duckdb", read_only=True) as db:
        known: dict[str, dict[str, str]] = {}
        for name, column, kind in db.execute(
            "SELECT schema_name || '.' || table_name AS name, column_name, data_type FROM duckdb_columns()"
            " SEMI JOIN duckdb_tables() USING (schema_name, table_name) WHERE NOT internal ORDER BY name, column_index"
        ).fetchall():
            known.setdefault(name, {})[column] = kind
        for name in known.keys() - {"core.built_table"}:
            columns = {column: kind for column, kind in known[name].items() if column not in NAMES_THE_CODE}
            yield f"table {name}", record(f"rows of {name}", "answered", rows_of(db, name, columns))


def rows_of(db: duckdb.DuckDBPyConnection, name: str, columns: Mapping[str, str]) -> Record:
    """Return what a table holds, in an order that only its values decide, prose last: rows, or a hash a column."""
    shown = []
    for column, kind in columns.items():
        text = "(SELECT study FROM core.run r WHERE r.run_id = t.run_id)" if column == "run_id" else f't."{column}"'
        is_whole = kind == "BOOLEAN" or kind.endswith("INT") or kind.endswith("INTEGER")
        shown.append(f'({text})::{"BIGINT" if is_whole else "DOUBLE" if kind == "DOUBLE" else "VARCHAR"} AS "{column}"')
    by = sorted(range(1, len(shown) + 1), key=lambda at: list(columns)[at - 1] in PROSE)
    schema, table = name.split(".", 1)
    query = db.sql(f'SELECT {", ".join(shown)} FROM "{schema}"."{table}" t ORDER BY {", ".join(map(str, by))}')
    hashes = {column: hashlib.sha256() for column in columns}
    rows: list[Record] = []
    n = 0
    for batch in query.to_arrow_reader(100_000):
        n += batch.num_rows
        rows += batch.to_pylist() if n <= ROWS_KEPT else []
        for column, values in zip(columns, batch.columns, strict=True):
            hashes[column].update(values.is_valid().to_numpy(zero_copy_only=False).tobytes())
            if pa.types.is_string(values.type):
                hashes[column].update("".join(f"{one}\x1f" for one in values.to_pylist()).encode())
            else:
                hashes[column].update(values.fill_null(0).to_numpy(zero_copy_only=False).tobytes())
    kept = {"rows": rows} if n <= ROWS_KEPT else {"columns": {column: of.hexdigest() for column, of in hashes.items()}}
    return {"n_rows": n, **kept}
