"""The fire of the cards: what each is worth, exactly [p. 13-16]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from sim.exact import Law
from sim.factors import factors_of, whole, wholes
from sim.games.inferno_on_the_volga.combat.cards import (
    GERMAN,
    LEADERS,
    SOVIET,
    german_volley,
    is_air_strike,
    soviet_steps,
    soviet_volley,
)
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.numbers.tables import load_list
from sim.pool import hits
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, figure, roughly

RUBBLE = load_list(GAME_ID, "rubble").integer("hits_per_step_loss")
DECK = load_list(GAME_ID, "deck_counts")
FACES = 6
_SIXTHS = 6

COPIES: Mapping[str, int] = {
    row["card"]: int(row["copies"]) for row in GERMAN.rows if row["kind"] == "support" and not row["counted_in"]
}
"""The German support cards; the 672nd is one of the Pioneers (ruling R1)."""


def volley_law(n_dice: int, lowest_hit: int, hits_per_step: int = 1) -> Law:
    """Return the law of the steps that so many dice take from a target large enough; odd hits are lost (ruling R16).

    >>> volley_law(6, 4).mean(lambda steps: steps), volley_law(6, 4, 2).mean(lambda steps: steps)
    (Fraction(3, 1), Fraction(5, 4))
    """
    found = hits(n_dice, Fraction(FACES + 1 - lowest_hit, FACES))
    counts: dict[tuple[int, ...], int] = {}
    for scored, n in enumerate(found.counts):
        key = (scored // hits_per_step,)
        counts[key] = counts.get(key, 0) + n
    return Law(("steps",), counts, found.denominator).reduced()


def german_card_law(card: str, setting: Setting) -> Law:
    """Return the law of the steps that a German support card takes, over the Soviet card and whom it meets."""
    factors = wholes(setting.factors)
    if not GERMAN[card]["dice"]:
        meets = Fraction(factors["infantry_in_6" if card == "sniper" else "tanks_in_6"], _SIXTHS)
        steps: dict[tuple[int, ...], Fraction] = {(0,): 1 - meets, (GERMAN.integer(card, "step_losses"),): meets}
    else:
        volley = german_volley([card], has_von_richthofen=bool(factors["has_von_richthofen"]))
        law = volley_law(volley.n_dice, volley.lowest_hit, RUBBLE if factors["has_rubble"] else 1)
        lost = (
            Fraction(factors["aa_in_28"], DECK.integer("soviet | all", "cards")) if is_air_strike(card) else Fraction(0)
        )
        steps = {outcome: p * (1 - lost) for outcome, p in law}
        steps[(0,)] = steps.get((0,), Fraction(0)) + lost
    common = 1
    for p in steps.values():
        common = common * p.denominator
    return Law(("steps",), {o: int(p * common) for o, p in steps.items() if p}, common).reduced()


def steps_of(card: str, setting: Setting) -> Fraction:
    """Return the steps that a German support card takes on average."""
    return german_card_law(card, setting).mean(lambda steps: steps)


def steps_a_card(setting: Setting) -> Fraction:
    """Return the steps of a German support card drawn at random from the full deck."""
    return sum((n * steps_of(card, setting) for card, n in COPIES.items()), Fraction(0)) / sum(COPIES.values())


def two_dice(setting: Setting) -> Fraction:
    """Return the steps of an air strike with Von Richthofen under the other reading: exactly two dice (ruling R7)."""
    factors = wholes(setting.factors)
    lowest = german_volley(["stuka"], has_von_richthofen=True).lowest_hit
    law = volley_law(
        LEADERS.integer("von_richthofen | air_strike_dice"), lowest, RUBBLE if factors["has_rubble"] else 1
    )
    return law.mean(lambda steps: steps) * (1 - Fraction(factors["aa_in_28"], DECK.integer("soviet | all", "cards")))


def soviet_steps_of(card: str, *, is_coastal: bool, has_zaytsev: bool) -> Fraction:
    """Return the steps that a Soviet card takes from the Germans on average, if it finds a target.

    >>> soviet_steps_of("tommy_gunner", is_coastal=False, has_zaytsev=False)
    Fraction(2, 3)
    """
    volley = soviet_volley(card, is_coastal=is_coastal)
    fire = volley_law(volley.n_dice, volley.lowest_hit).mean(lambda steps: steps)
    return fire + soviet_steps(card, has_zaytsev=has_zaytsev)


def steps_a_soviet_card(*, is_coastal: bool, has_zaytsev: bool) -> Fraction:
    """Return the steps of a Soviet card drawn at random from the full deck, leaders and all."""
    total = sum(
        (int(row["copies"]) * soviet_steps_of(row["card"], is_coastal=is_coastal, has_zaytsev=has_zaytsev)
         for row in SOVIET.rows),
        Fraction(0),
    )  # fmt: skip
    return total / DECK.integer("soviet | all", "cards")


def with_two_dice(setting: Setting) -> Fraction:
    """Return the steps of a random card with Von Richthofen, his air strikes of exactly two dice (ruling R7)."""
    steps = {card: two_dice(setting) if is_air_strike(card) else steps_of(card, setting) for card in COPIES}
    return sum((n * steps[card] for card, n in COPIES.items()), Fraction(0)) / sum(COPIES.values())


_STOPPED = "AA and missing targets counted in"
"""What a mean of a card counts, against the card of odds, which tells what it does where nothing stops it."""


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield what each German card takes; with Von Richthofen down to the other reading (ruling R7)."""
    has_leader = whole(setting.factors, "has_von_richthofen")
    for card in COPIES:
        steps = steps_of(card, setting)
        low = two_dice(setting) if has_leader and is_air_strike(card) else None
        name = GERMAN[card]["name"]
        yield Finding(
            f"steps_of_{card}", f"steps that the {name} takes on average, {_STOPPED}", "p. 13-14", number=steps,
            low=low, high=steps if low is not None else None,
        )  # fmt: skip
        yield Finding(f"{card}_law", f"steps that the {name} takes", "p. 13-14", law=german_card_law(card, setting))
    yield Finding(
        "with_two_dice", "steps that a random German support card takes with Von Richthofen in play, if he gives two"
        " dice in all, the other reading of ruling R7", "p. 13-14", number=with_two_dice(setting),
    )  # fmt: skip
    for row in SOVIET.rows:
        steps = soviet_steps_of(row["card"], is_coastal=True, has_zaytsev=False)
        if steps:
            yield Finding(
                f"steps_of_soviet_{row['card']}",
                f"steps that the Soviet {row['name']} takes on average, from a coastal hex, if it finds a target",
                "p. 15-16", number=steps,
            )  # fmt: skip
    for is_coastal in (False, True):
        where = "coastal" if is_coastal else "inland"
        article = "a" if is_coastal else "an"
        for zaytsev in (False, True):
            steps = steps_a_soviet_card(is_coastal=is_coastal, has_zaytsev=zaytsev)
            leader = " with Zaytsev" if zaytsev else ""
            yield Finding(
                f"soviet_card_{where}{'_zaytsev' if zaytsev else ''}",
                f"steps that a random Soviet card takes from {article} {where} hex{leader}, if it finds a target",
                "p. 15-16", number=steps,
            )  # fmt: skip


