"""Two formations on the same turn [4.4, 6.1.c, 6.1.d, 10.1, 10.2]: exact chances, turn by turn.

A hand is known by how many of its cards are early ones: given that, it is any so many of the early deck and any others
of the late one, all alike likely.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from sim.errors import GameError
from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.donnerschlag.systems._combat_cards import PLAYED_TURNS
from sim.games.donnerschlag.systems._decks import LIMIT, RAISED, RESHUFFLE
from sim.games.donnerschlag.systems._march import LAST_TURN
from sim.laws import joint_law
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, figure, roughly

KINDS = ("first", "second", "any", "special")
NEITHER, ONE, BOTH = range(3)
MOVED = ("neither", "one of the two", "both")

Hand = tuple[int, ...]
"""Cards that name the first formation, the second, cards of free choice, and Schwerpunkt cards."""


def dealt(factors: Mapping[str, int], turn: int) -> Law:
    """Return the law of how many early and late cards a hand of a turn holds, fields ``early`` and ``late``.

    Until turn 3 all are early. On turn 4 what is left of the pile comes first, and the rest out of late cards and
    discards (ruling R27); a pile that runs out deals nothing (ruling R55).
    """
    sizes = [RAISED if at >= factors["six_from"] else LIMIT for at in range(1, len(PLAYED_TURNS) + 1)]
    gone = min(sum(sizes[: min(turn, RESHUFFLE) - 1]), factors["early_cards"])
    left = factors["early_cards"] - gone
    if turn < RESHUFFLE:
        return Law(("early", "late"), {(min(sizes[turn - 1], left), 0): 1}, 1)
    pile, used = gone + factors["late_cards"], sum(sizes[RESHUFFLE - 1 : turn - 1]) - left * (turn > RESHUFFLE)
    kept = left if turn == RESHUFFLE else 0
    more = min(sizes[turn - 1] - kept, pile - used)
    counts = {
        (kept + early, more - early): comb(gone, early) * comb(factors["late_cards"], more - early)
        for early in range(more + 1)
    }
    return Law(("early", "late"), {key: n for key, n in counts.items() if n}, comb(pile, more))


def hand_law(factors: Mapping[str, int], turn: int) -> Law:
    """Return the law of the cards of each of `KINDS` in the hand of a turn.

    `GameError` says when the kinds are more than a deck.
    """
    named = {}
    for period in ("early", "late"):
        named[period] = tuple(factors.get(f"{period}_{kind}", 0) for kind in KINDS)
        cards = factors[f"{period}_cards"]
        if cards < sum(named[period]):
            raise GameError(
                f"factor {period}_cards is {cards}; expected at least the {sum(named[period])} cards of the kinds named"
            )
    law = dealt(factors, turn)
    sizes = factors["early_cards"], factors["late_cards"]
    return _hand_law(named["early"], named["late"], sizes, tuple(law.counts.items()), law.denominator)


def moved(factors: Mapping[str, int], turn: int, hand: Hand) -> int:
    """Return whether a hand moves both formations on a turn, one or neither [10.1, 10.2].

    A Schwerpunkt card moves both where both stand near its marker; any other card moves one.

    >>> near = {"special_reach": 1, "special_from": 4}
    >>> [MOVED[moved(near, turn, (0, 0, 0, 1))] for turn in (3, 4)]
    ['neither', 'both']
    """
    first, second, free, special = hand
    if special and factors["special_reach"] and turn >= factors["special_from"]:
        return BOTH
    return min(free + (first > 0) + (second > 0), BOTH)


def moved_law(factors: Mapping[str, int], turn: int) -> Law:
    """Return the law of `moved` on a turn, field ``moved``."""
    found: dict[Hand, Fraction] = {}
    for hand, p in hand_law(factors, turn):
        key = (moved(factors, turn, hand),)
        found[key] = found.get(key, Fraction(0)) + p
    return joint_law(("moved",), found)


def turns_with(factors: Mapping[str, int], how: int) -> Fraction:
    """Return the mean number of turns of seven on which both formations, one, or neither can move."""
    turns = range(1, len(PLAYED_TURNS) + 1)
    return sum((moved_law(factors, turn).probability(lambda found: found == how) for turn in turns), Fraction(0))


@cache
def _hand_law(
    named_early: Hand, named_late: Hand, sizes: tuple[int, int], dealt: tuple[tuple[Hand, int], ...], whole: int
) -> Law:
    """Return the law of a hand from that of its early and late cards, given as ways out of the whole."""
    found: dict[Hand, Fraction] = {}
    for (early, late), times in dealt:
        some, others = _hands(named_early, sizes[0], early), _hands(named_late, sizes[1], late)
        ways: dict[Hand, int] = {}
        for (hand, n), (other, m) in product(some.items(), others.items()):
            both = tuple(a + b for a, b in zip(hand, other, strict=True))
            ways[both] = ways.get(both, 0) + n * m
        each = Fraction(times, whole * comb(sizes[0], early) * comb(sizes[1], late))
        for hand, n in ways.items():
            found[hand] = found.get(hand, Fraction(0)) + n * each
    return joint_law(KINDS, found)


@cache
def _hands(named: Hand, cards: int, dealt: int) -> Mapping[Hand, int]:
    """Return in how many ways so many cards of a deck hold each number of the named kinds."""
    ways = {}
    for hand in product(*(range(min(n, dealt) + 1) for n in named)):
        others = comb(cards - sum(named), dealt - sum(hand)) if sum(hand) <= dealt else 0
        for n, k in zip(named, hand, strict=True):
            others *= comb(n, k)
        if others:
            ways[hand] = others
    return ways


def _findings(setting: Setting) -> Iterator[Finding]:
    factors = wholes(setting.factors)
    for how, words in enumerate(MOVED):
        about = f"turns of seven on which {words} can move"
        yield Finding(("neither", "one", "both")[how], about, "10.1, 10.2", number=turns_with(factors, how))
    labels: dict[str, tuple[str, ...]] = {"moved": MOVED}
    for turn in (1, RESHUFFLE, LAST_TURN):
        law = moved_law(factors, turn)
        yield Finding(f"turn_{turn}", f"which of the two can move on turn {turn}", "10.2", law=law, labels=labels)


def verdict(found: Found) -> str:
    """Say on how many turns both can move, and on how many without early Any Formation cards."""
    without = found.again(early_any=0).value
    said = f"With the decks we assume, both move on {roughly(found.value, 'turn')} if every free card is theirs"
    if figure(without) == figure(found.value):
        return f"{said}."
    return f"{said}, on only {figure(without)} without early Any Formation cards."


SYSTEM = System(
    id="together",
    title="Two formations on the same turn",
    factors=factors_of("donnerschlag", "together_mix"),
    policies={},
    order=3,
    group=Group.COMMAND,
    question="On how many turns can two panzer divisions move together?",
    shows=("early_any",),
    rules=("4.4", "5", "6", "10.1", "10.2"),
    tables=("card_hands", "card_reshuffles", "together_mix"),
    unprinted=tuple(
        name for name in factors_of("donnerschlag", "together_mix") if name.startswith(("early_", "late_"))
    ),
    measured="turns of seven on which both can move if every card of free choice goes to them",
    unit=Unit.NUMBER,
    good_for="axis",
    measure=lambda setting: turns_with(wholes(setting.factors), BOTH),
    find=_findings,
    verdict=verdict,
)
