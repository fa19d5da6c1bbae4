"""What a designer could take from a system's numbers: each sentence with its numbers, none where there is nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from analysis.pages.sentences.answer import rounded
from analysis.pages.sentences.system import SystemPage, apart, leaders, leading, named
from analysis.systems.ask import Span
from analysis.systems.in_words import in_words
from analysis.systems.outcomes import Outcomes, outcomes_of
from sim.errors import GameError
from sim.system import Unit
from sim.verdict import joined

_NAMED = 4


def advice(shown: SystemPage) -> list[str]:
    """Return what a designer could take from the numbers, a sentence each; none where there is nothing."""
    found = [_matters(shown), *_balance(shown), _choice(shown), _luck(shown), _idle(shown)]
    return [one for one in found if one]


def _things(shown: SystemPage, number: str) -> str:
    """Return what a number counts, after a space, where the system names it; one of them needs no such word."""
    return f" {shown.answer.system.things}" if shown.answer.system.things and number not in ("1", "1.0") else ""


def _matters(shown: SystemPage) -> str:
    if not shown.moving:
        return ""
    first, *others = shown.moving
    most = "**Matters most of what is assumed**" if shown.played_widest else "**Matters most**"
    if any(one in shown.answer.system.values for span in shown.moving[:2] for one in span.measures.values()):
        return f"{most}: {leading(shown)}."  # no distance to a word
    by = apart(shown, first)
    if len(leaders(shown)) > 1:
        alike = joined(list(map(named, leaders(shown))))
        return f"{most}, and all alike: {alike}; each moves the answer by {by}{_things(shown, by)}."
    place = "Then" if shown.added else "Second"
    seen = [span for span in others if shown.say(span.low) != shown.say(span.high)]
    ahead = f". {place}: {named(seen[0])}, by {apart(shown, seen[0])}" if seen else ""
    return (
        f"{most}: {leading(shown)}; the answer moves by {by}{_things(shown, by)} over the range of that alone{ahead}."
    )


def _balance(shown: SystemPage) -> list[str]:
    """Return between which values of a factor a chance passes one half, for the factors that reach across it."""
    if not shown.is_chance or shown.is_difference:
        return []
    even, found = Fraction(1, 2), []
    for span in shown.moving[:3]:
        for (low, before), (high, after) in pairwise(span.measures.items()):
            if (before - even) * (after - even) < 0:
                name = named(span)
                found.append(
                    f"**{name[0].upper()}{name[1:]}**: the answer passes one half between {span.words.value(low)}"
                    f" ({shown.say(before)}) and {span.words.value(high)} ({shown.say(after)})."
                )
                break
    return found


def _choice(shown: SystemPage) -> str:
    """Return what the choice of policies is worth, side by side with the assumption that moves the answer most."""
    if len(shown.played) < 2:
        return ""
    low, high = (pick(shown.played, key=lambda one: shown.played[one]) for pick in (min, max))
    if shown.played[low] == shown.played[high]:
        return _beside_policies(shown)
    most = " most" if shown.played_widest else ""
    return (
        f"**How you play counts{most}**: {shown.say(shown.played[low])} at the lowest ({_who(shown, low)}), "
        f"{shown.say(shown.played[high])} at the highest ({_who(shown, high)})."
    )


def _beside_policies(shown: SystemPage) -> str:
    """Return what follows the policies where the headline does not, as it may be that of the best of them."""
    moved = policy_laws(shown)
    if not moved:
        return f"**How you play changes no figure on this page**, over the {len(shown.played)} ways of playing tried."
    about, low, low_who, high, high_who = moved[0]
    return f"**How you play moves** {about}: from {low} ({low_who}) to {high} ({high_who})."


def policy_laws(shown: SystemPage) -> list[tuple[str, str, str, str, str]]:
    """Return the laws that move with the policies, the page's first first: what, lowest, who plays so, highest, who.

    A law of numbers goes by its mean, one of words by the chance of what is likeliest under the answer's policies.
    """
    system = shown.answer.system
    held: dict[str, dict[tuple[str, ...], Outcomes]] = {law.id: {} for law in shown.laws}
    for chosen in shown.played:
        setting = system.setting(shown.answer.factors, dict(zip(system.policies, chosen, strict=True)))
        for one in system.find(setting):
            if one.id in held:
                held[one.id][chosen] = outcomes_of(one)
    laws = sorted(shown.laws, key=lambda law: law is not shown.first_law)
    return [found for law in laws if (found := _over_policies(shown, law, held[law.id]))]


def _over_policies(
    shown: SystemPage, law: Outcomes, held: Mapping[tuple[str, ...], Outcomes]
) -> tuple[str, str, str, str, str] | None:
    name = law.likeliest[0]
    values = {
        chosen: dict(zip(one.names, one.chances, strict=True)).get(name, Fraction(0)) if law.is_worded else one.mean
        for chosen, one in held.items()
    }
    low, high = (pick(values, key=lambda one: values[one]) for pick in (min, max))
    if values[low] == values[high]:
        return None
    what = _whoever_plays(shown, law.about)
    about = f"“{what}: {name}”" if law.is_worded else f"the mean of “{what}”"
    words = [
        in_words(values[one], Unit.CHANCE) if law.is_worded else in_words(values[one], Unit.NUMBER)
        for one in (low, high)
    ]
    return about, words[0], _who(shown, low), words[1], _who(shown, high)


def _whoever_plays(shown: SystemPage, about: str) -> str:
    """Return what a law tells, without the policy that its words end on: the sentence names others."""
    for side, known in shown.answer.system.policies.items():
        for one in known.values():
            about = about.removesuffix(f" if the {side.capitalize()} {one.about}")
    return about


def _who(shown: SystemPage, chosen: tuple[str, ...]) -> str:
    policies = shown.answer.system.policies
    return "; ".join(
        f"{side.capitalize()}: {policies[side][name].about}"
        for side, name in zip(policies, chosen, strict=True)
        if len(policies[side]) > 1
    )


def _luck(shown: SystemPage) -> str:
    """Return whether one game's dice or what is assumed spreads the result more, if they are a quarter apart."""
    if shown.of_a_game is None or shown.worlds is None:
        return ""
    low, high = shown.of_a_game.nine_in_ten_numbers
    ends = (shown.worlds.low, shown.answer.headline, shown.worlds.high)
    of_worlds, of_dice = max(ends) - min(ends), Fraction(high - low)
    head = "**Luck and assumptions weigh about alike**"
    if of_worlds * 5 < of_dice * 4:
        head = "**Luck weighs more than the assumptions**"
    elif of_dice * 5 < of_worlds * 4:
        head = "**The assumptions weigh more than luck**"
    return (
        f"{head}: dice alone put nine games in ten between {low} and {high}, {high - low} apart; nine of ten"
        f" combinations of the assumptions spread the mean by {rounded(shown, of_worlds)}."
    )


