"""A factor in words: its description without the codes of its numbers, and each value as a reader says it.

The games describe a factor in one line, codes included ("first turn ...; 10 is never", "1 if the pocket was open",
"turn (1 = NOV IV) from which ..."). On a page the value reads "never", "yes" or "DEC I" instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sim.game import Factor

_CODE = re.compile(r"; (?P<value>-?\d+) (?:is |are |for )?(?P<word>(?!too |if |part |is |are )[^;,]+)(?=;|$)")
_SWITCH = re.compile(r"1 if (?P<what>.*?)(?:, 0 (?P<other>[^,]*))?$")
_OPTION = re.compile(r"1 with (?P<what>(?:the )?option.*)$")
_FIRST = re.compile(r" \((?P<value>\d+) = (?P<turn>[^)]*)\)")
_LISTED = re.compile(r"[:;] (?P<list>0 [^;]*)$")
_NUMBERED = re.compile(r"(ruling|option|under option|reading)\b")
_TURN = re.compile(r"(first |last )?turn\b")


@dataclass(frozen=True)
class FactorWords:
    """What a factor is, and what its values say where they say more than their number."""

    label: str
    values: dict[int, str]

    @property
    def short(self) -> str:
        """The label without what it explains after a colon."""
        head, _, rest = self.label.partition(": ")
        is_whole = head.count("(") == head.count(")")
        return head if rest and " " in head and is_whole and not _NUMBERED.match(head) else self.label

    def value(self, number: int) -> str:
        """Return a value in words."""
        return self.values.get(number, str(number))

    def at(self, number: int) -> str:
        """Return a value in words after a figure: "at 4", "never"."""
        return self.values.get(number, f"at {number}")


def factor_words(factor: Factor, turns: Sequence[str] = ()) -> FactorWords:
    """Return a factor in words; `turns` are the names of the game turns where its turns are told by name.

    >>> words = factor_words(Factor("x", 5, 1, 10, "first turn on which it rains; 10 is never", "assumed"))
    >>> words.label, words.value(10), words.at(3)
    ('first turn on which it rains', 'never', 'at 3')
    >>> factor_words(Factor("x", 0, 0, 1, "1 if the pocket was open, 0 if closed", "assumed")).value(0)
    'no'
    """
    switch = _SWITCH.match(factor.about)
    if switch and (factor.low, factor.high) == (0, 1):
        return FactorWords(f"whether {switch['what']}", {0: "no", 1: "yes"})
    option = _OPTION.match(factor.about)
    if option and (factor.low, factor.high) == (0, 1):
        return FactorWords(option["what"], {0: "without", 1: "with it"})
    listed = _LISTED.search(factor.about)
    if listed:
        told = dict(one.split(" ", 1) for one in re.split(r", (?=\d+ )", listed["list"]))
        if set(told) == {str(value) for value in range(factor.low, factor.high + 1)}:
            return FactorWords(factor.about[: listed.start()], {int(n): word for n, word in told.items()})
    values = {int(one["value"]): one["word"].strip() for one in _CODE.finditer(factor.about)}
    label = _CODE.sub("", factor.about)
    if turns and _TURN.match(label):
        label = _FIRST.sub("", label)
        named = {number: turns[number - 1] for number in range(max(factor.low, 1), min(factor.high, len(turns)) + 1)}
        values = named | values
    return FactorWords(label, values)


def named_turns(abouts: Iterable[str], turns: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the game turns if the descriptions tell turns by them ("1 = NOV IV") and agree, or nothing.

    >>> named_turns(["turn (2 = DEC I) of frost"], ["NOV IV", "DEC I"])
    ('NOV IV', 'DEC I')
    >>> named_turns(["turn (1 = DEC I) of frost"], ["NOV IV", "DEC I"])
    ()
    """
    told = [(int(one["value"]), one["turn"]) for about in abouts for one in _FIRST.finditer(about)]
    agree = all(value <= len(turns) and turns[value - 1] == turn for value, turn in told)
    return tuple(turns) if told and agree else ()
