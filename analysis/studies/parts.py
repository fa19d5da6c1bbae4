"""Parts of a run: a Parquet file each, written beside and renamed, so that a part that is there is whole."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
from joblib import Parallel


def is_whole(path: Path) -> bool:
    """Return whether a part is there and its end can be read."""
    try:
        return bool(pq.read_metadata(path).num_rows)
    except (OSError, pa.ArrowException):
        return False


def play_all(tasks: list[Any], jobs: int, title: str, backend: Literal["loky", "threading"] = "loky") -> None:
    """Run tasks over joblib, in processes or in threads, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import track

    if not tasks:
        return
    parallel = Parallel(
        n_jobs=min(jobs, len(tasks)) if jobs > 0 else jobs, backend=backend, return_as="generator_unordered"
    )
    done: Iterable[Any] = parallel(tasks)
    for _ in track(done, description=title, total=len(tasks), console=Console(file=sys.stderr)):
        pass


def write_part(path: Path, columns: Mapping[str, Any] | pa.Table) -> None:
    """Write a part beside, and put it in its place when it is whole."""
    beside = path.with_name(f"{path.name}.tmp-{os.getpid()}")
    table = columns if isinstance(columns, pa.Table) else pa.table(dict(columns))
    pq.write_table(table, beside, compression="zstd", compression_level=1, write_statistics=False)
    beside.replace(path)
