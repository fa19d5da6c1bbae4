"""The decorator of every kernel: compiled once by numba and cached, or plain Python where compiling is off.

Numba's own cache looks only at the file of a kernel, not at the kernels that it calls, so a change in one of them would
go unnoticed. Hence the cache lies in a folder named after all the sources. This module is imported by whole games only:
exact odds never load numba.

Compiling is kept short: a kernel is compiled for whole numbers of one width only, whatever its callers hold; it gets no
way in from Python unless Python calls it; and only what lies behind a barrier is cached (see `sim.match.barrier`),
since machine code holds everything that it calls.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.core.registry import CPUDispatcher

from sim.match import shortcuts
from sim.match.remembered import remember_calls
from sim.places import cache_folder

F = TypeVar("F", bound=Callable[..., object])

_CONFIG: Any = numba.config  # type: ignore[attr-defined,unused-ignore]
_TYPES: Any = types
_BASE: Any = CPUDispatcher
_SIM = Path(__file__).parents[1]
_HOLDS_KERNEL = re.compile(r"^@(kernel|barrier)\b", re.MULTILINE)
_IMPORT = re.compile(r"^ *(?:from|import) (sim[\w.]*)(?: import (\([^)]*\)|.*))?", re.MULTILINE)
_KEPT_DAYS = 30
"""Caches that nobody has used for so long are dropped: a younger one may be in use by another checkout."""


@cache
def sources() -> tuple[Path, ...]:
    """Return the files that hold kernels, and those of the same rooms that they import, in order.

    Maps are drawn and fitted beside the kernels, by modules that no kernel knows: they change without a compilation.
    """
    rooms = ("match", "map", "games/*/map", "games/*/players", "games/*/played")
    texts = {module_of(path): (path, path.read_text("utf8")) for room in rooms for path in _SIM.glob(f"{room}/**/*.py")}
    wanted = [name for name, (_, text) in texts.items() if _HOLDS_KERNEL.search(text)]
    found: dict[str, Path] = {}
    while wanted:
        if (name := wanted.pop()) in texts and name not in found:
            found[name], text = texts[name]
            wanted += _imported(text)
    return tuple(sorted(found.values()))


def _imported(text: str) -> Iterator[str]:
    """Yield every name of ours that a source imports; of what is taken from a package, the module it may be."""
    for module, names in _IMPORT.findall(text):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))


def module_of(path: Path) -> str:
    """Return the name under which a source file is imported."""
    return ".".join(("sim", *path.relative_to(_SIM).with_suffix("").parts)).removesuffix(".__init__")


def sources_digest() -> str:
    """Return a fingerprint of all sources of kernels, sixteen hexadecimal digits."""
    code = hashlib.sha256(numba.__version__.encode())
    for path in sources():
        code.update(path.relative_to(_SIM).as_posix().encode())
        code.update(path.read_bytes())
    return code.hexdigest()[:16]


def _choose_cache() -> None:
    """Point numba at the folder of these sources, and drop folders of sources long gone; a user's own choice stands."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    folder = cache_folder() / "kernels" / sources_digest()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        for path in folder.parent.iterdir():
            if path.is_dir() and path.stat().st_mtime < time.time() - _KEPT_DAYS * 86_400:
                shutil.rmtree(path, ignore_errors=True)
    except OSError:
        return  # nowhere to write: numba decides for itself
    _CONFIG.CACHE_DIR = str(folder)


_choose_cache()
remember_calls()
shortcuts.compare_cheaply()
shortcuts.list_quickly()
shortcuts.tell_nobody()
shortcuts.index_plainly()
if "NUMBA_OPT" not in os.environ:
    _CONFIG.OPT = _CONFIG._OptLevel(2)  # a fifth less to compile than at the third level, and games play as fast
_CONFIG.LOOP_VECTORIZE = 1  # loops over a whole map gain from it, and compile no longer
_CONFIG.SLP_VECTORIZE = 0


