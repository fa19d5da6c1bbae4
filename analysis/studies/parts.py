"""Parts of a run: a Parquet file each, noted with its checksum and renamed, so that a part that is there is whole."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, NamedTuple
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq
from joblib import Parallel, parallel_config
from joblib.externals.loky.process_executor import BrokenProcessPool

from analysis.children import end_with_parent, safe_children
from analysis.errors import KesselError
from analysis.progress import tracked

JOURNAL = "parts.jsonl"
"""A line a part of a run: its file, rows and SHA-256; written before the file has its name. A later line counts."""


_CLUSTERS: list[Any] = []
_PATIENCE, _AT_ONCE = 10, 64
"""Seconds to wait for a scheduler, and tasks that a cluster is given at once."""


class Part(NamedTuple):
    """What a part must be."""

    rows: int
    sha256: str


def noted(folder: Path) -> dict[str, Part]:
    """Return the parts that the journal of a run knows, by file; a line that is not in order says nothing."""
    found: dict[str, Part] = {}
    path = folder / JOURNAL
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        try:
            entry = json.loads(line)
            found[str(entry["file"])] = Part(int(entry["rows"]), str(entry["sha256"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    return found


def is_intact_part(path: Path, part: Part | None) -> bool:
    """Return whether a file is the part that it should be, to the bit."""
    try:
        return part is not None and path.is_file() and checksum(path) == part.sha256
    except OSError:
        return False


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def play_all(tasks: list[Any], jobs: int, title: str, backend: Literal["loky", "threading"] = "loky") -> None:
    """Run tasks over joblib, in processes or in threads, with a progress bar on standard error.

    Processes end when this one does. `KesselError` if one of them is ended by somebody else.
    """
    if not tasks:
        return
    if is_on_cluster():
        from_cluster(tasks, title)
        return
    processes = {"initializer": end_with_parent, "initargs": (os.getpid(),)} if backend == "loky" else {}
    n_jobs = min(jobs, len(tasks)) if jobs > 0 else jobs
    try:
        with safe_children():
            parallel = Parallel(n_jobs=n_jobs, backend=backend, return_as="generator_unordered", **processes)
            done: Iterable[Any] = parallel(tasks)
            for _ in tracked(done, title, len(tasks)):
                pass
    except BrokenProcessPool:
        raise KesselError(
            "a worker was killed from outside, most likely for want of memory; what is finished is kept: run it again, "
            "with a smaller --jobs"
        ) from None


@contextmanager
def on_cluster(address: str) -> Iterator[None]:
    """Run the tasks of all studies meanwhile on a Dask cluster that sees the same folders; the bits are the same.

    What a worker that dies was doing is done by another. `KesselError` if Dask is not installed or nobody answers.
    """
    try:
        connect = import_module("distributed").Client
    except ImportError:
        raise KesselError(
            "--backend dask needs the project's extra 'dask', which is not installed; expected it, or no --backend"
        ) from None
    try:
        client = connect(address, timeout=_PATIENCE)
    except (OSError, ValueError, TimeoutError) as error:
        raise KesselError(
            f"--scheduler {address}: no scheduler answers ({type(error).__name__}); expected an address such as "
            "tcp://host:8786"
        ) from None
    _CLUSTERS.append(client)
    try:
        with client, parallel_config(backend="dask"):
            yield
    finally:
        _CLUSTERS.remove(client)


def is_on_cluster() -> bool:
    """Return whether tasks run on a cluster meanwhile."""
    return bool(_CLUSTERS)


def from_cluster(tasks: list[Any], title: str) -> list[Any]:
    """Run tasks on the cluster that is there, some at a time, so that progress shows; return what they return."""
    starts = range(0, len(tasks), _AT_ONCE)
    found: list[Any] = []
    for start in tracked(starts, title, len(starts)):
        found += Parallel(n_jobs=-1)(tasks[start : start + _AT_ONCE])
    return found


def write_parts(folder: Path, tables: Mapping[str, Mapping[str, Any] | pa.Table]) -> None:
    """Write parts beside, note what they are, and put them in their places, in their order, when all are whole."""
    beside = {folder / name: folder / f"{name}.tmp-{uuid4().hex}" for name in tables}
    lines = []
    for (path, written), columns in zip(beside.items(), tables.values(), strict=True):
        table = columns if isinstance(columns, pa.Table) else pa.table(dict(columns))
        pq.write_table(table, written, compression="zstd", compression_level=1, write_statistics=False)
        lines.append(json.dumps({"file": path.name, "rows": table.num_rows, "sha256": checksum(written)}))
    _append(folder / JOURNAL, lines)
    for path, written in beside.items():
        written.replace(path)


def _append(path: Path, lines: Iterable[str]) -> None:
    """Add lines to a file in one write, so that those of several workers never mix."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(handle, "".join(f"{line}\n" for line in lines).encode())
    finally:
        os.close(handle)
