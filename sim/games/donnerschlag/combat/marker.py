"""The dice of a combat in the order in which they fall, and the Schlachtenglück marker that rolls one of them again.

The marker's holder may roll an own die again, once, and hands the marker over (4.7, ruling R54). Both sides do what is
best, looking ahead: the attacker for his aim, the defender against it. Worked back from the end, for every table of a
family at once. Outcomes are numbered; counts are whole numbers of shape (tables, outcomes).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sim.games.donnerschlag.combat.cards import Card, Effects

_FACES = 6
_OTHER = {"attacker": "defender", "defender": "attacker"}

Counts = NDArray[np.int64]


@dataclass
class Dice:
    """What is rolled: cards in the order of play, then the combat die.

    `outcome_of` gives the outcome of each face of the combat die once the cards are known, shape (tables, 6). `worth`
    holds what each outcome is worth to the attacker, shape (outcomes, 2): the first part counts before the second.
    """

    cards: Sequence[Card]
    outcome_of: Callable[[Effects], NDArray[np.intp]]
    worth: Counts
    known: dict[tuple[int, Effects, str], Counts] = field(default_factory=dict)

    def counts(self, holder: str, played: int = 0, effects: Effects | None = None) -> Counts:
        """Return the law of the outcomes from here on, with `holder` of the marker, and so many cards played."""
        effects = effects or Effects()
        key = (played, effects, holder)
        if key not in self.known:
            is_over = played == len(self.cards)
            self.known[key] = self._combat_die(holder, effects) if is_over else self._card(holder, played, effects)
        return self.known[key]

    def _combat_die(self, holder: str, effects: Effects) -> Counts:
        outcomes, which = self._different(self.outcome_of(effects))
        faces = np.eye(len(self.worth), dtype=np.int64)[outcomes]  # (different ones, faces, outcomes)
        again = faces.sum(axis=1)
        kept = [_FACES * faces[:, face] for face in range(_FACES)]
        if holder == "attacker":
            kept = [self._better("attacker", one, again) for one in kept]
        return np.sum(kept, axis=0)[which]

    def _different(self, outcomes: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the different rows of outcomes, and which of them each table has: many tables share a column."""
        key = outcomes @ len(self.worth) ** np.arange(_FACES)
        _, first, which = np.unique(key, return_index=True, return_inverse=True)
        return outcomes[first], which

    def _card(self, holder: str, played: int, effects: Effects) -> Counts:
        """Return the law from a card on; its owner may roll again what does not please him, success or not."""
        card = self.cards[played]
        after = (effects + card.effects, effects)
        if not card.is_rolled:
            return self.counts(holder, played + 1, after[not card.faces])
        faces = (card.faces, _FACES - card.faces)
        kept = [_FACES * self.counts(holder, played + 1, one) for one in after]
        if holder == card.owner:
            rolled = [n * self.counts(_OTHER[holder], played + 1, one) for n, one in zip(faces, after, strict=True)]
            kept = [self._better(holder, one, np.sum(rolled, axis=0)) for one in kept]
        return np.sum([n * one for n, one in zip(faces, kept, strict=True)], axis=0)

    def _better(self, side: str, kept: Counts, again: Counts) -> Counts:
        """Return what a side prefers at each table; where both are worth the same it keeps what it has."""
        gain = (again - kept) @ self.worth * (1 if side == "attacker" else -1)
        is_again = (gain[:, 0] > 0) | ((gain[:, 0] == 0) & (gain[:, 1] > 0))
        return np.where(is_again[:, np.newaxis], again, kept)


def denominator(cards: Sequence[Card]) -> int:
    """Return what the counts of some dice add up to: every die with the die that may replace it."""
    return (_FACES * _FACES) ** (1 + sum(card.is_rolled for card in cards))
