"""Arrays of a world kept aside and put back, for players who play a game on in their heads."""

from __future__ import annotations

from sim.match.compiled import kernel


@kernel
def swap_table(kept, table, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Keep a table of numbers from place `at` on, or put it back; return the place behind it."""
    wide = table.shape[1]
    for k in range(table.shape[0]):
        for j in range(wide):
            if back:
                table[k, j] = kept[at + j]
            else:
                kept[at + j] = table[k, j]
        at += wide
    return at


@kernel
def swap_row(kept, row, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Do the same with a row of numbers."""
    wide = row.shape[0]
    for j in range(wide):
        if back:
            row[j] = kept[at + j]
        else:
            kept[at + j] = row[j]
    return at + wide
