"""What the Luftwaffe and Blücher answer: the headline of each, and the laws and numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from sim.game import Setting
from sim.games.traces_of_hubris import discard
from sim.games.traces_of_hubris.answers import BY_TURN, end_of, laws, mean_of, number, with_factors
from sim.games.traces_of_hubris.blucher import DRM, FIRST_TURN, HQS
from sim.games.traces_of_hubris.factors import LAST_TURN
from sim.games.traces_of_hubris.luftwaffe import chance_at_hand
from sim.games.traces_of_hubris.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding

# the Luftwaffe [4.1, 7.0] ----------------------------------------------------------------------


def columns_bought(setting: Setting) -> Fraction:
    """Return the columns to the right that the Luftwaffe is expected to buy in nine turns."""
    return mean_of("luftwaffe", "total_columns", setting)


def about_the_luftwaffe(setting: Setting) -> Iterable[Finding]:
    """Return the laws over the game, and turn by turn the markers and the columns they buy."""
    yield from laws("luftwaffe", setting, "4.1, 7.0")
    activations = int(setting.factors["axis_activations"])  # type: ignore[arg-type]
    yield number(
        "columns_an_activation",
        "columns that an activation gets on average",
        "7.0",
        columns_bought(setting) / (LAST_TURN * activations),
    )
    for turn, worlds in enumerate(play_exactly(SCENARIOS["luftwaffe"], setting), 1):
        yield number(f"markers_{turn}", f"markers expected on turn {turn}", "4.1", worlds.law("markers").mean(int))
        yield number(
            f"columns_{turn}", f"columns bought on turn {turn}, expected", "7.0", worlds.law("columns").mean(int)
        )
        if turn >= FIRST_TURN:
            at_hand = chance_at_hand(turn, discard.MARKERS, setting.factors)
            yield number(f"three_{turn}", f"chance of the three markers for Blücher on turn {turn}", "7.0", at_hand)


# Blücher [12.4] ----------------------------------------------------------------------------------


def divisions_landed(setting: Setting) -> Fraction:
    """Return the divisions expected to land, German and Romanian."""
    return end_of("blucher", setting).law("german_infantry", "romanian_mountain").mean(lambda g, r: g + r)


def turn_of_success(setting: Setting) -> Fraction:
    """Return the expected turn of success, never counting as the turn after the last."""
    return end_of("blucher", setting).law("success_turn").mean(lambda turn: turn or LAST_TURN + 1)


def about_blucher(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the turn and of the force, each turn's chance, and the worth of every modifier."""
    yield from laws("blucher", setting, "7.0, 12.4", {"success_turn": BY_TURN})
    force = end_of("blucher", setting).law("hq", "german_infantry", "romanian_mountain")
    yield Finding(
        "force",
        "the force that lands: headquarters, German and Romanian divisions",
        "12.4",
        law=force,
        labels={"hq": HQS},
    )
    turn, divisions = turn_of_success(setting), divisions_landed(setting)
    yield number("turn", f"turn of success expected, never as {LAST_TURN + 1}", "12.4", turn)
    yield from _chances(setting)
    for row in DRM.rows:
        if row["id"] == "luftwaffe":  # its worth hangs on the turn: below
            continue
        without = replace(setting, forced={**setting.forced, row["id"]: 0})
        yield number(
            f"{row['id']}_divisions",
            f"divisions that the modifier is worth: {row['condition']}",
            "12.4",
            divisions - divisions_landed(without),
        )
        yield number(
            f"{row['id']}_turns", f"turns earlier by it: {row['condition']}", "12.4", turn_of_success(without) - turn
        )
    kept = divisions_landed(with_factors(setting, discard_turns=0))
    for single in range(FIRST_TURN, LAST_TURN + 1):
        spent = with_factors(setting, discard_from=single, discard_turns=1)
        yield number(
            f"discard_{single}",
            f"divisions that three markers on turn {single} alone are worth",
            "7.0, 12.4",
            divisions_landed(spent) - kept,
        )


def _chances(setting: Setting) -> Iterable[Finding]:
    """Return each turn's chance of success, given that it is still rolled for."""
    done = Fraction(0)
    for turn, worlds in enumerate(play_exactly(SCENARIOS["blucher"], setting), 1):
        upto = worlds.law("success_turn").probability(lambda success: success > 0)
        if turn >= FIRST_TURN and done < 1:
            yield number(f"chance_{turn}", f"chance of the roll of turn {turn}", "12.4", (upto - done) / (1 - done))
        done = upto


# the discard [7.0, 12.4] ---------------------------------------------------------------------------


def highest_price(setting: Setting) -> Fraction:
    """Return the price of a marker up to which the discard of the first roll pays."""
    return discard.break_even(discard.turns_of(setting.factors))


def about_the_discard(setting: Setting) -> Iterable[Finding]:
    """Return the best plan at the price told, and for each turn the price at which its choice turns."""
    turns, price = discard.turns_of(setting.factors), discard.price_of(setting.factors)
    plan, without = discard.best(turns, price), discard.never(turns)
    yield number(
        "value", "worth of the landing less the markers, by the best plan at the price told", "12.4", plan.value
    )
    yield number("never", "worth of the landing if no marker is ever discarded", "12.4", without)
    yield number("gain", "what the choice is worth: the difference", "7.0, 12.4", plan.value - without)
    yield number("markers", "markers that the best plan is expected to discard", "7.0", plan.discards * discard.MARKERS)
    for at, turn in enumerate(turns):
        does = "discards" if turn.turn in plan.turns else "keeps them"
        yield number(
            f"price_{turn.turn}",
            f"turn {turn.turn}: price of a marker at which the choice turns; at the price told the best plan {does}",
            "7.0, 12.4",
            discard.break_even(turns[at:]),
        )
        yield number(
            f"at_hand_{turn.turn}", f"turn {turn.turn}: chance to have three markers left", "7.0", turn.at_hand
        )
