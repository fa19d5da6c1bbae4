"""When to call Donnerschlag [6.1.e, 14]: the best rule of calling, and what a turn settled beforehand brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from sim.dice import all_rolls
from sim.exact import Law, count
from sim.factors import factors_of, whole
from sim.games.donnerschlag.systems._calls import (
    MARCH,
    SURE_CARD,
    USUAL,
    best_calls,
    best_turns,
    call_law,
    fixed_calls,
)
from sim.games.donnerschlag.systems._march import CALLS, END_BOX, LAST_CALL, STEP, hexes_gained
from sim.system import Factor, Finding, Group, Setting, System, Unit
from sim.verdict import Found, counted

_FACTORS = {
    name: one for name, one in factors_of("donnerschlag", "clock_factors").items() if name != "checked_later"
}  # with a call checked later turn 3 is the last, and the question falls away
_ALIKE = Fraction(1, 20)
"""Chances of the Axis so near each other that the moment of the call hardly matters."""
_SELDOM = Fraction(1, 4)
"""A chance below which the Axis mostly loses, whenever it calls."""
_MARCH: tuple[Factor, ...] = tuple(_FACTORS[name] for name in MARCH)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield the best rule of calling, what a turn settled beforehand brings, and what is best over every march."""
    best, most = best_calls(setting)
    for turn, hexes in most.items():
        about = f"most hexes left at which the Axis should call on turn {turn}; on turn 4 it must"
        never = {Fraction(-1): "none: never on that turn"}
        yield Finding(f"call_within_{turn}", about, "6.1.e, 14", number=Fraction(hexes), values=never)
    about = f"chance of the Axis if it calls {_best_rule(most[LAST_CALL - 1])}"
    yield Finding("best", about, "14, 15", number=best, unit=Unit.CHANCE)
    yield from _at_other_paces(setting)
    yield from _pushed_back(setting)
    yield from _with_a_sure_card(setting)
    fixed = fixed_calls(setting)
    about = "chance of the Axis if it calls on the first turn on which it may (ruling R25)"
    yield Finding("earliest", about, "14, 15", number=fixed[min(fixed)], unit=Unit.CHANCE)
    for turn, chance in fixed.items():
        about = f"chance of the Axis if it calls on turn {turn}, come what may"
        yield Finding(f"on_turn_{turn}", about, "14, 15", number=chance, unit=Unit.CHANCE)
    about = "what waiting to see the march adds to the best turn settled beforehand"
    yield Finding("worth_of_waiting", about, "14, 15", number=best - max(fixed.values()), unit=Unit.POINTS)
    yield from _slowing_faster(setting)
    yield Finding("turn", "turn of the call by this rule", "6.1.e, 14", law=call_law(setting))
    yield from _over_every_march(setting)


def _best_rule(within: int) -> str:
    """Return the best rule of calling by the hexes left on turn 3, in words; a call on turn 2 hardly comes up.

    >>> _best_rule(8), _best_rule(-1)
    ('on turn 3 within 8 hexes, otherwise on turn 4', 'on turn 4 unless it is near on turn 2')
    """
    late = f"on turn {LAST_CALL}"
    if within < 0:
        return f"{late} unless it is near on turn 2"
    near = counted(Fraction(within), "hex", "hexes")
    return f"on turn {LAST_CALL - 1} within {near}, otherwise {late}"


def _at_other_paces(setting: Setting) -> Iterator[Finding]:
    """Yield what the best call wins with a hex less and a hex more on turn 1, where that is in the range."""
    pace = _FACTORS["gain_hexes"]
    for name, by in (("less", -1), ("more", 1)):
        gains = whole(setting.factors, pace.id) + by
        if pace.low <= gains <= pace.high:
            other = replace(setting, factors={**setting.factors, pace.id: gains})
            about = f"the same if the spearhead gains a hex {name} a turn"
            yield Finding(f"best_with_{name}", about, "14, 15", number=best_calls(other)[0], unit=Unit.CHANCE)


def _slowing_faster(setting: Setting) -> Iterator[Finding]:
    """Yield what each turn of a call wins if the advance slows by half a hex more a turn, if that is in the range."""
    slows = _FACTORS["slower_halves"]
    halves = whole(setting.factors, slows.id) + 1
    if halves <= slows.high:
        faster = replace(setting, factors={**setting.factors, slows.id: halves})
        for turn, chance in fixed_calls(faster).items():
            about = f"chance of the Axis if it calls on turn {turn} and the advance slows by {slows.values[halves]}"
            yield Finding(f"faster_on_turn_{turn}", about, "14, 15", number=chance, unit=Unit.CHANCE)


def _pushed_back(setting: Setting) -> Iterator[Finding]:
    """Yield why not to wait: how often the march of the last turn of the earlier and the later call goes backward."""
    for call in USUAL:
        check = call + END_BOX - STEP
        gained = count({"hexes": hexes_gained(setting.factors, check, all_rolls(2))})
        back = gained.probability(lambda hexes: hexes < 0)
        about = f"why not wait: chance to be pushed back on turn {check}, just before the check, even out of the zone"
        yield Finding(f"pushed_back_{check}", about, "15", number=back, unit=Unit.CHANCE)


