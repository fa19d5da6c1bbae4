"""The answer of a system, and what each of its assumptions does to it: values, made by `analysis.systems.ask`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from analysis.systems.factor_words import FactorWords
from analysis.systems.in_words import decimals_of
from sim.system import Finding, System


@dataclass(frozen=True)
class Span:
    """What one factor does to the headline as it runs through its range.

    `said` has words for some of its values, `things` what they count, `decimals` how many all spans of an answer show.
    """

    factor: str
    about: str
    value: int
    basis: str
    measures: Mapping[int, Fraction]
    words: FactorWords
    said: Mapping[Fraction, str] = field(default_factory=dict)
    things: str = ""
    decimals: int = 1

    @property
    def low(self) -> Fraction:
        """The lowest headline over the range."""
        return min(self.measures.values())

    @property
    def high(self) -> Fraction:
        """The highest headline over the range."""
        return max(self.measures.values())

    @property
    def step(self) -> Fraction | None:
        """By how much each one more of it moves the headline, where that is the same over three values or more."""
        found = {after - before for before, after in pairwise(self.measures.values())}
        return found.pop() if len(found) == 1 and len(self.measures) > 2 else None

    @property
    def is_bent(self) -> bool:
        """Whether the headline anywhere leaves the straight line between its ends by a tenth of its width or more."""
        (first, start), *_, (last, end) = self.measures.items()
        off = [abs(one - start - (end - start) * (at - first) / (last - first)) for at, one in self.measures.items()]
        return 10 * max(off) >= self.high - self.low > 0


@dataclass(frozen=True)
class SystemAnswer:
    """A system under one setting: its headline, the findings behind, the spans, the basis."""

    game: str
    system: System
    factors: Mapping[str, int]
    policies: Mapping[str, str]
    headline: Fraction
    findings: tuple[Finding, ...]
    spans: tuple[Span, ...]
    basis: str
    at: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def decimals(self) -> int:
        """How many decimals its headline has wherever it stands among others: one number for a page."""
        return decimals_of([self.headline, *(one for span in self.spans for one in span.measures.values())])

    @property
    def low(self) -> Fraction:
        """The lowest headline as any one assumption runs through its range."""
        return min([self.headline, *(span.low for span in self.spans)])

    @property
    def high(self) -> Fraction:
        """The highest headline as any one assumption runs through its range."""
        return max([self.headline, *(span.high for span in self.spans)])
