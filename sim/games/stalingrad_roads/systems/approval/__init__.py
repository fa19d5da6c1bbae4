"""The question about the Führer's approval: how long Manstein keeps his command [15, 16]."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.games.stalingrad_roads.systems._chains import Chain
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, WINDOWS, number
from sim.games.stalingrad_roads.systems.approval.markers import STATUS
from sim.games.stalingrad_roads.systems.approval.track import COURSE
from sim.system import Finding, Group, Setting, Unit, Words, system_of
from sim.verdict import OPEN, Found, counted, figure, roughly

CHAIN = Chain(COURSE)
TABLES = (
    "approval_changes", "approval_limits", "strategic_hexes", "okh_crisis", "backhand_result", "track_start",
    "turn_track", "turn_windows", "approval_factors",
)  # fmt: skip
"""The tables that every answer about the track reads."""

_WORDS = {
    "dismissal_turn": Words("turn at whose end Manstein is dismissed", "never", is_turn=True),
    "storm_turn": Words("turn on which Wintergewitter is launched", "never", is_turn=True),
    "first_crisis": Words("turn of the first crisis at the OKH", "none", is_turn=True),
    "manstein": Words("box of the Manstein marker at the end", "gone"),
    "status": Words(labels=STATUS),
}


def turns_in_command(setting: Setting) -> Fraction:
    """Return how many turns Manstein is expected to serve; the turn at whose end he goes counts."""
    law = CHAIN.last(setting).law("dismissal_turn", "removal_turn")
    return law.mean(lambda dismissed, removed: dismissed or removed or len(CAMPAIGN))


def approval_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the end, the chance of dismissal, and how many crises there are."""
    yield from CHAIN.results(setting, "15, 16", _WORDS)
    turns = CHAIN.by_turn(setting)
    dismissal = turns[-1].law("dismissal_turn")
    dismissed = dismissal.probability(lambda turn: turn > 0)
    yield Finding("dismissed", "chance that Manstein is dismissed", "16.2.4", number=dismissed, unit=Unit.CHANCE)
    first = number(WINDOWS["backhand"]["first_turn"])
    before, about = dismissal.probability(lambda turn: 0 < turn < first), "the backhand blow's first turn"
    yield Finding(
        "dismissed_before_backhand", f"chance that he is dismissed before JAN I, {about}", "16.3.2",
        number=before, unit=Unit.CHANCE,
    )  # fmt: skip
    crises = sum((turn.law("crisis_rolls").mean(lambda n: n) for turn in turns), Fraction(0))
    yield Finding("crises", "crises at the OKH that are rolled for", "15.3", number=crises)


def verdict(found: Found) -> str:
    """Say that the armored attacks decide, and that the crisis table, which is not printed, is guessed."""
    kept = found.over("armored_attacks")
    low, high = min(kept.values()), max(kept.values())
    if high - low < 2:
        return f"Manstein keeps his command for {roughly(found.value, 'turn')} of the campaign."
    if high > len(CAMPAIGN) - 1:
        enough = counted(Fraction(min(attacks for attacks, turns in kept.items() if turns == high)), "armored attack")
        best = f"to the end with the {enough} each turn that crises demand"
    else:
        best = f"about {figure(high)} if the Axis makes enough armored attacks"
    return f"{OPEN}: by our guess Manstein serves {roughly(low, 'turn')}, or {best}."


SYSTEM = system_of(
    COURSE,
    order=14,
    group=Group.COMMAND,
    question="How long does Manstein keep his command?",
    shows=("armored_attacks",),
    rules=("14.2.4", "15.2", "15.3", "16.2", "16.3"),
    tables=TABLES,
    unprinted=("crisis_manstein", "crisis_box"),
    measured="turns of 17 until Manstein is dismissed or removed, all 17 where he never is",
    things="turns",
    measure=turns_in_command,
    find=approval_findings,
    good_for="axis",
    turns=CAMPAIGN,
    verdict=verdict,
)
