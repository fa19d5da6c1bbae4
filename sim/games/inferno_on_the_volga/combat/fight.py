"""A fight without anything hidden: what the cards leave, the ways of the hits, the dice, the order of close combat.

Of the book [p. 9 sequence, p. 12 Hoth].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from sim.games.inferno_on_the_volga.combat import cards
from sim.games.inferno_on_the_volga.combat.blocks import GAME_ID, RULES, Block, reduced
from sim.games.inferno_on_the_volga.combat.facts import Facts
from sim.games.inferno_on_the_volga.combat.fire import OWN_HIT, Ints, Pool, Row
from sim.games.inferno_on_the_volga.combat.ways import Way, way_of
from sim.numbers.modifiers import net_modifier
from sim.numbers.tables import Records, load_list

ORDER = load_list(GAME_ID, "combat_order")
HITS = load_list(GAME_ID, "hit_modifiers")
WAY = load_list(GAME_ID, "designers_way_numbers")
BRIGADE_STEPS = WAY.integer("destroyer_brigade_step_losses")
DICE_PER_POINT = RULES.integer("dice_per_point")
TOGETHER, GERMAN_FIRST, SOVIET_FIRST, NO_COMBAT = range(4)


def _as_modifiers(table: Records, key: str, cap: str = "") -> Records:
    """Return a table of drms with the columns that `net_modifier` reads; a row without a number cannot apply."""
    rows = tuple(
        {
            "id": row[key],
            "value": row["drm"],
            "rule": row["rule"],
            "max_count": str(int(row[cap]) // int(row["drm"])) if cap and row[cap] else "",
        }
        for row in table.rows
        if row["drm"]
    )
    return replace(table, rows=rows)


RUBBLE_DRM = _as_modifiers(cards.RUBBLE_CARDS, "modifier", "max_drm")
HIT_DRM = _as_modifiers(HITS, "modifier")


@dataclass(frozen=True)
class Fight:
    """A fight with all blocks and cards known; `soviets` holds a newcomer, if the card brings one, as the last."""

    facts: Facts
    germans: tuple[Block, ...]
    soviets: tuple[Block, ...]
    card: str = "none"

    @cached_property
    def does_soviet_defend(self) -> bool:
        """Whether Soviets hold the hex of the fight."""
        return self.facts.side == "german"

    def has(self, leader: str) -> bool:
        """Whether a Soviet leader is in play, by this fight's card at the latest [p. 14]."""
        return bool(getattr(self.facts, leader)) or self.card == leader

    @cached_property
    def german_cards(self) -> tuple[str, ...]:
        """The German cards that are not canceled by an AA card or by the 1077th [p. 16, p. 19]."""
        no_air = self._has_aa_card or any(b.kind == "aa_regiment" for b in self.soviets_at_step_4)
        return tuple(card for card in self.facts.german_card if not (no_air and cards.is_air_strike(card)))

    @property
    def _has_aa_card(self) -> bool:
        return self.card in ("aa", cards.AA_HERE)

    @property
    def rubble_cards(self) -> tuple[str, ...]:
        """The German cards that count for the rubble roll: not those canceled, by the 1077th either [ruling R53]."""
        is_left = self.facts.special_blocks_late and not self._has_aa_card
        return self.facts.german_card if is_left else self.german_cards

    @cached_property
    def soviets_at_step_4(self) -> tuple[Block, ...]:
        """The Soviet blocks before a newcomer [ruling R53]; without `special_blocks` nobody acts [p. 19]."""
        is_last_new = self.facts.can_come(self.card) and not self.facts.special_blocks_late
        known = self.soviets[:-1] if is_last_new else self.soviets
        return known if self.facts.special_blocks else ()

    @cached_property
    def german_way(self) -> Way:
        """The ways of hits on the Germans, from what the 20th and the Soviet card leave before a die [p. 16, p. 19]."""
        brigades = sum(block.kind == "destroyer_brigade" for block in self.soviets_at_step_4)
        left = self._without(self.germans, "is_armor", brigades * BRIGADE_STEPS)
        trait = {"sniper": "is_infantry", "anti_tank": "is_armor"}.get(self.card)
        if trait:
            left = self._without(left, trait, cards.soviet_steps(self.card, has_zaytsev=self.facts.zaytsev))
        return way_of(left, self.facts.ties, self.facts.stack_hit, self.facts.card_hits)

    @property
    def german_path(self) -> tuple[tuple[int, ...], ...]:
        """The strengths of the Germans at each place of their way."""
        return self.german_way.strengths

    @cached_property
    def soviet_way(self) -> Way:
        """The ways of hits on the Soviets, from what a German card without dice leaves [p. 14]."""
        left = self.soviets
        is_over = self.facts.ends_at_once and not any(self.german_path[0])  # ruling R49
        for card, trait in (("sniper", "is_infantry"), ("pak", "is_armor")):
            if card in self.german_cards and not is_over:
                left = self._without(left, trait, cards.GERMAN.integer(card, "step_losses"))
        return way_of(left, self.facts.ties, 0, self.facts.card_hits)

    @property
    def soviet_path(self) -> tuple[tuple[int, ...], ...]:
        """The strengths of the Soviets at each place of their way."""
        return self.soviet_way.strengths

    def _without(self, blocks: tuple[Block, ...], trait: str, steps: int) -> tuple[Block, ...]:
        if not steps:
            return blocks
        now = tuple(block.strength for block in blocks)
        left = reduced(blocks, now, self.facts.ties, trait, steps)
        return tuple(block._replace(strength=strength) for block, strength in zip(blocks, left, strict=True))

    @property
    def start(self) -> Row:
        """The state before the first die."""
        return 0, 0, int(self.has_rubble), NO_COMBAT, 0, 0

    @property
    def has_rubble(self) -> bool:
        """Whether there is rubble before the first die; what an AA card makes counts at once [ruling R30]."""
        return self.facts.rubble or self._aa_makes_rubble

    @property
    def _aa_makes_rubble(self) -> bool:
        is_urban = self.facts.terrain == "urban"
        return self.card == cards.AA_HERE and is_urban and not self.facts.rubble_used_up

    @cached_property
    def order(self) -> Ints:
        """The order of close combat by German and Soviet losses, shape (german losses, soviet losses)."""
        return first_fire(self)

    @cached_property
    def soviet_pools(self) -> tuple[Pool, ...]:
        """What the Soviets fire with in close combat after each hit they have taken."""
        return pools_along(
            self.soviets, self.soviet_path, self.drm(is_fortified=self.facts.fortified), self._counts_own
        )

    @property
    def _counts_own(self) -> bool:
        return self.has("khrushchev")

    def drm(self, *, is_fortified: bool) -> int:
        """Return what is added to a die of a Soviet block [p. 15, p. 19]; both add up [ruling R28]."""
        return _hit_drm(self.has("khrushchev"), is_fortified)


