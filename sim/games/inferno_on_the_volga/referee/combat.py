"""The combat sequence, from the cards to the Blitz [p. 9-10, p. 12-16, p. 19]."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from sim.games.inferno_on_the_volga.referee import aftermath, support
from sim.games.inferno_on_the_volga.referee.blocks import GERMAN, SOVIET, Block
from sim.games.inferno_on_the_volga.referee.fire import count, hit, pool, roll, with_bonus
from sim.games.inferno_on_the_volga.referee.state import State

SEQUENCE, CLOSE = "p. 9 combat sequence", "p. 10 close combat"
SINGLE_FIRE = 6
RUBBLE_ABOVE, MARKERS = 18, 15


@dataclass
class Fight:
    """One combat: both sides in the order told, the hex attacked, the Soviet hex of the cards [R20]."""

    side: str
    germans: list[Block]
    soviets: list[Block]
    target: str
    soviet_hex: str
    is_deliberate: bool
    has_air_cover: bool = False
    """Whether AA fire cancels air strikes [p. 16, p. 19]."""
    rubble_modifier: int = 0
    landed: Block | None = None
    """A marine that landed, which takes no part [R51]."""

    @property
    def is_german(self) -> bool:
        """Whether the Germans attack."""
        return self.side == GERMAN

    @property
    def attackers(self) -> list[Block]:
        """The attacking blocks, those lost included."""
        return self.germans if self.is_german else self.soviets

    @property
    def defenders(self) -> list[Block]:
        """The defending blocks."""
        return self.soviets if self.is_german else self.germans


def alive(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks that are left."""
    return [block for block in blocks if block.strength]


def read_attackers(state: State, side: str, rule: str, alone: Sequence[Block] = ()) -> tuple[list[Block], str]:
    """Read who attacks what, each block revealed as it is declared; return the blocks and the hex attacked."""
    state.battle = state.fought + 1
    blocks: list[Block] = []
    target = ""
    while state.next_is("attack"):
        event = state.expect(rule, "attack", side)
        block = state.block(event, side, rule)
        target = target or event.to_hex
        state.require(event.to_hex == target, rule, f"{block.id} attacks {event.to_hex}, others {target}")
        state.require(block.hex == event.from_hex and bool(block.hex), rule, f"{block.id} is not at {event.from_hex}")
        state.require(block not in blocks, rule, f"{block.id} attacks twice")
        blocks.append(block)
        state.expect(SEQUENCE, "reveal", side, unit=block.id, value=block.strength)
    other = SOVIET if side == GERMAN else GERMAN
    state.require(bool(blocks), rule, "nobody attacks")
    state.require(target in state.stacks and state.holder(target) == other, rule, f"no enemy stack at {target}")
    for hex_ in {block.hex for block in blocks}:
        state.require(state.ground.touches(hex_, target), rule, f"{hex_} does not touch {target}")
        due = list(alone) or state.stacks[hex_]
        left_out = [block.id for block in due if block not in blocks]
        state.require(not left_out, rule, f"{' '.join(left_out)} at {hex_} does not attack with its stack")
    return blocks, target


def resolve(state: State, side: str, attackers: list[Block], target: str, soviet_hex: str, is_deliberate: bool) -> None:
    """Resolve a declared combat step by step [p. 9]."""
    state.fought += 1
    defenders = list(state.stacks[target])
    for block in defenders:
        state.expect(SEQUENCE, "defend", block.side, unit=block.id, from_hex=target, to_hex=target)
        state.expect(SEQUENCE, "reveal", block.side, unit=block.id, value=block.strength)
    germans, soviets = (attackers, defenders) if side == GERMAN else (defenders, attackers)
    fight = Fight(side, list(germans), list(soviets), target, soviet_hex, is_deliberate)
    support.at_step_four(state, fight)
    support.soviet_card(state, fight)
    support.german_cards(state, fight)
    _opportunity_fire(state, fight)
    _rubble_roll(state, fight)
    _close_combat(state, fight)
    _result(state, fight)
    aftermath.advance(state, fight)
    state.combats += 1
    state.battle = 0


def _bonus(state: State, hex_: str, is_defending: bool) -> int:
    """Return what is added to a die of a Soviet block in a hex [p. 15, p. 19, R28]."""
    return ("khrushchev" in state.leaders) + (is_defending and hex_ in state.fortified)


def _own_ones(state: State, rolls: list[int], struck: list[Block]) -> None:
    """With Khrushchev each 1 of a Soviet block hits the revealed Soviet blocks, rubble or not [p. 15, R19]."""
    if "khrushchev" in state.leaders:
        hit(state, struck, rolls.count(1), "p. 15 Khrushchev")


