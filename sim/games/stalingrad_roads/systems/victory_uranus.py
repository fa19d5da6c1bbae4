"""Victory in scenario II, Operation Uranus: what an end state scores, and how far the Fortress spreads it.

Of the book [scenario II].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import all_rolls
from sim.exact import Law, count
from sim.factors import factors_of, wholes
from sim.games.stalingrad_roads.systems._acquisition import acquired
from sim.games.stalingrad_roads.systems._airlift import TURNS
from sim.games.stalingrad_roads.systems._victory import level_finding, levels_of, points_of, soviet_wins
from sim.games.stalingrad_roads.systems.pocket import CHAIN, COURSE
from sim.laws import law_of
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System
from sim.verdict import Found, figure, often, roughly

URANUS = load_list("stalingrad_roads", "victory_schedule_II")

SMALL_HEXES = ("hex_1333", "hex_1433", "hex_1129", "hex_1624")
LARGE_HEXES = ("hex_1125", "hex_1023", "hex_0729")

_END = load_list("stalingrad_roads", "scenarios")["II"]["last_turn"]


def uranus_points(counts: Mapping[str, ArrayLike]) -> NDArray[np.int64]:
    """Return the Soviet victory points of scenario II, shape (...): each row of `URANUS` so often as `counts` says.

    A row that is not named counts 0; ``fortress_level`` is the supply level; ``hex_1125_out_of_supply`` a unit there
    that is not in supply. Raises `GameError` for a row there is not.

    >>> int(uranus_points({"closed_a_turn": 3, "fortress_level": 8, "hex_1125": 1, "stavka_support": 9}))
    6
    >>> int(uranus_points({"hex_1125_out_of_supply": 1, "hex_1333_out_of_supply": 1}))
    4
    """
    return points_of(URANUS.rows, counts)


def uranus_decisive(is_hex_taken: bool, is_free_at_end: bool) -> str | None:
    """Return who wins scenario II decisively, if anybody: the Soviets at once, by a hex of Stalingrad.

    The Axis does if it never declared the Fortress and a unit in Stalingrad, still held, is in supply at the end.

    >>> uranus_decisive(True, False), uranus_decisive(False, True), uranus_decisive(False, False)
    ('soviet_decisive', 'axis_decisive', None)
    """
    if is_hex_taken:
        return "soviet_decisive"
    return "axis_decisive" if is_free_at_end else None


@cache
def fortress_law(attack_every: int) -> Law:
    """Return the law of the Fortress's level at the end of scenario II, declared closed on NOV III [10.3, 10.4]."""
    turn = TURNS.index(_END)
    return CHAIN.by_turn(COURSE.setting({"attack_every": attack_every}))[turn].law("level")


@cache
def stavka_supports_law(shift: int, spent: int) -> Law:
    """Return the law of the supports in the STAVKA box at the end of scenario II: rolls on NOV IV and DEC I [5.3].

    There is no roll on NOV III, no DRM so far east, and no shortage in this scenario.
    """
    rolls = all_rolls(4)
    drawn = acquired(rolls[:, :2], 0, shift) + acquired(rolls[:, 2:], 0, shift)
    return count({"supports": np.maximum(drawn - spent, 0)}).marginal("supports")


def uranus_law(setting: Setting) -> Law:
    """Return the law of the victory points of scenario II."""
    factors = wholes(setting.factors)
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
    supports = stavka_supports_law(factors["acquisition_shift"], factors["supports_spent"])
    ends = [(level, held, p * q) for (level,), p in fortress_law(factors["attack_every"]) for (held,), q in supports]
    levels, held_at_end, weights = zip(*ends, strict=True)
    points = uranus_points(fixed | {"fortress_level": np.array(levels), "stavka_support": np.array(held_at_end)})
    chances: dict[int, Fraction] = {}
    for vp, p in zip(points.tolist(), weights, strict=True):
        chances[vp] = chances.get(vp, Fraction(0)) + p
    return law_of("vp", chances)


def _left(hexes: Sequence[str], in_supply: int, out_of_supply: int) -> int:
    """Return how many of some hexes are held out of supply: those held in supply are not among them."""
    return min(out_of_supply, max(len(hexes) - in_supply, 0))


def uranus_findings(setting: Setting) -> Iterable[Finding]:
    """Yield points, level and the Fortress's part in them."""
    factors, points = wholes(setting.factors), uranus_law(setting)
    level = fortress_law(factors["attack_every"])
    supports = stavka_supports_law(factors["acquisition_shift"], factors["supports_spent"])
    yield Finding("vp", "Soviet victory points", "scenario II", law=points)
    decisive = uranus_decisive(factors["hex_taken"] > 0, factors["free_at_end"] > 0)
    yield level_finding("II", {decisive: Fraction(1)} if decisive else levels_of("II", points))
    yield Finding("fortress_level", f"supply level of the Fortress at the end of {_END}", "10.3, 10.4", law=level)
    yield Finding("stavka_supports", "supports in the STAVKA box at the end", "5.3", law=supports)


def verdict(found: Found) -> str:
    """Say how often the Soviets win, and with how many points, unless a unit in Stalingrad decides."""
    if found.given("hex_taken"):
        return "If the Soviets take a hex of Stalingrad by DEC I, they win Uranus at once, whatever the points."
    if found.given("free_at_end"):
        return (
            "If a unit in Stalingrad is in supply at the end and no Fortress was declared, the Axis wins Uranus,"
            " whatever the points."
        )
    wins = often(soviet_wins(levels_of("II", found.law("vp"))))
    points = roughly(found.value, "point") if found.value > 0 else f"about {figure(found.value)} points"
    return f"If the Soviets hold the hexes we assume, they win {wins}, with {points} on average."


SYSTEM = System(
    id="victory_uranus",
    title="Victory in Operation Uranus",
    order=17,
    group=Group.VICTORY,
    factors=factors_of("stalingrad_roads", "uranus_factors"),
    policies={},
    question="Who wins Operation Uranus, and by how many points?",
    rules=("scenario II",),
    tables=(
        "victory_schedule_II", "victory_levels", "scenarios", "support_acquisition", "uranus_factors", "airlift",
        "airlift_drm", "airlift_limits", "weather", "turn_track", "pocket_factors",
    ),
    measured="Soviet victory points expected in scenario II; 2 and more win",
    things="points",
    measure=lambda setting: uranus_law(setting).mean(lambda vp: vp),
    find=uranus_findings,
    good_for="soviet",
    verdict=verdict,
)  # fmt: skip
