"""Draws from the three cups of Donnerschlag [5, 13.2, 18]: ad hoc infantry, Alarmgruppe, Soviet tanks; and SNAFU.

How many units a cup holds is not printed; how often and with which DRM a side attacks is the map's. Both are factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls, all_rolls
from sim.factors import factors_of
from sim.games.donnerschlag.systems._combat_cards import PLAYED_TURNS
from sim.games.donnerschlag.systems._laws import mean_of
from sim.numbers.tables import load_list
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import (
    Course,
    Draw,
    Finding,
    Group,
    Phase,
    Setting,
    System,
    Unit,
    result_findings,
    system_of,
)
from sim.verdict import Found

CUPS = load_list("donnerschlag", "draw_cups")
TRIGGERS = load_list("donnerschlag", "draw_triggers")
MOST = {"ad_hoc_infantry": 10, "alarmgruppe": 10, "soviet_tank": 4}
"""The most draws that a turn can set off: the highest numbers of attacks or cards that the factors know."""
NOTHING, SNAFU, UNIT = range(3)

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Cup(State):
    """One cup in each game; what is not on the map is in it."""

    on_map: Numbers = column("units of the cup on the map", lasts=True)
    snafu_out: Numbers = column("SNAFU markers that lie beside the cup", lasts=True, logged=False)
    snafus: Numbers = column("draws spoiled by a SNAFU", lasts=False, logged=False)
    placed: Numbers = column("units drawn and placed", lasts=False)
    total: Numbers = column("units placed so far", lasts=True)


RESULTS = {"total": "units placed over seven turns", "on_map": "units of the cup on the map at the end"}


def sets_off(cup: str, drm: ArrayLike, rolls: Rolls) -> NDArray[np.bool_]:
    """Return whether an attack sets off a draw, shape (...), by its modified roll; rolls of shape (..., 1) [13.2].

    >>> [bool(sets_off("ad_hoc_infantry", drm, np.array([2], np.int8))) for drm in (0, -1)]  # at most 1 does
    [False, True]
    """
    row = TRIGGERS[cup]
    modified = rolls[..., 0] + np.asarray(drm)
    low, high = row["modified_roll_at_most"], row["modified_roll_at_least"]
    is_low = modified <= int(low) if low else np.zeros_like(modified, bool)
    return np.asarray(is_low | (modified >= int(high)) if high else is_low, np.bool_)


def draw_ways(faces: ArrayLike, units: ArrayLike, snafus: ArrayLike, of: int = 6) -> NDArray[np.int64]:
    """Return in how many ways a draw brings nothing, a SNAFU or a unit, shape (..., 3) [13.2].

    `faces` of `of` rolls set the draw off; `units` and `snafus` lie in the cup; all of shape (...). A die and a marker
    are drawn at once: so many rolls times all markers. A cup without units brings nothing.

    >>> draw_ways(1, 8, 2).tolist()  # of six rolls and ten markers
    [50, 2, 8]
    """
    faces, units, snafus = np.broadcast_arrays(*(np.asarray(n, np.int64) for n in (faces, units, snafus)))
    is_there = units > 0
    nothing = np.where(is_there, (of - faces) * (units + snafus), 1)
    return np.stack([nothing, faces * snafus * is_there, faces * units], axis=-1)


def set_off_of_36(cup: str, factors: Mapping[str, ArrayLike], of_6: ArrayLike, number: int) -> NDArray[np.int64]:
    """Return how many of 36 rolls set off draw `number` of a turn, from 0, shape (): all where a card does (R19).

    `of_6` says how many sixths of the attacks are made, or of the cards played; a last one that this leaves in part is
    made by a second die, so that half of one card is that card every other time.
    """
    rolls, is_by_card = all_rolls(1), "cards" in factors
    sixths = np.asarray(factors["cards" if is_by_card else "attacks"], np.int64) * np.asarray(of_6)
    made = np.clip(sixths - len(rolls) * number, 0, len(rolls))
    drm = np.asarray(factors.get("drm", 0))[..., np.newaxis]
    faces = len(rolls) if is_by_card else sets_off(cup, drm, rolls).sum(axis=-1)
    return np.asarray(faces * made, np.int64)


def start(n: int, setting: Setting) -> Cup:
    """Return n games with every unit and SNAFU in the cup [5]."""
    zero = np.zeros(n, np.int8)
    return Cup(on_map=zero, snafu_out=zero, snafus=zero, placed=zero, total=zero)


def drawn(cup: Cup, setting: Setting, turn: int, kind: NDArray[Any]) -> Cup:
    """Place the unit, or note the SNAFU, which goes back at once or, read otherwise, when no unit is left (R18)."""
    is_unit, is_snafu = (kind == UNIT).astype(np.int8), (kind == SNAFU).astype(np.int8)
    on_map = cup.on_map + is_unit
    stays = (np.asarray(setting.factors["snafu_stays_out"]) > 0) & (on_map < np.asarray(setting.factors["units"]))
    return replace(
        cup,
        on_map=on_map,
        snafu_out=((cup.snafu_out + is_snafu) * stays).astype(np.int8),
        snafus=cup.snafus + is_snafu,
        placed=cup.placed + is_unit,
        total=cup.total + is_unit,
    )


def eliminated(cup: Cup, setting: Setting, turn: int, rolls: Rolls) -> Cup:
    """Put the turn's eliminated units back into the cup; no dice [13.2]."""
    lost = np.minimum(cup.on_map, np.asarray(setting.factors["losses"]))
    return replace(cup, on_map=(cup.on_map - lost).astype(np.int8))


