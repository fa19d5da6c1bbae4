"""One builder at a time: a lock on a file, held by the kernel for as long as its process lives.

Whoever dies lets go, however he dies, so no lock is ever stale; and since the kernel holds it, it is seen from another
container on the same machine too, where process numbers mean nothing. The file says who holds it.
"""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sim.border import one_line
from sim.errors import BorderError

PATIENCE = 600.0
"""Seconds that one waits for another."""
_PAUSE = 0.1


@contextmanager
def locked(path: Path, what: str, patience: float = PATIENCE) -> Iterator[None]:
    """Hold a lock alone; wait for another holder, who is named, and give up in one line after `patience` seconds."""
    with path.open("a+", encoding="utf8") as file:
        if not _taken(file.fileno()):
            sys.stderr.write(f"kessel: {one_line(f'waiting: {what} is held by {_holder(path)}')}\n")
            end = time.monotonic() + patience
            while not _taken(file.fileno()):
                if time.monotonic() > end:
                    raise BorderError(
                        f"{what} is held by {_holder(path)}, which did not end in {patience:.0f} s. "
                        "What was played is kept: kessel warehouse loads it"
                    )
                time.sleep(_PAUSE)
        file.truncate(0)
        file.write(f"process {os.getpid()} on {socket.gethostname()} since {datetime.now():%H:%M:%S}")
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


@contextmanager
def shared(path: Path, alone: Callable[[], None]) -> Iterator[None]:
    """Hold a lock together with others; whoever comes while nobody holds it does `alone` first."""
    with path.open("a+", encoding="utf8") as file:
        if _taken(file.fileno()):
            alone()
        fcntl.flock(file, fcntl.LOCK_SH)
        yield


def _taken(handle: int) -> bool:
    """Return whether a lock could be taken alone."""
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EAGAIN, errno.EACCES):
            return False
        raise
    return True


def _holder(path: Path) -> str:
    return path.read_text(encoding="utf8", errors="replace").strip() or "another process"
