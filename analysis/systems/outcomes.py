"""A law of one field as a reader meets it: its values in words, "never" last, and where nine cases in ten lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from sim.system import Finding

_FILLED = 80
"""Values between the lowest and the highest that are shown although they never come, so that an axis has no holes."""


@dataclass(frozen=True)
class Outcomes:
    """A law of one field: what it is, its values in words, in order, with their chances.

    `numbers` are the `values` themselves, one that stands for "never" one beyond the last; `is_worded` says that they
    are named by words, such as the levels of victory, whose order need not mean anything.
    """

    id: str
    about: str
    rules: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    chances: tuple[Fraction, ...]
    fractions: tuple[str, ...]
    values: tuple[int, ...]
    is_worded: bool
    has_never: bool

    @property
    def mean(self) -> Fraction:
        """The mean, "never" counted as one beyond the last value."""
        return sum((n * p for n, p in zip(self.numbers, self.chances, strict=True)), Fraction(0))

    @property
    def likeliest(self) -> tuple[str, Fraction]:
        """The likeliest value and its chance."""
        return max(zip(self.names, self.chances, strict=True), key=lambda one: one[1])

    @property
    def is_certain(self) -> bool:
        """Whether there is but one value."""
        return max(self.chances) == 1

    def at(self, q: Fraction) -> int:
        """Return the place of the first value that the law stays at or below with a chance of at least q."""
        return next(i for i, p in enumerate(accumulate(self.chances)) if p >= q)

    @property
    def nine_in_ten(self) -> tuple[str, str]:
        """The values between which nine cases in ten or more lie, a twentieth or less on either side."""
        return self.names[self.at(Fraction(1, 20))], self.names[self.at(Fraction(19, 20))]

    @property
    def inside(self) -> Fraction:
        """The chance of a value within `nine_in_ten`: nine tenths or more, all of it where nothing lies outside."""
        return sum(self.chances[self.at(Fraction(1, 20)) : self.at(Fraction(19, 20)) + 1], Fraction(0))

    @property
    def nine_in_ten_numbers(self) -> tuple[int, int]:
        """The same as numbers."""
        return self.numbers[self.at(Fraction(1, 20))], self.numbers[self.at(Fraction(19, 20))]


def outcomes_of(finding: Finding, turns: Sequence[str] = ()) -> Outcomes:
    """Return the law of a single field in words; `turns` are the names of the game turns, `System.turns`.

    What 0 stands for, and whether the values are game turns, are fields of the finding.
    """
    assert finding.law is not None
    law = {value: p for (value,), p in finding.law}
    labels = finding.labels.get(finding.law.fields[0], ())
    never = finding.zero if 0 in law else ""
    order = sorted(law, key=lambda value: (bool(never) and value == 0, value))
    real = order[:-1] if never else order
    if not labels and real and real[-1] - real[0] <= _FILLED:
        order = [*range(real[0], real[-1] + 1), *([0] if never else [])]
    turns = turns if finding.is_turn and max(order) <= len(turns) else ()
    names = [labels[v].replace("_", " ") if labels else turns[v - 1] if turns and v else str(v) for v in order]
    if never:
        names[-1] = never
    numbers = [*order[:-1], max(order) + 1] if never else order
    return Outcomes(
        finding.id, finding.label or finding.about, finding.rules, tuple(names), tuple(numbers),
        tuple(law.get(value, Fraction(0)) for value in order), tuple(str(law.get(value, 0)) for value in order),
        tuple(order), bool(labels) and not all(name.isdigit() for name in names[: -1 if never else None]), bool(never),
    )  # fmt: skip
