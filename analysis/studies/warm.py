"""Kernels of whole games compiled beside other work, so that a first ``kessel run --all`` need not wait for them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Sequence

from analysis.children import end_with_parent, python
from analysis.studies.study import Study
from sim.game import load_game
from sim.match.whole import Seats


class Compiling:
    """Kernels on their way: a process a game, which ends with this one."""

    def __init__(self, games: Iterable[str]) -> None:
        """Start a process for each game: what one of them compiles the others need not."""
        self._threads = {game: threading.Thread(target=python, args=_words(game), daemon=True) for game in games}
        for thread in self._threads.values():
            thread.start()

    def wait_for(self, game: str) -> None:
        """Wait until the kernels of a game are there: who needs them sooner would compile them a second time."""
        if game in self._threads:
            self._threads[game].join()


def compile_beside(studies: Sequence[Study]) -> Compiling:
    """Start to compile what the studies of whole games among these need, if there is other work meanwhile."""
    games = sorted({study.game for study in studies if study.is_match})
    return Compiling(() if all(study.is_match for study in studies) else games)


def _words(game: str) -> tuple[str, ...]:
    return "-m", "analysis.studies.warm", game


if __name__ == "__main__":
    end_with_parent(os.getppid())
    for game in sys.argv[1:]:
        whole = load_game(game).whole
        whole.play_block(Seats(*whole.usual), 0, 0, 1, True)
