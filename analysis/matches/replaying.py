"""One game played phase by phase, from its set-up or from a saved position, with all that a replay shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pyarrow.compute as pc

from analysis.errors import KesselError
from analysis.matches.chances import Chance, chances
from analysis.progress import tracked
from sim.match.play import Played
from sim.match.saved import Saved
from sim.match.whole import Seats, WholeGame

MOST = 48
"""Stops at which the chances are asked at most, if turns have more than one."""


@dataclass(frozen=True)
class Walked:
    """A game and where it could be stopped: `stops` are the positions before each phase, the last one after the end."""

    whole: WholeGame
    seats: Seats
    played: Played
    stops: Sequence[Saved]

    @property
    def hidden(self) -> dict[str, str]:
        """The counter under every unit that was still unseen at the first stop."""
        return dict(self.whole.positions.hidden(self.stops[0]))

    def at(self, text: str) -> Saved:
        """Return the stop before a phase, as ``5`` (turn 5) or ``5.6`` (its sixth phase); `KesselError` if none."""
        turn, _, phase = text.partition(".")
        found = [one for one in self.stops if f"{one.turn}" == turn and f"{one.phase}" == (phase or "1")]
        if not found:
            first, last = self.stops[0], self.stops[-2] if len(self.stops) > 1 else self.stops[0]
            raise KesselError(
                f"--save is {text!r}; expected a turn, or turn.phase, from {first.turn}.{first.phase} "
                f"to {last.turn}.{last.phase}"
            )
        return found[0]

    def chances(self, n: int, jobs: int = 2) -> list[Chance]:
        """Return the chances at the first stop, where the sides take turns, and at the end, from n games each.

        A game of many turns is asked at the beginning of each turn alone.
        """
        assert self.played.events is not None
        table = self.played.events.table
        begun = table.filter(pc.equal(table["kind"], "phase")).select(["phase", "side"]).to_pylist()
        sides = {row["phase"]: row["side"] for row in begun}
        halves = {phase for phase in sides if sides.get(phase - 1) != sides[phase]}
        wanted = [one for one in self.stops[1:-1] if one.phase in halves]
        if len(wanted) > MOST:
            wanted = [one for one in wanted if one.phase == min(halves)]
        return chances(self.whole, [self.stops[0], *wanted, self.stops[-1]], self.seats, n, jobs)


def walked(
    whole: WholeGame, seats: Seats, seed: int, game: int, start: Saved | None = None, *, is_watched: bool = False
) -> Walked:
    """Play a game, or the rest of one from `start`, and keep every stop on the way; a bar shows that it goes on.

    The bar is there only if the game `is_watched` and takes its time.
    """
    walk = whole.positions.walk(seats, seed, game, start)
    stops = list(tracked(walk, "playing", None, is_kept=False) if is_watched else walk)
    result, events, turns = whole.positions.resume(stops[-1], seats)
    return Walked(whole, seats, Played(result, events, turns), stops)
