"""From strengths to the column and the modified roll: terrain, shifts, DRMs, odds beyond the table [13.2]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.combat import Applied
from sim.errors import GameError
from sim.games.donnerschlag.combat.cards import Effects
from sim.games.donnerschlag.combat.facts import GAME, Fight
from sim.games.donnerschlag.combat.strengths import (
    Stack,
    attack_strength,
    declared,
    defense_strength,
    taking_part,
)
from sim.numbers.columns import column_reached, label_of, odds_rung, ratio_of
from sim.numbers.rawfiles import MISSING
from sim.numbers.tables import Records, load_grid, load_list

CRT = load_grid(GAME, "crt")
SHIFTS = load_list(GAME, "column_shifts")
DRMS = load_list(GAME, "drm")
TERRAIN_LINES = load_list(GAME, "terrain")
RATIOS = tuple(ratio_of(label, ":") for label in CRT.column_labels)
LAST = len(RATIOS) - 1
BELOW = -1
"""The place left of the first column, which gives one result whatever the roll (ruling R3)."""
BELOW_LABEL = f"below {CRT.column_labels[0]}"

LINES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "two": {"village": ("effects_ville", "minor_village"), "city": ("effects_cite", "town")},
    "three": {"village": ("", "minor_village"), "town": ("effects_ville", "town"), "city": ("effects_cite", "")},
    "three-city-2": {
        "village": ("", "minor_village"), "town": ("effects_ville", "town"), "city": ("effects_cite", "town"),
    },
}  # fmt: skip
"""What each kind of town is in the two printed lists: a line of effects, a line of DRMs (ruling R1)."""


@dataclass(frozen=True)
class Situation:
    """A fight once its cards are played: the odds, the final column (`BELOW`, or 0 up), the DRM, who may advance.

    `is_fought` is false where nobody is left to attack, `is_barred` true where a river keeps some tank out.
    """

    is_fought: bool
    is_barred: bool
    can_advance: bool
    initial_odds: str
    column: int
    drm: int
    applied: tuple[Applied, ...]


def initial_position(attack: ArrayLike, defense: ArrayLike, below: str = "place") -> NDArray[np.int64]:
    """Return the position of attack against defense among the columns, shape (...), rounded down [13.2].

    Below the first column it is `BELOW`, or with `below` ``steps`` one further for each of 1:2, 1:3 ... (ruling R3);
    beyond the last one further for each whole odds (ruling R4). A defense of 0 is in the last column (ruling R50).

    >>> initial_position([6, 12, 29, 3], [4, 1, 4, 0]).tolist()  # 1.5:1 [example]; five past 7:1; 7:1; no defense
    [1, 12, 7, 7]
    """
    attack, defense = np.asarray(attack, np.int64), np.asarray(defense, np.int64)
    reached, some = column_reached(attack, defense, RATIOS), np.maximum(defense, 1)
    top = RATIOS[-1]
    beyond = (attack * top.denominator - top.numerator * defense) // (some * top.denominator)
    position = reached + np.where((reached == LAST) & (defense > 0), np.maximum(beyond, 0), 0)
    is_below = (reached == BELOW) | (attack == 0)
    rungs = np.where(attack > 0, np.minimum(odds_rung(np.maximum(attack, 1), some), BELOW), BELOW)
    return np.where(is_below, rungs if below == "steps" else BELOW, position)


def final_column(
    initial: ArrayLike, shift: ArrayLike, below: str = "place", clamp_first: bool = False
) -> NDArray[np.int64]:
    """Return the final column, `BELOW` or 0 up, shape (...), of an initial position shifted by so many columns.

    Only the final column is held to the table, with `clamp_first` the initial one too (ruling R4). With `below`
    ``unshifted`` shifts lead neither out of the place below the table nor into it (ruling R3).

    >>> final_column([1, -1, 12, 0], [1, 1, -3, -1]).tolist()  # 1.5:1 becomes 2:1 [example]
    [2, 0, 7, -1]
    """
    initial = np.minimum(initial, LAST) if clamp_first else np.asarray(initial)
    final = np.clip(initial + np.asarray(shift), BELOW, LAST)
    return np.where(initial < 0, BELOW, np.maximum(final, 0)) if below == "unshifted" else final


def net(rows: Records, value: str, counts: Mapping[str, int]) -> int:
    """Return the sum of a table's modifiers; `KeyError` names a row that is not answered for.

    The row of the combat cards, whose worth stands on the cards, counts what is given.
    """
    return sum((1 if row[value] == MISSING else int(row[value])) * counts[row["id"]] for row in rows.rows)


def situation(fight: Fight, cards: Effects) -> Situation:
    """Return a fight under the effects of its cards; `GameError` where a river bars tanks that are not given apart."""
    all_stacks = declared(fight)
    stacks = taking_part(all_stacks, is_river_cancelled=bool(cards.cancels_river))
    is_barred = not cards.cancels_river and any(stack.barred() for stack in all_stacks)
    if is_barred and not fight.attackers:
        raise GameError(
            "river is yes; expected no with attacker_tank, or a card that cancels it for certain: tanks do not attack "
            "across an unbridged river; give attackers unit by unit to let the others attack [13.2]"
        )
    if fight.called_off and is_barred:
        stacks = ()  # ruling R51
    shifts, drms = _shift_counts(fight, stacks, cards), _drm_counts(fight, stacks, cards)
    attack = max(attack_strength(stacks, _attack_factor(fight), round_once=fight.round_once) + cards.attack, 0)
    defense = max(defense_strength(fight) + cards.defense, 0)
    initial = initial_position(attack, defense, fight.below)
    shift = net(SHIFTS, "column_shift", shifts) + fight.shift
    return Situation(
        any(stack.units for stack in stacks), is_barred,
        any(unit.kind == "tank" and not stack.is_across for stack in stacks for unit in stack.units),
        _odds_label(attack, defense, int(initial)),
        int(final_column(initial, shift, fight.below, fight.clamp_first)),
        net(DRMS, "value", drms) + fight.drm,
        (*_applied(SHIFTS, "column_shift", shifts), *_applied(DRMS, "value", drms)),
    )  # fmt: skip


def _shift_counts(fight: Fight, stacks: tuple[Stack, ...], cards: Effects) -> dict[str, int]:
    """Return how often each shift applies: once at most, and by supplied units alone (rulings R12, R13)."""
    kinds = {unit.kind for stack in stacks for unit in stack.units if unit.is_supplied}
    line = LINES[fight.town_words].get(fight.terrain, ("", ""))[0]
    has_tank, has_arms = (not line or TERRAIN_LINES[line][f"has_{s}_shift"] != "no" for s in ("tank", "combined_arms"))
    return {
        "tank_attack": int("tank" in kinds and has_tank),
        "tank_defense": int(fight.defender_tank),
        "combined_arms_attack": int({"tank", "motorized_infantry"} <= kinds and has_arms),
        "combined_arms_defense": int(fight.defender_tank and fight.defender_motorized and has_arms),
        "combat_cards": cards.column_shift,
    }


def _drm_counts(fight: Fight, stacks: tuple[Stack, ...], cards: Effects) -> dict[str, int]:
    """Return how often each DRM applies; one unit across a river is enough, and more are no more (ruling R14)."""
    line = LINES[fight.town_words].get(fight.terrain, ("", ""))[1]
    towns = {name: int(line == name) for name in ("minor_village", "town")}
    return {**towns, "unbridged_river": int(any(stack.is_across for stack in stacks)), "combat_cards": cards.drm}


def _attack_factor(fight: Fight) -> Fraction:
    """Return what the terrain leaves of the attackers' strength."""
    line = LINES[fight.town_words].get(fight.terrain, ("", ""))[0]
    return Fraction(TERRAIN_LINES[line]["attack_factor"] or 1) if line else Fraction(1)


def _applied(rows: Records, value: str, counts: Mapping[str, int]) -> list[Applied]:
    """Return the rows that move something, with what they are worth together."""
    worth = {row["id"]: (1 if row[value] == MISSING else int(row[value])) * counts[row["id"]] for row in rows.rows}
    return [Applied(row["id"], worth[row["id"]], row["rule"]) for row in rows.rows if worth[row["id"]]]


def _odds_label(attack: int, defense: int, initial: int) -> str:
    if initial < 0:
        return BELOW_LABEL
    return CRT.column_labels[initial] if initial <= LAST else label_of(int(odds_rung(attack, defense)), ":")
