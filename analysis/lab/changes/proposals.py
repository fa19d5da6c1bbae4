"""Proposals: how far the strongest levers of a whole game must go to make it fair, together and each alone.

What a game lacks is the fair bid: the points that the first side would need. The slope of each lever gives a first
step. Effects bend, so the step is played and corrected by false position (Press and others, Numerical Recipes, 3rd ed.,
9.2), on one set of dice for all steps, so that steps differ by what was changed alone. What is proposed in the end is
played on dice that had no part in it: their share of wins, and nothing before, says whether it is fair.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import copysign

from analysis.lab.changes import levers
from analysis.lab.changes.bids import fair_bid
from analysis.lab.changes.levers import Ended, Lever, Trial
from analysis.lab.measures.rates import Share, share_of

LOWEST, HIGHEST = 0.1, 3.0
"""A proposal lies between these multiples of what is printed."""
STRONGEST = 3
"""Of how many numbers two are chosen."""
CORRECTED, WIDER = 3, 2
"""How often a first step may be corrected, and on how many times the games that a lever had."""
LEVEL = 0.95


@dataclass(frozen=True)
class Aim:
    """Levers that are moved together, and the steps tried so far: share of what is printed, points still lacking.

    `is_near` says that the last step left the game fair, as far as its games tell.
    """

    levers: tuple[Lever, ...]
    steps: tuple[tuple[float, float], ...]
    is_near: bool = False

    def at(self, share: float) -> tuple[tuple[Lever, int], ...]:
        """Return each lever with its value where all are moved by a share of themselves, within the bounds."""
        return tuple((one, _moved(one, share)) for one in self.levers)

    @property
    def edit(self) -> list[str]:
        """The changes of the last step."""
        return [one.to(value) for one, value in self.at(self.steps[-1][0])]

    @property
    def furthest(self) -> float:
        """The share, with its sign, at which the last of the levers meets a bound."""
        way = copysign(1, self.steps[0][1])
        up = [way * one.slope * one.printed > 0 for one in self.levers]
        return way * max(HIGHEST - 1 if is_up else 1 - LOWEST for is_up in up)

    def next(self) -> float:
        """Return the share to try next: by false position between the steps nearest to fair, one on either side.

        Where all fell short, or all went too far, along the line through the last two; at most twice as far as ever,
        and as far as that where the last step brought nothing.
        """
        here = self.steps[-1]
        across = [one for one in self.steps if one[1] * here[1] <= 0 and one != here]
        there = min(across, key=lambda one: abs(one[1])) if across else self.steps[-2]
        most = min(2 * max(abs(share) for share, _ in self.steps), abs(self.furthest))
        gained, apart = there[1] - here[1], here[0] - there[0]
        if not across and gained * apart <= 0:
            return copysign(most, self.furthest)
        share = here[0] + here[1] * apart / gained if gained else here[0]
        return min(max(share, -most), most)

    def best(self) -> Aim:
        """Return the aim with the step last that came nearest to fair."""
        tried = self.steps[1:]
        nearest = min(tried, key=lambda one: abs(one[1]))
        return replace(self, steps=(*(one for one in self.steps if one != nearest), nearest))


@dataclass(frozen=True)
class Proposal:
    """Changes that would make the game fair, and what was found when they were played on fresh dice."""

    changes: tuple[str, ...]
    words: tuple[str, ...]
    share: Share
    margin: float
    is_at_bounds: bool

    @property
    def is_fair(self) -> bool:
        """Whether one half lies within the interval of the first side's wins."""
        return self.share.low <= 0.5 <= self.share.high


@dataclass(frozen=True)
class LeversFound:
    """The printed game and its fair bid; its levers, the strongest first; the proposals."""

    trial: Trial
    share: Share
    margin: float
    bid: tuple[int, int, int]
    levers: tuple[Lever, ...]
    proposals: tuple[Proposal, ...]


def proposed(trial: Trial, tables: Sequence[str] = ()) -> LeversFound:
    """Return what each number does, and which would make the game fair, each alone and the best two together."""
    printed, found = levers.levers(trial, tables)
    bid = fair_bid(printed.bid)
    aims = _chosen(_corrected(trial, _aims(found, -bid[0])))
    return LeversFound(trial, share_of(printed.won, LEVEL), float(printed.margin.mean()), bid, tuple(found),
                       _tried(trial, aims))  # fmt: skip


