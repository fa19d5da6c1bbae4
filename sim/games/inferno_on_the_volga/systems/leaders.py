"""German leaders and random advantages [p. 12-13, p. 18-19]: when they come, at each level of The Designer's Way."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.dice import all_rolls
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems._levels import FACES, LEVELS, leader_advantages, level_words
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, counted, figure, roughly

DECKS = load_list(GAME_ID, "deck_counts")
GERMAN_DECK, GERMAN_LEADERS = (DECKS.integer(f"german | {kind}", "cards") for kind in ("all", "leader"))
PLAIN, NORMAL, EASY = range(3)


def chance_of_an_advantage() -> Fraction:
    """Return the chance that a side has a given one of its six advantages.

    >>> chance_of_an_advantage()
    Fraction(7, 12)
    """
    per_side = load_list(GAME_ID, "designers_way_numbers").integer("advantages_per_side")
    return Fraction(sum(range(1, FACES + 1)), FACES * per_side)


def chance_of_more_advantages() -> Fraction:
    """Return the chance that a side's die is above the other's.

    >>> chance_of_more_advantages()
    Fraction(5, 12)
    """
    rolls = all_rolls(2)
    return Fraction(int((rolls[:, 0] > rolls[:, 1]).sum()), len(rolls))


def german_leaders(setting: Setting) -> Fraction:
    """Return the German leaders in play after so many cards, on average: they act when drawn [p. 12].

    Those drawn as an advantage lie on top. At the easy level three are in play, Linden is the first card and OKH the
    last (ruling R25).
    """
    names = ("level", "german_cards_drawn", "leaders_are_the_cards")
    return leaders_at(*(whole(setting.factors, name) for name in names))


def leaders_at(level: int, drawn: int, are_the_cards: int = 0) -> Fraction:
    """Return the German leaders in play at a level after so many cards, on average.

    With `are_the_cards` the three leaders of the easy level are cards of the set-up (the other reading of ruling R25).
    """
    if level == EASY:
        at_start = LEVELS.integer("easy_for_germans", "german_leaders_at_start")
        drawn -= at_start * are_the_cards
        return Fraction(at_start + (drawn >= 1) + (drawn >= GERMAN_DECK - at_start))
    if level == PLAIN:
        return _in_play(0, drawn)
    return leader_advantages("german").mean(lambda on_top: _in_play(on_top, drawn))


def _in_play(on_top: int, drawn: int) -> Fraction:
    """Return the leaders among the cards drawn, so many of the five on top and the rest anywhere below."""
    below = max(drawn - on_top, 0)
    return min(on_top, drawn) + Fraction((GERMAN_LEADERS - on_top) * below, GERMAN_DECK - on_top)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield the random advantages, and how likely a leader is without them."""
    for side in ("german", "soviet"):
        yield Finding(
            f"{side}_leader_advantages", f"{side.title()} leaders among the random advantages", "p. 18",
            law=leader_advantages(side),
        )  # fmt: skip
    yield Finding(
        "an_advantage",
        "chance that a side has a given advantage",
        "p. 18",
        number=chance_of_an_advantage(),
        unit=Unit.CHANCE,
    )
    yield Finding(
        "more_advantages", "chance that a side has more advantages than the other", "p. 18",
        number=chance_of_more_advantages(), unit=Unit.CHANCE,
    )  # fmt: skip
    yield Finding(
        "okh_drawn", "chance that a given leader is in play in a game without advantages", "p. 12-13",
        number=Fraction(whole(setting.factors, "german_cards_drawn"), GERMAN_DECK), unit=Unit.CHANCE,
    )  # fmt: skip
    drawn, are_the_cards = (whole(setting.factors, name) for name in ("german_cards_drawn", "leaders_are_the_cards"))
    about = "German leaders in play in the game as printed, without The Designer's Way"
    yield Finding("at_as_printed", about, "p. 12", number=leaders_at(PLAIN, drawn, are_the_cards))
    levels = {"normal": NORMAL, "easy_for_germans": EASY}
    for row in LEVELS.rows:
        code = levels.get(row["level"], PLAIN)
        about = f"German leaders in play at the level {level_words(row['level'])}"
        yield Finding(f"at_{row['level']}", about, "p. 18-19", number=leaders_at(code, drawn, are_the_cards))


def verdict(found: Found) -> str:
    """Say how many leaders so many cards bring in the game as printed, and at the levels that favor the Germans."""
    printed, normal, easy = (found.number(f"at_{name}") for name in ("as_printed", "normal", "easy_for_germans"))
    drawn = f"With {_share_drawn(found.given('german_cards_drawn'))} the deck drawn, expect"
    if normal - printed < Fraction(1, 2) or len({figure(number) for number in (printed, normal, easy)}) == 1:
        return f"{drawn} {roughly(normal, 'German leader')} as printed and at every level."
    both = "normal or easy" if abs(normal - easy) < Fraction(1, 2) else "normal"
    return (
        f"{drawn} {counted(printed, 'German leader')} as printed and at the hard levels, but about {figure(normal)} at"
        f" {both}."
    )


def _share_drawn(cards: int) -> str:
    """Return how much of the German deck so many cards are, as a headline says it.

    >>> [_share_drawn(cards) for cards in (3, 9, 13, 20, 26)]
    ['little of', 'some of', 'half of', 'most of', 'all of']
    """
    share = Fraction(cards, GERMAN_DECK)
    quarter = Fraction(1, 4)
    if share >= 1:
        return "all of"
    if abs(share - 2 * quarter) < quarter / 4:
        return "half of"
    return "little of" if share < quarter else "some of" if share < 2 * quarter else "most of"


SYSTEM = System(
    id="leaders",
    title="German leaders and random advantages",
    factors=factors_of(GAME_ID, "leader_factors"),
    policies={},
    order=9,
    group=Group.COMMAND,
    question="How many leaders do the Germans have at each level?",
    shows=("at_as_printed", "at_easy_for_soviets", "at_impossible_for_germans", "at_normal", "at_easy_for_germans"),
    rules=("p. 12", "p. 18", "p. 19"),
    tables=("leader_factors", "deck_counts", "advantages", "difficulty_levels"),
    measured="German leaders in play, of five",
    unit=Unit.NUMBER,
    good_for="german",
    measure=german_leaders,
    find=_findings,
    verdict=verdict,
)
