"""Rows of numbers filled and copied by loops: numba takes ten times as long to compile the same as a slice."""

from __future__ import annotations

from sim.match.compiled import kernel


@kernel
def fill(row, value: int) -> None:  # type: ignore[no-untyped-def]
    """Write one number into every place of a row."""
    for k in range(row.shape[0]):
        row[k] = value


@kernel
def copy(row, source) -> None:  # type: ignore[no-untyped-def]
    """Write one row into another of the same length."""
    for k in range(row.shape[0]):
        row[k] = source[k]
