"""Questions about victory: what an end state scores, and how far its score spreads where a part of it is a law."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from sim.dice import all_rolls
from sim.exact import Law, count
from sim.game import Setting
from sim.games.stalingrad_roads.chains import last_worlds, worlds_by_turn
from sim.games.stalingrad_roads.inputs import CAMPAIGN, factors_of, number
from sim.games.stalingrad_roads.laws import law_of
from sim.games.stalingrad_roads.pocket import TURNS as AIRLIFT_TURNS
from sim.games.stalingrad_roads.questions_pocket import numbers
from sim.games.stalingrad_roads.replacements import withdrawal_turn, withdrawn_units
from sim.games.stalingrad_roads.scenarios import SCENARIOS
from sim.games.stalingrad_roads.supports import acquired
from sim.games.stalingrad_roads.victory import (
    LARGE_HEXES,
    SMALL_HEXES,
    backhand_level,
    campaign_decisive,
    campaign_points,
    late_turns,
    level_by,
    levels,
    uranus_decisive,
    uranus_points,
)  # fmt: skip
from sim.tables import load_list
from sim.track import Finding, Track

_URANUS_END = load_list("stalingrad_roads", "scenarios")["II"]["last_turn"]
_NEAR_HEXES, _FAR_HEXES = "hex_1701", "hex_0801"
"""One hex of each worth: those of a kind score alike."""


def fortress_law(attack_every: int) -> Law:
    """Return the law of the Fortress's level at the end of scenario II, declared closed on NOV III [10.3, 10.4]."""
    turn = AIRLIFT_TURNS.index(_URANUS_END)
    return worlds_by_turn("pocket", SCENARIOS["pocket"].setting({"attack_every": attack_every}))[turn].law("level")


def stavka_supports_law(shift: int, spent: int) -> Law:
    """Return the law of the supports in the STAVKA box at the end of scenario II: rolls on NOV IV and DEC I [5.3].

    There is no roll on NOV III, no DRM so far east, and no shortage in this scenario.
    """
    rolls = all_rolls(4)
    drawn = acquired(rolls[:, :2], 0, shift) + acquired(rolls[:, 2:], 0, shift)
    return count({"supports": np.maximum(drawn - spent, 0)}).marginal("supports")


def uranus_law(setting: Setting) -> Law:
    """Return the law of the victory points of scenario II."""
    factors = numbers(setting)
    fixed = {
        "closed_a_turn": factors["closed_turns"],
        "open_a_turn": factors["open_turns"],
        SMALL_HEXES[0]: factors["small_hexes"],
        f"{SMALL_HEXES[0]}_out_of_supply": _left(SMALL_HEXES, factors["small_hexes"], factors["small_unsupplied"]),
        LARGE_HEXES[0]: factors["large_hexes"],
        f"{LARGE_HEXES[0]}_out_of_supply": _left(LARGE_HEXES, factors["large_hexes"], factors["large_unsupplied"]),
        "other_hex_beyond_chir": factors["chir_hexes"],
        "soviet_hex_between_chir_and_don": factors["between_hexes"],
        "axis_hex_between_chir_and_don": factors["axis_between_hexes"],
    }
    chances: dict[int, Fraction] = {}
    supports = stavka_supports_law(factors["acquisition_shift"], factors["supports_spent"])
    for (level,), p in fortress_law(factors["attack_every"]):
        for (held,), q in supports:
            points = int(uranus_points(fixed | {"fortress_level": level, "stavka_support": held}))
            chances[points] = chances.get(points, Fraction(0)) + p * q
    return law_of("vp", chances)


def _left(hexes: Sequence[str], in_supply: int, out_of_supply: int) -> int:
    """Return how many of some hexes are held out of supply: those held in supply are not among them."""
    return min(out_of_supply, max(len(hexes) - in_supply, 0))