def phases_of(cup_id: str) -> tuple[Draw | Phase, ...]:
    """Return the steps of a turn for one cup: its draws, one after the other, and the losses."""

    def draw(number: int) -> Draw:
        def weights(cup: Cup, setting: Setting, turn: int) -> NDArray[np.int64]:
            units = np.asarray(setting.factors["units"]) - cup.on_map
            snafus = CUPS.integer(cup_id, "snafu_counters") - cup.snafu_out
            of_6 = next(iter(setting.policies.values())).decide(cup, turn)["of_6"]
            return draw_ways(set_off_of_36(cup_id, setting.factors, of_6, number), units, snafus, of=36)

        return Draw(f"draw_{number + 1}", "13.2", weights, drawn)

    return (*(draw(number) for number in range(MOST[cup_id])), Phase("eliminated", "13.2", 0, eliminated))


def _share(entry: Entry) -> Decide:
    """Make so many sixths of the attacks, or play so many sixths of the cards."""
    return lambda cup, turn: {"of_6": int(entry["of_6"])}


def cup_course(name: str, title: str, table: str, cup: str) -> Course:
    """Return the course of one cup's draws."""
    return Course(
        id=name, title=title, factors=factors_of("donnerschlag", table),
        policies=policies_of("donnerschlag", name, _share), turns=PLAYED_TURNS, state=Cup, start=start,
        phases=phases_of(cup), results=RESULTS,
    )  # fmt: skip


def cup_system(
    course: Course, *, order: int, question: str, table: str, good_for: str, shows: str, verdict: Callable[[Found], str]
) -> System:
    """Return the system of such a course; `shows` is the factor that its headline compares."""
    placed, spoiled = mean_of(course, "placed"), mean_of(course, "snafus")

    def findings(setting: Setting) -> Iterator[Finding]:
        yield from result_findings(course, setting, "5, 13.2")
        about = "draws over seven turns that a SNAFU spoils"
        yield Finding("snafus", about, "5, 13.2", number=spoiled(setting))

    return system_of(
        course,
        order=order,
        group=Group.REINFORCEMENTS,
        verdict=verdict,
        question=question,
        rules=("5", "13.2", "18"),
        tables=(table,),
        measured="units placed over seven turns",
        unit=Unit.NUMBER,
        good_for=good_for,
        measure=placed,
        find=findings,
        shows=(shows,),
    )
