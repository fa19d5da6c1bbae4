"""The state of one game as arrays of whole numbers: what every kernel of this game works on.

Blocks and hexes are columns, fields are rows. A world is one record, so that kernels pass a single pointer.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

GERMAN, SOVIET = 0, 1
N_GERMAN, N_SOVIET, N_UNITS = 40, 53, 93
N_HEXES, N_NUMBERED = 109, 105
W, X, Y, Z = 105, 106, 107, 108
NOWHERE = -1
STACK = 4
N_ROWS, N_SPAWN = 6, 6
MOST = 32
"""Blocks of a side that can meet in one combat: six stacks of four, and room."""
CLEAR, ROUGH, URBAN = range(3)

# fields of blocks: LOW + s holds the lowest die that hits at strength s
(HEX, STATE, STRENGTH, FULL, KIND, COLOR, END_ROW, POOL, SEEN, LOW, _L1, _L2, _L3, _L4, N_UNIT_FIELDS) = range(15)
ASIDE, WAITING, ON_MAP, DEAD, REMOVED = range(5)
"""Values of `STATE`: out of this game; on the track or in a reserve; on the map; eliminated; sent to a square."""
PANZER, GRENADIER, MOTORIZED, FOOT, TANK, RIFLE, MARINE, GUARD, AA_REGIMENT, BRIGADE = range(10)
YELLOW, BLUE, WHITE, RED = range(4)
TANKS, INFANTRY, MARINES = range(3)
"""Values of `POOL`: the Soviet reserve a block is drawn from."""

# fields of hexes
(CONTROL, COUNT, SLOT, _S1, _S2, _S3, RUBBLE, FORT, TERRAIN, RANK, COASTAL, ICON, SPAWN_OF, DIST, NEAR, TAKES_PART,
 N_HEX_FIELDS) = range(17)  # fmt: skip
NO_SPAWN, SOVIET_SPAWN, GERMAN_SPAWN = range(3)

# scalars
(TURN, PHASE, SEED, GAME, LOGGING, N_LOG, OVERFLOW, BATTLE, HALF_BATTLES, OVER, N_RUBBLE, DEAD_POINTS, EXTRA_TURNS,
 DECK_AT, _DECK_AT_2, DECK_N, _DECK_N_2, ILLEGAL, HQ, ACTION, RNG, DRAWS, POLICY, _POLICY_2, LOST, _LOST_2,
 ATTACKS, _ATTACKS_2, MOVES, CALLS, CARDS, _CARDS_2, TAKEN, GUARDS_BACK, MARINE_SKILLS, SIXTH_PANZER, LATE,
 HAS_HQ, SPECIAL, REACHED, DELIBERATE, OWN_HITS, KILLED, _KILLED_2, CLEARED, _CLEARED_2, IN_FIGHT,
 FORCE_N, _FORCE_N_2, LANDED, SKIPPED, N_SCALARS) = range(52)  # fmt: skip
PAULUS, HOTH, LINDEN, OKH, RICHTHOFEN, CHUIKOV, ZAYTSEV, KHRUSHCHEV, N_LEADERS = range(9)

# cards, as they lie in decks and hands
(HEINKEL, STUKA, HOWITZER, PIONEER, PIONEER_672, SNIPER, PAK, PAULUS_CARD, HOTH_CARD, LINDEN_CARD, OKH_CARD,
 RICHTHOFEN_CARD, N_GERMAN_CARDS) = range(13)  # fmt: skip
(GUNNER, FLOTILLA, SOVIET_SNIPER, ANTI_TANK, INFILTRATION, DUG_IN, CHUIKOV_CARD, ZAYTSEV_CARD, KHRUSHCHEV_CARD, AA,
 _AA_2, _AA_3, _AA_4, N_SOVIET_CARDS) = range(14)  # fmt: skip
N_DECK, N_CARDS = 32, 16
NO_CARD = -1

# packed rules after the readings: numbers of cards, rows of dice
(P_DICE, P_RUBBLE_MOD, P_AIR, P_SOVIET_DICE, P_AA_HEX, P_COPIES, P_BLANK, _P_BLANK_2, N_RULE_ROWS) = range(9)

# German actions, and where the plan of a turn keeps what
PASS, CALL, LONG, SHORT, HASTY, ATTACK = range(6)
N_PLAN = 24
MOVE_FROM, MOVE_TO, MOVE_MASK = 2, 3, 4
"""Of the first short move; the second begins three further on. `plan[1]` is how many."""
HASTY_FROM, HASTY_TO, HASTY_MASK, HASTY_TARGET = 1, 2, 3, 4
AT_TARGET, AT_N, AT_HEX, AT_CARDS, AT_CARD = 1, 2, 3, 9, 10

# how a game ended
(GOES_ON, GERMAN_HEXES, GERMAN_UNITS, GERMAN_COAST, SOVIET_LOSSES, SOVIET_CLOCK, SOVIET_LIMIT) = range(7)

# purposes of dice beside those of `sim.match.dice`
SHUFFLE, RESERVE, CARD, ORDERS, TRACK, ADVANTAGE, LANDING = 20, 21, 22, 23, 24, 25, 26
# stages of a combat: each die is number `stage * 128 + k` of its battle
(ST_SOVIET_CARD, ST_GERMAN_CARD, ST_OPPORTUNITY, ST_RUBBLE, ST_GERMANS, ST_SOVIETS) = range(6)
STAGE_DICE, BATTLE_DICE = 128, 1024

# events
(K_SETUP, K_PHASE, K_DRAW, K_DIE, K_TAKE, K_REMOVE, K_RETURN, K_ARRIVE, K_SPAWN, K_MOVE, K_CONTROL, K_ATTACK, K_DEFEND,
 K_CARD, K_REVEAL, K_ROLL, K_LOSS, K_ELIMINATED, K_RUBBLE, K_LEADER, K_COMBAT, K_ADVANCE, K_BLITZ, K_LAND, K_ACTION,
 K_ADVANTAGE, K_END, N_KINDS) = range(28)  # fmt: skip
(C_KIND, C_TURN, C_PHASE, C_SIDE, C_UNIT, C_FROM, C_TO, C_VALUE, C_DIE, C_BATTLE, C_NOTE, N_LOG_FIELDS) = range(12)
VOID = -(1 << 30)

# columns of a turn's summary
(Y_GERMANS, Y_SOVIETS, Y_GERMAN_STEPS, Y_SOVIET_STEPS, Y_GERMAN_LOST, Y_SOVIET_LOST, Y_SPAWN, Y_COAST, Y_DEAD, Y_DECK,
 Y_HAND, Y_SOVIET_HAND, Y_GERMAN_ATTACKS, Y_SOVIET_ATTACKS, Y_ACTION, Y_RUBBLE, N_YIELDS) = range(17)  # fmt: skip
N_TURNS = 120
"""Turns that the arrays have room for: more than any game lasts."""
N_KINDS_OF_ATTACK, N_ENDS_OF_ATTACK = 2, 4
N_TALLY = 2 * N_KINDS_OF_ATTACK * N_ENDS_OF_ATTACK
LOG_ROWS = 16_000
N_WEIGHTS = 48

# what a player who looks ahead is told, and how much room he has to think in
(A_SEED, A_FIRST, A_SECOND, A_KEEP, A_TURNS, A_HABITS, A_EDGE, A_CHOSEN, A_SOVIET_HABITS, N_AHEAD) = range(10)
N_OUTLOOK, N_HABITS, N_CANDIDATES, N_ASIDE = 24, 8, 40, 6_000
SOVIET_HABIT = 4
"""Place of the first Soviet habit among the habits."""


class World(Protocol):
    """One game as one record of arrays.

    `track` holds the blocks of each reinforcement row from the left, `n_track` how many; `deck` and `hand` cards by
    side; `force` the blocks that meet in a combat by side; `plan` what the German does this turn; `p` the readings.
    `ahead` to `aside` are for a player who looks ahead: settings, weights and features of a position, weights of his
    habits, candidate plans, and the game as it was before he thought.
    """

    u: Ints
    x: Ints
    s: Ints
    neighbors: Ints
    p: Ints
    rules: Ints
    leaders: Ints
    track: Ints
    n_track: Ints
    closed: Ints
    deck: Ints
    hand: Ints
    force: Ints
    hexes: Ints
    spawn: Ints
    plan: Ints
    best: Ints
    queue: Ints
    weights: Ints
    calls: Ints
    ahead: Ints
    outlook: Ints
    habits: Ints
    plans: Ints
    aside: Ints
    turns: Ints
    log: Ints


NAMES = tuple(World.__annotations__)
