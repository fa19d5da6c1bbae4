"""Operation Blücher [12.4]: one roll with each supply chit from turn 3 until the 11th Army has crossed to Taman.

Which places the Axis holds, or stands near, when the chit is drawn is decided on the map and comes in as factors. So
does whether three Luftwaffe markers are left by then; whether they are spent is the policy's. The roll must be made
[8.0].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from sim.dice import Rolls
from sim.factors import factors_of
from sim.games.traces_of_hubris.systems._asking import BY_TURN, end_of, number, with_factors
from sim.games.traces_of_hubris.systems._turns import (
    GAME,
    LAST_TURN,
    TURNS,
    Counts,
    Flags,
    as_modifiers,
    broadcast,
    is_within,
)
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import Decide, Entry, policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, Words, result_findings, system_of
from sim.verdict import Found, roughly

DRM = as_modifiers(load_list(GAME, "blucher_drm"), "drm")
CONDITIONS = load_list(GAME, "blucher_conditions")
FIRST_TURN = CONDITIONS.integer("first_turn")
HQS = ("none", "11A", "KG")
"""The headquarters that lands, by its code in the state."""

_PLACES = tuple(row["id"] for row in DRM.rows if row["id"] not in ("turn_6", "luftwaffe"))
_MARKERS = load_list(GAME, "luftwaffe_limits").integer("blucher_markers")


def _schedule() -> NDArray[np.int16]:
    """Return headquarters, German and Romanian divisions by turn of success; row 0, never, is empty."""
    lands = np.zeros((LAST_TURN + 1, 3), np.int16)
    for row in load_list(GAME, "blucher_arrival").rows:  # "6+" holds from turn 6 to the end
        since = int(row["turn"].rstrip("+"))
        lands[since:] = HQS.index(row["hq"]), int(row["german_infantry"]), int(row["romanian_mountain"])
    return lands


LANDS = _schedule()


@dataclass(frozen=True)
class Blucher(State):
    """Blücher in each game."""

    blucher_drm: NDArray[np.int8] = column("net DRM of the roll, the discard included; 0 if none", lasts=False)
    is_rolled: Flags = column("the roll was made [8.0, 12.4]", lasts=False)
    is_discarded: Flags = column("three Luftwaffe markers were discarded for it [7.0]", lasts=False)
    markers_discarded: Counts = column("Luftwaffe markers discarded so far", lasts=True)
    success_turn: Counts = column("turn on which Blücher succeeded, 0 if not yet", lasts=True)
    hq: Counts = column("headquarters landed: 0 none, 1 11th Army, 2 Kampfgruppe", lasts=True)
    german_infantry: Counts = column("German infantry divisions landed", lasts=True)
    romanian_mountain: Counts = column("Romanian mountain divisions landed", lasts=True)


def blucher_drm(counts: Mapping[str, ArrayLike]) -> NDArray[np.int8]:
    """Return the net DRM of the roll, shape (...); `counts` says for every row of `DRM` whether it applies [12.4].

    Three markers count once a roll, however many are left (ruling R27).

    >>> none = {row["id"]: 0 for row in DRM.rows}
    >>> int(blucher_drm(none | {"rostov_na_donu": 1, "novorossiysk": 1}))
    3
    """
    return net_modifier(DRM, {name: np.minimum(np.asarray(times), 1) for name, times in counts.items()})


def is_success(drm: ArrayLike, rolls: Rolls) -> Flags:
    """Return whether a roll succeeds, shape (...); rolls (..., 1) [12.4].

    >>> is_success(2, np.array([[3], [4]], np.int8)).tolist()
    [False, True]
    """
    return np.asarray(rolls[..., 0] + np.asarray(drm) >= CONDITIONS.integer("success"))


def drm_counts(factors: Mapping[str, ArrayLike], turn: int) -> dict[str, ArrayLike]:
    """Return which modifiers apply on a turn before any markers are discarded; places by their windows."""
    held = {place: is_within(factors, place.partition("_")[0], turn) for place in _PLACES}
    return {**held, "turn_6": turn >= CONDITIONS.integer("late_turn"), "luftwaffe": 0}


def start(n: int, setting: Setting) -> Blucher:
    """Return n games before the first turn."""
    zero, no = np.zeros(n, np.int16), np.zeros(n, np.bool_)
    return Blucher(zero.astype(np.int8), no, no, zero, zero, zero, zero, zero)


def conditions(blucher: Blucher, setting: Setting, turn: int, rolls: Rolls) -> Blucher:
    """Add up the map's modifiers, and let the Axis discard before the roll (ruling R36); no dice [7.0, 12.4]."""
    is_rolled = (blucher.success_turn == 0) & (turn >= FIRST_TURN)
    counts = drm_counts(setting.factors, turn)
    bare = broadcast(blucher_drm(counts | dict(setting.forced)), len(is_rolled)).astype(np.int8)
    wants = np.asarray(setting.policies["axis"].decide(replace(blucher, blucher_drm=bare), turn)["discard"])
    is_discarded = is_rolled & wants & is_within(setting.factors, "discard", turn)
    drm = blucher_drm(counts | {"luftwaffe": is_discarded} | dict(setting.forced))
    return replace(
        blucher,
        blucher_drm=(drm * is_rolled).astype(np.int8),
        is_rolled=is_rolled,
        is_discarded=is_discarded,
        markers_discarded=(blucher.markers_discarded + _MARKERS * is_discarded).astype(np.int16),
    )


