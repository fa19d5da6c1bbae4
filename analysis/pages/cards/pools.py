"""The odds card of a game whose fights are pools of dice: hits, order of fire, rubble, cards, some duels. Exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from analysis.fights.odds import odds
from analysis.fights.typical import clears
from analysis.pages.cards.sheet import Table, percents
from analysis.words import proper
from sim.explorer import Explorer, words
from sim.game import load_game
from sim.pool import hits

_DICE = (1, 2, 3, 4, 5, 6, 8, 10, 12)
_MOST_HITS = 3
_FACES = 6
_TARGET = "infantry 3 SF"
_STOPPED = (("German", ", unless AA or want of a target stops them"), ("Soviet", ", if they find a target"))
"""What the steps of a side's cards leave out."""


def pools_rows(game: str, explorer: Explorer) -> tuple[tuple[Table, ...], ...]:
    """Return the rows of blocks of a card, all of them from the numbers of the game's explorer."""
    numbers = explorer.numbers
    colors = tuple(numbers["lowest_hit"].items())
    return (
        tuple(_hits(name, lowest, numbers["hits_in_rubble"]) for name, lowest in colors),
        (_order(numbers), _adds(numbers)),
        (_rubble(numbers),),
        tuple(_cards(f"{side} cards{left}", numbers[f"{side.lower()}_cards"], numbers) for side, left in _STOPPED),
        (_duels(game, colors),),
    )  # fmt: skip


def _hits(name: str, lowest: int, per_step: int) -> Table:
    """Return what so many dice of a color score: chances of at least so many hits, and steps in rubble."""
    rows = []
    for n in _DICE:
        law = hits(n, Fraction(_FACES + 1 - lowest, _FACES))
        tails = list(accumulate(reversed(law.counts)))[::-1]
        chances = [
            Fraction(tails[k], law.denominator) if k < len(tails) else Fraction(0) for k in range(1, _MOST_HITS + 1)
        ]
        mean = law.law().mean(lambda k: k)
        rubble = law.law().mean(lambda k: k // per_step)
        rows.append((str(n), f"{float(mean):.2f}", *(percents([p]) for p in chances), f"{float(rubble):.2f}"))
    head = ("dice", "hits", *(f"{k}+" for k in range(1, _MOST_HITS + 1)), "in rubble")
    heading = f"{name}: hits on {lowest}" + (" and more" if lowest < _FACES else "")
    return Table(heading, head, tuple(rows), (1, 1.2, 1.3, 1.3, 1.3, 1.7), size=7.6)


def _order(numbers: Mapping[str, Any]) -> Table:
    said = numbers["order_words"]
    rows = [
        (_fight(key), said[plain], "" if combined is None else f"combined arms (Hoth): {said[combined]}")
        for key, (plain, combined) in numbers["first_fire"].items()
    ]
    when = {"khrushchev": f"each {numbers['own_hit']} hits the Soviets", "fortification": "in defense alone"}
    drms = [
        (
            f"{proper(words(name), first=True)}: Soviet dice",
            f"{value:+d}",
            when.get(name, ""),
        )
        for name, value in numbers["hit_drm"].items()
    ]
    heading = "Who fires first (p. 4, p. 10, p. 13, p. 15, p. 19)"
    return Table(heading, ("", "", ""), tuple(rows + drms), (3.3, 2.5, 5.1), (0, 1, 2), 7.4)


def _fight(key: str) -> str:
    return proper(f"{key.replace(' ', ', ')} attack", first=True)


def _adds(numbers: Mapping[str, Any]) -> Table:
    each = numbers["rubble_for_each"]
    rows = [
        (f"Each {proper(words(name))}" if name in each else proper(words(name), first=True), f"{value:+d}")
        for name, value in numbers["rubble_drm"].items()
    ]
    return Table("Added to the rubble roll (p. 10, p. 13, p. 14)", ("", ""), tuple(rows), (4, 1), size=7.4)


def _rubble(numbers: Mapping[str, Any]) -> Table:
    """Return the chance of rubble by what is added to the roll [p. 10]."""
    law = _sums(numbers["rubble_dice"])
    above, total, drms = numbers["rubble_above"], sum(law.values()), range(1, 15)
    chances = [Fraction(sum(n for pips, n in law.items() if pips + drm > above), total) for drm in drms]
    heading = f"Rubble: {numbers['rubble_dice']} dice and what is added, more than {above} (p. 10)"
    row = ("chance", *(percents([p]) for p in chances))
    return Table(heading, ("added", *map(str, drms)), (row,), (1.4, *[1.0] * len(drms)), size=7.4)


def _sums(n_dice: int) -> dict[int, int]:
    sums = {0: 1}
    for _ in range(n_dice):
        more: dict[int, int] = {}
        for pips, n in sums.items():
            for face in range(1, _FACES + 1):
                more[pips + face] = more.get(pips + face, 0) + n
        sums = more
    return sums


def _cards(heading: str, found: Mapping[str, Mapping[str, Any]], numbers: Mapping[str, Any]) -> Table:
    """Return what each card takes; one that rests on a ruling has its number, and a row has the other reading."""
    rows, as_read = [], numbers["as_read"]
    for key, one in found.items():
        name, is_led = key.rsplit(" ", 1)
        if (is_led == "1" and one == found[f"{name} 0"]) or not (one["dice"] or one["steps"]):
            continue
        led = {"german": "with Von Richthofen", "soviet": "with Zaytsev"}[heading.split()[0].lower()]
        label = numbers["names"][name] + (f" {led}" if is_led == "1" else "")
        rows.append((label + (f" ({as_read['ruling']})" if key in as_read["cards"] else ""), *_fire(one, numbers)))
        if key == as_read["cards"][-1]:
            other = as_read["otherwise"]
            rows.append((f"{other['says']} ({as_read['ruling']})", *_fire(other, numbers)))
    return Table(heading, ("", "dice", "steps", "in rubble"), tuple(rows), (5.6, 1.9, 1.3, 1.7), size=7.4)


def _fire(one: Mapping[str, Any], numbers: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the dice of a card or of an air strike, and the steps that it takes, without rubble and in it."""
    lowest, sure = numbers["lowest_hit"][one["fire"]], one.get("steps", 0)
    law = hits(one["dice"], Fraction(_FACES + 1 - lowest, _FACES)).law()
    steps = (law.mean(lambda k, by=by: k // by) + sure for by in (1, numbers["hits_in_rubble"]))
    mean, halved = (f"{float(number):.2f}" for number in steps)
    return f"{one['dice']} on {lowest}+" if one["dice"] else "no dice", mean, halved


def _duels(game: str, colors: Sequence[tuple[str, int]]) -> Table:
    """Return the chance that a deliberate attack on a Soviet block clears the hex, in the clear and in the streets."""
    rows, comes_to = [], load_game(game).combat.comes_to
    for strength, (name, _) in product((3, 4), colors):
        blocks = [(f"{n}x infantry {strength} {name}",) for n in (1, 2)]
        answers = [odds(game, attacker=attacker, defender=(_TARGET,), terrain=terrain)
                   for terrain, attacker in product(("clear", "urban"), blocks)]  # fmt: skip
        found = [chance.value for answer in answers if (chance := clears(answer, comes_to))]
        rows.append((f"infantry {strength} {name}", *(percents([p]) for p in found)))
    head = (f"deliberate attack on {_TARGET} by", "1, clear", "2, clear", "1, urban", "2, urban")
    return Table("Chance that the hex is cleared", head, tuple(rows), (4, 1.4, 1.4, 1.4, 1.4), size=7.6)
