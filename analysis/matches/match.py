"""A match: many whole games between two players, and what comes of them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from scipy.special import ndtri, stdtrit  # all of `scipy.stats` takes a second to import

from sim.game import Game
from sim.match.play import play_blocks
from sim.match.whole import Seats, WholeGame


@dataclass
class Match:
    """Games played between two players, counted as they come, so that memory does not grow with them.

    `margins` counts the games by margin, `sums` adds the other columns of results up.
    """

    whole: WholeGame
    n_boards: int = 1
    seconds: float = 0.0
    margins: Counter[int] = field(default_factory=Counter)
    sums: Counter[str] = field(default_factory=Counter)

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.margins.total()

    @property
    def n_won(self) -> int:
        """How many of them the first side won."""
        return sum(n for margin, n in self.margins.items() if self.whole.level_of(margin)[0] == self.whole.sides[0])

    @property
    def levels(self) -> dict[str, int]:
        """How many games ended at each level, the first side's best first; levels never reached are left out."""
        found: dict[str, int] = {}
        for margin in sorted(self.margins, reverse=True):
            level = self.whole.level_of(margin)[1]
            found[level] = found.get(level, 0) + self.margins[margin]
        return found

    @property
    def share_interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share that the first side wins."""
        z, n, p = float(ndtri(0.975)), self.games, self.n_won / self.games
        center, half = p + z**2 / (2 * n), z * sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        low, high = ((center + side) / (1 + z**2 / n) for side in (-half, half))
        return (0.0 if self.n_won == 0 else low), (1.0 if self.n_won == n else high)

    @property
    def mean_margin(self) -> tuple[float, float]:
        """The mean margin and its standard error, 0 for a single game."""
        n = self.games
        mean = sum(margin * times for margin, times in self.margins.items()) / n
        if n == 1:
            return mean, 0.0
        squares = sum(times * (margin - mean) ** 2 for margin, times in self.margins.items())
        return mean, sqrt(squares / (n - 1) / n)

    @property
    def margin_interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean margin, by Student's t; a single game has none but its own."""
        mean, error = self.mean_margin
        if not error:
            return mean, mean
        half = error * float(stdtrit(self.games - 1, 0.975))
        return mean - half, mean + half

    def as_json(self) -> dict[str, Any]:
        """Return the match as ``kessel match --json`` prints it; the interval is Wilson's at 95 %."""
        low, high = self.share_interval
        mean, error = self.mean_margin
        fought = sum(n for name, n in self.sums.items() if name.startswith(("attacks_", "overruns_")))
        score = {"vp_margin_mean": mean, "vp_margin_se": error} if self.whole.is_scored else {
            "victory": self.levels, "turns_per_game": self.sums["turns"] / self.games,
        }  # fmt: skip
        return {
            "games": self.games, "seconds": round(self.seconds, 3),
            "games_per_s": round(self.games / max(self.seconds, 1e-9), 1),
            f"p_{self.whole.sides[0]}_win": self.n_won / self.games, "ci_low": low, "ci_high": high, **score,
            "attacks_per_game": fought / self.games, "moves_per_game": self.sums["moves"] / self.games,
        }  # fmt: skip

    def lines(self, game: Game) -> list[str]:
        """Return the match in words, the answer first."""
        figures = self.as_json()
        first, second = self.whole.sides
        boards = f" on {self.n_boards} maps of the ensemble" if self.n_boards > 1 else ""
        lines = [
            f"{game.title}: the {first.capitalize()} side wins {figures[f'p_{first}_win']:.1%} of {self.games:,} games"
            f"{boards} (95 % interval {figures['ci_low']:.1%} to {figures['ci_high']:.1%})",
        ]
        if self.whole.is_scored:
            low, high = self.margin_interval
            lines.append(
                f"margin in victory points, {first} less {second}: {figures['vp_margin_mean']:+.1f} "
                f"({low:+.1f} to {high:+.1f})"
            )
        else:
            lines.append(f"{figures['turns_per_game']:.1f} turns a game; what ended it:")
        words = self.whole.words.levels
        lines += [f"  {words.get(level, level)}: {n / self.games:.1%}" for level, n in self.levels.items()]
        lines.append(
            f"{figures['attacks_per_game']:.1f} attacks and overruns, {figures['moves_per_game']:.0f} moves a game; "
            f"{figures['games_per_s']:,.0f} games a second"
        )
        return lines


def match(game: Game, seats: Sequence[Seats], games: int, seed: int, jobs: int) -> Match:
    """Play games 0 to `games` - 1 of a seed; several seats, as over the boards, take an even share each in turn."""
    whole = game.whole
    found = Match(whole, len(seats))
    share, rest = divmod(games, len(seats))
    begun, first = time.perf_counter(), 0
    for at, one in enumerate(seats):
        n = share + (at < rest)
        for _, block in play_blocks(whole, n, seed, one, jobs, first=first):
            for name, column in zip(whole.result_columns, block.results.T.tolist(), strict=True):
                found.sums[name] += sum(column)
                if name == "vp_margin":
                    found.margins.update(column)
        first += n
    found.seconds = time.perf_counter() - begun
    return found
