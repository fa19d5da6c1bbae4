"""What the other readings of Leningrad's rulings do to the whole game, played anew on common dice and written down.

    python -m benchmarks.played_readings [GAMES] [JOBS]

Rewrites the matches of the game's ``readings.toml`` and the sentences of its RULINGS.md that quote them. The seats and
the seed are those that `tests/analysis/sources/test_handled.py` plays again; run it after a change of players or rules.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from analysis.lab.changes.paired import gain_of
from analysis.sources.handled import PlayedReading, played_readings
from sim.game import GAMES
from sim.games.leningrad.played import WHOLE
from sim.match.play import play_match
from sim.match.whole import Seats

GAME = "leningrad"
POLICY = "balanced"
_MATCH = re.compile(r'(?m)^reading = "(?P<reading>[^"]+)"\ngames = .+\nours = .+\ntheirs = .+\nlow = .+\nhigh = .+$')
_ABOUT = re.compile(r"(?m)^# What they do to the whole game: [\d,]+ games of")


def margins(games: int, jobs: int, readings: tuple[tuple[str, str], ...] = ()) -> NDArray[np.int64]:
    """Return the margins of a match under other readings, shape (games,)."""
    return play_match(WHOLE, games, 0, Seats(POLICY, POLICY, readings=readings), jobs).columns["vp_margin"]


def measured(one: PlayedReading, ours: NDArray[np.int64], jobs: int) -> tuple[PlayedReading, int]:
    """Return a reading as played now, and in how many games it made a difference to the margin."""
    name, _, value = one.reading.partition("=")
    theirs = margins(len(ours), jobs, ((name, value),))
    gain = gain_of(theirs - ours)
    numbers = (
        round(float(ours.mean()), 4),
        round(float(theirs.mean()), 4),
        round(gain.ci_low, 2),
        round(gain.ci_high, 2),
    )
    return PlayedReading(one.ruling, one.other, one.reading, len(ours), *numbers), int((theirs != ours).sum())


def sentence(found: list[tuple[PlayedReading, int]]) -> str:
    """Return what the readings of one ruling do to the whole game, in words.

    >>> print(sentence([(PlayedReading(5, "", "R5=attacker-too", 400, 3.34, 5.015, -0.08, 3.43), 158)]))
    In the whole game the mean margin, +3.3 for the Germans in 400 games of `balanced`, moves by +1.7 points with `R5=attacker-too` (-0.1 to +3.4, 158 of 400 games differ).
    """  # noqa: E501 - as printed
    moves = []
    for one, differ in found:
        count = f"{differ:,} of {one.games:,} games differ" if differ else "no game differs"
        change = f"{one.theirs - one.ours:+.1f} points with `{one.reading}`"
        moves.append(f"{change} ({one.low:+.1f} to {one.high:+.1f}, {count})")
    ours, games = found[0][0].ours, found[0][0].games
    about = f"the mean margin, {ours:+.1f} for the Germans in {games:,} games of `{POLICY}`, moves by"
    return f"In the whole game {about} {'; '.join(moves)}."


def rewrite_matches(path: Path, found: list[tuple[PlayedReading, int]]) -> None:
    """Write the numbers of the matches into a ``readings.toml``."""
    by_reading = {one.reading: one for one, _ in found}

    def numbers(match: re.Match[str]) -> str:
        one = by_reading[match["reading"]]
        return (f'reading = "{one.reading}"\ngames = {one.games}\nours = {one.ours}\ntheirs = {one.theirs}\n'
                f"low = {one.low}\nhigh = {one.high}")  # fmt: skip

    text = _MATCH.sub(numbers, path.read_text(encoding="utf8"))
    text = _ABOUT.sub(f"# What they do to the whole game: {found[0][0].games:,} games of", text)
    path.write_text(text, encoding="utf8")


def rewrite_rulings(path: Path, found: list[tuple[PlayedReading, int]]) -> None:
    """Write the sentences that quote the matches into RULINGS.md, at the end of *What it changes* of each ruling."""
    parts = re.split(r"(?m)^(?=## R\d+ )", path.read_text(encoding="utf8"))
    for ruling in sorted({one.ruling for one, _ in found}):
        said = sentence([(one, differ) for one, differ in found if one.ruling == ruling])
        at = next(k for k, part in enumerate(parts) if part.startswith(f"## R{ruling} "))
        head, label, changes = parts[at].rpartition("**What it changes:** ")
        before = changes.split("In the whole game the mean margin", 1)[0].strip()
        parts[at] = f"{head}{label}{before} {said}\n" + ("\n" if parts[at].endswith("\n\n") else "")
    path.write_text("".join(parts), encoding="utf8")


def main(games: int = 1000, jobs: int = 2) -> None:
    """Play every reading that is kept and write what it does."""
    ours = margins(games, jobs)
    found = [measured(one, ours, jobs) for one in played_readings(GAME)]
    rewrite_matches(GAMES / GAME / "readings.toml", found)
    rewrite_rulings(GAMES / GAME / "RULINGS.md", found)
    for one, differ in found:
        print(f"{one.reading}: {one.theirs - one.ours:+.2f} ({one.low:+.2f} to {one.high:+.2f}), {differ} games differ")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
