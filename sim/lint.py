"""What a careful reader of a rulebook stumbles over: the kinds of trouble, and remarks that the number files prove.

A game's remarks are checks in ``sim/games/<id>/lint.py``. Each looks at the tables as they are, so it is silent once a
table has been put right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

NEVER_FIRES, CONTRADICTION, GAP, AMBIGUOUS, GARBLED = KINDS = (
    "never fires", "contradiction", "gap", "ambiguous", "garbled print",
)  # fmt: skip
"""What may be wrong with a rule: it never applies, or not beside others; two places disagree; a case or a number is
wanting; words can be read in two ways; the print or our copy of it is spoiled."""

SAID = {
    NEVER_FIRES: "never applies, or is idle beside others",
    CONTRADICTION: "two places disagree",
    GAP: "something is not said",
    AMBIGUOUS: "can be read in two ways",
    GARBLED: "spoiled in print or copy",
}
"""The kinds as a reader is told them, in charts, headings and lists."""

ABOUT = {
    NEVER_FIRES: "a rule, exception or modifier that can never apply, or changes nothing once others apply",
    CONTRADICTION: "two places of the book, or a rule and its example, disagree",
    GAP: "a case that comes up, or a number that is needed, is not given",
    AMBIGUOUS: "the words can be read in two ways",
    GARBLED: "a slip of the print, a wrong reference, or a loss in the copy we read",
}


@dataclass(frozen=True)
class Remark:
    """One thing that the tables prove: its name, its kind, a sentence, the rules, and the ruling on it (0: none)."""

    id: str
    kind: str
    sentence: str
    rules: str
    ruling: int = 0


Check = Callable[[], Remark | None]


def uncovered(levels: Sequence[tuple[int | None, int | None]]) -> list[str]:
    """Return the stretches of whole numbers that no level covers; `None` is a level without an end on that side.

    >>> uncovered([(2, 5), (-1, 1), (-5, -2), (6, None)]), uncovered([(None, 0), (2, None)])
    (['-6 and less'], ['1'])
    """
    spans = sorted(levels, key=lambda level: -(10**9) if level[0] is None else level[0])
    lowest = spans[0][0]
    found = [] if lowest is None else [f"{lowest - 1} and less"]
    reached: int | None = spans[0][1]
    for low, high in spans[1:]:
        if reached is not None and low is not None and low > reached + 1:
            found.append(str(reached + 1) if low == reached + 2 else f"{reached + 1} to {low - 1}")
        reached = None if reached is None or high is None else max(reached, high)
    return found if reached is None else [*found, f"{reached + 1} and more"]


def needless(modifiers: Sequence[int], limit: int) -> int:
    """Return how many modifiers of one sign are left over once the largest of them have reached a limit.

    >>> needless([-1, -2, -3, -1], -4), needless([1, 2, 1], 2)  # -3 and -2 reach -4; 2 reaches 2
    (2, 2)
    """
    reached = 0
    for used, value in enumerate(sorted(modifiers, key=abs, reverse=True)):
        if abs(reached) >= abs(limit):
            return len(modifiers) - used
        reached += value
    return 0
