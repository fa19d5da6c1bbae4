"""Questions about Soviet supports, shortage, the STAVKA reserve and Operation Mars."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.dice import all_rolls
from sim.exact import Law, count
from sim.game import Setting
from sim.games.stalingrad_roads import stavka
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, OPENING, factors_of
from sim.games.stalingrad_roads.laws import drawn_law, law_of
from sim.games.stalingrad_roads.mars import mars_chances
from sim.games.stalingrad_roads.offensives import left_after_launch
from sim.games.stalingrad_roads.questions_pocket import laws, numbers
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.supports import (
    OFFENSIVE,
    draw_ways,
    next_launch_chances,
    returned_by_test,
    shortages_in_cup,
)  # fmt: skip
from sim.track import Finding, Track, track_of


def turns_to_offensive(setting: Setting) -> Fraction:
    """Return how many turns after Uranus the next major offensive is expected, 17 where none comes."""
    chances = next_launch_chances(setting)
    return sum(((turn or len(CAMPAIGN) + 1) - OPENING) * p for turn, p in chances.items()) + Fraction(0)


def support_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the turn of the next offensive, how many there are, and the box at the end."""
    yield Finding(
        "next_offensive", "turn (1 = NOV III) of the next major offensive after Uranus, 0 if none", "11.4",
        law=law_of("next_offensive", next_launch_chances(setting)),
    )  # fmt: skip
    yield from laws("supports", setting, "5.3, 11.4, 12")
    least, most = (OFFENSIVE.integer(name) for name in ("launch_supports_min", "exchange_chosen_max"))
    chosen, price = Fraction(left_after_launch(least, chosen=most)), least // OFFENSIVE.integer("unit_supports")
    about = f"supports left for a major offensive of {least} with {most} of them chosen, two for one"
    yield Finding("launch_chosen", about, "11.4.2", number=chosen)
    about = "units out of the reserve, armor counted twice, if all of them are spent on units"
    yield Finding("launch_units", about, "11.4.2", number=Fraction(price))


def minor_supports(setting: Setting) -> Fraction:
    """Return how many markers of the minor boxes are expected to be played."""
    return last_worlds("minor_offensives", setting).law("played").mean(lambda n: n)


def minor_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of what is played, what redeployments cost, and what the second marker brings."""
    yield from laws("minor_offensives", setting, "5.3, 11.2")
    turns = worlds_by_turn("minor_offensives", setting)
    drawn = sum((turn.law("acquired").mean(lambda n: n) for turn in turns), Fraction(0))
    back = sum((turn.law("returned").mean(lambda n: n) for turn in turns), Fraction(0))
    yield Finding("drawn", "markers drawn for the minor boxes, shortage markers among them", "5.3", number=drawn)
    yield Finding("returned", "markers sent back to the cup by redeployments", "11.2.3", number=back)
    left = turns[-1].law("first_box", "second_box").mean(lambda first, second: first + second)
    yield Finding("left", "markers left in the minor boxes at the end", "5.3", number=left)
    policies = {side: policy.id for side, policy in setting.policies.items()}
    alone = SCENARIOS["minor_offensives"].setting(
        numbers(setting) | {"second_marker_turn": len(CAMPAIGN) + 1}, policies
    )
    more = minor_supports(setting) - minor_supports(alone)
    yield Finding("second_marker", "of those played, what the second marker brings", "5.3.2", number=more)


def _draw_of_cup(setting: Setting) -> Law:
    """Return the law of the wanted supports among a turn's draw [5.1.2]."""
    told = numbers(setting)
    wanted, cup = min(told["wanted"], told["cup_supports"]), told["cup_supports"] + told["shortages"]
    return drawn_law(wanted, cup, min(told["draws"], cup))


def wanted_in_time(setting: Setting) -> Fraction:
    """Return the chance that a wanted support is drawn within the turns; what is drawn returns before the next draw."""
    missed = 1 - _draw_of_cup(setting).probability(lambda wanted: wanted > 0)
    return 1 - missed ** numbers(setting)["turns"]


