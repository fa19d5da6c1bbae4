"""What victory answers: the win by nine targets, what points add, options, courses of a campaign [13.0-16.0]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from sim.exact import Law
from sim.factors import wholes
from sim.games.traces_of_hubris.systems._asking import BY_TURN, end_of, number, with_factors
from sim.games.traces_of_hubris.systems._turns import GAME, LAST_TURN, POINTS
from sim.games.traces_of_hubris.systems.victory.campaign import (
    COURSE,
    LEVELS,
    LIMITS,
    OUTCOMES,
    losses_upto,
    outcome,
    target_points,
)
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, Unit, Words, result_findings, system_of
from sim.verdict import Found, often

OUTLINES = load_list(GAME, "victory_courses")

LOSSES = (
    "mechanized_lost",
    "non_mechanized_lost",
    "hq_lost",
    "minor_hq_lost",
    "wiking_lost",
    "minor_hq_counts",
    "axis_relocations",
    "soviet_relocations",
)
"""The factors of a campaign that move its points and nothing else, unless the Axis wins."""

_WORDS = {
    "result": Words(labels=OUTCOMES),
    "victory_turn": Words("turn of the win by nine targets", "never", labels=BY_TURN),
}

_IN_TEN = Fraction(1, 20)  # what lies outside nine games of ten, at either end


def chance_not_to_lose(setting: Setting) -> Fraction:
    """Return the chance of nine targets or a draw on points."""
    return 1 - _chance_of("Soviet victory", setting)


def chance_of_draw(setting: Setting) -> Fraction:
    """Return the chance of a draw on points."""
    return _chance_of("draw", setting)


def chance_to_win(setting: Setting) -> Fraction:
    """Return the chance that the Axis wins: by nine targets, or on points by the other reading of ruling R17."""
    return _chance_of("Axis victory", setting)


def _chance_of(end: str, setting: Setting) -> Fraction:
    """Return the chance of a result, from the turn of the win and the VP for targets."""
    lost, by_points = int(losses_upto(setting.factors, LAST_TURN)), setting.factors["points_win"]
    wanted = OUTCOMES.index(end)
    return _ends(setting).probability(lambda turn, vp: bool(outcome(vp + lost, turn > 0, by_points) == wanted))


def _ends(setting: Setting) -> Law:
    """Return the law of the turn of the win and of the VP for targets, losses apart, which decide nothing on the way.

    Kept from one question to the next: a range over the losses then plays one campaign only.
    """
    given = wholes(setting.factors)
    key = tuple(sorted((given | dict.fromkeys(LOSSES, 0)).items()))
    return _played(key, setting.policies["axis"].id)


@lru_cache(maxsize=256)
def _played(factors: tuple[tuple[str, int], ...], plan: str) -> Law:
    setting = Setting(dict(factors), {"axis": COURSE.policies["axis"][plan]})
    return end_of(COURSE, setting).law("victory_turn", "vp")


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of result, turn and points, what the points can do at most, options, courses and plans."""
    yield from result_findings(COURSE, setting, "13.0", _WORDS)
    unspoilt = with_factors(setting, **dict.fromkeys(LOSSES, 0))
    most = LEVELS.integer("vp_soviet", "high")
    about = f"chance of a draw: more than {most} VP and no win, all that points can do for the Axis"
    yield number("draw", about, "13.0 A", chance_of_draw(setting), Unit.CHANCE)
    yield number("axis_wins", "chance that the Axis wins", "13.0", chance_to_win(setting), Unit.CHANCE)
    yield number(
        "draw_without_losses",
        "chance of that draw if no unit were lost",
        "13.0 A",
        chance_of_draw(unspoilt),
        Unit.CHANCE,
    )
    spent = int(losses_upto(setting.factors, LAST_TURN))
    yield number("loss_points", "VP that the losses of the campaign cost", "13.0", spent)
    yield from _reach_of_points()
    yield from _options(setting)
    for row in OUTLINES.rows:
        given = {name: int(value) for name, value in row.items() if name not in ("course", "about")}
        yield from _course(row["course"], row["about"], with_factors(setting, **given))
    for name, policy in COURSE.policies["axis"].items():
        planned = replace(setting, policies={**setting.policies, "axis": policy})
        about = f"chance of nine targets or a draw by the plan that {policy.about}"
        yield number(f"plan_{name}", about, "13.0, 16.0", chance_not_to_lose(planned), Unit.CHANCE)


