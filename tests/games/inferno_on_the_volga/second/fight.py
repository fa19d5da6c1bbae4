"""Inferno on the Volga: one open fight, step by step (p. 4-19); the brief stands in `inferno_on_the_volga_combat`."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

from tests.games.inferno_on_the_volga.second.blocks import AIR, FACES, Block, Facts

DICE = {"heinkel_111": 6, "stuka": 5, "howitzer": 6, "pioneer": 5, "pioneer_672": 5}  # p. 14, R1
RUBBLE_DRM = {"heinkel_111": 3, "stuka": 2, "howitzer": 2, "pioneer": 1, "pioneer_672": 1}

Strengths = tuple[int, ...]
Counts = dict[Any, int]


class State(NamedTuple):
    """Points left, both sides in told order, and rubble."""

    germans: Strengths
    soviets: Strengths
    rubble: bool
    is_placed: bool = False
    odd: int = 0


@dataclass(frozen=True)
class Fight:
    """An open fight: every block and the Soviet card known, a newcomer last among the Soviets."""

    facts: Facts
    germans: tuple[Block, ...]
    soviets: tuple[Block, ...]
    card: str
    has_newcomer: bool = False

    def has(self, leader: str) -> bool:
        return self.card == leader or getattr(self.facts, leader) is True

    def native(self) -> tuple[Block, ...]:
        """Soviet blocks that were there in step 4."""
        return self.soviets[:-1] if self.has_newcomer and not self.facts.special_blocks_late else self.soviets

    def acts(self, kind: str) -> int:
        """Number of special blocks that act (p. 19, R53)."""
        return sum(b.kind == kind for b in self.native()) if self.facts.special_blocks else 0


def add(counts: dict[Any, Any], key: Any, number: Any) -> None:
    counts[key] = counts.get(key, 0) + number


def through(counts: Counts, step: Callable[[Fight, State], Counts], fight: Fight) -> Counts:
    """Send every state through a step; a count must share out evenly over the rolls of the step."""
    after: Counts = {}
    for state, number in counts.items():
        shares = step(fight, state)
        each, left_over = divmod(number, sum(shares.values()))
        assert left_over == 0
        for later, share in shares.items():
            add(after, later, each * share)
    return after


def reduce(
    blocks: tuple[Block, ...], left: Strengths, hits: int, ties: str, is_german: bool, of: Callable[[Block], bool]
) -> Strengths:
    """Hits one by one on the strongest block (p. 10, R17), ties by the German player (R48)."""
    now = list(left)
    for _ in range(hits):
        best: tuple[int, int] | None = None
        chosen = -1
        for place, block in enumerate(blocks):
            points = now[place]
            if points == 0 or not of(block):
                continue
            lost = block.fire(points) - block.fire(points - 1)
            worth = (points, 0 if ties == "order" else -lost if is_german else lost)
            if best is None or worth > best:
                best, chosen = worth, place
        if chosen < 0:
            break
        now[chosen] -= 1
    return tuple(now)


def pick(blocks: tuple[Block, ...], left: Strengths, hits: int, who: str) -> Strengths:
    """Hits of a card where the firing side or the owner wants them: most or least fire lost (R58 the other way)."""
    now = list(left)
    for _ in range(min(hits, sum(left))):
        able = [n for n, points in enumerate(now) if points]
        lost = [blocks[n].fire(now[n]) - blocks[n].fire(now[n] - 1) for n in able]
        now[able[lost.index(max(lost) if who == "firer" else min(lost))]] -= 1
    return tuple(now)


def wear(fight: Fight, left: Strengths, hits: int) -> Strengths:
    """Hits on the Germans: one stack first, if so told (R17 the other way), else the strongest."""
    facts, now = fight.facts, left
    for _ in range(hits):
        theirs = [b.hexagon == facts.stack_hit and n > 0 for b, n in zip(fight.germans, now, strict=True)]
        first = (lambda b: b.hexagon == facts.stack_hit) if any(theirs) else anyone
        now = reduce(fight.germans, now, 1, facts.ties, True, first)
    return now


def anyone(block: Block) -> bool:
    return True


def card_on_germans(fight: Fight, state: State, hits: int) -> State:
    if fight.facts.card_hits == "strongest":
        return state._replace(germans=wear(fight, state.germans, hits))
    return state._replace(germans=pick(fight.germans, state.germans, hits, fight.facts.card_hits))


def card_on_soviets(fight: Fight, state: State, hits: int) -> State:
    if fight.facts.card_hits == "strongest":
        return hit_soviets(fight, state, hits)
    return state._replace(soviets=pick(fight.soviets, state.soviets, hits, fight.facts.card_hits))


def is_over(fight: Fight, state: State) -> bool:
    """Whether the combat has ended with a side (R49 the other way)."""
    return fight.facts.ends_at_once and not (any(state.germans) and any(state.soviets))


def hit_germans(fight: Fight, state: State, hits: int, of: Callable[[Block], bool] | None = None) -> State:
    if of is None:
        return state._replace(germans=wear(fight, state.germans, hits))
    return state._replace(germans=reduce(fight.germans, state.germans, hits, fight.facts.ties, True, of))


def hit_soviets(fight: Fight, state: State, hits: int, of: Callable[[Block], bool] = anyone) -> State:
    return state._replace(soviets=reduce(fight.soviets, state.soviets, hits, fight.facts.ties, False, of))


@cache
def volley(dice: tuple[int, ...], own_ones: bool) -> Counts:
    """Count (hits, own hits) of dice, each given by its hitting faces; a 1 never hits the enemy (R28)."""
    if not dice:
        return {(0, 0): 1}
    counts: Counts = {}
    lowest = max(2, 7 - dice[-1])
    for (hits, ones), number in volley(dice[:-1], own_ones).items():
        for pips in range(1, 7):
            add(counts, (hits + (pips >= lowest), ones + (own_ones and pips == 1)), number)
    return counts


def dice_of(blocks: tuple[Block, ...], left: Strengths, drm: int) -> tuple[int, ...]:
    """One die a point, by its color at this strength (p. 4)."""
    dice = [b.faces[n - 1] + drm for b, n in zip(blocks, left, strict=True) for _ in range(n)]
    return tuple(sorted(dice))


def on_germans(fight: Fight, state: State, hits: int) -> int:
    """Steps of a volley on the Germans: halved if they defend in rubble (p. 9, R16, R19)."""
    return (hits + state.odd) // 2 if state.rubble and not fight.facts.germans_attack() else hits


def on_soviets(fight: Fight, state: State, hits: int) -> int:
    return (hits + state.odd) // 2 if state.rubble and fight.facts.germans_attack() else hits


def left_over(fight: Fight, state: State, hits: int, at_germans: bool) -> State:
    """Keep an odd hit on who is in rubble for the next fire (R16 the other way)."""
    in_rubble = state.rubble and fight.facts.germans_attack() != at_germans
    return state._replace(odd=(hits + state.odd) % 2) if in_rubble and fight.facts.odd_hits_added else state


def destroyers(fight: Fight, state: State) -> Counts:
    """The 20th reduces the strongest armor (p. 19)."""
    return {hit_germans(fight, state, fight.acts("destroyer_brigade"), Block.is_armor): 1}


def soviet_card(fight: Fight, state: State) -> Counts:
    """Step 5: cards that hit, and rubble by an AA card (p. 15-16, R30)."""
    facts = fight.facts
    if fight.card == "sniper":
        return {hit_germans(fight, state, 2 if facts.zaytsev else 1, Block.is_infantry): 1}
    if fight.card == "anti_tank":
        return {hit_germans(fight, state, 1, Block.is_armor): 1}
    if fight.card == "aa_here" and facts.terrain == "urban" and not state.rubble and not facts.rubble_used_up:
        return {state._replace(rubble=True, is_placed=True): 1}
    dice = {"tommy_gunner": 2, "volga_flotilla": 3 if facts.coastal else 0}.get(fight.card, 0)
    after: Counts = {}
    for (hits, _), number in volley((FACES["df"],) * dice, False).items():
        later = left_over(fight, state, hits, True)
        add(after, card_on_germans(fight, later, on_germans(fight, state, hits)), number)
    return after


def is_cancelled(fight: Fight, card: str) -> bool:
    """Whether AA or the 1077th stop a strike (p. 16, p. 19)."""
    return card in AIR and (fight.card in ("aa", "aa_here") or fight.acts("aa_regiment") > 0)


def times(fight: Fight, card: str) -> int:
    return 0 if is_cancelled(fight, card) else 2 if card in AIR and fight.facts.von_richthofen else 1  # R7


def dice_of_card(fight: Fight, card: str) -> int:
    number = times(fight, card)
    return 2 if number == 2 and fight.facts.two_air_dice else DICE[card] * number


def rubble_times(fight: Fight, card: str) -> int:
    """How often a card's modifier counts; what the 1077th cancels may keep it (R53 the other way)."""
    by_aa = fight.card in ("aa", "aa_here")
    if fight.facts.special_blocks_late and is_cancelled(fight, card) and not by_aa:
        return 2 if fight.facts.von_richthofen else 1
    return times(fight, card)


