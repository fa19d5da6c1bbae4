"""Time what users wait for, in one run: `make bench`. Benchmarks measure; tests do not time."""

from __future__ import annotations

import platform

import numpy as np

from benchmarks import fights, lab, tracks, whole, with_dyce, with_icepool
from benchmarks.beside import beside

if __name__ == "__main__":
    print(f"Python {platform.python_version()}, NumPy {np.__version__}, {platform.machine()}")
    print(f"{with_icepool.VERSION}, {with_dyce.VERSION}")
    fights.odds()
    fights.columns()
    fights.large()
    tracks.track()
    tracks.million()
    whole.whole()
    lab.lab()
    beside()