def _reach_of_points() -> Iterable[Finding]:
    """Return what the points can do at most: one target short of nine, turn after turn."""
    most = int(target_points(LIMITS.integer("targets_to_win") - 1))
    turns = -(-LEVELS.integer("vp_draw", "low") // most)
    units = -Fraction(most, POINTS.integer("german_mechanized_lost", "vp"))
    about = "most VP without nine targets: one short of them from turn 1 to 9, nothing lost"
    yield number("most_vp", about, "13.0", most * LAST_TURN)
    about = "turns that the Axis must hold one target short of nine for a draw, nothing lost"
    yield number("turns_for_a_draw", about, "13.0", turns)
    yield number("mechanized_a_turn", "German mechanized units whose loss eats up such a turn", "13.0", units)


# the options [14.1-14.4] ---------------------------------------------------------------------------

OPTIONS: Mapping[str, tuple[str, str, tuple[Mapping[str, int], ...]]] = {
    "14.1": (
        "option 14.1, moving or fighting first, over what it does to an effort",
        "option_14_1",
        tuple({"mode_sixths": n} for n in (0, -1, 1)),
    ),
    "14.2": (
        "option 14.2, Hungarians and Romanians apart, over what it does to the counteroffensive",
        "option_14_2",
        tuple({"apart_sixths": n} for n in (1, 0)),
    ),
    "14.3": (
        "option 14.3, two headquarters a side relocated, over none to four of either",
        "",
        tuple({"axis_relocations": a, "soviet_relocations": s} for a, s in ((2, 2), (4, 0), (0, 4))),
    ),
    "14.4": (
        "option 14.4, weaker raids on towns, over the markers at hand",
        "option_14_4",
        tuple({"town_markers": n} for n in (1, 0, 2)),
    ),
}
"""The optional rules: in words, the switch of each, and how far its effect, decided on the map, is studied."""


def _options(setting: Setting) -> Iterable[Finding]:
    """Return what each optional rule does on its own to the chance and to the points."""
    for rule, (about, switch, cases) in OPTIONS.items():
        tried = [with_factors(setting, **({switch: 1} if switch else {}), **case) for case in cases]
        name = rule.replace(".", "_")
        yield _over(
            f"with_{name}",
            f"chance of nine targets or a draw with {about}",
            rule,
            tried,
            chance_not_to_lose,
            Unit.CHANCE,
        )
        yield _over(f"vp_{name}", f"VP expected with {about}", rule, tried, mean_vp)


def _over(
    name: str,
    about: str,
    rule: str,
    tried: list[Setting],
    measure: Callable[[Setting], Fraction],
    unit: Unit = Unit.NUMBER,
) -> Finding:
    found = [measure(one) for one in tried]
    return replace(number(name, about, rule, found[0], unit), low=min(found), high=max(found))


def mean_vp(setting: Setting) -> Fraction:
    """Return the VP expected at the end, or when the Axis won."""
    return vp_law(setting).mean(int)


def vp_law(setting: Setting) -> Law:
    """Return the law of the VP at the end, or when the Axis won."""
    return end_of(COURSE, setting).law("vp")


def _course(name: str, about: str, setting: Setting) -> Iterable[Finding]:
    """Return the chance, the mean and the spread of the points in one course of the campaign."""
    key, law = name.replace(" ", "_"), vp_law(setting)
    low, high = (_quantile(law, p) for p in (_IN_TEN, 1 - _IN_TEN))
    chance = f"chance of nine targets or a draw in the course “{name}”: {about}"
    yield number(f"course_{key}", chance, "13.0", chance_not_to_lose(setting), Unit.CHANCE)
    spread = f"VP expected in the course “{name}”, {low} to {high} in nine games of ten or more: {about}"
    yield number(f"course_{key}_vp", spread, "13.0", law.mean(int))


def _quantile(law: Law, p: Fraction) -> int:
    """Return the lowest value that a law does not exceed with at least a chance of `p`."""
    upto = Fraction(0)
    for (value,), more in sorted(law):
        upto += more
        if upto >= p:
            return int(value)
    raise AssertionError("a law that sums to one reaches every chance")


def verdict(found: Found) -> str:
    """Say how often the Axis wins, on what that hangs, and what points can do."""
    low, high = found.span("hard")
    draw, unhurt = found.number("draw"), found.number("draw_without_losses")
    won = found.value - draw
    wins = f"The Axis wins {often(won)}" if won else "The Axis never wins"
    if high - low >= Fraction(1, 4):
        wins += " if Stalingrad and Maykop fall as we assume"
    points = f"Points save a draw in {often(draw)}" if draw else "Points never save a draw"
    if draw < Fraction(1, 50) < unhurt:
        points = "Points save a draw only if it loses hardly anything"
    return f"{wins}. {points}."


SYSTEM = system_of(
    COURSE,
    order=9,
    group=Group.VICTORY,
    question="How often does the Axis win by nine targets, and can points save it a draw?",
    rules=("13.0", "14.1", "14.2", "14.3", "14.4", "16.0"),
    # the grades come out of target_hexes, whose missing cells, hexes on the map, no answer reads
    tables=(
        "victory_points",
        "victory_levels",
        "victory_limits",
        "luftwaffe_limits",
        "victory_courses",
        "victory_factors",
    ),
    measured="chance that the Axis holds nine targets at the end of a turn, or draws on points",
    unit=Unit.CHANCE,
    good_for="axis",
    measure=chance_not_to_lose,
    find=findings,
    verdict=verdict,
)
