"""The sentence that answers a system's question: what it is written from, how its numbers are said, what it may be.

A verdict is written for each system by hand. Its figures, and which branch of it is said, follow from the engine's
answer; `docs/how-we-write.md` says what a good one looks like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from sim.errors import GameError
from sim.exact import Law
from sim.factors import whole

if TYPE_CHECKING:
    from sim.system import Finding, Setting, System

MOST_WORDS, MOST_NUMBERS = 25, 2
OPEN = "Cannot be told"
"""How a verdict begins where the answer swings with something that nobody can know from the rulebook."""

_PARTS = {
    Fraction(1, 10): "a tenth of", Fraction(1, 6): "a sixth of", Fraction(1, 4): "a quarter of",
    Fraction(1, 3): "a third of", Fraction(2, 5): "two fifths of", Fraction(1, 2): "half",
    Fraction(2, 3): "two thirds of", Fraction(3, 4): "three quarters of",
}  # fmt: skip
_FINER = {**_PARTS, Fraction(3, 5): "three fifths of"}
"""With the part that lies between half and two thirds, for shares of a whole."""
_OFTEN = [Fraction(1, many) for many in (100, 50, 30, 20, 15, 12, 10, 8, 7, 6, 5, 4, 3)]
_OFTEN += [Fraction(a, b) for a, b in ((2, 5), (1, 2), (3, 5), (2, 3), (3, 4), (4, 5), (5, 6), (9, 10), (19, 20))]
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_TENS = {15: "fifteen", 19: "nineteen", 20: "twenty", 30: "thirty", 50: "fifty", 100: "a hundred"}
_NUMBER = "|".join(_WORDS[2:]) + r"|fifteen|nineteen|twenty|thirty|fifty|hundred|\d+½?|½"
_NAMES = re.compile(
    r"\b(turns?|levels?|box|call|Luftflotte|Ju|Heinkel|rows?|scenario|p[.]) \d+( (or|to|and) \d+)?\b"
    r"|\b(19\d\d)\b|\b\d+[-/:]\d+\b"
    rf"|\b((one|{_NUMBER})( \w+)? in (?=({_NUMBER})\b))",
    re.IGNORECASE,
)
"""What does not count as a number: turns, pages and other numbered names, years, odds; "nine games in" of "in ten"."""


@dataclass(frozen=True)
class Found:
    """What a verdict is written from: a system under a setting; each number is computed when it is asked for.

    `games` is what whole games came to on the central board, `None` where none were played or nobody looked.
    """

    system: System
    setting: Setting
    games: GamesSeen | None = None

    @cached_property
    def value(self) -> Fraction:
        """The number that answers the question."""
        return self.system.measure(self.setting)

    @cached_property
    def findings(self) -> Mapping[str, Finding]:
        """The laws and numbers behind it by id."""
        return {one.id: one for one in self.system.find(self.setting)}

    def number(self, name: str) -> Fraction:
        """Return a finding's number; `GameError` if it is not among the findings, or is a law."""
        found = self.findings.get(name)
        if found is None or found.number is None:
            raise GameError(f"verdict of {self.system.id}: no number {name!r} among what it finds")
        return found.number

    def law(self, name: str) -> Law:
        """Return a finding's law; `GameError` if it is not among the findings, or is a number."""
        found = self.findings.get(name)
        if found is None or found.law is None:
            raise GameError(f"verdict of {self.system.id}: no law {name!r} among what it finds")
        return found.law

    def likeliest(self, name: str) -> int:
        """Return the likeliest value of a law of one field, the lowest where several are."""
        counts = self.law(name).counts
        return max(sorted(counts), key=lambda outcome: counts[outcome])[0]

    def given(self, factor: str) -> int:
        """Return what a factor is taken as."""
        return whole(self.setting.factors, factor)

    def again(self, policies: Mapping[str, str] | None = None, **factors: int) -> Found:
        """Return the same question with other policies, a name a side, or other values of factors."""
        held = {name: whole(self.setting.factors, name) for name in self.system.factors}
        chosen = {side: policy.id for side, policy in self.setting.policies.items()}
        return Found(self.system, self.system.setting({**held, **factors}, {**chosen, **(policies or {})}))

    def over(self, factor: str) -> dict[int, Fraction]:
        """Return the answer at each value of a factor's range, all else held; what it opens lasts as long as it may."""
        known = self.system.factors[factor]
        longest = {known.lasts: self.system.factors[known.lasts].high} if known.lasts else {}
        values = range(known.low, known.high + 1)
        return {value: self.again(None, **longest, **{factor: value}).value for value in values}

    def span(self, factor: str) -> tuple[Fraction, Fraction]:
        """Return the lowest and the highest answer over a factor's range."""
        found = self.over(factor).values()
        return min(found), max(found)

    def word(self, factor: str, value: int) -> str:
        """Return what a value of a factor is called, the number itself where it has no name."""
        return self.system.factors[factor].values.get(value, str(value))


@dataclass(frozen=True)
class GamesSeen:
    """What whole games came to on one kind of boards: how many, and by ending its share and its mean turns.

    `means` are those of the columns of a game's result, over all games. Shares add up to 1; sampled.
    """

    n: int
    shares: Mapping[str, float]
    turns: Mapping[str, float]
    means: Mapping[str, float]


Effects = Mapping[str, tuple[float, float]]
"""What each variation of whole games does to its own side, by its words: the ends of its interval, in points."""


def figure(number: Fraction) -> str:
    """Return a number as exactly as assumptions carry it: whole from 3 up, in halves below.

    >>> [figure(Fraction(one)) for one in ("52.6", "4.25", "2.6", "1.37", "0.4", "-3.2")]
    ['53', '4', '2½', '1½', '½', '-3']
    """
    if number < 0:
        return f"-{figure(-number)}"
    if number >= 3 or number.denominator == 1:
        return str(nearest(number))
    return halves(number)


