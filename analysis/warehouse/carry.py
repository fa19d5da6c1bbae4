"""What its user added to a warehouse goes with it into the new one: tables, sequences, indexes, views.

Each thing is made again from its own definition, in whatever order they need each other. What does not fit is named,
and the old file is then kept beside the new; so it is for macros, whose defaults the catalog does not tell, and types.
"""

from __future__ import annotations

import sys
from pathlib import Path

import duckdb

from analysis.warehouse.place import Seen, look_of
from analysis.warehouse.sql import named, quoted
from sim.border import one_line

Added = tuple[str, str]
"""What a thing is called for its user, and the statements that make it again."""


def carry_over(db: duckdb.DuckDBPyConnection, path: Path) -> Seen:
    """Make again what its user added to the old warehouse; return what the old file looked like then.

    It is `None` where the old file holds something that does not fit and must be kept: that is named.
    """
    if not path.exists():
        return None
    seen = look_of(path)
    try:
        db.execute(f"ATTACH {quoted(str(path))} AS old (READ_ONLY)")
    except duckdb.Error:
        sys.stderr.write(f"kessel: the old {path.name} cannot be read; it is kept under another name\n")
        return None
    left = _made(db, [*_sequences(db), *_tables(db), *_indexes(db), *_views(db)])
    left += [f"type {name}" for (name,) in _old(db, "type_name", "types")]
    left += [f"macro {name}" for (name,) in _old(db, "DISTINCT function_name", "functions")]
    db.execute("DETACH old")
    for what in left:
        sys.stderr.write(f"kessel: {one_line(f'your {what} does not fit the new {path.name}; the old is kept')}\n")
    return None if left else seen


def _made(db: duckdb.DuckDBPyConnection, added: list[Added]) -> list[str]:
    """Execute all statements, again as long as one more succeeds; return what could not be made."""
    n_left = len(added) + 1
    while added and len(added) < n_left:
        n_left = len(added)
        added = [one for one in added if not _is_made(db, one[1])]
    return [what for what, _ in added]


def _is_made(db: duckdb.DuckDBPyConnection, statements: str) -> bool:
    db.execute("BEGIN")
    try:
        db.execute(statements)
    except duckdb.Error:
        db.execute("ROLLBACK")
        return False
    db.execute("COMMIT")
    return True


def _old(db: duckdb.DuckDBPyConnection, columns: str, kind: str) -> list[tuple[str, ...]]:
    """Return what the catalog of the old warehouse says of the things of a kind that its user may have made."""
    own = "true" if kind in ("sequences", "indexes") else "NOT internal"
    asked = f"SELECT {columns} FROM duckdb_{kind}() WHERE database_name = 'old' AND {own} ORDER BY ALL"
    return db.execute(asked).fetchall()


def _sequences(db: duckdb.DuckDBPyConnection) -> list[Added]:
    found = _old(db, "schema_name, sequence_name, regexp_extract(sql, ' INCREMENT .*')", "sequences")
    return [
        (f"sequence {schema}.{name}", f"{_in_schema(schema)} CREATE SEQUENCE {named(schema, name)} {how}")
        for schema, name, how in found
    ]


def _tables(db: duckdb.DuckDBPyConnection) -> list[Added]:
    """Return the tables that Kessel did not build, with their rows, keys, checks and comments."""
    try:
        built = set(db.execute("SELECT schema_name, table_name FROM old.core.built_table").fetchall())
    except duckdb.Error:  # a file that is not ours, or an early one: what is built now was built then
        built = set(db.execute("SELECT schema_name, table_name FROM core.built_table").fetchall())
    comments = _old(db, "schema_name, table_name, column_name, comment", "columns")
    added = []
    for schema, table, sql, comment in _old(db, "schema_name, table_name, sql, comment", "tables"):
        if (schema, table) in built:
            continue
        name = named(schema, table)
        statements = [_in_schema(schema) + sql, f"INSERT INTO {name} SELECT * FROM old.{name}"]
        if comment is not None:
            statements.append(f"COMMENT ON TABLE {name} IS {quoted(comment)}")
        statements += [
            f"COMMENT ON COLUMN {name}.{named(column)} IS {quoted(said)}"
            for of_schema, of_table, column, said in comments
            if (of_schema, of_table) == (schema, table) and said is not None
        ]
        added.append((f"table {schema}.{table}", "; ".join(s.rstrip(";") for s in statements)))
    return added


def _indexes(db: duckdb.DuckDBPyConnection) -> list[Added]:
    return [(f"index {name}", sql) for name, sql in _old(db, "index_name, sql", "indexes") if sql]


def _views(db: duckdb.DuckDBPyConnection) -> list[Added]:
    found = _old(db, "schema_name, view_name, sql", "views")
    return [(f"view {schema}.{name}", _in_schema(schema) + sql) for schema, name, sql in found]


def _in_schema(schema: str) -> str:
    return f"CREATE SCHEMA IF NOT EXISTS {named(schema)}; "
