"""Names and texts as SQL writes them: whatever a file, a folder or a person calls something, it is never executed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def named(*names: str) -> str:
    """Return a name in SQL, its parts quoted and joined by dots.

    >>> print(named("core", 'x" VARCHAR); DROP TABLE y; --'))
    "core"."x"" VARCHAR); DROP TABLE y; --"
    """
    return ".".join('"' + name.replace('"', '""') + '"' for name in names)


def quoted(text: str) -> str:
    """Return a text as an SQL literal.

    >>> print(quoted("it's"))
    'it''s'
    """
    return "'" + text.replace("'", "''") + "'"


def parquet(files: Iterable[Path]) -> str:
    """Return the rows of Parquet files as a source of SQL; signs in a folder's name that mean others mean themselves.

    >>> print(parquet([Path("runs[1]/a.parquet")]))
    read_parquet(['runs[[]1]/a.parquet'])
    """
    return f"read_parquet([{', '.join(quoted(_itself(str(file))) for file in files)}])"


def _itself(path: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)
