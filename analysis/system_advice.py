"""What a designer could take from a system's numbers: each sentence with its numbers, none where there is nothing."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from analysis.system import System, named
from analysis.track import told
from analysis.words import percent


def advice(system: System) -> list[str]:
    """Return what a designer could take from the numbers, a sentence each; none where there is nothing."""
    found = [_matters(system), *_balance(system), _choice(system), _luck(system), _idle(system), _nothing(system)]
    return [one for one in found if one]


def _apart(system: System, by: Fraction) -> str:
    """Return how far apart two answers are: chances in percentage points."""
    return f"{float(100 * by):.0f} percentage points" if system.is_chance else system.say(by)


def _matters(system: System) -> str:
    if not system.moving:
        return ""
    first, *others = system.moving
    by, at = _apart(system, first.high - first.low), told(first, system.answer.track.measured)
    ahead = f"; the next, {named(others[0])}, by {_apart(system, others[0].high - others[0].low)}" if others else ""
    return f"**Matters most**: {named(first)}; alone it moves the answer by {by}, from {at}{ahead}."


def _balance(system: System) -> list[str]:
    """Return between which values of a factor a chance passes one half, for the factors that reach across it."""
    if not system.is_chance:
        return []
    even, found = Fraction(1, 2), []
    for span in system.moving[:3]:
        for (low, before), (high, after) in pairwise(span.measures.items()):
            if (before - even) * (after - even) < 0:
                found.append(
                    f"**Even chances** lie between {span.words.value(low)} ({percent(float(before))}) and "
                    f"{span.words.value(high)} ({percent(float(after))}) for {named(span)}."
                )
                break
    return found


def _choice(system: System) -> str:
    """Return what the choice of policies is worth, side by side with the assumption that moves the answer most."""
    if len(system.played) < 2:
        return ""
    low, high = (pick(system.played, key=lambda one: system.played[one]) for pick in (min, max))
    if system.played[low] == system.played[high]:
        return (
            f"**The policies tried do not matter here**: all {len(system.played)} give this figure, as far as it goes."
        )
    return (
        f"**The choice counts**: lowest, {system.say(system.played[low])} ({_who(system, low)}); highest, "
        f"{system.say(system.played[high])} ({_who(system, high)})."
    )


def _who(system: System, chosen: tuple[str, ...]) -> str:
    policies = system.answer.track.policies
    return "; ".join(
        f"{side.capitalize()}: {policies[side][name].about}"
        for side, name in zip(policies, chosen, strict=True)
        if len(policies[side]) > 1
    )


def _luck(system: System) -> str:
    """Return whether one game's dice or what is assumed spreads the result more; apart by a quarter, to be told."""
    if system.of_a_game is None or system.worlds is None:
        return ""
    low, high = system.of_a_game.nine_in_ten_numbers
    of_worlds, of_dice = system.worlds.high - system.worlds.low, Fraction(high - low)
    head = "**Luck and what is assumed decide about alike**"
    if of_worlds * 5 < of_dice * 4:
        head = "**Luck decides more than what is assumed**"
    elif of_dice * 5 < of_worlds * 4:
        head = "**What is assumed decides more than luck**"
    return (
        f"{head}: the dice alone leave nine games of ten between {low} and {high}, {high - low} apart; over nine of ten"
        f" worlds the expectation itself moves by {system.say(of_worlds)}."
    )


def _idle(system: System) -> str:
    if not system.idle:
        return ""
    return (
        "**No need to know**, as long as the rest is central: "
        + "; ".join(span.words.label for span in system.idle)
        + "."
    )


def _nothing(system: System) -> str:
    """Return which figures come to nothing: an effect that the rules name and the numbers do not show."""
    zero = [one.about for one in system.answer.findings if one.number == 0]
    more = f"; and {len(zero) - 3} more" if len(zero) > 3 else ""
    return f"**Comes to nothing** at our central assumptions: {'; '.join(zero[:3])}{more}." if zero else ""
