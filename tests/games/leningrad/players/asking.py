"""Small positions with a right answer: read from their file, put to a player, and judged.

`judge` returns what is wrong with an answer in words, nothing if it is right. Each key of a position's `must` is one
function here; README of the keys: the head of `positions.toml`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from sim.games.leningrad.combat.results import CRT
from sim.games.leningrad.map import fields as f
from sim.games.leningrad.map import tables
from sim.games.leningrad.played.position import Answer, Position, ask
from sim.games.leningrad.referee.dice import COMBAT, OVERRUN
from sim.map.board import BARRED, load_board
from sim.referee.dice import die

FILE = Path(__file__).with_name("positions.toml")
CHARACTERS = ("cautious", "balanced", "bold")


@dataclass(frozen=True)
class Puzzle:
    """A position, the phases to be played, and what must come of it; `unsolved` names who gets it wrong, and why."""

    name: str
    why: str
    position: Position
    phases: tuple[int, ...]
    must: Mapping[str, Any]
    characters: tuple[str, ...] = CHARACTERS
    answers: bool = False
    seeds: tuple[int, ...] = (1, 2)
    unsolved: Mapping[str, str] = field(default_factory=dict)

    @property
    def side(self) -> str:
        """Whose play is judged: whoever moves, or the other where he answers."""
        german = (self.phases[0] <= 4) != self.answers
        return "german" if german else "soviet"


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return the positions of the file."""
    return tuple(_puzzle(row) for row in tomllib.loads(FILE.read_text(encoding="utf8"))["position"])


def _puzzle(row: dict[str, Any]) -> Puzzle:
    row = dict(row)
    of_position = {key: row.pop(key) for key in ("turn", "units", "forts", "rested", "air_used") if key in row}
    position = Position(**of_position, readings=tuple(sorted(row.pop("readings", {}).items())))
    phases = tuple(row.pop("phases"))
    wanted = row.pop("roll", None)
    if wanted:
        row["seeds"] = _seeds(position.turn, **wanted)
    for key in ("characters", "seeds"):
        if key in row:
            row[key] = tuple(row[key])
    return Puzzle(position=position, phases=phases, **row)


def _seeds(turn: int, die_is: int, hex: str, phase: int) -> tuple[int, int]:
    """Return the first two seeds whose first battle against a hex in a phase rolls a wanted die."""
    index = 64 * load_board("leningrad").index(hex)
    purpose = OVERRUN if phase in (2, 6) else COMBAT
    found = [seed for seed in range(1, 200) if die(seed, 0, turn, phase, purpose, index) == die_is]
    return found[0], found[1]


def wrong(puzzle: Puzzle, character: str) -> list[str]:
    """Return everything that is wrong with a character's answers, over the seeds."""
    found: list[str] = []
    for seed in puzzle.seeds:
        players = ("bold", character) if puzzle.answers else (character, "balanced")
        answer = ask(puzzle.position, players[0], puzzle.phases, players[1], seed)
        seen = Seen(answer, puzzle.side)
        if puzzle.answers and not seen.battles:
            found.append(f"seed {seed}: nobody attacks, so there is nothing to answer")
        for key, wanted in puzzle.must.items():
            found += [f"seed {seed}: {text}" for text in MUST[key](seen, wanted)]
    return found


class Seen:
    """An answer, looked at from the side that is judged."""

    def __init__(self, answer: Answer, side: str) -> None:
        self.answer, self.side = answer, side
        germans = set(tables.unit_names()[: f.N_GERMAN])
        self.own = {n: h for n, h in answer.hexes.items() if (n in germans) == (side == "german")}
        self.held = set(self.own.values())
        self.battles = {e["battle"]: e | json.loads(e["note"]) for e in answer.events("combat", "overrun")}
        self.attacks = answer.events("attack")

    def against(self, number: str) -> list[dict[str, Any]]:
        """Return the battles for a hex."""
        return [b for b in self.battles.values() if number in b["hexes"]]


def _neighbors(number: str) -> set[str]:
    board = load_board("leningrad")
    h = board.index(number)
    open_sides = zip(board.neighbors[h], board.sides[h], strict=True)
    return {board.numbers[n] for n, side in open_sides if n >= 0 and not side & BARRED}


