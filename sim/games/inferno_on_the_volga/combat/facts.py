"""What a fight is asked about, in the order of the combat sequence of p. 9; and which facts cannot go together.

Of the book [p. 12 Hoth, p. 15 Soviet deliberate attack].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sim.games.inferno_on_the_volga.combat.blocks import (
    GAME_ID,
    SPECIAL,
    STACK,
    SYNTAX,
    Block,
    Unknown,
    blocks_of,
)
from sim.games.inferno_on_the_volga.combat.cards import (
    AA_HERE,
    GERMAN,
    GERMAN_SUPPORT,
    NEWCOMERS,
    PIONEERS,
    RUBBLE_CARDS,
    SOVIET,
    SOVIET_CARDS,
    SOVIET_LEADERS,
    soviet_volley,
)
from sim.games.inferno_on_the_volga.combat.ways import PICKS
from sim.numbers.tables import load_list
from sim.options import fact, one_of, options_of, several, whole_number, yes_no

ATTACKS = load_list(GAME_ID, "attacks")
TERRAIN = load_list(GAME_ID, "terrain")
MOST_SOVIETS = load_list(GAME_ID, "unit_counts").integer("soviet | all", "blocks")
MOST_HEXES = RUBBLE_CARDS.integer("attacking_hex", "max_drm")
MOST_UNKNOWN = 4
"""Unknown blocks beyond which an exact answer takes minutes; as many as a hex can hold."""


_HELP = (
    f"{SYNTAX}; 2/4 is a strength out of full, 2x two alike, @2 the second attacking hex; COLOR of the points "
    "(SF/black, DF/white, TF/red), as DF-DF-SF-SF from full strength down where it changes"
)


@dataclass(frozen=True)
class Facts:
    """Everything known about one fight, as the table shows it when the attack is declared."""

    attacker: tuple[str, ...] = fact("texts", None, f"an attacking block: {_HELP} (p. 4)")
    defender: tuple[str, ...] = fact(
        "texts", None, "a defending block, likewise; a Soviet one may be unknown, or unknown infantry, tank or marine"
    )
    attack: str = one_of(
        "the kind of attack (p. 8-9, p. 12, p. 15)",
        ("german_deliberate", "german_hasty", "soviet_hasty", "soviet_deliberate"),
    )
    terrain: str = one_of("the defender's hex (p. 4)", tuple(row["terrain"] for row in TERRAIN.rows))
    coastal: bool = yes_no("the Soviet hex (attacked, or @1 when the Soviets attack) is one of #3 to #19 (p. 16)")
    rubble: bool = yes_no("a rubble marker in the defender's hex; urban only (p. 9)")
    rubble_used_up: bool = yes_no("all rubble markers are on the map, so none can be placed (p. 10)")
    fortified: bool = yes_no("a fortification disc in the hex that Soviets defend (p. 19)")
    hoth: bool = yes_no("Hoth in play: combined arms, Blitz (p. 12-13)")
    von_richthofen: bool = yes_no("Von Richthofen in play (p. 13)")
    linden: bool = yes_no("Linden in play (p. 13)")
    chuikov: bool = yes_no("Chuikov in play before the fight (p. 14)")
    zaytsev: bool = yes_no("Zaytsev in play before the fight (p. 15)")
    khrushchev: bool = yes_no("Khrushchev in play before the fight (p. 15)")
    immortal_guard: bool = yes_no("advantage: Guards go back to full strength (p. 18)")
    marine_skills: bool = yes_no("advantage: unknown marines are at full strength (p. 18)")
    special_blocks: bool = yes_no("the 1077th and the 20th act, as at the impossible level (p. 19)")
    soviet_card: str = one_of(
        "the Soviet card; random is any unseen one (p. 9, p. 14-16)", ("none", "random", *SOVIET_CARDS, AA_HERE)
    )
    soviet_cards_seen: tuple[str, ...] = several(
        "for random: a Soviet card already discarded; leave out leaders in play"
    )
    aa_cards_here: int = whole_number(
        "for random: unseen AA cards that name the defender's hex (p. 16)", SOVIET.integer("aa", "copies")
    )
    infantry_reserve_empty: bool = yes_no("no infantry can come by Infiltration (p. 16)")
    tank_reserve_empty: bool = yes_no("no tank can come by T-34 Dug in (p. 16)")
    german_card: tuple[str, ...] = several(
        f"a German card, deliberate attack only; several Pioneers with Linden (p. 13-14): {', '.join(GERMAN_SUPPORT)}"
    )
    opportunity_blocks: int = whole_number(
        "Soviet blocks outside the attacked hex that touch an attacking stack; for Chuikov (p. 14)", MOST_SOVIETS
    )
    fortified_opportunity_blocks: int = whole_number("of these, in a fortified hex (p. 19)", MOST_SOVIETS)
    hoth_attacks_only: bool = yes_no("the other reading of combined arms: in German attacks only (ruling R3)")
    soviets_lack: str = one_of("what Soviets must lack against combined arms (ruling R6)", ("either", "tanks"))
    arms_as_revealed: bool = yes_no("combined arms by the blocks revealed, those lost to cards too (ruling R46)")
    rubble_as_declared: bool = yes_no("the rubble roll counts attackers lost before it too (ruling R37)")
    pioneers_apart: bool = yes_no("hits of several Pioneer cards are halved card by card (ruling R45)")
    two_air_dice: bool = yes_no("an air strike of Von Richthofen has exactly two dice (ruling R7)")
    odd_hits_added: bool = yes_no("hits of card and close combat are added up before rubble halves them (ruling R16)")
    stack_hit: int = whole_number(
        "in a German attack the hex whose blocks take all hits first; 0: the strongest of all (ruling R17)", MOST_HEXES
    )
    ends_at_once: bool = yes_no("the combat ends with the last block of a side (ruling R49)")
    soviet_blocks_seen: tuple[str, ...] = several(
        "a Soviet block at full strength seen before, such as 'infantry 4 SF', no longer among the unknown (ruling R52)"
    )
    special_blocks_late: bool = yes_no(
        "a strike that the 1077th cancels keeps its rubble modifier, and a newcomer of the two acts (ruling R53)"
    )
    card_hits: str = one_of("whom the hits of a card strike: the strongest, or who picks the block (ruling R58)", PICKS)
    ties: str = one_of(
        "how the German player picks among the strongest: keep most fire, or the first one given", ("fire", "order")
    )

    @cached_property
    def side(self) -> str:
        """The attacking side."""
        return ATTACKS[self.attack]["side"]

    @cached_property
    def is_deliberate(self) -> bool:
        """Whether Germans may play a card and make rubble: only in their deliberate attack [p. 9]."""
        return ATTACKS[self.attack]["german_card"] == "yes"

    @cached_property
    def attackers(self) -> tuple[Block | Unknown, ...]:
        """The attacking blocks in the order given."""
        return tuple(b for text in self.attacker for b in blocks_of("attacker", text, self.side))

    @cached_property
    def defenders(self) -> tuple[Block | Unknown, ...]:
        """The defending blocks in the order given."""
        other = "soviet" if self.side == "german" else "german"
        return tuple(b for text in self.defender for b in blocks_of("defender", text, other))

    @property
    def soviets(self) -> tuple[Block | Unknown, ...]:
        """The Soviet blocks in the order given."""
        return self.defenders if self.side == "german" else self.attackers

    @cached_property
    def unknown_places(self) -> dict[str, list[int]]:
        """The places of the unknown blocks among the Soviets, by their pool."""
        places: dict[str, list[int]] = {}
        for i, block in enumerate(self.soviets):
            if isinstance(block, Unknown):
                places.setdefault(block.pool, []).append(i)
        return places

    @property
    def in_play(self) -> tuple[str, ...]:
        """The Soviet leaders in play before the fight."""
        return tuple(leader for leader in SOVIET_LEADERS if getattr(self, leader))

    def can_come(self, card: str) -> bool:
        """Whether a card brings a block: it is that card, the Soviet hex has room and the reserve a block [p. 16]."""
        if card not in NEWCOMERS or getattr(self, f"{NEWCOMERS[card]}_reserve_empty"):
            return False
        return sum(block.hex == 1 for block in self.soviets) < STACK


OPTIONS = options_of(Facts)


def contradictions(facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield each fact that contradicts another, and what was expected instead."""
    for found in (_of_the_blocks, _of_the_hex, _of_the_cards):
        yield from ((name, expected) for name, is_wrong, expected in found(facts) if is_wrong)


