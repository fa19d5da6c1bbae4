"""A game as it was played at a table: its chance to win by turn against simulated games, the luck of its battles.

The log is a TOML file: a turn a block, with the points as they stand or what is counted for points, and the battles
with their dice. What a side's chance was is read off simulated games that stood alike after the same turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.errors import KesselError
from analysis.fights.luck import Verdict, luck
from analysis.lab.favored import TurnByTurn
from analysis.lab.measures.pacing import chance_at
from sim.border import plain, shown, toml_file
from sim.game import Game, load_game
from sim.numbers.rawfiles import RAW, read_raw

MAX_BATTLES = 200
KEYS = ("turn", "vp", "counted", "battles")


@dataclass(frozen=True)
class Stand:
    """A game after one turn: points, first side less second; the chance of the first side, and what its battles did.

    `n` simulated games tell the chance; `luck` is None where no battle was written down.
    """

    turn: int
    vp: int
    p: float
    low: float
    high: float
    n: int
    luck: Verdict | None


@dataclass(frozen=True)
class TableGame:
    """A game of a table, turn by turn; `start` is the first side's chance before it."""

    start: float
    stands: tuple[Stand, ...]

    @property
    def turned(self) -> tuple[Stand, float]:
        """The turn after which the chance had moved most, and by how much."""
        before = [self.start, *(one.p for one in self.stands)]
        moves = [(abs(one.p - was), one, one.p - was) for one, was in zip(self.stands, before, strict=False)]
        _, one, move = max(moves, key=lambda each: each[0])
        return one, move


def template(game: Game) -> str:
    """Return a log to fill in, with an example of each entry."""
    whole = game.whole
    counted = worth(game.id)
    first, second = whole.sides
    lines = [
        f'game = "{game.id}"', "", "[[turn]]", "turn = 1",
        f"vp   = 0                 # {first} points less {second} points, if the game ended now; or, instead of it,",
    ]  # fmt: skip
    if counted:
        lines += ["# counted = { " + ", ".join(f"{name} = 0" for name in counted) + " }"]
    facts = ", ".join(option.name for option in game.combat.options)
    lines += [
        "battles = [",
        '#  "attack=11,defense=4,dice=3",   # as in kessel luck: facts and dice of each battle',
        "]", "", f"# facts: {facts}", f"# go on with [[turn]] up to turn {whole.turns}; turns may be left out",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


def worth(game: str) -> dict[str, tuple[str, int]]:
    """Return what is counted for points in a game: side and points by name, from the tables that have both columns."""
    found: dict[str, tuple[str, int]] = {}
    for path in sorted((RAW / game).glob("*.csv")):
        if "." in path.stem:
            continue
        file = read_raw(path)
        if {"side", "vp"} <= set(file.header) and len(file.key_columns) == 1:
            side, vp = file.header.index("side"), file.header.index("vp")
            found |= {key: (row[side], int(row[vp])) for key, row in zip(file.keys(), file.rows, strict=True)}
    return found


def read_table_log(path: Path) -> tuple[Game, list[tuple[int, int, list[str]]]]:
    """Return the game of a log, and turn, points and battles of each block; `KesselError` names what is wrong."""
    entries = toml_file(path, path.name)
    for key in entries:
        if key not in ("game", "turn"):
            raise KesselError(f"{path.name}: key {shown(key)} is not known; expected game and [[turn]]")
    game = load_game(entries.get("game", ""))
    whole, blocks = game.whole, entries.get("turn", [])
    if not isinstance(blocks, list) or not blocks or not all(isinstance(one, dict) for one in blocks):
        raise KesselError(f"{path.name}: no [[turn]]; expected one or more, as kessel log template {game.id} shows")
    found: list[tuple[int, int, list[str]]] = []
    for at, block in enumerate(blocks, 1):
        place = f"{path.name}, [[turn]] {at}"
        for key in block:
            if key not in KEYS:
                raise KesselError(f"{place}: key {shown(key)} is not known; expected {', '.join(KEYS)}")
        turn = _number(block.get("turn"), f"{place}: key 'turn'", found[-1][0] + 1 if found else 1, whole.turns)
        found.append((turn, _points(block, game, place), _battles(block.get("battles", []), place)))
    return game, found


def _number(value: Any, place: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise KesselError(f"{place}: {shown(value)}; expected a whole number from {low} to {high}")
    return value


def _points(block: Mapping[str, Any], game: Game, place: str) -> int:
    if ("vp" in block) == ("counted" in block):
        raise KesselError(f"{place}: expected vp or counted, one of the two")
    if "vp" in block:
        return _number(block["vp"], f"{place}: key 'vp'", -10_000, 10_000)
    known, counted = worth(game.id), block["counted"]
    if not isinstance(counted, dict):
        raise KesselError(f"{place}: key 'counted' is {shown(counted)}; expected {{ name = number, ... }}")
    total = 0
    for name, value in counted.items():
        if name not in known:
            raise KesselError(f"{place}: key 'counted.{plain(name)}': expected one of {', '.join(known)}")
        side, points = known[name]
        sign = 1 if side == game.whole.sides[0] else -1
        total += sign * points * _number(value, f"{place}: key 'counted.{name}'", 0, 1_000)
    return total


def _battles(given: Any, place: str) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(one, str) for one in given) or len(given) > MAX_BATTLES:
        raise KesselError(f"{place}: key 'battles' is {shown(given)}; expected a list of at most {MAX_BATTLES} texts")
    return given


def table_game(path: Path, played: TurnByTurn) -> TableGame:
    """Return a game of a table, read from its log, against games that were simulated."""
    game, blocks = read_table_log(path)
    stands = []
    for turn, vp, battles in blocks:
        p, low, high, n = chance_at(played.stands[:, turn - 1], played.won, vp)
        found = luck(game.id, battles, f"{path.name}, turn {turn}, battles") if battles else None
        stands.append(Stand(turn, vp, p, low, high, n, found))
    return TableGame(float(played.won.mean()), tuple(stands))


def luck_of(one: Stand) -> float | None:
    """Return the share of all ways a turn's battles could have gone that are worse for the attackers; None without."""
    return None if one.luck is None else float(one.luck.together.luck)


def turning(game: Game, found: TableGame) -> str:
    """Return on which turn a game turned, by how much, and with whose luck, in a sentence."""
    one, move = found.turned
    lucky = luck_of(one)
    said = "" if lucky is None else f"; its battles went better for the attackers than {lucky:.0%} of all ways"
    moved = f"the {game.whole.sides[0].capitalize()} chance to win moved by {100 * move:+.0f} points, to {one.p:.0%}"
    return f"The game turned on turn {one.turn}: {moved}{said}."
