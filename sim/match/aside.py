"""Arrays of a world kept aside and put back, for players who play a game on in their heads."""

from __future__ import annotations

from sim.match.compiled import kernel


@kernel
def swap_table(kept, table, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Keep a table of numbers from place `at` on, or put it back; return the place behind it."""
    wide = table.shape[1]
    for k in range(table.shape[0]):
        if back:
            table[k] = kept[at : at + wide]
        else:
            kept[at : at + wide] = table[k]
        at += wide
    return at


@kernel
def swap_row(kept, row, at: int, back: bool) -> int:  # type: ignore[no-untyped-def]
    """Do the same with a row of numbers."""
    wide = row.shape[0]
    if back:
        row[:] = kept[at : at + wide]
    else:
        kept[at : at + wide] = row
    return at + wide
