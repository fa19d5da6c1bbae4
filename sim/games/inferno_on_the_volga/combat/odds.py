"""Combat of Stalingrad: Inferno on the Volga, complete: the facts, the fights they may mean, and the exact law.

`law` counts the surviving strength of every block, 0 for one that is lost; `after` what that comes to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.combat import DEMANDS, Applied, CombatOdds, Fact
from sim.dice import Rolls
from sim.errors import GameError
from sim.exact import Law, Outcome
from sim.games.inferno_on_the_volga.combat import cards
from sim.games.inferno_on_the_volga.combat.blocks import FIRE, KINDS, Block, Unknown
from sim.games.inferno_on_the_volga.combat.facts import OPTIONS, Facts, contradictions
from sim.games.inferno_on_the_volga.combat.fight import (
    GERMAN_FIRST,
    HIT_DRM,
    RUBBLE_DRM,
    SOVIET_FIRST,
    TOGETHER,
    Fight,
    rubble_rows,
)
from sim.games.inferno_on_the_volga.combat.fire import State, played
from sim.games.inferno_on_the_volga.combat.laws import cards_of, fight_of, laws_of, pools_of
from sim.games.inferno_on_the_volga.combat.steps import can_make_rubble, stages
from sim.games.inferno_on_the_volga.combat.unknown import FAMILY, TURNED, members
from sim.numbers.basis import weakest
from sim.numbers.modifiers import net_modifier
from sim.options import cited, refuse

EXAMPLE: Mapping[str, Fact] = {"attacker": ("2x infantry 3 DF",), "defender": ("infantry 2 SF",), "terrain": "urban"}
"""A fight to try."""

_PAGE = r"p\. \d+"
_ORDER_WORDS = {TOGETHER: "simultaneous fire", GERMAN_FIRST: "Germans first", SOVIET_FIRST: "Soviets first"}


def odds(attacker: Sequence[str], defender: Sequence[str], **facts: Any) -> CombatOdds:
    """Return the exact law of a combat: the blocks of both sides as texts, and the facts of `OPTIONS`.

    Raises `GameError` if a text cannot be read or two facts contradict each other.

    >>> answer = odds(["infantry 1 DF"], ["infantry 1 SF"])  # the German hits on 5 and 6, the Soviet on a 6
    >>> answer.initial_odds, answer.final_column, answer.law.fields
    ('1 DF against 1 SF', 'simultaneous fire', ('attacker_1', 'defender_1'))
    >>> {outcome: str(p) for outcome, p in answer.law}
    {(0, 0): '1/18', (0, 1): '1/9', (1, 0): '5/18', (1, 1): '5/9'}
    """
    given = Facts(tuple(attacker), tuple(defender), **facts)
    refuse(given, contradictions(given))
    chosen = cards_of(given)
    is_drawn = any(pools_of(given, card) for card in chosen)
    over = members(given) if is_drawn else ("",)
    laws, afters, orders = laws_of(given, chosen, over)
    return CombatOdds(
        initial_odds=f"{_dice_words(given.attackers)} against {_dice_words(given.defenders)}",
        final_column=" or ".join(_ORDER_WORDS[order] for order in sorted(orders)) or "no close combat",
        law=laws[0], after=afters[0], labels={}, basis=_basis(given, is_drawn=is_drawn),
        rules=tuple(dict.fromkeys(("p. 4", "p. 9", "p. 10", *cited(given, OPTIONS, _PAGE)))), applied=_applied(given),
        demands=tuple(_demands(after) for after in (afters if is_drawn else afters[:1])),
        laws=laws if is_drawn else (), afters=afters if is_drawn else (),
        family=FAMILY.name if is_drawn else "", member=over[0],
    )  # fmt: skip


def _demands(after: Law) -> Law:
    """Return what a fight asks of the defender, as no result is printed: steps lost, all blocks lost."""
    counts: dict[Outcome, int] = {}
    for (lost, is_cleared), n in after.marginal("defender_step_losses", "is_hex_cleared").counts.items():
        end = (int(lost > 0), int(is_cleared))
        counts[end] = counts.get(end, 0) + n
    return Law(DEMANDS, counts, after.denominator)


def n_dice(attacker: Sequence[str], defender: Sequence[str], **facts: Any) -> tuple[int, ...]:
    """Return the dice of each step of a fight with nothing hidden: cards, opportunity fire, rubble, close combat."""
    return tuple(stage.n_dice for stage in stages(_open_fight(attacker, defender, facts)) if stage.n_dice)


def after_roll(rolls: Rolls, attacker: Sequence[str], defender: Sequence[str], **facts: Any) -> Rolls:
    """Return the surviving strengths, shape (games, blocks) as `odds` orders them, of a fight with nothing hidden.

    `rolls` has shape (games, dice): `n_dice` tells the dice of each step, in order. `GameError` if a block or card is
    unknown or drawn.

    >>> import numpy as np
    >>> after_roll(np.array([[4, 6], [5, 5]]), ["infantry 1 DF"], ["infantry 1 SF"]).tolist()
    [[0, 1], [1, 0]]
    """
    fight = _open_fight(attacker, defender, facts)
    state: State = played(stages(fight), fight.start, rolls)
    german = np.array(fight.german_path)[state.german_losses]
    soviet = np.array(fight.soviet_path)[state.soviet_losses]
    return np.concatenate([german, soviet] if fight.does_soviet_defend else [soviet, german], axis=1)


def _open_fight(attacker: Sequence[str], defender: Sequence[str], facts: Mapping[str, Any]) -> Fight:
    given = Facts(tuple(attacker), tuple(defender), **facts)
    refuse(given, contradictions(given))
    if given.soviet_card == "random" or pools_of(given, given.soviet_card):
        raise GameError(f"soviet_card is {given.soviet_card}, or a block unknown; expected nothing hidden or drawn")
    return fight_of(given, cards_of(given).popitem()[0], ())


def _dice_words(blocks: Sequence[Block | Unknown]) -> str:
    """Return the dice of blocks in words, the best color first."""
    names = {int(row["lowest_hit"]): row["abbreviation"] for row in FIRE.rows}
    dice: Counter[int] = Counter()
    for block in blocks:
        if isinstance(block, Block):
            dice[block.lowest[block.strength - 1]] += block.strength
    unknown = sum(isinstance(block, Unknown) for block in blocks)
    words = [f"{dice[lowest]} {names[lowest]}" for lowest in sorted(dice)]
    return " ".join(words + ([f"{unknown} unknown"] if unknown else []))


def _applied(facts: Facts) -> tuple[Applied, ...]:
    """Return the drms that the facts bring before any loss: on Soviet dice, and on the rubble roll."""
    applies = {"khrushchev": facts.khrushchev or facts.soviet_card == "khrushchev", "fortification": facts.fortified}
    none = dict.fromkeys(applies, False)
    found = [
        Applied(row["id"], int(net_modifier(HIT_DRM, {**none, row["id"]: True})), _page(row["rule"]))
        for row in HIT_DRM.rows
        if applies[row["id"]]
    ]
    germans = tuple(block for block in facts.attackers if isinstance(block, Block) and facts.side == "german")
    card = "none" if facts.soviet_card == "random" else facts.soviet_card
    fight = Fight(facts, germans, tuple(b for b in facts.soviets if isinstance(b, Block)), card)
    if can_make_rubble(fight) and not fight.has_rubble:
        rules = {row["id"]: _page(row["rule"]) for row in RUBBLE_DRM.rows}
        found += [Applied(f"rubble_{row}", value, rules[row]) for row, value in rubble_rows(fight).items()]
    return tuple(found)


def _page(rule: str) -> str:
    """Return the page alone of a page and heading."""
    return " ".join(rule.split()[:2])


def _basis(facts: Facts, *, is_drawn: bool) -> str:
    """Return the weakest basis of what the answer was read from."""
    bases = ["rulebook"]
    if is_drawn:
        bases += ["assumed", TURNED.weakest_basis()]
    if "pioneer_672" in facts.german_card:
        bases.append(cards.GERMAN.basis_of("pioneer_672", "dice"))
    if any(isinstance(block, Block) and block.kind == "marine" for block in facts.soviets):
        bases.append(KINDS.basis_of("marine | soviet", "counts_as_infantry"))
    return weakest(bases)
