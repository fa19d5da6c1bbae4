"""Set-up: advantages, piles, icons, the track, the decks, the first cards [p. 5, p. 18-19]."""

from __future__ import annotations

from typing import TypeVar

from sim.games.inferno_on_the_volga.referee import cards, dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.ground import FORTIFIED
from sim.games.inferno_on_the_volga.referee.play import draw
from sim.games.inferno_on_the_volga.referee.state import State

TANKS, INFANTRY, ICONS, YELLOW, WHITE, TRACK, GERMAN_DECK, SOVIET_DECK, ON_TOP = 0, 1, 2, 3, 4, 5, 6, 7, 9
NAMES = {
    GERMAN: ("paulus", "hoth", "von_richthofen", "linden", "okh", "sixth_panzer"),
    SOVIET: ("chuikov", "khrushchev", "zaytsev", "marine_skills", "late_deployment", "immortal_guard"),
}
"""The advantages by their numbers [p. 18]."""
OF_THE_LEVEL = "of_the_level"
KINDS_OF_CARDS = (
    *(f"{GERMAN}_{name}" for name, _ in cards.GERMAN_CARDS),
    *(f"{SOVIET}_{name}" for name, _ in cards.SOVIET_CARDS if not name.startswith("aa_")),
    f"{SOVIET}_aa",
)
"""What a game can be played without: such cards are blank."""
T = TypeVar("T")
RULE = "p. 5 set-up"
TANKS_IN_RESERVE, INFANTRY_IN_RESERVE, LATE_POINTS = 6, 18, 4
SQUARES = 4
"""Random blocks in a row of the track; a white one stands behind them."""
HAND = 3


def pile(state: State, things: list[T], which: int) -> list[T]:
    """Return a pile as it is shuffled."""
    return dice.shuffled(things, state.seed, state.game, dice.SETUP, 256 * which)


def set_up(state: State) -> None:
    """Follow the set-up from its first event to the last."""
    level = state.readings["difficulty"]
    if state.readings["advantage"] != OF_THE_LEVEL:
        _one_advantage(state, state.readings["advantage"])
    elif level == "normal":
        _advantages(state)
    if level == "impossible_for_germans":
        state.fortified = set(FORTIFIED)
    _soviets(state)
    _germans(state)
    _decks(state, level)


def _one_advantage(state: State, name: str) -> None:
    """Give the advantage that was asked for, in place of those of the level."""
    side = GERMAN if name in NAMES[GERMAN] else SOVIET
    state.expect("p. 18 advantages", "advantage", side, value=1 + NAMES[side].index(name))
    state.advantages.append(name)


def _advantages(state: State) -> None:
    for at, side in enumerate((GERMAN, SOVIET)):
        n = 1 + state.number(6, dice.ADVANTAGE, at)
        order = dice.shuffled(list(range(6)), state.seed, state.game, dice.ADVANTAGE, 16 + 16 * at)
        for k in order[:n]:
            state.expect("p. 18 advantages", "advantage", side, value=k + 1)
            state.advantages.append(NAMES[side][k])


def _soviets(state: State) -> None:
    blocks = [block for block in state.blocks.values() if block.side == SOVIET]
    tanks = pile(state, [block for block in blocks if block.kind == "tank"], TANKS)
    infantry = pile(state, [block for block in blocks if block.kind not in ("tank", "marine", "guard")], INFANTRY)
    if "late_deployment" in state.advantages:
        _pick_late(infantry)
    kept = [*tanks[:TANKS_IN_RESERVE], *infantry[:INFANTRY_IN_RESERVE]]
    for block in [*kept, *(block for block in blocks if block.kind in ("guard", "marine"))]:
        block.state = "reserve"
    out = pile(state, [*tanks[TANKS_IN_RESERVE:], *infantry[INFANTRY_IN_RESERVE:]], ICONS)
    for k, (block, hex_) in enumerate(zip(out, state.ground.icons, strict=True)):
        strength = max(1, block.full - state.number(4, dice.SETUP, 2048 + k))
        state.expect(RULE, "setup", SOVIET, unit=block.id, to_hex=hex_, value=strength)
        block.strength = strength
        state.put(block, hex_)


def _pick_late(infantry: list[Block]) -> None:
    """Swap the first 18 divisions of four points of the shuffled pile to its front, one after the other [p. 18]."""
    front = 0
    for k, block in enumerate(infantry):
        if block.full == LATE_POINTS and front < INFANTRY_IN_RESERVE:
            infantry[front], infantry[k] = infantry[k], infantry[front]
            front += 1


def _germans(state: State) -> None:
    blocks = [block for block in state.blocks.values() if block.side == GERMAN]

    def starting(where: str) -> list[Block]:
        return [block for block in blocks if block.start == where]

    yellow = pile(state, starting("yellow"), YELLOW)
    places = [*((b, "W") for b in starting("W")), *((b, "X") for b in starting("X")), (yellow[0], "X")]
    for block, hex_ in [*places, (yellow[1], "Y"), (yellow[2], "Y")]:
        state.expect(RULE, "setup", GERMAN, unit=block.id, to_hex=hex_, value=block.full)
        state.put(block, hex_)
    white = pile(state, starting("column"), WHITE)
    others = pile(state, [*starting("track"), *yellow[3:]], TRACK)
    for row in range(1, 7):
        state.rows[row] = [*others[SQUARES * (row - 1) : SQUARES * row], white[row - 1]]
        for block in state.rows[row]:
            block.state = "track"
            state.expect(RULE, "take", GERMAN, unit=block.id, value=row, note="setup")


def _decks(state: State, level: str) -> None:
    german = pile(state, cards.deck(GERMAN, state.reads("R1", "fifth-card")), GERMAN_DECK)
    soviet = pile(state, cards.deck(SOVIET), SOVIET_DECK)
    n = HAND
    german = _on_top(german, [one for one in state.advantages if one in cards.GERMAN_LEADERS])
    soviet = _on_top(soviet, [one for one in state.advantages if one in cards.SOVIET_LEADERS])
    if level == "easy_for_germans":
        top = ["von_richthofen", "hoth", "paulus", "linden"]
        german = [*top, *(card for card in german if card not in (*top, "okh")), "okh"]
        n += 3
    if level in ("easy_for_soviets", "impossible_for_germans"):
        soviet = _on_top(soviet, pile(state, list(cards.SOVIET_LEADERS), ON_TOP)[::-1])
    state.decks = {GERMAN: german, SOVIET: soviet}
    for _ in range(n):
        draw(state, GERMAN, RULE)


def _on_top(deck: list[str], leaders: list[str]) -> list[str]:
    """Return a deck with leaders on top, those of advantages in the order in which these were drawn [p. 18]."""
    return [*leaders, *(card for card in deck if card not in leaders)]
