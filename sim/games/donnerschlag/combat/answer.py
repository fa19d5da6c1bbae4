"""A combat from its facts to its laws: every way the cards can fall, every table of the family, what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.dice import all_rolls
from sim.errors import GameError
from sim.exact import Law, Outcome
from sim.games.donnerschlag.combat import families as assumed
from sim.games.donnerschlag.combat.cards import Card, Effects, cards_of
from sim.games.donnerschlag.combat.column import BELOW, CRT, Situation, situation
from sim.games.donnerschlag.combat.facts import Fight
from sim.games.donnerschlag.combat.families import BELOW_RESULT, DEMANDS, RESULTS, Tables
from sim.games.donnerschlag.combat.marker import Counts, Dice, denominator
from sim.games.donnerschlag.combat.results import NO_ATTACK, consequences, cup, is_draw
from sim.games.donnerschlag.combat.strengths import declared, taking_part
from sim.numbers.basis import weakest

_ROLLS = all_rolls(1)[:, 0].astype(np.int64)
_AT_ONCE = 4_000  # tables: some hundred million bytes
_NUMBER, _DRAWS, _BARRED = (axis.ravel() for axis in np.indices((len(RESULTS), 2, 2)))
"""What each outcome is: position in `RESULTS`, whether a counter is drawn, whether a river bars tanks."""


def _outcome(result: NDArray[Any], draws: NDArray[Any], barred: bool) -> NDArray[np.intp]:
    return (result.astype(np.intp) * 2 + draws) * 2 + barred


@dataclass(frozen=True)
class Answer:
    """A fight, its cards, and the situation that each way in which they can fall leads to."""

    fight: Fight
    cards: Sequence[Card]
    known: Mapping[Effects, Situation]

    @classmethod
    def of(cls, fight: Fight) -> Answer:
        """Return the answer to a fight; `GameError` names what river and steps forbid."""
        cards = cards_of(fight)
        known = {effects: situation(fight, effects) for effects in _falls(cards)}
        barred = [one for one in known.values() if one.is_barred]
        if len(barred) == len(known):
            raise GameError(
                f"attackers is {', '.join(fight.attackers)}; expected no tank across an unbridged river without a card "
                "that may cancel it [13.2]"
            )
        rest = fight.attacker_steps - fight.barred_steps
        if fight.barred_steps and not barred:
            raise GameError(f"barred_steps is {fight.barred_steps}; expected 0: no card that may fail keeps a tank out")
        goes_on = bool(barred) and bool(taking_part(declared(fight), is_river_cancelled=False))
        if barred and fight.has_steps and (not fight.barred_steps or bool(rest) != goes_on):
            some = "fewer than" if goes_on else "all of"
            raise GameError(f"barred_steps is {fight.barred_steps}; expected 1 or more, {some} attacker_steps")
        return cls(fight, cards, known)

    @property
    def situations(self) -> list[Situation]:
        """Every situation that the cards can lead to."""
        return list(self.known.values())

    @property
    def has_choice(self) -> bool:
        """Whether somebody may roll a die again: the attacker always has one, the defender only those of cards."""
        owners = {card.owner for card in self.cards if card.is_rolled}
        return self.fight.schlachtenglueck in {"attacker", *owners}

    def chances(self, label_of: Callable[[Situation], str]) -> dict[str, Fraction]:
        """Return the chance of each label of the situations in which a fight takes place, in rising order of columns.

        Empty where somebody may roll again: what he does depends on the table.
        """
        if self.has_choice:
            return {}
        falls: dict[Effects, Fraction] = {Effects(): Fraction(1)}
        for card in self.cards:
            succeeds = Fraction(card.faces, len(_ROLLS)) if card.is_rolled else Fraction(bool(card.faces))
            after: dict[Effects, Fraction] = {}
            for effects, p in falls.items():
                for end, share in ((effects + card.effects, succeeds), (effects, 1 - succeeds)):
                    after[end] = after.get(end, Fraction(0)) + p * share
            falls = {effects: p for effects, p in after.items() if p}
        found: dict[str, Fraction] = {}
        fought = [(one, falls[effects]) for effects, one in self.known.items() if one.is_fought]
        for one, p in sorted(fought, key=lambda pair: pair[0].column):
            found[label_of(one)] = found.get(label_of(one), Fraction(0)) + p
        return found

    @cached_property
    def cells(self) -> list[tuple[NDArray[np.intp], int]]:
        """The rows that a natural 1 to 6 reads, and the column, of each situation that is read from the table."""
        found = [one for one in self.situations if one.is_fought and one.column != BELOW]
        return [(CRT.row_index(_ROLLS + one.drm), one.column) for one in found]

    @property
    def is_exact(self) -> bool:
        """Whether every cell that is read is printed."""
        return all(assumed.is_exact(rows, column) for rows, column in self.cells)

    @property
    def basis(self) -> str:
        """The weakest basis of the cells that are read."""
        return weakest(assumed.basis(rows, column) for rows, column in self.cells)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules used, in the order of use."""
        fight = self.fight
        is_out = (
            any("o" in text for text in fight.attackers) or fight.attack_out_of_supply or fight.defense_out_of_supply
        )
        asked = {
            "13.1": bool(fight.attackers), "4.5": bool(fight.card), "4.6": any(":box" in text for text in fight.card),
            "11.2": bool(is_out), "13.2": True, "4.7": fight.schlachtenglueck != "none",
        }  # fmt: skip
        return tuple(rule for rule, is_used in asked.items() if is_used)

    def laws(self) -> dict[str, Any]:
        """Return the law of the results and of what they come to; over a family those of its members besides.

        Of all members those are kept at which some chance or mean is lowest or highest, the central one first.
        """
        names, kinds, shares = self._after()
        counts = self._counts(np.concatenate([self._figures(), shares], axis=1))
        results = counts.reshape(len(counts), len(RESULTS), -1).sum(axis=2)
        numbers: list[Outcome] = [(position,) for position in range(len(RESULTS))]
        total = denominator(self.cards)
        laws = tuple(_law(("result",), numbers, row, total) for row in results.tolist())
        cup_size = int(shares[0].sum())
        ends = tuple(_law(names, kinds, row, total * cup_size) for row in (counts @ shares).tolist())
        if not self.fight.has_steps and cup(self.fight) is None:
            ends = ()  # nothing is known that anything could come of
        found: dict[str, Any] = {"law": laws[0], "after": next(iter(ends), None)}
        if not self.is_exact:
            found |= {"laws": laws, "afters": ends, "family": self.fight.family, "member": assumed.CENTRAL}
        return found

    def _counts(self, figures: Counts) -> Counts:
        """Return the law of the outcomes at the tables where some figure is lowest or highest, that of the first table.

        `figures` of shape (outcomes, figures) says what is summed up; laws have shape (tables, outcomes).
        """
        holder = self.fight.schlachtenglueck if self.has_choice else "none"
        tables = self._tables(figures)
        batches = [tables[start : start + _AT_ONCE] for start in range(0, len(tables), _AT_ONCE)]
        met = np.unique([n for some in batches for e in self.known for n in np.unique(self._outcomes(some, e))])
        place, worth = np.searchsorted(met, np.arange(len(figures))), self._worth()[met]
        asked = np.unique(figures[met], axis=1)

        def numbered(some: Tables, effects: Effects) -> NDArray[np.intp]:
            return place[self._outcomes(some, effects)]

        kept = np.zeros((0, len(met)), np.int64)
        for some in batches:
            dice = Dice(self.cards, partial(numbered, some), worth)
            found = np.concatenate([kept, dice.counts(holder)])
            reached = found @ asked
            kept = found[np.unique(np.concatenate([[0], reached.argmin(axis=0), reached.argmax(axis=0)]))]
        counts = np.zeros((len(kept), len(figures)), np.int64)
        counts[:, met] = kept
        return counts

    def _tables(self, figures: Counts) -> Tables:
        """Return the tables to ask for the bounds of some figures, shape (outcomes, figures), the central one first.

        Where tanks may be barred or not, a result may be worth one thing with them and another without. It is asked
        for each alone and for both together, as on this ladder one table is the best for both.
        """
        if self.is_exact:
            return assumed.central(self.fight.family)
        if self.has_choice:
            cells = [(int(row), column) for rows, column in self.cells for row in rows]
            return assumed.every(self.fight.family, cells, len(self.known))
        by_barred = figures.reshape(len(RESULTS), 2, 2, -1).sum(axis=1)  # whether a counter is drawn is not the table's
        worths = [by_barred[:, 0], by_barred[:, 1], by_barred.sum(axis=1)]
        return assumed.extremes(self.fight.family, np.concatenate(worths, axis=1).T)

    def _outcomes(self, tables: Tables, effects: Effects) -> NDArray[np.intp]:
        """Return the outcome of each face of the combat die under some cards, shape (tables, 6)."""
        one = self.known[effects]
        if not one.is_fought:
            nothing = np.full((len(tables), len(_ROLLS)), RESULTS.index(NO_ATTACK))
            return _outcome(nothing, np.zeros(len(_ROLLS), bool), one.is_barred)
        modified = _ROLLS + one.drm
        result = np.full((len(tables), len(_ROLLS)), RESULTS.index(BELOW_RESULT), tables.dtype)
        if one.column != BELOW:
            result = tables[:, CRT.row_index(modified), one.column]
        return _outcome(result, is_draw(self.fight.attacker, modified), one.is_barred)

    def _comes_to(self) -> dict[str, NDArray[np.int64]]:
        """Return what each outcome comes to, each field of shape (outcomes,); no field where steps are not given."""
        barred = [any(one.is_barred == is_barred for one in self.situations) for is_barred in (False, True)]
        groups = [
            consequences(
                DEMANDS, self.fight, is_barred=is_barred,
                can_advance=any(one.can_advance for one in self.situations if one.is_barred == is_barred),
            )
            for is_barred in (False, True)
        ]  # fmt: skip
        found = {name: np.where(_BARRED, groups[1][name][_NUMBER], groups[0][name][_NUMBER]) for name in groups[0]}
        flags = {"is_tank_barred": _BARRED} if all(barred) else {}
        return {
            name: values.astype(np.int64) for name, values in (found | flags if self.fight.has_steps else flags).items()
        }

    def _after(self) -> tuple[tuple[str, ...], list[Outcome], Counts]:
        """Return fields, the different things that come of a combat, and each outcome's share in them.

        Shares are whole numbers of shape (outcomes, things), with one sum: the counters in the cup.
        """
        fields = {**self._comes_to(), "is_draw": _DRAWS}
        units, snafus = cup(self.fight) or (0, 1)
        drawn = [(0, np.where(_DRAWS, snafus, units + snafus)), (1, _DRAWS * units)]
        if cup(self.fight) is not None:
            fields["is_unit_drawn"] = np.zeros_like(_DRAWS)
        rows = np.stack(list(fields.values()), axis=1)
        parts = []
        for is_drawn, weights in drawn:
            if "is_unit_drawn" in fields:
                rows = np.column_stack([rows[:, :-1], np.full(len(rows), is_drawn)])
            parts.append((rows, weights))
        things, which = np.unique(np.concatenate([part for part, _ in parts]), axis=0, return_inverse=True)
        shares = np.zeros((len(rows), len(things)), np.int64)
        outcomes = np.tile(np.arange(len(rows)), len(parts))
        np.add.at(shares, (outcomes, which.ravel()), np.concatenate([weights for _, weights in parts]))
        return tuple(fields), list(map(tuple, things.tolist())), shares

    def _figures(self) -> Counts:
        """Return the figures, but for whole things that come of it, that an answer bounds, shape (outcomes, figures).

        The chance of each result, of so much asked for, of each value of a field; the means of both.
        """
        asked = np.array([[d.attacker_steps, d.attacker_hexes, d.defender_steps, d.defender_hexes] for d in DEMANDS])
        sums = [*asked[_NUMBER].T, *self._comes_to().values(), _DRAWS]
        chances = [values == n for values in sums for n in np.unique(values)]
        at_least = [values >= n for values in asked[_NUMBER].T for n in np.unique(values)]
        results = [number == _NUMBER for number in range(len(RESULTS))]
        at_least.append((asked[:, 2] + asked[:, 3] > 0)[_NUMBER])  # the defender suffers
        return np.stack([*results, *at_least, *chances, *sums], axis=1).astype(np.int64)

    def _worth(self) -> Counts:
        """Return what each outcome is worth to the attacker for his aim, shape (outcomes, 2): first this, then that."""
        fields = self._comes_to()
        if "is_cleared" not in fields:
            demands = [DEMANDS[number] for number in _NUMBER]
            fields = {
                "is_cleared": np.array([d.defender_hexes > 0 for d in demands], np.int64),
                "attacker_step_losses": np.array([d.attacker_steps for d in demands]),
                "defender_step_losses": np.array([d.defender_steps for d in demands]),
            }
        cleared, lost, inflicted = (fields[f] for f in ("is_cleared", "attacker_step_losses", "defender_step_losses"))
        first, then = {
            "clear": (cleared, inflicted - lost), "spare": (-lost, cleared),
            "bleed": (inflicted, cleared), "exchange": (inflicted - lost, cleared),
        }[self.fight.aim]  # fmt: skip
        return np.stack([first, then], axis=1)


def _falls(cards: Sequence[Card]) -> set[Effects]:
    """Return what the cards may add up to, however they fall."""
    may = [[card.effects] * (card.faces > 0) + [Effects()] * (card.is_rolled or not card.faces) for card in cards]
    return {sum(fall, Effects()) for fall in product(*may)}


def _law(fields: tuple[str, ...], kinds: list[Outcome], counts: list[int], total: int) -> Law:
    return Law(fields, {kind: n for kind, n in zip(kinds, counts, strict=True) if n}, total).reduced()