def _aims(found: Sequence[Lever], points: float) -> list[Aim]:
    """Return the first steps of the strongest numbers towards so many points: each two by one share, and each alone.

    The strongest are those that are worth most points for a share of what is printed, and more than chance.
    """
    clear = [one for one in found if _is_clear(one) and one.slope]
    clear.sort(key=lambda one: abs(one.slope * one.printed), reverse=True)
    best = clear[:STRONGEST]
    if not points:
        return []
    aims = []
    for group in [*combinations(best, 2), *((one,) for one in best)]:
        share = points / sum(abs(one.slope * one.printed) for one in group)
        one = Aim(group, ((0.0, points), (share, 0.0)))
        aims.append(one if abs(share) <= abs(one.furthest) else replace(one, steps=(one.steps[0], (one.furthest, 0.0))))
    return [one for one in aims if any(value != lever.printed for lever, value in one.at(one.steps[-1][0]))]


def _chosen(aims: Sequence[Aim]) -> list[Aim]:
    """Return the strongest two numbers that came near to fair, or came nearest, with each of them alone."""
    pairs = [one for one in aims if len(one.levers) == 2]
    if not pairs:
        return list(aims)
    best = next((one for one in pairs if one.is_near), min(pairs, key=lambda one: abs(one.steps[-1][1])))
    return [best, *(one for one in aims if len(one.levers) == 1 and one.levers[0] in best.levers)]


def _corrected(trial: Trial, aims: Sequence[Aim]) -> list[Aim]:
    """Return the aims after their steps were played and corrected, on the same dice, until each is fair or no better.

    A step is fair where one half is within a standard error of the share of wins.
    """
    wide = replace(trial, games=WIDER * trial.games)
    done: dict[int, Aim] = {}
    left = dict(enumerate(aims))
    for turn in range(CORRECTED + 1):
        if not left:
            break
        printed, *ends = levers.played(wide, {f"step_{turn}_{at}": one.edit for at, one in left.items()})
        for (at, one), games in zip(list(left.items()), ends, strict=True):
            told = replace(one, steps=((0.0, _lacking(printed)), *one.steps[1:-1], (one.steps[-1][0], _lacking(games))))
            share = told.next()
            if _is_near(games) or turn == CORRECTED or told.at(share) in {told.at(s) for s, _ in told.steps}:
                done[at] = replace(told, is_near=True) if _is_near(games) else told.best()
                del left[at]
            else:
                left[at] = replace(told, steps=(*told.steps, (share, 0.0)))
    return [done[at] for at in sorted(done)]


def _lacking(games: Ended) -> float:
    """Return the points that the first side still lacks; below 0 what it has too many."""
    return -float(fair_bid(games.bid)[0])


def _is_near(games: Ended) -> bool:
    return abs(float(games.won.mean()) - 0.5) <= 0.5 / len(games.won) ** 0.5


def _moved(one: Lever, share: float) -> int:
    """Return a number moved by a share of itself, in the direction that gives the first side points where it is > 0."""
    to = one.printed * (1 + share * copysign(1, one.slope * one.printed))
    low, high = _bounds(one)
    return round(min(max(to, low), high))


def _bounds(one: Lever) -> tuple[float, float]:
    low, high = sorted((one.printed * LOWEST, one.printed * HIGHEST))
    return low, high


def _is_clear(one: Lever) -> bool:
    """Return whether a number moves the margin beyond error, one way or the other."""
    return any(low > 0 or high < 0 for _, low, high, _ in (one.down, one.up))


def _tried(trial: Trial, aims: Sequence[Aim]) -> tuple[Proposal, ...]:
    """Play what is proposed on dice that had no part in it."""
    if not aims:
        return ()
    _, *ends = levers.played(replace(trial, seed=trial.seed + 1), {f"fair_{n}": one.edit for n, one in enumerate(aims)})
    return tuple(_proposal(one, games) for one, games in zip(aims, ends, strict=True))


def _proposal(aim: Aim, games: Ended) -> Proposal:
    moved = aim.at(aim.steps[-1][0])
    words = tuple(f"{one.row} ({one.column}) from {one.printed} to {value}" for one, value in moved)
    ends = all(value in {round(end) for end in _bounds(one)} for one, value in moved)
    return Proposal(tuple(aim.edit), words, share_of(games.won, LEVEL), float(games.margin.mean()), ends)
