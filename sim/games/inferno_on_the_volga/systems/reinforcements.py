"""Reinforcements [p. 7]: six dice on the German board, a block for each, and what an empty row costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from sim.dice import Rolls, all_rolls
from sim.exact import Law, Worlds, certain
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems._rows import (
    BLOCKS,
    FACES,
    N_DICE,
    N_ROWS,
    R_ROWS,
    ROWS,
    SPACES,
    USED,
    Rows,
    call,
)
from sim.play import play_exactly
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Finding, Group, Phase, Setting, Unit, system_of
from sim.verdict import Found, GamesSeen, counted, roughly

MOST_CALLS = 10
TURNS = tuple(str(call) for call in range(1, MOST_CALLS + 1))


@dataclass(frozen=True)
class Board(State):
    """The German board of each game: blocks left in each row, `USED` once its square is hit.

    Rows 1 to 5 are alike (ruling R4), so they are kept in order of what is left, whatever their number.
    """

    row_1: Rows = column(
        "blocks left in the fullest of rows 1 to 5, -1 if its square is used", lasts=True, logged=False
    )
    row_2: Rows = column("the same of the next", lasts=True, logged=False)
    row_3: Rows = column("the same of the next", lasts=True, logged=False)
    row_4: Rows = column("the same of the next", lasts=True, logged=False)
    row_5: Rows = column("the same of the emptiest", lasts=True, logged=False)
    row_6: Rows = column("the same of row 6", lasts=True, logged=False)
    blocks: NDArray[np.int16] = column("blocks that have arrived so far", lasts=True)
    r_squares: Rows = column("squares of R blocks hit so far", lasts=True)


_NAMES = tuple(f"row_{row}" for row in range(1, N_ROWS + 1))


def start(n: int, setting: Setting) -> Board:
    """Return n full boards [p. 5 set-up step 10]."""
    rows = {name: np.full(n, int(row["spaces"]), np.int8) for name, row in zip(_NAMES, ROWS, strict=True)}
    return Board(**rows, blocks=np.zeros(n, np.int16), r_squares=np.zeros(n, np.int8))


def one_die(board: Board, setting: Setting, turn: int, rolls: Rolls) -> Board:
    """Place one die of a call, if calls are left; rolls (games, 1): the dice are placed one by one [p. 7]."""
    codes = np.stack([getattr(board, name) for name in _NAMES], axis=-1)
    _, left, is_used = call(np.maximum(codes, 0).astype(np.int8), codes == USED, rolls)
    after = np.where(is_used, USED, left)
    after = np.where((turn <= np.asarray(setting.factors["calls"]))[..., np.newaxis], after, codes).astype(np.int8)
    after[:, :R_ROWS] = -np.sort(-after[:, :R_ROWS], axis=1)
    return replace(
        board,
        **{name: after[:, at] for at, name in enumerate(_NAMES)},
        blocks=(BLOCKS - np.maximum(after, 0).sum(axis=1)).astype(np.int16),
        r_squares=(after[:, :R_ROWS] == USED).sum(axis=1).astype(np.int8),
    )


def arrivals(calls: int) -> Fraction:
    """Return the blocks that so many calls bring on average: each row gives what its dice ask for, up to five.

    >>> arrivals(0), arrivals(1) < 6, arrivals(100) < 30
    (Fraction(0, 1), True, True)
    """
    return N_ROWS * sum((min(hits, SPACES) * p for hits, p in _hits(calls)), Fraction(0))


def squares_hit(calls: int, rows: int) -> Fraction:
    """Return how many of some rows have had more dice than blocks after so many calls, on average."""
    return rows * sum((p for hits, p in _hits(calls) if hits > SPACES), Fraction(0))


def rows_emptied(calls: int) -> Fraction:
    """Return how many rows so many calls have emptied on average: each has then given its white infantry [p. 5]."""
    return N_ROWS * sum((p for hits, p in _hits(calls) if hits >= SPACES), Fraction(0))


def new_blocks(before: Worlds) -> Law:
    """Return the law of the blocks that one more call brings, from every board it may meet [p. 7].

    >>> full = Worlds(start(1, Setting({}, {})), (1,), 1)
    >>> new_blocks(full).counts  # six equal dice leave one block behind
    {(5,): 1, (6,): 7775}
    """
    dice = (all_rolls(N_DICE)[..., np.newaxis] == np.arange(1, N_ROWS + 1)).sum(axis=1)
    dice, n_rolls = np.unique(dice, axis=0, return_counts=True)
    left = np.stack([np.maximum(getattr(before.state, name), 0) for name in _NAMES], axis=-1)
    new = np.minimum(dice, left[:, np.newaxis]).sum(axis=-1)
    ways = {n: ((new == n) * n_rolls).sum(axis=1).tolist() for n in range(N_DICE + 1)}
    counts = {(n,): sum(w * times for w, times in zip(before.weights, found, strict=True)) for n, found in ways.items()}
    total = before.denominator * FACES**N_DICE
    return Law(("new_blocks",), {key: n for key, n in counts.items() if n}, total).reduced()


def _hits(calls: int) -> list[tuple[int, Fraction]]:
    """Return the law of the dice that fall on one row."""
    n = N_DICE * calls
    return [(hits, Fraction(comb(n, hits) * (N_ROWS - 1) ** (n - hits), N_ROWS**n)) for hits in range(n + 1)]


COURSE = Course(
    id="reinforcements",
    title="Calls for reinforcements: the German board",
    factors=factors_of(GAME_ID, "reinforcement_factors"),
    policies=policies_of(GAME_ID, "reinforcements"),
    turns=TURNS,
    state=Board,
    start=start,
    phases=tuple(Phase(f"die_{nth}", "p. 7", 1, one_die) for nth in range(1, N_DICE + 1)),
    results={
        "blocks": "blocks of thirty that have arrived",
        "r_squares": "squares of R blocks hit, each sending its block, if in play, out of the game",
    },
)


def _net_blocks(setting: Setting) -> Fraction:
    """Return the blocks that the calls bring, less the R blocks that they send away, on average."""
    return _net(*(whole(setting.factors, name) for name in ("calls", "r_blocks_in_play")))


def _net(calls: int, in_play: int) -> Fraction:
    return arrivals(calls) - squares_hit(calls, in_play)


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield what has come after the calls, and what each call brings and costs."""
    calls = whole(setting.factors, "calls")
    boards = [certain(start(1, setting)), *play_exactly(COURSE, setting)]
    for name, about in COURSE.results.items():
        yield Finding(name, about, "p. 7", law=boards[-1].law(name))
    about = f"new blocks of call {calls}, the last one counted"
    yield Finding("new_blocks", about, "p. 7", law=new_blocks(boards[calls - 1]))
    yield Finding(
        "white_infantry", "white infantry blocks among those that have arrived", "p. 5, p. 7",
        number=rows_emptied(calls),
    )  # fmt: skip
    yield Finding(
        "sixth_panzer", "chance that a 6 has fallen on the empty row 6, which brings the 6th Panzer as an advantage",
        "p. 18", number=squares_hit(calls, 1), unit=Unit.CHANCE,
    )  # fmt: skip
    blocks = [arrivals(n) for n in range(MOST_CALLS + 1)]
    squares = [squares_hit(n, R_ROWS) for n in range(MOST_CALLS + 1)]
    new = {nth: after - before for nth, (before, after) in enumerate(pairwise(blocks), 1)}
    hit = {nth: after - before for nth, (before, after) in enumerate(pairwise(squares), 1)}
    for nth, number in new.items():
        yield Finding(f"blocks_of_call_{nth}", f"new blocks of call {nth}", "p. 7", number=number)
    for nth, number in hit.items():
        yield Finding(f"r_squares_of_call_{nth}", f"squares of R blocks that call {nth} hits", "p. 7", number=number)
    in_play = whole(setting.factors, "r_blocks_in_play")
    for nth in new:
        about = f"call {nth}: blocks that it brings, less the R blocks that it sends away"
        yield Finding(f"net_of_call_{nth}", about, "p. 7", number=_net(nth, in_play) - _net(nth - 1, in_play))


