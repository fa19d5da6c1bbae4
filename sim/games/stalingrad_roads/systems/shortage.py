"""Supply shortage [12]: what the moves of their headquarters cost the Soviets in supports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._cup import draw_ways, returned_by_test, shortages_in_cup
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, OPENING
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, roughly


def _shortage(setting: Setting) -> dict[str, Fraction]:
    """Return the expected losses of the campaign: dead draws, supports sent back, stacks put out of supply, tests."""
    factors, found = wholes(setting.factors), dict.fromkeys(("dead", "returned", "out_of_supply", "tests"), Fraction(0))
    for turn in range(OPENING + 1, len(CAMPAIGN) + 1):
        short = int(shortages_in_cup(turn, factors["hq_moves"], factors["moves_start"]))
        for drawn, is_tested, ways, of in draw_ways(factors["draws"], factors["cup_supports"], short):
            p = Fraction(ways, of)
            found["dead"] += drawn * p
            if is_tested:
                back, unpaid = _tested(factors, drawn)
                found["returned"] += back * p
                found["out_of_supply"] += unpaid * p
                found["tests"] += p
    return found


def _tested(factors: Mapping[str, int], drawn: int) -> tuple[int, int]:
    """Return the supports that a test of so many markers sends back, and what the box cannot pay [12.3, ruling R63]."""
    counts_itself = factors["test_counts"] > 0
    real = factors["draws"] - drawn + (0 if factors["only_drawn_pay"] else factors["box_supports"])
    back = int(returned_by_test(drawn, real, counts_itself=counts_itself))
    return back, drawn - (not counts_itself) - back


def supports_lost(setting: Setting) -> Fraction:
    """Return how many supports shortage is expected to cost: dead draws, and supports sent back by the test."""
    found = _shortage(setting)
    return found["dead"] + found["returned"]


def shortage_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the parts of the cost, and what one move of a headquarters costs."""
    factors, found = wholes(setting.factors), _shortage(setting)
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


def verdict(found: Found) -> str:
    """Say what the moves cost over the campaign, and what one of them does."""
    if not found.value:
        return "Headquarters that stay where they are cost the Soviets no supports."
    move = roughly(found.number("a_move"), "support")
    return (
        f"Moving headquarters costs the Soviets {roughly(found.value, 'support')} over the campaign, {move} a move,"
        " with the moves we assume."
    )


SYSTEM = System(
    id="shortage",
    title="Supply shortage: what moving headquarters costs",
    order=5,
    group=Group.AIR_AND_SUPPLY,
    factors=factors_of("stalingrad_roads", "shortage_factors"),
    policies={},
    question="How many supports do the moves of their headquarters cost the Soviets?",
    rules=("5.3", "12.1", "12.2", "12.3"),
    tables=("support_limits", "turn_track", "shortage_factors"),
    measured="supports of the STAVKA box lost to shortage markers from NOV IV to MAR III",
    things="supports",
    measure=supports_lost,
    find=shortage_findings,
    good_for="axis",
    verdict=verdict,
)
