"""A sample of what is long for `make test`, all of it for `make verify`; which are chosen changes with the code.

Of a long list of parameters some run in `make test` (`sampled`). A test that costs a second or more, and that
others of its file stand beside, is marked ``in_turn``: of so many states of the code (`TURNS`) one meets it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

ROOT = Path(__file__).parents[1]
TURNS, SALT = 10, 11815
"""So many shares of what is marked ``in_turn``; the salt makes them cost alike, some 40 CPU seconds each."""


@cache
def seed_of_the_code() -> int:
    """Return a seed that every change of the code changes, the same in all workers of a test run."""
    code = hashlib.sha256()
    for folder in ("sim", "analysis"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            code.update(path.read_bytes())
    return int.from_bytes(code.digest()[:4])


def sampled(values: Iterable[Any], n: int, of: str, always: Sequence[Any] = ()) -> list[Any]:
    """Return parameters of a test: all, of which `n` besides those named `always` run in `make test` too.

    `of` keeps one list's choice apart from another's.
    """
    every = list(values)
    others = [at for at, value in enumerate(every) if value not in always]
    chosen = set(Random(f"{of} {seed_of_the_code()}").sample(others, min(n, len(others))))
    now, later = pytest.mark.sampled, pytest.mark.verification
    return [
        pytest.param(*_several(value), marks=now if at in chosen or value in always else later)
        for at, value in enumerate(every)
    ]


def is_its_turn(test: str) -> bool:
    """Return whether a test that runs in turn is to run with the code as it is: its share is always the same."""
    return (crc32(f"{SALT} {test}".encode()) + seed_of_the_code()) % TURNS == 0


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
