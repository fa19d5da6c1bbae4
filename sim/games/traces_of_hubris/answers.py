"""What the systems that turn on the cup and the map answer: each one's headline, and the laws and numbers behind it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from sim.dice import all_rolls
from sim.exact import Law, Worlds
from sim.game import Setting
from sim.games.traces_of_hubris import chits, victory
from sim.games.traces_of_hubris.factors import LAST_TURN, TURNS
from sim.games.traces_of_hubris.policies import ATTRITION, CHITS, VICTORY
from sim.games.traces_of_hubris.scenarios import SCENARIOS
from sim.games.traces_of_hubris.victory import LEVELS, LIMITS, OUTCOMES, POINTS
from sim.play import play_exactly
from sim.track import Finding, result_findings

BY_TURN = ("never", *TURNS)


def end_of(scenario: str, setting: Setting) -> Worlds:
    """Return the exact law of a scenario's state at its end."""
    *_, last = play_exactly(SCENARIOS[scenario], setting)
    return last


def mean_of(scenario: str, field: str, setting: Setting) -> Fraction:
    """Return the expectation of one field at the end of a scenario."""
    return end_of(scenario, setting).law(field).mean(int)


def with_factors(setting: Setting, **factors: int) -> Setting:
    """Return a setting with some factors changed."""
    return replace(setting, factors={**setting.factors, **factors})


def number(name: str, about: str, rules: str, value: Fraction | int) -> Finding:
    """Return a finding of one number."""
    return Finding(name, about, rules, number=Fraction(value))


def laws(
    scenario: str, setting: Setting, rules: str, labels: Mapping[str, tuple[str, ...]] | None = None
) -> list[Finding]:
    """Return the law of each result of a scenario, with words for some fields' integers."""
    words = labels or {}
    found = result_findings(SCENARIOS[scenario], setting, rules)
    return [replace(one, labels={one.id: words[one.id]} if one.id in words else {}) for one in found]


# the cup [4.2, 4.3, 12.1] ------------------------------------------------------------------


def longest_run(setting: Setting) -> Fraction:
    """Return the expected length of the longest run of Axis activations."""
    return mean_of("chits", "longest_run", setting)


