"""What comes before the fire of blocks: special blocks, the cards of both sides, rubble [p. 12-16, p. 18-19]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.games.inferno_on_the_volga.referee import cards, dice
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.fire import count, hit, hit_by_card, roll
from sim.games.inferno_on_the_volga.referee.ground import COAST
from sim.games.inferno_on_the_volga.referee.play import draw, spawn
from sim.games.inferno_on_the_volga.referee.state import STACK, State

if TYPE_CHECKING:
    from sim.games.inferno_on_the_volga.referee.combat import Fight

HAND, FLOTILLA, AA, GERMAN_SUPPORT = (
    "p. 6 drawing cards",
    "p. 16 Volga Flotilla",
    "p. 16 AA",
    "p. 14 German support cards",
)
DOUBLE_FIRE, TRIPLE_FIRE = 5, 4
MARKERS = 15
IMPOSSIBLE = "impossible_for_germans"


def hits_a_step(state: State, fight: Fight, struck: str) -> int:
    """Return the hits that cost a side a step: two where it defends in rubble [p. 9, R16, R19]."""
    return 2 if struck != fight.side and fight.target in state.rubble else 1


def put_rubble(state: State, hex_: str) -> None:
    """Expect a marker in a hex."""
    state.rubble.add(hex_)
    state.expect("p. 10 rubble", "rubble", to_hex=hex_, value=len(state.rubble))


def at_step_four(state: State, fight: Fight) -> None:
    """Let Guards recover, the 20th act and the 1077th cover the sky, where they do [p. 18, p. 19, R27, R53]."""
    if "immortal_guard" in state.advantages:
        for block in fight.soviets:
            if block.kind == "guard":
                state.expect("p. 18 Immortal Guard", "reveal", SOVIET, unit=block.id, value=block.full)
                block.strength = block.full
    if state.readings["difficulty"] != IMPOSSIBLE:
        return
    kinds = [block.kind for block in fight.soviets]
    fight.has_air_cover = "aa_regiment" in kinds
    hit(state, fight.germans, kinds.count("destroyer_brigade"), "p. 19 20th Destroyer Brigade", _armor)


def _armor(block: Block) -> bool:
    return block.is_armor


def _infantry(block: Block) -> bool:
    return block.is_infantry


def soviet_card(state: State, fight: Fight) -> None:
    """Expect the Soviet card: random and forced by the procedure, a player's own choice [p. 6, p. 15, p. 17]."""
    hand = state.hands[SOVIET]
    held = sorted(hand.elements(), key=lambda card: cards.code(SOVIET, card))
    if state.is_procedure:
        if not held:
            return
        card = held[state.number(len(held), dice.HAND, state.combats)]
    else:
        event = state.peek()
        if event is None or event.kind != "card" or event.side != SOVIET:
            return
        card = event.note
        state.require(hand[card] > 0, "p. 17 combat", f"the Soviets do not hold {card}")
    state.expect(HAND, "card", SOVIET, to_hex=fight.soviet_hex, value=cards.code(SOVIET, card), note=card)
    hand[card] -= 1
    if not state.is_blank(SOVIET, card):
        _EFFECTS[card.split("_")[0]](state, fight, card)


def _tommy_gunner(state: State, fight: Fight, card: str) -> None:
    _fire(state, fight, 2, "p. 15 Tommy Gunner")