@cache
def _hit_drm(has_khrushchev: bool, is_fortified: bool) -> int:
    return int(net_modifier(HIT_DRM, {"khrushchev": has_khrushchev, "fortification": is_fortified}))


def rubble_drm(fight: Fight) -> Ints:
    """Return the drm of the rubble roll after each German loss, shape (losses,), or as declared [p. 10, ruling R37]."""
    declared = [tuple(block.strength for block in fight.germans)] * len(fight.german_path)
    way = declared if fight.facts.rubble_as_declared else fight.german_path
    return net_modifier(RUBBLE_DRM, _rubble_times(fight, way)).astype(np.int64)


def rubble_rows(fight: Fight) -> dict[str, int]:
    """Return what each modifier of the rubble roll that applies is worth before any loss."""
    times = _rubble_times(fight, [tuple(block.strength for block in fight.germans)])
    none = {row: np.zeros_like(n) for row, n in times.items()}
    return {row: int(net_modifier(RUBBLE_DRM, {**none, row: n})[0]) for row, n in times.items() if n.any()}


def _rubble_times(fight: Fight, way: Sequence[tuple[int, ...]]) -> dict[str, Ints]:
    """Return how often each modifier applies at each of some strengths of the Germans."""
    here = [[block for block, strength in zip(fight.germans, now, strict=True) if strength] for now in way]
    brought = [cards.rubble_row(card, has_von_richthofen=fight.facts.von_richthofen) for card in fight.rubble_cards]
    times = {row["id"]: np.full(len(here), brought.count(row["id"])) for row in RUBBLE_DRM.rows}
    times["attacking_hex"] = np.array([len({block.hex for block in left}) for left in here])
    times["panzer_or_panzer_grenadier"] = np.array([sum(b.has("adds_to_rubble_roll") for b in left) for left in here])
    return times