def german_card(fight: Fight, state: State) -> Counts:
    """Step 6: Sniper and Pak, or one pool of red dice (p. 13-14, R45)."""
    cards = fight.facts.german_card
    if is_over(fight, state):
        return {state: 1}
    if "sniper" in cards:
        return {hit_soviets(fight, state, 1, Block.is_infantry): 1}
    if "pak" in cards:
        return {hit_soviets(fight, state, 1, Block.is_armor): 1}
    after: Counts = {state: 1}
    for pool in [(card,) for card in cards] if fight.facts.pioneers_apart else [cards]:  # R45 the other way: one by one
        dice = sum(dice_of_card(fight, card) for card in pool)
        before, after = after, {}
        for earlier, so_far in before.items():
            if is_over(fight, earlier):
                add(after, earlier, so_far * 6**dice)
                continue
            for (hits, _), number in volley((FACES["tf"],) * dice, False).items():
                later = left_over(fight, earlier, hits, False)
                add(after, card_on_soviets(fight, later, on_soviets(fight, earlier, hits)), so_far * number)
    return after


def opportunity_fire(fight: Fight, state: State) -> Counts:
    """Step 8: a black die for every Soviet block that touches attackers (p. 14, R47)."""
    facts = fight.facts
    if not (facts.germans_attack() and fight.has("chuikov") and any(state.germans)) or is_over(fight, state):
        return {state: 1}
    drm = int(fight.has("khrushchev"))
    strong = facts.fortified_opportunity_blocks
    plain = facts.opportunity_blocks - strong
    here = sum(n > 0 for n in state.soviets)
    if facts.fortified:
        strong += here
    else:
        plain += here
    after: Counts = {}
    for (hits, ones), number in volley((1 + drm,) * plain + (2 + drm,) * strong, fight.has("khrushchev")).items():
        add(after, hit_soviets(fight, hit_germans(fight, state, hits), ones), number)
    return after


