"""Rubble by the strength of the attack [p. 9-10]: three dice and what the attack adds must come to more than 18."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.combat.cards import SOVIET, is_air_strike, rubble_row
from sim.games.inferno_on_the_volga.combat.fight import RUBBLE_DRM
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, Unit, result_findings, system_of
from sim.verdict import Found, GamesSeen, counted, percent

RULES = load_list(GAME_ID, "rubble")
N_DICE, ABOVE = RULES.integer("dice"), RULES.integer("success_above")
DECK = load_list(GAME_ID, "deck_counts").integer("soviet | all", "cards")
AA_CARDS = SOVIET.integer("aa", "copies")
OTHER, _, AA_HERE = range(3)
"""The Soviet card: any other, an AA card, an AA card that names the hex."""
CARDS = ("", "pioneer", "howitzer", "stuka", "heinkel_111")
"""The cards that the factor `card` counts through, by their rubble modifier."""
TURNS = tuple(str(attack) for attack in range(1, 7))

Flags = NDArray[np.bool_]


def makes_rubble(rolls: Rolls, drm: ArrayLike) -> Flags:
    """Return whether a deliberate attack on a city hex leaves rubble, shape (...); rolls (..., 3) [p. 10].

    >>> [bool(makes_rubble(np.array(dice, np.int8), 11)) for dice in ([1, 1, 5], [2, 1, 5])]  # 8 and more, p. 10
    [False, True]
    """
    return np.asarray(rolls.sum(axis=-1) + np.asarray(drm) > ABOVE)


def attack_drm(factors: Mapping[str, ArrayLike], is_canceled: ArrayLike = False) -> NDArray[np.int8]:
    """Return the modifier of an attack, shape (...): hexes, armored blocks, the card unless an AA card cancels it.

    >>> int(attack_drm({"attacking_hexes": 4, "armored_blocks": 4, "card": 4, "has_von_richthofen": 0}))  # p. 10
    11
    """
    times: dict[str, ArrayLike] = {row["id"]: 0 for row in RUBBLE_DRM.rows}
    times["attacking_hex"] = factors["attacking_hexes"]
    times["panzer_or_panzer_grenadier"] = factors["armored_blocks"]
    card, has_leader = np.asarray(factors["card"]), np.asarray(factors["has_von_richthofen"]) > 0
    for at, name in enumerate(CARDS[1:], 1):
        is_played = (card == at) & ~(np.asarray(is_canceled, bool) & is_air_strike(name))
        for with_leader in (False, True):
            row = rubble_row(name, has_von_richthofen=with_leader)
            assert row is not None
            times[row] = np.asarray(times[row]) + (is_played & (has_leader == with_leader))
    return net_modifier(RUBBLE_DRM, times)


@dataclass(frozen=True)
class Assault(State):
    """A city hex under attack."""

    has_rubble: Flags = column("there is rubble in the hex", lasts=True)
    is_canceled: Flags = column("the Soviet card is AA, which cancels an air strike", lasts=False)
    drm: NDArray[np.int8] = column("modifier of the rubble roll", lasts=False)
    attack_of_rubble: NDArray[np.int8] = column("attack that left rubble, 0 if none yet", lasts=True, logged=False)


def start(n: int, setting: Setting) -> Assault:
    """Return n city hexes without rubble."""
    no = np.zeros(n, bool)
    return Assault(has_rubble=no, is_canceled=no, drm=no.astype(np.int8), attack_of_rubble=no.astype(np.int8))


def card_weights(assault: Assault, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return how likely the Soviet card is another one, AA, or AA that names the hex, shape (games, 3)."""
    aa, here = (np.asarray(setting.factors[name], np.int64) for name in ("aa_in_28", "aa_cards_that_name_it"))
    parts = np.broadcast_arrays((DECK - aa) * AA_CARDS, aa * (AA_CARDS - here), aa * here)
    return np.broadcast_to(np.stack(parts, axis=-1), (len(assault.has_rubble), len(parts))).copy()


def soviet_card(assault: Assault, setting: Setting, turn: int, kind: NDArray[Any]) -> Assault:
    """Reveal the Soviet card; AA puts rubble into the hex that it names, air strike or not [p. 16, ruling R30]."""
    is_new = (kind == AA_HERE) & ~assault.has_rubble
    return replace(
        assault,
        is_canceled=kind != OTHER,
        has_rubble=assault.has_rubble | is_new,
        attack_of_rubble=np.where(is_new, turn, assault.attack_of_rubble).astype(np.int8),
    )


