"""What a fight may come to: every card, every draw of unseen blocks, every end; and the laws over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import gcd, lcm

from sim.exact import Law, Outcome
from sim.games.inferno_on_the_volga import cards
from sim.games.inferno_on_the_volga.blocks import Block, Unknown
from sim.games.inferno_on_the_volga.facts import Facts
from sim.games.inferno_on_the_volga.fight import NO_COMBAT, Fight
from sim.games.inferno_on_the_volga.fire import Mixture, Pool, exactly
from sim.games.inferno_on_the_volga.steps import stages
from sim.games.inferno_on_the_volga.unknown import FAMILY, Draw, draws, orders_told

End = tuple[int, int, int]
"""German losses, Soviet losses, and whether there is rubble."""

_AFTER = (
    "attacker_steps_lost", "defender_steps_lost", "attacker_blocks_lost", "defender_blocks_lost",
    "is_attacker_eliminated", "is_hex_cleared", "is_hex_taken", "is_blitz_possible", "is_rubble_placed",
)  # fmt: skip


def laws_of(
    facts: Facts, chosen: Mapping[str, int], members: Sequence[str]
) -> tuple[tuple[Law, ...], tuple[Law, ...], set[int]]:
    """Return the laws of survivors and of what they come to, of every member, and the orders of close combat seen."""
    laws, afters, orders = [], [], set()
    has_newcomer = any(card in cards.NEWCOMERS for card in chosen)
    cases_of = cache(partial(_cases, facts))  # members differ in weights, not in fights
    for member in members:
        cases, total = _alike(facts, chosen, member, cases_of)
        ended = [(case, *case.ends()) for case in cases]
        common = lcm(*(denominator for _, _, denominator in ended))
        left: dict[Outcome, int] = {}
        after: dict[Outcome, int] = {}
        for case, ends, denominator in ended:
            orders.add(int(case.fight.order[0, 0]))
            scale = case.weight * (common // denominator)
            for end, n in ends.items():
                share = scale * n
                one, other = _survivors(case.fight, end, has_newcomer), _comes_to(case.fight, end)
                left[one] = left.get(one, 0) + share
                after[other] = after.get(other, 0) + share
        laws.append(Law(_names(facts, has_newcomer), dict(sorted(left.items())), total * common).reduced())
        afters.append(Law(_AFTER, dict(sorted(after.items())), total * common).reduced())
    return tuple(laws), tuple(afters), orders - {NO_COMBAT}


def cards_of(facts: Facts) -> dict[str, int]:
    """Return the Soviet card, or each that may be drawn with its weight; those that come to nothing are one."""
    if facts.soviet_card != "random":
        return {_told_on(facts, facts.soviet_card): 1}
    found: Counter[str] = Counter()
    for card, n in cards.unseen(facts.soviet_cards_seen, facts.in_play, facts.aa_cards_here).items():
        if n:
            found[_told_on(facts, card)] += n
    return dict(found)


def pools_of(facts: Facts, card: str) -> tuple[tuple[str, int], ...]:
    """Return the pools from which unknown blocks are drawn, those of a newcomer last."""
    newcomer = ((cards.NEWCOMERS[card], 1),) if card in cards.NEWCOMERS else ()
    return (*((pool, len(places)) for pool, places in facts.unknown_places.items()), *newcomer)


def members() -> tuple[str, ...]:
    """Return the members of the family of compositions, the central one first."""
    return (FAMILY.central, *(name for name in FAMILY.members if name != FAMILY.central))


def fight_of(facts: Facts, card: str, drawn: Sequence[tuple[Block, ...]]) -> Fight:
    """Return a fight with the drawn blocks in their places, a newcomer last; strengths as adjusted [p. 6, R27]."""
    left = {pool: list(drawn[i]) for i, pool in enumerate(facts.unknown_places)}
    soviets = [left[b.pool].pop(0) if isinstance(b, Unknown) else _adjusted(b, facts) for b in facts.soviets]
    newcomer = drawn[-1] if card in cards.NEWCOMERS and drawn else ()
    germans = facts.attackers if facts.side == "german" else facts.defenders
    return Fight(facts, tuple(b for b in germans if isinstance(b, Block)), (*soviets, *newcomer), card)


def _told_on(facts: Facts, card: str) -> str:
    """Return a card, or ``none`` where it does nothing in this fight."""
    if card in cards.NEWCOMERS:
        return card if facts.can_come(card) else "none"
    has_strike = any(cards.is_air_strike(one) for one in facts.german_card)
    idle = {
        "zaytsev": True, "aa": not has_strike, "chuikov": facts.side == "soviet", "volga_flotilla": not facts.coastal,
    }  # fmt: skip
    return "none" if idle.get(card, False) else card


def _adjusted(block: Block, facts: Facts) -> Block:
    is_back = facts.immortal_guard and block.kind == "guard"
    return block._replace(strength=len(block.lowest)) if is_back else block


@dataclass(frozen=True)
class _Case:
    """A fight, `ways` out of `of` that a draw means it; fights of one `key` differ in what the Soviets fire only."""

    fight: Fight
    ways: int
    of: int
    key: Hashable


Cases = Callable[[str, Draw], Sequence[_Case]]


def _cases(facts: Facts, card: str, draw: Draw) -> list[_Case]:
    """Return the fights that a draw may mean, the blocks told in any order."""
    orders = orders_told(facts, draw)
    found = []
    for told, ways in orders.items():
        fight = fight_of(facts, card, told)
        left = tuple(_by_strength(fight, strengths) for strengths in fight.soviet_path)
        steps = sum(block.strength for block in fight.soviets)
        key = card, fight.german_cards, fight.german_path, steps, left, fight.order.tobytes()
        found.append(_Case(fight, ways, sum(orders.values()), key))
    return found


@dataclass
class _Alike:
    """Fights that differ in nothing but the color of unseen Soviet blocks: weights, and what each fires with."""

    fight: Fight
    parts: list[tuple[int, tuple[Pool, ...]]]

    @property
    def weight(self) -> int:
        """The weight of them all."""
        return sum(weight for weight, _ in self.parts)

    def ends(self) -> tuple[dict[End, int], int]:
        """Return the law of how they end; the Soviets fire once, so what they fire with may be mixed beforehand."""
        if len(self.parts) == 1:
            pools: Sequence[Pool | Mixture] = self.parts[0][1]
        else:
            at = zip(*(pools for _, pools in self.parts), strict=True)
            pools = [Mixture(tuple((w, one) for (w, _), one in zip(self.parts, each, strict=True))) for each in at]
        worlds = exactly(stages(self.fight, pools), self.fight.start)
        ends: dict[End, int] = {}
        for (german, soviet, rubble, *_), n in worlds.weights.items():
            ends[german, soviet, rubble] = ends.get((german, soviet, rubble), 0) + n
        by = gcd(worlds.denominator, *ends.values())
        return {end: n // by for end, n in ends.items()}, worlds.denominator // by


def _alike(facts: Facts, chosen: Mapping[str, int], member: str, cases_of: Cases) -> tuple[list[_Alike], int]:
    """Return every fight that the facts may mean, those alike in one, and the weight of all."""
    drawn = {card: draws(facts, member, pools) if (pools := pools_of(facts, card)) else ({(): 1}, 1) for card in chosen}
    cases = [
        (case, weight * ways * case.ways, drawn[card][1] * case.of)
        for card, weight in chosen.items()
        for draw, ways in drawn[card][0].items()
        for case in cases_of(card, draw)
    ]
    common = lcm(*(total for _, _, total in cases))
    found: dict[Hashable, _Alike] = {}
    for case, ways, total in cases:
        alike = found.setdefault(case.key, _Alike(case.fight, []))
        alike.parts.append((ways * (common // total), case.fight.soviet_pools))
    return list(found.values()), common * sum(chosen.values())


def _names(facts: Facts, has_newcomer: bool) -> tuple[str, ...]:
    names = [f"attacker_{i}" for i, _ in enumerate(facts.attackers, 1)]
    names += [f"defender_{i}" for i, _ in enumerate(facts.defenders, 1)]
    return (*names, *(["newcomer"] if has_newcomer else []))


def _survivors(fight: Fight, end: End, has_newcomer: bool) -> Outcome:
    """Return the strengths left, attackers first, a newcomer last."""
    german, soviet = fight.german_path[end[0]], _by_strength(fight, fight.soviet_path[end[1]])
    told, more = soviet[: len(fight.facts.soviets)], soviet[len(fight.facts.soviets) :]
    newcomer = (sum(more),) if has_newcomer else ()
    return (*german, *told, *newcomer) if fight.does_soviet_defend else (*told, *german, *newcomer)


def _by_strength(fight: Fight, strengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return Soviet strengths with unknown blocks of a pool strongest first, as nobody can tell them apart."""
    if not fight.facts.unknown_places:
        return strengths
    left = list(strengths)
    for places in fight.facts.unknown_places.values():
        for i, strength in zip(places, sorted((left[i] for i in places), reverse=True), strict=True):
            left[i] = strength
    return tuple(left)


def _comes_to(fight: Fight, end: End) -> Outcome:
    """Return steps and blocks lost by attacker and defender, and who holds the hex, as `_AFTER` names them [p. 10]."""
    sides = [(fight.germans, fight.german_path[end[0]]), (fight.soviets, fight.soviet_path[end[1]])]
    if not fight.does_soviet_defend:
        sides.reverse()
    steps = [sum(block.strength for block in blocks) - sum(left) for blocks, left in sides]
    lost = [sum(not strength for strength in left) for _, left in sides]
    is_eliminated, is_cleared = (not any(left) for _, left in sides)
    is_taken = is_cleared and not is_eliminated
    can_blitz = fight.facts.hoth and fight.facts.terrain == "clear" and is_taken
    movers = any(b.has("can_blitz") and strength for b, strength in zip(*sides[0], strict=True)) if can_blitz else False
    is_placed = end[2] and not fight.facts.rubble
    return (*steps, *lost, *map(int, (is_eliminated, is_cleared, is_taken, movers, is_placed)))