def draw_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of a turn's draw, the turn the first wanted one comes, and the share of dead draws."""
    told, law = numbers(setting), _draw_of_cup(setting)
    p = law.probability(lambda wanted: wanted > 0)
    yield Finding("wanted", "supports of the wanted kind among a turn's draw", "5.1.2", law=law)
    chances = {turn: (1 - p) ** (turn - 1) * p for turn in range(1, told["turns"] + 1)}
    chances[0] = (1 - p) ** told["turns"]
    yield Finding("first", "turn of the first of them, 0 if none comes in time", "5.1.2, 5.2.1",
                  law=law_of("first", {turn: q for turn, q in chances.items() if q}))  # fmt: skip
    cup = told["cup_supports"] + told["shortages"]
    dead = Fraction(min(told["draws"], cup) * told["shortages"], cup)
    yield Finding("dead", "shortage markers among a turn's draw", "12.2", number=dead)


def _shortage(setting: Setting) -> dict[str, Fraction]:
    """Return the expected losses of the campaign: dead draws, supports sent back, stacks put out of supply, tests."""
    factors, found = numbers(setting), dict.fromkeys(("dead", "returned", "out_of_supply", "tests"), Fraction(0))
    for turn in range(OPENING + 1, len(CAMPAIGN) + 1):
        short = int(shortages_in_cup(turn, factors["hq_moves"], factors["moves_start"]))
        for drawn, is_tested, ways, of in draw_ways(factors["draws"], factors["cup_supports"], short):
            p = Fraction(ways, of)
            found["dead"] += drawn * p
            if is_tested:
                back = int(returned_by_test(drawn, factors["box_supports"] + factors["draws"] - drawn))
                found["returned"] += back * p
                found["out_of_supply"] += (drawn - 1 - back) * p
                found["tests"] += p
    return found


def supports_lost(setting: Setting) -> Fraction:
    """Return how many supports shortage is expected to cost: dead draws, and supports sent back by the test."""
    found = _shortage(setting)
    return found["dead"] + found["returned"]


def shortage_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the parts of the cost, and what one move of a headquarters costs."""
    factors, found = numbers(setting), _shortage(setting)
    words = {
        "dead": "shortage markers drawn in place of supports",
        "returned": "real supports that the test sends back to the cup",
        "out_of_supply": "Soviet stacks that the Axis may put out of supply, where the box cannot pay",
        "tests": "tests drawn in the campaign",
    }
    for name, about in words.items():
        yield Finding(name, about, "12.2, 12.3", number=found[name])
    moves = factors["hq_moves"] * max(len(CAMPAIGN) - factors["moves_start"] + 1, 0)
    if moves:
        yield Finding(
            "a_move", "supports that one move costs, on average", "12.1", number=supports_lost(setting) / moves
        )


def units_a_turn(setting: Setting) -> Fraction:
    """Return how many units a turn are expected to leave the reserve."""
    return last_worlds("stavka", setting).law("released").mean(lambda units: units) / len(stavka.TURNS)


def stavka_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the end, what one phase allows, and what may enter through the two headquarters."""
    yield from laws("stavka", setting, "13.1, 13.2")
    factors, decided, rolls = numbers(setting), setting.policies["soviet"].decide(None, 1), all_rolls(2)
    first, second = factors["first_position"], factors["second_position"]
    allowed = {
        "first": stavka.release_units(stavka.release_drm(first, decided["first_roll"]), rolls[:, :1], True),
        "second": stavka.release_units(stavka.release_drm(second, decided["second_roll"]), rolls[:, 1:]),
    }
    yield Finding(
        "a_phase", "units the two rolls of a phase allow", "13.1.1", law=count({"units": sum(allowed.values())})
    )
    for name, units in allowed.items():
        yield Finding(
            f"{name}_hq",
            f"units the {name} headquarters may release a phase",
            "13.1.1",
            number=count({"n": units}).mean(lambda n: n),
        )
    for name, at in (("first", first), ("second", second)):
        spent = decided[f"{name}_roll"]
        more = [stavka.release_units(stavka.release_drm(at, spent + extra), rolls[:, :1]) for extra in (1, 0)]  # type: ignore[operator]
        gain = count({"n": more[0] - more[1]}).mean(lambda n: n)
        yield Finding(
            f"{name}_support", f"units that one more support buys the {name} headquarters", "13.1.1", number=gain
        )
    dry = sum(
        (turn.law("sent", "allowed").probability(lambda sent, allowed: sent < allowed)
         for turn in worlds_by_turn("stavka", setting)),
        Fraction(0),
    )  # fmt: skip
    yield Finding("dry", "turns on which the reserve has fewer units than it may release", "13.1", number=dry)
    entry = int(stavka.entry_units(first)) + int(stavka.entry_units(second))
    yield Finding(
        "entry", "units that may enter a phase through the two headquarters", "13.1.3", number=Fraction(entry)
    )


