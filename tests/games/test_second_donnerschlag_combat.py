"""A second reader's whole fight of Donnerschlag against the first's, through its public interface."""

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from analysis.odds import odds
from sim.combat import CombatOdds
from sim.exact import Law
from sim.game import GameError
from tests.games.second.donnerschlag_combat import Event, Illegal, Second, fight, number_of_tables
from tests.games.second.donnerschlag_facts import Facts as SecondFacts
from tests.games.second.donnerschlag_facts import check

Facts = dict[str, Any]
Spans = dict[Event, tuple[Fraction, Fraction]]
YES_NO = (False, True)

# The first tries every table where the marker's holder chooses, and refuses above this number. It counts the columns
# that are read from their first row to their last, whatever rows the DRM leaves (DISAGREEMENTS.md, size).
MOST_TABLES = 200_000


def told(law: Law, answer: CombatOdds) -> dict[Any, Fraction]:
    """A law of the first in the second's words: results by their code, what is left field by field."""
    if law.fields == ("result",):
        return {answer.labels["result"][code]: chance for (code,), chance in law if chance}
    return {left(law, outcome): chance for outcome, chance in law if chance}


def left(law: Law, outcome: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((field, int(value)) for field, value in zip(law.fields, outcome, strict=True))


def spans_of(answer: CombatOdds) -> Spans:
    """Bounds of every result, of all that is left, and of each of its fields."""
    made: Spans = {("result", answer.labels["result"][code]): span for (code,), span in answer.bounds.items()}
    if answer.afters:
        law = answer.afters[0]
        made |= {("after", left(law, outcome)): span for outcome, span in answer.after_bounds.items()}
        for field in law.fields:
            laws = [one.marginal(field) for one in answer.afters]
            for value in {value for one in laws for (value,) in one.counts}:
                chances = [Fraction(one.counts.get((value,), 0), one.denominator) for one in laws]
                made["field", (field, int(value))] = min(chances), max(chances)
            if field.endswith("step_losses"):
                means = [one.mean(int) for one in laws]
                made["mean", field] = min(means), max(means)
    return possible(made)


def possible(spans: Spans) -> Spans:
    return {event: span for event, span in spans.items() if span[1] > 0}


def assert_same(facts: Facts) -> Second | None:
    """Both refuse, or both agree in all they say; returns the second's answer."""
    try:
        second = fight(**facts)
    except Illegal:
        assert is_refused(facts), facts
        return None
    answer = odds("donnerschlag", **facts)
    assert (answer.initial_odds, answer.final_column) == (second.initial, second.final), facts
    assert answer.family == second.family, facts
    assert answer.law is not None, facts
    assert told(answer.law, answer) == second.results, facts
    assert (None if answer.after is None else told(answer.after, answer)) == second.after, facts
    firsts, seconds = spans_of(answer), possible(second.spans)
    if second.is_complete:
        assert firsts == seconds, facts
    for event, (low, high) in seconds.items():
        assert event in firsts, (event, facts)
        assert firsts[event][0] <= low <= high <= firsts[event][1], (event, facts)
    return second


def is_refused(facts: Facts) -> bool:
    """Whether the first refuses, in one line."""
    try:
        odds("donnerschlag", **facts)
    except GameError as why:
        return "\n" not in str(why)
    return False


# --- the finite domains --------------------------------------------------------------------------


def test_every_ratio_and_reading_agrees() -> None:
    for attack, defense in product(range(1, 31), (1, 2, 3, 4, 5)):
        for below, clamp_first in product(("place", "steps", "unshifted"), YES_NO):
            shift = (attack + 3 * defense) % 13 - 6
            facts: Facts = {"attack": attack, "defense": defense, "below": below, "clamp_first": clamp_first}
            assert_same(facts | {"shift": shift, "drm": (attack + defense) % 13 - 6})


def test_every_loss_and_retreat_agrees() -> None:
    """At 3:1 with a roll of 1 to 3 every result from A1R to 3DR has its turn; at 1:2 it is A1R."""
    forces = [(s, t, e) for s in (1, 2, 3, 4) for t in range(s + 1) for e in range(min(6, s - t) + 1)]
    for number, (steps, trapped, stacks) in enumerate(forces):
        for side, other in (("attacker", "defender"), ("defender", "attacker")):
            facts: Facts = {f"{side}_steps": steps, f"{side}_trapped_steps": trapped, f"{side}_ezoc_stacks": stacks}
            facts |= {f"{other}_steps": 1 + number % 3, "attacker_tank": number % 2 == 0, "drm": -3}
            for attack in (2, 12):
                for attacker in ("axis", "soviet"):
                    assert_same(facts | {"attack": attack, "defense": 4, "attacker": attacker, "cup_units": number})


def test_every_town_kind_and_supply_agrees() -> None:
    grounds = [(g, w) for g in ("clear", "village", "town", "city") for w in ("two", "three", "three-city-2")]
    units = ("7", "7t", "7m", "7to", "7mo", "5o+2t", "5to+2m", "5t+2m", "3t+4mo", "3m+4to")
    for (terrain, words), first, second, river in product(grounds, units, units, YES_NO):
        facts: Facts = {"attackers": (first, second + "/river" * river), "attack": 14, "defense": 3}
        facts |= {"terrain": terrain, "town_words": words, "round_once": first < second, "drm": 6}
        defender = [{}, {"defender_tank": True, "defender_motorized": True}, {"defense_out_of_supply": 1}]
        assert_same(facts | defender[(len(first) + len(second) + river) % 3])


def test_every_marker_and_aim_agrees() -> None:
    """The attacker's die, and a card of either side before it, over every table of a few rows."""
    cards: tuple[tuple[str, ...], ...] = ((), ("attacker:1-4:drm+1",), ("defender:2-3:drm-1",))
    cards += (("defender:4:drm-1", "attacker:2-5:drm+1"),)
    steps: list[Facts] = [{}, {"attacker_steps": 2, "defender_steps": 1}]
    steps += [{"attacker_steps": 3, "defender_steps": 4, "attacker_trapped_steps": 2, "defender_ezoc_stacks": 1}]
    for holder, aim, played, forces in product(
        ("attacker", "defender"), ("clear", "spare", "bleed", "exchange"), cards, steps
    ):
        for attack, drm, family in ((4, 4, "monotone"), (13, -3, "monotone"), (9, 1, "diagonal")):
            facts: Facts = {"attack": attack, "defense": 4, "drm": drm, "family": family, "card": played, "aim": aim}
            assert_same(facts | forces | {"schlachtenglueck": holder})


# --- random fights -------------------------------------------------------------------------------


def forces(random: Random) -> Facts:
    """Who attacks whom, over the columns and their edges."""
    defense = random.choice((random.randint(1, 12), random.randint(1, 60), random.randint(1, 100_000)))
    attack = max(1, int(defense * Fraction(random.randint(2, 36), 4)) + random.randint(-1, 1))
    facts: Facts = {"defense": defense, "attacker": random.choice(("axis", "soviet"))}
    facts["defense_out_of_supply"] = random.choice((0, 0, random.randint(0, defense)))
    if facts["defense_out_of_supply"] < defense:
        facts |= {"defender_tank": random.random() < 0.5, "defender_motorized": random.random() < 0.5}
    if random.random() < 0.6:
        facts["attackers"] = hexes(random, attack)
        facts["attack"] = sum(strength(word) for text in facts["attackers"] for word in text.split("+"))
        return facts
    facts |= {"attack": attack, "attack_out_of_supply": random.choice((0, 0, random.randint(0, attack)))}
    facts["river"] = random.random() < 0.3
    if facts["attack_out_of_supply"] < attack:
        facts |= {"attacker_motorized": random.random() < 0.5, "attacker_tank": random.random() < 0.6}
    return facts


def strength(word: str) -> int:
    return int(word.removesuffix("/river").rstrip("tmo"))


def hexes(random: Random, attack: int) -> tuple[str, ...]:
    """One to six hexes of one or two units; together about so strong."""
    number = random.choice((1, 2, 2, 3, 4, 6))
    share = max(1, attack // number)
    made = []
    for _ in range(number):
        units = [str(max(1, share // n)) for n in random.choice(((1,), (2, 2), (2, 3)))]
        kinds = [random.choice(("", "t", "t", "m", "m")) + random.choice(("", "", "o")) for _ in units]
        words = "+".join(unit + kind for unit, kind in zip(units, kinds, strict=True))
        made.append(words + random.choice(("", "", "/river")))
    return tuple(made)


NAMES = ("attacker", "defender", "attacker", "defender", "garde", "luftflotte_4", "naval_rifle_brigade_with_garde")
EFFECTS = ("no-river", "shift+1", "shift-2", "shift+12", "drm+1", "drm-2", "attack+3", "attack-99", "defense+2")


def one_card(random: Random, effects: tuple[str, ...]) -> str:
    """A card, decided or not, of known or told numbers and effects."""
    if random.random() < 0.3:
        return "sturmpioniere" + random.choice(("", "", ":box", ":rolled-2", ":rolled-5", ":3", ":1-6", ":no-river"))
    if random.random() < 0.1:
        return "m1937:" + random.choice(("rolled-5", "box:shift-1", "drm-1", "rolled-2:drm-1", "defense+2:drm-1"))
    low = random.randint(1, 6)
    numbers = random.choice((f"{low}-{random.randint(low, 6)}", str(low)))
    parts = [random.choice((numbers, numbers, numbers, "box", f"{numbers}:rolled-{random.randint(1, 6)}"))]
    parts += random.sample(effects, k=random.choice((1, 1, 2)))
    return ":".join([random.choice(NAMES), *parts])


def cards(random: Random, facts: Facts) -> None:
    """Cards and marker; the marker rarely with cards that move the column, for which the first takes seconds."""
    facts["schlachtenglueck"] = random.choice(("none", "none", "attacker", "defender"))
    facts["family"] = random.choice(("monotone", "monotone", "diagonal"))
    has_marker = facts["schlachtenglueck"] != "none"
    effects = ("no-river", "drm+1", "drm-2", "drm-3") if has_marker else EFFECTS
    number = random.choice((0, 0, 1, 1, 2, 3)) if has_marker else random.choice((0, 1, 1, 2, 3, 4))
    facts["card"] = tuple(one_card(random, effects) for _ in range(number))
    facts["drm"] = random.choice((-4, -3, 3, 4, 5)) if has_marker else random.choice((0, 0, random.randint(-6, 6)))
    facts["aim"] = random.choice(("clear", "spare", "bleed", "exchange"))


def ashore(facts: Facts) -> Facts:
    """The same fight, without tanks across a river that nothing may carry over."""
    if is_legal(facts):
        return facts
    if "attackers" not in facts:
        return facts | {"attacker_tank": False}
    attackers = tuple(text.replace("t", "") if "/" in text else text for text in facts["attackers"])
    return facts | {"attackers": attackers}


def is_legal(facts: Facts) -> bool:
    """By the second."""
    try:
        check(SecondFacts(**facts))
    except Illegal:
        return False
    return True


def steps(random: Random, facts: Facts) -> Facts:
    """Steps of both sides, and who cannot retreat."""
    made: Facts = {"attacker_steps": random.randint(2, 8), "defender_steps": random.randint(1, 4)}
    barred = barred_steps(random, facts, made["attacker_steps"])
    if barred:
        made["barred_steps"] = barred
    for side, most in (("attacker", made["attacker_steps"] - barred), ("defender", made["defender_steps"])):
        trapped = random.choice((0, 0, random.randint(0, most)))
        made[f"{side}_trapped_steps"] = trapped
        made[f"{side}_ezoc_stacks"] = random.choice((0, 0, random.randint(0, min(6, most - trapped))))
    return made


def barred_steps(random: Random, facts: Facts, total: int) -> int:
    """Steps of the tanks that a river may bar, 0 if none may be."""
    if is_legal(facts | {"attacker_steps": total, "defender_steps": 1}):
        return 0
    units = [(word, "/" in text) for text in facts["attackers"] for word in text.removesuffix("/river").split("+")]
    is_alone = all("t" in word and is_across for word, is_across in units)
    return total if is_alone else random.randint(1, total - 1)


def legal_fight(random: Random) -> Facts:
    """One fight over everything that matters to it; legal but for steps that a river bars."""
    facts = forces(random)
    cards(random, facts)
    facts = ashore(facts)
    facts["town_words"] = random.choice(("two", "three", "three-city-2"))
    grounds = ("clear", "village", "town", "city")
    facts["terrain"] = random.choice([g for g in grounds if g != "town" or facts["town_words"] != "two"])
    for name in ("round_once", "clamp_first"):
        facts[name] = random.random() < 0.3
    facts["below"] = random.choice(("place", "steps", "unshifted"))
    facts["shift"] = random.choice((0, 0, 0, -2, -1, 1, 2, random.randint(-20, 20)))
    facts["cup_units"] = random.choice((-1, -1, 0, 1, 7, 100))
    if facts["family"] == "monotone" and number_of_tables(**facts) > 10_000:
        facts["family"] = "diagonal"  # the first takes seconds where a choice hangs on several columns
    if random.random() < 0.7:
        facts |= steps(random, facts)
    return facts
