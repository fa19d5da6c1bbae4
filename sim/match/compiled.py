"""The decorator of every kernel: compiled once by numba and cached, or plain Python where compiling is off.

Numba's own cache looks only at the file of a kernel, not at the kernels that it calls, so a change in one of them would
go unnoticed. Hence the cache lies in a folder named after all the sources. This module is imported by whole games only:
exact odds never load numba.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., object])

_CONFIG: Any = numba.config  # type: ignore[attr-defined,unused-ignore]
_SIM = Path(__file__).parents[1]
_KEPT_DAYS = 30
"""Caches that nobody has used for so long are dropped: a younger one may be in use by another checkout."""


def sources_digest() -> str:
    """Return a fingerprint of all files that hold kernels, sixteen hexadecimal digits."""
    found = [*_SIM.glob("match/*.py"), *_SIM.glob("map/*.py")]
    found += [*_SIM.glob("games/*/map/*.py"), *_SIM.glob("games/*/players/*.py"), *_SIM.glob("games/*/played/*.py")]
    code = hashlib.sha256(numba.__version__.encode())
    for path in sorted(found):
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


def kernel(function: F) -> F:
    """Compile a function on its first call: no Python objects, no lock held, the machine code cached."""
    return cast(F, numba.njit(cache=True, nogil=True, error_model="numpy")(function))


def is_compiled() -> bool:
    """Return whether kernels are compiled at all (``NUMBA_DISABLE_JIT=1`` turns it off)."""
    return not _CONFIG.DISABLE_JIT
