"""Arrays of a world kept aside and put back, for players who play a game on in their heads."""

from __future__ import annotations

from sim.match.compiled import kernel


@kernel
def swap_row(kept, row, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Keep a row of numbers from place `at` on, or put it back; return the place behind it."""
    if back:  # a loop for each, which the compiler vectorizes; no slices: they take numba ten times as long to compile
        for k in range(row.shape[0]):
            row[k] = kept[at + k]
    else:
        for k in range(row.shape[0]):
            kept[at + k] = row[k]
    return at + row.shape[0]


@kernel
def swap_rows(kept, table, first: int, last: int, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Do the same with some rows of a table, `last` not among them."""
    for k in range(first, last):
        at = swap_row(kept, table[k], at, back)
    return at


@kernel
def swap_table(kept, table, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Do the same with a table of numbers."""
    return swap_rows(kept, table, 0, table.shape[0], at, back)
