"""A progress bar on standard error, for what takes over two seconds; what is done sooner shows none."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from threading import Timer
from typing import TypeVar

Item = TypeVar("Item")
PATIENCE = 2.0
"""Seconds of work without a bar."""


def tracked(items: Iterable[Item], title: str, total: int | None, *, is_kept: bool = True) -> Iterator[Item]:
    """Yield items and show how many of `total` have been asked for, with the time left; the bar stays if it `is_kept`.

    Of how many nobody knows the total, it shows only that work goes on.
    One who asks for the next item is done with the one before.
    """
    from rich.console import Console
    from rich.progress import Progress

    progress = Progress(console=Console(file=sys.stderr), transient=not is_kept)
    bar = progress.add_task(title, total=total)
    later = Timer(PATIENCE, progress.start)
    later.daemon = True
    later.start()
    try:
        for item in items:
            yield item
            progress.advance(bar)
    finally:
        later.cancel()
        later.join()
        if progress.live.is_started:
            progress.stop()
