"""OKH [p. 13]: the turns after the last Soviet card, one for each R block on the reinforcement track."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems._rows import N_DICE, R_ROWS, SPACES, USED, Rows, call
from sim.numbers.tables import load_list
from sim.play import play_exactly
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Phase, Setting, Unit, result_findings, system_of
from sim.verdict import Found, GamesSeen, roughly, spelled

_EFFECTS = load_list(GAME_ID, "leader_effects")
EXTRA, _BANK = (_EFFECTS.integer(f"okh | {name}") for name in ("max_extra_turns", "hexes_to_control"))
DECK = load_list(GAME_ID, "deck_counts").integer("german | all", "cards")
_FACTORS = factors_of(GAME_ID, "okh_factors")
CALLS = _FACTORS["calls_before"].high
TURNS = (*(f"call {n}" for n in range(1, CALLS + 1)), *(f"extra {n}" for n in range(1, EXTRA + 1)))
"""Calls while the Soviet deck lasts, then the extra turns."""
_NAMES = tuple(f"row_{row}" for row in range(1, R_ROWS + 1))


@dataclass(frozen=True)
class Extra(State):
    """The rows that end in an R block's square, in order of what is left: which row has which number does not matter.

    A row whose R block cannot be removed stands as if its square had been used.
    """

    row_1: Rows = column("blocks left in the fullest of these rows, -1 if its square is used", lasts=True, logged=False)
    row_2: Rows = column("the same of the next", lasts=True, logged=False)
    row_3: Rows = column("the same of the next", lasts=True, logged=False)
    row_4: Rows = column("the same of the next", lasts=True, logged=False)
    row_5: Rows = column("the same of the emptiest", lasts=True, logged=False)
    has_okh: NDArray[np.bool_] = column("OKH is among the German cards drawn", lasts=True, logged=False)
    r_removed: Rows = column("R blocks sent to the track so far", lasts=True)
    extra_turns: Rows = column("extra turns played so far", lasts=True)


def start(n: int, setting: Setting) -> Extra:
    """Return n full boards, of which as many rows count as R blocks can be removed."""
    in_play = np.asarray(setting.factors["r_blocks_in_play"])
    rows = {
        name: np.broadcast_to(np.where(in_play > at, SPACES, USED), n).astype(np.int8) for at, name in enumerate(_NAMES)
    }
    zero = np.zeros(n, np.int8)
    return Extra(**rows, has_okh=zero.astype(bool), r_removed=zero, extra_turns=zero)


def okh_weights(extra: Extra, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return the cards that are not and that are drawn, as seen from OKH, on the first turn; shape (games, 2)."""
    drawn = np.asarray(setting.factors["german_cards_drawn"], np.int64)
    both = np.stack([DECK - drawn, drawn], axis=-1) * (turn == 1)
    return np.broadcast_to(both, (len(extra.row_1), 2)).copy()


def okh_drawn(extra: Extra, setting: Setting, turn: int, kind: NDArray[Any]) -> Extra:
    """Note whether OKH came up: each card of the deck is as likely to be among those drawn."""
    return replace(extra, has_okh=extra.has_okh | (kind == 1))


def begin(extra: Extra, setting: Setting, turn: int, rolls: Rolls) -> Extra:
    """Begin an extra turn if an R block on the track pays for it [p. 13]; no dice."""
    nth = turn - CALLS
    if nth < 1:
        return extra
    is_played = extra.has_okh & (extra.r_removed >= nth) & (extra.extra_turns == nth - 1)
    return replace(extra, extra_turns=(extra.extra_turns + is_played).astype(np.int8))


def one_die(extra: Extra, setting: Setting, turn: int, rolls: Rolls) -> Extra:
    """Place one die of this turn's call, if there is one; rolls (games, 1). A 6 falls on a row without R block."""
    codes = np.stack([getattr(extra, name) for name in _NAMES], axis=-1)
    others = np.zeros((len(codes), 1), np.int8)
    is_used = np.concatenate([codes == USED, others > 0], axis=1)
    _, left, is_used = call(np.concatenate([np.maximum(codes, 0), others], axis=1), is_used, rolls)
    after = np.where(is_used, USED, left)[:, :R_ROWS]
    after = np.where(_is_calling(extra, setting, turn)[:, np.newaxis], after, codes).astype(np.int8)
    removed = extra.r_removed + (after == USED).sum(axis=1) - (codes == USED).sum(axis=1)
    after = -np.sort(-after, axis=1)
    rows = {name: after[:, at] for at, name in enumerate(_NAMES)}
    return replace(extra, **rows, r_removed=removed.astype(np.int8))