def rubble_roll(fight: Fight, state: State) -> Counts:
    """Step 9 (p. 10): three dice and modifiers above 18, of what is still there (R37)."""
    facts = fight.facts
    is_due = facts.attack == "german_deliberate" and facts.terrain == "urban" and any(state.germans)
    if not is_due or state.rubble or facts.rubble_used_up or is_over(fight, state):
        return {state: 1}
    left = [block for block, n in zip(fight.germans, state.germans, strict=True) if n or facts.rubble_as_declared]
    drm = min(6, len({block.hexagon for block in left})) + sum(b.is_armor() for b in left)
    drm += sum(RUBBLE_DRM.get(card, 0) * rubble_times(fight, card) for card in facts.german_card)
    wins = sum(sum(roll) + drm > 18 for roll in product(range(1, 7), repeat=3))
    return {state._replace(rubble=True, is_placed=True): wins, state: 216 - wins} if wins else {state: 216}


def first_fire(fight: Fight, state: State) -> str:
    """Who rolls first (p. 9-10, p. 13; R3, R6, R46)."""
    facts = fight.facts
    if facts.terrain == "urban":
        return "soviets" if facts.germans_attack() else "germans"
    if facts.terrain != "clear" or not facts.hoth:
        return "both"
    if facts.hoth_attacks_only and not facts.germans_attack():
        return "both"
    ours = [block for block, n in zip(fight.germans, state.germans, strict=True) if n]
    theirs = [block for block, n in zip(fight.soviets, state.soviets, strict=True) if n]
    if facts.arms_as_revealed:
        ours, theirs = list(fight.germans), list(fight.native())
    stands = any(block.is_armor() for block in theirs) if facts.soviets_lack == "tanks" else has_both(theirs)
    return "germans" if has_both(ours) and not stands else "both"