def widened(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """Return types of arguments with signed whole numbers, truth values and constants as one: 64 bits wide."""
    return tuple(_TYPES.int64 if _is_narrow(kind) else _TYPES.unliteral(kind) for kind in kinds)


def _is_narrow(kind: Any) -> bool:
    if isinstance(kind, _TYPES.Integer):
        return bool(kind.signed or kind.bitwidth < 64)
    return isinstance(kind, (_TYPES.Boolean, _TYPES.IntegerLiteral, _TYPES.BooleanLiteral))


_THREADS = RLock()


@contextmanager
def alone(name: str, *, is_patient: bool = True) -> Iterator[bool]:
    """Be the only thread and process that reads or writes a kernel's cache; where that is not, wait, or yield False.

    Numba numbers the files of a kernel by what its index holds: two processes that add to it at once may give one name
    to two pieces of machine code, and the next one runs the wrong one. Who waits then finds what the other made. Two
    kernels may be compiled at once: none is called by one that it calls itself, so nobody waits in a circle.
    """
    folder = _CONFIG.CACHE_DIR
    with _THREADS, ExitStack() as held:
        is_ours = True
        if folder:
            with suppress(OSError):  # nowhere to write, or a file system without locks: as numba does it by itself
                locks = Path(folder) / "locks"
                locks.mkdir(parents=True, exist_ok=True)
                file = held.enter_context((locks / name).open("a"))
                try:
                    flock(file, LOCK_EX if is_patient else LOCK_EX | LOCK_NB)
                except BlockingIOError:
                    is_ours = False
        yield is_ours


class Cached(_BASE):  # type: ignore[misc]
    """A kernel that is kept in the cache."""

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, or load what any process has compiled for it."""
        with alone(name_of(self.py_func)):
            return super().compile(sig)

    def compile_unless_busy(self, sig: Any) -> bool:
        """Do the same unless somebody else is at it; return whether it is done."""
        with alone(name_of(self.py_func), is_patient=False) as is_ours:
            if is_ours:
                super().compile(sig)
        return is_ours


def name_of(function: Callable[..., object]) -> str:
    """Return the name of a kernel's lock."""
    return f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(">", "").replace("/", "_")


class Kernel(_BASE):  # type: ignore[misc]
    """A kernel as numba calls it: one compiled copy for all kinds of whole numbers."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for widened arguments; numba converts what a caller passes."""
        _, folded = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(widened(folded), {})

    def add_overload(self, compiled: Any) -> None:
        """Keep what was compiled; what is only linked into others has no address, so anything stands for one."""
        if compiled.entry_point is None:
            compiled = compiled._replace(entry_point=object())
            self.targetctx.insert_user_function(compiled.entry_point, compiled.fndesc, [compiled.library])
            self.overloads[tuple(compiled.signature.args)] = compiled
        else:
            super().add_overload(compiled)

    def __call__(self, *args: Any) -> Any:
        """Call it from Python: through a copy with a way in, compiled when first called."""
        if not hasattr(self, "way_in"):
            options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}
            self.way_in = Cached(py_func=self.py_func, targetoptions=options, pipeline_class=shortcuts.Compiler)
            self.way_in.enable_caching()
        return self.way_in(*args)


class CachedKernel(Cached, Kernel):
    """A kernel that is loaded by itself."""


def make_kernel(function: Callable[..., Any], cached: bool) -> Any:
    """Return a kernel without a way in from Python; `cached` for those that are loaded by themselves."""
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None,
               "no_cpython_wrapper": True, "no_cfunc_wrapper": not cached}  # fmt: skip
    compiler = shortcuts.Compiler if cached else shortcuts.LinkedCompiler
    made = (CachedKernel if cached else Kernel)(py_func=function, targetoptions=options, pipeline_class=compiler)
    if cached:
        made.enable_caching()
    return made


def kernel(function: F) -> F:
    """Compile a function where compiled code calls it: no Python objects, no lock held."""
    return cast(F, make_kernel(function, cached=False)) if is_compiled() else function


def is_compiled() -> bool:
    """Return whether kernels are compiled at all (``NUMBA_DISABLE_JIT=1`` turns it off)."""
    return not _CONFIG.DISABLE_JIT
