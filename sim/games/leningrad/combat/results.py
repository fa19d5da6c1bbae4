"""Results of combat in Leningrad, and what the players make of them: steps or hexes of retreat [8.4].

The defender answers his result first, then the attacker, who knows what the defender did [8.43].
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.exact import Law, Outcome
from sim.games.leningrad.combat.facts import Fight
from sim.numbers.tables import load_grid

CRT = load_grid("leningrad", "crt")
ELIMINATED = -1
_SEVERITY = "E21-"  # of a side's result, the worst first
_DEMANDS = {"-": 0, "1": 1, "2": 2, "E": ELIMINATED}


def _severity(result: str) -> tuple[int, int]:
    defender, _, attacker = result.partition("/")
    return _SEVERITY.index(attacker), -_SEVERITY.index(defender)


RESULTS = tuple(sorted({cell for row in CRT.cells for cell in row}, key=_severity))
"""The results as printed, defender/attacker, from the attacker's worst to his best."""


def demands(result: str) -> tuple[int, int]:
    """Return what a printed result asks of defender and attacker: steps or hexes, or `ELIMINATED` [8.41-8.44].

    >>> demands("2/1"), demands("-/E")
    ((2, 1), (0, -1))
    """
    defender, _, attacker = result.partition("/")
    return _DEMANDS[defender], _DEMANDS[attacker]


def legend(results: Collection[str]) -> str:
    """Return in one line what printed results mean [8.41-8.44]."""
    sides = {part for result in results for part in result.split("/")}
    words = {"1": "1 and 2 are steps to lose or hexes to retreat", "E": "E is eliminated", "-": "- is unaffected"}
    return f"defender/attacker: {', '.join(text for part, text in words.items() if part in sides or part == '1')}"


def answer(
    demand: ArrayLike, steps: int, retreat: int, takes: str, ground: ArrayLike = True, must_stay: ArrayLike = False
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return steps lost and hexes retreated, each of shape (...), by a force that answers a demand, shape (...).

    `takes` is ``steps``, ``retreat``, ``split``, or what comes first when it does its best: ``ground``, where it is
    worth holding, or ``spare`` steps. It retreats `retreat` hexes at most, none where it `must_stay`. Steps go
    first, and what exceeds them lapses [8.42, 8.47; ruling R19].

    >>> [int(n[0]) for n in answer([2], steps=4, retreat=1, takes="retreat")]  # one hex is safe, so a step as well
    [1, 1]
    """
    demand = np.asarray(demand, np.int64)[..., np.newaxis]
    hexes = np.arange(max(_DEMANDS.values()) + 1)
    lost = np.where(demand == ELIMINATED, steps, np.minimum(np.abs(demand - hexes), steps))
    is_gone = lost >= steps
    is_legal = (hexes == 0) | (hexes <= np.minimum(demand, retreat)) & ~np.asarray(must_stay)[..., np.newaxis]
    gives_ground = (is_gone | (hexes > 0)) & np.asarray(ground)[..., np.newaxis]
    wish = {
        "steps": hexes + 0 * lost,
        "retreat": 0 * lost - hexes,
        "split": np.abs(hexes - demand // 2),  # of 2 one hex, of 1 none
        "ground": gives_ground * (steps + 1) + lost,
        "spare": lost * 2 + gives_ground,
    }[takes]
    chosen = np.argmin(np.where(is_legal, wish, np.iinfo(np.int64).max), axis=-1)[..., np.newaxis]
    at = np.take_along_axis
    return at(lost, chosen, -1)[..., 0], at(np.where(is_gone, 0, hexes), chosen, -1)[..., 0]


def after(law: Law, fight: Fight) -> Law | None:
    """Return what the printed results of a law come to once both sides have answered; `None` where steps are not given.

    An overrun that succeeds must be followed up, so its attackers answer with steps alone [7.6, 7.7; ruling R28].
    """
    attackers, defenders = fight.steps("attacker"), fight.steps("defender")
    if not attackers or not defenders:
        return None
    asked = np.array([demands(RESULTS[position]) for (position,) in law.counts])
    does = fight.defender_takes if fight.defender_takes != "best" else _AIMS[fight.defender_aim]
    defender, defender_hexes = answer(asked[:, 0], defenders, fight.defender_retreat, does)
    is_cleared = (defender >= defenders) | (defender_hexes > 0)
    does = fight.attacker_takes if fight.attacker_takes != "best" else _AIMS[fight.attacker_aim]
    attacker, attacker_hexes = answer(
        asked[:, 1], attackers, fight.attacker_retreat, does, is_cleared, is_cleared & fight.overrun
    )
    is_eliminated = attacker >= attackers
    columns = {
        "attacker_step_losses": attacker, "defender_step_losses": defender,
        "attacker_retreat_hexes": attacker_hexes, "defender_retreat_hexes": defender_hexes,
        "is_attacker_eliminated": is_eliminated, "is_defender_eliminated": defender >= defenders,
        "is_cleared": is_cleared, "is_taken": is_cleared & ~is_eliminated & (attacker_hexes == 0),
    }  # fmt: skip
    counts: dict[Outcome, int] = {}
    outcomes = np.stack(list(columns.values()), axis=-1).astype(int).tolist()
    for outcome, n in zip(map(tuple, outcomes), law.counts.values(), strict=True):
        counts[outcome] = counts.get(outcome, 0) + n
    return Law(tuple(columns), dict(sorted(counts.items())), law.denominator)


_AIMS = {"hold": "ground", "take": "ground", "spare": "spare"}
