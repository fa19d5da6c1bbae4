"""The steps of a fight that have dice, in the order of p. 9: cards, opportunity fire, rubble roll, close combat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from sim.games.inferno_on_the_volga.combat import cards
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, LOWEST_HIT, RULES
from sim.games.inferno_on_the_volga.combat.fight import (
    GERMAN_FIRST,
    NO_COMBAT,
    SOVIET_FIRST,
    Fight,
    lowest_with,
    pools_along,
    rubble_drm,
)
from sim.games.inferno_on_the_volga.combat.fire import OWN_HIT, Ints, Mixture, Pool, Stage, State
from sim.numbers.tables import load_list

RUBBLE = load_list(GAME_ID, "rubble")
_NOTHING = Pool()
Rule = Callable[[State, Ints, Ints], State]


def stages(fight: Fight, soviet_pools: Sequence[Pool | Mixture] = ()) -> list[Stage]:
    """Return the steps of a fight with dice, in order; `soviet_pools` replaces what the Soviets fire with."""
    found = [stage for stage in (_soviet_card(fight), *_german_cards(fight)) if stage.n_dice]
    if fight.does_soviet_defend and fight.has("chuikov"):
        found.append(_opportunity_fire(fight))
    if can_make_rubble(fight):
        found.append(_rubble_roll(fight))
    fire = _soviets_fire(fight, soviet_pools or fight.soviet_pools)
    if (fight.order == SOVIET_FIRST).any():
        return [*found, _order(fight), fire, _germans_fire(fight)]
    return [*found, _order(fight), _germans_fire(fight), fire]


def _soviet_card(fight: Fight) -> Stage:
    volley = cards.soviet_volley(fight.card, is_coastal=fight.facts.coastal)
    pools = (Pool(volley.lowest), _NOTHING)
    return Stage("soviet card", pools, _while_it_lasts(fight), _hit_germans(fight, is_card=True))


def _german_cards(fight: Fight) -> Iterator[Stage]:
    """Yield the volley of all German cards together, or of each by itself (ruling R45)."""
    apart = [(card,) for card in fight.german_cards] if fight.facts.pioneers_apart else [fight.german_cards]
    for n, together in enumerate(apart):
        volley = cards.german_volley(
            together, has_von_richthofen=fight.facts.von_richthofen, are_two=fight.facts.two_air_dice
        )
        pools = (Pool(volley.lowest), _NOTHING)
        yield Stage(f"german card{n or ''}", pools, _while_it_lasts(fight), _hit_soviets(fight, is_card=True))


def _opportunity_fire(fight: Fight) -> Stage:
    """One black die a Soviet block, of this hex and of those around, all together [p. 14, rulings R18, R47]."""
    facts, counts_own = fight.facts, fight.has("khrushchev")
    inside, outside = (lowest_with(LOWEST_HIT["sf"], fight.drm(is_fortified=f)) for f in (facts.fortified, False))
    fortified = lowest_with(LOWEST_HIT["sf"], fight.drm(is_fortified=True))
    around = (fortified,) * facts.fortified_opportunity_blocks
    around += (outside,) * (facts.opportunity_blocks - facts.fortified_opportunity_blocks)
    each = RULES.integer("opportunity_dice_per_unit")
    alive = [sum(map(bool, strengths)) for strengths in fight.soviet_path]
    pools = tuple(Pool(((inside,) * n + around) * each, counts_own) for n in alive)

    def pool(state: State) -> Ints:
        is_over = (state.german_losses == fight.german_way.gone) | _is_over(fight, state)
        return np.where(is_over, len(pools), state.soviet_losses)

    return Stage("opportunity fire", (*pools, _NOTHING), pool, _hit_germans(fight))


def can_make_rubble(fight: Fight) -> bool:
    """Whether the attack is followed by a rubble roll: a German deliberate one on an urban hex [p. 9 step 9]."""
    facts = fight.facts
    return facts.is_deliberate and facts.terrain == "urban" and not facts.rubble_used_up


def _rubble_roll(fight: Fight) -> Stage:
    drm, gone = rubble_drm(fight), fight.german_way.gone
    above = RUBBLE.integer("success_above")

    def rule(state: State, total: Ints, own: Ints) -> State:
        is_placed = (total + drm[state.german_losses] > above) & (state.german_losses < gone) & ~_is_over(fight, state)
        return replace(state, has_rubble=np.maximum(state.has_rubble, is_placed))

    pools = (Pool((OWN_HIT,) * RUBBLE.integer("dice"), adds_up=True), _NOTHING)
    return Stage("rubble", pools, lambda state: state.has_rubble, rule)


def _order(fight: Fight) -> Stage:
    """Settle who fires first, by the blocks that are left [p. 9 step 10, ruling R46]."""

    def rule(state: State, hits: Ints, own: Ints) -> State:
        order = fight.order[state.german_losses, state.soviet_losses]
        return replace(state, order=order, firing=state.soviet_losses)

    return Stage("order", (_NOTHING,), _always, rule)


def _germans_fire(fight: Fight) -> Stage:
    """Let the Germans fire, those who fired first having told; else the Soviets fire with what they had [p. 10]."""
    pools = pools_along(fight.germans, fight.german_path, 0, False)
    hit = _hit_soviets(fight)

    def pool(state: State) -> Ints:
        return np.where(state.order == NO_COMBAT, len(pools) - 1, state.german_losses)

    def rule(state: State, hits: Ints, own: Ints) -> State:
        after = hit(state, hits, own)
        return replace(after, firing=np.where(state.order == GERMAN_FIRST, after.soviet_losses, state.firing))

    return Stage("germans fire", pools, pool, rule)


def _soviets_fire(fight: Fight, pools: Sequence[Pool | Mixture]) -> Stage:
    def pool(state: State) -> Ints:
        return np.where(state.order == NO_COMBAT, len(pools) - 1, state.firing)

    return Stage("soviets fire", pools, pool, _hit_germans(fight))


def _always(state: State) -> Ints:
    return np.zeros_like(state.order)


def _while_it_lasts(fight: Fight) -> Callable[[State], Ints]:
    """Return the choice of the first pool, or of the second where the combat is over."""
    return lambda state: _is_over(fight, state).astype(np.int64)


def _is_over(fight: Fight, state: State) -> NDArray[np.bool_]:
    """Whether the combat has ended with the last block of a side, by the other reading of ruling R49."""
    one_is_gone = (state.german_losses == fight.german_way.gone) | (state.soviet_losses == fight.soviet_way.gone)
    return one_is_gone & fight.facts.ends_at_once


def _hit_germans(fight: Fight, *, is_card: bool = False) -> Rule:
    """Return the rule by which Soviet fire tells: on the Germans, and with 1s on the Soviets, never halved [R19]."""
    german, soviet = fight.german_way, fight.soviet_way

    def rule(state: State, hits: Ints, own: Ints) -> State:
        lost, odd = _steps_of(fight, state, hits, is_sheltered=not fight.does_soviet_defend)
        return replace(
            state,
            german_losses=german.after(state.german_losses, lost, is_card=is_card),
            soviet_losses=soviet.after(state.soviet_losses, own),
            odd=odd,
        )

    return rule


def _hit_soviets(fight: Fight, *, is_card: bool = False) -> Rule:
    way = fight.soviet_way

    def rule(state: State, hits: Ints, own: Ints) -> State:
        lost, odd = _steps_of(fight, state, hits, is_sheltered=fight.does_soviet_defend)
        return replace(state, soviet_losses=way.after(state.soviet_losses, lost, is_card=is_card), odd=odd)

    return rule


def _steps_of(fight: Fight, state: State, hits: Ints, *, is_sheltered: bool) -> tuple[Ints, Ints]:
    """Return the steps that hits cost, and the hit left over for the next of this combat where these add up [R16]."""
    per_step = _hits_per_step(state, is_sheltered=is_sheltered)
    if not (is_sheltered and fight.facts.odd_hits_added):
        return hits // per_step, state.odd
    return (hits + state.odd) // per_step, (hits + state.odd) % per_step


def _hits_per_step(state: State, *, is_sheltered: bool) -> Ints:
    """Return the hits that cost a step; rubble protects who defends in it, an odd hit is lost [p. 9, R16, R19]."""
    in_rubble = RUBBLE.integer("hits_per_step_loss") if is_sheltered else 1
    return np.where(state.has_rubble > 0, in_rubble, 1)