def roll(blucher: Blucher, setting: Setting, turn: int, rolls: Rolls) -> Blucher:
    """Roll for Blücher, and land what the turn of success allows; rolls (games, 1) [12.4]."""
    succeeds = blucher.is_rolled & is_success(blucher.blucher_drm, rolls)
    success_turn = np.where(succeeds, np.int16(turn), blucher.success_turn)
    lands = LANDS[success_turn]
    return replace(
        blucher, success_turn=success_turn, hq=lands[:, 0], german_infantry=lands[:, 1], romanian_mountain=lands[:, 2]
    )


def discard_of(entry: Entry) -> Decide:
    """Return the decision of a policy: discard below a sum of the other modifiers, on some turns."""

    def decide(state: Blucher, turn: int) -> Mapping[str, Any]:
        return {"discard": (state.blucher_drm < entry["below_drm"]) & (entry["from_turn"] <= turn <= entry["to_turn"])}

    return decide


COURSE = Course(
    id="blucher",
    title="Operation Blücher: the 11th Army",
    factors=factors_of(GAME, "blucher_factors"),
    policies=policies_of(GAME, "blucher", discard_of),
    turns=TURNS,
    state=Blucher,
    start=start,
    phases=(
        Phase("blucher_conditions", "7.0, 12.4", 0, conditions),
        Phase("blucher_roll", "8.0, 12.4", 1, roll),
    ),
    results={
        "success_turn": "turn on which Blücher succeeds",
        "german_infantry": "German infantry divisions landed",
        "romanian_mountain": "Romanian mountain divisions landed",
        "markers_discarded": "Luftwaffe markers discarded for the roll",
    },
)


def divisions_landed(setting: Setting) -> Fraction:
    """Return the divisions expected to land, German and Romanian."""
    return end_of(COURSE, setting).law("german_infantry", "romanian_mountain").mean(lambda g, r: g + r)


def turn_of_success(setting: Setting) -> Fraction:
    """Return the expected turn of success, never counting as the turn after the last."""
    return end_of(COURSE, setting).law("success_turn").mean(lambda turn: turn or LAST_TURN + 1)


