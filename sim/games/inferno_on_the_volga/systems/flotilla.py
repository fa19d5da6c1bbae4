"""The Volga Flotilla [p. 16]: three dice are fire from the river, or the hex where a marine lands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.exact import Law, count
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID, is_due
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, Unit, result_findings, system_of
from sim.verdict import Found, part, roughly

CARD = load_list(GAME_ID, "soviet_cards")["volga_flotilla"]
LOWEST_HIT = next(
    int(row["lowest_hit"])
    for row in load_list(GAME_ID, "fire_values").rows
    if row["abbreviation"] == CARD["fire_value"]
)
MARINES = load_list(GAME_ID, "setup_counts").integer("3 | marines", "count")
N_DICE = int(CARD["dice"])
TURNS = tuple(str(card) for card in range(1, int(CARD["copies"]) + 1))
FIRE, LANDS, NOTHING, CARD_INSTEAD = range(4)
EFFECTS = ("fire", "a marine lands", "nothing: Germans there", "another card is drawn")
_SIXTHS = 6

Numbers = NDArray[np.int8]
Flags = NDArray[np.bool_]


def flotilla(
    rolls: Rolls,
    is_coastal: ArrayLike,
    is_german: Flags,
    is_full: Flags,
    marines: ArrayLike,
    none_draws: ArrayLike = 0,
) -> tuple[Numbers, Numbers, Numbers]:
    """Return effect, hits of the fire and landing hex (0 for fire), shape (...); rolls (..., 3) [p. 16].

    `is_german` and `is_full` say of each landing hex, (..., hexes) by number from 0, whether Germans or four Soviet
    blocks stand there; `marines` are those in reserve. Among Germans nothing happens, marine or not; with `none_draws`
    a card is drawn there without a marine (the other reading of ruling R54).

    >>> nobody = np.zeros(20, bool)
    >>> [int(part) for part in flotilla(np.array([3, 4, 2], np.int8), False, nobody, nobody, 2)]
    [1, 0, 9]
    """
    is_coastal = np.asarray(is_coastal, bool)
    hex = rolls.sum(axis=-1)
    hits = (rolls >= LOWEST_HIT).sum(axis=-1) * is_coastal
    has_germans = np.take_along_axis(np.broadcast_to(is_german, (*hex.shape, is_german.shape[-1])), hex[..., None], -1)
    has_no_room = np.take_along_axis(np.broadcast_to(is_full, (*hex.shape, is_full.shape[-1])), hex[..., None], -1)
    cannot = has_no_room[..., 0] | (np.asarray(marines) == 0)
    is_ended = has_germans[..., 0] & ~((np.asarray(marines) == 0) & (np.asarray(none_draws) > 0))
    inland = np.where(is_ended, NOTHING, np.where(cannot, CARD_INSTEAD, LANDS))
    effect = np.where(is_coastal, FIRE, inland)
    return effect.astype(np.int8), hits.astype(np.int8), (hex * ~is_coastal).astype(np.int8)


@dataclass(frozen=True)
class River(State):
    """What the five Flotilla cards of each game have done so far."""

    marines: Numbers = column("marines in reserve", lasts=True)
    is_coastal: Flags = column("the Soviet hex of this card's combat is coastal", lasts=False)
    effect: Numbers = column("0 fire, 1 a marine lands, 2 nothing, 3 another card", lasts=False)
    hits: Numbers = column("hits of this card's fire", lasts=False)
    landing_hex: Numbers = column("hex that the dice name, 0 for fire", lasts=False)
    landed: Numbers = column("marines landed so far", lasts=True, logged=False)
    all_hits: Numbers = column("hits of all the cards so far", lasts=True, logged=False)
    cards: Numbers = column("cards drawn instead so far", lasts=True, logged=False)


def start(n: int, setting: Setting) -> River:
    """Return n games with both marines in reserve [p. 5 set-up step 3]."""
    zero = np.zeros(n, np.int8)
    return River(
        marines=zero + np.int8(MARINES), is_coastal=zero.astype(bool), effect=zero, hits=zero, landing_hex=zero,
        landed=zero, all_hits=zero, cards=zero,
    )  # fmt: skip


def hex_weights(river: River, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return how likely the Soviet hex of the combat is inland and coastal, in sixths, shape (games, 2)."""
    coastal = np.asarray(setting.factors["coastal_in_6"], np.int64)
    return np.broadcast_to(np.stack([_SIXTHS - coastal, coastal], axis=-1), (len(river.marines), 2)).copy()


def place(river: River, setting: Setting, turn: int, kind: NDArray[Any]) -> River:
    """Note where the combat is; a marine that was lost may be back in the reserve by now."""
    back = is_due(setting.factors["marines_back"], len(TURNS), turn)
    marines = np.minimum(river.marines + back, MARINES)
    return replace(river, marines=marines.astype(np.int8), is_coastal=kind == 1)