def has_both(blocks: list[Block]) -> bool:
    return any(block.is_infantry() for block in blocks) and any(block.is_armor() for block in blocks)


def german_steps(fight: Fight, state: State) -> Counts:
    """Count the steps that German fire takes off the Soviets."""
    counts: Counts = {}
    for (hits, _), number in volley(dice_of(fight.germans, state.germans, 0), False).items():
        add(counts, min(on_soviets(fight, state, hits), sum(state.soviets)), number)
    return counts


def soviet_steps(fight: Fight, state: State) -> Counts:
    """Count the steps that Soviet fire takes off the Germans and off the Soviets themselves (p. 15)."""
    drm = int(fight.has("khrushchev")) + int(fight.facts.fortified)
    counts: Counts = {}
    for (hits, ones), number in volley(dice_of(fight.soviets, state.soviets, drm), fight.has("khrushchev")).items():
        add(counts, (min(on_germans(fight, state, hits), sum(state.germans)), min(ones, sum(state.soviets))), number)
    return counts


def germans_fire(fight: Fight, state: State) -> Counts:
    return {hit_soviets(fight, state, steps): number for steps, number in german_steps(fight, state).items()}


def soviets_fire(fight: Fight, state: State) -> Counts:
    after: Counts = {}
    for (steps, ones), number in soviet_steps(fight, state).items():
        add(after, hit_soviets(fight, hit_germans(fight, state, steps), ones), number)
    return after


def close_combat(fight: Fight, state: State) -> Counts:
    """Step 10, if both sides are still there."""
    if not (any(state.germans) and any(state.soviets)):
        return {state: 1}
    first = first_fire(fight, state)
    if first == "germans":
        return through(times_all(germans_fire(fight, state), sum(state.soviets)), soviets_fire, fight)
    if first == "soviets":
        return through(times_all(soviets_fire(fight, state), sum(state.germans)), germans_fire, fight)
    after: Counts = {}
    for later, number in soviets_fire(fight, state).items():
        for steps, share in german_steps(fight, state).items():
            add(after, hit_soviets(fight, later, steps), number * share)
    return after


def times_all(counts: Counts, dice: int) -> Counts:
    """The same counts with room for more dice."""
    return {key: number * 6**dice for key, number in counts.items()}


STEPS = (destroyers, soviet_card, german_card, opportunity_fire, rubble_roll, close_combat)


def most_dice(fight: Fight) -> int:
    """At least as many dice as all steps can roll."""
    cards = 3 + sum(2 * DICE.get(card, 0) for card in fight.facts.german_card)
    around = fight.facts.opportunity_blocks + len(fight.soviets)
    return cards + around + 3 + sum(block.strength for block in fight.germans + fight.soviets)


@lru_cache(maxsize=2048)
def play(fight: Fight) -> dict[State, Fraction]:
    """Send a fight through all its steps: chances of every state at the end."""
    start = tuple(b.strength for b in fight.germans), tuple(b.strength for b in fight.soviets)
    total = 6 ** most_dice(fight)
    counts: Counts = {State(*start, fight.facts.rubble): total}
    for step in STEPS:
        counts = through(counts, step, fight)
    return {state: Fraction(number, total) for state, number in counts.items()}
