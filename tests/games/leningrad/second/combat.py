"""Leningrad: one whole fight, from the facts to what is left, read a second time from the rulebook."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

from tests.games.leningrad.second.book import CRT, hold, odds_step, step_label

RAW: Path = Path(__file__).parents[4] / "data" / "raw" / "leningrad"
ONE = Fraction(1)

Draws = dict[tuple[int, bool], Fraction]  # by (total strength, any armor)
Outcome = tuple[int, int, int, int, bool, bool, bool, bool]


class Answer(TypedDict):
    """What ``fight`` returns."""

    columns: dict[str, Fraction]
    results: dict[str, Fraction]
    after: dict[Outcome, Fraction] | None


@dataclass(frozen=True)
class Facts:
    """One fight; strengths, steps and safe hexes are of the known units."""

    attacker: str = "german"
    turn: int = 0
    overrun: bool = False
    attack: int = 0
    defense: int = 0
    attacker_air: int = 0
    defender_air: int = 0
    untried_inf: int = 0
    untried_armor: int = 0
    seen: tuple[str, ...] = ()
    clamp_first: bool = False
    attacker_out_of_supply: bool = False
    defender_out_of_supply: bool = False
    terrain: tuple[str, ...] = ("clear",)
    city_is_town: bool = False
    fort: bool = False
    river: bool = False
    attacker_armor: bool = False
    unfortified: str = "no-fort"
    defender_armor: bool = False
    attacker_corps: int = 0
    defender_corps: int = 0
    surprise: bool = False
    shift: int = 0
    attacker_steps: int = 0
    defender_steps: int = 0
    attacker_retreat: int = 2
    defender_retreat: int = 2
    attacker_takes: str = "best"
    defender_takes: str = "best"
    attacker_aim: str = "take"
    defender_aim: str = "hold"


@dataclass(frozen=True)
class Counter:
    """One Soviet counter."""

    attack: int
    defense: int
    movement: int
    is_armor: bool

    def text(self) -> str:
        return f"{self.attack}-{self.defense}-{self.movement}"


@dataclass(frozen=True)
class Reply:
    """How one force answers its half of a result."""

    losses: int
    hexes: int
    is_eliminated: bool

    def gives_ground(self) -> bool:
        return self.is_eliminated or self.hexes > 0


@cache
def counters() -> tuple[Counter, ...]:
    """All Soviet counters, like ones together; what the sheet leaves open is filled layer by layer."""
    with (RAW / "soviet_units.csv").open(encoding="utf-8") as file:
        units = {row["id"]: row for row in csv.DictReader(file)}
    for layer in ("inferred", "published", "assumed"):
        with (RAW / f"soviet_units.{layer}.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                for name, value in row.items():
                    if name != "note" and value and units[row["id"]][name] == "?":
                        units[row["id"]][name] = value
    made = []
    for unit in units.values():
        figures = int(unit["attack"]), int(unit["defense"]), int(unit["movement_allowance"])
        made.append(Counter(*figures, unit["type"] == "armor"))
    return tuple(sorted(made, key=lambda c: (c.attack, c.defense, c.movement, c.is_armor)))


def draw(pool: tuple[Counter, ...], number: int, for_attack: bool) -> Draws:
    """Chances of counters drawn without replacement, like ones kept by their count."""
    kinds: dict[tuple[int, bool], int] = {}
    for counter in pool:
        kind = (counter.attack if for_attack else counter.defense, counter.is_armor)
        kinds[kind] = kinds.get(kind, 0) + 1
    return draw_kinds(tuple(sorted(kinds.items())), number)


@cache
def draw_kinds(kinds: tuple[tuple[tuple[int, bool], int], ...], number: int) -> Draws:
    """Draw counters one after the other."""
    if number == 0:
        return {(0, False): ONE}
    total = sum(count for _, count in kinds)
    chances: Draws = {}
    for place, ((strength, is_armor), count) in enumerate(kinds):
        if count == 0:
            continue
        left = (*kinds[:place], ((strength, is_armor), count - 1), *kinds[place + 1 :])
        for (rest, any_armor), chance in draw_kinds(left, number - 1).items():
            key = (strength + rest, is_armor or any_armor)
            chances[key] = chances.get(key, Fraction(0)) + chance * Fraction(count, total)
    return chances


@cache
def pools(seen: tuple[str, ...]) -> dict[tuple[Counter, ...], Fraction]:
    """Counters that may still be drawn, with the chance of each case: of like counters either was seen."""
    cases: dict[tuple[Counter, ...], Fraction] = {counters(): ONE}
    for text in seen:
        later: dict[tuple[Counter, ...], Fraction] = {}
        for pool, chance in cases.items():
            places = [place for place, counter in enumerate(pool) if counter.text() == text]
            for place in places:
                left = pool[:place] + pool[place + 1 :]
                later[left] = later.get(left, Fraction(0)) + chance / len(places)
        cases = later
    return cases


@cache
def untried(seen: tuple[str, ...], inf: int, armor: int, for_attack: bool) -> Draws:
    """Chances of all untried units of the fight."""
    chances: Draws = {}
    for pool, case in pools(seen).items():
        foot = draw(tuple(c for c in pool if c.movement == 5), inf, for_attack)
        mobile = draw(tuple(c for c in pool if c.movement == 7), armor, for_attack)
        for (strength, _), chance in foot.items():
            for (more, is_armor), other in mobile.items():
                key = (strength + more, is_armor)
                chances[key] = chances.get(key, Fraction(0)) + case * chance * other
    return chances


def terrain_shift(facts: Facts) -> int:
    """Two columns for hills, and the best hex of note 1 (R8)."""
    best = 0
    for hexagon in facts.terrain:
        worth = 0
        if hexagon in ("forest", "marsh", "town"):
            worth = 1
        elif hexagon == "soviet-city":
            if facts.attacker == "german":
                worth += 1
            if facts.city_is_town:
                worth += 1
        best = max(best, worth)
    return -best - 2 * ("hills" in facts.terrain)


def net_shift(facts: Facts, attacker_armor: bool, defender_armor: bool) -> int:
    """All shifts added up (Column Shifts Table); right is positive."""
    net = facts.shift + terrain_shift(facts)
    net += facts.attacker_air - facts.defender_air + facts.attacker_corps
    net += 4 * facts.surprise + 2 * facts.defender_out_of_supply
    net -= 2 * facts.overrun + 2 * facts.attacker_out_of_supply + facts.fort + facts.river
    is_open = not facts.fort
    if facts.unfortified == "clear":
        is_open = is_open and all(hexagon == "clear" for hexagon in facts.terrain)
    elif facts.unfortified == "any":
        is_open = True
    if attacker_armor and is_open:
        net += 1
    is_void = facts.attacker == "soviet" and "soviet-city" in facts.terrain
    if not is_void:
        net -= facts.defender_corps
        if defender_armor:
            net -= 1
    return net


def final_columns(facts: Facts) -> dict[str, Fraction]:
    """Chance of each final column."""
    soviets_attack = facts.attacker == "soviet"
    columns: dict[str, Fraction] = {}
    drawn = untried(facts.seen, facts.untried_inf, facts.untried_armor, soviets_attack)
    for (strength, is_armor), chance in drawn.items():
        attack, defense = facts.attack, facts.defense
        attacker_armor, defender_armor = facts.attacker_armor, facts.defender_armor
        if soviets_attack:
            attack, attacker_armor = attack + strength, attacker_armor or is_armor
        else:
            defense, defender_armor = defense + strength, defender_armor or is_armor
        step = odds_step(attack, defense)
        if facts.clamp_first:
            step = hold(step)
        label = step_label(hold(step + net_shift(facts, attacker_armor, defender_armor)))
        columns[label] = columns.get(label, Fraction(0)) + chance
    return columns


def replies(result: str, steps: int, safe: int, takes: str) -> list[Reply]:
    """Every answer that a force may give to its half of a result (8.41-8.45), fewest hexes first."""
    if result == "-":
        return [Reply(0, 0, False)]
    if result == "E":
        return [Reply(steps, 0, True)]
    number = int(result)
    most = min(number, safe)
    allowed = {
        "steps": [0],
        "retreat": [most],
        "split": [min(1, most) if number == 2 else 0],
        "best": list(range(most + 1)),
    }[takes]
    made = []
    for hexes in allowed:
        losses = min(number - hexes, steps)
        made.append(Reply(losses, 0, True) if losses == steps else Reply(losses, hexes, False))
    return made


def defender_reply(facts: Facts, result: str, steps: int) -> Reply:
    """Answer of the defender, who goes first (8.43)."""
    best: tuple[int, int, int] | None = None
    chosen = Reply(0, 0, False)
    for reply in replies(result, steps, facts.defender_retreat, facts.defender_takes):
        ground = 1 if reply.gives_ground() else 0
        worth = (ground, reply.losses) if facts.defender_aim == "hold" else (reply.losses, ground)
        if best is None or (*worth, reply.hexes) < best:
            best, chosen = (*worth, reply.hexes), reply
    return chosen


def attacker_reply(facts: Facts, result: str, steps: int, is_cleared: bool) -> Reply:
    """Answer of the attacker, who knows whether the hex is empty; after an overrun of it steps only (R28)."""
    takes = "steps" if facts.overrun and is_cleared else facts.attacker_takes
    best: tuple[int, int, int] | None = None
    chosen = Reply(0, 0, False)
    for reply in replies(result, steps, facts.attacker_retreat, takes):
        ground = 1 if is_cleared and reply.gives_ground() else 0
        worth = (ground, reply.losses) if facts.attacker_aim == "take" else (reply.losses, ground)
        if best is None or (*worth, reply.hexes) < best:
            best, chosen = (*worth, reply.hexes), reply
    return chosen


def aftermath(facts: Facts, results: dict[str, Fraction]) -> dict[Outcome, Fraction] | None:
    """Chance of each state after the fight, or None when a side's steps are not all told."""
    more = facts.untried_inf + facts.untried_armor
    extra = (more, 0) if facts.attacker == "soviet" else (0, more)
    if facts.attacker_steps == 0 and not (facts.attack == 0 and extra[0] > 0):
        return None
    if facts.defender_steps == 0 and not (facts.defense == 0 and extra[1] > 0):
        return None
    chances: dict[Outcome, Fraction] = {}
    for printed, chance in results.items():
        left, right = printed.split("/")
        theirs = defender_reply(facts, left, facts.defender_steps + extra[1])
        is_cleared = theirs.gives_ground()
        ours = attacker_reply(facts, right, facts.attacker_steps + extra[0], is_cleared)
        key = (ours.losses, theirs.losses, ours.hexes, theirs.hexes, ours.is_eliminated, theirs.is_eliminated)
        outcome = (*key, is_cleared, is_cleared and not ours.gives_ground())
        chances[outcome] = chances.get(outcome, Fraction(0)) + chance
    return chances


def fight(**given: Any) -> Answer:
    """One fight in full."""
    facts = Facts(**given)
    columns = final_columns(facts)
    results: dict[str, Fraction] = {}
    for label, chance in columns.items():
        for printed in CRT[label]:
            results[printed] = results.get(printed, Fraction(0)) + chance / 6
    return {"columns": columns, "results": results, "after": aftermath(facts, results)}