def campaign_law(setting: Setting) -> Law:
    """Return the law of the victory points of scenario III; Manstein's dismissal is that of the approval track."""
    factors, played = numbers(setting), SCENARIOS["approval"]
    fall = factors["both_hexes_turn"]
    approval = played.setting({"both_hexes_turn": fall}, {"axis": setting.policies["axis"].id})
    gone = last_worlds("approval", approval).law("dismissal_turn").probability(lambda turn: turn > 0)
    fixed = {
        "major_city": factors["major_cities"] + (fall <= len(CAMPAIGN)),
        "axis_major_city_unsupplied": factors["unsupplied_cities"],
        _NEAR_HEXES: factors["near_hexes"],
        _FAR_HEXES: factors["far_hexes"],
        "dnieper_bend": factors["in_bend"],
        "stalingrad_not_taken": late_turns(fall),
    }
    chances: dict[int, Fraction] = {}
    for dismissed, p in ((0, 1 - gone), (1, gone)):
        points = int(campaign_points(fixed | {"manstein_dismissed": dismissed}))
        chances[points] = chances.get(points, Fraction(0)) + p
    return law_of("vp", {points: p for points, p in chances.items() if p})


def binomial(n: int, percent: int) -> list[Fraction]:
    """Return the chance of each number of successes of n, each with a chance in percent.

    >>> [str(p) for p in binomial(2, 50)]
    ['1/4', '1/2', '1/4']
    """
    p = Fraction(percent, 100)
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


def backhand_law(setting: Setting) -> dict[str, Fraction]:
    """Return the chance of each level of scenario IV."""
    factors = numbers(setting)
    found = dict.fromkeys(levels("IV"), Fraction(0))
    lost = binomial(factors["cities_at_risk"], factors["loss_percent"])
    taken = binomial(factors["cities"], factors["city_percent"])
    for majors, p in enumerate(binomial(factors["major_cities"], factors["major_percent"])):
        for cities, q in enumerate(taken):
            for gone, r in enumerate(lost):
                found[backhand_level(majors, cities - gone)] += p * q * r
    return found


def gallop_law(setting: Setting) -> dict[str, Fraction]:
    """Return the chance of each level of scenario V."""
    factors = numbers(setting)
    found = dict.fromkeys(levels("V"), Fraction(0))
    for cities, p in enumerate(binomial(factors["major_cities"], factors["major_percent"])):
        found[level_by("V", "major_cities", cities)] += p
    return found


def level_finding(scenario: str, chances: Mapping[str, Fraction]) -> Finding:
    """Return a law over the levels of a scenario, in words."""
    names = levels(scenario)
    found = {names.index(level): p for level, p in chances.items() if p}
    words = {"level": tuple(_side_first(name) for name in names)}
    return Finding(
        "level",
        f"level of victory, scenario {scenario}",
        f"scenario {scenario}",
        law=law_of("level", found),
        labels=words,
    )


def _side_first(level: str) -> str:
    """Return a level in words, its side with a capital.

    >>> _side_first("soviet_victory"), _side_first("draw")
    ('Soviet victory', 'draw')
    """
    words = level.replace("_", " ")
    return words[0].upper() + words[1:] if level.startswith(("soviet", "axis")) else words


def _levels_of(scenario: str, points: Law) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for (vp,), p in points:
        level = level_by(scenario, "vp", vp)
        found[level] = found.get(level, Fraction(0)) + p
    return found


def uranus_findings(setting: Setting) -> Iterable[Finding]:
    """Yield points, level and the Fortress's part in them."""
    factors, points = numbers(setting), uranus_law(setting)
    level = fortress_law(factors["attack_every"])
    supports = stavka_supports_law(factors["acquisition_shift"], factors["supports_spent"])
    yield Finding("vp", "Soviet victory points", "scenario II", law=points)
    decisive = uranus_decisive(factors["hex_taken"] > 0, factors["free_at_end"] > 0)
    yield level_finding("II", {decisive: Fraction(1)} if decisive else _levels_of("II", points))
    yield Finding(
        "fortress_level", f"supply level of the Fortress at the end of {_URANUS_END}", "10.3, 10.4", law=level
    )
    yield Finding("stavka_supports", "supports in the STAVKA box at the end", "5.3", law=supports)


