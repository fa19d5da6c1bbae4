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
WHOLE_GAMES = "In whole games between two"
"""How the sentence begins that this script writes into *What it changes*."""
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

    >>> other = "armor has no column"
    >>> print(sentence([(PlayedReading(5, other, "R5=attacker-too", 400, 3.34, 5.015, -0.08, 3.43), 158)]))
    In whole games between two balanced players (400; the Germans lead by 3.3 points on average), 158 games differ if “armor has no column”; the mean moves by +1.7 points (-0.1 to +3.4).
    >>> print(sentence([(PlayedReading(8, other, "R8=best", 400, 3.34, 3.34, 0.0, 0.0), 0)]))
    In whole games between two balanced players (400; the Germans lead by 3.3 points on average), no game differs if “armor has no column”.
    >>> sentence([(PlayedReading(15, other, "R15=towns", 400, 3.34, 3.3, -0.08, -0.02), 9)]).split("; ")[-1]
    'the mean moves by less than 0.05 points (-0.1 to 0.0).'
    """  # noqa: E501 - as printed
    moves = []
    for one, differ in found:
        moved, low, high = map(_tenths, (one.theirs - one.ours, one.low, one.high))
        change = f"; the mean moves by {'less than 0.05' if moved == '0.0' else moved} points ({low} to {high})"
        ends = f"{differ:,} games differ" if differ > 1 else "one game differs" if differ else "no game differs"
        moves.append(f"{ends} if “{one.other}”{change if max(abs(one.low), abs(one.high)) >= 0.05 else ''}")
    ours, games = found[0][0].ours, found[0][0].games
    about = f"{POLICY} players ({games:,}; the Germans lead by {ours:.1f} points on average)"
    return f"{WHOLE_GAMES} {about}, {'; '.join(moves)}."


def _tenths(number: float) -> str:
    """Return a change to a tenth of a point, without a sign where that is none."""
    text = f"{number:+.1f}"
    return "0.0" if text in ("-0.0", "+0.0") else text


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
        before = changes.split(WHOLE_GAMES, 1)[0].strip()
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
