"""What the first chart of a system's page sets side by side, where its headline compares: ways to play, or figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

import polars as pl

from analysis.errors import KesselError
from analysis.pages.sentences.system import SystemPage
from analysis.systems.answer import Span
from analysis.systems.in_words import decimals_of, in_column
from analysis.systems.outcomes import Outcomes
from analysis.words import minus
from sim.system import Finding, Unit


@dataclass(frozen=True)
class Compared:
    """Bars side by side: `frame` has label, n and said, the number in words; a title of the axis, claim and reading.

    `is_chance` tells that what they count is a chance, whatever the headline of the page counts.
    """

    frame: pl.DataFrame
    title: str
    claim: str
    reading: str
    is_chance: bool


def compared(shown: SystemPage) -> Compared | None:
    """Return what the headline sets side by side as bars; none where it does not, or compares one assumption's values.

    `KesselError` if the system shows something that it does not have.
    """
    system = shown.answer.system
    if not system.shows or followed(shown) is not None or own_law(shown) is not None:
        return None
    if set(system.shows) <= set(system.policies):
        return _ways(shown, system.shows)
    known = {one.id: one for one in shown.answer.findings if one.number is not None}
    if missing := [name for name in system.shows if name not in known]:
        raise KesselError(f"{system.id} shows {missing[0]!r}; expected a side, a factor or findings of it")
    return _figures([known[name] for name in system.shows], shown.answer.headline)


def followed(shown: SystemPage) -> Span | None:
    """Return the assumption whose values the headline compares, if it does."""
    return next((span for span in shown.answer.spans if (span.factor,) == shown.answer.system.shows), None)


def own_law(shown: SystemPage) -> Outcomes | None:
    """Return the law that the headline is about, if it names one."""
    return next((law for law in shown.laws if (law.id,) == shown.answer.system.shows), None)


def _ways(shown: SystemPage, sides: Sequence[str]) -> Compared:
    """Return the answer by how these sides play, the others as they are taken; the central way first."""
    system = shown.answer.system
    rows: dict[str, Fraction] = {}
    for chosen, measure in shown.played.items():
        way = dict(zip(system.policies, chosen, strict=True))
        if all(way[side] == shown.answer.policies[side] for side in way if side not in sides):
            is_told = shown.say(measure) in map(shown.say, rows.values())  # another way to the same has no bar
            rows |= {} if is_told else {_way(shown, way, sides): measure}
    who = f"the {sides[0].capitalize()} side plays" if len(sides) == 1 else "both sides play"
    ends = f"from {shown.say(min(rows.values()))} to {shown.say(max(rows.values()))}"
    things = f" {system.things}" if system.things else ""
    frame = _frame({label: (measure, shown.say(measure)) for label, measure in rows.items()}, system.unit)
    return Compared(
        frame, system.measured, f"How {who} moves the answer {ends}{things}",
        f"Exact, every assumption at its central value [{', '.join(system.rules)}]. The first row is the way that “How "
        "sure” and all other charts take.", shown.is_share,
    )  # fmt: skip


def _way(shown: SystemPage, way: dict[str, str], sides: Sequence[str]) -> str:
    policies = shown.answer.system.policies
    if len(sides) == 1:
        return policies[sides[0]][way[sides[0]]].about
    return "; ".join(f"{side.capitalize()} {policies[side][way[side]].about}" for side in sides)


def _figures(findings: Sequence[Finding], answer: Fraction) -> Compared:
    """Return numbers that were found, each under what tells it from the others; the claim names the answer too."""
    numbers = [one.number for one in findings if one.number is not None]
    decimals, unit = decimals_of(numbers), findings[0].unit
    title, labels = in_common([one.about for one in findings])
    said = [in_column(number, unit, decimals) for number in numbers]
    rows = {label: (number, words) for label, number, words in zip(labels, numbers, said, strict=True)}
    low, high = numbers.index(min(numbers)), numbers.index(max(numbers))
    names = [label.partition(",")[0] for label in labels]
    about = findings[high].about
    first = about if about.startswith(title) else f"{title}, {names[high]}"
    ours = [numbers.index(answer)] if answer in numbers else []
    claim = "; ".join(
        [f"{first}: {said[high]}", *(f"{names[at]}: {said[at]}" for at in dict.fromkeys([*ours, low]) if at != high)]
    )
    rules = ", ".join(dict.fromkeys(one.rules for one in findings))
    return Compared(
        _frame(rows, unit), title, f"{claim[0].upper()}{claim[1:]}",
        f"Exact, every assumption at its central value [{rules}].", unit is Unit.CHANCE,
    )  # fmt: skip


def in_common(abouts: Sequence[str]) -> tuple[str, list[str]]:
    """Return what several descriptions share, whole words, and what is left of each; what is shared has no hole.

    >>> in_common(["steps that the Pak takes", "steps that the Heinkel 111 takes"])
    ('steps that each takes', ['Pak', 'Heinkel 111'])
    >>> in_common(["extra turns after 0 calls", "extra turns after 1 call"])
    ('extra turns', ['after 0 calls', 'after 1 call'])
    >>> in_common(["chance of a call on turn 2", "chance of a call on turn 3"])
    ('chance of a call', ['on turn 2', 'on turn 3'])
    >>> in_common(["turn 1, by day: the run", "turn 2, by night: the run"])
    ('the run', ['turn 1, by day', 'turn 2, by night'])
    """
    tails = {about.rpartition(": ")[2] for about in abouts}
    if len(tails) == 1 and all(": " in about for about in abouts):
        return tails.pop(), [about.rpartition(": ")[0] for about in abouts]
    words = [about.split() for about in abouts]
    head = _alike(words)
    tail = _alike([one[head:][::-1] for one in words])
    first = words[0]
    if head and tail and first[head - 1] == "the":
        shared = [*first[: head - 1], "each", *first[len(first) - tail :]]
    else:
        while head and not tail and first[head - 1] in _BEFORE_A_NAME:
            head -= 1
        shared = [*first[:head], *(["…", *first[len(first) - tail :]] if tail else [])]
    return " ".join(shared), [" ".join(one[head : len(one) - tail]) for one in words]


_BEFORE_A_NAME = ("after", "at", "in", "on", "turn", "with")
"""Words that go with what follows them."""


def _alike(words: Sequence[Sequence[str]]) -> int:
    """Return with how many words all begin alike."""
    return sum(1 for _ in takewhile(lambda at: len(set(at)) == 1, zip(*words, strict=False)))


def _frame(rows: dict[str, tuple[Fraction, str]], unit: Unit) -> pl.DataFrame:
    scale = 100 if unit is Unit.POINTS else 1
    return pl.DataFrame(
        {
            "label": list(rows),
            "n": [float(scale * number) for number, _ in rows.values()],
            "said": [minus(said) for _, said in rows.values()],
        }
    )
