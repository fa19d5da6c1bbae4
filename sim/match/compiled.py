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
import shutil
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import types
from numba.core.registry import CPUDispatcher

F = TypeVar("F", bound=Callable[..., object])

_CONFIG: Any = numba.config  # type: ignore[attr-defined,unused-ignore]
_TYPES: Any = types
_BASE: Any = CPUDispatcher
_SIM = Path(__file__).parents[1]
_KEPT_DAYS = 30
"""Caches that nobody has used for so long are dropped: a younger one may be in use by another checkout."""


def sources() -> list[Path]:
    """Return all files that hold kernels, in order."""
    found = [*_SIM.glob("match/*.py"), *_SIM.glob("map/*.py")]
    found += [*_SIM.glob("games/*/map/*.py"), *_SIM.glob("games/*/players/*.py"), *_SIM.glob("games/*/played/*.py")]
    return sorted(found)


def module_of(path: Path) -> str:
    """Return the name under which a source file is imported."""
    return ".".join(("sim", *path.relative_to(_SIM).with_suffix("").parts))


def sources_digest() -> str:
    """Return a fingerprint of all files that hold kernels, sixteen hexadecimal digits."""
    code = hashlib.sha256(numba.__version__.encode())
    for path in sources():
        code.update(path.relative_to(_SIM).as_posix().encode())
        code.update(path.read_bytes())
    return code.hexdigest()[:16]


def _home() -> Path:
    base = os.environ.get("KESSEL_CACHE") or os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "kessel" / "kernels"


def _choose_cache() -> None:
    """Point numba at the folder of these sources, and drop folders of sources long gone; a user's own choice stands."""
    if os.environ.get("NUMBA_CACHE_DIR"):
        return
    folder = _home() / sources_digest()
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
_CONFIG.LOOP_VECTORIZE = 0  # short loops of whole numbers gain nothing from it, and compile longer
_CONFIG.SLP_VECTORIZE = 0


def widened(kinds: Iterable[Any]) -> tuple[Any, ...]:
    """Return types of arguments with signed whole numbers, truth values and constants as one: 64 bits wide."""
    return tuple(_TYPES.int64 if _is_narrow(kind) else _TYPES.unliteral(kind) for kind in kinds)


def _is_narrow(kind: Any) -> bool:
    if isinstance(kind, _TYPES.Integer):
        return bool(kind.signed or kind.bitwidth < 64)
    return isinstance(kind, (_TYPES.Boolean, _TYPES.IntegerLiteral, _TYPES.BooleanLiteral))


class Kernel(_BASE):  # type: ignore[misc]
    """A kernel as numba calls it: one compiled copy for all kinds of whole numbers."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for widened arguments; numba converts what a caller passes."""
        _, folded = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(widened(folded), {})

    def __call__(self, *args: Any) -> Any:
        """Call it from Python: through a copy with a way in, compiled when first called."""
        if not hasattr(self, "way_in"):
            self.way_in = numba.njit(cache=True, nogil=True, error_model="numpy")(self.py_func)
        return self.way_in(*args)


def make_kernel(function: Callable[..., Any], cached: bool) -> Any:
    """Return a kernel without a way in from Python; `cached` for those that are loaded by themselves."""
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None,
               "no_cpython_wrapper": True, "no_cfunc_wrapper": not cached}  # fmt: skip
    made = Kernel(py_func=function, targetoptions=options)
    if cached:
        made.enable_caching()
    return made


def kernel(function: F) -> F:
    """Compile a function where compiled code calls it: no Python objects, no lock held."""
    return cast(F, make_kernel(function, cached=False)) if is_compiled() else function


def is_compiled() -> bool:
    """Return whether kernels are compiled at all (``NUMBA_DISABLE_JIT=1`` turns it off)."""
    return not _CONFIG.DISABLE_JIT