def _with_a_sure_card(setting: Setting) -> Iterator[Finding]:
    """Yield the same for an Axis that picks Luftflotte 4 for High Command, so that it comes off whenever it calls."""
    found, most = best_calls(replace(setting, factors={**setting.factors, **SURE_CARD}))
    about = "the same if Luftflotte 4 is picked for High Command and comes off for certain"
    yield Finding("best_picked", about, "14, 15", number=found, unit=Unit.CHANCE)
    about = f"most hexes left at which it should then call on turn {LAST_CALL - 1}"
    never = {Fraction(-1): "none: never on that turn"}
    hexes = Fraction(most[LAST_CALL - 1])
    yield Finding("call_within_picked", about, "6.1.e, 14", number=hexes, values=never)


def _over_every_march(setting: Setting) -> Iterator[Finding]:
    """Yield the best turns over every march in the ranges, all and by how the spearhead slows, and the text's."""
    found = list(best_turns(setting, _MARCH))
    labels: dict[str, tuple[str, ...]] = {"turn": ("no matter", *(f"turn {turn}" for turn in range(1, LAST_CALL + 1)))}
    about = "best turn for a call settled beforehand, with every march in the ranges as likely as any other"
    yield Finding("every_march", about, "6.1.e, 14", law=_turns(turn for _, turn in found), labels=labels)
    slower = _MARCH[MARCH.index("slower_halves")]
    for halves in range(slower.low, slower.high + 1):
        slows = slower.values.get(halves, f"{halves} half hexes a turn")
        slows = "does not slow" if halves == 0 else f"slows by {slows}"
        about = f"best turn for a call settled beforehand where the advance {slows}"
        some = _turns(turn for march, turn in found if march["slower_halves"] == halves)
        yield Finding(f"slower_by_{halves}_halves", about, "6.1.e, 14", law=some, labels=labels)
    usual = Fraction(sum(turn in USUAL for _, turn in found), len(found))
    about = f"share of the marches in our ranges for which turn {USUAL[0]} or {USUAL[-1]} is best, as the text hints"
    yield Finding("as_the_text_hints", about, "6", number=usual, unit=Unit.CHANCE)


def _turns(turns: Iterable[int]) -> Law:
    counts = Counter(turns)
    return Law(("turn",), {(turn,): n for turn, n in sorted(counts.items())}, counts.total()).reduced()


def _best_turn(found: Found) -> int:
    """Return the best turn of a call settled beforehand, of those from turn 2 on."""
    return max(range(2, LAST_CALL + 1), key=lambda turn: found.number(f"on_turn_{turn}"))


def verdict(found: Found) -> str:
    """Say on which turns to call and what a slower or faster advance does to that, or at which distance to call."""
    within = int(found.value)
    if within < 0:
        wait = f"wait until turn {LAST_CALL} to call, however near the rally zone is"
        slows = found.given("slower_halves") > 0
        return f"At the pace we assume, {wait}." if slows else f"If the advance does not slow, {wait}."
    if found.number("best") < _SELDOM:
        return f"Call on turn {_best_turn(found)}. At the pace we assume, the Axis mostly loses, whenever it calls."
    near = counted(Fraction(within), "hex", "hexes")
    said = f"Call on turn {LAST_CALL - 1} if the rally zone is within {near}, otherwise on turn {LAST_CALL}."
    late = [found.number(f"on_turn_{turn}") for turn in (LAST_CALL - 1, LAST_CALL)]
    is_alike = max(late) - min(late) < _ALIKE and found.number("worth_of_waiting") < _ALIKE
    slow = found.given("slower_halves") + 1
    is_known = slow <= found.system.factors["slower_halves"].high
    is_lost = is_known and max(found.number(f"faster_on_turn_{turn}") for turn in CALLS) < _SELDOM
    if is_known and not (is_alike and is_lost) and found.again(slower_halves=slow).value > within:
        return f"{said} Hurry if the advance slows more than we assume."
    return (_by_slowing(found) or f"{said} The two hardly differ at the pace we assume.") if is_alike else said


def _by_slowing(found: Found) -> str:
    """Say when to call by how the advance slows, where either late turn will do as it is assumed to; else nothing."""
    slows, now = found.system.factors["slower_halves"], found.given("slower_halves")
    best = {halves: _best_turn(found.again(slower_halves=halves)) for halves in range(slows.low, slows.high + 1)}
    less, more = ({turn for halves, turn in best.items() if halves * way > now * way} for way in (-1, 1))
    if len(less) != 1 or len(more) != 1:
        return ""
    here = f"Call on turn {LAST_CALL - 1} or {LAST_CALL} if the advance slows by {slows.values[now]}"
    return f"{here}, on turn {less.pop()} if less, turn {more.pop()} if more."


SYSTEM = System(
    id="call",
    title="When to call Donnerschlag",
    factors=_FACTORS,
    policies={},
    order=12,
    group=Group.VICTORY,
    question="When should the Axis call Donnerschlag?",
    rules=("6", "14", "15"),
    tables=("donnerschlag_clock", "donnerschlag_calls", "clock_factors"),
    measured="most hexes from the zone at which the Axis should call on turn 3 instead of waiting",
    unit=Unit.NUMBER,
    measure=lambda setting: Fraction(best_calls(setting)[1][LAST_CALL - 1]),
    find=_findings,
    verdict=verdict,
    values={Fraction(-1): f"no call on turn {LAST_CALL - 1}"},
    things="hexes left",
    shows=(*(f"on_turn_{turn}" for turn in CALLS), "best"),
)
