"""What a player who looks ahead decides inside a battle: steps or ground, and who takes the hex that it empties.

The battle is fought on a copy with the very dice that fall: as usual, then with its owner holding or giving ground, and
where winners leave or take a hex that counts or go where nothing feeds them, with all of them staying, with infantry
alone going on and with each of them staying; others who won may go in their place. What follows is played with dice of
its own, as in `plans`. Then the battle is fought for good. The defender decides first, since he answers first [8.42,
8.48].

Who has all this played on for some turns is asked besides whether all winners had better go on as far as they
may, whether he had better not attack, and, once no attack is left that pays, whether one of the next best does.
"""

from __future__ import annotations

import numpy as np

from sim.games.leningrad.map.fields import (
    A_CHOSEN,
    A_GAMES,
    A_HALVES,
    A_HELD,
    A_STAY,
    CITY_VP,
    GERMAN,
    INF_TYPE,
    N_GERMAN,
    N_SAMPLES,
    N_TURNS,
    N_UNITS,
    POLICY,
    REGEN,
    TYPE,
)
from sim.games.leningrad.played.look_ahead.playing_on import OF_ATTACKS, OF_BATTLES, best_played_on
from sim.games.leningrad.played.look_ahead.tries import fingerprint, lists_aside, prepare, set_aside, try_on
from sim.games.leningrad.played.look_ahead.ways import (
    ATTACK,
    GIVE,
    HOLD,
    KEEP,
    N_COLUMNS,
    OPEN,
    SPARED,
    USUAL,
    fight_as,
    write_way,
)
from sim.games.leningrad.played.sequence import play_phase
from sim.games.leningrad.players.battles.assault import (
    MOST_FIGHTS,
    begin_fights,
    choose_fight,
    choose_further_fight,
    end_fights,
    fight_on,
    spare,
)
from sim.games.leningrad.players.held import EAGER, bit_of
from sim.games.leningrad.players.seat import STRONG
from sim.map.forces.supply import has_line
from sim.map.forces.world import BIG, CLASS, COUNT, HEX, LOGGING, ON_MAP, STATE, TURN, World
from sim.match.barrier import barrier
from sim.match.compiled import kernel
from sim.match.rows import copy, fill

BEFORE, USUALLY, OTHERWISE, BEST = 1, 2, 3, 4
"""Places of states kept aside: before a battle; after it as usual, in another way, and in the best one so far."""
MOST_WAYS = 16
"""Ways to fight a battle at most: as usual, for ground, for steps, with all winners who go staying, with infantry alone
going on, with each of six staying, with whole stacks staying."""
MOST_FURTHER = 3
"""Attacks that do not pay by habit, of which it is asked whether they do."""
STACKS = 8
"""Who thinks in so many samples also asks which stacks had better stay: with few, more ways won nothing."""
FIRST_SAMPLE, DEFENDERS = N_SAMPLES, N_SAMPLES // 2
"""Samples from here on have no part in the choice of a plan; a battle has its own, and both sides apart."""
EDGE = 500
"""Thousandths of a point a sample by which another way must be better."""
LOSES = 4
"""A way that wins nothing in the first of so many parts of its samples, or later, gets no more."""
MOST_PLAYED = 16
"""Ways that are played on at most."""
FURTHER = 3
"""How many times as many samples more decide between the best other way and the usual one."""


@kernel
def thinks(w: World, side: int) -> bool:
    """Return whether a side thinks in the battles of this turn."""
    return w.s[POLICY + side] == STRONG and w.ahead[A_STAY + 2 * w.s[TURN] + side] > 0


@barrier
def fight_with_care(w: World, side: int) -> int:
    """Fight the attacks that pay, best first; whoever looks ahead thinks in each of them."""
    begin_fights(w)
    was, ways, logging = np.zeros(N_UNITS, np.int64), np.zeros((MOST_WAYS, N_COLUMNS), np.int64), w.s[LOGGING]
    attackers_think, defenders_think = thinks(w, side), thinks(w, 1 - side)  # while they sit here: on copies others do
    plays_on, further = attackers_think and w.ahead[A_GAMES + 2 * w.s[TURN] + side] > 0, 0
    for battle in range(MOST_FIGHTS):
        chosen, pays = choose_fight(w), True
        if chosen < 0 and plays_on and further < MOST_FURTHER:
            chosen, pays = choose_further_fight(w), False
            further += 1
        if chosen < 0:
            break
        if plays_on and not _pays(w, side, chosen, pays, battle):
            spare(w)
            continue
        for u in range(N_UNITS):
            was[u] = w.u[HEX, u]
        lists_aside(w, False)
        set_aside(w, BEFORE, False)
        write_way(ways, 0, 0, USUAL, USUAL)
        if defenders_think:
            n = _answers(ways, 1 - side, 1)
            best = _best_way(w, 1 - side, side, chosen, ways, n, battle)
            write_way(ways, 0, 0, ways[best, HOLD], ways[best, HOLD + 1])
        best = 0
        if attackers_think:
            n = _answers(ways, side, 1)
            n = _stays(w, side, chosen, was, ways, _add_stay(ways, n, EAGER) if plays_on else n)
            best = _best_way(w, side, side, chosen, ways, n, battle)
        _fight(w, side, chosen, ways[best], logging)
    return end_fights(w)


