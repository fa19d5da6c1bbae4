"""What stands below the verdict of a system's page: in one line how sure it is, and what moves it."""

from __future__ import annotations

from fractions import Fraction

from analysis.pages.sentences.system import SystemPage, leaders, leading, leading_effect, named
from analysis.systems.ask import Span, effect
from analysis.systems.ground import ground_of
from analysis.systems.in_words import in_column
from sim.system import Unit
from sim.verdict import nearest

_WHOLE, _TENTHS, _TEN = 3, Fraction(1, 2), 10
"""From which width of the range its ends are whole, if one of them reaches ten, and from which width in tenths."""
_FAR, _SOME, _OTHER = Fraction(1, 4), Fraction(1, 10), Fraction(1, 3)
"""Our answer is far from the middle of what other combinations give if a quarter of the width lies between; or if a
tenth does, and a third of the larger of the two: 6 and 10, whatever the ends."""
_OTHERS = "nine of ten other combinations of them"
_BAR = 4
"""Values of a range that a bar shows as well as a line."""
_RESTS = {
    "rulebook": "from printed numbers", "inferred": "from numbers inferred from printed examples",
    "published": "from public sources", "assumed": "from assumed numbers", "missing": "from assumed numbers",
}  # fmt: skip


def how_sure(shown: SystemPage) -> str:
    """Return in one line what was counted, how far it may be off, and which assumption matters most."""
    measured = shown.answer.system.measured
    measured = f"{measured[0].upper()}{measured[1:]}"
    if shown.worlds is None:
        return f"{measured}: {shown.say(shown.answer.headline)}, counted exactly {_RESTS[shown.answer.basis]}."
    head = f"{measured}: {rounded(shown, shown.answer.headline)}"
    low, high = (rounded(shown, one) for one in (shown.worlds.low, shown.worlds.high))
    first = low.removesuffix(" points") if high.endswith(" points") else low  # "0 to 36 points"
    is_word = shown.worlds.low in shown.answer.system.values
    spread = f"{low} throughout" if low == high else f"from “{low}” to {high}" if is_word else f"{first} to {high}"
    said = f"{head} with our assumptions; {spread} in {_OTHERS}{_middle(shown)}."
    if is_outside(shown):
        if head.endswith((f" {low}", f" {high}")):  # as rounded it would seem to lie within
            head, spread = (
                f"{measured}: {shown.say(shown.answer.headline)}",
                " to ".join(map(shown.say, _ends(shown))),
            )
        more = "more" if shown.answer.headline < shown.worlds.low else "less"
        said = f"{head} with our assumptions; {_OTHERS} give {more}: {spread}{_middle(shown)}."
    return f"{said} {_what_matters(shown)}"


def _ends(shown: SystemPage) -> tuple[Fraction, Fraction]:
    assert shown.worlds is not None
    return shown.worlds.low, shown.worlds.high


def _middle(shown: SystemPage) -> str:
    """Return what the middle combination gives, where our own answer is far from it."""
    assert shown.worlds is not None
    low, high = _ends(shown)
    middle = shown.worlds.median
    apart, width = abs(shown.answer.headline - middle), high - low
    is_other = apart >= _OTHER * max(abs(shown.answer.headline), abs(middle))
    is_far = apart > _FAR * width or (is_other and apart > _SOME * width)
    return f" (the middle one: {rounded(shown, middle)})" if is_far else ""


def _what_matters(shown: SystemPage) -> str:
    """Return what matters most, and where our answer lies outside of what others give, what else would bring it there.

    One name stands for it in every sentence of a page: the first of `SystemPage.moving`. Where play moves the answer
    further than any assumption, it alone is named here, and the assumption further down.
    """
    play = f"What matters most: {shown.played_widest}" if shown.played_widest else ""
    if not shown.moving:
        return f"{play}." if play else "None of them moves it alone."
    head = play or f"What matters most: {leading(shown)}"
    if not is_outside(shown):
        return f"{head}.{_why_near_the_end(shown)}"
    assert shown.worlds is not None
    is_low = shown.answer.headline < shown.worlds.low
    nearest = edge(shown)
    more = (
        "" if nearest in leaders(shown) else f"; what would {'raise' if is_low else 'lower'} it most: {named(nearest)}"
    )
    return f"{head}{more}.{_why_there(shown, is_low=is_low)}"


def _why_near_the_end(shown: SystemPage) -> str:
    """Return why our answer lies in the last tenth of what others give, far from their middle; nothing elsewhere."""
    if shown.worlds is None or not _middle(shown):
        return ""
    low, high = _ends(shown)
    is_low = shown.answer.headline < shown.worlds.median
    to_end = shown.answer.headline - low if is_low else high - shown.answer.headline
    return _why_there(shown, is_low=is_low) if to_end * 10 < high - low else ""


