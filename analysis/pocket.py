"""Questions about the Stalingrad pocket: how long it lasts, what each airlift DRM is worth, which assumption matters.

Every figure here is exact: the chain over turns is cheap enough to be run once a question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sim.exact import Law
from sim.game import Factor, Scenario, Setting, load_game
from sim.play import play_exactly
from sim.tables import load_list

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Worth:
    """What a modifier or a factor is worth: turns above level 1 without it (or at least) and with it (or at most)."""

    id: str
    about: str
    value: int
    low: Fraction
    high: Fraction
    basis: str

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
        worths.append(Worth(row["id"], row["condition"], int(row["value"]), never, always, "rulebook"))
    return sorted(worths, key=lambda worth: worth.gain)


def factor_spans(policies: Mapping[str, str] | None = None) -> list[Worth]:
    """Return the lowest and highest answer as each assumption runs through its range, all others central.

    How long a window lasts is studied together with when it opens: the window is as long as its range allows while
    its first turn varies.
    """
    scenario = pocket()
    spans = []
    for factor in scenario.factors.values():
        values = range(factor.low, factor.high + 1)
        held = _window_held_open(scenario, factor.id)
        answers = [turns_above_1(scenario.setting({**held, factor.id: value}, policies)) for value in values]
        spans.append(Worth(factor.id, factor.about, factor.value, min(answers), max(answers), factor.basis))
    return sorted(spans, key=lambda span: span.gain, reverse=True)


def _window_held_open(scenario: Scenario, factor: str) -> dict[str, int]:
    event, _, kind = factor.rpartition("_")
    length = f"{event}_turns"
    return {length: scenario.factors[length].high} if kind == "from" and length in scenario.factors else {}


def worth_frame(worths: list[Worth]) -> pl.DataFrame:
    """Return worths as the bars draw them."""
    import polars as pl

    factors = pocket().factors
    return pl.DataFrame(
        [
            {
                "label": worth.id.replace("_", " ") + (f" ({worth.value:+d})" if worth.basis == "rulebook" else ""),
                "value": worth.value, "low": float(worth.low), "high": float(worth.high), "basis": worth.basis,
                "gain": float(worth.gain), "span": float(worth.gain), "exactly": _short(worth.gain),
                "range": _range(factors, worth),
            }
            for worth in worths
        ]
    )  # fmt: skip


def _range(factors: Mapping[str, Factor], worth: Worth) -> str:
    if worth.basis == "rulebook":
        return "never, always"
    return f"{factors[worth.id].low} to {factors[worth.id].high}"


def _short(value: Fraction) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"a fraction over {len(str(value.denominator))} digits"