def first_fire(fight: Fight) -> Ints:
    """Return the order of close combat by German and Soviet losses, shape (german losses, soviet losses)."""
    plain, combined = first_fires(fight.facts.terrain, fight.facts.side)
    table: Ints = np.full((len(fight.german_path), len(fight.soviet_path)), plain)
    is_meant = fight.does_soviet_defend or not fight.facts.hoth_attacks_only  # ruling R3
    if fight.facts.hoth and combined is not None and is_meant:
        table[_has_combined_arms(fight)] = combined
    table[-1, :] = table[:, -1] = NO_COMBAT
    return table


@cache
def first_fires(terrain: str, side: str) -> tuple[int, int | None]:
    """Return who fires first where a side attacks, without and with combined arms; `None` if these do not count."""
    fitting = [row for row in ORDER.rows if row["terrain"] == terrain and row["attacker"] in ("any", side)]
    codes = {row["needs_combined_arms"]: _code(row["first_fire"], side) for row in fitting}
    return codes["no"], codes.get("yes")


def _has_combined_arms(fight: Fight) -> NDArray[np.bool_]:
    """Whether Germans have infantry and armor and Soviets lack one of them, of those left [p. 13, R6, R46].

    By other readings the Soviets must lack tanks, or those count that were revealed before any card.
    """
    resists = _has_both if fight.facts.soviets_lack == "either" else _has_armor
    ours, theirs = fight.german_path, fight.soviet_path
    if fight.facts.arms_as_revealed:
        n_newcomers = int(fight.facts.can_come(fight.card))
        told = [block.strength for block in fight.soviets]
        ours = (tuple(block.strength for block in fight.germans),) * len(ours)
        theirs = ((*told[: len(told) - n_newcomers], *(0,) * n_newcomers),) * len(theirs)
    german = [_has_both(fight.germans, now) for now in ours]
    soviet = [resists(fight.soviets, now) for now in theirs]
    return np.logical_and.outer(german, np.logical_not(soviet))


def _has_armor(blocks: Sequence[Block], strengths: Sequence[int]) -> bool:
    return any(block.is_armor for block, strength in zip(blocks, strengths, strict=True) if strength)


def _has_both(blocks: Sequence[Block], strengths: Sequence[int]) -> bool:
    left = [block for block, strength in zip(blocks, strengths, strict=True) if strength]
    return any(block.is_infantry for block in left) and any(block.is_armor for block in left)


def _code(first: str, side: str) -> int:
    other = "soviet" if side == "german" else "german"
    who = other if first == "defender" else first
    return {"simultaneous": TOGETHER, "german": GERMAN_FIRST, "soviet": SOVIET_FIRST}[who]


@lru_cache(maxsize=100_000)
def pools_along(
    blocks: tuple[Block, ...], way: tuple[tuple[int, ...], ...], drm: int, counts_own: bool
) -> tuple[Pool, ...]:
    """Return what blocks fire with at each of some strengths."""
    return tuple(Pool(dice_of(blocks, now, drm), counts_own) for now in way)


def dice_of(blocks: Sequence[Block], strengths: Sequence[int], drm: int) -> tuple[int, ...]:
    """Return the lowest hit of each die of some blocks, one die a point [p. 4]."""
    dice: list[int] = []
    for block, strength in zip(blocks, strengths, strict=True):
        if strength:
            dice += (lowest_with(block.lowest[strength - 1], drm),) * (DICE_PER_POINT * strength)
    return tuple(sorted(dice))


def lowest_with(lowest: int, drm: int) -> int:
    """Return the lowest die that hits with a drm; a natural 1 never hits the enemy [ruling R28]."""
    return max(lowest - drm, OWN_HIT + 1)
