"""What any half turn may bring: cards drawn, hexes entered, blocks from a reserve, blocks lost, the end [p. 3-6]."""

from __future__ import annotations

from sim.games.inferno_on_the_volga.referee import cards, dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.ground import GERMAN_SPAWN, SOVIET_SPAWN
from sim.games.inferno_on_the_volga.referee.state import SIDES, STACK, State
from sim.referee.breach import LOG, Breach

ENDS = ("spawn_hexes", "no_soviets", "coast", "german_losses", "soviet_deck", "turn_limit")
"""In the order of their codes, from 1."""
CAPTURE = "p. 6 capturing a spawn hex"
REINFORCEMENTS_OF = {GERMAN: SOVIET_SPAWN, SOVIET: GERMAN_SPAWN}
"""The spawn hexes that a side may capture."""


class Over(Exception):
    """The game has ended, as it should."""


def finish(state: State, how: str) -> None:
    """Expect the end of the game in this way, and stop."""
    state.battle = 0
    state.expect("p. 3 victory", "end", value=1 + ENDS.index(how), note=how)
    raise Over


def draw(state: State, side: str, rule: str) -> None:
    """Draw a card: a German leader acts at once, the last Soviet card ends the game [p. 3, p. 6, p. 12]."""
    if not state.decks[side] and side == GERMAN and state.reads("R35", "reshuffled"):
        state.decks[side] = _made_anew(state)
    if not state.decks[side]:
        return
    card = state.decks[side].pop(0)
    state.expect(rule, "draw", side, value=cards.code(side, card), note=card)
    if side == GERMAN and state.is_blank(side, card):
        return
    if card in cards.GERMAN_LEADERS:
        state.leaders.add(card)
        state.expect("p. 12 leaders", "leader", value=cards.LEADERS.index(card), note=f"{card} comes")
    else:
        state.hands[side][card] += 1
    if side == SOVIET and not state.decks[side]:
        last_card(state)


def _made_anew(state: State) -> list[str]:
    """Return the German cards played, leaders apart, as a shuffled deck [R35]."""
    left = [card for card in cards.deck(GERMAN, state.reads("R1", "fifth-card")) if card not in cards.LEADERS]
    for card in state.hands[GERMAN].elements():
        left.remove(card)
    for i in range(len(left) - 1, 0, -1):
        j = state.number(i + 1, dice.SETUP, dice.ANEW + i)
        left[i], left[j] = left[j], left[i]
    return left


def last_card(state: State) -> None:
    """End the game with the last Soviet card; with OKH a turn later for each R block sent off [p. 3, p. 13, R15]."""
    if "okh" not in state.leaders:
        finish(state, "soviet_deck")
    state.emptied = state.turn


def enter(state: State, hex_: str, side: str) -> None:
    """Let a side enter a hex: control, cards for a capture, what the Soviets lose [p. 4, p. 6, p. 18, p. 19]."""
    if state.control[hex_] == side:
        return
    state.control[hex_] = side
    event = state.expect("p. 4 control", "control", side, to_hex=hex_, value=SIDES.index(side))
    if not event.unit.startswith(side):
        raise Breach(LOG, f"control by {event.unit or 'nobody'}, who is not {side}", event.seq, event.turn)
    if side == GERMAN:
        state.fortified.discard(hex_)
        if hex_ == state.headquarters:
            state.headquarters = ""
            state.leaders.discard("chuikov")
            state.expect("p. 18 Chuikov", "leader", value=cards.LEADERS.index("chuikov"), note="chuikov goes")
    if hex_ in REINFORCEMENTS_OF[side]:
        for _ in range(2 if side == GERMAN and "paulus" in state.leaders else 1):
            draw(state, side, CAPTURE)


def from_reserve(state: State, pool: str) -> tuple[Block, int]:
    """Return a random block of a reserve and the strength to which it is turned [p. 6 random deployment, R33]."""
    reserve = state.reserve(pool)
    state.draws += 1
    block = reserve[state.number(len(reserve), dice.RESERVE, 2 * state.draws)]
    side = state.number(STACK, dice.RESERVE, 2 * state.draws + 1)
    is_full = block.kind == "marine" and "marine_skills" in state.advantages
    return block, block.full if is_full else max(1, block.full - side)


def spawn(state: State, pool: str, hex_: str, rule: str) -> Block:
    """Expect a random block of a reserve in a hex."""
    block, strength = from_reserve(state, pool)
    enter(state, hex_, SOVIET)
    state.expect(rule, "spawn", SOVIET, unit=block.id, to_hex=hex_, value=strength)
    block.strength = strength
    state.put(block, hex_)
    return block


def lose_step(state: State, block: Block, rule: str) -> None:
    """Expect that a block loses a step, and goes with its last: Germans for good, Soviets to their reserve [p. 5]."""
    block.strength -= 1
    state.expect(rule, "step_loss", block.side, unit=block.id, value=block.strength)
    if not block.strength:
        state.expect("p. 5 reducing strength", "eliminated", block.side, unit=block.id, from_hex=block.hex)
        state.lift(block, "reserve" if block.side == SOVIET else "dead")
