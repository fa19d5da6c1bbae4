"""What the designer's notes and a public report of play say of Leningrad, each counted in the event log of a game.

The statements are printed (`designer_claims.csv`) or published (`reported_play.published.csv`). What counts as "nearly
all", "in force" or "about ten" is ours: the constants below, named in the text of each claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from sim.games.leningrad.map.record.log import level_of
from sim.games.leningrad.map.tables import table
from sim.map.board import Board, load_board
from sim.map.layers import read_layers
from sim.match.claims import Answer, Claim, Claims

GAME = "leningrad"
ALL_BUT = 1
"""Frontier divisions that may be left where "nearly all" are gone: the notes say 10 of 11."""
FORCE = 3
"""Units that are a force: the size of a panzer corps."""
NEAR = 2
"""Hexes from the lower Luga within which a unit has reached it."""
ABOUT = 2
"""Steps more or less than the ten that the notes name."""
LEFT = 5
"""Soviet divisions left after turn 1, and hexes from the city, in the reported game."""
_MOVES = ("setup", "arrive", "move", "retreat", "advance")
_KINDS = (*_MOVES, "regenerate", "step_loss", "eliminated", "attack", "vp", "end")
_FRONTIER = frozenset(f"s{slot:02d}" for slot in range(10))
_LUGA = ("2203", "2204", "2304", "2305")
"""The woods near the mouth of the Luga, on the rebuilt map."""


@dataclass
class Chronicle:
    """A game as far as the claims ask: who stands where at the end of each turn, who is gone, attacks, the end."""

    board: Board
    margin: int = 0
    stands: dict[int, dict[str, str]] = field(default_factory=dict)
    gone: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    attacks: set[tuple[str, str]] = field(default_factory=set)
    steps_lost: int = 0
    cities: int = 0

    @property
    def is_soviet(self) -> bool:
        """Whether the Soviet side won."""
        return level_of(self.margin)[0] == "soviet"

    def germans(self, turn: int) -> dict[str, str]:
        """Return where the German units stood at the end of a turn."""
        return {unit: at for unit, at in self.stands[turn].items() if not _is_soviet(unit)}


def check(log: pa.Table) -> Mapping[str, Answer]:
    """Return what one game says to every claim that games can settle."""
    seen = _chronicle(log)
    return {name: count(seen) for name, count in _COUNTS.items()}


def _chronicle(log: pa.Table) -> Chronicle:
    rows = log.filter(pc.is_in(log["kind"], pa.array(_KINDS))).to_pylist()
    seen, place, turn = Chronicle(load_board(GAME)), dict[str, str](), 0
    for row in rows:
        while turn < row["turn"]:
            seen.stands[turn], turn = dict(place), turn + 1
        _take(seen, place, row)
    seen.stands[turn] = place
    return seen


def _take(seen: Chronicle, place: dict[str, str], row: Mapping[str, Any]) -> None:
    kind, unit = row["kind"], row["unit"]
    if kind in _MOVES:
        place[unit] = row["to_hex"]
    elif kind == "eliminated":
        place.pop(unit, None)
        seen.gone[unit] = row["turn"]
        _leave(seen, unit, 0)
    elif kind in ("step_loss", "regenerate"):
        _leave(seen, unit, row["value"] if kind == "step_loss" else _steps())
    elif kind == "attack" and not _is_soviet(unit):
        seen.attacks.add((unit, row["to_hex"]))
    elif kind == "vp" and (row["note"] or "").startswith("hex"):
        seen.cities += 1
    elif kind == "end":
        seen.margin = row["value"]


def _leave(seen: Chronicle, unit: str, steps: int) -> None:
    """Note the steps that a unit has left; a German one that has fewer than before has lost them."""
    if not _is_soviet(unit):
        seen.steps_lost += max(0, seen.left.get(unit, _steps()) - steps)
        seen.left[unit] = steps


@cache
def _steps() -> int:
    return table("combat_limits").integer("german_steps")


def _is_soviet(unit: str) -> bool:
    return unit[:1] == "s" and unit[1:].isdigit()


def _frontier(seen: Chronicle) -> Answer:
    n = sum(seen.gone.get(unit) == 1 for unit in _FRONTIER)
    return Answer(n >= len(_FRONTIER) - ALL_BUT, n)


def _luga(seen: Chronicle) -> Answer:
    board, corps = seen.board, _corps()
    goals = [board.index(number) for number in _LUGA]
    near = [
        sum(
            board.grid.distances[board.index(at), goals].min() <= NEAR
            for unit, at in seen.germans(turn).items()
            if unit in corps
        )
        for turn in (4, 5)
    ]
    return Answer(bool(max(near) >= FORCE), float(max(near)))


def _dvina(seen: Chronicle) -> Answer:
    over = [sum(at not in _west() for at in seen.germans(turn).values()) for turn in (1, 2, 3)]
    kept = max(over) < FORCE
    return Answer(seen.is_soviet if kept else None, None, None if kept else seen.is_soviet)


def _losses(seen: Chronicle) -> Answer:
    if seen.is_soviet:
        return Answer()
    ten = table("designer_claims").integer("german_losses_if_winning")
    return Answer(abs(seen.steps_lost - ten) <= ABOUT, seen.steps_lost)


def _panzers(seen: Chronicle) -> Answer:
    city = _city()
    attackers = {unit for unit, at in seen.attacks if at in city}
    if not attackers:
        return Answer()
    is_spared = seen.cities == 0
    return Answer(None, None, is_spared) if attackers & _infantry() else Answer(is_spared)


def _novgorod(seen: Chronicle) -> Answer:
    town = next(n for n, name in zip(seen.board.numbers, seen.board.names, strict=True) if name == "Novgorod")
    held = not any(town in seen.germans(turn).values() for turn in range(1, 11))
    return Answer(seen.is_soviet if held else None, None, None if held else seen.is_soviet)


def _first_turn(seen: Chronicle) -> Answer:
    started = {unit for unit in seen.stands[0] if _is_soviet(unit)}
    left = sum(seen.gone.get(unit) != 1 for unit in started)
    return Answer(left <= LEFT, left)


def _approach(seen: Chronicle) -> Answer:
    goals = [seen.board.index(number) for number in _city()]
    away = seen.board.grid.distances[:, goals].min(axis=1)
    first = next((t for t in range(1, 13) if any(away[seen.board.index(at)] <= LEFT for at in _at(seen, t))), 13)
    return Answer(4 <= first <= 7, first if first < 13 else None)


def _stalled(seen: Chronicle) -> Answer:
    return Answer(seen.cities == 0)


def _at(seen: Chronicle, turn: int) -> list[str]:
    return list(seen.germans(turn).values())


def _around(board: Board, h: int) -> list[int]:
    """Return the neighbors of a hex to which land leads."""
    return [int(k) for k in np.flatnonzero(board.grid.distances[h] == 1) if board.playable[k]]


@cache
def _west() -> frozenset[str]:
    """Return the hexes on the German side of the Dvina, which runs from the edge of the map to the sea."""
    board = load_board(GAME)
    rows = read_layers(GAME, "map_hexsides", pairs=True)
    river = {frozenset((row["hex"], row["neighbor"])) for row in rows.values() if row["river"] == "Dvina"}
    seen = {board.index("0011")}
    front = list(seen)
    while front:
        here = front.pop()
        for h in _around(board, here):
            if h not in seen and frozenset((board.numbers[here], board.numbers[h])) not in river:
                seen.add(h)
                front.append(h)
    return frozenset(board.numbers[h] for h in seen)


@cache
def _city() -> frozenset[str]:
    return frozenset(row["hex"] for row in table("hexes").rows if row["name"] == "Leningrad")


@cache
def _corps() -> frozenset[str]:
    return frozenset(row["id"] for row in table("german_units").rows if row["panzer_corps"] in ("41", "56"))


@cache
def _infantry() -> frozenset[str]:
    return frozenset(row["id"] for row in table("german_units").rows if row["type"] == "infantry")


_COUNTS = {
    "frontier_destroyed": _frontier, "luga_reached": _luga, "dvina_denied": _dvina,
    "german_losses_if_winning": _losses, "panzers_alone": _panzers,
    "novgorod_held": _novgorod, "reported_first_turn": _first_turn, "reported_approach": _approach,
    "reported_stall": _stalled,
}  # fmt: skip
_COUNTED = {
    "frontier_destroyed": (
        f"all but {ALL_BUT} of the 10 infantry units of the red start hexes (ruling R3) are gone after turn 1",
        "{} destroyed on average", "",
    ),
    "luga_reached": (
        f"after turn 4 or 5, {FORCE} units or more of the 41st and 56th corps stand within {NEAR} hexes of the woods "
        "at its mouth", "{} units there on average", "",
    ),
    "dvina_denied": (
        f"the Soviets win, of games with fewer than {FORCE} German units across after turns 1, 2 and 3", "",
        "the Soviets win where more had crossed",
    ),
    "german_losses_if_winning": (
        f"of games that the Germans win, those that cost them 10 steps, {ABOUT} more or less",
        "{} steps lost on average", "",
    ),
    "panzers_alone": (
        "no Leningrad hex scores for the Germans, of games in which panzers or motorized divisions attacked the city "
        "and infantry never did", "", "no hex scores where infantry attacked too",
    ),
    "novgorod_held": (
        "no German unit stands in Novgorod after any turn to 10", "",
        "the Soviets win where it fell",
    ),
    "reported_first_turn": (
        f"{LEFT} or fewer of the Soviet units of the set-up are left after turn 1", "{} left on average", "",
    ),
    "reported_approach": (
        f"a German unit first stands within {LEFT} hexes of Leningrad after turn 4, 5, 6 or 7",
        "on turn {} on average, where it comes so far", "",
    ),
    "reported_stall": ("no Leningrad hex scores for the Germans", "", ""),
}  # fmt: skip

_BY_RULE = {
    "isolation_alone": "only hexes of Leningrad give the Germans points [16.2], and without points they lose [16.3]",
}  # fmt: skip
_ADVICE = {"frontier_destroyed": "", "luga_reached": "", "novgorod_held": "the Soviets win where it held"}
"""What the notes tell a player to do ("must", "should"), and what is counted where that is compared."""


def _claims() -> tuple[Claim, ...]:
    """Return the claims in the order of their files: those that something is counted for, or that the rules settle."""
    return tuple(
        Claim(row["id"], row["says"], row["where"], basis, *_COUNTED.get(row["id"], ("", "", "")),
              _BY_RULE.get(row["id"], ""), row["id"] in _ADVICE, _ADVICE.get(row["id"], ""))
        for name, basis in (("designer_claims", "rulebook"), ("reported_play", "published"))
        for row in table(name).rows
        if row["id"] in _COUNTED or row["id"] in _BY_RULE
    )  # fmt: skip


CLAIMS = Claims(_claims(), check)
