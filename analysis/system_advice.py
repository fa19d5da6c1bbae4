"""What a designer could take from a system's numbers: each sentence with its numbers, none where there is nothing."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

from analysis.outcomes import Outcomes, outcomes_of
from analysis.system import System, named
from analysis.system_answer import rounded
from analysis.track import Span, told
from analysis.words import percent
from sim.game import GameError


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
        return _beside_policies(system)
    return (
        f"**The choice counts**: lowest, {system.say(system.played[low])} ({_who(system, low)}); highest, "
        f"{system.say(system.played[high])} ({_who(system, high)})."
    )


def _beside_policies(system: System) -> str:
    """Return that the headline does not follow the policies, and what behind it does; a policy alone may cost much."""
    head = "**The headline does not follow the policies**: it is counted without them, or for the best play there is"
    moved = policy_laws(system)
    if not moved:
        return f"{head}; neither does any figure on this page, over the {len(system.played)} tried."
    about, low, low_who, high, high_who = moved[0]
    return f"{head}; what is played does: {about}, {low} ({low_who}) to {high} ({high_who})."


def policy_laws(system: System) -> list[tuple[str, str, str, str, str]]:
    """Return the laws that move with the policies, the page's first first: what, lowest, who plays so, highest, who.

    A law of numbers is told by its mean, one of words by the chance of what is likeliest at the policies told.
    """
    track = system.answer.track
    held: dict[str, dict[tuple[str, ...], Outcomes]] = {law.id: {} for law in system.laws}
    for chosen in system.played:
        setting = track.setting(system.answer.factors, dict(zip(track.policies, chosen, strict=True)))
        for one in track.find(setting):
            if one.id in held:
                held[one.id][chosen] = outcomes_of(one)
    laws = sorted(system.laws, key=lambda law: law is not system.first_law)
    return [found for law in laws if (found := _over_policies(system, law, held[law.id]))]


def _over_policies(
    system: System, law: Outcomes, held: Mapping[tuple[str, ...], Outcomes]
) -> tuple[str, str, str, str, str] | None:
    name = law.likeliest[0]
    told = {
        chosen: dict(zip(one.names, one.chances, strict=True)).get(name, Fraction(0)) if law.is_worded else one.mean
        for chosen, one in held.items()
    }
    low, high = (pick(told, key=lambda one: told[one]) for pick in (min, max))
    if told[low] == told[high]:
        return None
    about = f"“{law.about}”, {name}" if law.is_worded else f"the mean of “{law.about}”"
    words = [percent(float(told[one])) if law.is_worded else f"{float(told[one]):.2f}" for one in (low, high)]
    return about, words[0], _who(system, low), words[1], _who(system, high)


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
    ends = (system.worlds.low, system.answer.headline, system.worlds.high)
    of_worlds, of_dice = max(ends) - min(ends), Fraction(high - low)
    head = "**Luck and what is assumed decide about alike**"
    if of_worlds * 5 < of_dice * 4:
        head = "**Luck decides more than what is assumed**"
    elif of_dice * 5 < of_worlds * 4:
        head = "**What is assumed decides more than luck**"
    return (
        f"{head}: the dice alone leave nine games of ten between {low} and {high}, {high - low} apart; over nine of ten"
        f" worlds and our central one the expectation itself moves by {rounded(system, of_worlds)}."
    )


def _idle(system: System) -> str:
    """Return the factors that move nothing: those that never do, apart from those that a switch or a policy wakes."""
    woken = waking(system)
    never = [span.words.label for span in system.idle if span not in woken]
    said = []
    if never:
        said.append(f"**No need to know**, as long as the rest is central: {'; '.join(never)}.")
    if woken:
        said.append(
            "**Not asked at our central assumptions**, but needed as soon as an option is on or another policy is"
            f" played: {'; '.join(span.words.label for span in woken)}."
        )
    return " ".join(said)


def waking(system: System) -> list[Span]:
    """Return the idle factors that move the answer once one switch is turned or another policy is played."""
    track, told = system.answer.track, dict(system.answer.factors)
    switches = [one for one in track.factors.values() if (one.low, one.high) == (0, 1)]
    others = [(told, dict(zip(track.policies, chosen, strict=True))) for chosen in system.played]
    others += [({**told, one.id: 1 - told[one.id]}, dict(system.answer.policies)) for one in switches]
    return [span for span in system.idle if any(_moves(system, span.factor, *other) for other in others)]


def _moves(system: System, factor: str, told: Mapping[str, int], policies: Mapping[str, str]) -> bool:
    """Return whether the ends of a factor's range give different answers; a setting the rules refuse moves nothing."""
    track = system.answer.track
    known = track.factors[factor]
    try:
        ends = {track.measure(track.setting({**told, factor: end}, policies)) for end in (known.low, known.high)}
    except GameError:
        return False
    return len(ends) > 1


def _nothing(system: System) -> str:
    """Return which figures come to nothing: an effect that the rules name and the numbers do not show."""
    zero = [one.about for one in system.answer.findings if one.number == 0]
    more = f"; and {len(zero) - 3} more" if len(zero) > 3 else ""
    return f"**Comes to nothing** at our central assumptions: {'; '.join(zero[:3])}{more}." if zero else ""