def _idle(shown: SystemPage) -> str:
    """Return the factors that move nothing: those that never do, apart from those that a switch or a policy wakes."""
    woken = waking(shown)
    never = [span.words.label for span in shown.idle if span not in woken]
    said = []
    if never:
        said.append(f"**Changes nothing in the answer**, if all else is as assumed: {_first(never)}.")
    if woken:
        said.append(
            f"**Changes nothing yet, but counts once** {_what_wakes(shown, woken)}:"
            f" {_first([span.words.label for span in woken])}."
        )
    return " ".join(said)


def _what_wakes(shown: SystemPage, woken: Sequence[Span]) -> str:
    """Return what makes idle factors count: an option that is off, another way to play, or either."""
    ways = {"an option is on": _options_turned(shown), "a side plays otherwise": _played_otherwise(shown)}
    return " or ".join(way for way, others in ways.items() if _woken(shown, woken, others))


def _first(names: Sequence[str]) -> str:
    """Return the first few of a list, and how many more there are: the table of assumptions has them all."""
    more = f"; and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return "; ".join(names[:_NAMED]) + more


_Given = tuple[Mapping[str, int], Mapping[str, str]]
"""The factors and the policies of a setting."""


def waking(shown: SystemPage) -> list[Span]:
    """Return the idle factors that move the answer once one switch is turned or another policy is played."""
    return _woken(shown, shown.idle, [*_played_otherwise(shown), *_options_turned(shown)])


def _played_otherwise(shown: SystemPage) -> list[_Given]:
    policies = shown.answer.system.policies
    return [(dict(shown.answer.factors), dict(zip(policies, chosen, strict=True))) for chosen in shown.played]


def _options_turned(shown: SystemPage) -> list[_Given]:
    factors, known = dict(shown.answer.factors), shown.answer.system.factors.values()
    switches = [one.id for one in known if (one.low, one.high) == (0, 1)]
    return [({**factors, one: 1 - factors[one]}, dict(shown.answer.policies)) for one in switches]


def _woken(shown: SystemPage, spans: Sequence[Span], others: Sequence[_Given]) -> list[Span]:
    """Return the factors that move the answer under any of other settings."""
    return [span for span in spans if any(_moves(shown, span.factor, *other) for other in others)]


def _moves(shown: SystemPage, factor: str, factors: Mapping[str, int], policies: Mapping[str, str]) -> bool:
    """Return whether the ends of a factor's range give different answers; a setting the rules refuse moves nothing."""
    system = shown.answer.system
    known = system.factors[factor]
    try:
        ends = {system.measure(system.setting({**factors, factor: end}, policies)) for end in (known.low, known.high)}
    except GameError:
        return False
    return len(ends) > 1