def _is_calling(extra: Extra, setting: Setting, turn: int) -> NDArray[np.bool_]:
    """Whether the Germans call on this turn: so many before the last Soviet card, then as their policy has it."""
    if turn <= CALLS:
        return np.broadcast_to(turn <= np.asarray(setting.factors["calls_before"]), extra.r_removed.shape)
    wants = bool(setting.policies["german"].decide(extra, turn)["is_calling"])
    return np.asarray((extra.extra_turns == turn - CALLS) & wants)


COURSE = Course(
    id="okh",
    title="OKH: turns after the last Soviet card",
    factors=_FACTORS,
    policies=policies_of(GAME_ID, "okh"),
    turns=TURNS,
    state=Extra,
    start=start,
    phases=(
        Draw("okh", "p. 12, p. 13", okh_weights, okh_drawn),
        Phase("begin", "p. 13", 0, begin),
        *(Phase(f"die_{nth}", "p. 7", 1, one_die) for nth in range(1, N_DICE + 1)),
    ),
    results={
        "extra_turns": "turns after the last Soviet card",
        "r_removed": "R blocks sent to the reinforcement track",
    },
)


def _extra_turns(setting: Setting) -> Fraction:
    """Return the turns after the last Soviet card on average: OKH is among the cards drawn, and R blocks are gone."""
    calls, in_play, drawn = (
        whole(setting.factors, name) for name in ("calls_before", "r_blocks_in_play", "german_cards_drawn")
    )
    return Fraction(drawn, DECK) * _turns_with_okh(calls, in_play, setting.policies["german"].id)


@lru_cache(maxsize=256)
def _turns_with_okh(calls: int, in_play: int, policy: str) -> Fraction:
    """Return the extra turns if OKH is in play for certain."""
    sure = {"calls_before": calls, "r_blocks_in_play": in_play, "german_cards_drawn": DECK}
    *_, last = play_exactly(COURSE, COURSE.setting(sure, {"german": policy}))
    return last.law("extra_turns").mean(lambda turns: turns)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield the turns won, and what they are by the calls made before."""
    yield from result_findings(COURSE, setting, "p. 13")
    in_play, policy = whole(setting.factors, "r_blocks_in_play"), setting.policies["german"].id
    blocks = f"{spelled(in_play)} R block{'s' * (in_play != 1)} to send"
    for calls in range(CALLS + 1):
        about = f"extra turns with OKH in play and {blocks} after {calls} call{'s' * (calls != 1)}"
        turns = _turns_with_okh(calls, in_play, policy)
        yield Finding(f"with_okh_after_{calls}", about, "p. 7, p. 13", number=turns)
    about = f"extra turns with OKH in play and all {R_ROWS} R blocks to send, after {CALLS} calls"
    yield Finding("at_most", about, "p. 7, p. 13", number=_turns_with_okh(CALLS, R_ROWS, policy))


def verdict(found: Found) -> str:
    """Say how many turns the calls that are assumed pay for."""
    if found.given("r_blocks_in_play") == 0:
        return "OKH adds hardly a turn, as no R block is left to send."
    calls = found.given("calls_before")
    ours = roughly(found.number(f"with_okh_after_{calls}"), "turn")
    if not calls:
        return f"OKH adds {ours} without a call for reinforcements: it gives a turn for each R block sent to the track."
    called = f"{spelled(calls)} call{'s' * (calls != 1)} for reinforcements"
    return f"Once drawn, OKH adds {ours} after {called}: a turn for each R block sent to the track."


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how often our Germans call, and how many of their wins come by the condition that OKH replaces."""
    ways = ("spawn_hexes", "no_soviets", "coast")
    by_hexes, *others = (sum(round(one.n * one.shares.get(way, 0)) for one in (central, everywhere)) for way in ways)
    own, other = (one.means["calls"] for one in (central, everywhere))
    return (
        f"**How many calls?** In whole games our players call {own:.1f} times on our central board and {other:.1f}"
        " times over all boards; the chart above has each number of calls. **OKH changes how the Germans win.** From"
        f" then on they have to clear the map of Soviet blocks or hold hexes 1 to {_BANK}; all Soviet spawn hexes"
        f" together no longer do (p. 13). Of the {by_hexes + sum(others)} German wins in whole games, {by_hexes} come"
        " by the spawn hexes. What OKH does to the games won is on the page of"
        " what each card is worth."
    )


SYSTEM = system_of(
    COURSE,
    order=4,
    group=Group.VICTORY,
    question="How many turns does OKH add for the Germans?",
    shows=tuple(f"with_okh_after_{calls}" for calls in range(11)),
    rules=("p. 3", "p. 7", "p. 13"),
    tables=("okh_factors", "leader_effects", "deck_counts", "reinforcement_rules"),
    measured="turns after the last Soviet card on average, none in games without OKH",
    unit=Unit.NUMBER,
    good_for="german",
    measure=_extra_turns,
    find=_findings,
    verdict=verdict,
    in_games=in_games,
)
