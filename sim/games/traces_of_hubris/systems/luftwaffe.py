"""The Luftwaffe [4.1, 7.0]: markers by turn and die, their split, and what they buy: column shifts and fed hexes.

How often German units attack, and who is out of supply, is decided on the map and comes in as factors. Most cells of
the reorganization table are our guess: `markers` moves them, and only them, by three factors.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from sim.dice import Rolls, all_rolls
from sim.factors import factors_of, whole
from sim.games.traces_of_hubris.systems._asking import mean_of, number, with_factors
from sim.games.traces_of_hubris.systems._turns import GAME, LAST_TURN, TURNS, Counts, broadcast
from sim.games.traces_of_hubris.systems.blucher import FIRST_TURN
from sim.numbers.tables import load_grid, load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, result_findings, system_of
from sim.verdict import Found, figure

TABLE = load_grid(GAME, "luftwaffe_markers")
SPLIT = load_list(GAME, "luftwaffe_split")
LIMITS = load_list(GAME, "luftwaffe_limits")

_MOST_MARKERS = len(SPLIT.rows) - 1
_IS_GUESSED = np.array([[basis == "assumed" for basis in row] for row in TABLE.basis])
_PRINTED_TURN, _PRINTED_ROLL = 4, 3  # the plane of our guess turns about the one cell quoted
_SPLIT = np.array(
    [[int(row[name]) for name in ("air_supply_min", "air_supply_max", "offensive_min")] for row in SPLIT.rows], np.int16
)
_SHIFT = LIMITS.integer("offensive_shift")
_PER_HEX = LIMITS.integer("offensive_markers_per_hex")
_PER_ACTIVATION = LIMITS.integer("offensive_markers_per_activation")
_TOWN_SHIFT = LIMITS.integer("offensive_shift_on_city_optional")
_PER_TOWN = LIMITS.integer("offensive_markers_on_city_optional")


def markers(turn: int, rolls: Rolls, level: ArrayLike = 0, fade: ArrayLike = 0, spread: ArrayLike = 0) -> Counts:
    """Return the turn's Luftwaffe markers, shape (...); rolls (..., 1) [4.1, 7.0].

    `level` raises every assumed cell by whole markers; `fade` takes tenths of one for each turn after the fourth,
    `spread` adds tenths for each pip above 3. Cells that are printed stay.

    >>> int(markers(4, np.array([3], np.int8), level=2))  # [7.0, example]
    5
    """
    die = rolls[..., 0].astype(np.int16)
    row, column_at = TABLE.row_index(die), TABLE.column_labels.index(str(turn))
    printed = TABLE.numbers[row, column_at]
    tenths = (die - _PRINTED_ROLL) * np.asarray(spread) - (turn - _PRINTED_TURN) * np.asarray(fade)
    moved = printed + np.asarray(level) + (2 * tenths + 10) // 20  # to the nearest whole marker
    guessed = np.clip(moved, 0, _MOST_MARKERS)
    return np.asarray(np.where(_IS_GUESSED[row, column_at], guessed, printed), np.int16)


def air_supply_limits(n_markers: ArrayLike) -> tuple[Counts, Counts]:
    """Return the least and the most air supply markers among a turn's markers, shape (...) [7.0].

    >>> [int(x) for x in air_supply_limits(5)]  # [7.0, example]
    [0, 2]
    """
    limits = _SPLIT[np.asarray(n_markers)]
    return limits[..., 0], limits[..., 1]


def shifts_bought(
    offensive: ArrayLike,
    activations: ArrayLike,
    attacks: ArrayLike,
    town_attacks: ArrayLike,
    option_14_4: ArrayLike,
    no_limit: ArrayLike = 0,
) -> tuple[Counts, Counts]:
    """Return columns to the right and markers used in a turn, shape (...), spent where a marker buys most [7.0, 14.4].

    `activations` in which Germans attack `attacks` hexes, `town_attacks` of them towns or cities (at most all). One
    marker a hex, three an activation; by option 14.4 a town takes two, of one column each, and the three an
    activation stand, or fall with `no_limit` (ruling R41).

    >>> [int(x) for x in shifts_bought(4, 2, 1, 0, 0)]  # two attacks, a marker each
    [4, 2]
    """
    option = np.asarray(option_14_4) > 0
    towns = np.minimum(town_attacks, attacks) * option
    most = np.where(option & (np.asarray(no_limit) > 0), _MOST_MARKERS, _PER_ACTIVATION)
    full = np.minimum((np.asarray(attacks) - towns) * _PER_HEX, most)  # markers of two columns
    small = np.minimum(towns * _PER_TOWN, most - full)  # markers of one
    at_full = np.minimum(offensive, np.asarray(activations) * full)
    at_small = np.minimum(np.asarray(offensive) - at_full, np.asarray(activations) * small)
    columns = _SHIFT * at_full + _TOWN_SHIFT * at_small
    return np.asarray(columns, np.int16), np.asarray(at_full + at_small, np.int16)


def chance_at_hand(turn: int, wanted: int, factors: Mapping[str, ArrayLike]) -> Fraction:
    """Return the chance that a turn brings at least so many markers."""
    known = {name: int(np.asarray(factors.get(name, 0))) for name in ("level", "fade", "spread")}
    rolled = markers(turn, all_rolls(1), **known)
    return Fraction(int((rolled >= wanted).sum()), rolled.size)


@dataclass(frozen=True)
class Luftwaffe(State):
    """The Luftwaffe in each game."""

    markers: Counts = column("Luftwaffe markers of the turn [4.1]", lasts=False)
    air_supply: Counts = column("of them air supply [7.0]", lasts=False)
    columns: Counts = column("columns to the right that offensive support bought", lasts=False)
    hexes_fed: Counts = column("hexes spared a step by air supply", lasts=False)
    total_markers: Counts = column("markers so far", lasts=True, logged=False)
    total_columns: Counts = column("columns bought so far", lasts=True, logged=False)
    total_hexes_fed: Counts = column("hexes fed so far", lasts=True, logged=False)


def start(n: int, setting: Setting) -> Luftwaffe:
    """Return n games before the first turn."""
    return Luftwaffe(*(np.zeros(n, np.int16) for _ in range(7)))


def reorganization(state: Luftwaffe, setting: Setting, turn: int, rolls: Rolls) -> Luftwaffe:
    """Roll for the turn's markers and split them in secret; rolls (games, 1) [4.1, 7.0]."""
    factors = setting.factors
    rolled = markers(turn, rolls, factors["level"], factors["fade"], factors["spread"])
    state = replace(state, markers=rolled)
    least, most = air_supply_limits(rolled)
    wanted = np.asarray(setting.policies["axis"].decide(state, turn)["air_supply"])
    return replace(
        state, air_supply=np.clip(wanted, least, most).astype(np.int16), total_markers=state.total_markers + rolled
    )


