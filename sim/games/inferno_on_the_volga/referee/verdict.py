"""The replay: a log from the first row to the last, half turn by half turn, and the verdict."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pyarrow as pa

from sim.games.inferno_on_the_volga.referee import german, procedure, setup, two_players, victory
from sim.games.inferno_on_the_volga.referee.blocks import GAME, GERMAN, SOVIET
from sim.games.inferno_on_the_volga.referee.events import read_events
from sim.games.inferno_on_the_volga.referee.ground import Ground, Plans
from sim.games.inferno_on_the_volga.referee.play import Over
from sim.games.inferno_on_the_volga.referee.state import State
from sim.referee.breach import LOG, Breach
from sim.referee.events import Event, read_note
from sim.referee.judged import Judged, verdict_of

READINGS = {
    "difficulty": ("standard", "normal", "easy_for_germans", "easy_for_soviets", "impossible_for_germans"),
    "without": ("nothing", *setup.KINDS_OF_CARDS),
    "advantage": (setup.OF_THE_LEVEL, *(name for side in (GERMAN, SOVIET) for name in setup.NAMES[side])),
    "drawn": ("everything", "adjacency", "terrain", "icons"),
    "R1": ("one-of-four", "fifth-card"),
    "R3": ("attack-and-defense", "attack-only"),
    "R5": ("not-counted", "counted"),
    "R6": ("either-kind", "tanks"),
    "R7": ("twice", "two-dice"),
    "R9": ("one-card", "card-an-icon"),
    "R11": ("clockwise", "in-other-order"),
    "R12": ("draw", "attack"),
    "R15": ("with-soviet-turns", "german-turns-only"),
    "R18": ("one-die", "die-a-stack"),
    "R20": ("hex-of-the-die", "smallest-stack"),
    "R21": ("may-leave", "pinned"),
    "R22": ("whole-stack", "moved-only"),
    "R24": ("anywhere", "not-next-to-soviets"),
    "R30": ("in-any-case", "with-air-strike"),
    "R35": ("never", "reshuffled"),
    "R36": ("each-turn", "pair-of-turns"),
    "R42": ("shortest-rows", "row-six"),
    "R43": ("every-level", "advantage-only"),
    "R52": ("central", "weak", "strong"),
    "R58": ("strongest", "firer", "owner"),
    "R60": ("central", "weak", "strong"),
}
"""The readings by which the referee can judge, the game's own first."""


def judge(events: pa.Table | Path | str, plans: Plans) -> Judged:
    """Judge a log, in memory or in a file; never raises for a bad one. The board is the one it names, by `plans`."""

    def play(seen: Counter[str]) -> None:
        state = begin(read_events(events), plans)
        seen.update(state.rules_seen)
        state.rules_seen = seen
        replay(state)

    return verdict_of(play)


def begin(rows: list[Event], plans: Plans) -> State:
    """Return the position before the first event: the board, the seed and the readings that the head row names."""
    head = rows[0]
    if head.kind != "game":
        raise Breach(LOG, f"the first event is {head.kind}; expected game", head.seq, head.turn)
    note = read_note(head)
    seed, game, board = (note.get(name) for name in ("seed", "match_game", "board"))
    if not (type(seed) is int and type(game) is int and type(board) is int and note.get("game") == GAME):
        raise Breach(LOG, f"the game row lacks game {GAME}, seed, match_game or board", head.seq, head.turn)
    readings = _readings(head, note.get("readings"))
    try:
        ground = Ground(plans(board, readings["drawn"]), readings["R11"] == "clockwise")
    except (IndexError, ValueError) as error:
        raise Breach(LOG, f"no board {board}: {error}", head.seq, head.turn) from None
    rough = {hex_: kind for hex_, kind in ground.terrain.items() if kind != "clear"}
    if note.get("terrain") != rough or note.get("aa_hexes") != list(ground.aa):
        raise Breach(LOG, f"terrain or aa_hexes are not those of board {board}", head.seq, head.turn)
    state = State(rows, ground, seed, game, readings)
    state.is_procedure = note.get("soviet") == "ai"
    return state


def _readings(head: Event, stated: object) -> dict[str, str]:
    """Return the readings by which a game was played; stop at one by which the referee cannot judge."""
    read = {name: values[0] for name, values in READINGS.items()}
    for name, value in stated.items() if isinstance(stated, dict) else ():
        if value not in READINGS.get(name, ()):
            raise Breach(LOG, f"the referee cannot judge by {name} = {value}", head.seq, head.turn)
        read[name] = value
    return read


def replay(state: State) -> None:
    """Follow the whole game [p. 6 actions]."""
    try:
        setup.set_up(state)
        while True:
            _half(state, state.turn + 1, 1)
            _half(state, state.turn, 2)
    except Over:
        pass
    left = state.peek()
    if left is not None:
        state.breach("p. 3 victory", f"{left.kind} after the end of the game")
    for at, event in enumerate(state.events):
        if event.seq != at:
            raise Breach(LOG, f"row {at} has seq {event.seq}")


def _half(state: State, turn: int, phase: int) -> None:
    state.turn, state.phase, state.combats, state.draws = turn, phase, 0, 0
    state.expect("p. 6 actions", "phase")
    if phase == 1:
        german.play(state)
    elif 0 < state.emptied < turn and state.reads("R15", "german-turns-only"):
        pass
    elif state.is_procedure:
        procedure.play(state)
    else:
        two_players.play(state)
    victory.check(state)


__all__ = ["GERMAN", "SOVIET", "Judged", "judge", "replay"]
