"""How times are taken and printed."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def say(what: str, figure: str) -> None:
    print(f"{what:<64} {figure}", flush=True)


def median_ms(call: Callable[[], object], times: int) -> float:
    """Return the median time of a call in milliseconds."""
    return 1_000 * statistics.median(seconds(call) for _ in range(times))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def against(ms: float, bar: float) -> str:
    """Return a time beside the bar it has to keep under, both in milliseconds."""
    return f"{ms:8.3g} ms (bar {bar:g} ms{'' if ms <= bar else ', MISSED'})"