def breakthrough(setting: Setting) -> Fraction:
    """Return the chance that Operation Mars breaks through by DEC III."""
    factors = numbers(setting)
    return mars_chances(factors)[factors["spaces"]]


def mars_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of the marker's place after DEC III."""
    chances = {place: p for place, p in mars_chances(numbers(setting)).items() if p}
    about = "spaces from Status Quo after DEC III, toward the breakthrough if positive"
    yield Finding("place", about, "6.1", law=law_of("place", chances))


_CUP = ("support_acquisition", "support_acquisition_drm", "support_limits", "offensive_limits", "turn_track")

TRACKS: dict[str, Track] = {
    "supports": track_of(
        SCENARIOS["supports"],
        question="How soon after Uranus can the Soviets launch the next major offensive?",
        rules=("5.3", "11.4", "12"),
        tables=(*_CUP, "supports_factors"),
        measured="turns after NOV III until the next major offensive, 17 where none comes",
        measure=turns_to_offensive,
        find=support_findings,
    ),
    "shortage": Track(
        id="shortage",
        title="Supply shortage: what moving headquarters costs",
        factors=factors_of("shortage_factors"),
        policies={},
        question="How many supports do the moves of their headquarters cost the Soviets?",
        rules=("5.3", "12.1", "12.2", "12.3"),
        tables=("support_limits", "turn_track", "shortage_factors"),
        measured="supports of the STAVKA box lost to shortage markers from NOV IV to MAR III",
        measure=supports_lost,
        find=shortage_findings,
    ),
    "minor_offensives": track_of(
        SCENARIOS["minor_offensives"],
        question="How many supports do the two minor offensives bring the Soviets?",
        rules=("5.3", "11.2", "11.3"),
        tables=(*_CUP, "minor_offensives_factors"),
        measured="supports of the minor offensives' boxes played from NOV IV to MAR III",
        measure=minor_supports,
        find=minor_findings,
    ),
    "support_draw": Track(
        id="support_draw",
        title="Draws from the cup of supports",
        factors=factors_of("support_draw_factors"),
        policies={},
        question="How likely does the cup give a support of the wanted kind in time?",
        rules=("5.1.2", "5.2.1"),
        tables=("support_limits", "support_draw_factors"),
        measured="chance that one of the wanted kind at least is drawn in time",
        measure=wanted_in_time,
        find=draw_findings,
    ),
    "stavka": track_of(
        SCENARIOS["stavka"],
        question="How many units a week does STAVKA give to the fronts?",
        rules=("13.1", "13.2"),
        tables=(
            "stavka_release",
            "stavka_release_drm",
            "stavka_entry",
            "stavka_limits",
            "turn_track",
            "stavka_factors",
        ),
        measured="units a turn that leave the reserve from NOV IV to MAR III, an armored corps counted as two",
        measure=units_a_turn,
        find=stavka_findings,
    ),
    "mars": Track(
        id="mars",
        title="Operation Mars",
        factors=factors_of("mars_factors"),
        policies={},
        question="How likely is it that Operation Mars breaks through?",
        rules=("6.1",),
        tables=("turn_windows", "turn_track", "mars_factors"),
        measured="chance of the Soviet breakthrough by DEC III, on a track that is assumed",
        measure=breakthrough,
        find=mars_findings,
    ),
}
