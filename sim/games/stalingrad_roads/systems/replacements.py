"""What the approval track gives the Axis [5.4.1, 17.3], what points bring back, and late withdrawals [18.1]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

from sim.errors import GameError
from sim.exact import Worlds
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._turns import CAMPAIGN, OPENING, WINDOWS, number
from sim.games.stalingrad_roads.systems.approval import CHAIN, TABLES
from sim.games.stalingrad_roads.systems.approval.markers import BOX_MAX, BOX_MIN
from sim.games.stalingrad_roads.systems.approval.track import COURSE
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, figure, roughly

BOXES = load_list("stalingrad_roads", "approval_track")
LIMITS = load_list("stalingrad_roads", "replacement_limits")
INCOME = load_list("stalingrad_roads", "scenario_income")
COSTS = load_list("stalingrad_roads", "replacement_costs")
WITHDRAWALS = load_list("stalingrad_roads", "withdrawals")

_STEPS_ONE, _STEPS_TWO = 1, 2
"""Steps of a reduced and of a full division [1.3.1]."""


def box_gives(box: int, what: str, factors: Mapping[str, int]) -> int:
    """Return supports or replacement points of a box; a guessed one comes from the factors [5.4.1, 17.3.2].

    `what` is ``supports`` or ``replacement_points``. Raises `GameError` for a box that is not on the track.

    >>> box_gives(4, "supports", {}), box_gives(4, "replacement_points", {})  # [example 13]
    (2, 1)
    """
    if not BOX_MIN <= box <= BOX_MAX:
        raise GameError(f"box {box} is not on the approval track; expected {BOX_MIN} to {BOX_MAX}")
    printed = BOXES[str(box)][what]
    return factors[f"box_{box}_{what.rpartition('_')[2]}"] if printed == "?" else int(printed)


def allied_points(points: int) -> int:
    """Return how many of a turn's points the Axis allies may use: half, rounded down [17.3.3].

    >>> [allied_points(points) for points in range(4)]
    [0, 0, 1, 1]
    """
    share = Fraction(LIMITS["axis_allies_share"]["value"])
    return int(points * share)


def points_of(side: str, scenario: str, game_turn: str) -> int:
    """Return the replacement points a scenario prints for a turn; those of the Axis only where it gets none [17.3].

    >>> points_of("soviet", "III", "NOV III"), points_of("soviet", "III", "DEC I")
    (0, 2)
    """
    # [17.3.1, 17.3.4]
    given = 0
    for row in INCOME.rows:
        if (row["scenario"], row["side"], row["kind"]) == (scenario, side, "replacement"):
            last = row["last_turn"]
            if number(row["first_turn"]) <= number(game_turn) and (not last or number(game_turn) <= number(last)):
                given = int(row["points"])
    return given


def rebuilt_steps(kind: str, points: int, supports: int = 0) -> int:
    """Return how many steps some points, and supports where armor asks for them, bring back [17.3.6-17.3.12].

    `kind` is a row of `replacement_costs`; a unit rebuilt whole has two steps. `KeyError` names a row there is not.

    >>> [rebuilt_steps(kind, 2, 1) for kind in ("axis_eliminated", "soviet_eliminated", "reduced_armored")]
    [2, 4, 1]
    """
    # [17.3.6-17.3.12]
    row = COSTS[kind]
    times = points // int(row["replacement_points"])
    if int(row["supports"]):
        times = min(times, supports // int(row["supports"]))
    return times * (_STEPS_TWO if row["per"] == "full_unit" else _STEPS_ONE)


def free_divisions(fall: int, others_every: int = 1) -> int:
    """Return the reduced infantry divisions the Axis gets for nothing, by the turn Stalingrad falls [17.2.3, R49].

    So many if the box of eliminated units always holds one; one a phase, or only in every so manieth, in which others
    arrive.

    >>> free_divisions(11), free_divisions(18), free_divisions(11, 3)
    (7, 0, 3)
    """
    phases = max(len(CAMPAIGN) + 1 - fall, 0)
    return -(-phases // others_every) * LIMITS.integer("free_reduced_infantry")


def withdrawn_units() -> int:
    """Return how many divisions the Soviets withdraw once Stalingrad is theirs, from FEB II on [scenario III, 18.1.1].

    >>> withdrawn_units()
    37
    """
    return sum(int(row["units"]) for row in WITHDRAWALS.rows)


def withdrawn_attack() -> int:
    """Return the attack factors of those divisions at full strength [scenario III].

    >>> withdrawn_attack()
    83
    """
    return sum(int(row["units"]) * int(row["full_strength"].split("-")[0]) for row in WITHDRAWALS.rows)


def withdrawal_turn(fall: int) -> int:
    """Return the turn of the withdrawals, by the turn on which Stalingrad falls [scenario III].

    >>> withdrawal_turn(11), withdrawal_turn(13)  # FEB I: they go on FEB II
    (12, 13)
    """
    return max(fall, number(WINDOWS["stalingrad_withdrawals"]["first_turn"]))


def _chain(setting: Setting) -> tuple[Worlds, ...]:
    """Return the chain of the approval track under a setting that has fewer of its factors, and more besides."""
    factors = {name: value for name, value in setting.factors.items() if name in COURSE.factors}
    policies = {side: policy.id for side, policy in setting.policies.items()}
    return CHAIN.by_turn(COURSE.setting(factors, policies))


def _points(setting: Setting, counted: Callable[[int], int]) -> Fraction:
    """Return the sum over turns, from the second on, of what is counted of a turn's points [17.3.2].

    Or from the first on (ruling R21), and with the last one twice where MAR IV follows it (ruling R9).
    """
    factors = wholes(setting.factors)
    by_turn = [
        turn.law("points_box").mean(lambda box: counted(box_gives(box, "replacement_points", factors)))
        for turn in _chain(setting)[0 if factors["opening_points"] else OPENING :]
    ]
    return sum(by_turn, Fraction(0)) + by_turn[-1] * factors["extra_turn"]


def axis_points(setting: Setting) -> Fraction:
    """Return the replacement points the Axis is expected to get, see `_points` [17.3.2]."""
    return _points(setting, lambda points: points)


def axis_supports(setting: Setting) -> Fraction:
    """Return the supports the Axis is expected to draw, none on the turn of an offensive [5.4.1, 16.3]."""
    factors = wholes(setting.factors)
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
    yield from _point_findings(setting)
    factors = wholes(setting.factors)
    fall = factors["both_hexes_turn"]
    about = "reduced infantry divisions the Axis gets for nothing after Stalingrad's fall"
    yield Finding("free_divisions", about, "17.2.3", number=Fraction(free_divisions(fall, factors["others_every"])))
    if fall <= len(CAMPAIGN):
        yield from withdrawal_findings(fall)


def _soviet_points(setting: Setting) -> Fraction:
    """Return the Soviet replacement points of the campaign, those of MAR III twice where MAR IV follows (ruling R9)."""
    points = [points_of("soviet", "III", turn) for turn in CAMPAIGN]
    return Fraction(sum(points) + points[-1] * wholes(setting.factors)["extra_turn"])


def _point_findings(setting: Setting) -> Iterable[Finding]:
    """Yield supports and points of both sides, and the steps they bring back."""
    points, soviet = axis_points(setting), _soviet_points(setting)
    drawn, allied = axis_supports(setting), _points(setting, allied_points)
    yield Finding("axis_supports", "supports the Axis draws by lot in the campaign", "5.4.1, 16.3", number=drawn)
    yield Finding("allied_points", "Axis points that its allies may use at most", "17.3.3", number=allied)
    yield Finding("soviet_points", "replacement points of the Soviets", "17.3.1", number=soviet)
    share = soviet / (soviet + points)
    yield Finding("soviet_share", "Soviet share of all replacement points", "17.3", number=share, unit=Unit.CHANCE)
    steps = points * rebuilt_steps("axis_eliminated", 1)
    about = "steps the Axis points bring back (armor also costs a support a step)"
    yield Finding("axis_steps", about, "17.3.6, 17.3.8", number=steps)
    steps = soviet * rebuilt_steps("soviet_eliminated", 1)
    about = "steps the Soviet points bring back if all go to eliminated divisions; on the map half as many"
    yield Finding("soviet_steps", about, "17.3.6, 17.3.9", number=steps)


def withdrawal_findings(fall: int) -> Iterable[Finding]:
    """Yield what the Soviets withdraw after FEB II, and what they stand to lose if they cannot [18.1, scenario III]."""
    # [18.1.2]
    turn, rules = withdrawal_turn(fall), "18.1, scenario III"
    units = Fraction(withdrawn_units())
    yield Finding("withdrawn", f"Soviet divisions withdrawn, on {CAMPAIGN[turn - 1]}", rules, number=units)
    attack = Fraction(withdrawn_attack())
    yield Finding(
        "withdrawn_attack", "attack factors of the withdrawn divisions at full strength", rules, number=attack
    )
    at_stake = Fraction(sum(points_of("soviet", "III", name) for name in CAMPAIGN[turn - 1 :]))
    about = "Soviet replacement points lost if they cannot withdraw so many"
    yield Finding("points_at_stake", about, "18.1.2", number=at_stake)


_FROM_APPROVAL = (
    "loss_every", "both_hexes_turn", "hq_moves", "armored_attacks", "crisis_manstein", "crisis_box",
    "points_at_end",
)  # fmt: skip

_VALUES = factors_of("stalingrad_roads", "approval_values")


def verdict(found: Found) -> str:
    """Say how many points the Axis gets, and how far the box that is not printed moves that."""
    low, _ = found.span("box_3_points")
    points = roughly(found.value, "replacement point")
    said = f"By our guess of the approval track the Axis gets {points} by MAR III"
    if low < found.value * Fraction(3, 4):
        return f"{said}, but only {figure(low)} if box 3 gives none."
    return f"{said}."


SYSTEM = System(
    id="replacements",
    title="Replacement points and supports by approval",
    order=16,
    group=Group.REINFORCEMENTS,
    factors={name: factor for name, factor in COURSE.factors.items() if name in _FROM_APPROVAL} | _VALUES,
    policies=COURSE.policies,
    question="How many replacement points does the Führer grant the Axis?",
    rules=("5.4.1", "16.2.2", "17.3"),
    tables=(
        *TABLES,
        "approval_track",
        "approval_values",
        "replacement_limits",
        "replacement_costs",
        "scenario_income",
        "withdrawals",
    ),
    unprinted=("crisis_manstein", "crisis_box", *(name for name in _VALUES if name.startswith("box_"))),
    measured="replacement points of the Axis from NOV IV to MAR III",
    things="points",
    measure=axis_points,
    find=replacement_findings,
    good_for="axis",
    turns=CAMPAIGN,
    verdict=verdict,
)
