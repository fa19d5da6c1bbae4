"""The war diary of a game: turn by turn what each side did, its battles, the front, losses and points."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from analysis.matches.battles import Names, in_sentences, weight
from analysis.matches.places import Places
from analysis.matches.record import Doings, Engagement, Record, Turn, read_record
from sim.game import Game
from sim.map.board import load_board
from sim.match.play import Played
from sim.match.whole import WholeGame

BATTLES = 3
"""Battles of a side that a turn tells in full; the others are counted."""
FAR_HEXES = 3
"""A march shorter than this has no line of its own."""


def diary(game: Game, played: Played) -> list[str]:
    """Return the war diary of a game that was played with its events, a line a sentence or two."""
    assert played.events is not None, "the diary needs the events of the game"
    whole = game.whole
    record = read_record(played.events.table, whole.sides, whole.words)
    teller = _Teller(whole, record, _places(game, record), played.turns)
    lines = teller.opening(game.title)
    for turn in record.turns:
        lines += ["", *teller.turn(turn)]
    return [*lines, "", *teller.ending()]


def what_happened(game: Game, events: pa.Table, turn: int, side: str) -> list[str]:
    """Return what a side has done in a turn so far, every battle in full; `events` may end in the middle of a game."""
    record = read_record(events, game.whole.sides, game.whole.words)
    teller = _Teller(game.whole, record, _places(game, record), None, most=1000)
    return next((teller.side(one, side) for one in record.turns if one.number == turn), [])


def last_battle(game: Game, events: pa.Table) -> str:
    """Return the last battle of a game so far in a sentence or two, empty if there is none."""
    record = read_record(events, game.whole.sides, game.whole.words)
    fought = [(b, turn) for turn in record.turns[-1:] for one in turn.doings.values() for b in one.battles]
    if not fought:
        return ""
    battle, turn = max(fought, key=lambda pair: pair[0].number)
    return in_sentences(battle, turn.number, Names(game.whole.words, record), _places(game, record))


def _places(game: Game, record: Record) -> Places:
    return Places(load_board(game.id, int(record.head.get("board", -1))))


class _Teller:
    """Puts the turns of one game in sentences."""

    def __init__(
        self, whole: WholeGame, record: Record, places: Places, summary: NDArray[np.int64] | None, most: int = BATTLES
    ) -> None:
        self.whole, self.record, self.places, self.words = whole, record, places, whole.words
        self.names = Names(whole.words, record)
        self.summary, self.most = summary, most
        self.lost = dict.fromkeys(whole.sides, 0)

    def opening(self, title: str) -> list[str]:
        """Return who plays whom, and where the armies start."""
        head, counts = self.record.head, []
        for side in self.whole.sides:
            own = [unit for unit in self.record.start if self.record.side_of[unit] == side]
            counts.append(f"{len(own)} {side.capitalize()}")
        board = "the central map" if head.get("board", -1) < 0 else f"map {head['board']} of those that fit the book"
        players = " against ".join(f"{self._army(side)} ({head.get(side, '?')})" for side in self.whole.sides)
        return [
            f"{title}: {players}, on {board} (seed {head.get('seed', '?')}, game {head.get('match_game', 0)}).",
            f"{' and '.join(counts)} divisions at the start. {self.words.basis}".strip(),
        ]

    def turn(self, turn: Turn) -> list[str]:
        """Return a turn: its dates, both sides, the front, losses and points."""
        dated = len(self.words.dates) >= turn.number
        lines = [f"Turn {turn.number}, {self.words.dates[turn.number - 1]}" if dated else f"Turn {turn.number}"]
        for side in self.whole.sides:
            lines += [f"  {line}" for line in self.side(turn, side)]
        return [*lines, f"  {self._front(turn)}", f"  {self._balance(turn)}"]

    def side(self, turn: Turn, side: str) -> list[str]:
        """Return what a side did in a turn."""
        doings, own = turn.doings[side], side.capitalize()
        lines = [*self._quiet(turn, doings, own), *self._marches(turn, doings, own), *self._battles(turn, side)]
        towns = [self.places.name(h) for h in doings.taken if self.places.name(h)]
        if towns:
            lines.append(f"{_upper(self._army(side))} took {_join(dict.fromkeys(towns))}.")
        if doings.unsupplied:
            who = self.names.those(doings.unsupplied, turn.number)
            where = _join(dict.fromkeys(self.places.at(h) for h in [*doings.unsupplied.values()][:2] if h))
            lines.append(f"{_n(len(doings.unsupplied), f'{own} division')} out of supply: {who}, {where}.")
        return lines or [f"{_upper(self._army(side))} did not stir."]

    def _quiet(self, turn: Turn, doings: Doings, own: str) -> list[str]:
        """Return rest, reinforcements, air and forts."""
        lines = []
        if doings.regenerated:
            who = self.names.those(doings.regenerated, turn.number)
            lines.append(f"{_n(len(doings.regenerated), f'{own} division')} rested and back to full strength: {who}.")
        if doings.arrived:
            where = _join(dict.fromkeys(self.places.at(h) for h in doings.arrived.values()), most=3)
            who = self.names.those(doings.arrived, turn.number - 1)
            lines.append(f"{_n(len(doings.arrived), f'{own} reinforcement')} {where}: {who}.")
        if doings.interdicted:
            where = _join(dict.fromkeys(self.places.at(h) for h in doings.interdicted))
            lines.append(f"{_n(len(doings.interdicted), f'{own} air unit')} bombed the roads {where}.")
        if doings.forts:
            where = _join(dict.fromkeys(self.places.at(h) for h in doings.forts))
            lines.append(f"{_n(len(doings.forts), f'{own} fort')} dug {where}.")
        return lines

    def _marches(self, turn: Turn, doings: Doings, own: str) -> list[str]:
        ways = {unit: path for unit, path in doings.marches.items() if len(path) > 1}
        if not ways:
            return []
        hexes = {unit: self.places.distance(path[0], (path[-1],)) for unit, path in ways.items()}
        far = max(hexes, key=lambda unit: hexes[unit])
        line = f"{_n(len(ways), f'{own} division')} on the march"
        if hexes[far] >= FAR_HEXES:
            way = f"from {self.places.bare(ways[far][0])} {self.places.to(ways[far][-1])}"
            line += f"; {self.names.one(far, turn.number)} went farthest, {hexes[far]} hexes {way}"
        return [f"{line}."]

    def _battles(self, turn: Turn, side: str) -> list[str]:
        """Return the battles of a side: how many and what they cost, then the greatest."""
        battles = turn.doings[side].battles
        if not battles:
            return []
        other = next(one for one in self.whole.sides if one != side)
        n_overruns = sum(b.is_overrun for b in battles)
        counts = [_n(n, what) for n, what in ((len(battles) - n_overruns, "attack"), (n_overruns, "overrun")) if n]
        mine, theirs = (sum(b.steps_of(self._of(b, one)) for b in battles) for one in (side, other))
        lines = [
            f"{' and '.join(counts)} by {self._army(side)} cost {self._army(other)} {_n(theirs, 'step')}, "
            f"the attackers {mine}."
        ]
        if rule := self.words.compelled.get((turn.number, side)):
            lines.append(f"They had no choice: on this turn all units beside the enemy must attack [{rule}].")
        great = sorted(battles, key=lambda b: (-weight(b, self.words.goals), b.number))[: self.most]
        return lines + [
            f"  {in_sentences(b, turn.number, self.names, self.places)}" for b in sorted(great, key=lambda b: b.number)
        ]

    def _of(self, battle: Engagement, side: str) -> list[str]:
        return [unit for unit in battle.steps if self.record.side_of[unit] == side]

    def _front(self, turn: Turn) -> str:
        """Return how near to the goal the side that does not hold it stands."""
        side = next(one for one in self.whole.sides if one != self.words.holder)
        own = {u: h for u, h in turn.units.items() if self.record.side_of[u] == side}
        if not own:
            return f"Front: no {side.capitalize()} unit is left on the map."
        away = {unit: self.places.distance(h, self.words.goals) for unit, h in own.items()}
        first = min(away, key=lambda unit: (away[unit], unit))
        inside = sum(not hexes for hexes in away.values())
        if inside:
            return f"Front: {_n(inside, f'{side.capitalize()} division')} in {self.words.goal}."
        there = self.places.at(own[first])
        line = (
            f"Front: {_n(away[first], 'hex')} to {self.words.goal} from {self.names.one(first, turn.number)}, {there}"
        )
        return f"{line}."

    def _balance(self, turn: Turn) -> str:
        """Return losses so far, who is cut off, and the points if the game ended now."""
        parts = []
        for side in self.whole.sides:
            lost = turn.doings[side].steps_lost
            self.lost[side] += lost
            parts.append(f"{side.capitalize()} {self.lost[side]} ({lost} this turn)")
        line = f"Steps lost: {', '.join(parts)}."
        if self.summary is not None:
            line += f" {self._now(turn.number)}"
        return line

    def _now(self, number: int) -> str:
        assert self.summary is not None
        row = dict(zip(self.whole.turn_columns, self.summary[number].tolist(), strict=True))
        points = ", ".join(f"{side.capitalize()} {row.get(f'{side}_vp', 0)}" for side in self.whole.sides)
        cut = [
            f"{row[f'{side}_out_of_supply']} {side.capitalize()}"
            for side in self.whole.sides if row.get(f"{side}_out_of_supply")
        ]  # fmt: skip
        without = f" Out of supply: {' and '.join(cut)}." if cut else ""
        return f"VP if it ended here: {points}.{without}"

    def ending(self) -> list[str]:
        """Return the result: margin, level, and where the points came from."""
        if self.record.margin is None:
            return ["The log ends before the game does."]
        margin, first = self.record.margin, self.whole.sides[0]
        level = self.words.levels.get(self.record.level, self.record.level)
        less = f"({first.capitalize()} less {self.whole.sides[1].capitalize()})"
        lines = [f"Result: {level}, {f'{margin:+d}' if margin else 0} VP {less}."]
        for side in self.whole.sides:
            own = [(value, note) for one, value, note in self.record.points if one == side]
            points = _join((f"{value} for {self._worth(note)}" for value, note in own), most=12)
            total = sum(value for value, _ in own)
            lines.append(f"  {side.capitalize()} {total} VP{': ' + points if own else ''}.")
        return lines

    def _worth(self, note: str) -> str:
        """Return what points are for: a place, or so many of a thing."""
        what, _, times = note.rpartition(" x")
        if note.startswith("hex "):
            return f"{self.places.name(note[4:])} ({note[4:]})"
        kind, _, state = what.rpartition(" ")
        return f"{_n(int(times), f'{kind} unit')} {state}" if kind else _n(int(times), what.removesuffix("s"))

    def _army(self, side: str) -> str:
        return self.words.sides[side]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _n(n: int, what: str) -> str:
    """Return a number of things.

    >>> _n(1, "hex"), _n(2, "hex"), _n(2, "step")
    ('1 hex', '2 hexes', '2 steps')
    """
    return f"{n} {what}" if n == 1 else f"{n} {what}{'es' if what.endswith('x') else 's'}"


def _join(parts: Iterable[str], most: int = 6) -> str:
    """Return a list in words, the rest counted.

    >>> _join(["Riga", "Luga", "Narva"]), _join(["a", "b", "c"], most=2)
    ('Riga, Luga and Narva', 'a, b and 1 more')
    """
    parts = list(parts)
    if len(parts) > most:
        parts = [*parts[:most], f"{len(parts) - most} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
