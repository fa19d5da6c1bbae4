"""What the cards, the leaders and rubble answer: the headline of each, and the laws and numbers behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sim.game import Setting
from sim.games.inferno_on_the_volga import flotilla, leaders, paulus, rubble, support
from sim.games.inferno_on_the_volga.cards import GERMAN, SOVIET, is_air_strike
from sim.games.inferno_on_the_volga.factors import one
from sim.games.inferno_on_the_volga.scenarios import SCENARIOS
from sim.play import play_exactly
from sim.track import Finding, result_findings


def cards_of_paulus(setting: Setting) -> Fraction:
    """Return the cards that Paulus adds on average."""
    *_, last = play_exactly(SCENARIOS["paulus"], setting)
    return last.law("cards").mean(lambda cards: cards) - paulus.without_paulus(setting)


def paulus_findings(setting: Setting) -> Iterator[Finding]:
    """Yield what the deck has given, and the cards that he would add if he were there from the start."""
    for found in result_findings(SCENARIOS["paulus"], setting, "p. 12"):
        yield replace(found, labels={"has_paulus": ("no", "yes")})
    most = SCENARIOS["paulus"].setting({"draws": one(setting.factors, "draws"), "paulus_at_start": 1})
    yield Finding("from_the_start", "cards that he adds from the start", "p. 12", number=cards_of_paulus(most))


def flotilla_findings(setting: Setting) -> Iterator[Finding]:
    """Yield what a card does, where it lands, and what five of them come to."""
    rules = "p. 16"
    yield Finding(
        "first_card", "what the first card does", rules,
        law=flotilla.effects(setting, marines=flotilla.MARINES), labels={"effect": flotilla.EFFECTS},
    )  # fmt: skip
    yield Finding("landing_hex", "hex that the dice of an inland combat name", rules, law=flotilla.landing_hexes())
    yield from result_findings(SCENARIOS["flotilla"], setting, rules)


def rubble_findings(setting: Setting) -> Iterator[Finding]:
    """Yield when a hex has rubble, and the chance of each modifier."""
    rules = "p. 9-10"
    attacks = ("none of six", *rubble.TURNS)
    for found in result_findings(SCENARIOS["rubble"], setting, rules):
        yield replace(found, about="attack that leaves rubble", labels={"attack_of_rubble": attacks})
    for drm in range(1, 17):
        yield Finding(f"drm_{drm}", f"chance of rubble at a modifier of +{drm}", rules, number=rubble.chance(drm))
    chance = rubble.chance_an_attack(setting)
    if chance:
        yield Finding("attacks", "attacks of this strength until a hex has rubble", rules, number=1 / chance)
        yield Finding(
            "all_markers", "attacks of this strength on fresh city hexes until all rubble markers are used", rules,
            number=rubble.RULES.integer("max_markers") / chance,
        )  # fmt: skip


def support_findings(setting: Setting) -> Iterator[Finding]:
    """Yield what each German card takes; with Von Richthofen down to the other reading (ruling R7)."""
    has_leader = one(setting.factors, "has_von_richthofen")
    for card in support.COPIES:
        steps = support.steps_of(card, setting)
        low = support.two_dice(setting) if has_leader and is_air_strike(card) else None
        name = GERMAN[card]["name"]
        yield Finding(
            f"steps_of_{card}", f"{name}: steps on average", "p. 13-14", number=steps,
            low=low, high=steps if low is not None else None,
        )  # fmt: skip
        yield Finding(f"{card}_law", f"{name}: steps", "p. 13-14", law=support.german_card_law(card, setting))
    for row in SOVIET.rows:
        steps = support.soviet_steps_of(row["card"], is_coastal=True, has_zaytsev=False)
        if steps:
            yield Finding(
                f"steps_of_soviet_{row['card']}",
                f"Soviet {row['name']}: steps on average, from a coastal hex, if it finds a target",
                "p. 15-16", number=steps,
            )  # fmt: skip
    for is_coastal in (False, True):
        where = "coastal" if is_coastal else "inland"
        article = "a" if is_coastal else "an"
        for zaytsev in (False, True):
            steps = support.steps_a_soviet_card(is_coastal=is_coastal, has_zaytsev=zaytsev)
            leader = " with Zaytsev" if zaytsev else ""
            yield Finding(
                f"soviet_card_{where}{'_zaytsev' if zaytsev else ''}",
                f"steps that a random Soviet card takes from {article} {where} hex{leader}, if it finds a target",
                "p. 15-16", number=steps,
            )  # fmt: skip


def leader_findings(setting: Setting) -> Iterator[Finding]:
    """Yield the random advantages, and how likely a leader is without them."""
    for side in ("german", "soviet"):
        yield Finding(
            f"{side}_leader_advantages", f"{side.title()} leaders among the random advantages", "p. 18",
            law=leaders.leader_advantages(side),
        )  # fmt: skip
    yield Finding(
        "an_advantage", "chance that a side has a given advantage", "p. 18", number=leaders.chance_of_an_advantage()
    )
    yield Finding(
        "more_advantages", "chance that a side has more advantages than the other", "p. 18",
        number=leaders.chance_of_more_advantages(),
    )  # fmt: skip
    yield Finding(
        "okh_drawn", "chance that a given leader is in play in a game without advantages", "p. 12-13",
        number=Fraction(one(setting.factors, "german_cards_drawn"), leaders.GERMAN_DECK),
    )  # fmt: skip
    drawn, levels = (
        one(setting.factors, "german_cards_drawn"),
        {"normal": leaders.NORMAL, "easy_for_germans": leaders.EASY},
    )
    for row in leaders.LEVELS.rows:
        code = levels.get(row["level"], leaders.PLAIN)
        about = f"German leaders in play at the level {_level_words(row['level'])}"
        yield Finding(f"at_{row['level']}", about, "p. 18-19", number=leaders.leaders_at(code, drawn))


def _level_words(level: str) -> str:
    """Return a level of The Designer's Way as a reader knows it, such as "easy for the Germans"."""
    return level.replace("_", " ").replace("germans", "the Germans").replace("soviets", "the Soviets")


def turns_of_a_leader(setting: Setting) -> Fraction:
    """Return the turns, of those played, that a given Soviet leader is in play at the end of, on average."""
    scenario = SCENARIOS["soviet_leaders"]
    in_play = (worlds.law("in_play").mean(lambda leaders: leaders) for worlds in play_exactly(scenario, setting))
    return sum(in_play, Fraction(0)) / leaders.SOVIET_LEADERS


def soviet_leader_findings(setting: Setting) -> Iterator[Finding]:
    """Yield the leaders in play after the last turn, and the answer at each level of The Designer's Way."""
    yield from result_findings(SCENARIOS["soviet_leaders"], setting, "p. 12")
    told = {name: one(setting.factors, name) for name in setting.factors}
    turns = [
        turns_of_a_leader(SCENARIOS["soviet_leaders"].setting(told | {"leaders_on_top": on_top}))
        for on_top in range(leaders.SOVIET_LEADERS + 1)
    ]
    for row in leaders.LEVELS.rows:
        number = sum((p * turns[on_top] for on_top, p in leaders.leaders_on_top(row["level"]).items()), Fraction(0))
        about = f"turns of a given Soviet leader at the level {_level_words(row['level'])}"
        yield Finding(f"at_{row['level']}", about, "p. 18-19", number=number)
