"""The systems beside the map of Stalingrad: Inferno on the Volga, each with its question."""

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
from sim.games.inferno_on_the_volga.factors import factors_of, one
from sim.games.inferno_on_the_volga.scenarios import SCENARIOS
from sim.play import play_exactly
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
            "last_hex_in_time", f"chance that the last spawn hex falls, on turn {last_hex}, before the last Soviet card",
            "p. 3", number=law.probability(lambda turn: turn == 0 or turn >= last_hex),
        )  # fmt: skip
    blocked, german = (one(setting.factors, name) for name in ("blocked_directions", "german_directions"))
    for n_dice in range(1, soviet_ai.MAX_DICE + 1):
        counts = soviet_ai.dice_counts(n_dice, blocked, german)
        cards = sum(n * cards for (cards, _), n in zip(soviet_ai.OUTCOMES, counts, strict=True))
        yield Finding(
            f"cards_of_{n_dice}_dice", f"cards drawn by a move action of {n_dice} dice", "p. 12",
            number=Fraction(cards, sum(counts)),
        )  # fmt: skip
    yield from _spawn_findings()


def _spawn_findings() -> Iterator[Finding]:
    """Yield the cards of the first spawn actions if no block ever comes back and no stack is full."""
    setup = clock.load_list(clock.GAME_ID, "setup_counts")
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
