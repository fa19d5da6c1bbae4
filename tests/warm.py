"""A Python that has loaded the libraries already: it runs each command in a copy of itself, made by forking.

Hundreds of tests run a command as a person does. What they would wait for is the import of polars, DuckDB and SciPy,
again and again. A copy made here has these, and nothing of ours: it finds our code, its folder, its environment and its
arguments as a fresh Python would.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

LIBRARIES = (
    "numpy", "polars", "duckdb", "pyarrow", "pyarrow.parquet", "scipy.stats", "scipy.optimize", "altair", "joblib",
    "click", "rich.console", "rich.progress", "rich.table", "rich.markdown", "numba",
)  # fmt: skip
"""What is loaded before a copy is made; none of them starts a thread that a copy would miss."""


def run(command: Sequence[str], *, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a Python script with its words, or ``python …``, and return what it printed and how it ended.

    As `subprocess.run` with captured text. A command that is killed shows as the negative number of its signal.
    """
    return _server(os.getpid()).run(command, cwd, dict(os.environ if env is None else env))


class _Server:
    """The other end: a process that waits for commands, one at a time."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        atexit.register(self.end)

    def run(self, command: Sequence[str], cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            out, err = (Path(folder) / name for name in ("out", "err"))
            asked = {"command": list(command), "cwd": str(cwd), "env": env, "out": str(out), "err": str(err)}
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(asked) + "\n")
            self._process.stdin.flush()
            code = int(self._process.stdout.readline())
            said = (path.read_bytes().decode("utf8").replace("\r\n", "\n") for path in (out, err))
            return subprocess.CompletedProcess(list(command), code, *said)

    def end(self) -> None:
        """Let the process end."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        self._process.wait()


@cache
def _server(pid: int) -> _Server:
    return _Server()


def serve() -> dict[str, Any]:
    """Answer commands until there are no more; in a copy, return what it is to do."""
    for library in LIBRARIES:
        importlib.import_module(library)
    gc.collect()
    gc.freeze()
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        if (pid := os.fork()) == 0:
            return asked
        sys.stdout.write(f"{os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}\n")
        sys.stdout.flush()
    os._exit(0)


def _become(asked: Mapping[str, Any]) -> None:
    """Turn this copy into the command: its folder, environment, outputs and arguments."""
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    for descriptor, name, flags in ((0, os.devnull, os.O_RDONLY), (1, asked["out"], _NEW), (2, asked["err"], _NEW)):
        opened = os.open(name, flags, 0o600)
        os.dup2(opened, descriptor)
        os.close(opened)
    sys.stdin = open(0, encoding="utf8")  # noqa: SIM115 - the one of the server has read ahead
    added = [path for path in asked["env"].get("PYTHONPATH", "").split(os.pathsep) if path]
    sys.path[:] = [*added, *(path for path in sys.path if path not in added)]


def _code(given: object) -> int:
    """Return the exit code of a `SystemExit`; a text is said, as Python says it."""
    if given is None or isinstance(given, int):
        return given or 0
    sys.stderr.write(f"{given}\n")
    return 1


_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC

if __name__ == "__main__":
    import runpy

    given = serve()
    _become(given)
    words, code = list(given["command"]), 0
    try:
        if words[0] == sys.executable and words[1] == "-c":
            sys.argv = ["-c", *words[3:]]
            sys.path.insert(0, "")
            exec(compile(words[2], "<string>", "exec"), {"__name__": "__main__"})
        else:
            sys.argv = words[1:] if words[0] == sys.executable else words
            sys.path.insert(0, str(Path(sys.argv[0]).resolve().parent))
            runpy.run_path(sys.argv[0], run_name="__main__")
    except SystemExit as ended:
        code = _code(ended.code)
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]  # joblib's workers end in it
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)  # to take the libraries down again, one by one, takes longer than most commands
