"""Questions about the Führer's approval, what it gives the Axis, and its Kampfgruppen."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sim.exact import Law, Worlds
from sim.game import Setting
from sim.games.stalingrad_roads.approval import IN_COMMAND, STATUS
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, WINDOWS, factors_of, number
from sim.games.stalingrad_roads.policies import POLICIES
from sim.games.stalingrad_roads.questions_pocket import laws, numbers
from sim.games.stalingrad_roads.replacements import allied_points, box_gives, group_steps_law, points_of
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.track import Finding, Track, track_of

_FROM_APPROVAL = ("loss_every", "hq_moves", "armored_attacks", "crisis_manstein", "crisis_box")


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


def box_law(turn: Worlds) -> Law:
    """Return the law of the box that gives supports and points: the higher marker's [5.4.1, 16.2.2]."""
    counts: dict[tuple[int, ...], int] = {}
    joint = turn.law("approval", "manstein", "status")
    for (approval, manstein, status), n in joint.counts.items():
        box = max(approval, manstein) if status == IN_COMMAND else approval
        counts[(box,)] = counts.get((box,), 0) + n
    return Law(("box",), dict(sorted(counts.items())), joint.denominator)


def _boxes(setting: Setting) -> list[Law]:
    played = SCENARIOS["approval"]
    factors = {name: value for name, value in setting.factors.items() if name in played.factors}
    policies = {side: policy.id for side, policy in setting.policies.items()}
    return [box_law(turn) for turn in worlds_by_turn("approval", played.setting(factors, policies))]


def _over_turns(setting: Setting, gives: str, first: int) -> Fraction:
    factors = numbers(setting)
    return sum(
        (law.mean(lambda box: box_gives(box, gives, factors)) for law in _boxes(setting)[first - 1 :]), Fraction(0)
    )


def axis_points(setting: Setting) -> Fraction:
    """Return the replacement points the Axis is expected to get, from the second turn on [17.3.2]."""
    return _over_turns(setting, "replacement_points", 2)


def replacement_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the box at the end, supports and points of both sides."""
    factors, boxes = numbers(setting), _boxes(setting)
    yield Finding("box", "box that gives supports and points on MAR III", "5.4.1, 17.3.2", law=boxes[-1])
    supports = _over_turns(setting, "supports", 1)
    yield Finding("axis_supports", "supports the Axis draws in the campaign", "5.4.1", number=supports)
    allied = sum(
        (law.mean(lambda box: allied_points(box_gives(box, "replacement_points", factors))) for law in boxes[1:]),
        Fraction(0),
    )
    yield Finding("allied_points", "of the Axis points, those its allies may use at most", "17.3.3", number=allied)
    soviet = Fraction(sum(points_of("soviet", "III", turn) for turn in CAMPAIGN))
    yield Finding("soviet_points", "replacement points of the Soviets", "17.3.1", number=soviet)
    yield Finding(
        "soviet_share",
        "share of all replacement points that are Soviet",
        "17.3",
        number=soviet / (soviet + axis_points(setting)),
    )


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
    "replacements": Track(
        id="replacements",
        title="Replacement points and supports by approval",
        factors={name: factor for name, factor in factors_of("approval_factors").items() if name in _FROM_APPROVAL}
        | factors_of("approval_values"),
        policies=POLICIES["approval"],
        question="How many replacement points does the Führer grant the Axis?",
        rules=("5.4.1", "16.2.2", "17.3"),
        tables=(*_APPROVAL, "approval_factors", "approval_values", "replacement_limits", "scenario_income"),
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
