"""What the clock, the reinforcements and the race to ten answer: the headline of each, and the laws behind it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise

import numpy as np

from sim.exact import Law, certain
from sim.game import Setting
from sim.games.inferno_on_the_volga import clock, eliminations, okh, reinforcements, soviet_ai
from sim.games.inferno_on_the_volga.factors import GAME_ID, one
from sim.games.inferno_on_the_volga.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.tables import load_list
from sim.track import Finding, result_findings


def turns_of_the_deck(setting: Setting) -> Fraction:
    """Return the German turns until the last Soviet card, `clock.MOST_TURNS` at most."""
    return clock.last_turn_law(setting).mean(lambda turn: turn or clock.MOST_TURNS)


def clock_findings(setting: Setting) -> Iterator[Finding]:
    """Yield the law of the last turn, and what dice and spawn actions draw."""
    law = clock.last_turn_law(setting)
    yield Finding("last_turn", clock.RESULTS["last_turn"], "p. 3, p. 11-12", law=law)
    for turn in range(15, clock.MOST_TURNS, 5):
        yield Finding(
            f"lasts_{turn}", f"chance that the Soviet deck is not empty after turn {turn}", "p. 3",
            number=law.probability(lambda last, turn=turn: last == 0 or last > turn),
        )  # fmt: skip
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
            f"cards_of_{n_dice}_dice", f"cards drawn by a move action, dice: {n_dice}", "p. 12",
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


def reinforcement_findings(setting: Setting) -> Iterator[Finding]:
    """Yield what has come after the calls told, and what each call brings and costs."""
    scenario, calls = SCENARIOS["reinforcements"], one(setting.factors, "calls")
    boards = [certain(scenario.start(1, setting)), *play_exactly(scenario, setting)]
    for name, about in scenario.results.items():
        yield Finding(name, about, "p. 7", law=boards[-1].law(name))
    about = f"new blocks of call {calls}, the last one told"
    yield Finding("new_blocks", about, "p. 7", law=reinforcements.new_blocks(boards[calls - 1]))
    yield Finding(
        "white_infantry", "white infantry blocks among those that have arrived", "p. 5, p. 7",
        number=reinforcements.rows_emptied(calls),
    )  # fmt: skip
    yield Finding(
        "sixth_panzer", "chance that a 6 has fallen on the empty row 6, which brings the 6th Panzer as an advantage",
        "p. 18", number=reinforcements.squares_hit(calls, 1),
    )  # fmt: skip
    blocks = [reinforcements.arrivals(n) for n in range(reinforcements.MOST_CALLS + 1)]
    squares = [reinforcements.squares_hit(n, reinforcements.R_ROWS) for n in range(reinforcements.MOST_CALLS + 1)]
    new = {nth: after - before for nth, (before, after) in enumerate(pairwise(blocks), 1)}
    hit = {nth: after - before for nth, (before, after) in enumerate(pairwise(squares), 1)}
    for nth, number in new.items():
        yield Finding(f"blocks_of_call_{nth}", f"new blocks of call {nth}", "p. 7", number=number)
    for nth, number in hit.items():
        yield Finding(f"r_squares_of_call_{nth}", f"squares of R blocks that call {nth} hits", "p. 7", number=number)
    late = next((nth for nth in new if hit[nth] > new[nth]), None)
    if late:
        about = "first call that hits more squares of R blocks than it brings blocks"
        yield Finding("late_call", about, "p. 7", number=Fraction(late))


def soviets_win_on_losses(setting: Setting) -> Fraction:
    """Return the chance that the tenth point falls before the turn of the last Soviet card, of a central clock."""
    tenth, last_card = eliminations.last_turn_law(setting), _central_clock()
    return sum(
        (p * last_card.probability(lambda turn, t=t: turn == 0 or turn > t) for (t,), p in tenth if t), Fraction(0)
    )


@cache
def _central_clock() -> Law:
    return clock.last_turn_law(SCENARIOS["clock"].setting())


def elimination_findings(setting: Setting) -> Iterator[Finding]:
    """Yield how many blocks it takes, and when the last of them falls."""
    rules = "p. 3"
    blocks, r_blocks = (one(setting.factors, name) for name in ("blocks_at_risk", "r_blocks_at_risk"))
    yield Finding(
        "blocks_until_ten", "German blocks that fall until the Soviets have won", rules,
        law=eliminations.blocks_until_ten(blocks, r_blocks),
    )  # fmt: skip
    last = eliminations.last_turn_law(setting)
    yield Finding("last_turn", eliminations.RESULTS["last_turn"], rules, law=last)
    yield Finding(
        "deck_lasts", "turns until the last Soviet card of the central clock that it runs against", "p. 3",
        number=_central_clock().mean(lambda turn: turn or clock.MOST_TURNS),
    )  # fmt: skip
    yield Finding(
        "mean_turn", f"turn on which the tenth point falls on average, at most {clock.MOST_TURNS}", rules,
        number=last.mean(lambda turn: turn or clock.MOST_TURNS),
    )  # fmt: skip


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


def okh_findings(setting: Setting) -> Iterator[Finding]:
    """Yield the turns won, and what they are by the calls made before."""
    yield from result_findings(SCENARIOS["okh"], setting, "p. 13")
    in_play = one(setting.factors, "r_blocks_in_play")
    for calls in range(okh.CALLS + 1):
        yield Finding(
            f"with_okh_after_{calls}", f"extra turns with OKH in play after {calls} calls", "p. 7, p. 13",
            number=_turns_with_okh(calls, in_play, setting.policies["german"].id),
        )  # fmt: skip