def about_the_cup(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the order of activation, who comes twice before whom, and what the special chits change."""
    cup = chits.selection(chits.start(1, setting), setting, 1, all_rolls(0))
    axis, soviet = int(cup.axis[0]), int(cup.soviet[0])
    yield from laws("chits", setting, "4.2, 4.3, 12.1")
    last = end_of("chits", setting)
    for side, mine, others in (("axis", axis, soviet), ("soviet", soviet, axis)):
        twice = last.law(f"{side}_before_supply").probability(lambda n: n >= 2)
        yield from _one_side(side, mine, others, twice)
    yield from _own_headquarters(int(setting.factors["own_chits"]), soviet)  # type: ignore[arg-type]
    with_free, without = (longest_run(with_factors(setting, free_activation=n)) for n in (1, 0))
    about = "what the free activation of turn 1 adds to the longest run"
    yield number("free_activation", about, "12.1", with_free - without)
    for side, known in CHITS.items():
        tame, *wild = (longest_run(_playing(setting, side, name)) for name in sorted(known, key=_is_wild))
        about = f"what the wild chit instead of reinforcement changes in the longest run ({side})"
        yield number(f"{side}_wild", about, "4.3", wild[0] - tame)


def _is_wild(name: str) -> bool:
    return name != "reinforce"


def _playing(setting: Setting, side: str, name: str) -> Setting:
    """Return a setting in which a side plays another policy of the cup."""
    return replace(setting, policies={**setting.policies, side: CHITS[side][name]})


def _one_side(side: str, mine: int, others: int, twice: Fraction) -> Iterable[Finding]:
    """Return the double moves of a side with so many activations in the cup, the enemy's being so many."""
    opening = Fraction(mine * (mine - 1), (mine + others) * (mine + others - 1))
    last_and_first = Fraction(mine, mine + others) ** 2
    rows: tuple[tuple[str, str, Fraction], ...] = (
        ("twice", "acts twice or more before the supply chit", twice),
        ("opening", "has the first two activations of the cup", opening),
        ("bridge", "has the last activation of a turn and, with the same chits, the first of the next", last_and_first),
    )
    for name, about, chance in rows:
        yield number(f"{side}_{name}", f"chance that the {side} side {about}", "4.3", chance)


def _own_headquarters(own: int, soviet: int) -> Iterable[Finding]:
    """Return what one headquarters may hope for, with its own chits and with the wild one on top.

    Among some given chits every order is as likely, whatever else is in the cup.
    """
    for n, name, what in ((own, "own", "its own chits"), (own + 1, "own_and_okh", "its own chits and OKH")):
        before_any = Fraction(n * (n - 1), (n + soviet) * (n + soviet - 1))
        rows: tuple[tuple[str, str, Fraction], ...] = (
            ("twice_before_supply", "twice before the supply chit", Fraction(n - 1, n + 1)),
            ("twice_before_soviets", "twice before any Soviet does", before_any),
            (
                "again_before_soviets",
                "before any Soviet does, say again after a free activation",
                Fraction(n, n + soviet),
            ),
            ("before_hq", "before a given Soviet headquarters by its own chit", Fraction(n, n + 1)),
            ("before_wild_hq", "before a given Soviet headquarters by its own chit or STAVKA", Fraction(n, n + 2)),
        )
        for event, about, chance in rows:
            yield number(f"{name}_{event}", f"chance that a headquarters acts, by {what}, {about}", "4.3", chance)


# victory [13.0] ------------------------------------------------------------------------------


def chance_not_to_lose(setting: Setting) -> Fraction:
    """Return the chance of nine targets or a draw on points."""
    return (
        end_of("victory", setting).law("result").probability(lambda result: result > OUTCOMES.index("soviet victory"))
    )


def about_victory(setting: Setting) -> Iterable[Finding]:
    """Return the laws of result, turn and points, what the points can do at most, and how the plans compare."""
    yield from laws("victory", setting, "13.0", {"result": OUTCOMES, "victory_turn": BY_TURN})
    unspoilt = with_factors(setting, **dict.fromkeys(LOSSES, 0))
    yield number("draw", "chance of a draw, all that the points can win", "13.0 A", chance_of_draw(setting))
    about = "the same if no unit were lost and no headquarters relocated"
    yield number("draw_without_losses", about, "13.0 A", chance_of_draw(unspoilt))
    spent = int(victory.losses_upto(setting.factors, LAST_TURN))
    yield number("loss_points", "VP that the losses of the campaign cost", "13.0", spent)
    yield from _reach_of_points()
    for name, policy in VICTORY["axis"].items():
        planned = replace(setting, policies={**setting.policies, "axis": policy})
        about = f"chance not to lose by the plan {name}: {policy.about}"
        yield number(f"plan_{name}", about, "13.0, 16.0", chance_not_to_lose(planned))


def chance_of_draw(setting: Setting) -> Fraction:
    """Return the chance of a draw on points."""
    return end_of("victory", setting).law("result").probability(lambda result: result == OUTCOMES.index("draw"))


def _reach_of_points() -> Iterable[Finding]:
    """Return what the points can do at most: one target short of nine, turn after turn."""
    most = int(victory.target_points(LIMITS.integer("targets_to_win") - 1))
    turns = -(-LEVELS.integer("vp_draw", "low") // most)
    units = -Fraction(most, POINTS.integer("german_mechanized_lost", "vp"))
    about = "most VP without nine targets: one short of them from turn 1 to 9, nothing lost"
    yield number("most_vp", about, "13.0", most * LAST_TURN)
    about = "turns that the Axis must hold one target short of nine for a draw, nothing lost"
    yield number("turns_for_a_draw", about, "13.0", turns)
    yield number("mechanized_a_turn", "German mechanized units whose loss eats up such a turn", "13.0", units)


LOSSES = (
    "mechanized_lost",
    "non_mechanized_lost",
    "hq_lost",
    "minor_hq_lost",
    "wiking_lost",
    "axis_relocations",
    "soviet_relocations",
)
"""The factors of a campaign that cost points."""


# a pocket, a headquarters, the railroad, the tables [8, 11, 12.2] ------------------------------


def units_starved(setting: Setting) -> Fraction:
    """Return the expected units lost to supply chits."""
    return mean_of("attrition", "units_starved", setting)


def about_attrition(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the pocket's losses, their price, and what the airlift spares."""
    yield from laws("attrition", setting, "8.1, 13.0")
    grounded = replace(setting, policies={**setting.policies, "axis": ATTRITION["axis"]["no_airlift"]})
    yield number(
        "spared",
        "units that air supply keeps alive until the last check",
        "7.0",
        units_starved(grounded) - units_starved(setting),
    )
    lost = mean_of("attrition", "units_lost", setting)
    for kind in ("german_mechanized_lost", "german_non_mechanized_lost", "minor_lost"):
        about = f"VP that the pocket costs if all its units are {kind.removesuffix('_lost').replace('_', ' ')}"
        yield number(f"vp_{kind}", about, "13.0", lost * POINTS.integer(kind, "vp"))


def activations_lost(setting: Setting) -> Fraction:
    """Return the activations that a headquarters is expected to lose."""
    return mean_of("headquarters", "activations_lost", setting)


def about_headquarters(setting: Setting) -> Iterable[Finding]:
    """Return the laws of the return and of the activations lost, and the points."""
    turns = ("not within four", *SCENARIOS["headquarters"].turns)
    yield from laws("headquarters", setting, "11.2, 12.2", {"return_turn": turns})
    yield number("vp", "VP that its loss costs the Axis", "13.0", POINTS.integer("hq_lost", "vp"))


def turns_on_the_rails(setting: Setting) -> Fraction:
    """Return after how many turns the last is expected back; not within nine counts as nine."""
    law: Law = end_of("rail", setting).law("back_turn")
    return law.mean(lambda back: (back or LAST_TURN + 1) - 1)


def about_rail(setting: Setting) -> Iterable[Finding]:
    """Return the law of the turn on which the last is back."""
    words = ("not within nine", *TURNS)
    yield from laws("rail", setting, "8.3, 11.2", {"back_turn": words})
    back = end_of("rail", setting).law("back_turn").probability(lambda turn: turn == 1)
    yield number("same_turn", "chance that all are back on the turn of departure", "8.3, 11.2", back)


def german_net(setting: Setting) -> Fraction:
    """Return the German divisions expected to arrive, less those withdrawn."""
    return mean_of("reserves", "german_net", setting)


def about_reserves(setting: Setting) -> Iterable[Finding]:
    """Return the laws of arrivals and withdrawals."""
    yield from laws("reserves", setting, "8.2, 11.1, 11.2", {"has_wiking": ("no", "yes")})
    fields = {"withdrawn": "German divisions withdrawn in nine turns", "received": "German divisions received"}
    turns = list(play_exactly(SCENARIOS["reserves"], setting))
    for field, about in fields.items():
        mean = sum((worlds.law(field).mean(int) for worlds in turns), Fraction(0))
        yield number(field, f"{about}, expected", "8.2, 11.2", mean)