def _why_there(shown: SystemPage, *, is_low: bool) -> str:
    """Return why our answer lies at an end of what others give, or beyond: the ground that is noted for that.

    Without one, how many assumptions stand where they give least, or most.
    """
    if ground := ground_of(shown.answer.game, shown.answer.system):
        return f" {ground}"
    end = min if is_low else max
    there = sum(shown.answer.headline == end(span.measures.values()) for span in shown.movers)
    if not there:
        return ""
    stand = "is set where it gives" if there == 1 else "are set where they give"
    of_all = (
        f"all {there}"
        if there == len(shown.movers) > 1
        else f"{'one' if there == 1 else there} of the {len(shown.movers)}"
    )
    many = f"{of_all} assumptions that move it {stand}"
    return f" Our answer is {'low' if is_low else 'high'} because {many} the {'least' if is_low else 'most'}."


def what_moves(shown: SystemPage) -> tuple[str, str]:
    """Return what moves the answer most, and from what to what.

    Where that is all but the answer, or is but added to it, what comes next stands first, and it on a second line of
    both: the reader's game gives it.
    """
    if not shown.moving:
        return "", ""
    first, *others = shown.moving
    unit = shown.answer.system.unit
    if shown.added is not None:
        named_beside = leading(shown, beside=False)
        return (
            f"{named_beside}\n{_GIVEN}{named(shown.added)}",
            f"{_of(shown)}{leading_effect(shown)}\n{effect(shown.added, unit)}",
        )
    if not (is_input(first) and others):
        return leading(shown), f"{_of(shown)}{leading_effect(shown)}"
    ahead = f"{_of(shown)}{effect(others[0], unit)}"
    return f"{named(others[0])}\n{_GIVEN}{named(first)}", f"{ahead}\n{effect(first, unit)}"


_GIVEN = "given by your own game: "
"""Before what all but is the answer, in the list of unknown numbers."""


def _of(shown: SystemPage) -> str:
    """Return what the numbers of an answer count, before them; a chance needs no such word."""
    return "" if shown.is_chance else f"{shown.answer.system.measured}: "


def rounded(shown: SystemPage, number: Fraction) -> str:
    """Return the answer or a sampled end with no more digits than the width of what is assumed bears."""
    assert shown.worlds is not None
    if worded := shown.answer.system.values.get(number):
        return worded
    if shown.is_chance:
        said = _rounded_chance(number)
        return said.replace(" %", " points") if shown.is_difference else said
    width = shown.worlds.high - shown.worlds.low
    line = (shown.worlds.low, shown.worlds.high, shown.answer.headline)
    is_whole = width >= _WHOLE and max(map(abs, line)) >= _TEN
    if is_whole or number == 0 or all(one.denominator == 1 for one in line):
        return str(nearest(number))  # halves up, as headlines have them
    return in_column(number, Unit.NUMBER, 1 if width >= _TENTHS else 2)  # "under 0.1", never a number that is not there


def _rounded_chance(number: Fraction) -> str:
    if number in (0, 1):
        return f"{100 * number} %"
    whole = nearest(100 * number)
    return "under 1 %" if whole < 1 else "over 99 %" if whole > 99 else f"{whole} %"


def is_outside(shown: SystemPage) -> bool:
    """Return whether our central answer lies outside what nine in ten combinations of the assumptions give."""
    return shown.worlds is not None and not shown.worlds.low <= shown.answer.headline <= shown.worlds.high


def edge(shown: SystemPage) -> Span:
    """Return the assumption that alone takes a central answer furthest toward the range it lies outside of."""
    assert shown.worlds is not None
    central = shown.answer.headline
    if central < shown.worlds.low:
        return max(shown.movers, key=lambda span: span.high - central)
    return max(shown.movers, key=lambda span: central - span.low)


def is_input(span: Span) -> bool:
    """Return whether an assumption all but is the answer: none of it, nothing; or it alone runs a chance from 0 to 1.

    >>> from types import SimpleNamespace as Of
    >>> [is_input(Of(measures=found)) for found in ({0: 0, 1: 3, 2: 5}, {0: 1, 1: 3}, {1: 0, 2: 3})]
    [True, False, False]
    """
    values = list(span.measures.values())
    return (span.measures.get(0) == 0 and values == sorted(values)) or (min(values) == 0 and max(values) == 1)


def curve(shown: SystemPage) -> Span | None:
    """Return which assumption is worth a chart of its own: the widest, or the next if that is the input.

    A few values, a straight line, or one value that alone is otherwise say no more than the ends of a bar.
    """
    first = shown.moving[: 2 if shown.moving and is_input(shown.moving[0]) else 1]
    return next((one for one in first if len(one.measures) > _BAR and one.is_bent and not _is_flat(shown, one)), None)


def _is_flat(shown: SystemPage, span: Span) -> bool:
    """Return whether the answer is the same, as it is said, at all values of an assumption but one."""
    said = [shown.say(measure) for measure in span.measures.values()]
    return max(said.count(one) for one in said) >= len(said) - 1
