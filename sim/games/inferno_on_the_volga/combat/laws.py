"""What a fight may come to: every card, every draw of unseen blocks, every end; and the laws over all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from math import lcm

from sim.exact import Law, Outcome
from sim.games.inferno_on_the_volga.combat import cards
from sim.games.inferno_on_the_volga.combat.blocks import Block, Unknown
from sim.games.inferno_on_the_volga.combat.facts import Facts
from sim.games.inferno_on_the_volga.combat.fight import NO_COMBAT, Fight
from sim.games.inferno_on_the_volga.combat.fire import FACES, Mixture, exactly
from sim.games.inferno_on_the_volga.combat.steps import stages
from sim.games.inferno_on_the_volga.combat.unknown import Draw, draws, orders_given

End = tuple[int, int, int]
"""German losses, Soviet losses, and whether there is rubble."""

_AFTER = (
    "attacker_step_losses", "defender_step_losses", "attacker_blocks_lost", "defender_blocks_lost",
    "is_attacker_eliminated", "is_hex_cleared", "is_hex_taken", "is_blitz_possible", "is_rubble_placed",
)  # fmt: skip


def laws_of(
    facts: Facts, chosen: Mapping[str, int], members: Sequence[str]
) -> tuple[tuple[Law, ...], tuple[Law, ...], set[int]]:
    """Return the laws of survivors and of what they come to, of every member, and the orders of close combat seen."""
    has_newcomer = any(card in cards.NEWCOMERS for card in chosen)
    cases, totals = _alike(facts, chosen, members)
    ended = [(case, *case.ends()) for case in cases]
    common = lcm(*(denominator for _, _, denominator in ended))
    lefts: list[dict[Outcome, int]] = [{} for _ in members]
    afters: list[dict[Outcome, int]] = [{} for _ in members]
    for case, ends, denominator in ended:
        scale = common // denominator
        for end, shares in ends.items():
            one, other = case.outcomes(end, has_newcomer)
            for left, after, n in zip(lefts, afters, shares, strict=True):
                if n:
                    left[one] = left.get(one, 0) + scale * n
                    after[other] = after.get(other, 0) + scale * n
    orders = {int(case.fight.order[0, 0]) for case in cases} - {NO_COMBAT}
    return _laws(_names(facts, has_newcomer), lefts, totals, common), _laws(_AFTER, afters, totals, common), orders


def _laws(
    names: tuple[str, ...], found: Sequence[dict[Outcome, int]], totals: Sequence[int], common: int
) -> tuple[Law, ...]:
    """Return the law of each member from its weights."""
    return tuple(
        Law(names, dict(sorted(one.items())), total * common).reduced()
        for one, total in zip(found, totals, strict=True)
    )


def cards_of(facts: Facts) -> dict[str, int]:
    """Return the Soviet card, or each that may be drawn with its weight; those that come to nothing are one."""
    if facts.soviet_card != "random":
        return {_as_played(facts, facts.soviet_card): 1}
    found: Counter[str] = Counter()
    for card, n in cards.unseen(facts.soviet_cards_seen, facts.in_play, facts.aa_cards_here).items():
        if n:
            found[_as_played(facts, card)] += n
    return dict(found)


def pools_of(facts: Facts, card: str) -> tuple[tuple[str, int], ...]:
    """Return the pools from which unknown blocks are drawn, those of a newcomer last."""
    newcomer = ((cards.NEWCOMERS[card], 1),) if card in cards.NEWCOMERS else ()
    return (*((pool, len(places)) for pool, places in facts.unknown_places.items()), *newcomer)


def fight_of(facts: Facts, card: str, drawn: Sequence[tuple[Block, ...]]) -> Fight:
    """Return a fight with the drawn blocks in their places, a newcomer last; strengths as adjusted [p. 6, R27]."""
    left = {pool: list(drawn[i]) for i, pool in enumerate(facts.unknown_places)}
    soviets = [left[b.pool].pop(0) if isinstance(b, Unknown) else _adjusted(b, facts) for b in facts.soviets]
    newcomer = drawn[-1] if card in cards.NEWCOMERS and drawn else ()
    germans = facts.attackers if facts.side == "german" else facts.defenders
    return Fight(facts, tuple(b for b in germans if isinstance(b, Block)), (*soviets, *newcomer), card)


def _as_played(facts: Facts, card: str) -> str:
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


@dataclass(frozen=True, eq=False)
class _Case:
    """A fight, `ways` out of `of` that a draw means it; fights of one `key` differ in what the Soviets fire only."""

    fight: Fight
    ways: int
    of: int
    key: Hashable


def _cases(facts: Facts, card: str, draw: Draw) -> list[_Case]:
    """Return the fights that a draw may mean, the blocks given in any order."""
    orders = orders_given(facts, draw)
    found = []
    for drawn, n in orders.items():
        fight = fight_of(facts, card, drawn)
        left = tuple(_by_strength(fight, strengths) for strengths in fight.soviet_path)
        steps = sum(block.strength for block in fight.soviets)
        ways = fight.german_way, fight.soviet_way.by_fire, fight.soviet_way.by_card
        key = card, fight.german_cards, ways, steps, left, fight.order.tobytes()
        found.append(_Case(fight, n, sum(orders.values()), key))
    return found


@dataclass
class _Alike:
    """Fights that differ in nothing but the color of unseen Soviet blocks: the weights of each, by member."""

    fight: Fight
    parts: dict[_Case, list[int]]

    def outcomes(self, end: End, has_newcomer: bool) -> tuple[Outcome, Outcome]:
        """Return the strengths left, attackers first, a newcomer last, and what they come to."""
        fight, known = self.fight, len(self.fight.facts.soviets)
        german, soviet = self._germans[end[0]], self._soviets[end[1]]
        newcomer = (sum(soviet.left[known:]),) if has_newcomer else ()
        if fight.does_soviet_defend:
            after = _comes_to(fight, german, soviet, is_rubble=end[2])
            return (*german.left, *soviet.left[:known], *newcomer), after
        after = _comes_to(fight, soviet, german, is_rubble=end[2])
        return (*soviet.left[:known], *german.left, *newcomer), after

    @cached_property
    def _germans(self) -> list[_Side]:
        return _sides(self.fight.germans, self.fight.german_path)

    @cached_property
    def _soviets(self) -> list[_Side]:
        return _sides(self.fight.soviets, [_by_strength(self.fight, left) for left in self.fight.soviet_path])

    def ends(self) -> tuple[dict[End, tuple[int, ...]], int]:
        """Return the weights of how they end, of each member, all over one denominator.

        The Soviets fire once, so what they fire with may be mixed beforehand, for all members at once: a number holds
        their weights one beside the other, each in so many bits that it cannot run over.
        """
        members = list(zip(*self.parts.values(), strict=True))
        dice = sum(stage.n_dice for stage in stages(self.fight))
        width = max(map(sum, members)).bit_length() + dice * FACES.bit_length()
        packed = [sum(n << width * at for at, n in enumerate(weights)) for weights in self.parts.values()]
        fired = zip(*(case.fight.soviet_pools for case in self.parts), strict=True)
        pools = [Mixture(tuple(zip(packed, each, strict=True))) for each in fired]
        worlds = exactly(stages(self.fight, pools), self.fight.start)
        ends: dict[End, int] = {}
        for (german, soviet, rubble, *_), n in worlds.weights.items():
            ends[german, soviet, rubble] = ends.get((german, soviet, rubble), 0) + n
        room, shifts = (1 << width) - 1, [width * at for at, _ in enumerate(members)]
        return {end: tuple(n >> shift & room for shift in shifts) for end, n in ends.items()}, worlds.denominator


def _alike(facts: Facts, chosen: Mapping[str, int], members: Sequence[str]) -> tuple[list[_Alike], list[int]]:
    """Return every fight that the facts may mean, those alike in one, and the weight of all for each member."""
    cases_of = cache(partial(_cases, facts))  # members differ in weights, not in fights
    found: dict[Hashable, _Alike] = {}
    totals = []
    for at, member in enumerate(members):
        drawn = {
            card: draws(facts, member, pools) if (pools := pools_of(facts, card)) else ({(): 1}, 1) for card in chosen
        }
        cases = [
            (case, weight * ways * case.ways, drawn[card][1] * case.of)
            for card, weight in chosen.items()
            for draw, ways in drawn[card][0].items()
            for case in cases_of(card, draw)
        ]
        common = lcm(*(total for _, _, total in cases))
        totals.append(common * sum(chosen.values()))
        for case, ways, total in cases:
            parts = found.setdefault(case.key, _Alike(case.fight, {})).parts
            parts.setdefault(case, [0] * len(members))[at] += ways * (common // total)
    return list(found.values()), totals


def _names(facts: Facts, has_newcomer: bool) -> tuple[str, ...]:
    names = [f"attacker_{i}" for i, _ in enumerate(facts.attackers, 1)]
    names += [f"defender_{i}" for i, _ in enumerate(facts.defenders, 1)]
    return (*names, *(["newcomer"] if has_newcomer else []))


def _by_strength(fight: Fight, strengths: tuple[int, ...]) -> tuple[int, ...]:
    """Return Soviet strengths with unknown blocks of a pool strongest first, as nobody can tell them apart."""
    if not fight.facts.unknown_places:
        return strengths
    left = list(strengths)
    for places in fight.facts.unknown_places.values():
        for i, strength in zip(places, sorted((left[i] for i in places), reverse=True), strict=True):
            left[i] = strength
    return tuple(left)


@dataclass(frozen=True)
class _Side:
    """What a side has left after so many hits: strengths, steps and blocks lost, whether any could blitz."""

    left: tuple[int, ...]
    steps: int
    blocks: int
    can_blitz: bool

    @property
    def is_gone(self) -> bool:
        """Whether no block is left."""
        return not any(self.left)


def _sides(blocks: Sequence[Block], way: Sequence[tuple[int, ...]]) -> list[_Side]:
    """Return a side along its way."""
    full = sum(block.strength for block in blocks)
    return [
        _Side(
            left,
            full - sum(left),
            left.count(0),
            any(s and b.has("can_blitz") for b, s in zip(blocks, left, strict=True)),
        )
        for left in way
    ]


def _comes_to(fight: Fight, attacker: _Side, defender: _Side, *, is_rubble: int) -> Outcome:
    """Return steps and blocks lost by attacker and defender, and who holds the hex, as `_AFTER` names them [p. 10]."""
    is_taken = defender.is_gone and not attacker.is_gone
    can_blitz = fight.facts.hoth and fight.facts.terrain == "clear" and is_taken and attacker.can_blitz
    is_placed = is_rubble and not fight.facts.rubble
    ends = (attacker.is_gone, defender.is_gone, is_taken, can_blitz, is_placed)
    return (attacker.steps, defender.steps, attacker.blocks, defender.blocks, *map(int, ends))
