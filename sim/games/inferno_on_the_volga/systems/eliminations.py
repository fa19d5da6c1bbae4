"""The race to ten eliminated German blocks, R blocks counted twice [p. 3 victory]."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.errors import GameError
from sim.exact import Law
from sim.factors import factors_of, whole
from sim.games.inferno_on_the_volga.systems._game import GAME_ID
from sim.games.inferno_on_the_volga.systems._rows import R_ROWS
from sim.games.inferno_on_the_volga.systems.clock import COURSE as CLOCK
from sim.games.inferno_on_the_volga.systems.clock.law import last_turn_law as last_card_law
from sim.games.inferno_on_the_volga.systems.clock.tallest import MOST_TURNS, TURNS
from sim.numbers.tables import load_list
from sim.policies import policies_of
from sim.state import State, column
from sim.system import Course, Draw, Finding, Group, Setting, Unit, system_of
from sim.verdict import Found, GamesSeen, counted

VICTORY = load_list(GAME_ID, "victory_conditions")
NEEDED = VICTORY.integer("soviet_a")
R_WEIGHT = VICTORY.integer("soviet_a_r_block_weight")
NOTHING, PLAIN, R_BLOCK = range(3)
_POINTS = np.array([0, 1, R_WEIGHT], np.int8)
_SIXTIETHS = 60

Numbers = NDArray[np.int8]


@dataclass(frozen=True)
class Dead(State):
    """The German pool of the dead of each game."""

    points: Numbers = column("German blocks eliminated, R blocks counted twice, ten at most", lasts=True)
    r_lost: Numbers = column("R blocks among them", lasts=True)
    blocks_lost: Numbers = column("blocks among them", lasts=True)
    last_turn: Numbers = column("turn on which the tenth block fell, 0 if not yet", lasts=True, logged=False)


def start(n: int, setting: Setting) -> Dead:
    """Return n empty pools, or with the R blocks of the track if these count (the other reading of ruling R5)."""
    zero = np.zeros(n, np.int8)
    points = zero + np.asarray(setting.factors["r_blocks_of_track"], np.int8) * np.int8(R_WEIGHT)
    return Dead(points=points, r_lost=zero, blocks_lost=zero, last_turn=zero)


def weights(dead: Dead, setting: Setting, turn: int) -> NDArray[np.int64]:
    """Return how likely a turn costs nothing, a plain block or an R block, shape (games, 3).

    The blocks at risk are made up by reinforcements, the R blocks are not.
    """
    chance, blocks, r_blocks = (
        np.asarray(setting.factors[name], np.int64) for name in ("losses_in_60", "blocks_at_risk", "r_blocks_at_risk")
    )
    r_left = r_blocks - dead.r_lost
    parts = ((_SIXTIETHS - chance) * blocks, chance * (blocks - r_left), chance * r_left)
    ways = np.stack(np.broadcast_arrays(*parts), axis=-1)
    return ways * (dead.points < NEEDED)[:, np.newaxis]


def lose(dead: Dead, setting: Setting, turn: int, kind: NDArray[Any]) -> Dead:
    """Move what a turn cost to the pool of the dead [p. 5]; a decided game stays as it is."""
    is_lost = kind > NOTHING
    points = np.minimum(dead.points + _POINTS[np.maximum(kind, 0)], NEEDED)
    is_over = (points == NEEDED) & (dead.points < NEEDED)
    return replace(
        dead,
        points=points.astype(np.int8),
        r_lost=(dead.r_lost + (kind == R_BLOCK)).astype(np.int8),
        blocks_lost=(dead.blocks_lost + is_lost).astype(np.int8),
        last_turn=np.where(is_over, turn, dead.last_turn).astype(np.int8),
    )


def blocks_until_ten(blocks: int, r_blocks: int, points_before: int = 0) -> Law:
    """Return the law of the blocks that have fallen when ten points are full: six to ten with enough R blocks at risk.

    `points_before` are there from the start.

    >>> blocks_until_ten(16, 0).counts
    {(10,): 1}
    """
    ways = {(points_before, 0): 1}
    ended: dict[tuple[int, ...], int] = {}
    denominator = 1
    for fallen in range(1, NEEDED + 1):
        more: dict[tuple[int, int], int] = {}
        denominator *= blocks
        ended = {key: n * blocks for key, n in ended.items()}
        for (points, r_lost), n in ways.items():
            r_left = r_blocks - r_lost
            for worth, share, r in ((1, blocks - r_left, r_lost), (R_WEIGHT, r_left, r_lost + 1)):
                if share and points + worth >= NEEDED:
                    ended[(fallen,)] = ended.get((fallen,), 0) + n * share
                elif share:
                    more[points + worth, r] = more.get((points + worth, r), 0) + n * share
        ways = more
    return Law(("blocks_lost",), ended, denominator).reduced()


def last_turn_law(setting: Setting) -> Law:
    """Return the exact law of `last_turn`, 0 if not within `MOST_TURNS`; a loss is as likely on every turn."""
    return _at_a_pace(setting, Fraction(whole(setting.factors, "losses_in_60"), _SIXTIETHS))


def _at_a_pace(setting: Setting, chance: Fraction) -> Law:
    """Return the law of `last_turn` if a turn costs a block with a chance, whatever the setting takes."""
    needed = _blocks_needed(setting)
    ended = {(turn,): _falls_on(turn, needed, chance) for turn in range(1, MOST_TURNS + 1)}
    ended[(0,)] = 1 - sum(ended.values(), Fraction(0))
    common = chance.denominator**MOST_TURNS * needed.denominator
    return Law(("last_turn",), {key: int(p * common) for key, p in sorted(ended.items()) if p}, common).reduced()


def _blocks_needed(setting: Setting) -> Law:
    names = ("blocks_at_risk", "r_blocks_at_risk", "r_blocks_of_track")
    blocks, r_blocks, of_track = (whole(setting.factors, name) for name in names)
    if r_blocks + of_track > R_ROWS:
        raise GameError(f"r_blocks_of_track is {of_track} with {r_blocks} at risk; expected {R_ROWS} R blocks in all")
    return blocks_until_ten(blocks, r_blocks, R_WEIGHT * of_track)


def _falls_on(turn: int, needed: Law, chance: Fraction) -> Fraction:
    """Return the chance that the last of the blocks needed falls on a turn."""
    return sum(
        (p * comb(turn - 1, n - 1) * chance**n * (1 - chance) ** (turn - n) for (n,), p in needed if n <= turn),
        Fraction(0),
    )


COURSE = Course(
    id="eliminations",
    title="The race to ten eliminated German blocks",
    factors=factors_of(GAME_ID, "elimination_factors"),
    policies=policies_of(GAME_ID, "eliminations"),
    turns=TURNS,
    state=Dead,
    start=start,
    phases=(Draw("losses", "p. 3", weights, lose),),
    results={
        "last_turn": f"turn on which the tenth block falls, 0 if not within {MOST_TURNS}",
        "blocks_lost": "German blocks eliminated, until ten points or the last turn looked at",
    },
)


def _soviets_win_on_losses(setting: Setting) -> Fraction:
    """Return the chance that the tenth point falls before the turn of the last Soviet card, of a central clock."""
    return _before_the_deck(last_turn_law(setting))


def _before_the_deck(tenth: Law) -> Fraction:
    last_card = _central_clock()
    return sum(
        (p * last_card.probability(lambda turn, t=t: turn == 0 or turn > t) for (t,), p in tenth if t), Fraction(0)
    )


@cache
def _central_clock() -> Law:
    return last_card_law(CLOCK.setting())


def _findings(setting: Setting) -> Iterator[Finding]:
    """Yield how many blocks it takes, and who wins the race at quicker and quicker losses."""
    rules = "p. 3"
    yield Finding(
        "blocks_until_ten", "German blocks that fall until the Soviets have won", rules,
        law=_blocks_needed(setting),
    )  # fmt: skip
    for turns in _PACES:
        yield Finding(
            f"every_{turns}", f"a block every {turns} turns: chance that ten German blocks fall before the Soviet deck"
            " is empty", rules, number=_before_the_deck(_at_a_pace(setting, Fraction(1, turns))), unit=Unit.CHANCE,
        )  # fmt: skip
    yield Finding(
        "deck_lasts", "turns until the last Soviet card, at our central values of the clock", "p. 3",
        number=_central_clock().mean(lambda turn: turn or MOST_TURNS),
    )  # fmt: skip


_PACES = (30, 12, 6, 4, 3)
"""Turns in which the Germans lose a block, from the pace of our games on."""


def verdict(found: Found) -> str:
    """Say how the race ends at the pace of losses taken, which is that of our games, and at which the Soviets win."""
    pace = Fraction(_SIXTIETHS, found.given("losses_in_60"))
    is_ours = found.given("losses_in_60") == found.system.factors["losses_in_60"].value
    falls = ": on our central board a German block falls about" if is_ours else " if a German block falls"
    said = f"{_how_often(found.value)}{falls} every {counted(pace, 'turn')}."
    won = [turns for turns in _PACES if turns < pace and found.number(f"every_{turns}") > _HALF]
    if not won or found.value > _HALF:
        return said
    is_usual = found.number(f"every_{max(won)}") > _MOSTLY
    win = "they usually win" if is_usual else "they win more often than not"
    return f"{said} With one every {max(won)} turns {win}."


def _how_often(chance: Fraction) -> str:
    known = ((_HARDLY, "Hardly ever"), (_HALF, "Seldom"), (_MOSTLY, "More often than not"))
    return next((words for most, words in known if chance <= most), "Usually")


_HARDLY, _HALF, _MOSTLY = Fraction(1, 20), Fraction(1, 2), Fraction(3, 4)
"""Up to the first an ending is hardly known; above the second it is likelier than not, above the third usual."""


def _turns_a_block(seen: GamesSeen) -> float:
    """Return the turns in which whole games cost the Germans a block, on average."""
    return seen.means["turns"] / max(seen.means["german_blocks_lost"], 1 / seen.n)


def in_games(central: GamesSeen, everywhere: GamesSeen) -> str:
    """Say how seldom ten blocks fall in whole games, and why: how fast they fall there, and who attacks."""
    ends = [f"{100 * one.shares.get('german_losses', 0):.1f} %" for one in (everywhere, central)]
    pace = [f"{_turns_a_block(one):.0f} turns" for one in (everywhere, central)]
    attacks = counted(Fraction(central.means["attacks_soviet"]), "time")
    return (
        f"**In whole games** the Germans lose a block every {pace[0]} over all boards and every {pace[1]} on our"
        f" central one: the book's Soviets attack only about {attacks} a game there. Ten blocks fall in {ends[0]} of"
        f" {everywhere.n:,} games over all boards, in {ends[1]} of {central.n:,} on the central one."
        f"{_how_late(central)}"
    )


def _how_late(seen: GamesSeen) -> str:
    """Return when how many games end so, beside the deck that the race is counted against; empty if none does."""
    last = seen.turns.get("german_losses")
    deck = _central_clock().mean(lambda turn: turn or MOST_TURNS)
    if not last:
        return ""
    n = round(seen.n * seen.shares["german_losses"])
    those = f"Those {n} end on turn {round(last)} on average" if n > 1 else f"That one ends on turn {round(last)}"
    return f" {those}; the deck taken here lasts {counted(deck, 'turn')}."


SYSTEM = system_of(
    COURSE,
    order=3,
    group=Group.VICTORY,
    question="Do the Soviets win on German losses before their deck runs out?",
    shows=tuple(f"every_{turns}" for turns in _PACES),
    rules=("p. 3",),
    tables=("elimination_factors", "victory_conditions", "clock_factors", "deck_counts", "spawn_hexes"),
    measured="chance that ten German blocks (R blocks count twice) fall before the Soviet deck runs out, at the pace we"
    " assume",
    unit=Unit.CHANCE,
    good_for="soviet",
    measure=_soviets_win_on_losses,
    find=_findings,
    verdict=verdict,
    in_games=in_games,
)
