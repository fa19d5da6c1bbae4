"""What the cup answers: the order of activation, who acts twice before whom, and the turns of the track [4.2, 4.3]."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from sim.dice import all_rolls
from sim.factors import whole
from sim.games.traces_of_hubris.systems._asking import end_of, mean_of, number, with_factors
from sim.games.traces_of_hubris.systems._turns import LAST_TURN
from sim.games.traces_of_hubris.systems.chits.cup import COURSE, FREE, selection, start
from sim.games.traces_of_hubris.systems.chits.turn_track import (
    MIDDLE,
    Ends,
    activations,
    acts_last_and_first,
    mean_longest_run,
)
from sim.system import Finding, Group, Setting, Unit, result_findings, system_of
from sim.verdict import Found, roughly, spelled


def longest_run(setting: Setting) -> Fraction:
    """Return the expected length of the longest run of Axis activations."""
    return mean_of(COURSE, "longest_run", setting)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the order of activation, who comes twice before whom, and what the special chits change."""
    cup = selection(start(1, setting), setting, 1, all_rolls(0))
    axis, soviet = int(cup.axis[0]), int(cup.soviet[0])
    yield from result_findings(COURSE, setting, "4.2, 4.3, 12.1")
    last = end_of(COURSE, setting)
    for side, mine, others in (("axis", axis, soviet), ("soviet", soviet, axis)):
        twice = last.law(f"{side}_before_supply").probability(lambda n: n >= 2)
        yield from _one_side(side, mine, others, twice)
    yield from _own_headquarters(whole(setting.factors, "own_chits"), soviet)
    with_free, without = (longest_run(with_factors(setting, free_activation=n)) for n in (1, 0))
    about = "what the free activation of turn 1 adds to the longest run"
    yield number("free_activation", about, "12.1", with_free - without)
    yield from _by_turn(setting)
    for side, known in COURSE.policies.items():
        tame, *wild = (longest_run(_playing(setting, side, name)) for name in sorted(known, key=_is_wild))
        about = f"what {_WILD[side]} instead of reinforcement changes in the longest run ({side.capitalize()})"
        yield number(f"{side}_wild", about, "4.3", wild[0] - tame)


_WILD = {"axis": "OKH", "soviet": "STAVKA"}
"""The chit of a side that activates any of its headquarters [4.3]."""


def _is_wild(name: str) -> bool:
    return name != "reinforce"


def _playing(setting: Setting, side: str, name: str) -> Setting:
    """Return a setting in which a side plays another policy of the cup."""
    return replace(setting, policies={**setting.policies, side: COURSE.policies[side][name]})


def _one_side(side: str, mine: int, others: int, twice: Fraction) -> Iterable[Finding]:
    """Return the double moves of a side with so many activations in the cup, the enemy's being so many."""
    opening = Fraction(mine * (mine - 1), (mine + others) * (mine + others - 1))
    last_and_first = Fraction(mine, mine + others) ** 2
    rows: tuple[tuple[str, str, Fraction], ...] = (
        ("twice", "acts twice or more before the supply chit", twice),
        ("opening", "has the first two activations of the cup", opening),
        ("bridge", "has the last activation of a turn and, with the same chits, the first of the next", last_and_first),
    )
    for name, about, chance in rows:
        yield number(f"{side}_{name}", f"chance that the {side.capitalize()} side {about}", "4.3", chance, Unit.CHANCE)


def _own_headquarters(own: int, soviet: int) -> Iterable[Finding]:
    """Return what one headquarters may hope for, with its own chits and with the wild one on top.

    Among some given chits every order is as likely, whatever else is in the cup.
    """
    mine = f"its {spelled(own)} chit{'s' * (own > 1)}"
    for n, name, what in ((own, "own", mine), (own + 1, "own_and_okh", f"{mine} and OKH")):
        before_any = Fraction(n * (n - 1), (n + soviet) * (n + soviet - 1))
        rows: tuple[tuple[str, str, Fraction], ...] = (
            ("twice_before_supply", "twice before the supply chit", Fraction(n - 1, n + 1)),
            ("twice_before_soviets", "twice before any Soviet does", before_any),
            (
                "again_before_soviets",
                "before any Soviet does, as after a free activation",
                Fraction(n, n + soviet),
            ),
            ("before_hq", "before a given Soviet headquarters by its own chit", Fraction(n, n + 1)),
            ("before_wild_hq", "before a given Soviet headquarters by its own chit or STAVKA", Fraction(n, n + 2)),
        )
        for event, about, chance in rows:
            yield number(
                f"{name}_{event}",
                f"chance that a German headquarters acts, by {what}, {about}",
                "4.3",
                chance,
                Unit.CHANCE,
            )


def _by_turn(setting: Setting) -> Iterable[Finding]:
    """Return what the turn track makes of the cup, over the range of its cells where they are not printed."""
    wild = {side: bool(np.all(setting.policies[side].decide(start(1, setting), 1)["wild"])) for side in COURSE.policies}

    def run(turn: int, ends: Ends) -> Fraction:
        return mean_longest_run(*activations(turn, ends, **wild), FREE * (turn == 1))

    cups = [activations(turn, MIDDLE, **wild) for turn in range(1, LAST_TURN + 1)]
    for turn, (axis, soviet) in enumerate(cups, 1):
        chits = f"{axis} Axis activations{' after the free one' * (turn == 1)} and {soviet} Soviet ones"
        about = f"turn {turn} by the track, {chits}: the longest Axis run"
        low, high = run(turn, ("low", "high")), run(turn, ("high", "low"))
        yield replace(number(f"run_{turn}", about, "4.2, 4.3", run(turn, MIDDLE)), low=low, high=high)
    for side, at in (("Axis", 0), ("Soviet", 1)):
        ends = [(cup[at], sum(cup)) for cup in cups]
        doubles = [acts_last_and_first(*before, *after) for before, after in pairwise(ends)]
        about = f"times in the game that the {side} side acts last on a turn and first on the next, by the track"
        yield number(f"{side.lower()}_doubles", about, "4.3", sum(doubles, Fraction(0)))


def verdict(found: Found) -> str:
    """Say how long the Axis acts in a row, and on which turn longest."""
    runs = {int(name[4:]): found.number(name) for name in found.findings if name.startswith("run_")}
    longest, shortest = max(runs, key=lambda turn: runs[turn]), min(runs, key=lambda turn: runs[turn])
    said = f"In a turn's longest run the Axis acts {roughly(found.value, 'time')} before the Soviets can answer"
    least, most = found.findings[f"run_{longest}"].low, found.findings[f"run_{shortest}"].high
    if least is not None and most is not None and least > most:
        return f"{said}. Strike on turn {longest}, when the cup favors it most."
    return f"{said}. We guess that turn {longest} suits it best."


SYSTEM = system_of(
    COURSE,
    order=2,
    group=Group.COMMAND,
    question="How long does the Axis act before a Soviet headquarters can answer?",
    shows=tuple(f"run_{turn}" for turn in range(1, 10)),
    rules=("4.2", "4.3", "12.1", "12.4"),
    tables=("activation", "turn_track", "chit_factors"),
    measured="Axis activations in the longest run of a turn, no Soviet one between",
    things="activations",
    good_for="axis",
    measure=longest_run,
    find=findings,
    verdict=verdict,
)
