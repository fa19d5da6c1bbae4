"""The number that an entry of ``readings.toml`` asks for: of a system or one of its findings, or a field of a fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from analysis.errors import KesselError
from analysis.fights.summary import Bounded
from analysis.systems.ask import SystemAnswer, ask
from sim.exact import Law
from sim.system import Finding

_Entry = Mapping[str, Any]


def of_a_system(game: str, entry: _Entry, instead: Mapping[str, int], policies: Mapping[str, str]) -> Fraction:
    """Return the headline of an entry's system, or the finding that it names, with other factors and policies.

    Of a finding that is a law it is the mean. `KesselError` names the findings there are.
    """
    found = _asked(game, entry, instead, policies)
    if "finding" not in entry:
        return found.headline
    number = _number(game, entry, found)
    return number.law.mean(lambda value: value) if number.law is not None else number.number or Fraction(0)


def finding_of(game: str, entry: _Entry) -> Finding:
    """Return the finding that an entry names, as we read."""
    return _number(game, entry, _asked(game, entry, {}, {}))


def mean_of(laws: Sequence[Law | None], field: str) -> Bounded:
    """Return the mean of a field of what a fight comes to, with its bounds over a family; the first member is shown."""
    means = [law.marginal(field).mean(lambda value: value) for law in laws if law is not None]
    return Bounded(means[0], min(means), max(means))


def _asked(game: str, entry: _Entry, instead: Mapping[str, int], policies: Mapping[str, str]) -> SystemAnswer:
    factors = {**entry.get("setting", {}), **instead}
    return ask(game, entry["system"], factors, {**entry.get("played", {}), **policies}, spans=False)


def _number(game: str, entry: _Entry, answer: SystemAnswer) -> Finding:
    known = {one.id: one for one in answer.findings if one.number is not None or one.law is not None}
    if entry["finding"] not in known:
        place = f"{game}/readings.toml, ruling {entry['ruling']}"
        raise KesselError(f"{place}: finding {entry['finding']!r}; expected one of {', '.join(known)}")
    return known[entry["finding"]]