def campaign_findings(setting: Setting) -> Iterable[Finding]:
    """Yield points, level, late turns and withdrawals."""
    points, factors = campaign_law(setting), numbers(setting)
    fall = factors["both_hexes_turn"]
    held = {"Stalingrad": fall <= number("DEC IV"), "Rostov": factors["rostov_by_dec_iv"] > 0}
    decisive = campaign_decisive(
        frozenset(c for c, is_held in held.items() if is_held), factors["supplied_on_dec_iv"] > 0
    )
    yield Finding("vp", "Soviet victory points", "scenario III", law=points)
    yield level_finding("III", {decisive: Fraction(1)} if decisive else _levels_of("III", points))
    late = Fraction(late_turns(fall))
    yield Finding("late_turns", "turns after FEB II without all of Stalingrad", "scenario III", number=late)
    if fall <= len(CAMPAIGN):
        about = f"Soviet divisions withdrawn, on {CAMPAIGN[withdrawal_turn(fall) - 1]}"
        yield Finding("withdrawn", about, "scenario III", number=Fraction(withdrawn_units()))


def axis_wins(found: Mapping[str, Fraction]) -> Fraction:
    """Return the chance of any level that is the Axis's."""
    return sum((p for level, p in found.items() if level.startswith("axis")), Fraction(0))


def soviet_wins(found: Mapping[str, Fraction]) -> Fraction:
    """Return the chance of any level that is the Soviets'."""
    return sum((p for level, p in found.items() if level.startswith("soviet")), Fraction(0))


_POCKET = ("airlift", "airlift_drm", "airlift_limits", "weather", "turn_track", "pocket_factors")

TRACKS: dict[str, Track] = {
    "victory_uranus": Track(
        id="victory_uranus", title="Victory in Operation Uranus", factors=factors_of("uranus_factors"), policies={},
        question="Who wins Operation Uranus, and by how many points?",
        rules=("scenario II",),
        tables=(
            "victory_schedule_II", "victory_levels", "scenarios", "support_acquisition", "uranus_factors", *_POCKET,
        ),
        measured="Soviet victory points expected in scenario II; 2 and more win",
        measure=lambda setting: uranus_law(setting).mean(lambda vp: vp),
        find=uranus_findings,
    ),
    "victory_campaign": Track(
        id="victory_campaign", title="Victory in the campaign", factors=factors_of("campaign_factors"),
        policies=SCENARIOS["approval"].policies,
        question="Who wins the campaign, and by how many points?",
        rules=("scenario III", "16.2.4"),
        tables=(
            "victory_schedule_III", "victory_levels", "withdrawals", "campaign_factors", "approval_factors",
            "approval_changes", "okh_crisis", "turn_windows",
        ),
        measured="Soviet victory points expected in scenario III; 10 and more win",
        measure=lambda setting: campaign_law(setting).mean(lambda vp: vp),
        find=campaign_findings,
    ),
    "victory_backhand": Track(
        id="victory_backhand", title="Victory in the backhand attack", factors=factors_of("backhand_factors"),
        policies={},
        question="How likely is an Axis victory in the backhand attack?",
        rules=("scenario IV",),
        tables=("victory_levels", "backhand_factors"),
        measured="chance of an Axis victory of any level in scenario IV",
        measure=lambda setting: axis_wins(backhand_law(setting)),
        find=lambda setting: [level_finding("IV", backhand_law(setting))],
    ),
    "victory_gallop": Track(
        id="victory_gallop", title="Victory in Operation Gallop", factors=factors_of("gallop_factors"), policies={},
        question="How likely is a Soviet victory in Operation Gallop?",
        rules=("scenario V",),
        tables=("victory_levels", "gallop_factors"),
        measured="chance of a Soviet victory of any level in scenario V, by the major cities they hold at its end",
        measure=lambda setting: soviet_wins(gallop_law(setting)),
        find=lambda setting: [level_finding("V", gallop_law(setting))],
    ),
}  # fmt: skip
