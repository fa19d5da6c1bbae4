"""Every player of Leningrad against every other on common dice, and what looking ahead gains: tables in Markdown.

    python -m benchmarks.players [GAMES] [SEED] [JOBS]

The margin is in victory points, German less Soviet, with its 95 % interval. A gain is paired: the same rival, the same
dice, only the player differs.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from analysis.lab.changes.paired import Gain, gain_of
from sim.games.leningrad.played import WHOLE
from sim.match.play import play_match
from sim.match.whole import Seats

QUICK = ("cautious", "balanced", "bold", "tuned")
FIELD = (*QUICK, "strong")
EXTRA = (("deep", "strong"), ("patient", "strong"), ("closer", "tuned"))
"""Who is compared with whom besides: more budget with the budget, the search of the last turns with its habit."""


def margins(german: str, soviet: str, games: int, seed: int, jobs: int) -> NDArray[np.int64]:
    """Return the margins of a match, shape (games,)."""
    return play_match(WHOLE, games, seed, Seats(german, soviet), jobs).columns["vp_margin"]


def main(games: int = 200, seed: int = 1812, jobs: int = 2) -> None:
    """Play all pairs and print the tables."""
    played = {(g, s): margins(g, s, games, seed, jobs) for g in FIELD for s in FIELD}
    print(f"Mean margin (95 % interval), German share of wins; n = {games} a cell, seed {seed}.\n")
    print("| German | " + " | ".join(f"Soviet {s}" for s in FIELD) + " |\n|---" + "|---" * len(FIELD) + "|")
    for g in FIELD:
        cells = []
        for s in FIELD:
            gain = gain_of(played[g, s])
            won = float((played[g, s] > 0).mean())
            cells.append(f"{gain.mean:+.1f} ({gain.ci_low:+.1f} to {gain.ci_high:+.1f}), {won:.0%}")
        print(f"| {g} | " + " | ".join(cells) + " |")
    print("\nWhat looking ahead gains over each quick player of its side, paired, in victory points a game:\n")
    print("| side, against | " + " | ".join(f"over {q}" for q in QUICK) + " |\n|---" + "|---" * len(QUICK) + "|")
    for rival in FIELD:
        gains = [gain_of(played["strong", rival] - played[q, rival]) for q in QUICK]
        print(f"| German, {rival} | " + " | ".join(_short(gain) for gain in gains) + " |")
    for rival in FIELD:
        gains = [gain_of(played[rival, q] - played[rival, "strong"]) for q in QUICK]
        print(f"| Soviet, {rival} | " + " | ".join(_short(gain) for gain in gains) + " |")
    print()
    for new, old in EXTRA:
        for rival in ("tuned", "strong"):
            german = gain_of(margins(new, rival, games, seed, jobs) - played[old, rival])
            soviet = gain_of(played[rival, old] - margins(rival, new, games, seed, jobs))
            print(f"{new} over {old}, against {rival}: German {german}; Soviet {soviet}")
    begun = time.process_time()
    margins("strong", "strong", 20, seed + 1, 1)
    print(f"\nstrong against strong: {(time.process_time() - begun) / 20 * 1000:.0f} ms of one core a game")


def _short(gain: Gain) -> str:
    return f"{gain.mean:+.1f} ({gain.ci_low:+.1f} to {gain.ci_high:+.1f})"


if __name__ == "__main__":
    main(*(int(text) for text in sys.argv[1:]))
