"""The events of a game cut into moments, as one looks at them: moves, a battle, a quiet phase, the end of a turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from analysis.matches.record import Engagement, LogRow, Record
from sim.match.words import MatchWords

_HEX_KINDS = {"fort": "fort", "interdict": "air"}
_MOVES = ("move", "arrive", "advance", "retreat")


@dataclass
class Moment:
    """One look at the game: what changed since the last one.

    `kind` is ``start``, ``move``, ``battle``, ``regenerate``, ``fort``, ``air`` or ``end``. `stands` holds the hex and
    the steps left of every unit that changed, an empty hex for one that is gone; `paths` the hexes a unit went through,
    its first included if it stood on the map; `tried` the counters turned up.
    """

    turn: int
    phase: int
    side: str
    kind: str
    stands: dict[str, tuple[str, int]] = field(default_factory=dict)
    paths: dict[str, list[str]] = field(default_factory=dict)
    retreats: dict[str, list[str]] = field(default_factory=dict)
    tried: dict[str, str] = field(default_factory=dict)
    marks: list[str] = field(default_factory=list)
    forts_lost: list[str] = field(default_factory=list)
    unsupplied: list[str] = field(default_factory=list)
    arrived: list[str] = field(default_factory=list)
    battle: Engagement | None = None


def moments(events: pa.Table, record: Record, words: MatchWords) -> list[Moment]:
    """Return the moments of a game in order; the first holds the set-up, every turn ends with one of kind ``end``."""
    cutter = _Cutter(record, words)
    for event in events.to_pylist():
        cutter.take(event)
    return cutter.found


class _Cutter:
    """Reads a log and begins a new moment where one looks anew."""

    def __init__(self, record: Record, words: MatchWords) -> None:
        self.words, self.left = words, dict[str, int]()
        self.battles = {
            (turn.number, battle.number): battle
            for turn in record.turns for doings in turn.doings.values() for battle in doings.battles
        }  # fmt: skip
        self.found = [Moment(0, 0, "", "start")]
        self.number: int | None = None
        self.place: dict[str, str] = {}
        self.unsupplied: set[str] = set()

    def take(self, event: LogRow) -> None:
        """Take the next event."""
        kind = event["kind"]
        if kind == "phase":
            self.number = None
            if event["phase"] == LAST_PHASE:
                self._begin(event, "end")
            return
        if kind in ("game", "vp", "end"):
            return
        now = self._now(event)
        if kind == "supply":
            self._supply(event, now)
        elif event["unit"] is not None and kind not in ("attack", "defend", "air"):
            _TAKERS.get(kind, _Cutter._nothing)(self, event, now)

    def _now(self, event: LogRow) -> Moment:
        """Return the moment that an event belongs to, a new one where the last has another kind."""
        if event["turn"] == 0:
            return self.found[0]
        last = self.found[-1]
        number = event["battle"]
        if number is not None:
            if number != self.number or last.kind != "battle":
                self.number = number
                self._begin(event, "battle")
                self.found[-1].battle = self.battles.get((event["turn"], number))
            return self.found[-1]
        if event["kind"] == "supply":
            return last
        kind = {"regenerate": "regenerate", **_HEX_KINDS}.get(event["kind"], "move")
        if kind != last.kind or (event["turn"], event["phase"]) != (last.turn, last.phase):
            if event["kind"] == "fort_lost" and last.kind == "battle":
                return last
            self._begin(event, kind)
        return self.found[-1]

    def _begin(self, event: LogRow, kind: str) -> None:
        side = event["side"]
        if kind == "battle":
            battle = self.battles.get((event["turn"], event["battle"]))
            side = battle.side if battle else side
        self.found.append(Moment(event["turn"], event["phase"], side, kind))

    def _supply(self, event: LogRow, now: Moment) -> None:
        if event["value"] == 0 and event["unit"] not in now.unsupplied:
            now.unsupplied.append(event["unit"])

    def _stand(self, event: LogRow, now: Moment) -> None:
        unit, to = event["unit"], event["to_hex"]
        self.left.setdefault(unit, self.words.steps[event["side"]])
        self.place[unit] = to
        now.stands[unit] = (to, self.left[unit])

    def _go(self, event: LogRow, now: Moment) -> None:
        ways = now.retreats if event["kind"] == "retreat" else now.paths
        unit = event["unit"]
        if event["kind"] == "arrive":
            now.arrived.append(unit)
        ways.setdefault(unit, [event["from_hex"]] if event["from_hex"] else []).append(event["to_hex"])
        self._stand(event, now)

    def _regenerate(self, event: LogRow, now: Moment) -> None:
        self.left[event["unit"]] = self.words.steps[event["side"]]
        self._stand(event, now)

    def _reveal(self, event: LogRow, now: Moment) -> None:
        now.tried[event["unit"]] = event["note"]

    def _step_loss(self, event: LogRow, now: Moment) -> None:
        unit = event["unit"]
        self.left[unit] = event["value"]
        now.stands[unit] = (self.place[unit], event["value"])

    def _gone(self, event: LogRow, now: Moment) -> None:
        now.stands[event["unit"]] = ("", 0)
        self.place.pop(event["unit"], None)

    def _mark(self, event: LogRow, now: Moment) -> None:
        now.marks.append(event["to_hex"])

    def _fort_lost(self, event: LogRow, now: Moment) -> None:
        now.forts_lost.append(event["from_hex"])

    def _nothing(self, event: LogRow, now: Moment) -> None:
        """Pass over an event that moves nobody."""


LAST_PHASE = 8
_TAKERS = {
    "setup": _Cutter._stand, "regenerate": _Cutter._regenerate, "reveal": _Cutter._reveal,
    "step_loss": _Cutter._step_loss, "eliminated": _Cutter._gone, "fort": _Cutter._mark, "interdict": _Cutter._mark,
    "fort_lost": _Cutter._fort_lost, **dict.fromkeys(_MOVES, _Cutter._go),
}  # fmt: skip


def standing(found: Iterable[Moment]) -> dict[str, tuple[str, int]]:
    """Return where everybody stands after some moments, with the steps left."""
    place: dict[str, tuple[str, int]] = {}
    for moment in found:
        place |= moment.stands
    return {unit: there for unit, there in place.items() if there[0]}


def losses(found: Iterable[Moment], words: MatchWords, side_of: Mapping[str, str]) -> list[dict[str, int]]:
    """Return the steps that each side has lost so far, after every moment; a step turned up again counts anew."""
    lost: dict[str, Any] = dict.fromkeys(words.sides, 0)
    left: dict[str, int] = {}
    rows = []
    for moment in found:
        for unit, (_, steps) in moment.stands.items():
            side = side_of[unit]
            before = left.get(unit, words.steps[side])
            lost[side] += max(0, before - steps)
            left[unit] = steps
        rows.append(dict(lost))
    return rows
