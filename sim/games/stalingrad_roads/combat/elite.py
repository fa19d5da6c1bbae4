"""The elite bonus: another tactical result of the same color block in the same column [8.6.1, 8.10.3].

The colors are lost, so the blocks are an assumed family of partitions of the rows (ruling R2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from sim.games.stalingrad_roads.combat.facts import Facts
from sim.games.stalingrad_roads.combat.results import attacker_values, defender_values
from sim.games.stalingrad_roads.combat.table import ATTACKER_TACTICAL, DEFENDER_TACTICAL, Codes
from sim.numbers.tables import load_family

FAMILY = load_family("stalingrad_roads", "elite_blocks")


def block_choice(printed: Codes, blocks: Sequence[str], values: NDArray[np.intp]) -> Codes:
    """Return the code chosen in each row of a column, shape (11,): the best of its block, the printed one if as good.

    `values` says what each code of `TACTICAL` is worth to the side; of equally good ones the higher row is taken.

    >>> from sim.games.stalingrad_roads.combat.table import TACTICAL
    >>> chosen = block_choice(ATTACKER_TACTICAL[:, 6], FAMILY.members["threes"], attacker_values(Facts(6, 1)))
    >>> TACTICAL[chosen[6 - 2]]  # E of row 6 becomes the E2 of rows 7 and 8 [example 5]
    'E2'
    """
    chosen = printed.copy()
    for row, block in enumerate(blocks):
        rows = [other for other, label in enumerate(blocks) if label == block]
        best = max((printed[other] for other in rows), key=lambda code: int(values[code]))
        if values[best] > values[printed[row]]:
            chosen[row] = best
    return chosen


def tactical_columns(facts: Facts, column: int) -> Iterator[tuple[tuple[Codes, Codes], tuple[str, ...]]]:
    """Yield the tactical results that both sides end up with in a column, each of shape (11,), and the members alike.

    The first is that of the central member. Without an elite bonus there is one, as printed, of no member.
    """
    printed = ATTACKER_TACTICAL[:, column], DEFENDER_TACTICAL[:, column]
    if not (facts.attacker_elite or facts.defender_elite):
        yield printed, ()
        return
    attacker_worth, defender_worth = attacker_values(facts), defender_values(facts)
    alike: dict[bytes, tuple[tuple[Codes, Codes], list[str]]] = {}
    for member in (FAMILY.central, *(name for name in FAMILY.members if name != FAMILY.central)):
        blocks = FAMILY.members[member]
        codes = (
            block_choice(printed[0], blocks, attacker_worth) if facts.attacker_elite else printed[0],
            block_choice(printed[1], blocks, defender_worth) if facts.defender_elite else printed[1],
        )
        alike.setdefault(codes[0].tobytes() + codes[1].tobytes(), (codes, []))[1].append(member)
    for codes, members in alike.values():
        yield codes, tuple(members)
