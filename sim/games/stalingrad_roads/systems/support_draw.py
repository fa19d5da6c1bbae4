"""Draws from the cup of supports [5.1.2, 5.2.1]: a support that is wanted, and the turns it takes to come.

How many markers of a kind there are is on the counter sheet; the examples show some at once, and the cup holds
no fewer. What NOV III of scenarios II and III asks of Artillery and Katyusha stands beside it, since nothing is drawn
on that turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from sim.exact import Law
from sim.factors import factors_of, wholes
from sim.laws import drawn_law, law_of
from sim.numbers.tables import load_list
from sim.system import Finding, Group, Setting, System, Unit
from sim.verdict import Found, counted, often, part

GAME = "stalingrad_roads"
OPENINGS = ("II", "III")
"""Scenarios whose supports of the first turn are chosen, with a least number of Artillery and Katyusha."""


def least_markers() -> dict[str, int]:
    """Return how many Soviet markers of a kind the cup holds at least, as the examples show them [ex. 4, 11].

    >>> least_markers()
    {'artillery': 3, 'katyusha': 2, 'surprise_attack': 3, 'tank_brigade': 3}
    """
    of_class = {row["class"]: row["markers_at_least"] for row in load_list(GAME, "support_classes").rows}
    shown = {row["id"]: row["markers_at_least"] for row in load_list(GAME, "supports").rows if row["side"] == "soviet"}
    return {kind: int(least) for kind, least in (of_class | shown).items() if least.isdigit()}


def split_of(markers: int, scenario: str = "II") -> tuple[int, int]:
    """Return how many of the Artillery and Katyusha played on NOV III go north and south of the printed row.

    >>> split_of(4), split_of(5)  # the odd one goes north
    ((2, 2), (3, 2))
    """
    rules = {row["id"]: row["value"] for row in load_list(GAME, "scenario_rules").rows if row["scenario"] == scenario}
    more, fewer = markers - markers // 2, markers // 2
    return (more, fewer) if rules["artillery_odd_side"] == "north" else (fewer, more)


def _draw_of_cup(setting: Setting) -> Law:
    """Return the law of the wanted supports among a turn's draw [5.1.2]."""
    factors = wholes(setting.factors)
    wanted, cup = min(factors["wanted"], factors["cup_supports"]), factors["cup_supports"] + factors["shortages"]
    return drawn_law(wanted, cup, min(factors["draws"], cup))


def wanted_in_time(setting: Setting) -> Fraction:
    """Return the chance that a wanted support is drawn within the turns; what is drawn returns before the next draw."""
    missed = 1 - _draw_of_cup(setting).probability(lambda wanted: wanted > 0)
    return 1 - missed ** wholes(setting.factors)["turns"]


def draw_findings(setting: Setting) -> Iterable[Finding]:
    """Yield the law of a turn's draw, the turn the first wanted one comes, and the share of dead draws."""
    factors, law = wholes(setting.factors), _draw_of_cup(setting)
    p = law.probability(lambda wanted: wanted > 0)
    yield Finding("wanted", "supports of the kind you want among a turn's draw", "5.1.2", law=law)
    chances = {turn: (1 - p) ** (turn - 1) * p for turn in range(1, factors["turns"] + 1)}
    chances[0] = (1 - p) ** factors["turns"]
    yield Finding(
        "first", "turn of the first of them, 0 if none comes in time", "5.1.2, 5.2.1",
        law=law_of("first", {turn: q for turn, q in chances.items() if q}),
        label="turn of the first of them", zero="none comes in time",
    )  # fmt: skip
    cup = factors["cup_supports"] + factors["shortages"]
    dead = Fraction(min(factors["draws"], cup) * factors["shortages"], cup)
    yield Finding("dead", "shortage markers among a turn's draw", "12.2", number=dead)
    yield from _findings_of_kinds(setting)
    yield from _findings_of_openings()


def _findings_of_kinds(setting: Setting) -> Iterable[Finding]:
    """Yield the chance of each kind whose least number of markers is known, if all of them are in the cup."""
    for kind, least in least_markers().items():
        chance = wanted_in_time(replace(setting, factors={**setting.factors, "wanted": least}))
        name = kind.replace("_", " ").capitalize()
        about = f"chance that {name} comes in time, with {least} in the cup: the examples show no fewer"
        yield Finding(f"at_least_{kind}", about, "ex. 4, 11", number=chance, unit=Unit.CHANCE)


def _findings_of_openings() -> Iterable[Finding]:
    """Yield how many Artillery and Katyusha at least go south of the printed row on the first turn."""
    for row in load_list(GAME, "scenario_supports").rows:
        if row["scenario"] in OPENINGS and row["artillery_or_katyusha_min"]:
            scenario, least = row["scenario"], int(row["artillery_or_katyusha_min"])
            rules = load_list(GAME, "scenario_rules")
            at = next(r["value"] for r in rules.rows if (r["scenario"], r["id"]) == (scenario, "artillery_split_row"))
            yield Finding(
                f"south_{scenario}",
                f"Artillery and Katyusha markers, at least, that scenario {scenario} sends south of row {at} on NOV III"
                f" (of at least {least} chosen)",
                f"scenario {scenario}", number=Fraction(split_of(least, scenario)[1]),
            )  # fmt: skip


def verdict(found: Found) -> str:
    """Say how often a wanted kind comes in time, by its share of the cup, or the last marker of a kind."""
    wanted = found.given("wanted")
    draws = counted(Fraction(found.given("draws") * found.given("turns")), "draw")
    chance = often(found.value, "time").replace("half of all times", "half of the time")
    said = f"With the {draws} we assume, the "
    if wanted == 1:
        return f"{said}single support you want comes {chance}."
    share = part(Fraction(wanted, found.given("cup_supports")))
    return f"{said}support you want comes {chance} if it makes up {share} of the cup."


SYSTEM = System(
    id="support_draw",
    title="Draws from the cup of supports",
    order=4,
    group=Group.COMMAND,
    factors=factors_of("stalingrad_roads", "support_draw_factors"),
    policies={},
    question="How likely is the cup to give the support you want in time?",
    shows=("wanted",),
    rules=("5.1.2", "5.2.1", "scenario II", "scenario III"),
    tables=(
        "support_limits", "support_draw_factors", "supports", "support_classes", "scenario_supports", "scenario_rules",
    ),
    measured="chance that at least one support of the kind you want is drawn in time",
    measure=wanted_in_time,
    find=draw_findings,
    unit=Unit.CHANCE,
    verdict=verdict,
)  # fmt: skip