def verdict(found: Found) -> str:
    """Say what a random card takes, which card takes most, and what rubble leaves of it."""
    german = [name for name in found.findings if name.startswith("steps_of_") and "soviet" not in name]
    best = max(german, key=found.number)
    named = GERMAN[best.removeprefix("steps_of_")]["name"]
    said = f"random German support card takes {roughly(found.value, 'Soviet step')}"
    said += f"; the best, the {named}, takes {figure(found.number(best))}"
    rubble, streets = (found.again(has_rubble=is_there) for is_there in (1, 0))
    left = max(rubble.value / streets.value, rubble.number(best) / streets.number(best))
    if left > Fraction(3, 5):
        return f"A {said}. Rubble changes little."
    if found.given("has_rubble"):
        twice = f"{'nearly' if left > Fraction(1, 2) else 'more than'} twice that"
        return f"In rubble a {said}. Elsewhere they take {twice}."
    return f"A {said}. Rubble {'about' if left > Fraction(1, 2) else 'more than'} halves that."


SYSTEM = System(
    id="cards",
    title="The fire of the cards",
    factors=factors_of(GAME_ID, "support_factors"),
    policies={},
    order=8,
    group=Group.COMBAT,
    question="What is a German support card worth?",
    shows=tuple(f"steps_of_{card}" for card in ("howitzer", "heinkel_111", "pioneer", "stuka", "sniper", "pak")),
    rules=("p. 9", "p. 13", "p. 14", "p. 15", "p. 16"),
    tables=(
        "support_factors", "german_cards", "soviet_cards", "fire_values", "leader_effects", "rubble", "deck_counts",
    ),
    measured="steps that a random German support card takes",
    unit=Unit.NUMBER,
    good_for="german",
    measure=steps_a_card,
    find=_findings,
    verdict=verdict,
)  # fmt: skip