def halves(number: Fraction) -> str:
    """Return a number of 0 or more in halves, however large.

    >>> [halves(Fraction(one)) for one in ("4.5", "4.2", "0.4", "1.3")]
    ['4½', '4', '½', '1½']
    """
    wholes, half = divmod(nearest(2 * number), 2)
    return (str(wholes) if wholes or not half else "") + ("½" if half else "")


def counted(number: Fraction, thing: str, things: str = "") -> str:
    """Return so many of a thing in a player's words; the plural ends in s where none is given.

    >>> [counted(Fraction(one), "step") for one in ("0", "1/6", "0.58", "1", "1.4", "4.25")]
    ['no steps', 'a sixth of a step', 'half a step', 'one step', '1½ steps', '4 steps']
    """
    many = things or f"{thing}s"
    if number == 0:
        return f"no {many}"
    if 0 < number < Fraction(9, 10):
        if number < Fraction(1, 15):
            return f"next to no {many}"
        return f"{_nearest(number, _PARTS)} {'an' if thing[0] in 'aeio' else 'a'} {thing}"
    said = figure(number)
    return f"one {thing}" if said == "1" else f"{said} {many}"


def part(share: Fraction) -> str:
    """Return a share below one in words, rounded to a part that a player counts in.

    >>> [part(Fraction(one)) for one in ("0.3", "0.34", "0.42", "0.5", "0.59", "0.7")]
    ['a third', 'a third', 'two fifths', 'half', 'three fifths', 'two thirds']
    """
    return _nearest(share, _FINER).removesuffix(" of")


def _nearest(share: Fraction, parts: Mapping[Fraction, str]) -> str:
    return parts[min(parts, key=lambda one: abs(one - share))]


def roughly(number: Fraction, thing: str, things: str = "") -> str:
    """Return so many of a thing, with "about" where that is rounded.

    >>> roughly(Fraction(3), "turn"), roughly(Fraction(17, 4), "turn"), roughly(Fraction(1, 50), "turn")
    ('3 turns', 'about 4 turns', 'next to no turns')
    """
    said = counted(number, thing, things)
    return said if number.denominator == 1 or said.startswith("next") else f"about {said}"


def percent(chance: Fraction) -> str:
    """Return a chance in whole percent, never rounded to impossible or certain.

    >>> [percent(Fraction(one)) for one in ("0.4532", "0.001", "0.9999", "1")]
    ['45 %', 'under 1 %', 'over 99 %', '100 %']
    """
    if chance in (0, 1):
        return f"{100 * chance} %"
    whole_percent = nearest(100 * chance)
    return "under 1 %" if whole_percent < 1 else "over 99 %" if whole_percent > 99 else f"{whole_percent} %"


def often(chance: Fraction, game: str = "game", games: str = "") -> str:
    """Return a chance as a player counts it; the plural ends in s where none is given.

    >>> [often(Fraction(one)) for one in ("0", "0.08", "0.5", "0.68", "0.999", "1")]
    ['no game', 'one game in twelve', 'half of all games', 'two games in three', 'nearly every game', 'every game']
    """
    many = games or f"{game}s"
    if chance in (0, 1):
        return f"every {game}" if chance else f"no {game}"
    if chance > Fraction(97, 100):
        return f"nearly every {game}"
    if chance < Fraction(1, 150):
        return f"hardly any {game}"
    near = min(_OFTEN, key=lambda one: abs(one - chance))
    if near == Fraction(1, 2):
        return f"half of all {many}"
    return f"{spelled(near.numerator)} {game if near.numerator == 1 else many} in {spelled(near.denominator)}"


def spelled(number: int) -> str:
    """Return a whole number as a word, such as "four"."""
    return _WORDS[number] if number < len(_WORDS) else _TENS[number]


def nearest(number: Fraction) -> int:
    """Return the nearest whole number, halves up."""
    return int((number + Fraction(1, 2)) // 1)


def words_of(sentence: str) -> list[str]:
    """Return the words of a headline: what stands between spaces and holds a letter or a digit."""
    return [word for word in sentence.split() if re.search(r"\w|½", word)]


def numbers_of(sentence: str) -> list[str]:
    """Return the numbers of a headline, in digits or words; odds, years, turns and other numbered names do not count.

    >>> numbers_of("Call on turn 3 if the spearhead is within 8 hexes; at 3-1 it wins nine games in ten.")
    ['8', 'ten']
    """
    return re.findall(rf"(?<![\w.,])(?:{_NUMBER})(?![\w-])", _NAMES.sub(" ", sentence), re.IGNORECASE)


def complaint(sentence: str) -> str:
    """Return what is wrong with a headline, empty if nothing is: its end, its words, its numbers."""
    if not sentence.endswith(".") or "\n" in sentence:
        return f"headline is {sentence!r}; expected one sentence that ends with a full stop"
    if len(words_of(sentence)) > MOST_WORDS:
        return f"headline has {len(words_of(sentence))} words, {sentence!r}; expected at most {MOST_WORDS}"
    if len(numbers_of(sentence)) > MOST_NUMBERS:
        found = ", ".join(numbers_of(sentence))
        return f"headline has the numbers {found}, {sentence!r}; expected at most {MOST_NUMBERS}"
    if decimals := re.findall(r"\d[.]\d+|\d{2,},\d+ %", sentence):
        return f"headline has the decimals {', '.join(decimals)}, {sentence!r}; expected none"
    return ""


def joined(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
