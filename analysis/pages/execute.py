"""Notebooks executed: in kernels that start and import once, keep to a game while it has pages, and forget in between.

What a page works out of a game (laws, odds, tables) stays in memory for the next page of it in the same kernel.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from analysis.children import cores
from analysis.errors import KesselError
from analysis.pages.notebooks import Source, notebook_folder
from analysis.pages.page import FOR_PAGE

_QUIET = ["--log-level=ERROR"]
_CLIENT = "jupyter_client.asynchronous.client.AsyncKernelClient"
"""Waits without blocking, so that a kernel that dies is noticed."""


def executed(sources: Sequence[Source], jobs: int) -> Iterator[tuple[Source, nbformat.NotebookNode | KesselError]]:
    """Yield notebooks as they are done, several at a time; a job has a kernel of its own, so it imports once.

    In place of a notebook that fails stands why. Without a number of jobs there is one more than cores: a kernel waits
    while this process lays out a page, and another works.
    """
    n = min(len(sources), jobs if jobs > 0 else cores() + 1)
    if not n:
        return
    with _kernels(n) as free, ThreadPoolExecutor(n) as pool:
        waiting = Waiting(sources)
        tasks = [pool.submit(_in_a_kernel, waiting, free) for _ in sources]
        try:
            for task in as_completed(tasks):
                crashed = task.exception()
                if isinstance(crashed, _CrashError):  # its kernel died or hangs, and serves further pages once renewed
                    crashed.kernel.restart_kernel(now=True)
                    free.put(crashed.kernel)
                    yield crashed.source, KesselError(str(crashed))
                else:
                    yield task.result()
        finally:
            pool.shutdown(cancel_futures=True)


class Waiting:
    """Pages that nobody makes yet; each kernel takes those of a game while there are any, then those of another."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = list(sources)
        self._game_of: dict[KernelManager, str] = {}
        self._lock = threading.Lock()

    def next_for(self, kernel: KernelManager) -> Source:
        """Take the next page for a kernel: of its game, else of the game with the most pages for each that makes it."""
        with self._lock:
            left = Counter(one.game for one in self._sources)
            game = self._game_of.pop(kernel, None)
            if game is None or not left[game]:
                makers = Counter(self._game_of.values())
                game = max(left, key=lambda one: left[one] / (1 + makers[one]))
            self._game_of[kernel] = game
            return self._sources.pop(next(at for at, one in enumerate(self._sources) if one.game == game))


class _CrashError(Exception):
    """A notebook that was not executed for another reason than an error of its own, and its kernel."""

    def __init__(self, source: Source, error: Exception, kernel: KernelManager) -> None:
        super().__init__(f"notebooks/{source.path.name}: {type(error).__name__}: {error}")
        self.source, self.kernel = source, kernel


def _in_a_kernel(
    waiting: Waiting, free: SimpleQueue[KernelManager]
) -> tuple[Source, nbformat.NotebookNode | KesselError]:
    kernel = free.get()
    source = waiting.next_for(kernel)
    found: nbformat.NotebookNode | KesselError
    try:
        found = execute(source.path, source.parameters, kernel)
    except KesselError as error:
        found = error
    except Exception as error:
        raise _CrashError(source, error, kernel) from error
    free.put(kernel)
    return source, found


@contextmanager
def _kernels(n: int) -> Iterator[SimpleQueue[KernelManager]]:
    """Start n kernels and end them, whatever happens."""
    free: SimpleQueue[KernelManager] = SimpleQueue()
    environment = {FOR_PAGE: "yes", **os.environ}
    with TemporaryDirectory(prefix="kessel-") as folder:
        started = [_manager(Path(folder) / f"kernel-{at}") for at in range(n)]
        try:
            for kernel in started:
                kernel.start_kernel(extra_arguments=_QUIET, cwd=str(notebook_folder()), env=environment)
                free.put(kernel)
            yield free
        finally:
            for kernel in started:
                if kernel.has_kernel:
                    kernel.shutdown_kernel(now=True)


def _manager(sockets: Path) -> KernelManager:
    """Return what starts a kernel that is spoken to by files whose names begin so: no two find the same port taken."""
    return KernelManager(kernel_name="python3", transport="ipc", ip=str(sockets), client_class=_CLIENT)


def execute(
    path: Path, parameters: Mapping[str, str] | None = None, kernel: KernelManager | None = None
) -> nbformat.NotebookNode:
    """Execute a notebook top to bottom in its folder, with other parameters if given; a failing cell is named.

    In a kernel that runs already, every name that an earlier notebook left there is forgotten first.
    """
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    _set(notebook, parameters or {})
    if kernel is not None:
        notebook.cells.insert(0, nbformat.v4.new_code_cell("%reset -f"))  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook, km=kernel, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}},
        extra_arguments=_QUIET,
    )  # fmt: skip
    try:
        asyncio.run(client.async_execute())
    except CellExecutionError as error:
        given = "".join(f", {name} = {value!r}" for name, value in (parameters or {}).items())
        why = error.evalue if error.ename == KesselError.__name__ else f"a cell failed: {error.ename}: {error.evalue}"
        raise KesselError(f"notebooks/{path.name}{given}: {why}") from None
    finally:
        if kernel is not None and client.kc is not None:  # the kernel stays, what speaks to it goes
            client.kc.stop_channels()
    return notebook


def _set(notebook: nbformat.NotebookNode, parameters: Mapping[str, str]) -> None:
    """Set parameters in a cell of their own, after the one that is tagged ``parameters``."""
    if parameters:
        tagged = [at for at, cell in enumerate(notebook.cells) if "parameters" in cell.metadata.get("tags", [])]
        lines = "\n".join(f"{name} = {value!r}" for name, value in parameters.items())
        notebook.cells.insert(tagged[0] + 1, nbformat.v4.new_code_cell(lines))  # type: ignore[no-untyped-call]