def _fire(state: State, fight: Fight, n: int, rule: str) -> None:
    rolls = roll(state, "soviet_card", n, rule)
    hit_by_card(state, fight.germans, count(rolls, [DOUBLE_FIRE] * n) // hits_a_step(state, fight, GERMAN), rule)


def _flotilla(state: State, fight: Fight, card: str) -> None:
    if fight.soviet_hex in COAST:
        _fire(state, fight, 3, FLOTILLA)
        return
    total = three_dice(state)
    hex_ = str(total)
    state.expect(FLOTILLA, "land", to_hex=hex_, value=total)
    if state.holder(hex_) == GERMAN:
        return
    if not state.reserve("marine") or len(state.stacks[hex_]) == STACK:
        draw(state, SOVIET, FLOTILLA)
        return
    fight.landed = spawn(state, "marine", hex_, FLOTILLA)


def three_dice(state: State) -> int:
    """Return the sum of the dice of a landing or of Chuikov's headquarters."""
    return sum(1 + state.number(6, dice.THREE, 8 * state.combats + k) for k in range(3))


def _aa(state: State, fight: Fight, card: str) -> None:
    fight.has_air_cover = True
    hex_ = state.ground.aa[int(card.removeprefix("aa_")) - 1]
    if state.reads("R30", "with-air-strike") and not _flies(state):
        return
    if hex_ not in state.rubble and len(state.rubble) < MARKERS:
        put_rubble(state, hex_)


def _flies(state: State) -> bool:
    """Whether a German air strike is played in this combat, further on in the log."""
    rows = (event for event in state.events[state.at :] if event.battle == state.battle and event.side == GERMAN)
    return any(event.kind == "card" and event.note in cards.AIR for event in rows)


def _sniper(state: State, fight: Fight, card: str) -> None:
    hit(state, fight.germans, 2 if "zaytsev" in state.leaders else 1, "p. 16 Sniper", _infantry)


def _anti_tank(state: State, fight: Fight, card: str) -> None:
    hit(state, fight.germans, 1, "p. 16 Anti-Tank", _armor)


def _newcomer(state: State, fight: Fight, card: str) -> None:
    pool, rule = ("tank", "p. 16 T-34") if card == "t34_dug_in" else ("infantry", "p. 16 Infiltration")
    if not state.reserve(pool) or len(state.stacks[fight.soviet_hex]) == STACK:
        draw(state, SOVIET, rule)
        return
    fight.soviets.append(spawn(state, pool, fight.soviet_hex, rule))


def _leader(state: State, fight: Fight, card: str) -> None:
    """Bring a leader into play; Chuikov beyond the standard level needs a headquarters [p. 14, p. 18, R43]."""
    told: dict[str, Any] = {"value": cards.LEADERS.index(card), "note": f"{card} comes"}
    if card == "chuikov" and _needs_headquarters(state):
        hex_ = str(three_dice(state))
        if state.control[hex_] != SOVIET:
            told["note"] = f"{card} goes"
            state.expect("p. 18 Chuikov", "leader", to_hex=hex_, **told)
            return
        state.headquarters = hex_
        told["to_hex"] = hex_
    state.leaders.add(card)
    state.expect("p. 14 Soviet leaders", "leader", **told)


def _needs_headquarters(state: State) -> bool:
    """Whether Chuikov comes with a headquarters: at all levels but the standard one, or with his advantage alone."""
    if state.reads("R43", "advantage-only"):
        return "chuikov" in state.advantages
    return state.readings["difficulty"] != "standard" or "chuikov" in state.advantages


_EFFECTS = {
    "tommy": _tommy_gunner, "volga": _flotilla, "aa": _aa, "sniper": _sniper, "anti": _anti_tank,
    "infiltration": _newcomer, "t34": _newcomer, "chuikov": _leader, "zaytsev": _leader, "khrushchev": _leader,
}  # fmt: skip


def german_cards(state: State, fight: Fight) -> None:
    """Read the German cards, hold them against the rules, and expect what they do [p. 13, p. 14, R38, R45]."""
    played: list[str] = []
    while state.next_is("card"):
        event = state.expect(GERMAN_SUPPORT, "card", GERMAN, to_hex=fight.target)
        state.at -= 1
        card = event.note
        state.require(state.hands[GERMAN][card] > 0, GERMAN_SUPPORT, f"the Germans do not hold {card}")
        state.require(fight.is_german and fight.is_deliberate, GERMAN_SUPPORT, f"{card} in no German deliberate attack")
        several = {*played, card} <= set(cards.PIONEERS) and "linden" in state.leaders
        state.require(not played or several, "p. 13 Linden", f"{card} beside {' '.join(played)}")
        state.require(card != "pioneer_672" or "linden" in state.leaders, "p. 13 Linden", "the 672nd without Linden")
        state.require(event.value == cards.code(GERMAN, card), GERMAN_SUPPORT, f"{card} has code {event.value}")
        state.at += 1
        state.hands[GERMAN][card] -= 1
        played.append(card)
    n = 0
    for card in played:
        if card in cards.AIR and fight.has_air_cover:
            continue
        n += _support(state, fight, card)
    if n:
        rolls = roll(state, "german_card", n, GERMAN_SUPPORT)
        hits = count(rolls, [TRIPLE_FIRE] * n) // hits_a_step(state, fight, SOVIET)
        hit_by_card(state, fight.soviets, hits, GERMAN_SUPPORT)


def _support(state: State, fight: Fight, card: str) -> int:
    """Count a German card that is not canceled and return its dice [p. 13 Von Richthofen, R7]."""
    if card in ("sniper", "pak"):
        hit(state, fight.soviets, 1, GERMAN_SUPPORT, _infantry if card == "sniper" else _armor)
        return 0
    what = cards.SUPPORT[card]
    is_stronger = card in cards.AIR and "von_richthofen" in state.leaders
    fight.rubble_modifier += what.rubble * (2 if is_stronger else 1)
    if is_stronger and state.reads("R7", "two-dice"):
        return 2
    return what.dice * (2 if is_stronger else 1)
