"""Random streams that do not know how many workers there are.

A stream is named by what it is for: study seed, block of games, turn, purpose. Nothing drawn elsewhere changes it, so
workers, batches and the order of blocks leave every roll as it is. The cell of a study (its factors and policies)
is *not* part of the name: variants meet the same dice, which is what makes them comparable.
"""

from __future__ import annotations

import zlib

import numpy as np

BLOCK = 65_536
"""Games in a block: part of the format, since a roll's name holds its block."""


def stream(seed: int, block: int, turn: int, purpose: str) -> np.random.Generator:
    """Return the stream of one purpose, on one turn, of one block of games.

    >>> stream(1942, 0, 3, "weather").integers(1, 7) == stream(1942, 0, 3, "weather").integers(1, 7)
    np.True_
    """
    name = (block, turn, zlib.crc32(purpose.encode("utf8")))
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=name)))
