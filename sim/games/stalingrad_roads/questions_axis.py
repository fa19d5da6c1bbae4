"""Questions about the Führer's approval, what it gives the Axis, and its Kampfgruppen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction

from sim.exact import Law, Worlds
from sim.game import Setting
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, OPENING, WINDOWS, factors_of, is_within, number
from sim.games.stalingrad_roads.markers import AWAY, IN_COMMAND, STATUS
from sim.games.stalingrad_roads.policies import POLICIES
from sim.games.stalingrad_roads.questions_pocket import laws, numbers
from sim.games.stalingrad_roads.replacements import (
    allied_points,
    box_gives,
    free_divisions,
    group_steps_law,
    points_of,
    rebuilt_steps,
    withdrawal_turn,
    withdrawn_attack,
    withdrawn_units,
)
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.track import Finding, Track, track_of

_FROM_APPROVAL = ("loss_every", "both_hexes_turn", "hq_moves", "armored_attacks", "crisis_manstein", "crisis_box")


def turns_in_command(setting: Setting) -> Fraction:
    """Return how many turns Manstein is expected to serve; the turn at whose end he is dismissed counts."""
    law = last_worlds("approval", setting).law("dismissal_turn")
    return law.mean(lambda turn: turn or len(CAMPAIGN))


def approval_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the end, the chance of dismissal, and how many crises there are."""
    rules, turns = "15, 16", worlds_by_turn("approval", setting)
    for finding in laws("approval", setting, rules):
        words: dict[str, tuple[str, ...]] = {"status": STATUS} if finding.id == "status" else {}
        yield Finding(finding.id, finding.about, rules, law=finding.law, labels=words)
    dismissed = turns[-1].law("dismissal_turn").probability(lambda turn: turn > 0)
    yield Finding("dismissed", "chance that Manstein is dismissed", "16.2.4", number=dismissed)
    before = (
        turns[-1].law("dismissal_turn").probability(lambda turn: 0 < turn < number(WINDOWS["backhand"]["first_turn"]))
    )
    yield Finding(
        "dismissed_before_backhand",
        "chance that he is before JAN I, the backhand blow's first turn",
        "16.3.2",
        number=before,
    )
    crises = sum((turn.law("crisis_rolls").mean(lambda n: n) for turn in turns), Fraction(0))
    yield Finding("crises", "crises at the OKH that are rolled for", "15.3", number=crises)


def _chain(setting: Setting) -> tuple[Worlds, ...]:
    """Return the chain of the approval track under a setting that may have more factors."""
    played = SCENARIOS["approval"]
    factors = {name: value for name, value in setting.factors.items() if name in played.factors}
    policies = {side: policy.id for side, policy in setting.policies.items()}
    return worlds_by_turn("approval", played.setting(factors, policies))


def _points(setting: Setting, counted: Callable[[int], int]) -> Fraction:
    """Return the sum over turns, from the second on, of what is counted of a turn's points [17.3.2]."""
    factors = numbers(setting)
    return sum(
        (
            turn.law("points_box").mean(lambda box: counted(box_gives(box, "replacement_points", factors)))
            for turn in _chain(setting)[OPENING:]
        ),
        Fraction(0),
    )


def axis_points(setting: Setting) -> Fraction:
    """Return the replacement points the Axis is expected to get, from the second turn on [17.3.2]."""
    return _points(setting, lambda points: points)


def axis_supports(setting: Setting) -> Fraction:
    """Return the supports the Axis is expected to draw, none on the turn of an offensive [5.4.1, 16.3]."""
    factors = numbers(setting)
    return sum(
        (
            turn.law("support_box", "is_offensive").mean(
                lambda box, is_offensive: 0 if is_offensive else box_gives(box, "supports", factors)
            )
            for turn in _chain(setting)
        ),
        Fraction(0),
    )


def replacement_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the box at the end, supports and points of both sides, and what the points bring back."""
    last = _chain(setting)[-1].law("points_box")
    yield Finding("box", "box that gives replacement points on MAR III", "5.4.1, 17.3.2", law=last)
    points, soviet = axis_points(setting), Fraction(sum(points_of("soviet", "III", turn) for turn in CAMPAIGN))
    fall = numbers(setting)["both_hexes_turn"]
    told: dict[str, tuple[str, str, Fraction]] = {
        "axis_supports": ("supports the Axis draws by lot in the campaign", "5.4.1, 16.3", axis_supports(setting)),
        "allied_points": (
            "of the Axis points, those its allies may use at most", "17.3.3", _points(setting, allied_points),
        ),
        "soviet_points": ("replacement points of the Soviets", "17.3.1", soviet),
        "soviet_share": ("chance that a replacement point is a Soviet one", "17.3", soviet / (soviet + points)),
        "axis_steps": (
            "steps the Axis points bring back, armor for as many supports besides", "17.3.6, 17.3.8",
            points * rebuilt_steps("axis_eliminated", 1),
        ),
        "soviet_steps": (
            "steps the Soviet points bring back if all go to eliminated divisions; half of them on the map",
            "17.3.6, 17.3.9", soviet * rebuilt_steps("soviet_eliminated", 1),
        ),
        "free_divisions": (
            "reduced infantry divisions the Axis gets for nothing after Stalingrad's fall", "17.2.3",
            Fraction(free_divisions(fall)),
        ),
    }  # fmt: skip
    for name, (about, rules, number_) in told.items():
        yield Finding(name, about, rules, number=number_)
    if fall <= len(CAMPAIGN):
        yield from withdrawal_findings(fall)


def withdrawal_findings(fall: int) -> Iterable[Finding]:
    """Yield what the Soviets withdraw after FEB II, and what they stand to lose if they cannot [18.1, scenario III]."""
    turn, rules = withdrawal_turn(fall), "18.1, scenario III"
    units = Fraction(withdrawn_units())
    yield Finding("withdrawn", f"Soviet divisions withdrawn, on {CAMPAIGN[turn - 1]}", rules, number=units)
    attack = Fraction(withdrawn_attack())
    yield Finding("withdrawn_attack", "their attack factors at full strength", rules, number=attack)
    at_stake = Fraction(sum(points_of("soviet", "III", name) for name in CAMPAIGN[turn - 1 :]))
    about = "Soviet replacement points lost if they cannot withdraw so many"
    yield Finding("points_at_stake", about, "18.1.2", number=at_stake)


def offensives_launched(setting: Setting) -> Fraction:
    """Return how many of Manstein's two offensives are expected to be launched [16.3]."""
    return sum(
        (turn.law("is_offensive").probability(bool) for turn in worlds_by_turn("approval", setting)), Fraction(0)
    )