def _opportunity_fire(state: State, fight: Fight) -> None:
    """One die a Soviet block that touches an attacking stack, all together [p. 14, R18, R47]."""
    stacks = {block.hex for block in alive(fight.germans)}
    if not fight.is_german or "chuikov" not in state.leaders or not stacks:
        return
    ground = state.ground

    def times(hex_: str) -> int:
        n = sum(ground.touches(hex_, stack) for stack in stacks)
        return n if state.reads("R18", "die-a-stack") else min(n, 1)

    inside = [with_bonus(SINGLE_FIRE, _bonus(state, fight.target, True))] * len(alive(fight.soviets))
    inside = inside * times(fight.target)
    around: list[int] = []
    for block in state.on_map(SOVIET):
        if block is not fight.landed and block.hex != fight.target:
            around += [with_bonus(SINGLE_FIRE, _bonus(state, block.hex, True))] * times(block.hex)
    lowest = [*inside, *sorted(around)]
    rule = "p. 14 opportunity fire"
    rolls = roll(state, "opportunity", len(lowest), rule)
    hit(state, fight.germans, count(rolls, lowest), rule)
    _own_ones(state, rolls, fight.soviets)


def _rubble_roll(state: State, fight: Fight) -> None:
    """Roll for rubble after a German deliberate attack on a city hex [p. 9-10, R37]."""
    left = alive(fight.germans)
    is_city = state.ground.terrain[fight.target] == "urban"
    if not (fight.is_german and fight.is_deliberate and is_city and left):
        return
    if fight.target in state.rubble or len(state.rubble) >= MARKERS:
        return
    rule = "p. 10 rubble"
    total = sum(roll(state, "rubble", 3, rule)) + fight.rubble_modifier
    total += len({block.hex for block in left}) + sum(block.is_armor for block in left)
    if total > RUBBLE_ABOVE:
        support.put_rubble(state, fight.target)


def _has_combined_arms(state: State, fight: Fight) -> bool:
    """Whether the Germans roll first: Hoth, a clear hex, both arms, and the Soviets lack one [p. 13, R3, R6, R46]."""
    if "hoth" not in state.leaders or state.ground.terrain[fight.target] != "clear":
        return False
    if not fight.is_german and state.reads("R3", "attack-only"):
        return False
    ours, theirs = alive(fight.germans), alive(fight.soviets)
    tanks, foot = any(b.is_armor for b in theirs), any(b.is_infantry for b in theirs)
    resist = tanks if state.reads("R6", "tanks") else tanks and foot
    return any(b.is_armor for b in ours) and any(b.is_infantry for b in ours) and not resist


def _close_combat(state: State, fight: Fight) -> None:
    """Both sides fire: at once, or one first and the other with what is left [p. 10]."""
    if not alive(fight.germans) or not alive(fight.soviets):
        return
    first = ""
    if state.ground.terrain[fight.target] == "urban":
        first = SOVIET if fight.is_german else GERMAN
    elif _has_combined_arms(state, fight):
        first = GERMAN
    if first == SOVIET:
        _take(state, fight, *_soviets_fire(state, fight))
    hits = _germans_fire(state, fight)
    if first:
        hit(state, fight.soviets, hits, CLOSE)
    if first != SOVIET:
        lost, rolls = _soviets_fire(state, fight)
        if not first:
            hit(state, fight.soviets, hits, CLOSE)
        _take(state, fight, lost, rolls)


def _germans_fire(state: State, fight: Fight) -> int:
    """Roll for the German blocks that are left; return the steps that the Soviets lose."""
    lowest = pool(fight.germans)
    return count(roll(state, "germans", len(lowest), CLOSE), lowest) // support.hits_a_step(state, fight, SOVIET)


def _soviets_fire(state: State, fight: Fight) -> tuple[int, list[int]]:
    """Roll for the Soviet blocks that are left; return the steps that the Germans lose, and the dice."""
    lowest = pool(fight.soviets, _bonus(state, fight.target, fight.is_german))
    rolls = roll(state, "soviets", len(lowest), CLOSE)
    return count(rolls, lowest) // support.hits_a_step(state, fight, GERMAN), rolls


def _take(state: State, fight: Fight, lost: int, rolls: list[int]) -> None:
    """Let Soviet fire tell: on the Germans, then with its 1s on the Soviets."""
    hit(state, fight.germans, lost, CLOSE)
    _own_ones(state, rolls, fight.soviets)


def _result(state: State, fight: Fight) -> None:
    there = bool(alive(fight.attackers)), bool(alive(fight.defenders))
    told = {
        (True, True): "repulsed",
        (True, False): "cleared",
        (False, True): "attacker_gone",
        (False, False): "both_gone",
    }
    note = {"attack": "deliberate" if fight.is_deliberate else "hasty", "result": told[there]}
    event = state.expect(SEQUENCE, "combat", to_hex=fight.target, value=0 if fight.is_german else 1)
    try:
        found = json.loads(event.note)
    except ValueError:
        found = event.note
    state.at -= 1
    state.require(found == note, SEQUENCE, f"the combat is told as {event.note}; it is {note}")
    state.at += 1
