"""The events of a game gathered by turn, side and battle, so that they can be told, whichever game it is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from sim.match.words import MatchWords

LogRow = Mapping[str, Any]


@dataclass
class Engagement:
    """A combat or an overrun: who, where, at what odds, what came of it; losses and ways back are by unit."""

    number: int
    side: str = ""
    is_overrun: bool = False
    hex: str = ""
    die: int = 0
    note: Mapping[str, Any] = field(default_factory=dict)
    attackers: dict[str, str] = field(default_factory=dict)
    defenders: list[str] = field(default_factory=list)
    revealed: list[str] = field(default_factory=list)
    steps: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    retreats: dict[str, list[str]] = field(default_factory=dict)
    advances: dict[str, str] = field(default_factory=dict)

    def steps_of(self, units: Iterable[str]) -> int:
        """Return the steps that some units lost in it."""
        return sum(self.steps.get(unit, 0) for unit in units)


@dataclass
class Doings:
    """What a side did and had in a turn."""

    regenerated: dict[str, str] = field(default_factory=dict)
    arrived: dict[str, str] = field(default_factory=dict)
    marches: dict[str, list[str]] = field(default_factory=dict)
    battles: list[Engagement] = field(default_factory=list)
    interdicted: list[str] = field(default_factory=list)
    forts: list[str] = field(default_factory=list)
    forts_lost: list[str] = field(default_factory=list)
    unsupplied: dict[str, str] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    steps_lost: int = 0


@dataclass
class Turn:
    """A turn: what each side did, and where the units stood at its end."""

    number: int
    doings: dict[str, Doings]
    units: dict[str, str] = field(default_factory=dict)


@dataclass
class Record:
    """A whole game by turns; `revealed` tells the turn and the counter of every unit that was turned over."""

    sides: tuple[str, str]
    head: Mapping[str, Any] = field(default_factory=dict)
    start: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    side_of: dict[str, str] = field(default_factory=dict)
    revealed: dict[str, tuple[int, str]] = field(default_factory=dict)
    points: list[tuple[str, int, str]] = field(default_factory=list)
    margin: int | None = None
    level: str = ""


def read_record(events: pa.Table, sides: tuple[str, str], words: MatchWords) -> Record:
    """Return the game that a log tells, in the columns of `sim.match.log`."""
    reader = _Reader(sides, words)
    for event in events.to_pylist():
        reader.take(event)
    reader.close_turn()
    return reader.record


class _Reader:
    """Reads a log event by event, and keeps where everybody stands."""

    def __init__(self, sides: tuple[str, str], words: MatchWords) -> None:
        self.record = Record(sides)
        self.words = words
        self.place: dict[str, str] = {}
        self.left: dict[str, int] = {}
        self.holder = dict(words.held)
        self.battle: Engagement | None = None

    def take(self, event: LogRow) -> None:
        """Take the next event."""
        turn = event["turn"]
        if turn > 0 and (not self.record.turns or self.record.turns[-1].number != turn):
            self.close_turn()
            self.record.turns.append(Turn(turn, {side: Doings() for side in self.record.sides}))
        if event["battle"] is not None:
            self._in_battle(event)
        elif turn == 0:
            self._before(event)
        else:
            self._in_turn(event)

    def close_turn(self) -> None:
        """Note where everybody stands, and forget towns that were lost again in the same turn."""
        if not self.record.turns:
            return
        turn = self.record.turns[-1]
        turn.units = dict(self.place)
        for side, doings in turn.doings.items():
            doings.taken = [h for h in dict.fromkeys(doings.taken) if self.holder.get(h) == side]

    def _before(self, event: LogRow) -> None:
        match event["kind"]:
            case "game":
                self.record.head = json.loads(event["note"])
            case "setup":
                self._enter(event["unit"], event["side"], event["to_hex"])
                self.record.start[event["unit"]] = event["to_hex"]

    def _in_turn(self, event: LogRow) -> None:
        unit, to = event["unit"], event["to_hex"]
        doings = self.record.turns[-1].doings.get(event["side"], Doings())
        match event["kind"]:
            case "regenerate":
                doings.regenerated[unit] = to
                self.left[unit] = self.words.steps[event["side"]]
            case "arrive":
                doings.arrived[unit] = to
                self._enter(unit, event["side"], to)
                doings.marches[unit] = [to]
            case "move":
                doings.marches.setdefault(unit, [event["from_hex"]]).append(to)
                self._enter(unit, event["side"], to)
            case "supply":
                self._supply(event)
            case "fort":
                doings.forts.append(to)
            case "fort_lost":
                doings.forts_lost.append(event["from_hex"])
            case "interdict":
                doings.interdicted.append(to)
            case "vp":
                self.record.points.append((event["side"], event["value"], event["note"] or ""))
            case "end":
                self.record.margin, self.record.level = event["value"], event["note"] or ""

    def _in_battle(self, event: LogRow) -> None:
        battle = self._battle(event)
        unit = event["unit"]
        match event["kind"]:
            case "attack":
                battle.side = event["side"]
                battle.attackers[unit] = event["from_hex"]
            case "defend":
                battle.defenders.append(unit)
            case "reveal":
                self.record.revealed[unit] = (event["turn"], event["note"])
            case "supply":
                self._supply(event)
            case "combat" | "overrun":
                battle.is_overrun = event["kind"] == "overrun"
                battle.hex, battle.die, battle.note = event["to_hex"], event["die"], json.loads(event["note"])
            case "step_loss":
                self._lose(battle, event, 1)
                self.left[unit] = event["value"]
            case "eliminated":
                self._lose(battle, event, self.left.pop(unit, 0))
                battle.gone.append(unit)
                self.place.pop(unit, None)
            case "retreat":
                battle.retreats.setdefault(unit, []).append(event["to_hex"])
                self._enter(unit, event["side"], event["to_hex"])
            case "advance":
                battle.advances[unit] = event["to_hex"]
                self._enter(unit, event["side"], event["to_hex"])
            case "fort_lost":
                self._in_turn(event)

    def _battle(self, event: LogRow) -> Engagement:
        if self.battle is None or self.battle.number != event["battle"]:
            self.battle = Engagement(event["battle"], event["side"])
        if event["kind"] in ("combat", "overrun"):
            self.record.turns[-1].doings[self.battle.side].battles.append(self.battle)
        return self.battle

    def _lose(self, battle: Engagement, event: LogRow, steps: int) -> None:
        battle.steps[event["unit"]] = battle.steps.get(event["unit"], 0) + steps
        self.record.turns[-1].doings[event["side"]].steps_lost += steps

    def _supply(self, event: LogRow) -> None:
        if event["value"] == 0:
            self.record.turns[-1].doings[event["side"]].unsupplied[event["unit"]] = self.place.get(event["unit"], "")

    def _enter(self, unit: str, side: str, to: str) -> None:
        self.place[unit] = to
        self.record.side_of[unit] = side
        self.left.setdefault(unit, self.words.steps[side])
        if self.holder.get(to, self.words.holder) != side:
            self.holder[to] = side
            if self.record.turns:
                self.record.turns[-1].doings[side].taken.append(to)