def offensive_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the chance of each offensive, and of a Manstein to lead the blow on each turn until it is launched."""
    turns = worlds_by_turn("approval", setting)
    storm = turns[-1].law("storm_turn")
    yield Finding("storm_turn", SCENARIOS["approval"].results["storm_turn"], "16.3.1", law=storm)
    launched = storm.probability(lambda turn: turn > 0)
    yield Finding("storm", "chance that Wintergewitter is launched", "16.3.1", number=launched)
    yield Finding(
        "blow", "chance that the backhand blow is launched", "16.3.2", number=offensives_launched(setting) - launched
    )
    for name, before in zip(CAMPAIGN[1:], turns, strict=False):
        told = before.law("status")
        if is_within(WINDOWS["backhand"], number(name)) and not told.probability(lambda status: status == AWAY):
            key, p = f"leader_{name.replace(' ', '_')}", told.probability(lambda status: status == IN_COMMAND)
            yield Finding(key, f"chance that Manstein is there to lead it on {name}", "16.2.4, 16.3.2", number=p)
        elif told.probability(lambda status: status == AWAY):
            break


def _steps(setting: Setting) -> Law:
    factors = numbers(setting)
    return group_steps_law(factors["armored_groups"], factors["two_step_groups"], factors["armored_lost"])


def steps_back(setting: Setting) -> Fraction:
    """Return how many steps Kampfgruppen are expected to give back for lost elite divisions."""
    factors = numbers(setting)
    infantry = min(factors["infantry_groups"], factors["infantry_lost"])
    return _steps(setting).mean(lambda steps: steps) + infantry


def kampfgruppen_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of the armored steps, and how many losses find the cup empty."""
    factors = numbers(setting)
    yield Finding("steps", "steps of the armored Kampfgruppen drawn", "8.15", law=_steps(setting))
    for kind in ("armored", "infantry"):
        late = max(factors[f"{kind}_lost"] - factors[f"{kind}_groups"], 0)
        yield Finding(
            f"{kind}_too_late", f"{kind} divisions lost after the last Kampfgruppe", "8.15.9", number=Fraction(late)
        )


_APPROVAL = (
    "approval_changes", "approval_limits", "strategic_hexes", "okh_crisis", "backhand_result", "track_start",
    "turn_track", "turn_windows",
)  # fmt: skip

TRACKS: dict[str, Track] = {
    "approval": track_of(
        SCENARIOS["approval"],
        question="How long does Manstein keep his command?",
        rules=("14.2.4", "15.2", "15.3", "16.2", "16.3"),
        tables=(*_APPROVAL, "approval_factors"),
        measured="turns of 17 until Manstein is dismissed, all 17 where he never is",
        measure=turns_in_command,
        find=approval_findings,
    ),
    "offensives": Track(
        id="offensives",
        title="Manstein's offensives: Wintergewitter and the backhand blow",
        factors=factors_of("approval_factors"),
        policies=POLICIES["approval"],
        question="How many of his two offensives does Manstein live to launch?",
        rules=("16.2.4", "16.3.1", "16.3.2"),
        tables=(*_APPROVAL, "approval_factors"),
        measured="of Manstein's two offensives launched",
        measure=offensives_launched,
        find=offensive_findings,
    ),
    "replacements": Track(
        id="replacements",
        title="Replacement points and supports by approval",
        factors={name: factor for name, factor in factors_of("approval_factors").items() if name in _FROM_APPROVAL}
        | factors_of("approval_values"),
        policies=POLICIES["approval"],
        question="How many replacement points does the Führer grant the Axis?",
        rules=("5.4.1", "16.2.2", "17.3"),
        tables=(
            *_APPROVAL,
            "approval_factors",
            "approval_values",
            "replacement_limits",
            "replacement_costs",
            "scenario_income",
            "withdrawals",
        ),
        measured="replacement points of the Axis from NOV IV to MAR III",
        measure=axis_points,
        find=replacement_findings,
    ),
    "kampfgruppen": Track(
        id="kampfgruppen",
        title="Kampfgruppen for lost elite divisions",
        factors=factors_of("kampfgruppen_factors"),
        policies={},
        question="How many steps do Kampfgruppen give back?",
        rules=("8.15",),
        tables=("kampfgruppen_factors",),
        measured="steps of Kampfgruppen that take the place of elite divisions",
        measure=steps_back,
        find=kampfgruppen_findings,
    ),
}
