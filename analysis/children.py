"""Processes that Kessel starts: they import nothing from the folder in which it is run, and end when it ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[1]
_SAFE = "PYTHONSAFEPATH"
_LOOK = 0.5
"""Seconds between two looks at whether the parent is still there."""


def cores() -> int:
    """Return how many cores this process may run on, which may be fewer than the machine has."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def python(
    *words: str, env: Mapping[str, str] | None = None, given: str = "", is_heard: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run this Python, on this tree, on words such as ``-m module`` and a text given; return what it printed.

    What it writes to standard error is returned too, or shown at once if it `is_heard`.
    """
    path = [str(_ROOT), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    return subprocess.run(
        [sys.executable, "-P", *words], input=given, stdout=subprocess.PIPE, text=True, check=False,
        stderr=None if is_heard else subprocess.PIPE,
        env={**os.environ, _SAFE: "1", "PYTHONPATH": os.pathsep.join(path), **(env or {})},
    )  # fmt: skip


@contextmanager
def safe_children() -> Iterator[None]:
    """Keep the current folder off the import path of whatever Python is started meanwhile, by any library."""
    before = os.environ.get(_SAFE)
    os.environ[_SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE]
        else:
            os.environ[_SAFE] = before


def end_with_parent(parent: int) -> None:
    """Watch, in a thread of a child, whether its parent is still its parent; if not, end at once."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK)
        os._exit(1)

    threading.Thread(target=watch, daemon=True, name="end-with-parent").start()


def last_line(text: str) -> str:
    """Return the last line of what a child wrote on its way out, empty if it said nothing."""
    return next((line for line in reversed(text.splitlines()) if line.strip()), "it ended without a word").strip()
