"""What a position is worth to a German who looks ahead: features of what he sees, and the weights they were given.

The weights are those of a logistic regression of who won on the positions of quick games (`players/strong.toml`).
"""

from __future__ import annotations

from sim.games.inferno_on_the_volga.map.fields import (
    CHUIKOV,
    COUNT,
    DEAD_POINTS,
    DECK_AT,
    DECK_N,
    DIST,
    GERMAN,
    GERMAN_COAST,
    GERMAN_HEXES,
    GERMAN_UNITS,
    GOES_ON,
    HOTH,
    KHRUSHCHEV,
    LINDEN,
    N_CARDS,
    N_GERMAN,
    N_HEXES,
    N_OUTLOOK,
    N_ROWS,
    N_SPAWN,
    N_UNITS,
    OKH,
    ON_MAP,
    OVER,
    PAULUS,
    RICHTHOFEN,
    SOVIET,
    STATE,
    STRENGTH,
    ZAYTSEV,
    World,
)
from sim.games.inferno_on_the_volga.map.stacks import holder
from sim.games.inferno_on_the_volga.map.turns.procedure import spawn_hexes_held
from sim.games.inferno_on_the_volga.map.turns.sequence import COAST, coast_held
from sim.games.inferno_on_the_volga.players.sight import FAR, look, look_for_germans
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import fill

FEATURES = (
    "even",  # of every position
    "cards",  # left in the Soviet deck
    "held",  # Soviet spawn hexes in German hands
    "held_squared",
    "soviets",  # Soviet blocks on the map
    "germans",  # German blocks on the map
    "steps",  # points of the German blocks
    "dead",  # German blocks eliminated, those marked R twice
    "dead_squared",
    "hand",  # German cards in hand
    "near",  # points of the German blocks within four hexes of a goal, those nearer more
    "nearest",  # hexes from the nearest German stack to a goal
    "guards",  # Soviet blocks on goals
    "pace",  # spawn hexes to take for each hundred Soviet cards left
    "okh",  # OKH is in play
    "okh_coast",  # hexes of the bank to take, with OKH
    "paulus",  # each leader: 1 in play
    "hoth",
    "linden",
    "richthofen",
    "soviet_leaders",  # how many are in play
    "soviet_hand",  # Soviet cards in hand
    "track",  # German blocks that can still come
    "ways",  # hexes from each goal to the nearest German stack, over all goals
)
(EVEN, CARDS, HELD, HELD_2, SOVIETS, GERMANS, STEPS, DEAD, DEAD_2, HAND, NEAR_GOAL, NEAREST, GUARDS, PACE, OKH_IN,
 OKH_COAST, PAULUS_IN, HOTH_IN, LINDEN_IN, RICHTHOFEN_IN, SOVIET_LEADERS, SOVIET_HAND,
 ON_TRACK, WAYS) = range(N_OUTLOOK)  # fmt: skip
WITHIN = 4
WON, MIDDLE = 1_000_000, 2_000
HALF = WON // 2


@barrier
def read_outlook(w: World) -> int:
    """Write the features of the position into `outlook[1]`."""
    look(w)
    row = w.outlook[1]
    fill(row, 0)
    row[EVEN], row[NEAREST] = 1, FAR
    row[CARDS] = w.s[DECK_N + SOVIET] - w.s[DECK_AT + SOVIET]
    row[HELD] = N_SPAWN - spawn_hexes_held(w)
    row[HELD_2] = row[HELD] * row[HELD]
    for unit in range(N_UNITS):
        if w.u[STATE, unit] == ON_MAP:
            row[GERMANS if unit < N_GERMAN else SOVIETS] += 1
            row[STEPS] += w.u[STRENGTH, unit] if unit < N_GERMAN else 0
    row[DEAD] = w.s[DEAD_POINTS]
    row[DEAD_2] = row[DEAD] * row[DEAD]
    for card in range(N_CARDS):
        row[HAND] += w.hand[GERMAN, card]
        row[SOVIET_HAND] += w.hand[SOVIET, card]
    for h in range(N_HEXES):
        if holder(w, h) == SOVIET and w.x[DIST, h] == 0:
            row[GUARDS] += w.x[COUNT, h]
        if holder(w, h) == GERMAN:
            row[NEAREST] = min(row[NEAREST], w.x[DIST, h])
            row[NEAR_GOAL] += w.x[COUNT, h] * max(0, WITHIN + 1 - w.x[DIST, h])
    row[NEAREST] = min(row[NEAREST], 2 * WITHIN)
    row[PACE] = 100 * (N_SPAWN - row[HELD]) // (row[CARDS] + 2)
    row[OKH_IN] = w.leaders[OKH]
    row[OKH_COAST] = w.leaders[OKH] * (COAST - coast_held(w))
    row[PAULUS_IN], row[HOTH_IN] = w.leaders[PAULUS], w.leaders[HOTH]
    row[LINDEN_IN], row[RICHTHOFEN_IN] = w.leaders[LINDEN], w.leaders[RICHTHOFEN]
    row[SOVIET_LEADERS] = w.leaders[CHUIKOV] + w.leaders[ZAYTSEV] + w.leaders[KHRUSHCHEV]
    for k in range(N_ROWS):
        row[ON_TRACK] += w.n_track[k]
    row[WAYS] = _ways(w)
    return 0


@kernel
def _ways(w: World) -> int:
    """Return the hexes from each goal to the nearest German stack, over all goals, eight at most for each."""
    look_for_germans(w, 2)
    total = 0
    for h in range(N_HEXES):
        if w.x[DIST, h] == 0:
            total += min(2 * WITHIN, w.queue[2, h])
    return total


@barrier
def worth(w: World) -> int:
    """Return what the position is worth to the Germans: 0 lost, a million won."""
    over = w.s[OVER]
    if over != GOES_ON:
        return WON if over in (GERMAN_HEXES, GERMAN_UNITS, GERMAN_COAST) else 0
    read_outlook(w)
    total = 0
    for k in range(N_OUTLOOK):
        total += w.outlook[0, k] * w.outlook[1, k]
    return HALF + HALF * total // (MIDDLE + abs(total))