def spend(state: Luftwaffe, setting: Setting, turn: int, rolls: Rolls) -> Luftwaffe:
    """Fly support for the turn's attacks, and feed hexes when the supply chit is drawn; no dice [7.0]."""
    given, n = setting.factors, len(state.markers)
    names = ("axis_activations", "attacks", "town_attacks", "option_14_4", "no_limit")
    columns, _ = shifts_bought(state.markers - state.air_supply, *(broadcast(given[name], n) for name in names))
    fed = np.minimum(state.air_supply, broadcast(given["unsupplied_hexes"], n))
    return replace(
        state, columns=columns, hexes_fed=fed,
        total_columns=state.total_columns + columns, total_hexes_fed=state.total_hexes_fed + fed,
    )  # fmt: skip


def air_supply_of(entry: Entry) -> Decide:
    """Return the decision of a policy: air supply as a share of the most allowed, in halves."""

    def decide(state: Any, turn: int) -> Mapping[str, Any]:
        _, most = air_supply_limits(state.markers)
        return {"air_supply": (most * entry["supply_halves"] + 1) // 2}

    return decide


COURSE = Course(
    id="luftwaffe",
    title="The Luftwaffe's markers",
    factors=factors_of(GAME, "luftwaffe_factors"),
    policies=policies_of(GAME, "luftwaffe", air_supply_of),
    turns=TURNS,
    state=Luftwaffe,
    start=start,
    phases=(Phase("luftwaffe", "4.1, 7.0", 1, reorganization), Phase("air_support", "7.0", 0, spend)),
    results={
        "total_markers": "Luftwaffe markers over the nine turns",
        "total_columns": "columns to the right bought over the nine turns",
        "total_hexes_fed": "hexes spared a step over the nine turns",
    },
)


def columns_bought(setting: Setting) -> Fraction:
    """Return the columns to the right that the Luftwaffe is expected to buy in nine turns."""
    return mean_of(COURSE, "total_columns", setting)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws over the game, and turn by turn the markers and the columns they buy."""
    yield from result_findings(COURSE, setting, "4.1, 7.0")
    activations = whole(setting.factors, "axis_activations")
    average = columns_bought(setting) / (LAST_TURN * activations)
    yield number("columns_an_activation", "columns that an activation gets on average", "7.0", average)
    upto = Fraction(0)
    for n in range(1, activations + 1):
        total = columns_bought(with_factors(setting, axis_activations=n)) / LAST_TURN
        about = f"columns that activation {n} of a turn gets, if markers fly as soon as they can"
        yield number(f"activation_{n}", about, "7.0", total - upto)
        upto = total
    for turn, worlds in enumerate(play_exactly(COURSE, setting), 1):
        yield number(f"markers_{turn}", f"markers expected on turn {turn}", "4.1", worlds.law("markers").mean(int))
        yield number(
            f"columns_{turn}", f"columns bought on turn {turn}, expected", "7.0", worlds.law("columns").mean(int)
        )
        if turn >= FIRST_TURN:
            at_hand = chance_at_hand(turn, LIMITS.integer("blucher_markers"), setting.factors)
            yield number(
                f"three_{turn}", f"chance of the three markers for Blücher on turn {turn}", "7.0", at_hand, Unit.CHANCE
            )


def verdict(found: Found) -> str:
    """Say how many columns the markers buy by a table that is guessed, and on what it hangs when to attack."""
    low, high = found.span("level")
    if not found.value:
        return "The Luftwaffe buys no columns at all unless German units attack."
    columns = [found.number(f"columns_{turn}") for turn in range(1, len(TURNS) + 1)]
    said = f"The Luftwaffe buys {figure(low)} to {figure(high)} column shifts"
    guess = "most of its table is our guess"
    if 2 * sum(columns[: len(columns) // 3]) < sum(columns):
        return f"{said}, spread over the whole game; {guess}."
    return f"{said}: {guess}. If it fades as we guess, attack early."


SYSTEM = system_of(
    COURSE,
    order=1,
    group=Group.AIR_AND_SUPPLY,
    question="How many columns to the right does the Luftwaffe buy in a game?",
    rules=("4.1", "7.0", "14.4"),
    tables=("luftwaffe_markers", "luftwaffe_split", "luftwaffe_limits", "luftwaffe_factors"),
    unprinted=("level", "fade", "spread"),
    measured="columns to the right in nine turns",
    things="columns",
    good_for="axis",
    measure=columns_bought,
    find=findings,
    verdict=verdict,
)