def findings(setting: Setting) -> Iterable[Finding]:
    """Yield the laws of the turn and of the force, each turn's chance, and the worth of every modifier."""
    yield from result_findings(COURSE, setting, "7.0, 12.4", {"success_turn": Words(zero="never", labels=BY_TURN)})
    force = end_of(COURSE, setting).law("hq", "german_infantry", "romanian_mountain")
    yield Finding(
        "force",
        "the force that lands: headquarters, German and Romanian divisions",
        "12.4",
        law=force,
        labels={"hq": HQS},
    )
    yield from _chances(setting)
    turn, divisions = turn_of_success(setting), divisions_landed(setting)
    yield number("divisions", "divisions that land on average, German and Romanian", "12.4", divisions)
    for row in DRM.rows:
        if row["id"] != "luftwaffe":  # its worth hangs on the turn: below
            yield from _worth(setting, row["id"], row["condition"], turn, divisions)
    kept = with_factors(setting, discard_turns=0)
    late, few = turn_of_success(kept), divisions_landed(kept)
    for single in range(FIRST_TURN, LAST_TURN + 1):
        spent = with_factors(setting, discard_from=single, discard_turns=1)
        given = f"by three markers discarded on turn {single} alone"
        yield number(f"discard_{single}_turns", f"turns earlier {given}", "7.0, 12.4", late - turn_of_success(spent))
        more = divisions_landed(spent) - few
        yield number(f"discard_{single}", f"divisions more {given}", "7.0, 12.4", more)


def _worth(setting: Setting, name: str, condition: str, turn: Fraction, divisions: Fraction) -> Iterable[Finding]:
    """Return what a modifier of the roll is worth, on the turns on which it applies here and from the first roll on."""
    without, always = (replace(setting, forced={**setting.forced, name: n}) for n in (0, 1))
    late, few = turn_of_success(without), divisions_landed(without)
    since = int(setting.factors.get(f"{name.partition('_')[0]}_from", 0))  # type: ignore[arg-type]
    when = "" if not since else ", here never" if since > LAST_TURN else f", here from turn {since}"
    about = f"{condition}{when}"
    yield number(f"{name}_turns", f"turns earlier by it: {about}", "12.4", late - turn)
    yield number(f"{name}_divisions", f"divisions more by it: {about}", "12.4", divisions - few)
    if since:
        given = f"if it applied from turn {FIRST_TURN} on: {condition}"
        yield number(f"{name}_always_turns", f"turns earlier {given}", "12.4", late - turn_of_success(always))
        more = divisions_landed(always) - few
        yield number(f"{name}_always_divisions", f"divisions more {given}", "12.4", more)


def _chances(setting: Setting) -> Iterable[Finding]:
    """Return each turn's chance of success, given that it is still rolled for."""
    done = Fraction(0)
    for turn, worlds in enumerate(play_exactly(COURSE, setting), 1):
        upto = worlds.law("success_turn").probability(lambda success: success > 0)
        if turn >= FIRST_TURN and done < 1:
            yield number(
                f"chance_{turn}",
                f"chance that the roll of turn {turn} succeeds, if it comes to it",
                "12.4",
                (upto - done) / (1 - done),
                Unit.CHANCE,
            )
        done = upto


def verdict(found: Found) -> str:
    """Say when Blücher most likely comes, with what, and which town hastens it most as the towns are taken here."""
    usual = sorted(turn for (turn,), p in found.law("success_turn") if p >= Fraction(1, 4) and turn)
    when = f"turn {' or '.join(map(str, usual[:2]))}" if usual else "any turn"
    towns = ("Rostov-na-Donu", "Tikhoretsk", "Krasnodar", "Novorossiysk")
    hastens = {town: found.number(f"{town.lower().replace('-', '_')}_turns") for town in towns}
    best = max(towns, key=lambda town: hastens[town])
    assumed = {name: one.value for name, one in found.system.factors.items() if not name.startswith("discard_")}
    is_war = all(found.given(name) == value for name, value in assumed.items())
    falling = "If the towns fall as in the war" if is_war else "If the towns fall as assumed here"
    said = f"{falling}, expect Blücher on {when} with {roughly(found.number('divisions'), 'division')}"
    return (
        f"{said}; {best.partition('-')[0] if hastens[best] else 'no town'} hastens it{' most' * bool(hastens[best])}."
    )


SYSTEM = system_of(
    COURSE,
    order=7,
    group=Group.REINFORCEMENTS,
    question="When does Blücher come, what hastens it, and what does it land?",
    rules=("7.0", "8.0", "12.4"),
    tables=("blucher_drm", "blucher_conditions", "blucher_arrival", "luftwaffe_limits", "blucher_factors"),
    measured="turns until Blücher succeeds, on average",
    good_for="soviet",
    measure=turn_of_success,
    find=findings,
    verdict=verdict,
)
