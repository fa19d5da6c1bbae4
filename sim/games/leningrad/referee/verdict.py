"""The replay: a log from the first row to the last, phase by phase, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from sim.games.leningrad.referee import (
    aftermath,
    arrivals,
    battle,
    forts,
    movement,
    odds,
    regeneration,
    setup,
    surprise,
    victory,
)
from sim.games.leningrad.referee.counters import GERMAN, SOVIET
from sim.games.leningrad.referee.events import read_events
from sim.games.leningrad.referee.ground import Ground, load_ground
from sim.games.leningrad.referee.setup import Places, load_places
from sim.games.leningrad.referee.state import OTHER_READINGS, READINGS, STACK, State
from sim.numbers.rawfiles import RuleDataError
from sim.referee.breach import LOG, Breach
from sim.referee.events import Event, read_note
from sim.referee.judged import Judged, verdict_of

TURNS, PHASES = 12, 8
SIDES = {1: GERMAN, 2: GERMAN, 3: GERMAN, 4: GERMAN, 5: SOVIET, 6: SOVIET, 7: SOVIET}


def judge(events: pa.Table | Path | str, ground: Ground | None = None, places: Places | None = None) -> Judged:
    """Judge a log, in memory or in a file; never raises for a bad one. Board and set-up hexes are those it names."""
    return verdict_of(lambda seen: Replay(read_events(events), ground, places, seen).run())


def _readings(head: Event, stated: object) -> dict[str, str]:
    """Return the readings by which a game was played; stop at one by which the referee cannot judge."""
    read = dict(READINGS)
    for ruling, reading in stated.items() if isinstance(stated, dict) else ():
        if ruling in READINGS and reading not in (READINGS[ruling], *OTHER_READINGS.get(ruling, ())):
            raise Breach(LOG, f"the referee cannot judge by {ruling} = {reading}", head.seq, head.turn)
        read[ruling] = reading
    return read


class Replay:
    """A cursor over the events, and the state that they make."""

    def __init__(self, events: list[Event], ground: Ground | None, places: Places | None, seen: Counter[str]) -> None:
        self.events, self.at = events, 0
        head = self.take()
        if head.kind != "game":
            raise Breach(LOG, f"the first event is {head.kind}; expected game", head.seq, head.turn)
        note = read_note(head)
        seed, game, board = (note.get(name) for name in ("seed", "match_game", "board"))
        if not (type(seed) is int and type(game) is int and type(board) is int):
            raise Breach(LOG, "the game row lacks seed, match_game or board", head.seq, head.turn)
        try:
            self.state = State.fresh(ground or load_ground(board), seed, game)
            self.places = places or load_places(board)
        except (RuleDataError, IndexError, ValueError) as error:
            raise Breach(LOG, f"no board {board}: {error}", head.seq, head.turn) from None
        self.state.rules_seen = seen
        self.state.readings = _readings(head, note.get("readings"))

    # the cursor

    def peek(self) -> Event | None:
        """Return the next event, or nothing at the end."""
        return self.events[self.at] if self.at < len(self.events) else None

    def take(self) -> Event:
        """Return the next event and go on."""
        self.at += 1
        return self.events[self.at - 1]

    def in_phase(self) -> Event | None:
        """Take the next event of this phase, or return nothing where the next phase begins."""
        event = self.peek()
        if event is None or event.kind == "phase":
            return None
        state = self.state
        state.seq = event.seq
        if (event.turn, event.phase) != (state.turn, state.phase):
            state.breach("3.0", f"{event.kind} of turn {event.turn}, phase {event.phase} in phase {state.phase}")
        return self.take()

    def batch(self, first: Event, kinds: tuple[str, ...]) -> list[Event]:
        """Take the events that follow and belong to the battle of `first`; a fort lost has no number."""
        rows = []
        while (event := self.peek()) and event.kind in kinds:
            if event.battle != first.battle and (event.kind != "fort_lost" or event.battle is not None):
                break
            taken = self.in_phase()
            if taken is not None:
                rows.append(taken)
        return rows

    # the sequence of play [3.0]

    def run(self) -> None:
        """Replay the whole game."""
        while event := self.in_phase():
            self.state.require(event.kind == "setup", "1.0", f"{event.kind} before the game")
            setup.place(self.state, event)
        setup.check(self.state, self.places)
        for turn in range(1, TURNS + 1):
            for phase in range(1, PHASES + 1):
                self.play_phase(turn, phase)
        self.state.saw("3.0", TURNS * PHASES)
        left = self.peek()
        if left is not None:
            self.state.seq = left.seq
            self.state.breach("16.0", f"{left.kind} after the end of the game")
        for at, event in enumerate(self.events):  # last, so that what was taken out is named by the rule that misses it
            if event.seq != at:
                raise Breach(LOG, f"row {at} has seq {event.seq}")

    def play_phase(self, turn: int, phase: int) -> None:
        """Replay one phase from its mark to what must hold at its end."""
        self._mark(turn, phase)
        self._play(phase)
        self._end_phase()

    def _mark(self, turn: int, phase: int) -> None:
        event = self.peek()
        if event is None:
            self.state.breach("3.0", f"the log ends before turn {turn}, phase {phase}")
        self.state.seq = event.seq
        if event.kind != "phase" or (event.turn, event.phase) != (turn, phase):
            self.state.breach(
                "3.0", f"{event.kind} of turn {event.turn}, phase {event.phase} in the place of {turn}, {phase}"
            )
        is_side = event.side == SIDES.get(phase, event.side)
        self.state.require(is_side, "3.0", f"phase {phase} is said to be {event.side or 'nobody'}'s")
        self.take()
        self.state.begin(turn, phase)

    def _play(self, phase: int) -> None:
        if phase == PHASES and self.state.turn == TURNS:
            rows = []
            while event := self.in_phase():
                rows.append(event)
            victory.settle(self.state, rows)
            return
        while event := self.in_phase():
            handler = HANDLERS.get((phase, event.kind))
            if handler is None:
                self._misplaced(event)
            else:
                handler(self, event)

    def _misplaced(self, event: Event) -> None:
        where = f"phase {event.phase}" if event.kind in RULES_OF_PHASES else "this place"
        self.state.breach(RULES.get(event.kind, "3.0"), f"{event.kind} of {event.unit} has no place in {where}")

    def _battle(self, first: Event) -> None:
        rows = [first, *self.batch(first, battle.ORDER)] if first.kind in battle.ORDER else []
        header = self.in_phase() if rows else first
        if header is None or header.kind not in ("overrun", "combat") or header.battle != first.battle:
            self.state.breach(LOG, f"battle {first.battle} is declared and not resolved")
        fight = battle.read(self.state, rows, header)
        results = odds.resolve(self.state, fight, header)
        aftermath.settle(self.state, fight, results, self.batch(header, aftermath.KINDS))

    def _fort_lost(self, event: Event) -> None:
        forts.lose(self.state, event)

    def _move(self, event: Event) -> None:
        _CALLS[event.kind](self.state, event)
        self._drop_fort()

    def _drop_fort(self) -> None:
        """After a step into a fort its removal must follow at once [13.2]."""
        event = self.peek()
        if event is not None and event.kind == "fort_lost":
            taken = self.in_phase()
            if taken is not None:
                forts.lose(self.state, taken)
        forts.check_lost(self.state)

    def _interdict(self, event: Event) -> None:
        state = self.state
        hex_ = state.hex(event.to_hex)
        battle.commit_air(state, event.unit)
        state.interdicted[hex_] = state.interdicted.get(hex_, 0) + 1
        state.saw("11.0")

    def _build(self, event: Event) -> None:
        forts.build(self.state, event)

    def _flip(self, event: Event) -> None:
        regeneration.flip(self.state, event)

    def _end_phase(self) -> None:
        """Check what must hold at the end of a phase."""
        state = self.state
        for hex_ in {unit.hex for unit in state.units.values() if unit.hex}:
            n = len(state.here(hex_))
            state.require(n <= STACK, "4.6", f"{n} units stand at {hex_} at the end of phase {state.phase}")
        arrivals.check_not_delayed(state)
        surprise.check_closed(state)
        surprise.check_attacked(state)


RULES_OF_PHASES = {
    "move": "4.0", "overrun": "7.0", "combat": "8.0", "attack": "8.0", "interdict": "11.3", "fort": "13.0",
    "arrive": "14.0", "regenerate": "14.6",
}  # fmt: skip
RULES = {"step_loss": "8.4", "eliminated": "8.4", "retreat": "8.47", "advance": "8.48", **RULES_OF_PHASES}
"""The rule against an event out of its place."""
_CALLS: dict[str, Callable[[State, Event], None]] = {
    "move": movement.step,
    "arrive": arrivals.arrive,
    "supply": movement.start,
}
Handler = Callable[[Replay, Event], None]
HANDLERS: dict[tuple[int, str], Handler] = {
    (1, "regenerate"): Replay._flip,
    (4, "interdict"): Replay._interdict,
    (5, "fort"): Replay._build,
}
for _phase in (2, 6):
    for _kind in _CALLS:
        HANDLERS[_phase, _kind] = Replay._move
for _phase in (2, 3, 6, 7):
    for _kind in ("attack", "defend", "air", "reveal", "overrun", "combat"):
        HANDLERS[_phase, _kind] = Replay._battle