def _ends(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    there = {unit: seen.answer.hexes.get(unit, "gone") for unit in wanted}
    return [f"{u} ends in {there[u]}, not {h}" for u, h in wanted.items() if there[u] not in h.split()]


def _not_ends(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    there = {unit: seen.answer.hexes.get(unit, "gone") for unit in wanted}
    return [f"{u} ends in {there[u]}" for u, h in wanted.items() if there[u] in h.split()]


def _held(seen: Seen, wanted: list[str]) -> list[str]:
    """Each text names hexes of which at least one must be held."""
    return [f"nobody holds {h}" for h in wanted if not seen.held & set(h.split())]


def _manned(seen: Seen, wanted: Mapping[str, int]) -> list[str]:
    """Hexes and the least number of own units that must stand there."""
    there = list(seen.own.values())
    return [f"{there.count(h)} in {h}, not {least}" for h, least in wanted.items() if there.count(h) < least]


def _beside(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    return [f"{u} is not beside {h}" for u, h in wanted.items() if seen.answer.hexes.get(u) not in _neighbors(h)]


def _not_beside(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    return [f"{u} is beside {h}" for u, h in wanted.items() if seen.answer.hexes.get(u) in _neighbors(h)]


def _east_of(seen: Seen, wanted: Mapping[str, int]) -> list[str]:
    """Columns of hexes that units must have reached."""
    there = {unit: seen.answer.hexes.get(unit, "0000") for unit in wanted}
    return [f"{u} ends in {there[u]}, west of {column}" for u, column in wanted.items() if int(there[u][:2]) < column]


def _attacks(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    """Hexes and the least column at which each must be attacked."""
    labels = list(CRT.column_labels)
    found = []
    for number, least in wanted.items():
        columns = [labels.index(b["column"]) for b in seen.against(number)]
        if not columns or max(columns) < labels.index(least):
            found.append(f"{number} attacked at {[labels[c] for c in columns]}, not {least}")
    return found


def _no_attack(seen: Seen, wanted: list[str]) -> list[str]:
    hit = [b for b in seen.battles.values() if "any" in wanted or set(wanted) & set(b["hexes"])]
    return [f"attacks {b['hexes']} at {b['column']}" for b in hit]


def _most_attacks(seen: Seen, wanted: int) -> list[str]:
    return [f"{len(seen.battles)} attacks"] if len(seen.battles) > wanted else []


def _uses(seen: Seen, wanted: Mapping[str, str]) -> list[str]:
    """Hexes and the units that must all attack them."""
    found = []
    for number, units in wanted.items():
        numbers = {b["battle"] for b in seen.against(number)}
        used = {e["unit"] for e in seen.attacks if e["battle"] in numbers}
        found += [f"{u} does not attack {number}" for u in units.split() if u not in used]
    return found


def _air(seen: Seen, wanted: list[str]) -> list[str]:
    return [f"no air at {h}" for h in wanted if not any(b["air_attack"] for b in seen.against(h))]


def _no_air(seen: Seen, wanted: list[str]) -> list[str]:
    return [f"air at {h}" for h in wanted if any(b["air_attack"] for b in seen.against(h))]


def _overruns(seen: Seen, wanted: list[str]) -> list[str]:
    return [f"no overrun of {h}" for h in wanted if not any(b["kind"] == "overrun" for b in seen.against(h))]


def _supplied(seen: Seen, wanted: bool) -> list[str]:
    return [f"{u} is out of supply in {seen.own[u]}" for u in seen.answer.unsupplied if u in seen.own and wanted]


def _cut(seen: Seen, wanted: list[str]) -> list[str]:
    """Enemy units that must be out of supply, or gone."""
    return [f"{u} is in supply" for u in wanted if u in seen.answer.hexes and u not in seen.answer.unsupplied]


def _units_of(kind: str) -> Callable[[Seen, list[str]], list[str]]:
    def check(seen: Seen, wanted: list[str]) -> list[str]:
        done = {e["unit"] for e in seen.answer.events(kind)}
        return [f"no {kind} of {u}" for u in wanted if u not in done]

    return check


def _never(kind: str) -> Callable[[Seen, list[str]], list[str]]:
    def check(seen: Seen, wanted: list[str]) -> list[str]:
        done = {e["unit"] for e in seen.answer.events(kind)}
        return [f"{kind} of {u}" for u in wanted if u in done]

    return check


def _within(kind: str) -> Callable[[Seen, str], list[str]]:
    def check(seen: Seen, wanted: str) -> list[str]:
        there = [e["to_hex"] for e in seen.answer.events(kind)]
        return [f"{kind} at {h}" for h in there if h not in wanted.split()] or ([] if there else [f"no {kind}"])

    return check


def _no_interdiction(seen: Seen, wanted: bool) -> list[str]:
    return [f"interdicts {e['to_hex']}" for e in seen.answer.events("interdict") if wanted]


def _closed(seen: Seen, wanted: str) -> list[str]:
    """No way from one hex to another that keeps clear of own units and their zones."""
    start, goal = wanted.split()
    barred = seen.held | {n for h in seen.held for n in _neighbors(h)}
    known, todo = {start}, [start]
    while todo:
        for n in _neighbors(todo.pop()) - known - barred:
            known.add(n)
            todo.append(n)
    return [f"a free way from {start} to {goal}"] if goal in known else []


def _together(seen: Seen, wanted: list[str]) -> list[str]:
    """Each text names units that must end in one hex."""
    there = {units: {seen.answer.hexes.get(u, "gone") for u in units.split()} for units in wanted}
    return [f"{units} end in {sorted(hexes)}" for units, hexes in there.items() if len(hexes) > 1 or "gone" in hexes]


def _spread(seen: Seen, wanted: int) -> list[str]:
    return [f"all in {sorted(seen.held)}"] if len(seen.held) < wanted else []


MUST: dict[str, Callable[[Seen, Any], list[str]]] = {
    "ends": _ends, "not_ends": _not_ends, "held": _held, "manned": _manned, "east_of": _east_of,
    "beside": _beside, "not_beside": _not_beside,
    "attacks": _attacks, "no_attack": _no_attack, "most_attacks": _most_attacks, "uses": _uses, "air": _air,
    "no_air": _no_air, "overruns": _overruns, "supplied": _supplied, "cut": _cut, "closed": _closed,
    "spread": _spread, "together": _together, "regenerates": _units_of("regenerate"), "loses": _units_of("step_loss"),
    "keeps": _never("step_loss"), "retreats": _units_of("retreat"), "stands": _never("retreat"),
    "stays_reduced": _never("regenerate"), "advances": _units_of("advance"), "arrives": _units_of("arrive"),
    "forts": _within("fort"),
    "interdicts": _within("interdict"), "no_interdiction": _no_interdiction, "not_gone": _never("eliminated"),
}  # fmt: skip
