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
    average = columns_bought(setting) / (LAST_TURN * activations)
    yield number("columns_an_activation", "columns that an activation gets on average", "7.0", average)
    upto = Fraction(0)
    for n in range(1, activations + 1):
        total = columns_bought(with_factors(setting, axis_activations=n)) / LAST_TURN
        about = f"columns that activation {n} of a turn gets, if markers fly as soon as they can"
        yield number(f"activation_{n}", about, "7.0", total - upto)
        upto = total
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
    yield from _chances(setting)
    turn, divisions = turn_of_success(setting), divisions_landed(setting)
    yield number("divisions", "divisions that land on average, German and Romanian", "12.4", divisions)
    for row in DRM.rows:
        if row["id"] != "luftwaffe":  # its worth hangs on the turn: below
            yield from _worth(setting, row["id"], row["condition"], turn, divisions)
    kept = with_factors(setting, discard_turns=0)
    late, few = turn_of_success(kept), divisions_landed(kept)
    for single in range(FIRST_TURN, LAST_TURN + 1):
        spent = with_factors(setting, discard_from=single, discard_turns=1)
        told = f"by three markers discarded on turn {single} alone"
        yield number(f"discard_{single}_turns", f"turns earlier {told}", "7.0, 12.4", late - turn_of_success(spent))
        more = divisions_landed(spent) - few
        yield number(f"discard_{single}", f"divisions more {told}", "7.0, 12.4", more)


def _worth(setting: Setting, name: str, condition: str, turn: Fraction, divisions: Fraction) -> Iterable[Finding]:
    """Return what a modifier of the roll is worth, on the turns on which it applies here and from the first roll on."""
    without, always = (replace(setting, forced={**setting.forced, name: n}) for n in (0, 1))
    late, few = turn_of_success(without), divisions_landed(without)
    since = int(setting.factors.get(f"{name.partition('_')[0]}_from", 0))  # type: ignore[arg-type]
    when = "" if not since else ", here never" if since > LAST_TURN else f", here from turn {since}"
    about = f"{condition}{when}"
    yield number(f"{name}_turns", f"turns earlier by it: {about}", "12.4", late - turn)
    yield number(f"{name}_divisions", f"divisions more by it: {about}", "12.4", divisions - few)
    if since:
        told = f"if it applied from turn {FIRST_TURN} on: {condition}"
        yield number(f"{name}_always_turns", f"turns earlier {told}", "12.4", late - turn_of_success(always))
        more = divisions_landed(always) - few
        yield number(f"{name}_always_divisions", f"divisions more {told}", "12.4", more)


def _chances(setting: Setting) -> Iterable[Finding]:
    """Return each turn's chance of success, given that it is still rolled for."""
    done = Fraction(0)
    for turn, worlds in enumerate(play_exactly(SCENARIOS["blucher"], setting), 1):
        upto = worlds.law("success_turn").probability(lambda success: success > 0)
        if turn >= FIRST_TURN and done < 1:
            yield number(
                f"chance_{turn}",
                f"chance that the roll of turn {turn} succeeds, if it comes to it",
                "12.4",
                (upto - done) / (1 - done),
            )
        done = upto


# the discard [7.0, 12.4] ---------------------------------------------------------------------------


def highest_price(setting: Setting) -> Fraction:
    """Return the price of a marker up to which the discard of the first roll pays, in hundredths of a division."""
    return discard.break_even(discard.turns_of(setting.factors)) * discard.HUNDREDTHS


def about_the_discard(setting: Setting) -> Iterable[Finding]:
    """Return the best plan at the price told, and for each turn the price at which its choice turns."""
    turns, price = discard.turns_of(setting.factors), discard.price_of(setting.factors)
    plan, without = discard.best(turns, price), discard.never(turns)
    told = f"at {price * discard.HUNDREDTHS} hundredths a marker"
    rows: tuple[tuple[str, str, Fraction], ...] = (
        ("value", f"worth of what the best plan lands {told}, in German divisions, less markers", plan.value),
        (
            "never",
            "worth of what lands without a discard, Romanians and headquarters too, in German divisions",
            without,
        ),
        ("gain", "what the choice is worth, in German divisions: the difference", plan.value - without),
        ("markers", f"markers that the best plan discards on average {told}", plan.spent * discard.MARKERS),
    )
    for name, about, value in rows:
        yield number(name, about, "7.0, 12.4", value)
    for at, turn in enumerate(turns):
        does = "discards" if turn.turn in plan.turns else "keeps them"
        yield number(
            f"price_{turn.turn}",
            f"turn {turn.turn}: hundredths of a division a marker up to which three go; {told} the best plan {does}",
            "7.0, 12.4",
            discard.break_even(turns[at:]) * discard.HUNDREDTHS,
        )
        yield number(
            f"at_hand_{turn.turn}", f"turn {turn.turn}: chance to have three markers left", "7.0", turn.at_hand[1]
        )
