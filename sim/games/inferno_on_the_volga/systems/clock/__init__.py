"""The Soviet clock: how many turns the German player has before the Soviet deck runs out [p. 3, p. 11-12].

What the Soviets do on a turn is in `soviet_ai`, the stacks that it is played on in `tallest`, the quick law in `law`.

Of the book [p. 6 drawing cards].
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems.clock import soviet_ai
from sim.games.inferno_on_the_volga.systems.clock.law import last_turn_law
from sim.games.inferno_on_the_volga.systems.clock.tallest import (
    MOST_TURNS,
    TURNS,
    Clock,
    hexes_held,
    soviet_turn,
    start,
    weights,
)
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.system import Course, Draw, Finding, Group, Setting, Unit, system_of
from sim.verdict import Found, GamesSeen, figure, roughly

_TO_WIN = load_list(GAME_ID, "victory_conditions").integer("german_a", "value")
"""The Soviet spawn hexes that the Germans hold at the end of a turn to win [p. 3]."""

COURSE = Course(
    id="clock",
    title="The Soviet clock: the deck under the solitaire AI",
    factors=factors_of(GAME_ID, "clock_factors"),
    policies=policies_of(GAME_ID, "clock"),
    turns=TURNS,
    state=Clock,
    start=start,
    phases=(Draw("soviet_turn", "p. 11-12", weights, soviet_turn),),
    results={"last_turn": f"turn on which the last Soviet card is drawn, 0 if not within {MOST_TURNS}"},
)


def _turns_of_the_deck(setting: Setting) -> Fraction:
    """Return the German turns until the last Soviet card, `MOST_TURNS` at most."""
    return last_turn_law(setting).mean(lambda turn: turn or MOST_TURNS)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield the law of the last turn, and what dice and spawn actions draw."""
    law = last_turn_law(setting)
    yield Finding(
        "last_turn", COURSE.results["last_turn"], "p. 3, p. 11-12", law=law,
        label="turn on which the last Soviet card is drawn", zero=f"not within {MOST_TURNS}",
    )  # fmt: skip
    for turn in range(15, MOST_TURNS, 5):
        yield Finding(
            f"lasts_{turn}", f"chance that the Soviet deck is not empty after turn {turn}", "p. 3",
            number=law.probability(lambda last, turn=turn: last == 0 or last > turn), unit=Unit.CHANCE,
        )  # fmt: skip
    hexes = len(soviet_ai.SPAWN)
    last_hex = whole(setting.factors, "first_loss") + (hexes - 1) * whole(setting.factors, "loss_every")
    if int(hexes_held(setting, last_hex)) == 0:
        yield Finding(
            "last_hex_in_time", f"chance that the last spawn hex falls, on turn {last_hex}, before the deck is empty",
            "p. 3", number=law.probability(lambda turn: turn == 0 or turn >= last_hex), unit=Unit.CHANCE,
        )  # fmt: skip
    names = ("blocked_directions", "idle_directions", "equal_dice_attack")
    blocked, idle, equal_attack = (whole(setting.factors, name) for name in names)
    for n_dice in range(1, soviet_ai.MAX_DICE + 1):
        counts = soviet_ai.dice_counts(n_dice, blocked, idle, bool(equal_attack))
        cards = sum(n * cards for (cards, _), n in zip(soviet_ai.OUTCOMES, counts, strict=True))
        yield Finding(
            f"cards_of_{n_dice}_dice",
            f"cards drawn by a move action with {n_dice} {'die' if n_dice == 1 else 'dice'}", "p. 12",
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


def verdict(found: Found) -> str:
    """Say how long the deck lasts, for who takes Soviet spawn hexes as in our games and who takes none.

    What every board decides anew is assumed here, as one pace for all.
    """
    none = found.again({"german": "stand_off"}).value
    ours = all(found.given(name) == factor.value for name, factor in found.system.factors.items())
    said, idle = f"The Soviet deck lasts {roughly(found.value, 'turn')}", "if the Germans take no Soviet spawn hex"
    if none >= found.value:
        return f"{said} {idle}."
    pace = "at our games' pace over all boards" if ours else "with these assumptions"
    return f"{said} {pace}, but only {figure(none)} {idle}."


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say on which turn the deck ends whole games, and why the central board is slower."""
    deck = "soviet_deck"
    (own, his), (other, theirs) = ((100 * one.shares[deck], one.turns[deck]) for one in (central, everywhere))
    return (
        f"**In whole games** the last Soviet card ends {other:.0f} % of {everywhere.n:,} games over all boards, on turn"
        f" {theirs:.0f} on average, and {own:.0f} % of {central.n:,} on our central board, on turn {his:.0f}:"
        " fewer Soviet moves are blocked there, and no Soviet block starts on a spawn hex. A German who holds all"
        f" {_TO_WIN} Soviet spawn hexes at the end of a turn has won (p. 3), unless OKH is in play (p. 13);"
        f" {100 * central.shares.get('spawn_hexes', 0):.0f} % of the games on our central board end so."
    )


SYSTEM = system_of(
    COURSE,
    order=1,
    group=Group.COMMAND,
    question="How many turns does the German player have before the Soviet deck runs out?",
    shows=("german",),
    rules=("p. 3", "p. 11", "p. 12", "p. 13"),
    tables=(
        "clock_factors", "deck_counts", "spawn_hexes", "spawn_rules", "ai_limits", "ai_card_draws", "compass",
        "setup_counts", "stacking", "victory_conditions",
    ),
    measured=f"turns until the last Soviet card if nobody wins before, {MOST_TURNS} at most",
    unit=Unit.NUMBER,
    good_for="german",
    measure=_turns_of_the_deck,
    find=_findings,
    verdict=verdict,
    in_games=in_games,
)  # fmt: skip
