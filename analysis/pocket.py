"""Questions about the Stalingrad pocket: how long it lasts, and what each airlift DRM is worth.

Every figure here is exact: the chain over turns is cheap enough to be run once a question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from analysis.estimate import quantile
from analysis.track import short
from sim.exact import Law
from sim.game import Scenario, Setting, load_game
from sim.play import play_exactly
from sim.tables import load_list

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Worth:
    """What a modifier is worth: turns above level 1 without it and with it."""

    id: str
    about: str
    value: int
    low: Fraction
    high: Fraction

    @property
    def gain(self) -> Fraction:
        """Turns gained from low to high."""
        return self.high - self.low


def pocket() -> Scenario:
    """Return the scenario."""
    scenario: Scenario = load_game("stalingrad_roads").chapter("scenarios").SCENARIOS["pocket"]
    return scenario


def final_law(setting: Setting) -> Law:
    """Return the exact law of the two endings and the last level."""
    *_, last = play_exactly(pocket(), setting)
    return last.law("first_turn_at_1", "surrender_turn", "level")


def turns_above_1(setting: Setting) -> Fraction:
    """Return how many turns the pocket is expected to stay above level 1, of the scenario's turns.

    The turn on which it first stands at 1 is not counted.
    """
    turns = len(pocket().turns)
    return final_law(setting).mean(lambda first_turn_at_1, surrender_turn, level: (first_turn_at_1 or turns + 1) - 1)


def drm_worth(policies: Mapping[str, str] | None = None) -> list[Worth]:
    """Return what each airlift DRM is worth if it applies once on every roll instead of never, all else central.

    The limits of -4 and +2 hold, so a DRM is worth less where others already reach them.
    """
    scenario = pocket()
    base = scenario.setting(None, policies)
    worths = []
    for row in load_list("stalingrad_roads", "airlift_drm").rows:
        never, always = (turns_above_1(replace(base, forced={row["id"]: times})) for times in (0, 1))
        worths.append(Worth(row["id"], row["condition"], int(row["value"]), never, always))
    return sorted(worths, key=lambda worth: worth.gain)


def worth_frame(worths: list[Worth]) -> pl.DataFrame:
    """Return worths as the bars draw them: label and told in words, value, gain, exactly."""
    import polars as pl

    return pl.DataFrame(
        [
            {
                "label": f"{worth.about} ({worth.value:+d})", "told": f"{float(worth.gain):+.2f} turns",
                "value": worth.value, "gain": float(worth.gain), "exactly": short(str(worth.gain)),
            }
            for worth in worths
        ]
    )  # fmt: skip


def fallen_by(shares: Sequence[tuple[int, float]], turns: int, q: float) -> int:
    """Return the turn by which a share q of games stands at level 1, one beyond the last where fewer do.

    `shares` are pairs of the first turn at level 1, 0 for never, and the share of games.

    >>> [fallen_by([(0, 0.25), (4, 0.5), (6, 0.25)], 10, q) for q in (0.5, 0.75, 0.9)]
    [4, 6, 11]
    """
    order = sorted((turn or turns + 1, share) for turn, share in shares)
    return quantile([turn for turn, _ in order], [share for _, share in order], q)
