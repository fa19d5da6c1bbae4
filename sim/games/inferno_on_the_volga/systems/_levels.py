"""The levels of The Designer's Way and its random advantages, of which some are leaders [p. 18-19]."""

from __future__ import annotations

from math import comb

from sim.exact import Law
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.numbers.tables import load_list

ADVANTAGES = load_list(GAME_ID, "advantages").rows
LEVELS = load_list(GAME_ID, "difficulty_levels")
FACES = 6


def leader_advantages(side: str) -> Law:
    """Return the law of the leaders among a side's random advantages: as many advantages as the die shows [p. 18].

    >>> leader_advantages("german").mean(lambda leaders: leaders)
    Fraction(35, 12)
    """
    kinds = [row["kind"] for row in ADVANTAGES if row["side"] == side]
    leaders, rules = kinds.count("leader_card"), len(kinds) - kinds.count("leader_card")
    common = FACES * 60  # 60 is a multiple of every number of ways to choose from six
    counts: dict[tuple[int, ...], int] = {}
    for die in range(1, FACES + 1):
        for found in range(leaders + 1):
            n = comb(leaders, found) * (comb(rules, die - found) if die >= found else 0)
            if n:
                counts[(found,)] = counts.get((found,), 0) + n * (common // FACES) // comb(len(kinds), die)
    return Law(("leaders",), counts, common).reduced()


def level_words(level: str) -> str:
    """Return a level of The Designer's Way as a reader knows it, such as "easy for the Germans"."""
    return level.replace("_", " ").replace("germans", "the Germans").replace("soviets", "the Soviets")
