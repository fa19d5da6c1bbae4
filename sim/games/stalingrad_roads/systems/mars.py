"""Operation Mars [6]: a marker on a track that our source lacks; its shape is assumed, its ends and turns printed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.errors import GameError
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, WINDOWS, is_within
from sim.laws import law_of
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import OPEN, Found, often

TURNS = tuple(turn for i, turn in enumerate(CAMPAIGN, 1) if is_within(WINDOWS["mars_phase"], i))
"""NOV IV to DEC III [6.1.1]."""


def mars_place(place: ArrayLike, rolls: Rolls, spaces: int, back_roll: int, forward_roll: int) -> NDArray[np.int8]:
    """Return the marker's place after a roll, shape (...); rolls (..., 2); 0 is Status Quo [6.1].

    Low rolls move it toward collapse, at minus `spaces`, high ones toward the breakthrough, at plus `spaces`; from
    either end it does not come back. Raises `GameError` where a roll would do both.

    >>> [int(mars_place(at, np.array([6, 6], np.int8), 2, 5, 9)) for at in (-2, 0, 2)]
    [-2, 1, 2]
    """
    if back_roll >= forward_roll:
        raise GameError(f"a roll of {forward_roll} moves Mars both ways; expected more than {back_roll}")
    place, total = np.asarray(place), rolls[..., 0] + rolls[..., 1]
    step = (total >= forward_roll).astype(np.int8) - (total <= back_roll)
    return np.where(np.abs(place) == spaces, place, place + step).astype(np.int8)


def mars_chances(factors: Mapping[str, int]) -> dict[int, Fraction]:
    """Return the chance of each place after DEC III, from the collapse to the breakthrough [6.1.3]."""
    rolls, spaces = all_rolls(2), factors["spaces"]
    places = {0: Fraction(1)}
    for _ in TURNS:
        after = dict.fromkeys(range(-spaces, spaces + 1), Fraction(0))
        for place, p in places.items():
            moved = mars_place(np.full(len(rolls), place), rolls, spaces, factors["back_roll"], factors["forward_roll"])
            for to in moved.tolist():
                after[to] += p / len(rolls)
        places = after
    return places


def breakthrough(setting: Setting) -> Fraction:
    """Return the chance that Operation Mars breaks through by DEC III."""
    factors = wholes(setting.factors)
    return mars_chances(factors)[factors["spaces"]]


def mars_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of the marker's place after DEC III, counted from the collapse, with the space's name."""
    factors = wholes(setting.factors)
    spaces, names = factors["spaces"], _names(factors["spaces"])
    chances = {place + spaces: p for place, p in mars_chances(factors).items() if p}
    about = "space of the Mars marker after DEC III"
    yield Finding("place", about, "6.1", law=law_of("place", chances), labels={"place": names})


def _names(spaces: int) -> tuple[str, ...]:
    """Return the names of the spaces, from the collapse to the breakthrough, so many to either side of Status Quo."""
    ends = [[f"{n} toward {end}" for n in range(1, spaces)] for end in ("collapse", "breakthrough")]
    return ("collapse", *reversed(ends[0]), "Status Quo", *ends[1], "breakthrough")


def verdict(found: Found) -> str:
    """Say how often Mars breaks through, how often it collapses, and what decides."""
    collapse = found.law("place").probability(lambda place: place == 0)
    said, other = f"Mars breaks through in {often(found.value)}", f"collapses in {often(collapse)}"
    if abs(collapse - found.value) < Fraction(1, 50):
        other = "collapses as often"
    low, high = found.span("spaces")
    if high < 2 * low:
        return f"{said} and {other}."
    return f"{OPEN}: the track is not printed. By our guess {said} and {re.sub(' games? in ', ' in ', other)}."


SYSTEM = System(
    id="mars",
    title="Operation Mars",
    order=6,
    group=Group.COMMAND,
    factors=factors_of("stalingrad_roads", "mars_factors"),
    policies={},
    question="How likely is it that Operation Mars breaks through?",
    rules=("6.1",),
    tables=("turn_windows", "turn_track", "mars_factors"),
    unprinted=("spaces", "back_roll", "forward_roll"),
    measured="chance of the Soviet breakthrough by DEC III, on a track that we assume",
    measure=breakthrough,
    find=mars_findings,
    unit=Unit.CHANCE,
    good_for="soviet",
    verdict=verdict,
)