@kernel
def _pays(w: World, side: int, chosen: int, pays: bool, battle: int) -> bool:
    """Return whether an attack pays by what comes of it when it is played on; nobody knows its die yet."""
    ways = np.zeros((2, N_COLUMNS), np.int64)
    for k in range(2):
        write_way(ways, k, 0, USUAL, USUAL)
        ways[k, ATTACK] = OPEN if pays == (k == 0) else SPARED
    most, nothing = w.ahead[A_GAMES + 2 * w.s[TURN] + side], np.zeros(2, np.int64)
    best = best_played_on(w, side, side, chosen, ways, nothing, 2, OF_ATTACKS + battle, most)
    return ways[best, ATTACK] == OPEN


@kernel
def _fight(w: World, side: int, chosen: int, way, logging: int) -> None:  # type: ignore[no-untyped-def]
    """Fight the battle from its beginning in a way."""
    set_aside(w, BEFORE, True)
    lists_aside(w, True)
    w.s[LOGGING] = logging
    fight_as(w, side, chosen, way)


@kernel
def _answers(ways, whose: int, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which a side gives ground, or keeps it, to the usual one; return how many there are."""
    for hold in (GIVE, KEEP):
        write_way(ways, n, 0, ways[0, HOLD], ways[0, HOLD + 1])
        ways[n, HOLD + whose] = hold
        n += 1
    return n


@kernel
def _stays(w: World, side: int, chosen: int, was, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which winners stay behind; return how many there are.

    There are none unless somebody leaves or takes a hex that counts, leaves one that nobody else holds, or goes where
    nothing feeds him.
    """
    _fight(w, side, chosen, ways[0], 0)
    gone, mobile, matters = 0, 0, False
    for u in range(N_UNITS):
        if (u < N_GERMAN) != (side == GERMAN) or w.u[STATE, u] != ON_MAP or w.u[HEX, u] == was[u]:
            continue
        here, there = was[u], w.u[HEX, u]
        matters |= w.x[CITY_VP, here] + w.x[CITY_VP, there] > 0 or w.x[REGEN, here] > 0
        matters |= w.x[COUNT + side, here] == 0 or has_line(w, side, w.u[CLASS, u], there) == 0
        gone |= bit_of(side, u)
        mobile |= bit_of(side, u) if w.u[TYPE, u] != INF_TYPE else 0
    if not matters or gone == 0:
        return n
    n = _add_stay(ways, n, gone)
    if mobile != 0:
        n = _add_stay(ways, n, _mobile_units(w, side))
    for k in range(62 if gone & gone - 1 != 0 else 0):  # one winner alone stays, or goes
        if gone >> k & 1 == 1:
            n = _add_stay(ways, n, 1 << k)
    if w.ahead[A_STAY + 2 * w.s[TURN] + side] >= STACKS:
        n = _stacks_stay(w, side, gone, was, ways, n)
    return n


@kernel
def _stacks_stay(w: World, side: int, gone: int, was, ways, n: int) -> int:  # type: ignore[no-untyped-def]
    """Add the ways in which all who stood in a hex that somebody left stay; return how many there are."""
    seen = 0
    for u in range(N_UNITS):
        if (u < N_GERMAN) != (side == GERMAN) or gone & bit_of(side, u) & ~seen == 0:
            continue
        stack = 0
        for other in range(N_UNITS):
            if (other < N_GERMAN) == (side == GERMAN) and w.u[STATE, other] == ON_MAP and was[other] == was[u]:
                stack |= bit_of(side, other)
        if stack & stack - 1 != 0 and stack & gone != gone:
            n = _add_stay(ways, n, stack)
        seen |= stack
    return n


@kernel
def _add_stay(ways, n: int, those: int) -> int:  # type: ignore[no-untyped-def]
    """Add the way in which these stay, if there is room; return how many there are."""
    if n == MOST_WAYS:
        return n
    write_way(ways, n, those, ways[0, HOLD], ways[0, HOLD + 1])
    return n + 1


@kernel
def _mobile_units(w: World, side: int) -> int:
    """Return bits for the mobile units of a side, so that others go on where they can."""
    found = 0
    for u in range(N_UNITS):
        if (u < N_GERMAN) == (side == GERMAN) and w.u[STATE, u] == ON_MAP and w.u[TYPE, u] != INF_TYPE:
            found |= bit_of(side, u)
    return found


@kernel
def _best_way(w: World, whose: int, side: int, chosen: int, ways, n: int, battle: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of a side's best way to fight a battle: the usual one, unless another is clearly better."""
    few = w.ahead[A_STAY + 2 * w.s[TURN] + whose]
    first = FIRST_SAMPLE * (1 + battle) + (DEFENDERS if whose != side else 0)
    prints, usual, known = np.zeros(MOST_WAYS, np.int64), np.zeros(few, np.int64), 0
    gains = np.zeros(MOST_WAYS, np.int64)
    fill(gains, -BIG)
    best, gain, place, spare = 0, EDGE * few, OTHERWISE, BEST
    for way in range(n):
        _fight(w, side, chosen, ways[way], 0)
        prints[way] = fingerprint(w)
        like = 0
        while prints[like] != prints[way]:
            like += 1
        if way == 0:
            set_aside(w, USUALLY, False)
        if like < way or way == 0:
            continue
        set_aside(w, place, False)
        better = 0
        for sample in range(few):
            if sample >= known:
                usual[sample] = _worth(w, whose, side, USUALLY, first + sample)
                known = sample + 1
            better += _worth(w, whose, side, place, first + sample) - usual[sample]
            if better <= 0 and LOSES * (sample + 1) >= few:
                break
        gains[way] = better
        if better > gain:
            best, gain = way, better
            place, spare = spare, place
    if best != 0:
        for sample in range(few, few + FURTHER * few):
            gain += _worth(w, whose, side, spare, first + sample) - _worth(w, whose, side, USUALLY, first + sample)
        best = best if gain > EDGE * (few + FURTHER * few) else 0
    if w.ahead[A_GAMES + 2 * w.s[TURN] + whose] > 0:
        return _best_played_on(w, whose, side, chosen, ways, gains, best, battle)
    return best


@kernel
def _best_played_on(w: World, whose: int, side: int, chosen: int, ways, gains, best: int, battle: int) -> int:  # type: ignore[no-untyped-def]
    """Return the place of the way that is best when it is played on.

    Compared are the one that would be taken without this, the usual one and those that seem best, by what they gain.
    """
    found, places = np.zeros((MOST_PLAYED, N_COLUMNS), np.int64), np.zeros(MOST_PLAYED, np.int64)
    m = 1 if best == 0 else 2
    seems, few = np.zeros(MOST_PLAYED, np.int64), w.ahead[A_STAY + 2 * w.s[TURN] + whose]
    places[0], seems[0] = best, gains[best] // few if best > 0 else 0
    while m < MOST_PLAYED:
        place = -1
        for way in range(1, MOST_WAYS):
            if gains[way] > -BIG and way != best and (place < 0 or gains[way] > gains[place]):
                place = way
        if place < 0:
            break
        places[m], seems[m] = place, gains[place] // few
        gains[place] = -BIG
        m += 1
    for k in range(m):
        copy(found[k], ways[places[k]])
    set_aside(w, BEFORE, True)
    lists_aside(w, True)
    thought = OF_BATTLES + 2 * battle + (1 if whose != side else 0)
    most = w.ahead[A_GAMES + 2 * w.s[TURN] + whose]
    return places[best_played_on(w, whose, side, chosen, found, seems, m, thought, most)]


@kernel
def _worth(w: World, whose: int, side: int, place: int, sample: int) -> int:
    """Return what comes for a side of a battle that was fought and kept aside, with the dice of a sample from there on.

    Whoever's turn it is goes on by the plan that he has chosen, of which the other side knows nothing.
    """
    set_aside(w, place, True)
    held, other = w.ahead[A_HELD + side], w.ahead[A_HELD + 1 - side]
    prepare(w, side, w.ahead[A_CHOSEN + side] if whose == side else 0, sample)
    if whose != side:
        w.ahead[A_HELD + side] = 0
    fight_on(w)
    end_fights(w)
    play_phase(w, 4 * side + 4)
    to_the_end = w.ahead[A_HALVES + 2 * w.s[TURN] + whose] >= 2 * N_TURNS
    value = try_on(w, whose, side, 2 * N_TURNS if to_the_end else 1 + side)
    w.ahead[A_HELD + side], w.ahead[A_HELD + 1 - side] = held, other
    return value
