"""What a game is told in: acts, one thing a player does at a stretch; a combat with its dice; how all stands after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from sim.games.inferno_on_the_volga.combat.fire import OWN_HIT

SIDES = ("german", "soviet")


@dataclass
class Volley:
    """The dice of one stage of a combat: who threw them, each with the lowest face that hits (None: not a hit die)."""

    stage: str
    side: str
    backfires: bool = False
    """Whether Khrushchev turns each 1 of these dice on the Soviets themselves [p. 15]."""
    dice: list[tuple[int, int | None]] = field(default_factory=list)

    @property
    def hits(self) -> int:
        """How many dice hit the enemy."""
        return sum(low is not None and rolled >= low for rolled, low in self.dice)

    @property
    def own_hits(self) -> int:
        """How many dice hit those who threw them."""
        return sum(rolled == OWN_HIT for rolled, _ in self.dice) * self.backfires


@dataclass
class Fight:
    """One combat: attackers and where they came from, defenders, cards in order, dice, steps lost, what came of it."""

    number: int
    side: str
    hex: str
    attackers: dict[str, str] = field(default_factory=dict)
    defenders: list[str] = field(default_factory=list)
    strengths: dict[str, int] = field(default_factory=dict)
    cards: list[tuple[str, str]] = field(default_factory=list)
    volleys: list[Volley] = field(default_factory=list)
    steps: Counter[str] = field(default_factory=Counter)
    gone: list[str] = field(default_factory=list)
    landing: str = ""
    in_rubble: bool = False
    """Whether the hex lay in rubble when the combat began."""
    filled: list[tuple[str, int]] = field(default_factory=list)
    """Hexes that rubble filled in it, each with the volleys thrown before."""
    attack: str = ""
    result: str = ""
    advanced: dict[str, list[str]] = field(default_factory=dict)

    def lost(self, side: str) -> int:
        """Return the steps that a side lost in it."""
        return sum(n for unit, n in self.steps.items() if unit.startswith(side))


@dataclass
class Act:
    """What a side did; `kind` is ``start``, ``call``, ``move``, ``spawn``, ``cards``, ``battle``, ``end``, or empty."""

    turn: int
    phase: int
    kind: str
    action: str = ""
    stands: dict[str, tuple[str, int]] = field(default_factory=dict)
    paths: dict[str, list[str]] = field(default_factory=dict)
    arrived: dict[str, str] = field(default_factory=dict)
    spawned: dict[str, str] = field(default_factory=dict)
    left: list[str] = field(default_factory=list)
    drawn: dict[str, list[str]] = field(default_factory=dict)
    leaders: list[tuple[str, str]] = field(default_factory=list)
    advantages: list[tuple[str, int]] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    """Hexes that changed hands, with their new side."""
    dice: list[tuple[str, int]] = field(default_factory=list)
    """The Soviet dice with the stack each was thrown for, or those of a call with no hex."""
    fight: Fight | None = None
    after: Standing | None = None

    @property
    def side(self) -> str:
        """Whose half turn it is, empty before the game and at the end of a turn."""
        return SIDES[self.phase - 1] if self.phase in (1, 2) else ""


@dataclass(frozen=True)
class Standing:
    """How all stands: control of hexes, rubble, leaders, hands, blocks on the map, losses as the book counts them."""

    held: frozenset[str]
    rubble: frozenset[str]
    forts: frozenset[str]
    headquarters: frozenset[str]
    leaders: tuple[str, ...]
    hands: Mapping[str, tuple[str, ...]]
    drawn: int
    blocks: tuple[int, int]
    steps_lost: tuple[int, int]
    dead_points: int
