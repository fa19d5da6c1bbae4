"""What lies behind the answers on the goal of Donnerschlag: the clock, the call, the rally zone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import lcm

from sim.exact import Law
from sim.game import Factor, Scenario, Setting
from sim.games.donnerschlag import call, clock, rally
from sim.games.donnerschlag.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding

CLOCK: Scenario = SCENARIOS["clock"]
_MARCH: tuple[Factor, ...] = tuple(CLOCK.factors[name] for name in call.MARCH)


def clock_findings(setting: Setting) -> Iterable[Finding]:
    """Return who wins and when, whether the extra turn is wanted, and what it adds."""
    *_, last = play_exactly(CLOCK, setting)
    winners: dict[str, tuple[str, ...]] = {"winner": clock.WINNERS}
    told = setting.policies["axis"].about
    yield Finding("winner", f"who wins if the Axis {told}", "14, 15", law=last.law("winner"), labels=winners)
    yield Finding(
        "end_turn", f"turn at whose end the game is over if the Axis {told}", "6.3, 14", law=last.law("end_turn")
    )
    alone = replace(setting, factors={**setting.factors, "luftflotte_of_36": 0})
    *_, without = play_exactly(CLOCK, alone)
    late = without.law("winner").probability(lambda winner: winner == clock.SOVIET)
    about = f"chance that the Axis is not in the zone when box 4 is checked and wants another turn, if it {told}"
    yield Finding("is_wanted", about, "6.3, 14, 15", number=late)
    bought = last.law("box").probability(lambda box: box == clock.SURVIVAL_BOX)
    about = f"chance that it is then played, since Luftflotte 4 has come off, if the Axis {told}"
    yield Finding("is_bought", about, "6.3, 14", number=bought)
    for policy in CLOCK.policies["axis"].values():
        *_, end = play_exactly(CLOCK, replace(setting, policies={"axis": policy}))
        won = end.law("winner").probability(lambda winner: winner == clock.AXIS)
        yield Finding(policy.id, f"chance of the Axis if it {policy.about}", "14, 15", number=won)
    worth = call.best_calls(setting)[0] - call.best_calls(alone)[0]
    yield Finding("luftflotte_worth", "chance that Luftflotte 4 adds, called at best", "14", number=worth)


def call_findings(setting: Setting) -> Iterable[Finding]:
    """Return the best rule of calling, what a turn settled beforehand brings, and what is best over every march."""
    best, most = call.best_calls(setting)
    for turn, hexes in most.items():
        about = f"most hexes left at which the Axis should call on turn {turn}, -1 for never; on turn 4 it must"
        yield Finding(f"call_within_{turn}", about, "6.1.e, 14", number=Fraction(hexes))
    yield Finding("turn", "turn of the call by this rule", "6.1.e, 14", law=call.call_law(setting))
    yield Finding("best", "chance of the Axis that calls at the best moment", "14, 15", number=best)
    fixed = call.fixed_calls(setting)
    for turn, chance in fixed.items():
        about = f"chance of the Axis that calls on turn {turn}, come what may"
        yield Finding(f"on_turn_{turn}", about, "14, 15", number=chance)
    about = "chance that waiting to see the march adds to the best turn settled beforehand"
    yield Finding("worth_of_waiting", about, "14, 15", number=best - max(fixed.values()))
    yield from _over_every_march(setting)


def _over_every_march(setting: Setting) -> Iterator[Finding]:
    """Yield the best turns over every march in the ranges, all and by how the spearhead slows, and the text's."""
    found = list(call.best_turns(setting, _MARCH))
    labels: dict[str, tuple[str, ...]] = {
        "turn": ("no matter", *(f"turn {turn}" for turn in range(1, clock.LAST_CALL + 1)))
    }
    about = "best turn of a call settled beforehand, over every march in the ranges, one as likely as another"
    yield Finding("every_march", about, "6.1.e, 14", law=_turns(turn for _, turn in found), labels=labels)
    slower = _MARCH[call.MARCH.index("slower_halves")]
    for halves in range(slower.low, slower.high + 1):
        about = f"best turn of a call settled beforehand where the advance slows by {halves} half hexes a turn"
        some = _turns(turn for march, turn in found if march["slower_halves"] == halves)
        yield Finding(f"slower_by_{halves}_halves", about, "6.1.e, 14", law=some, labels=labels)
    usual = Fraction(sum(turn in call.USUAL for _, turn in found), len(found))
    about = (
        f"chance that a march of the ranges has its best turn on {call.USUAL[0]} or {call.USUAL[-1]}, as the text hints"
    )
    yield Finding("as_the_text_hints", about, "6", number=usual)


def _turns(turns: Iterable[int]) -> Law:
    counts = Counter(turns)
    return Law(("turn",), {(turn,): n for turn, n in sorted(counts.items())}, counts.total()).reduced()


def rally_findings(setting: Setting) -> Iterable[Finding]:
    """Return what both sides do at best, and the Axis chance with and without the secret."""
    chosen, sent = rally.mixes(setting)
    common = lcm(*(p.denominator for p in chosen.values()))
    law = Law(("zone", "is_feint"), {key: int(p * common) for key, p in chosen.items() if p}, common)
    labels: dict[str, tuple[str, ...]] = {"zone": rally.ZONES, "is_feint": ("no", "yes")}
    yield Finding(
        "zone", "zone that the Axis chooses, and whether it feints, at best", "6.1.e, 7", law=law, labels=labels
    )
    for zone, groups in zip(rally.ZONES, sent, strict=True):
        about = f"groups that the Soviets send to zone {zone} before the march is seen, on the average"
        yield Finding(f"sent_{zone.lower()}", about, "7, 15", number=groups)
    about = "chance of the Axis to stand in the zone, both sides choosing as well as they can"
    yield Finding("if_secret", about, "7, 15", number=rally.value(setting))
    known = rally.value_if_known(setting)
    yield Finding("if_known", "chance of the Axis if the zone were no secret", "7, 15", number=known)
