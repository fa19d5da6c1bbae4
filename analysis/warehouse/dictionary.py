"""The data dictionary: every table and column of the warehouse in the words of its own comments, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

import duckdb

from analysis.errors import KesselError
from analysis.warehouse.build import SCHEMA, open_warehouse
from sim.game import load_game

_HEAD = """# Data dictionary

The tables that every warehouse has, in the words of `analysis/warehouse/schema.sql`; made by
`kessel dictionary`. In DuckDB the same comments are in `duckdb_tables()` and `duckdb_columns()`.

The tables of a single game follow from its own descriptions; `kessel dictionary GAME` lists them as they are in the
warehouse:

| table | holds |
|---|---|
| `raw."<game>_<table>"` | a number file of `data/raw/<game>` as text; dots and slashes in its name become underscores |
| `core."<game>_<system>_turn"` | the log of a system, one row a game and turn |
| `core."<game>_<system>_result"` | its results and factors, one row a game |

Units are suffixes (`_hexes`, `_steps`, `_mp`, `_vp`). `p` and `p_` are chances as numbers, `probability` the same as a
fraction, `n` and `n_` counts; yes and no begin with `is_`, `has_` or `in_`. The words are those of `sim/GLOSSARY.md`.
"""


def common_tables() -> str:
    """Return the dictionary of the tables that every warehouse has."""
    with duckdb.connect() as db:
        db.execute(SCHEMA.read_text(encoding="utf8"))
        return _HEAD + _described(db, "")


def dictionary_of_game(game: str) -> str:
    """Return the dictionary of a game's own tables in the warehouse as it is; `KesselError` if it has none of them."""
    title = load_game(game).title
    with open_warehouse() as db:
        found = _described(db, f"{game}_")
    if not found:
        raise KesselError(f"the warehouse has no table of {game}; build it with: kessel warehouse")
    return f"# The tables of {title}\n{found}"


def _described(db: duckdb.DuckDBPyConnection, start: str) -> str:
    """Return a section a table whose name starts so, in the order of their making."""
    tables = db.execute(
        "SELECT schema_name, table_name, comment FROM duckdb_tables()"
        " WHERE NOT internal AND starts_with(table_name, ?) ORDER BY table_oid", [start]
    ).fetchall()  # fmt: skip
    return "".join(_section(db, *table) for table in tables)


def _section(db: duckdb.DuckDBPyConnection, schema: str, table: str, about: str | None) -> str:
    columns = db.execute(
        "SELECT column_name, data_type, comment FROM duckdb_columns()"
        " WHERE schema_name = ? AND table_name = ? ORDER BY column_index", [schema, table]
    ).fetchall()  # fmt: skip
    lines = [f"\n## {schema}.{table}\n", f"{about or 'yours'}\n", "| column | type | what it is |", "|---|---|---|"]
    return "\n".join([*lines, *_rows(columns)]) + "\n"


def _rows(columns: Iterable[tuple[str, str, str | None]]) -> list[str]:
    return [f"| `{name}` | {kind} | {(about or '').replace('|', chr(92) + '|')} |" for name, kind, about in columns]
