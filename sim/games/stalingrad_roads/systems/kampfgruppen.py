"""The Kampfgruppen in their cup [8.15], which take the place of lost elite divisions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from sim.errors import GameError
from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, figure, roughly

_STEPS_ONE, _STEPS_TWO = 1, 2
"""Steps of the armored Kampfgruppen [8.15.4]."""


def group_steps_law(groups: int, two_step: int, drawn: int) -> Law:
    """Return the law of the steps of some armored Kampfgruppen drawn at random and never put back [8.15].

    `two_step` of the `groups` have two steps; once all are used no more come [8.15.9]. Raises `GameError` where more
    have two steps than there are.

    >>> group_steps_law(2, 1, 1).counts, group_steps_law(2, 1, 5).counts
    ({(1,): 1, (2,): 1}, {(3,): 1})
    """
    # [8.15.1, 8.15.8]
    if not 0 <= two_step <= groups:
        raise GameError(f"{two_step} Kampfgruppen of two steps among {groups}; expected 0 to {groups}")
    n = min(drawn, groups)
    counts: dict[tuple[int, ...], int] = {}
    for strong in range(max(0, n - (groups - two_step)), min(n, two_step) + 1):
        steps = strong * _STEPS_TWO + (n - strong) * _STEPS_ONE
        counts[(steps,)] = comb(two_step, strong) * comb(groups - two_step, n - strong)
    return Law(("steps",), counts, comb(groups, n))


def _steps(setting: Setting) -> Law:
    factors = wholes(setting.factors)
    return group_steps_law(factors["armored_groups"], factors["two_step_groups"], factors["armored_lost"])


def steps_back(setting: Setting) -> Fraction:
    """Return how many steps Kampfgruppen are expected to give back for lost elite divisions."""
    # [8.15.5, 8.15.7, 8.15.8]
    factors = wholes(setting.factors)
    infantry = min(factors["infantry_groups"], factors["infantry_lost"])
    return _steps(setting).mean(lambda steps: steps) + infantry


def kampfgruppen_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of the armored steps, and how many losses find the cup empty."""
    factors = wholes(setting.factors)
    yield Finding("steps", "steps of the armored Kampfgruppen drawn", "8.15", law=_steps(setting))
    each = 1 + Fraction(factors["two_step_groups"], factors["armored_groups"])
    yield Finding("armored_each", "steps of an armored Kampfgruppe on average", "8.15.4", number=each)
    for kind in ("armored", "infantry"):
        late = max(factors[f"{kind}_lost"] - factors[f"{kind}_groups"], 0)
        yield Finding(
            f"{kind}_too_late", f"{kind} divisions lost after the last Kampfgruppe", "8.15.9", number=Fraction(late)
        )


def verdict(found: Found) -> str:
    """Say how many steps come back for the losses that we assume, and what an armored division gives on average."""
    if not found.value:
        return "Kampfgruppen give nothing back until an elite division is destroyed."
    each = f"about {figure(found.number('armored_each'))} for each elite armored division lost"
    return f"With the losses we assume, Kampfgruppen give back {roughly(found.value, 'step')}, {each}."


SYSTEM = System(
    id="kampfgruppen",
    title="Kampfgruppen for lost elite divisions",
    order=7,
    group=Group.REINFORCEMENTS,
    factors=factors_of("stalingrad_roads", "kampfgruppen_factors"),
    policies={},
    question="How many steps do Kampfgruppen give back?",
    rules=("8.15",),
    tables=("kampfgruppen_factors",),
    shows=("armored_lost",),
    measured="steps of Kampfgruppen that take the place of elite divisions",
    things="steps",
    measure=steps_back,
    find=kampfgruppen_findings,
    good_for="axis",
    verdict=verdict,
)
