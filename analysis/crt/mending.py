"""Edits of one cell that mend a combat table and do no harm: every one of them is tried. Exact.

Harm is a new place where better is worse or wins less ground, a new dead spot, a new cliff edge, a longer stretch of
idle shifts. Of the edits that mend alike, the one that moves the table least is recommended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Any

from analysis.crt.ground_won import Ground, won_each
from analysis.crt.suggestion import CLIFF_EDGE, DEAD, IDLE, WORSE, Advice, Change, Edit, Recommendation, count
from analysis.crt.table import CHANCES, Counts, Draft, Place
from analysis.words import percent


@dataclass(frozen=True)
class _Trouble:
    faults: frozenset[tuple[str, str]]
    dead: frozenset[Place]
    cliffs: frozenset[Place]
    falls: frozenset[tuple[int, ...]]
    jump: Fraction
    longest: int
    idle: int

    def harms(self, before: _Trouble) -> bool:
        """Whether something is worse than before."""
        return not (
            self.faults <= before.faults and self.dead <= before.dead and self.falls <= before.falls
            and self.longest <= before.longest and self.idle <= before.idle
        )  # fmt: skip


def _trouble(draft: Draft, ground: Ground) -> _Trouble:
    cliffs, runs = draft.cliffs(), _idle_runs(draft, ground)
    jumps = [draft.jump(*pair)[0] for pair in draft.pairs()]
    return _Trouble(
        frozenset((one.kind, one.place) for one in draft.faults()), frozenset(draft.dead_spots()), frozenset(cliffs),
        frozenset(_falls(draft, ground)), max(jumps, default=Fraction(0)), max(map(len, runs), default=0),
        sum(map(len, runs)),
    )  # fmt: skip


def _falls(draft: Draft, ground: Ground) -> Iterator[tuple[int, ...]]:
    """Yield where less ground is won: a column than its left neighbor, a cell than the one above it or to its left."""
    for nth, (_, counts) in enumerate(ground.measures):
        for place in _falls_of(draft, counts):
            yield nth, *place


def _falls_of(draft: Draft, counts: Counts) -> Iterator[tuple[int, ...]]:
    for left, right in draft.pairs():
        if draft.chance(right, counts) < draft.chance(left, counts):
            yield left, right
    whole = [column for column in range(len(draft.columns)) if draft.is_whole(column)]
    cells = {column: draft.by_row(column, counts) for column in whole}
    steps = draft.steps_up()  # a pair is looked at with its lower row, whichever of the two is the better roll
    above = [[pair for pair in steps if max(pair) == row] for row in range(len(draft.rows))]
    for column in whole:
        for row in range(len(draft.rows)):
            for worse, better in above[row]:
                if cells[column][better] < cells[column][worse]:
                    yield worse, column, better, column
            if column - 1 in cells and cells[column][row] < cells[column - 1][row]:
                yield row, column - 1, row, column


def _idle_runs(draft: Draft, ground: Ground) -> list[list[Place]]:
    """Return stretches of neighboring columns between which the ground won does not change, whoever defends."""
    runs = groupby(draft.pairs(), key=lambda pair: won_each(draft, ground, pair[0]) == won_each(draft, ground, pair[1]))
    return [part for is_idle, pairs in runs if is_idle for part in _joined(list(pairs))]


def _joined(pairs: list[Place]) -> list[list[Place]]:
    found: list[list[Place]] = []
    for pair in pairs:
        if found and found[-1][-1][1] == pair[0]:
            found[-1].append(pair)
        else:
            found.append([pair])
    return found


@dataclass(frozen=True)
class _Tried:
    draft: Draft
    place: Place
    code: str
    trouble: _Trouble


def advise(draft: Draft, ground: Ground, basis: str = "rulebook") -> Advice:
    """Return what could be changed in a table, by trying; of columns that are known in full only."""
    before = _trouble(draft, ground)
    tried: dict[int, list[_Tried]] = {}

    def edits(columns: Iterable[int]) -> list[_Tried]:
        for column in columns:
            if column not in tried:
                found = [(draft.put(place, code), place, code) for place, code in draft.edits((column,))]
                tried[column] = [_Tried(one, place, code, _trouble(one, ground)) for one, place, code in found]
        return [one for column in columns for one in tried[column] if not one.trouble.harms(before)]

    parts = (_mend_faults, _mend_dead, _mend_cliffs, _mend_idle)
    found = [part(draft, ground, before, edits, basis) for part in parts]
    return Advice(
        tuple(one for advice in found for one in advice.recommendations),
        tuple(one for advice in found for one in advice.considered),
    )


_Edits = Callable[[Iterable[int]], list[_Tried]]


def _best(
    draft: Draft, found: Sequence[_Tried], gain: Callable[[_Tried], Any], *, is_slip: bool = False
) -> tuple[_Tried, int]:
    """Return the edit of the highest gain that moves the table least, and how many others gain as much.

    What may be a slip of the print is mended with the code that stands most often beside the cell, if that does it.
    """
    most = max(gain(one) for one in found)
    alike = [one for one in found if gain(one) == most]

    def order(one: _Tried) -> tuple[Any, ...]:
        beside, cost = -_beside(draft, one), _cost(draft, one)
        return (beside, cost, one.place, one.code) if is_slip else (cost, beside, one.place, one.code)

    return min(alike, key=order), len(alike) - 1


def _cost(draft: Draft, one: _Tried) -> tuple[Fraction, Fraction]:
    """Return how far an edit moves the law of its column, and the steps in it, an elimination being three of them."""
    column = one.place[1] // len(draft.parts)
    laws = draft.law(column), one.draft.law(column)
    none = Fraction(0)
    moved = sum((abs(laws[0].get(o, none) - laws[1].get(o, none)) for o in {*laws[0], *laws[1]}), none)
    steps = sum((abs(one.draft.steps(column, s, 3) - draft.steps(column, s, 3)) for s in (0, 1)), none)
    return moved / 2, steps


def _beside(draft: Draft, one: _Tried) -> int:
    """Return how many neighbors of a cell hold its new code: where many do, it may be a misprint."""
    (row, at), n = one.place, len(draft.parts)
    around = [(row - 1, at), (row + 1, at), (row, at - n), (row, at + n)]
    return sum(
        draft.cells[r][a] == one.code for r, a in around if 0 <= r < len(draft.rows) and 0 <= a < len(draft.cells[0])
    )


def _recommended(
    draft: Draft,
    ground: Ground,
    found: tuple[_Tried, int],
    kind: str,
    finding: str,
    figures: Sequence[Change],
    basis: str,
) -> Recommendation:
    one, others = found
    row, at = one.place
    edit = Edit(draft.rows[row], draft.label(at), draft.cells[row][at], one.code)
    column = at // len(draft.parts)
    changed = (fig for fig in (*figures, *_changes(draft, one.draft, column, ground)) if fig.before != fig.after)
    return Recommendation(kind, finding, (edit,), tuple(changed), others, basis)


def _changes(draft: Draft, after: Draft, column: int, ground: Ground) -> list[Change]:
    """Return what an edit does to its column: every chance that changes, and mean steps if eliminations do not."""
    label = draft.columns[column]
    chances = {**ground.about_each(), **CHANCES}
    found = [
        Change(f"at {label} {name}", draft.chance(column, counts), after.chance(column, counts))
        for name, counts in chances.items()
    ]
    for side, name in enumerate(("attacker", "defender")):
        is_gone = CHANCES[f"the {name} is eliminated"]
        if draft.chance(column, is_gone) == after.chance(column, is_gone):
            steps = draft.steps(column, side, 0), after.steps(column, side, 0)  # as asked, however few there are
            found.append(Change(f"at {label} mean steps of the {name}", *steps, kind="steps"))
    return found


def _mend_faults(draft: Draft, ground: Ground, before: _Trouble, edits: _Edits, basis: str) -> Advice:
    left = {(one.kind, one.place): one for one in draft.faults()}
    if not left:
        return Advice((), ("nowhere are better odds or a better roll worse for the attacker",))
    advised = []
    while left:
        places = {place for one in left.values() for place in (one.first, one.second)}
        n = len(draft.parts)
        found = [one for one in edits(sorted({c for _, c in places}))
                 if (one.place[0], one.place[1] // n) in places and one.trouble.cliffs <= before.cliffs
                 and left.keys() - one.trouble.faults]  # fmt: skip
        if not found:
            break
        best = _best(draft, found, lambda one: len(before.faults - one.trouble.faults), is_slip=True)
        mended = {key: fault for key, fault in left.items() if key not in best[0].trouble.faults}
        finding = "; ".join(
            f"{one.kind} ({one.place}): {draft.change(one.first, one.second)}" for one in mended.values()
        )
        figures = [count("places where better is worse", len(before.faults), len(best[0].trouble.faults))]
        advised.append(_recommended(draft, ground, best, WORSE, finding, figures, basis))
        left = {key: fault for key, fault in left.items() if key not in mended}
    stand = [f"no change of one cell mends {one.place} without harm elsewhere" for one in left.values()]
    return Advice(tuple(advised), tuple(stand))


def _mend_dead(draft: Draft, ground: Ground, before: _Trouble, edits: _Edits, basis: str) -> Advice:
    advised, stand = [], []
    for pair in sorted(before.dead):
        names = " and ".join(draft.columns[column] for column in pair)
        found = [one for one in edits(pair) if len(one.trouble.dead) < len(before.dead)
                 and one.trouble.cliffs <= before.cliffs]  # fmt: skip
        if not found:
            stand.append(f"{names} have one law, and no change of one cell parts them without harm elsewhere")
            continue
        best = _best(draft, found, lambda one: -len(one.trouble.dead), is_slip=True)
        figures = [count("pairs of columns with one law", len(before.dead), len(best[0].trouble.dead))]
        finding = f"{names} have one law: a shift between them is worth nothing"
        advised.append(_recommended(draft, ground, best, DEAD, finding, figures, basis))
    return Advice(tuple(advised), tuple(stand) if before.dead else ("every column differs from its neighbors",))


def _mend_cliffs(draft: Draft, ground: Ground, before: _Trouble, edits: _Edits, basis: str) -> Advice:
    advised, stand = [], []
    for pair in sorted(before.cliffs):
        jump, name = draft.jump(*pair)
        left, right = (draft.columns[column] for column in pair)
        ends = [draft.chance(column, CHANCES[name]) for column in pair]
        points = f"{100 * float(jump):.1f} points ({' to '.join(percent(float(end)) for end in ends)})"
        moves = "rises" if ends[1] > ends[0] else "falls"
        finding = f"from {left} to {right} the chance that {name} {moves} by {points}"
        found = [one for one in edits(pair) if one.draft.jump(*pair)[0] < jump
                 and (len(one.trouble.cliffs), one.trouble.jump) < (len(before.cliffs), before.jump)]  # fmt: skip
        if not found:
            stand.append(f"{finding}; no change of one cell makes it less without making another place as steep")
            continue
        best = _best(draft, found, partial(_smoothness, pair))
        figures = [
            Change(
                f"largest change of any chance from {left} to {right} (as printed, that {name})",
                jump,
                best[0].draft.jump(*pair)[0],
                "points",
            ),
            Change("largest change of a chance between neighbors", before.jump, best[0].trouble.jump, "points"),
            count("cliff edges", len(before.cliffs), len(best[0].trouble.cliffs)),
        ]
        advised.append(_recommended(draft, ground, best, CLIFF_EDGE, finding, figures, basis))
    none = ("no chance jumps by more than 25 points from a column to the next",)
    return Advice(tuple(advised), tuple(stand) if before.cliffs else none)


def _smoothness(pair: Place, one: _Tried) -> tuple[int, Fraction]:
    return -len(one.trouble.cliffs), -one.draft.jump(*pair)[0]


def _mend_idle(draft: Draft, ground: Ground, before: _Trouble, edits: _Edits, basis: str) -> Advice:
    advised, left = [], []
    for run in _idle_runs(draft, ground):
        columns = [run[0][0], *(right for _, right in run)]
        names = [draft.columns[column] for column in columns]
        found = [one for one in edits(columns) if one.trouble.cliffs <= before.cliffs
                 and (one.trouble.longest, one.trouble.idle) < (before.longest, before.idle)]  # fmt: skip
        if not found:
            left.append(f"{names[0]} to {names[-1]}")
            continue
        best = _best(draft, found, lambda one: (-one.trouble.longest, -one.trouble.idle))
        figures = [
            count("shifts in a row that win no ground, at most", before.longest, best[0].trouble.longest),
            count("shifts of one column that win no ground", before.idle, best[0].trouble.idle),
        ]
        alike = f"at {', '.join(names)} {_each(draft, ground, columns[0])} alike"
        finding = f"{alike}: a shift from one of them to the next wins no ground"
        advised.append(_recommended(draft, ground, best, IDLE, finding, figures, basis))
    if not left:
        return Advice(tuple(advised), () if advised else (f"every shift changes the chance that {ground.about}",))
    idle = f"a shift wins no ground from {', '.join(left)}{' either' if advised else ''}"
    names = [name for name, _ in ground.measures if name]
    against = f", neither against {' nor against '.join(names)}" if names else ""
    return Advice(tuple(advised), (f"{idle}{against}{_why_idle(draft, ground)}",))


def _each(draft: Draft, ground: Ground, column: int) -> str:
    """Return in words how often ground is won in a column, against each defender."""
    chances = zip(ground.about_each(), won_each(draft, ground, column), strict=True)
    (first, p), *others = [(about, percent(float(chance))) for about, chance in chances]
    more = "".join(f", {about.removeprefix(f'{ground.about} ')} in {p}" for about, p in others)
    return f"{first} in {p} of all rolls{more}"


def _why_idle(draft: Draft, ground: Ground) -> str:
    """Return why some idle shifts must stand, if they must: more shifts than rolls that they can turn."""
    chances = [won_each(draft, ground, column) for column in range(len(draft.columns)) if draft.is_whole(column)]
    spans = [max(ends) - min(ends) for ends in zip(*chances, strict=True)]
    rolls, shifts = int(sum(spans, Fraction(0)) * sum(draft.ways) / min(draft.ways)), len(chances) - 1
    return (
        f": the {shifts} shifts of the table share {rolls} rolls, so {shifts - rolls} or more must win none"
        if rolls < shifts
        else ""
    )
