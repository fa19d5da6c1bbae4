"""A sample of a long list for `make test`, all of it for `make verify`; which are chosen changes with the code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]


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
    later = pytest.mark.verification
    return [
        value if at in chosen or value in always else pytest.param(*_several(value), marks=later)
        for at, value in enumerate(every)
    ]


def _several(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
