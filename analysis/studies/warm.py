"""Kernels of whole games compiled beside other work, so that a first ``kessel run --all`` need not wait for them."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence

from analysis.children import end_with_parent, python
from analysis.studies.study import Study
from sim.game import load_game
from sim.match.whole import Seats


def compile_beside(studies: Sequence[Study]) -> None:
    """Start to compile what the studies of whole games among these need, in a process that ends with this one."""
    games = sorted({study.game for study in studies if study.is_match})
    if games and not all(study.is_match for study in studies):
        for game in games:  # a process each: what one of them compiles the others need not
            words = ("-m", "analysis.studies.warm", game)
            threading.Thread(target=python, args=words, daemon=True, name=f"compile-beside-{game}").start()


if __name__ == "__main__":
    end_with_parent(os.getppid())
    for game in sys.argv[1:]:
        whole = load_game(game).whole
        whole.play_block(Seats(*whole.usual), 0, 0, 1, True)