def verdict(found: Found) -> str:
    """Say what the calls bring, that each is a turn, from which on one brings little, and which sends as much away."""
    calls, net = found.given("calls"), found.over("calls")
    brings = {nth: net[nth] - net[nth - 1] for nth in sorted(net)[1:]}
    little = next((nth for nth, blocks in brings.items() if blocks < 1), max(net))
    late = next((nth for nth, blocks in brings.items() if blocks < 0), 0)
    last, left = max(net), brings[max(net)]
    hardly = left < Fraction(1, 15)
    at_last = "hardly more than it sends away" if hardly else counted(left, "block")
    after = f"and call {late} less than it sends away" if late else f"and call {last} {at_last}"
    called = f"{calls} calls, a turn each, bring" if calls > 1 else "One call, a whole turn, brings"
    return f"{called} {roughly(found.value, 'block')} net. Call {little} brings less than one, {after}."


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how often our Germans call, and what a call costs besides blocks."""
    own, other = (one.means["calls"] for one in (central, everywhere))
    return (
        "**A call is a turn.** It is one of five actions, of which the Germans take one a turn (p. 6), and besides its"
        f" blocks it brings a German card (p. 7). In whole games our players call {own:.1f} times a game on our central"
        f" board and {other:.1f} times over all boards."
    )


SYSTEM = system_of(
    COURSE,
    order=2,
    group=Group.REINFORCEMENTS,
    question="What do calls for reinforcements bring, and when does a call cost more than it brings?",
    shows=tuple(f"net_of_call_{nth}" for nth in range(1, MOST_CALLS + 1)),
    rules=("p. 6", "p. 7"),
    tables=("reinforcement_factors", "reinforcement_rules"),
    measured="blocks that the calls have brought, less the R blocks that they have sent away",
    unit=Unit.NUMBER,
    good_for="german",
    measure=_net_blocks,
    find=_findings,
    verdict=verdict,
    in_games=in_games,
)
