"""A factor in words: what it is without the codes of its numbers, and each value as a reader says it.

The words are fields of the factor, `label`, `short` and `values`, and whether its values are game turns, which then go
by their names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sim.system import Factor

_CODE = re.compile(r"(, | \()rulings? (R\d+(?:, R\d+)*)\)?$")
"""The ruling that a label ends with, alone in brackets or after the rule: "(ruling R15)", "(3.4, ruling R1)"."""


@dataclass(frozen=True)
class FactorWords:
    """What a factor is, and what its values say where they say more than their number."""

    label: str
    values: Mapping[int, str]
    short: str
    """The label without what explains it, as it stands within a sentence."""

    ruling: str = ""
    """The ruling whose readings the factor chooses between, "R15"; it stands in the table of assumptions only."""

    def value(self, number: int) -> str:
        """Return a value in words."""
        return self.values.get(number, str(number))

    def at(self, number: int) -> str:
        """Return a value in words after a figure: "at 4", "at 25 %", "never"."""
        said = self.values.get(number, str(number))
        return f"at {said}" if said == str(number) or said.endswith(" %") else said


def factor_words(factor: Factor, turns: Sequence[str] = ()) -> FactorWords:
    """Return a factor in words; `turns` are the names of the game turns, `System.turns`.

    >>> rain = Factor("x", 5, 1, 10, "first turn on which it rains; 10 is never", "assumed",
    ...     label="first turn on which it rains", values={10: "never"}, is_turn=True)
    >>> words = factor_words(rain, ["NOV IV", "DEC I"])
    >>> words.label, words.value(2), words.at(3), words.value(10)
    ('first turn on which it rains', 'DEC I', 'at 3', 'never')
    >>> factor_words(Factor("x", 9, 0, 12, "chance in twelfths of rain", "assumed", of=12)).at(9)
    'at 75 %'
    >>> often = factor_words(Factor("x", 0, 0, 1, "how often it surrenders (ruling R15)", "assumed"))
    >>> often.label, often.short, often.ruling
    ('how often it surrenders', 'how often it surrenders', 'R15')
    """
    named = {n: name for n, name in enumerate(turns, 1) if factor.is_turn and factor.low <= n <= factor.high}
    label, ruling = _without_code(factor.label or factor.about)
    short = _without_code(factor.short)[0] or label.partition("; ")[0]
    shares = {n: f"{round(100 * n / factor.of)} %" for n in range(factor.low, factor.high + 1)} if factor.of else {}
    return FactorWords(label, {**named, **shares, **factor.values}, short, ruling)


def _without_code(label: str) -> tuple[str, str]:
    """Return a label without the ruling that it ends with, and that ruling."""
    found = _CODE.search(label)
    if found is None:
        return label, ""
    return label[: found.start()] + (")" if found[1] == ", " else ""), found[2]