def card(river: River, setting: Setting, turn: int, rolls: Rolls) -> River:
    """Carry out the card; rolls of shape (games, 3) [p. 16]."""
    is_german, is_full = bank(setting.factors)
    none_draws = setting.factors["card_among_germans"]
    effect, hits, hex = flotilla(rolls, river.is_coastal, is_german, is_full, river.marines, none_draws)
    lands, draws = effect == LANDS, effect == CARD_INSTEAD
    return replace(
        river,
        marines=(river.marines - lands).astype(np.int8),
        effect=effect, hits=hits, landing_hex=hex,
        landed=(river.landed + lands).astype(np.int8),
        all_hits=(river.all_hits + hits).astype(np.int8),
        cards=(river.cards + draws * np.int8(CARD["cards_if_impossible"])).astype(np.int8),
    )  # fmt: skip


def bank(factors: Mapping[str, ArrayLike]) -> tuple[Flags, Flags]:
    """Return for each hex by number, up to the highest that the dice name, whether it is German and whether full."""
    hexes = np.arange(N_DICE * 6 + 1)

    def row(first: str, n: str) -> Flags:
        since = hexes - np.asarray(factors[first])[..., np.newaxis]
        return np.asarray((since >= 0) & (since < np.asarray(factors[n])[..., np.newaxis]))

    return row("german_from", "german_hexes"), row("full_from", "full_hexes")


def effects(setting: Setting, *, marines: int) -> Law:
    """Return the exact law of one card's effect, with so many marines in reserve."""
    rolls = all_rolls(N_DICE)
    is_german, is_full = bank(setting.factors)
    coastal = whole(setting.factors, "coastal_in_6")
    cases = np.repeat([False, True], [_SIXTHS - coastal, coastal])
    found = [flotilla(rolls, case, is_german, is_full, marines)[0] for case in cases.tolist()]
    return count({"effect": np.concatenate(found)})


def landing_hexes() -> Law:
    """Return the law of the hex that the three dice name.

    >>> landing_hexes().counts[(3,)], landing_hexes().counts[(10,)]
    (1, 27)
    """
    return count({"hex": all_rolls(N_DICE).sum(axis=1)})


def marines_landed(setting: Setting) -> Fraction:
    """Return how many marines the five cards land on average: card by card, by the marines in reserve."""
    chance = effects(setting, marines=1).probability(lambda effect: effect == LANDS)
    reserve, landed = {MARINES: Fraction(1)}, Fraction(0)
    for turn in range(1, len(TURNS) + 1):
        if is_due(setting.factors["marines_back"], len(TURNS), turn):
            reserve = _merged((min(marines + 1, MARINES), p) for marines, p in reserve.items())
        landed += sum((p * chance for marines, p in reserve.items() if marines), Fraction(0))
        moves = [(marines - 1, p * chance) for marines, p in reserve.items() if marines]
        reserve = _merged([*moves, *((m, p * (1 - chance) if m else p) for m, p in reserve.items())])
    return landed


def _merged(parts: Any) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for marines, p in parts:
        found[marines] = found.get(marines, Fraction(0)) + p
    return found


COURSE = Course(
    id="flotilla",
    title="The Volga Flotilla's five cards",
    factors=factors_of(GAME_ID, "flotilla_factors"),
    policies=policies_of(GAME_ID, "flotilla"),
    turns=TURNS,
    state=River,
    start=start,
    phases=(Draw("hex", "p. 16", hex_weights, place), Phase("card", "p. 16", N_DICE, card)),
    results={
        "landed": "marines that the five cards land",
        "all_hits": "hits of the five cards' fire",
        "cards": "Soviet cards drawn instead of a landing",
    },
)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield what a card does, where it lands, and what five of them come to."""
    rules = "p. 16"
    yield Finding(
        "first_card", "what the first card does", rules,
        law=effects(setting, marines=MARINES), labels={"effect": EFFECTS},
    )  # fmt: skip
    yield Finding("landing_hex", "hex that the dice of an inland combat name", rules, law=landing_hexes())
    yield from result_findings(COURSE, setting, rules)


def verdict(found: Found) -> str:
    """Say how many marines land, and what keeps the others off."""
    inland = found.again(coastal_in_6=0).value
    is_ours = all(found.given(name) == factor.value for name, factor in found.system.factors.items())
    said = f"the five cards land {roughly(found.value, 'marine')}"
    if inland <= found.value:
        return f"If no fight is on the coast, {said}, the most they can."
    if is_ours:
        coastal = f"{part(Fraction(found.given('coastal_in_6'), _SIXTHS))} of the fights are on the coast"
        return f"{said.capitalize()} if, as in our games, {coastal}, where they fire instead."
    return f"With what we assume here, {said}. In a fight on the coast they fire instead."


SYSTEM = system_of(
    COURSE,
    order=6,
    group=Group.COMMAND,
    question="How many marines do the five cards of the Volga Flotilla land?",
    rules=("p. 16",),
    tables=("flotilla_factors", "soviet_cards", "fire_values", "setup_counts"),
    measured="marines that five cards land",
    unit=Unit.NUMBER,
    good_for="soviet",
    measure=marines_landed,
    find=_findings,
    verdict=verdict,
)
