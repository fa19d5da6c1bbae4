"""The combat cards of turn 8 [4.5, 4.6, 6.1.c, 6.1.d, 14]: what a side holds for the last great effort.

Cards that left the game are gone; of the others the High Command picks one, and the hand is filled from all that are
not held (ruling R47).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb, gcd

from sim.errors import GameError
from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.games.donnerschlag.systems._combat_cards import FACES, LIMIT, PICKS
from sim.games.donnerschlag.systems._decks import EXTRA_TURN
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, figure

PICK = PICKS[EXTRA_TURN]


def held_law(factors: Mapping[str, int]) -> Law:
    """Return the law of how many of the wanted cards a side has on turn 8, in hand and box, field ``wanted``.

    What was kept in hand or in the box is wanted, and so is the pick, as long as there are wanted cards. `GameError`
    if more are wanted than are in the game.

    >>> factors = {"early_cards": 18, "late_cards": 12, "removed": 10, "wanted": 4, "kept": 1, "boxed": 1}
    >>> held_law(factors).counts  # three for certain; of the 17 others three are dealt, one of them wanted
    {(3,): 14, (4,): 3}
    """
    cards = factors["early_cards"] + factors["late_cards"] - factors["removed"]
    if cards < factors["wanted"]:
        raise GameError(f"factor wanted is {factors['wanted']}; expected at most the {cards} cards still in the game")
    sure = min(factors["wanted"], factors["kept"] + factors["boxed"] + PICK)
    left = cards - factors["kept"] - factors["boxed"] - PICK
    dealt = min(LIMIT - factors["kept"] - PICK, left) * factors.get("new_hand", 1)
    open_ = factors["wanted"] - sure
    ways = {(sure + k,): comb(open_, k) * comb(left - open_, dealt - k) for k in range(min(open_, dealt) + 1)}
    whole = comb(left, dealt)
    divisor = gcd(whole, *ways.values())
    return Law(("wanted",), {key: n // divisor for key, n in ways.items() if n}, whole // divisor)


def held(factors: Mapping[str, int]) -> Fraction:
    """Return the mean of `held_law`."""
    return held_law(factors).mean(lambda cards: cards)


def come_off(factors: Mapping[str, int]) -> Fraction:
    """Return the mean of the wanted events that come off: one from the box without a die, the others by the die."""
    by_box = min(1, factors["wanted"])  # the box holds one of them: what was there, or one of the hand [4.6]
    return by_box + (held(factors) - by_box) * Fraction(factors["faces"], FACES)


def _findings(setting: Setting) -> Iterator[Finding]:
    factors = wholes(setting.factors)
    law = held_law(factors)
    yield Finding("wanted", "wanted combat cards that the side has on turn 8, in hand and box", "4.5, 14", law=law)
    about = "chance that it has every one of them that is still in the game"
    every = law.probability(lambda cards: cards == factors["wanted"])
    yield Finding("every_one", about, "4.5, 14", number=every, unit=Unit.CHANCE)
    about = "wanted events that come off on turn 8, one of them out of the box without a die"
    yield Finding("come_off", about, "4.5, 4.6", number=come_off(factors))
    about = "wanted cards if no new hand is dealt: what was kept, and the pick (ruling R47)"
    kept = min(factors["wanted"], factors["kept"] + factors["boxed"] + PICK)
    yield Finding("without_a_deal", about, "14", number=Fraction(kept))


def verdict(found: Found) -> str:
    """Say how many wanted cards a side holds, and which it keeps for that."""
    bare, wanted = found.again(boxed=0, kept=0).value, found.given("wanted")
    if bare == wanted == 1:
        return "The High Command pick alone brings you the card that we assume you want on turn 8."
    some = f"all {wanted}" if found.value == wanted else f"about {figure(found.value)} of the {wanted}"
    ways = {
        (1, 1): "if you keep one and leave another in the box", (1, 0): "if you keep one in hand",
        (0, 1): "if you leave one in the box", (0, 0): "if you keep none and leave none in the box",
    }  # fmt: skip
    kept = ways[found.given("kept"), found.given("boxed")]
    return f"You hold {some} cards we assume you want on turn 8, {kept}."


SYSTEM = System(
    id="last_effort",
    title="Combat cards for the last great effort",
    factors=factors_of("donnerschlag", "last_effort"),
    policies={},
    order=6,
    group=Group.COMBAT,
    question="How many of the combat cards you want do you hold on turn 8?",
    rules=("4.5", "4.6", "6", "14"),
    tables=("card_hands", "high_command", "last_effort"),
    unprinted=("early_cards", "late_cards", "faces"),
    measured="wanted combat cards that the side has on turn 8, in hand and box",
    unit=Unit.NUMBER,
    measure=lambda setting: held(wholes(setting.factors)),
    find=_findings,
    verdict=verdict,
)