def rubble_roll(assault: Assault, setting: Setting, turn: int, rolls: Rolls) -> Assault:
    """Roll for rubble; rolls of shape (games, 3). A hex with rubble gets no second marker [p. 10]."""
    drm = np.broadcast_to(attack_drm(setting.factors, assault.is_canceled), assault.has_rubble.shape)
    is_new = makes_rubble(rolls, drm) & ~assault.has_rubble
    return replace(
        assault,
        has_rubble=assault.has_rubble | is_new,
        drm=np.where(assault.has_rubble, 0, drm).astype(np.int8),
        attack_of_rubble=np.where(is_new, turn, assault.attack_of_rubble).astype(np.int8),
    )


def chance(drm: int) -> Fraction:
    """Return the chance of rubble with a modifier.

    >>> str(chance(11)), chance(0), chance(16)
    ('181/216', Fraction(0, 1), Fraction(1, 1))
    """
    rolls = all_rolls(N_DICE)
    return Fraction(int(makes_rubble(rolls, drm).sum()), len(rolls))


def chance_an_attack(setting: Setting) -> Fraction:
    """Return the chance that an attack leaves rubble, by the roll or by an AA card, over the Soviet card."""
    aa = Fraction(whole(setting.factors, "aa_in_28"), DECK)
    here = Fraction(whole(setting.factors, "aa_cards_that_name_it"), AA_CARDS)
    fresh, canceled = (chance(int(attack_drm(setting.factors, is_canceled))) for is_canceled in (False, True))
    return (1 - aa) * fresh + aa * (here + (1 - here) * canceled)


COURSE = Course(
    id="rubble",
    title="Attacks on a city hex until there is rubble",
    factors=factors_of(GAME_ID, "rubble_factors"),
    policies=policies_of(GAME_ID, "rubble"),
    turns=TURNS,
    state=Assault,
    start=start,
    phases=(
        Draw("soviet_card", "p. 9, p. 16", card_weights, soviet_card),
        Phase("rubble", "p. 10", N_DICE, rubble_roll),
    ),
    results={"attack_of_rubble": "attack that leaves rubble, 0 if none of six"},
)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield when a hex has rubble, and the chance of each modifier."""
    rules = "p. 9-10"
    attacks = ("none of six", *TURNS)
    for found in result_findings(COURSE, setting, rules):
        yield replace(found, about="attack that leaves rubble", labels={"attack_of_rubble": attacks}, zero=attacks[0])
    for drm in range(1, 17):
        yield Finding(
            f"drm_{drm}", f"chance of rubble at a modifier of +{drm}", rules, number=chance(drm), unit=Unit.CHANCE
        )
    an_attack = chance_an_attack(setting)
    if an_attack:
        yield Finding("attacks", "attacks of this strength until a hex has rubble", rules, number=1 / an_attack)
        yield Finding(
            "all_markers", "attacks of this strength on fresh city hexes until all rubble markers are used", rules,
            number=RULES.integer("max_markers") / an_attack,
        )  # fmt: skip


def verdict(found: Found) -> str:
    """Say how often an attack as strong as we assume leaves rubble, and how often one without armor does."""
    chances = found.over("armored_blocks")
    low, high = chances[min(chances)], chances[max(chances)]
    if high - low < Fraction(1, 4):
        return f"A deliberate attack on a city hex leaves rubble {percent(found.value)} of the time."
    if found.value == low:
        least = f"A deliberate attack without armor leaves rubble {percent(low)} of the time"
        return f"{least}, one with the most armor {percent(high)}."
    is_ours = all(found.given(name) == factor.value for name, factor in found.system.factors.items())
    card = found.word("card", found.given("card"))
    strong = f"as strong as we assume, with a {card}," if is_ours else "of this strength"
    return (
        f"A deliberate attack {strong} leaves rubble {percent(found.value)} of the time, but without armor only"
        f" {percent(low)}."
    )


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how much rubble whole games leave, and of how many attacks."""
    seen = (counted(Fraction(one.means["rubble"]), "marker") for one in (central, everywhere))
    markers, on_all = seen
    attacks = counted(Fraction(central.means["attacks_german"]), "attack")
    return (
        f"**Whole games** end with {markers} on our central board, after {attacks} of the Germans, most of them hasty"
        f" or outside the city, and with {on_all} over all boards ({central.n:,} and {everywhere.n:,} games)."
    )


SYSTEM = system_of(
    COURSE,
    order=7,
    group=Group.COMBAT,
    question="How often does an attack on a city hex leave rubble?",
    rules=("p. 9", "p. 10"),
    tables=("rubble_factors", "rubble", "rubble_modifiers", "german_cards", "soviet_cards", "deck_counts"),
    measured="chance that a deliberate attack leaves rubble, by its roll or by an AA card",
    unit=Unit.CHANCE,
    measure=chance_an_attack,
    find=_findings,
    verdict=verdict,
    in_games=in_games,
)
