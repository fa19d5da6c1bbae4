"""Manstein's two offensives [16.3]: Wintergewitter and the backhand blow, over the chain of the approval track."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, WINDOWS, is_within, number
from sim.games.stalingrad_roads.systems.approval import CHAIN, TABLES
from sim.games.stalingrad_roads.systems.approval.markers import AWAY, IN_COMMAND
from sim.games.stalingrad_roads.systems.approval.track import COURSE
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, often

SURE = Fraction(9, 10)
"""The chance at which somebody is as good as there."""
BLOW_TURNS = CAMPAIGN[number("JAN I") - 1 : number("FEB III")]
"""The turns of the headline: from the first on which the blow may be launched to the one on which it was."""


def offensives_launched(setting: Setting) -> Fraction:
    """Return how many of Manstein's two offensives are expected to be launched [16.3]."""
    return sum((turn.law("is_offensive").probability(bool) for turn in CHAIN.by_turn(setting)), Fraction(0))


def offensive_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the chance of each offensive, and of a Manstein to lead the blow on each turn until it is launched."""
    turns = CHAIN.by_turn(setting)
    storm = turns[-1].law("storm_turn")
    yield Finding(
        "storm_turn", COURSE.results["storm_turn"], "16.3.1", law=storm,
        label="turn on which Wintergewitter is launched", zero="never", is_turn=True,
    )  # fmt: skip
    launched = storm.probability(lambda turn: turn > 0)
    yield Finding("storm", "chance that Wintergewitter is launched", "16.3.1", number=launched, unit=Unit.CHANCE)
    yield Finding(
        "blow", "chance that the backhand blow is launched, which ends his command if it wins no major city", "16.3.2",
        number=offensives_launched(setting) - launched, unit=Unit.CHANCE,
    )  # fmt: skip
    for name, before in zip(CAMPAIGN[1:], turns, strict=False):
        status = before.law("status")
        if is_within(WINDOWS["backhand"], number(name)) and not status.probability(_is_away):
            p = status.probability(lambda now: now == IN_COMMAND)
            about = f"chance that Manstein is there to lead the backhand blow on {name}"
            yield Finding(_leader(name), about, "16.2.4, 16.3.2", number=p, unit=Unit.CHANCE)
        elif status.probability(_is_away):
            break


def _leader(turn: str) -> str:
    """Return the name of the finding whether Manstein is there to lead the blow on a turn."""
    return f"leader_{turn.replace(' ', '_')}"


def _is_away(status: int) -> bool:
    return status == AWAY


def _last_sure(found: Found) -> str:
    """Return the last turn on which Manstein is there to lead the blow in at least `SURE` of games; empty if none."""
    there = [one for one in found.findings.values() if one.id.startswith("leader_")]
    sure = [one.id for one in there if one.number is not None and one.number >= SURE]
    return sure[-1].removeprefix("leader_").replace("_", " ") if sure else ""


def verdict(found: Found) -> str:
    """Say which of the two offensives come, and when to launch the backhand blow."""
    storm, blow = found.number("storm"), found.number("blow")
    at_once = found.again({"axis": "early_blow"}).number("blow")
    first = "Manstein launches Wintergewitter in " + ("every game" if storm == 1 else often(storm))
    if at_once - blow <= Fraction(1, 4):
        return f"{first} and the backhand blow in {often(blow)}. Launching the blow on JAN I changes little."
    is_assumed = storm == 1 and found.again(divisions_ready_turn=7).number("storm") < 1
    if is_assumed:  # the rules would have it come less often
        first = "With the divisions we assume Manstein launches Wintergewitter"
    kept = found.again(armored_attacks=2).number("blow")
    if kept < 2 * blow:
        return f"{first}. Launch the backhand blow on JAN I: by FEB III he remains in {often(blow)}."
    until = _last_sure(found)
    if is_assumed and until and 2 * blow < 1:
        both = f"Manstein launches both offensives if the backhand blow comes by {until}"
        return f"With the forces we assume, {both}. Waiting until FEB III usually costs him one."
    return f"{first}. Launch the backhand blow on JAN I: later, by our guess, a crisis removes him."


SYSTEM = System(
    id="offensives",
    title="Manstein's offensives: Wintergewitter and the backhand blow",
    order=15,
    group=Group.COMMAND,
    factors=COURSE.factors,
    policies=COURSE.policies,
    question="How many of his two offensives does Manstein live to launch?",
    shows=tuple(map(_leader, BLOW_TURNS)),
    rules=("16.2.4", "16.3.1", "16.3.2"),
    tables=TABLES,
    unprinted=("crisis_manstein", "crisis_box"),
    measured="offensives that Manstein launches, of his two",
    things="offensives",
    measure=offensives_launched,
    find=offensive_findings,
    good_for="axis",
    turns=CAMPAIGN,
    verdict=verdict,
)