def _of_the_blocks(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    """Yield a fact, whether it contradicts another, and what would do instead."""
    yield "attacker", not facts.attackers, "one block at least"
    yield "defender", not facts.defenders, "one block at least"
    hexes = Counter(block.hex for block in facts.attackers)
    most = 1 if ATTACKS[facts.attack]["attacking_stacks"] == "one" else MOST_HEXES
    are_beyond = len(hexes) > most or max(hexes) > MOST_HEXES or min(hexes) < 1
    yield "attacker", are_beyond, f"@1 to @{most} in a {facts.attack} attack [p. 8-9]"
    yield "attacker", 1 not in hexes, "a block @1: hexes are numbered from 1"
    yield "attacker", max(hexes.values()) > STACK, f"at most {STACK} blocks of a hex [p. 4]; give other hexes with @2"
    yield "defender", len(facts.defenders) > STACK, f"at most {STACK} blocks [p. 4]"
    yield "defender", any("@" in text for text in facts.defender), "no @: a fight is for one hex"
    unknown = [block for block in facts.soviets if isinstance(block, Unknown)]
    where = "defender" if facts.side == "german" else "attacker"
    yield where, len(unknown) > MOST_UNKNOWN, f"at most {MOST_UNKNOWN} unknown blocks"
    special = any(isinstance(b, Block) and b.kind in SPECIAL for b in facts.soviets)
    is_idle = bool(facts.soviet_blocks_seen) and not unknown and facts.soviet_card not in ("random", *NEWCOMERS)
    yield "soviet_blocks_seen", is_idle, "nothing where no block is unknown"
    yield where, special and not facts.special_blocks, "infantry for these where special_blocks is no [p. 19]"


def _of_the_hex(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    is_urban = TERRAIN[facts.terrain]["makes_rubble"] == "yes"
    yield "rubble", facts.rubble and not is_urban, f"no in {facts.terrain} terrain [p. 9]"
    yield "fortified", facts.fortified and facts.side == "soviet", "no when the Soviets attack [p. 19]"
    is_joint = facts.attack == "soviet_deliberate"
    yield (
        "chuikov",
        facts.side == "soviet" and is_joint != facts.chuikov,
        f"{_yes(is_joint)} in a {facts.attack} attack",
    )
    beyond = facts.fortified_opportunity_blocks > facts.opportunity_blocks
    yield "fortified_opportunity_blocks", beyond, f"at most opportunity_blocks, {facts.opportunity_blocks}"
    yield "stack_hit", facts.stack_hit > 0 and facts.side == "soviet", "0 when the Soviets attack (ruling R17)"
    empty = facts.stack_hit > 0 and all(block.hex != facts.stack_hit for block in facts.attackers)
    yield "stack_hit", empty, "0, or a hex that attacks"
    idle = facts.opportunity_blocks > 0 and facts.side == "soviet"
    yield "opportunity_blocks", idle, "0 when the Soviets attack [p. 14]"


def _of_the_cards(facts: Facts) -> Iterator[tuple[str, bool, str]]:
    card, played = facts.soviet_card, facts.german_card
    yield "soviet_card", card in facts.in_play, "another card: this leader is in play"
    is_random = card == "random"
    yield "soviet_cards_seen", bool(facts.soviet_cards_seen) and not is_random, "nothing unless soviet_card is random"
    yield "aa_cards_here", facts.aa_cards_here > 0 and not is_random, "0 unless soviet_card is random"
    yield "german_card", bool(played) and not facts.is_deliberate, f"none in a {facts.attack} attack [p. 9]"
    wrong = any(one not in GERMAN_SUPPORT for one in played)
    yield "german_card", wrong, f"cards of {', '.join(GERMAN_SUPPORT)}"
    is_shot = any(one in ("sniper", "pak") for one in played) and (
        is_random or soviet_volley(card, is_coastal=facts.coastal).n_dice > 0
    )
    yield "ends_at_once", facts.ends_at_once and is_shot, "no where a Sniper or PAK meets a Soviet card with dice"
    are_pioneers = all(one in PIONEERS for one in played)
    many = len(played) > 1 and not (facts.linden and are_pioneers)
    yield "german_card", many, "one card, or Pioneers with linden [p. 13]"
    yield "german_card", "pioneer_672" in played and not facts.linden, "another card without linden [p. 13]"
    copies = GERMAN.integer("pioneer", "copies")
    too_many = are_pioneers and (len(played) > copies or played.count("pioneer_672") > 1)
    yield "german_card", too_many, f"at most {copies} Pioneers, the 672nd once among them (ruling R1)"


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
