"""A call for reinforcements: cards, six dice, arrivals, what goes back [p. 7, p. 12, p. 18, R4, R42, R55-R59]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee import dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, Block
from sim.games.inferno_on_the_volga.referee.play import draw
from sim.games.inferno_on_the_volga.referee.state import STACK, State

RULE = "p. 7 reinforcements"
ENTRIES = {"yellow": ("X", "Y"), "blue": ("Z",), "white": ("X", "Y", "Z")}
RAUS_ROW = 6


def call(state: State) -> None:
    """Follow a call from the card to the last block sent back."""
    for _ in range(2 if "paulus" in state.leaders else 1):
        draw(state, GERMAN, RULE)
    taken: list[Block] = []
    for k in range(6):
        _die(state, 1 + state.number(6, dice.CALL, k), taken)
    _arrive(state, taken)


def _die(state: State, rolled: int, taken: list[Block]) -> None:
    if state.rows[rolled]:
        block = state.rows[rolled].pop(0)
        block.state = "taken"
        taken.append(block)
        state.expect(RULE, "take", GERMAN, unit=block.id, value=rolled, die=rolled, note="taken")
        return
    if rolled == RAUS_ROW:
        _raus(state)
        return
    block = next(block for block in state.blocks.values() if block.row == rolled)
    can = rolled not in state.settled and block.state in ("map", "taken")
    state.settled.add(rolled)
    note = "removed" if can else "nothing"
    event = state.expect(RULE, "remove", GERMAN, value=rolled, die=rolled, note=note)
    if can:
        state.at -= 1
        state.require(event.unit == block.id, RULE, f"{event.unit} is removed; row {rolled} removes {block.id}")
        state.at += 1
        state.lift(block, "removed")
        state.sent_off += 1
        if block in taken:
            taken.remove(block)


def _raus(state: State) -> None:
    """Let the 6th Panzer Division join once where row 6 is empty, with its advantage alone [p. 18, R4, R42]."""
    comes = "sixth_panzer" in state.advantages and not state.has_raus
    note = "removed" if comes else "nothing"
    state.expect(RULE, "remove", GERMAN, value=RAUS_ROW, die=RAUS_ROW, note=note)
    if comes:
        state.has_raus = True
        for block in [block for block in state.blocks.values() if block.start == "aside"]:
            row = _add(state, block, RAUS_ROW) if state.reads("R42", "row-six") else _back(state, block)
            state.expect("p. 18 6th Panzer Division", "return", GERMAN, unit=block.id, value=row)


def _back(state: State, block: Block) -> int:
    """Put a block on the row with the fewest, the lowest of equals, at its right end [p. 7, R59]; return the row."""
    return _add(state, block, min(state.rows, key=lambda row: (len(state.rows[row]), row)))


def _add(state: State, block: Block, row: int) -> int:
    """Put a block at the right end of a row, and return the row."""
    state.rows[row].append(block)
    block.state = "track"
    return row


def _open(state: State, block: Block) -> list[str]:
    """Return the hexes in which a block may come in [p. 7]."""
    return [h for h in ENTRIES[block.color] if state.control[h] == GERMAN and len(state.stacks[h]) < STACK]


def _arrive(state: State, taken: list[Block]) -> None:
    while state.next_is("arrive"):
        event = state.expect(RULE, "arrive", GERMAN)
        state.at -= 1
        block = state.block(event, GERMAN, RULE)
        hex_ = event.to_hex
        state.require(block in taken, RULE, f"{block.id} arrives and was not taken from the track")
        state.require(hex_ in ENTRIES[block.color], RULE, f"{block.id}, {block.color}, arrives at {hex_}")
        state.require(state.control[hex_] == GERMAN, RULE, f"{block.id} arrives at {hex_}, which the Soviets hold")
        state.require(len(state.stacks[hex_]) < STACK, "p. 4 stacking", f"{block.id} is one too many at {hex_}")
        state.require(event.value == block.full, RULE, f"{block.id} arrives at {event.value} of {block.full}")
        state.at += 1
        taken.remove(block)
        block.strength = block.full
        state.put(block, hex_)
    while taken:
        event = state.expect(RULE, "return", GERMAN)
        state.at -= 1
        block = state.block(event, GERMAN, RULE)
        state.require(block in taken, RULE, f"{block.id} goes back and was not taken from the track")
        state.require(not _open(state, block), RULE, f"{block.id} goes back though there is room")
        taken.remove(block)
        row = _back(state, block)
        state.require(event.value == row, RULE, f"{block.id} goes back to row {event.value}, not {row}")
        state.at += 1
