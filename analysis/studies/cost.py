"""What a study would cost, from a quick trial, before it is played: nobody starts a week of work by a slip."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from joblib import cpu_count

from analysis.errors import KesselError
from analysis.studies.blocks import play_part
from analysis.studies.edited import play_edited
from analysis.studies.matches import play_match_part
from analysis.studies.study import Cell, Study

ASKED_SECONDS, ASKED_BYTES = 1_800.0, 4_000_000_000
"""A study beyond either is played only when asked for twice: half an hour, 4 GB."""
_SMALL = {True: 4_000, False: 2_000_000}
"""Games, of whole games and of systems, that never take so long on any machine: no trial is made of fewer."""
_TRIAL = {True: 8, False: 4_000}


@dataclass(frozen=True)
class Cost:
    """Seconds and bytes on disk that a study would take."""

    seconds: float
    n_bytes: float

    @property
    def is_large(self) -> bool:
        """Whether it should be asked for twice."""
        return self.seconds > ASKED_SECONDS or self.n_bytes > ASKED_BYTES

    def __str__(self) -> str:
        """Return both in words."""
        hours, minutes = self.seconds / 3600, self.seconds / 60
        took = f"{hours:,.0f} hours" if hours >= 2 else f"{minutes:,.0f} minutes" if minutes >= 2 else _seconds(self)
        size = f"{self.n_bytes / 1e9:,.1f} GB" if self.n_bytes > 1e9 else f"{self.n_bytes / 1e6:,.1f} MB"
        return f"about {took}" + (f" and {size}" if self.n_bytes else "")


def _seconds(cost: Cost) -> str:
    return f"{cost.seconds:.0f} seconds" if cost.seconds >= 1 else "a second"


def check_cost(study: Study, jobs: int, *, yes: bool) -> None:
    """Refuse a study that would take long unless `yes`; the message says how long, and how much disk."""
    n = study.games * len(study.cells())
    if yes or n <= _SMALL[study.is_match]:
        return
    cost = cost_of(study, jobs)
    if cost.is_large:
        raise KesselError(
            f"{study.id}: {len(study.cells()):,} cells x {study.games:,} games would take {cost}; expected --yes "
            "if that is meant, or fewer --games"
        )


def try_edits(study: Study) -> None:
    """Play one game with each edit of a study; `KesselError` names the one that the rules refuse, and why."""
    for at in range(1, len(study.edits) + 1):
        with tempfile.TemporaryDirectory() as folder:
            play_edited(replace(study, games=1, until=""), Path(folder), 1, at)


def check_match(
    play: Callable[[int], object], games: int, jobs: int, *, yes: bool, clock: Callable[[], float] = time.perf_counter
) -> None:
    """Refuse a match that would take long unless `yes`; `play` plays so many of its games on one worker."""
    if yes or games <= _SMALL[True]:
        return
    play(1)  # compiles
    start = clock()
    play(_TRIAL[True])
    cost = Cost((clock() - start) * games / _TRIAL[True] / jobs, 0)
    if cost.is_large:
        raise KesselError(f"{games:,} games would take {cost}; expected --yes if that is meant, or fewer --games")


def cost_of(study: Study, jobs: int, clock: Callable[[], float] = time.perf_counter) -> Cost:
    """Return what a study would take on so many workers, from some games of its first cell."""
    n = min(study.games, _TRIAL[study.is_match])
    trial, cell = replace(study, games=n), study.cells()[0]
    with tempfile.TemporaryDirectory() as folder:
        if study.is_match:
            _played(trial, cell, Path(folder))  # compiles
        start = clock()
        _played(trial, cell, Path(folder))
        seconds = clock() - start
        n_bytes = sum(path.stat().st_size for path in Path(folder).glob("*.parquet"))
    games = study.games * len(study.cells())
    return Cost(seconds * games / n / (jobs if jobs > 0 else cpu_count()), n_bytes * games / n)


def _played(trial: Study, cell: Cell, folder: Path) -> None:
    (play_match_part if trial.is_match else play_part)(trial, cell, 0, folder)
