"""Dice in a chat: read as VASSAL writes them, and held against the exact law of as many fair dice.

How lines look is told by patterns in a file. Whether a player's dice were lucky is an exact test of their sum; over
several players the chances are corrected by Holm's method (1979), so that looking at all of them finds no luck that is
not there.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.errors import KesselError
from sim.border import plain, shown, toml_file

PATTERNS = Path(__file__).with_name("chat_patterns.toml")
MAX_DICE, MAX_SIDES, MAX_LINE = 5_000, 100, 2_000
EXPECTED = "*** 1d6 = 3 *** <player>"


@dataclass(frozen=True)
class Thrown:
    """Dice of one line: who threw them, how many sides each has, how they fell, or their sum alone."""

    line: int
    player: str
    count: int
    sides: int
    dice: tuple[int, ...]

    @property
    def total(self) -> int:
        """What they add up to."""
        return sum(self.dice)


@dataclass(frozen=True)
class DiceLuck:
    """A player's dice of one kind: how many, their sum and its mean, and two chances of fair dice.

    `percentile` is the share of all falls with a lower sum, ties half; `p` the exact chance of a sum at least as far
    out on that side, doubled; `p_all` the same corrected for all players and kinds that were looked at.
    """

    player: str
    sides: int
    n: int
    total: int
    mean: Fraction
    percentile: Fraction
    p: Fraction
    p_all: Fraction


def thrown(lines: Iterable[str], label: str, patterns: Path = PATTERNS) -> list[Thrown]:
    """Return the dice of a chat, line by line; lines without dice say nothing. `KesselError` if there are none."""
    known = _patterns(patterns)
    found = []
    for n, line in enumerate(lines, 1):
        if (match := next(filter(None, (one.search(line[:MAX_LINE]) for one in known)), None)) is not None:
            found.append(_of(match, f"{label}, line {n}", n))
    if not found:
        raise KesselError(f"{label}: no line with dice; expected lines such as {EXPECTED}, or a pattern of your own")
    if sum(one.count for one in found) > MAX_DICE:
        raise KesselError(f"{label}: more than {MAX_DICE:,} dice; expected no more at once")
    return found


def _patterns(path: Path) -> list[re.Pattern[str]]:
    entries = toml_file(path, path.name).get("pattern", [])
    found = []
    for at, entry in enumerate(entries if isinstance(entries, list) else [], 1):
        text = entry.get("line") if isinstance(entry, dict) else None
        try:
            one = re.compile(text if isinstance(text, str) else "(")
        except re.error as error:
            raise KesselError(f"{path.name}, [[pattern]] {at}: {shown(text)} is no pattern ({error})") from None
        if not {"dice", "player"} <= set(one.groupindex):
            raise KesselError(f"{path.name}, [[pattern]] {at}: expected named parts dice and player")
        found.append(one)
    if not found:
        raise KesselError(f"{path.name}: no [[pattern]]; expected one or more")
    return found


def _of(match: re.Match[str], place: str, line: int) -> Thrown:
    groups = match.groupdict()
    dice = [int(one) for one in re.findall(r"\d{1,6}", groups["dice"])]
    count, sides = int(groups.get("count") or len(dice)), int(groups.get("sides") or 6)
    if not 1 <= count <= MAX_DICE or not 2 <= sides <= MAX_SIDES:
        raise KesselError(f"{place}: {count}d{sides}; expected 1 to {MAX_DICE:,} dice of 2 to {MAX_SIDES} sides")
    is_sum = len(dice) == 1 and count > 1
    if not is_sum and len(dice) != count:
        raise KesselError(f"{place}: {len(dice)} numbers for {count} dice; expected each die, or their sum")
    low, high = (count, count * sides) if is_sum else (1, sides)
    if any(not low <= one <= high for one in dice):
        raise KesselError(f"{place}: {shown(groups['dice'])} of {count}d{sides}; expected numbers from {low} to {high}")
    return Thrown(line, plain(groups["player"]).strip(), count, sides, tuple(dice))


def dice_luck(found: Iterable[Thrown]) -> list[DiceLuck]:
    """Return the luck of each player's dice, by kind of dice, players in the order in which they first threw."""
    sums: dict[tuple[str, int], list[int]] = defaultdict(lambda: [0, 0])
    for one in found:
        entry = sums[one.player, one.sides]
        entry[0] += one.count
        entry[1] += one.total
    rows = [(player, sides, n, total, *_chances(n, sides, total)) for (player, sides), (n, total) in sums.items()]
    corrected = _holm([row[5] for row in rows])
    return [
        DiceLuck(player, sides, n, total, Fraction(n * (sides + 1), 2), percentile, p, p_all)
        for (player, sides, n, total, percentile, p), p_all in zip(rows, corrected, strict=True)
    ]


def _chances(n: int, sides: int, total: int) -> tuple[Fraction, Fraction]:
    """Return the percentile of a sum among all falls of n dice, and the exact two-sided chance of one as far out."""
    ways = _ways(n, sides)
    below, at = int(sum(ways[: total - n])), int(ways[total - n])
    every = sides**n
    tail = min(below + at, every - below)
    return Fraction(2 * below + at, 2 * every), min(Fraction(2 * tail, every), Fraction(1))


@cache
def _ways(n: int, sides: int) -> NDArray[np.object_]:
    """Return in how many ways n dice show each sum, from n on: by halves, in whole numbers."""
    if n == 1:
        return np.ones(sides, object)
    half = _ways(n // 2, sides)
    both = _times(half, half)
    return both if n % 2 == 0 else _times(both, _ways(1, sides))


def _times(one: NDArray[np.object_], other: NDArray[np.object_]) -> NDArray[np.object_]:
    """Return the product of two polynomials: through one huge whole number each, which Python multiplies fast."""
    bits = (int(one.sum()) * int(other.sum())).bit_length() + 1
    size = -(-bits // 8)
    packed = [
        int.from_bytes(b"".join(int(ways).to_bytes(size, "little") for ways in each), "little") for each in (one, other)
    ]
    n = len(one) + len(other) - 1
    raw = (packed[0] * packed[1]).to_bytes(size * (n + 1), "little")
    return np.array([int.from_bytes(raw[at * size : (at + 1) * size], "little") for at in range(n)], object)


def _holm(chances: list[Fraction]) -> list[Fraction]:
    """Return chances corrected for having looked at all of them (Holm 1979)."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found, least = [Fraction(1)] * len(chances), Fraction(0)
    for rank, at in enumerate(order):
        least = max(least, min(Fraction(1), chances[at] * (len(chances) - rank)))
        found[at] = least
    return found


def fights_to_fill(found: Iterable[Thrown]) -> list[str]:
    """Return a line a roll for `kessel luck`, with what a chat does not tell left to be filled in."""
    return [f"attack=?,defense=?,dice={' '.join(map(str, one.dice))}" for one in found if len(one.dice) == one.count]


def as_json(found: Iterable[DiceLuck]) -> list[dict[str, Any]]:
    """Return the luck of dice as ``kessel luck --chat --json`` prints it; fractions as text."""
    return [
        {"player": one.player, "sides": one.sides, "dice": one.n, "total": one.total, "expected": str(one.mean),
         "percentile": float(one.percentile), "p": float(one.p), "p_all": float(one.p_all)}
        for one in found
    ]  # fmt: skip
