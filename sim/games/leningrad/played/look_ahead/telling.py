"""What a side tells its units in a half turn, put together: who stays, who goes where, where all others go."""

from __future__ import annotations

from sim.games.leningrad.map.fields import MOST_SENT
from sim.games.leningrad.played.look_ahead.ways import SENT, STAY, STILL
from sim.games.leningrad.players.held import MAY_MARCH, bit_of
from sim.games.leningrad.players.moves.sent import unit_sent
from sim.match.compiled import kernel


@kernel
def leave_out(told, side: int, those: int) -> None:  # type: ignore[no-untyped-def]
    """Send some units nowhere."""
    n = 0
    for k in range(MOST_SENT):
        sent = told[SENT + k]
        told[SENT + k] = 0
        if sent > 0 and those & bit_of(side, unit_sent(sent)) == 0:
            told[SENT + n] = sent
            n += 1


@kernel
def add(told, side: int, way) -> bool:  # type: ignore[no-untyped-def]
    """Tell somebody more, if that goes together with what is told already; return whether it does."""
    if way[STAY] != 0:
        if told[STAY] != 0 and (told[STAY] ^ way[STAY]) & MAY_MARCH != 0:
            return False
        told[STAY] |= way[STAY]
        if told[STAY] & MAY_MARCH == 0:
            leave_out(told, side, way[STAY])
    for k in range(MOST_SENT):
        if way[SENT + k] == 0:
            break
        at = 0
        while at < MOST_SENT and told[SENT + at] != 0 and unit_sent(told[SENT + at]) != unit_sent(way[SENT + k]):
            at += 1
        if at == MOST_SENT:
            return False
        told[SENT + at] = way[SENT + k]
        if told[STAY] & MAY_MARCH == 0:
            told[STAY] &= ~bit_of(side, unit_sent(way[SENT + k]))
    return True


@kernel
def tell_more(side: int, told, way, still) -> bool:  # type: ignore[no-untyped-def]
    """Tell what a way tells, and all others where to go if it does; return whether that goes together."""
    if not add(told, side, way) or (way[STILL] == 1 and still[0] == 0):
        return False
    those, n = 0 if told[STAY] & MAY_MARCH != 0 else told[STAY], 0
    while n < MOST_SENT and told[SENT + n] != 0:
        those |= bit_of(side, unit_sent(told[SENT + n]))
        n += 1
    for k in range(MOST_SENT if way[STILL] == 1 else 0):
        if n < MOST_SENT and still[k] > 0 and those & bit_of(side, unit_sent(still[k])) == 0:
            told[SENT + n] = still[k]
            n += 1
    return True


@kernel
def are_told(side: int, way) -> int:  # type: ignore[no-untyped-def]
    """Return bits for whom a way holds back or sends."""
    found = way[STAY] & ~MAY_MARCH
    for k in range(MOST_SENT):
        found |= bit_of(side, unit_sent(way[SENT + k])) if way[SENT + k] > 0 else 0
    return found
