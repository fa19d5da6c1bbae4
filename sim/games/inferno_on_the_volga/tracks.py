"""The systems beside the map of Stalingrad: Inferno on the Volga, each with its question.

`tables` leaves out the rows of the reinforcement track: which blocks stand on their squares is unknown, and no answer
here reads it; how long the rows are is inferred.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np

from sim.exact import Law
from sim.game import Setting
from sim.games.inferno_on_the_volga import (
    clock,
    eliminations,
    flotilla,
    leaders,
    okh,
    reinforcements,
    rubble,
    soviet_ai,
    support,
)
from sim.games.inferno_on_the_volga.cards import is_air_strike
from sim.games.inferno_on_the_volga.factors import GAME_ID, factors_of, one
from sim.games.inferno_on_the_volga.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.tables import load_list
from sim.track import Finding, Track, result_findings, track_of


def turns_of_the_deck(setting: Setting) -> Fraction:
    """Return the German turns until the last Soviet card, `clock.MOST_TURNS` at most."""
    return clock.last_turn_law(setting).mean(lambda turn: turn or clock.MOST_TURNS)


def _clock_findings(setting: Setting) -> Iterator[Finding]:
    law = clock.last_turn_law(setting)
    yield Finding("last_turn", clock.RESULTS["last_turn"], "p. 3, p. 11-12", law=law)
    hexes = len(soviet_ai.SPAWN)
    last_hex = one(setting.factors, "first_loss") + (hexes - 1) * one(setting.factors, "loss_every")
    if int(clock.hexes_held(setting, last_hex)) == 0:
        yield Finding(
            "last_hex_in_time", f"chance that the last spawn hex falls, on turn {last_hex}, before the deck is empty",
            "p. 3", number=law.probability(lambda turn: turn == 0 or turn >= last_hex),
        )  # fmt: skip
    blocked, idle = (one(setting.factors, name) for name in ("blocked_directions", "idle_directions"))
    for n_dice in range(1, soviet_ai.MAX_DICE + 1):
        counts = soviet_ai.dice_counts(n_dice, blocked, idle)
        cards = sum(n * cards for (cards, _), n in zip(soviet_ai.OUTCOMES, counts, strict=True))
        yield Finding(
            f"cards_of_{n_dice}_dice", f"cards drawn by a move action of {n_dice} dice", "p. 12",
            number=Fraction(cards, sum(counts)),
        )  # fmt: skip
    yield from _spawn_findings()


def _spawn_findings() -> Iterator[Finding]:
    """Yield the cards of the first spawn actions if no block ever comes back and no stack is full."""
    setup = load_list(GAME_ID, "setup_counts")
    infantry, tanks = (
        np.array(setup.integer(key, "count")) for key in ("6 | infantry_reserve", "5 | tanks_to_reserve")
    )
    empty, held = np.zeros(len(soviet_ai.SPAWN), np.int16), np.ones(len(soviet_ai.SPAWN), bool)
    for nth in range(1, 6):
        _, infantry, tanks, cards = soviet_ai.spawn(empty, held, infantry, tanks)
        yield Finding(
            f"cards_of_spawn_{nth}", f"cards of spawn action {nth} if no block comes back and no stack is full",
            "p. 11", number=Fraction(int(cards)),
        )  # fmt: skip


def net_blocks(setting: Setting) -> Fraction:
    """Return the blocks that the calls bring, less the R blocks that they send away, on average."""
    calls, in_play = (one(setting.factors, name) for name in ("calls", "r_blocks_in_play"))
    return reinforcements.arrivals(calls) - reinforcements.squares_hit(calls, in_play)


def _reinforcement_findings(setting: Setting) -> Iterator[Finding]:
    yield from result_findings(SCENARIOS["reinforcements"], setting, "p. 7")
    for nth in range(1, reinforcements.MOST_CALLS + 1):
        new = reinforcements.arrivals(nth) - reinforcements.arrivals(nth - 1)
        yield Finding(f"blocks_of_call_{nth}", f"new blocks of call {nth}", "p. 7", number=new)
    for nth in range(1, reinforcements.MOST_CALLS + 1):
        hit = reinforcements.squares_hit(nth, reinforcements.R_ROWS)
        hit -= reinforcements.squares_hit(nth - 1, reinforcements.R_ROWS)
        yield Finding(f"r_squares_of_call_{nth}", f"squares of R blocks that call {nth} hits", "p. 7", number=hit)


def soviets_win_on_losses(setting: Setting) -> Fraction:
    """Return the chance that the tenth point falls before the turn of the last Soviet card, of a central clock."""
    tenth, last_card = eliminations.last_turn_law(setting), _central_clock()
    return sum(
        (p * last_card.probability(lambda turn, t=t: turn == 0 or turn > t) for (t,), p in tenth if t), Fraction(0)
    )


@cache
def _central_clock() -> Law:
    return clock.last_turn_law(SCENARIOS["clock"].setting())


def _elimination_findings(setting: Setting) -> Iterator[Finding]:
    rules = "p. 3"
    blocks, r_blocks = (one(setting.factors, name) for name in ("blocks_at_risk", "r_blocks_at_risk"))
    yield Finding(
        "blocks_until_ten", "German blocks that fall until the Soviets have won", rules,
        law=eliminations.blocks_until_ten(blocks, r_blocks),
    )  # fmt: skip
    yield Finding("last_turn", eliminations.RESULTS["last_turn"], rules, law=eliminations.last_turn_law(setting))


def extra_turns(setting: Setting) -> Fraction:
    """Return the turns after the last Soviet card on average: OKH is among the cards drawn, and R blocks are gone."""
    calls, in_play, drawn = (
        one(setting.factors, name) for name in ("calls_before", "r_blocks_in_play", "german_cards_drawn")
    )
    return Fraction(drawn, okh.DECK) * _turns_with_okh(calls, in_play, setting.policies["german"].id)


@lru_cache(maxsize=256)
def _turns_with_okh(calls: int, in_play: int, policy: str) -> Fraction:
    """Return the extra turns if OKH is in play for certain."""
    sure = {"calls_before": calls, "r_blocks_in_play": in_play, "german_cards_drawn": okh.DECK}
    scenario = SCENARIOS["okh"]
    *_, last = play_exactly(scenario, scenario.setting(sure, {"german": policy}))
    return last.law("extra_turns").mean(lambda turns: turns)


def _okh_findings(setting: Setting) -> Iterator[Finding]:
    yield from result_findings(SCENARIOS["okh"], setting, "p. 13")
    in_play = one(setting.factors, "r_blocks_in_play")
    for calls in range(okh.CALLS + 1):
        yield Finding(
            f"with_okh_after_{calls}", f"extra turns with OKH in play after {calls} calls", "p. 7, p. 13",
            number=_turns_with_okh(calls, in_play, setting.policies["german"].id),
        )  # fmt: skip


def _flotilla_findings(setting: Setting) -> Iterator[Finding]:
    rules = "p. 16"
    yield Finding(
        "first_card", "what the first card does", rules,
        law=flotilla.effects(setting, marines=flotilla.MARINES), labels={"effect": flotilla.EFFECTS},
    )  # fmt: skip
    yield Finding("landing_hex", "hex that the dice of an inland combat name", rules, law=flotilla.landing_hexes())
    yield from result_findings(SCENARIOS["flotilla"], setting, rules)


def _rubble_findings(setting: Setting) -> Iterator[Finding]:
    rules = "p. 9-10"
    yield from result_findings(SCENARIOS["rubble"], setting, rules)
    for drm in range(1, 17):
        yield Finding(f"drm_{drm}", f"chance of rubble at a modifier of +{drm}", rules, number=rubble.chance(drm))
    chance = rubble.chance_an_attack(setting)
    if chance:
        yield Finding("attacks", "attacks of this strength until a hex has rubble", rules, number=1 / chance)
        yield Finding(
            "all_markers", "attacks of this strength on fresh city hexes until all rubble markers are used", rules,
            number=rubble.RULES.integer("max_markers") / chance,
        )  # fmt: skip


def _support_findings(setting: Setting) -> Iterator[Finding]:
    has_leader = one(setting.factors, "has_von_richthofen")
    for card in support.COPIES:
        steps = support.steps_of(card, setting)
        low = support.two_dice(setting) if has_leader and is_air_strike(card) else None
        yield Finding(
            f"steps_of_{card}", f"steps that a {card} card takes", "p. 13-14", number=steps,
            low=low, high=steps if low is not None else None,
        )  # fmt: skip
        yield Finding(
            f"{card}_law", f"steps that a {card} card takes", "p. 13-14", law=support.german_card_law(card, setting)
        )
    for is_coastal in (False, True):
        where = "coastal" if is_coastal else "inland"
        for zaytsev in (False, True):
            steps = support.steps_a_soviet_card(is_coastal=is_coastal, has_zaytsev=zaytsev)
            leader = " with Zaytsev" if zaytsev else ""
            yield Finding(
                f"soviet_card_{where}{'_zaytsev' if zaytsev else ''}",
                f"steps that a random Soviet card takes from a {where} hex{leader}, if it finds a target",
                "p. 15-16", number=steps,
            )  # fmt: skip


def _leader_findings(setting: Setting) -> Iterator[Finding]:
    for side in ("german", "soviet"):
        yield Finding(
            f"{side}_leader_advantages", f"{side} leaders among the random advantages", "p. 18",
            law=leaders.leader_advantages(side),
        )  # fmt: skip
    yield Finding(
        "an_advantage", "chance that a side has a given advantage", "p. 18", number=leaders.chance_of_an_advantage()
    )
    yield Finding(
        "more_advantages", "chance that a side has more advantages than the other", "p. 18",
        number=leaders.chance_of_more_advantages(),
    )  # fmt: skip
    yield Finding(
        "okh_drawn", "chance that a given leader is in play in a game without advantages", "p. 12-13",
        number=Fraction(one(setting.factors, "german_cards_drawn"), leaders.GERMAN_DECK),
    )  # fmt: skip


def turns_of_a_leader(setting: Setting) -> Fraction:
    """Return the turns, of those played, that a given Soviet leader is in play at the end of, on average."""
    scenario = SCENARIOS["soviet_leaders"]
    in_play = (worlds.law("in_play").mean(lambda leaders: leaders) for worlds in play_exactly(scenario, setting))
    return sum(in_play, Fraction(0)) / leaders.SOVIET_LEADERS


TRACKS = {
    "clock": track_of(
        SCENARIOS["clock"],
        question="How many turns has the German player before the Soviet deck runs out?",
        rules=("p. 3", "p. 11", "p. 12"),
        tables=(
            "clock_factors",
            "deck_counts",
            "spawn_hexes",
            "spawn_rules",
            "ai_limits",
            "ai_card_draws",
            "compass",
            "setup_counts",
            "stacking",
        ),
        measured=f"turns until the last Soviet card, {clock.MOST_TURNS} at most",
        measure=turns_of_the_deck,
        find=_clock_findings,
    ),
    "reinforcements": track_of(
        SCENARIOS["reinforcements"],
        question="What do calls for reinforcements bring, and from which call on do they cost more than they bring?",
        rules=("p. 7",),
        tables=("reinforcement_factors", "reinforcement_rules"),
        measured="blocks that the calls have brought, less the R blocks that they have sent away",
        measure=net_blocks,
        find=_reinforcement_findings,
    ),
    "eliminations": track_of(
        SCENARIOS["eliminations"],
        question="Do the Soviets win on German losses before their deck runs out?",
        rules=("p. 3",),
        tables=("elimination_factors", "victory_conditions", "clock_factors", "deck_counts", "spawn_hexes"),
        measured="chance that ten German blocks, R blocks twice, fall before the last Soviet card of a central clock",
        measure=soviets_win_on_losses,
        find=_elimination_findings,
    ),
    "okh": track_of(
        SCENARIOS["okh"],
        question="How many turns does OKH win for the Germans?",
        rules=("p. 7", "p. 13"),
        tables=("okh_factors", "leader_effects", "deck_counts", "reinforcement_rules"),
        measured="turns after the last Soviet card",
        measure=extra_turns,
        find=_okh_findings,
    ),
    "flotilla": track_of(
        SCENARIOS["flotilla"],
        question="How many marines do the five cards of the Volga Flotilla land?",
        rules=("p. 16",),
        tables=("flotilla_factors", "soviet_cards", "fire_values", "setup_counts"),
        measured="marines that five cards land",
        measure=flotilla.marines_landed,
        find=_flotilla_findings,
    ),
    "rubble": track_of(
        SCENARIOS["rubble"],
        question="How often does an attack on a city hex leave rubble?",
        rules=("p. 9", "p. 10"),
        tables=("rubble_factors", "rubble", "rubble_modifiers", "german_cards", "deck_counts"),
        measured="chance that a deliberate attack leaves rubble",
        measure=rubble.chance_an_attack,
        find=_rubble_findings,
    ),
    "cards": Track(
        id="cards",
        title="The fire of the cards",
        factors=factors_of("support_factors"),
        policies={},
        question="What is a German support card worth?",
        rules=("p. 9", "p. 13", "p. 14", "p. 15", "p. 16"),
        tables=(
            "support_factors",
            "german_cards",
            "soviet_cards",
            "fire_values",
            "leader_effects",
            "rubble",
            "deck_counts",
        ),
        measured="steps that a random German support card takes",
        measure=support.steps_a_card,
        find=_support_findings,
    ),
    "leaders": Track(
        id="leaders",
        title="German leaders and random advantages",
        factors=factors_of("leader_factors"),
        policies={},
        question="How many leaders do the Germans have by the cards drawn, at each level?",
        rules=("p. 12", "p. 18", "p. 19"),
        tables=("leader_factors", "deck_counts", "advantages", "difficulty_levels"),
        measured="German leaders in play, of five",
        measure=leaders.german_leaders,
        find=_leader_findings,
    ),
    "soviet_leaders": track_of(
        SCENARIOS["soviet_leaders"],
        question="How long are the Soviet leaders in play?",
        rules=("p. 9", "p. 12", "p. 18", "p. 19"),
        tables=("soviet_leader_factors", "deck_counts", "difficulty_levels"),
        measured="turns of twenty at whose end a given Soviet leader is in play",
        measure=turns_of_a_leader,
        find=lambda setting: result_findings(SCENARIOS["soviet_leaders"], setting, "p. 12"),
    ),
}
